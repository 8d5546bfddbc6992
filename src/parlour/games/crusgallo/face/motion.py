"""Crusgallo in beats: a card is laid, its orbs light up one after the other, gems come off the creatures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, beats_by_kind, mark, move, show, spot
from parlour.rules.events import Event

Facts = Mapping[str, Any]

SILENT = ("ran-out", "left", "colour-missing", "over")  # nothing on the table moves by these


def beats(event: Event) -> list[Beat]:
    return beats_by_kind(event, BEATS)


def cell(x: int, y: int) -> str:
    return spot("cave", x, y)


def show_card_drawn(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], "", "draw")]]


def show_placed(facts: Facts) -> list[Beat]:
    return [[move(facts["card"])]]


def show_lit(facts: Facts) -> list[Beat]:
    """The crystals of each set shine, then the orb lights up."""
    x, y = facts["x"], facts["y"]
    crystals = dict.fromkeys((at[0], at[1]) for found in facts["sets"] for at in found)
    orb = f"orb-{x}-{y}"
    return [[mark(cell(*at), "look") for at in crystals], [show(orb), mark(cell(x, y), "lit")]]


def show_released(facts: Facts) -> list[Beat]:
    return [[mark(f"creature-{facts['colour']}", "gain", "−1")]]


def show_freed(facts: Facts) -> list[Beat]:
    return [[mark(f"creature-{facts['colour']}", "lit")]]


def show_bound(facts: Facts) -> list[Beat]:
    return [[mark(f"dragon-{facts['colour']}", "lit")]]


def show_enchanted(facts: Facts) -> list[Beat]:
    who = "creature" if facts["phase"] == 1 else "dragon"
    return [[mark(f"{who}-{facts['colour']}", "lit")]]


def show_collected(facts: Facts) -> list[Beat]:
    return [[mark(f"treasure-{facts['card']}", "gain", "+1")]]


def show_completed(facts: Facts) -> list[Beat]:
    return [[mark(f"kind-{facts['kind']}", "lit")]]


def show_discarded(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], "aside")]]


def show_phase_won(facts: Facts) -> list[Beat]:
    return [[mark("dragon", "hit")]]


def show_trapped(facts: Facts) -> list[Beat]:
    return [[mark("dragon", "resisted")]]


BEATS: dict[str, Maker] = {
    "drawn": show_card_drawn,
    "placed": show_placed,
    "discarded": show_discarded,
    "lit": show_lit,
    "released": show_released,
    "freed": show_freed,
    "bound": show_bound,
    "enchanted": show_enchanted,
    "collected": show_collected,
    "completed": show_completed,
    "phase-won": show_phase_won,
    "reinforced": show_card_drawn,
    "found": show_card_drawn,
    "gave-up": show_discarded,
    "trapped": show_trapped,
}
