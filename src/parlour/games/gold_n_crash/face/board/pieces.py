"""The cards of Gold n' Crash as the board draws them, wherever they lie."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from parlour.faces.drawing import part
from parlour.games.gold_n_crash.face.words import GoldWords
from parlour.games.gold_n_crash.parts import TYPES

RULE = re.compile(r"(GC-\d+)")
PORTRAITS = {
    "g-nine-gold": "banker",
    "g-two-gold": "banker",
    "g-five-cards": "queen",
    "g-four-types": "explorer",
    "g-two-plays": "diva",
    "g-three-fish": "captain",
    "g-three-board": "captain",
    "g-three-reinforce": "explorer",
}


def full_name(words: GoldWords, code: str) -> str:
    """A card with its crew."""
    return f"{words.card(code)}, {words.crew_of_letter[code[0]]}"


@lru_cache(maxsize=4096)  # the cards of some fifty tables in both languages
def card_face(words: GoldWords, code: str) -> Mapping[str, Any]:
    letter, kind, gold = code.split("-")
    return {
        "kind": kind,
        "gold": gold,
        "letter": letter,
        "name": words.types[kind],
        "effect": words.discard_effects.get(kind, ""),
        "about": f"{full_name(words, code)}. {words.play_rules[kind]} {words.discard_rules[kind]}",
    }


def card_back(words: GoldWords) -> dict[str, Any]:
    return {"kind": "back", "gold": "?", "letter": "", "piece": "", "name": words.t("face down")}


def portrait(code: str) -> str:
    return PORTRAITS.get(code, "banker")


def guest_tile(words: GoldWords, code: str) -> dict[str, Any]:
    """A Guest in a Treasure."""
    return {
        "kind": portrait(code),
        "gold": words.gold(code),
        "letter": "",
        "piece": code,
        "name": words.guest(code),
    }


@part
def known_gold(words: GoldWords, known: int, hidden: int) -> dict[str, Any]:
    """How much Gold is known to lie in a Treasure, and how many cards are face down."""
    if not hidden:
        return {"gold": str(known), "gold_note": words.t("Gold"), "gold_says": words.t("{gold} Gold", gold=known)}
    return {
        "gold": f"{known} + ?",
        "gold_note": words.n("Gold; {count} card face down", "Gold; {count} cards face down", hidden),
        "gold_says": words.n(
            "{gold} Gold in Guests, and {count} card face down",
            "{gold} Gold in Guests, and {count} cards face down",
            hidden,
            gold=known,
        ),
    }


def fan(i: int, number: int) -> str:
    """How far a card of a fanned hand is turned, as a class: l7 … l1, nothing, r1 … r7."""
    turned = 2 * i - (number - 1)
    if number > 8:
        turned = turned * 7 // (number - 1)
    return "" if turned == 0 else f"{'l' if turned < 0 else 'r'}{abs(turned)}"


# -- what stands on every board of a table ---------------------------------------------------------------


@part
def captions(words: GoldWords) -> dict[str, Any]:
    """Names of places, and the rules in short: every second part of a sentence there is the id of one, to be linked."""
    t = words.t
    return {
        "deck": t("Deck"),
        "discards": t("Discards"),
        "heap": t("All discards"),
        "treasure": t("Treasure"),
        "hand": t("Hand"),
        "empty": t("empty"),
        "draw": t("Draw"),
        "wins": t("Winner"),
        "acts": t("to act"),
        "hint": t("Point at a card, or pick one, to read what it would do."),
        "what": t("What the cards do"),
        "rules": rules_in_short(words),
    }


@part
def legend(words: GoldWords) -> list[dict[str, Any]]:
    """What each type does."""
    return [
        {
            "kind": kind,
            "name": words.types[kind],
            "says": RULE.split(f"{words.play_rules[kind]} {words.discard_rules[kind]}"),
        }
        for kind in TYPES
    ]


def rules_in_short(words: GoldWords) -> list[list[str]]:
    t = words.t
    first, second = words.crews.values()
    return [
        RULE.split(rule)
        for rule in (
            t("A column never takes a card while it has the most cards of the three (GC-21)."),
            t("A card acts as often as its type lies in the column, itself included (GC-23)."),
            t("The third card of a type empties the whole column onto the discard pile (GC-50)."),
            t("A Guest in a Treasure locks itself and every card under it (GC-56)."),
            t("Round coins: {first} cards. Square coins: {second} cards.", first=first, second=second),
        )
    ]
