"""Gold n' Crash in beats: cards slide between hand, columns and piles; bombs hit or are resisted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, beats_by_kind, fly, mark, move
from parlour.rules.events import Event

Facts = Mapping[str, Any]

# Nothing on the table moves by these: the sentence says it all.
SILENT = ("passed", "lapsed", "turn-began", "last-turn", "observed", "over")


def beats(event: Event) -> list[Beat]:
    return beats_by_kind(event, BEATS)


def column(seat: int, number: int) -> str:
    return f"column-{seat}-{number}"


def draw(facts: Facts) -> list[Beat]:
    """Face down, unless the reader knows the card."""
    seat = facts["seat"]
    deck, hand = f"deck-{seat}", f"hand-{seat}"
    if "card" in facts:
        return [[move(facts["card"], hand, deck)]]
    return [[fly("back flat", deck, hand)]]


def play(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], column(seat, facts["column"]), f"hand-{seat}")]]


def attack(facts: Facts, how: str) -> list[Beat]:
    """The bomb flies across, then the Zeppelin holds or falls."""
    ship = f"ship-{facts['owner']}-{facts['column']}"
    bomb = fly("bomb #gc-bomb", column(facts["seat"], facts["column"]), ship, facts["strength"])
    return [[bomb], [mark(ship, how)]]


def resist(facts: Facts) -> list[Beat]:
    return attack(facts, "resisted")


def destroy(facts: Facts) -> list[Beat]:
    return attack(facts, "hit")


def board(facts: Facts) -> list[Beat]:
    owner = facts["owner"]
    return [[move(facts["card"], f"discard-{owner}", column(owner, facts["column"]))]]


def fish(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"hand-{seat}", f"discard-{seat}")]]


def discard(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"discard-{seat}", column(seat, facts["column"]))]]


def crack(facts: Facts) -> list[Beat]:
    owner = facts["owner"]
    safe = f"treasure-{owner}"
    return [[mark(safe, "hit")], [move(facts["card"], f"discard-{owner}", safe)]]


def loot(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], f"treasure-{facts['seat']}", f"discard-{facts['owner']}")]]


def secure(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"treasure-{seat}", column(seat, facts["column"]))]]


def manoeuvre(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], column(seat, facts["to"]), column(seat, facts["from"]))]]


def call_back(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"hand-{seat}", column(seat, facts["column"]))]]


def look(facts: Facts) -> list[Beat]:
    return [[mark(f"deck-{facts['seat']}", "look")]]


def guest_leaves(facts: Facts) -> list[Beat]:
    return [[move(facts["guest"], f"ship-{facts['seat']}-{facts['column']}"), mark(facts["guest"], "loss")]]


def guest_joins(facts: Facts) -> list[Beat]:
    safe = f"treasure-{facts['seat']}"
    return [[move(facts["guest"], safe)], [mark(safe, "gain")]]


def empty_column(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    place = column(seat, facts["column"])
    return [[mark(place, "look")], [move(card, f"discard-{seat}", place) for card in facts["cards"]]]


def run_out(facts: Facts) -> list[Beat]:
    return [[mark(f"deck-{facts['seat']}", "loss")]]


def open_treasures(facts: Facts) -> list[Beat]:
    return [[mark(f"treasure-{seat}", "gain", str(gold)) for seat, gold in enumerate(facts["gold"])]]


BEATS: dict[str, Maker] = {
    "drew": draw,
    "reinforced": draw,
    "played": play,
    "resisted": resist,
    "destroyed": destroy,
    "boarded": board,
    "fished": fish,
    "discarded": discard,
    "cracked": crack,
    "looted": loot,
    "secured": secure,
    "moved": manoeuvre,
    "called-back": call_back,
    "looked": look,
    "guest-left": guest_leaves,
    "guest-secured": guest_joins,
    "emptied": empty_column,
    "deck-ran-out": run_out,
    "treasures-opened": open_treasures,
}
