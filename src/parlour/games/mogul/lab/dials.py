"""Mogul: which numbers of the component file cannot be changed, and why."""

from __future__ import annotations

from typing import Any, Final

PLAYERS: Final = "how many can play is said by the rules (KR-2, KR-3)"

PRINTED: Final = {
    "game.year": "it says when the game came out",
    "players.*": PLAYERS,
    "tokens.per_player": "the rules say 6 (KR-18)",
    "tokens.per_loan": "the rules say 2 (KR-29)",
    "tokens.per_point_at_the_end": "the rules say 5 (KR-55)",
    "loan.cost": "a table chooses it: change the option itself, loan_cost (KR-4)",
    "loan.cost_alternative": "it is the other value of the option loan_cost (KR-4)",
    "loan.per_player_per_auction": "the rules ask each player once (KR-28, KR-30)",
    "track.start": "every score starts at 0 (KR-17)",
    "crash.shuffled_with_last": "the rules say 4 (KR-21)",
    "markers.*.seat": "markers lie in the order of the seats, and have no effect (KR-12)",
}
# Numbers that may be another in another printing's file (KR-13), but change what is drawn only: no dials.
SHOWN: Final = {"track.spaces": "the loop on which markers are drawn; laps count (KR-16)"}

# What a table may be opened with: the least and the most.
RANGES: Final = {"tokens.total": (36, 90)}
SENTENCES = {
    "tokens": "Tokens",
    "tokens.total": "Tokens in the game",
    "colours": "Shares by colour",
    "colours.*.shares": "Shares with a centre in {thing}",
    "colours.*.borders": "Shares with a border in {thing}",
}


def thing(words: Any, item: dict[str, Any]) -> str:
    """A colour as it is called."""
    return str(words.colour(item["id"]))
