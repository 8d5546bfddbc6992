"""Crusgallo: what is counted, in its own words. All of it is read from positions as the spec writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What is counted, as reports call it.
SENTENCES = {
    "treasures": "treasures",
    "creatures freed": "freed creatures",
    "gems on the dragon": "gems on the dragon",
    "second phase": "second phase reached",
    "magic used": "magic used",
    "taken.place": "lay the card",
    "taken.magic": "magic",
    "taken.discard": "discard",
    "taken.exchange": "give up a card",
    "taken.stop": "leave the cavern",
}


def things(position: Mapping[str, Any]) -> list[dict[str, int]]:
    """Treasures that were collected, creatures that were freed, gems on the Black Dragon at the end."""
    freed = sum(bonds == 0 for bonds in position["bonds"].values())
    return [
        {
            "treasures": len(position["treasures"]),
            "creatures freed": freed,
            "gems on the dragon": sum(position["dragon"].values()),
            "second phase": int(position["phase"] == 2),
            "magic used": int(position["magic_used"]),
        }
    ]


def deed(action: str) -> str:
    return action.split()[0]


def name(words: Any, what: str) -> str:
    """An ending by its grade and title: "Prosperous Knight"."""
    wealth, _, title = what.removeprefix("ended.").partition(" ")
    return str(words.rank(wealth, title)).rstrip(".") if what.startswith("ended.") and title else ""
