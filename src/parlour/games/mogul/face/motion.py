"""Mogul in beats: tokens fly from hand to pot and back, shares slide to their owners, markers run along the loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, fly, made, mark, move
from parlour.rules.events import Event

Facts = Mapping[str, Any]

SILENT = ("no-loan", "kept-shares", "left-share", "over")  # nothing on the table moves by these


def beats(event: Event) -> list[Beat]:
    return made(event, BEATS)


def hand(seat: int) -> str:
    return f"hand-{seat}"


def revealed(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], "share", "deck")]]


def points(facts: Facts) -> list[Beat]:
    """The marker runs along the loop."""
    if not facts["points"]:
        return []
    return [[move(f"marker-{facts['seat']}"), mark(f"score-{facts['seat']}", "gain", f"+{facts['points']}")]]


def loan(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    marker = move(f"marker-{seat}")
    return [[fly("coin", "bank", hand(seat), facts["tokens"]), marker]]


def bank_closed(facts: Facts) -> list[Beat]:
    return [[mark("bank", "loss")]]


def paid(facts: Facts) -> list[Beat]:
    return [[fly("coin", hand(facts["seat"]), "pot")]]


def withdrew(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    leaves = mark(f"bidder-{seat}", "loss")
    if not facts["tokens"]:
        return [[leaves]]
    return [[leaves], [fly("coin", "pot", hand(seat), facts["tokens"])]]


def won_auction(facts: Facts) -> list[Beat]:
    return [[mark(f"bidder-{facts['seat']}", "gain")]]


def took(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], f"shares-{facts['seat']}", "share")]]


def sold(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    away = [move(card, "discard", f"shares-{seat}") for card in facts["cards"]]
    return [away, *points(facts)]


def discarded(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], "discard", "share")]]


def first_player(facts: Facts) -> list[Beat]:
    return [[mark(f"bidder-{facts['seat']}", "look")]]


def crash(facts: Facts) -> list[Beat]:
    return [[mark("share", "hit")]]


def counted(facts: Facts) -> list[Beat]:
    """KR-55: the tokens of a hand become points."""
    return [[mark(hand(facts["seat"]), "look")], *points(facts)]


BEATS: dict[str, Maker] = {
    "revealed": revealed,
    "premium": points,
    "loan": loan,
    "bank-closed": bank_closed,
    "paid": paid,
    "withdrew": withdrew,
    "won-auction": won_auction,
    "took": took,
    "sold": sold,
    "discarded": discarded,
    "first-player": first_player,
    "crash": crash,
    "counted": counted,
}
