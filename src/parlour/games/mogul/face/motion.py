"""Mogul in beats: tokens fly from hand to pot and back, shares slide to their owners, markers run along the loop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, beats_by_kind, fly, mark, move
from parlour.rules.events import Event

Facts = Mapping[str, Any]

SILENT = ("no-loan", "kept-shares", "left-share", "over")  # nothing on the table moves by these


def beats(event: Event) -> list[Beat]:
    return beats_by_kind(event, BEATS)


def hand(seat: int) -> str:
    return f"hand-{seat}"


def show_revealed(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], "share", "deck")]]


def show_points(facts: Facts) -> list[Beat]:
    """The marker runs along the loop."""
    if not facts["points"]:
        return []
    return [[move(f"marker-{facts['seat']}"), mark(f"score-{facts['seat']}", "gain", f"+{facts['points']}")]]


def show_loan(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    marker = move(f"marker-{seat}")
    return [[fly("coin", "bank", hand(seat), facts["tokens"]), marker]]


def show_bank_closed(facts: Facts) -> list[Beat]:
    return [[mark("bank", "loss")]]


def show_paid(facts: Facts) -> list[Beat]:
    return [[fly("coin", hand(facts["seat"]), "pot")]]


def show_withdrew(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    leaves = mark(f"bidder-{seat}", "loss")
    if not facts["tokens"]:
        return [[leaves]]
    return [[leaves], [fly("coin", "pot", hand(seat), facts["tokens"])]]


def show_won_auction(facts: Facts) -> list[Beat]:
    return [[mark(f"bidder-{facts['seat']}", "gain")]]


def show_took(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], f"shares-{facts['seat']}", "share")]]


def show_sold(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    away = [move(card, "discard", f"shares-{seat}") for card in facts["cards"]]
    return [away, *show_points(facts)]


def show_discarded(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], "discard", "share")]]


def show_first_player(facts: Facts) -> list[Beat]:
    return [[mark(f"bidder-{facts['seat']}", "look")]]


def show_crash(facts: Facts) -> list[Beat]:
    return [[mark("share", "hit")]]


def show_counted(facts: Facts) -> list[Beat]:
    """KR-55: the tokens of a hand become points."""
    return [[mark(hand(facts["seat"]), "look")], *show_points(facts)]


BEATS: dict[str, Maker] = {
    "revealed": show_revealed,
    "premium": show_points,
    "loan": show_loan,
    "bank-closed": show_bank_closed,
    "paid": show_paid,
    "withdrew": show_withdrew,
    "won-auction": show_won_auction,
    "took": show_took,
    "sold": show_sold,
    "discarded": show_discarded,
    "first-player": show_first_player,
    "crash": show_crash,
    "counted": show_counted,
}
