"""Gold n' Crash: what is counted, in its own words. All of it is read from positions as the spec writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What is counted, as reports call it.
SENTENCES = {
    "card": "a card",
    "treasure": "cards in the Treasure",
    "guests": "Guests",
    "zeppelins lost": "lost Zeppelins",
    "ended.zeppelins": "lost Zeppelins",
    "ended.gold": "Gold",
    "ended.round limit": "the round limit",
    "taken.draw": "draw",
    "taken.pass": "pass",
    "taken.observe": "lay cards back",
    "taken.discard": "discard",
    "taken.secure": "secure",
    "taken.recall": "call back",
    "taken.move": "move",
}


def first_seat(position: Mapping[str, Any]) -> int:
    """GC-15: who starts is drawn."""
    return int(position["first"])


def roles(position: Mapping[str, Any]) -> list[list[str]]:
    return [[seat["crew"]] for seat in position["seats"]]


def rounds(position: Mapping[str, Any]) -> int:
    return int(position["round"])


def things(position: Mapping[str, Any]) -> list[dict[str, int]]:
    """What each crew has in its Treasure at the end, its Guests by name, and the Zeppelins it has lost."""
    found: list[dict[str, int]] = []
    for seat in position["seats"]:
        guests = [code for code in seat["treasure"] if code.startswith("g-")]
        lost = sum(zeppelin["destroyed"] for zeppelin in seat["zeppelins"])
        found.append(
            {"treasure": len(seat["treasure"]), "guests": len(guests), "zeppelins lost": lost}
            | {f"guest {code[2:]}": 1 for code in guests}
        )
    return found


def deed(action: str) -> str:
    """Cards by their type, other answers by their first word."""
    kind, *rest = action.split()
    return f"play {rest[0].split('-')[1]}" if kind == "play" else kind


def gifts(position: Mapping[str, Any]) -> list[str]:
    return ["card"]


def give(position: dict[str, Any], seat: int, thing: str) -> None:
    """The top card of its deck, into one crew's hand at the start."""
    crew = position["seats"][seat]
    crew["hand"] = sorted([*crew["hand"], crew["deck"].pop()])


def name(words: Any, what: str) -> str:
    """Crews and Guests as they are called, cards by their type."""
    kind, _, rest = what.removeprefix("taken.").partition(" ")
    if kind in words.crews:
        return str(words.crews[kind])
    if kind == "guest":
        return str(words.guests.get(f"g-{rest}", ""))
    return str(words.t("play {type}", type=words.types[rest])) if kind == "play" and rest in words.types else ""
