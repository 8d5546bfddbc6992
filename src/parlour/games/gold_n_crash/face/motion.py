"""Gold n' Crash in beats: cards slide between hand, columns and piles; bombs hit or are resisted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, fly, made, mark, move
from parlour.rules.events import Event

Facts = Mapping[str, Any]

# Nothing on the table moves by these: the sentence says it all.
SILENT = ("passed", "lapsed", "turn-began", "last-turn", "observed", "over")


def beats(event: Event) -> list[Beat]:
    return made(event, BEATS)


def column(seat: int, number: int) -> str:
    return f"column-{seat}-{number}"


def drew(facts: Facts) -> list[Beat]:
    """Face down, unless the reader knows the card."""
    seat = facts["seat"]
    deck, hand = f"deck-{seat}", f"hand-{seat}"
    if "card" in facts:
        return [[move(facts["card"], hand, deck)]]
    return [[fly("back flat", deck, hand)]]


def played(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], column(seat, facts["column"]), f"hand-{seat}")]]


def attacked(facts: Facts, how: str) -> list[Beat]:
    """The bomb flies across, then the Zeppelin holds or falls."""
    ship = f"ship-{facts['owner']}-{facts['column']}"
    bomb = fly("bomb #gc-bomb", column(facts["seat"], facts["column"]), ship, facts["strength"])
    return [[bomb], [mark(ship, how)]]


def resisted(facts: Facts) -> list[Beat]:
    return attacked(facts, "resisted")


def destroyed(facts: Facts) -> list[Beat]:
    return attacked(facts, "hit")


def boarded(facts: Facts) -> list[Beat]:
    owner = facts["owner"]
    return [[move(facts["card"], f"discard-{owner}", column(owner, facts["column"]))]]


def fished(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"hand-{seat}", f"discard-{seat}")]]


def discarded(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"discard-{seat}", column(seat, facts["column"]))]]


def cracked(facts: Facts) -> list[Beat]:
    owner = facts["owner"]
    safe = f"treasure-{owner}"
    return [[mark(safe, "hit")], [move(facts["card"], f"discard-{owner}", safe)]]


def looted(facts: Facts) -> list[Beat]:
    return [[move(facts["card"], f"treasure-{facts['seat']}", f"discard-{facts['owner']}")]]


def secured(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"treasure-{seat}", column(seat, facts["column"]))]]


def moved(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], column(seat, facts["to"]), column(seat, facts["from"]))]]


def called_back(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [[move(facts["card"], f"hand-{seat}", column(seat, facts["column"]))]]


def looked(facts: Facts) -> list[Beat]:
    return [[mark(f"deck-{facts['seat']}", "look")]]


def guest_left(facts: Facts) -> list[Beat]:
    return [[move(facts["guest"], f"ship-{facts['seat']}-{facts['column']}"), mark(facts["guest"], "loss")]]


def guest_secured(facts: Facts) -> list[Beat]:
    safe = f"treasure-{facts['seat']}"
    return [[move(facts["guest"], safe)], [mark(safe, "gain")]]


def emptied(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    place = column(seat, facts["column"])
    return [[mark(place, "look")], [move(card, f"discard-{seat}", place) for card in facts["cards"]]]


def deck_ran_out(facts: Facts) -> list[Beat]:
    return [[mark(f"deck-{facts['seat']}", "loss")]]


def treasures_opened(facts: Facts) -> list[Beat]:
    return [[mark(f"treasure-{seat}", "gain", str(gold)) for seat, gold in enumerate(facts["gold"])]]


BEATS: dict[str, Maker] = {
    "drew": drew,
    "reinforced": drew,
    "played": played,
    "resisted": resisted,
    "destroyed": destroyed,
    "boarded": boarded,
    "fished": fished,
    "discarded": discarded,
    "cracked": cracked,
    "looted": looted,
    "secured": secured,
    "moved": moved,
    "called-back": called_back,
    "looked": looked,
    "guest-left": guest_left,
    "guest-secured": guest_secured,
    "emptied": emptied,
    "deck-ran-out": deck_ran_out,
    "treasures-opened": treasures_opened,
}
