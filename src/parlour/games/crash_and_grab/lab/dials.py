"""Crash & Grab: which numbers of the component file cannot be changed, and why."""

from __future__ import annotations

from typing import Any, Final

COUNTS: Final = "it counts what lies in the box"
USED: Final = "it counts what lies in the box; how many are used is said by count.*.override_tokens (CG-33)"

PRINTED: Final = {
    "players_min": "how many can play is said by the rules (CG-1)",
    "players_max": "how many can play is said by the rules (CG-1)",
    "counts.energy_cubes": "energy is unlimited (CG-10)",
    "counts.booster_discs": "boosters are unlimited (CG-10)",
    "counts.override_tokens": USED,
    "counts.*": COUNTS,
    "count.*.players": "it says for how many this table is",
    "count.*.saucers_each": "two players fly two saucers each, more than two fly one (CG-1)",
    "count.*.crew_on_board": "it is the number of pilots that set-up places (CG-27, CG-28)",
    "count.1.starting_boosters": "with three players nobody starts with a Booster (CG-27)",
}

# What a table may be opened with: the least and the most.
RANGES: Final = {
    "movement_card.*.distances.*": (0, 7),
    "count.*.starting_boosters": (0, 6),
    "count.*.override_tokens": (0, 5),
}
SENTENCES = {
    "movement_card": "Movement cards",
    "count": "By the number of players",
    "upgrade": "Upgrades",
    "upgrade.*.not_with_players.*": "{thing}: not in the deck with so many players",
    "movement_card.2.distances.0": "Distance of the card with a Booster",
    "movement_card.3.distances.0": "Distance of the card with an Energy",
    "movement_card.x.distances.0": "First distance of the third card",
    "movement_card.x.distances.1": "Second distance of the third card",
    "movement_card.x.distances.2": "Third distance of the third card",
    "movement_card.x.distances.3": "Fourth distance of the third card",
    "movement_card.x.distances.4": "Fifth distance of the third card",
    "movement_card.x.distances.5": "Sixth distance of the third card",
    "count.*.starting_boosters": "Boosters at the start, with {thing} players",
    "count.*.override_tokens": "Override Tokens, with {thing} players",
}


def thing(words: Any, item: dict[str, Any]) -> str:
    """A row of the table that is for so many players, or an upgrade."""
    return str(item["players"] if "players" in item else words.upgrade(item["id"]))
