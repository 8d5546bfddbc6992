"""Under Cups in beats: cups rattle and are lifted, the bid climbs, a coin goes to the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, beats_by_kind, fly, mark
from parlour.rules.events import Event

Facts = Mapping[str, Any]

SILENT = ("round-began", "over")  # these are sentences only


def beats(event: Event) -> list[Beat]:
    return beats_by_kind(event, BEATS)


def show_threw(facts: Facts) -> list[Beat]:
    return [[mark(f"cup-{facts['seat']}", "look")]]


def show_bid(facts: Facts) -> list[Beat]:
    return [[mark(f"total-{facts['total']}", "lit")]]


def show_doubted(facts: Facts) -> list[Beat]:
    return [[mark(f"seat-{facts['bidder']}", "hit")]]


def show_revealed(facts: Facts) -> list[Beat]:
    """All cups at once."""
    return [[mark(f"cup-{seat}", "lit", str(dice)) for seat, dice in enumerate(facts["dice"])]]


def show_lost_coin(facts: Facts) -> list[Beat]:
    return [[fly("coin #uc-coin", f"coins-{facts['seat']}", "box")]]


BEATS: dict[str, Maker] = {
    "threw": show_threw,
    "bid": show_bid,
    "doubted": show_doubted,
    "revealed": show_revealed,
    "lost-coin": show_lost_coin,
}
