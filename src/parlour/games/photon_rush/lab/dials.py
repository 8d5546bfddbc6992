"""Photon Rush: which numbers of the component file cannot be changed, and why."""

from __future__ import annotations

from typing import Final

PLAYERS: Final = "how many can play is said by the rules (PR-2)"
CARDS: Final = "every base has one of each (PR-5), and they come back each round"

PRINTED: Final = {
    "game.players_min": PLAYERS,
    "game.players_max": PLAYERS,
    "options.towers.default": "a table chooses it: change the option itself, towers (PR-3)",
    "options.towers.min": "the bounds of the option towers are the rules' (PR-3)",
    "options.towers.max": "the bounds of the option towers are the rules' (PR-3)",
    "options.round_limit.min": "the bounds of the option round_limit are the rules' (PR-4)",
    "options.round_limit.max": "the bounds of the option round_limit are the rules' (PR-4)",
    "cards_per_player.*": CARDS,
    "cards_total.*": CARDS,
}

# What a table may be opened with: the least and the most. So nobody's hoard gets out of hand (docs/hosting.md).
RANGES: Final = {
    "start.gold": (0, 12),
    "start.mercs": (0, 12),
    "start.mines": (0, 5),
    "start.saloons": (0, 5),
    "goal.gold": (5, 40),
    "building.mine.cost": (1, 9),
    "building.mine.amount": (0, 4),
    "building.saloon.cost": (1, 9),
    "building.saloon.amount": (0, 4),
    "battle.raiders_per_defender": (1, 9),
    "battle.tnt_damage_factor": (1, 9),
    "relief.gold": (0, 4),
    "relief.mercs": (0, 4),
}
SENTENCES = {
    "start": "At the start",
    "goal": "Goal",
    "building": "Buildings",
    "battle": "Battle",
    "relief": "Relief",
    "start.gold": "Gold at the start",
    "start.mercs": "Mercenaries at the start",
    "start.mines": "Mines at the start",
    "start.saloons": "Saloons at the start",
    "goal.gold": "Gold to win",
    "building.mine.cost": "Price of a mine",
    "building.mine.amount": "Gold that a mine gives",
    "building.saloon.cost": "Price of a saloon",
    "building.saloon.amount": "Mercenaries that a saloon gives",
    "battle.raiders_per_defender": "Raiders that a defender takes with it",
    "battle.tnt_damage_factor": "Towers that a raider brings down where T.N.T. was played",
    "relief.gold": "Gold for a base without any",
    "relief.mercs": "Mercenaries for a base without any",
}
