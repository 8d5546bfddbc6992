"""Photon Rush: which numbers of the component file cannot be changed, and why."""

from __future__ import annotations

from typing import Final

PLAYERS: Final = "how many can play is said by the rules (PR-2)"
OPTION: Final = "a table chooses it: change the option itself"
CARDS: Final = "every base has one of each (PR-5), and they come back each round"

PRINTED: Final = {
    "game.players_min": PLAYERS,
    "game.players_max": PLAYERS,
    "options.towers.default": f"{OPTION}, towers (PR-3)",
    "options.towers.min": "the bounds of the option towers are the rules' (PR-3)",
    "options.towers.max": "the bounds of the option towers are the rules' (PR-3)",
    "options.round_limit.min": "the bounds of the option round_limit are the rules' (PR-4)",
    "options.round_limit.max": "the bounds of the option round_limit are the rules' (PR-4)",
    "cards_per_player.*": CARDS,
    "cards_total.*": CARDS,
}
