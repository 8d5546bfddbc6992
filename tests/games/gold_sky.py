"""Small tables of Gold n' Crash for tests.

    table = sky({"columns": ["gold-4 bomb-1", "", ""], "hand": "bomb-2"}, {"robustness": [2, 1, 3]})
    table.play(0, "play o-bomb-2 0")

The first side is seat 0, the Octopirates, whose turn it is; the second is seat 1, the Meowmurais. Cards are words
in one string, of the side's own crew unless they have a letter; the last is the top. What is not named lies at
the bottom of the pile `rest` (the deck if nothing is said). Guests that are not named are in the box.
"""

from __future__ import annotations

from typing import Any

import parlour
from table import Table, given

GAME = "gold-n-crash"
LETTERS = "om"
COPIES = {"1": 3, "2": 2, "3": 1}
GUESTS = [
    "g-five-cards",
    "g-four-types",
    "g-nine-gold",
    "g-three-board",
    "g-three-fish",
    "g-three-reinforce",
    "g-two-gold",
    "g-two-plays",
]


def crew_cards(seat: int) -> list[str]:
    """All 36 cards of a crew (GC-3)."""
    letter = LETTERS[seat]
    found = [f"{letter}-gold-4"] * 5 + [f"{letter}-gold-6"]
    for kind in ("bomb", "board", "fish", "reinforce", "secure"):
        for gold, copies in COPIES.items():
            found += [f"{letter}-{kind}-{gold}"] * copies
    return sorted(found)


def codes(seat: int, text: str) -> list[str]:
    """The codes of cards given as words."""
    return [word if word[:2] in ("o-", "m-", "g-") else f"{LETTERS[seat]}-{word}" for word in text.split()]


def side(seat: int, given: dict[str, Any]) -> dict[str, Any]:
    robustness = given.get("robustness", [1, 2, 3])
    resisted = given.get("resisted", [0, 0, 0])
    destroyed = given.get("destroyed", [])
    return {
        "crew": ["octopirate", "meowmurai"][seat],
        "deck": codes(seat, given.get("deck", "")),
        "discard": codes(seat, given.get("discard", "")),
        "hand": sorted(codes(seat, given.get("hand", ""))),
        "columns": [codes(seat, column) for column in given.get("columns", ["", "", ""])],
        "zeppelins": [
            {"robustness": robustness[i], "resisted": resisted[i], "destroyed": i in destroyed} for i in range(3)
        ],
        "guests": [f"g-{guest}" if guest else None for guest in given.get("guests", ["", "", ""])],
        "treasure": codes(seat, given.get("treasure", "")),
    }


def lying(seat: dict[str, Any]) -> list[str]:
    found: list[str] = seat["deck"] + seat["discard"] + seat["hand"] + seat["treasure"]
    return found + [code for column in seat["columns"] for code in column]


def position(mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **turn: Any) -> dict[str, Any]:
    """A complete position from what matters in it."""
    given = [mine or {}, theirs or {}]
    seats = [side(0, given[0]), side(1, given[1])]
    pending = turn.get("pending")
    out = lying(seats[0]) + lying(seats[1]) + list((pending or {}).get("cards", []))
    for i, seat in enumerate(seats):
        rest = crew_cards(i)
        for code in out:
            if code in rest:
                rest.remove(code)
        pile = given[i].get("rest", "deck")
        seat[pile] = sorted(rest + seat[pile]) if pile == "hand" else rest + seat[pile]
    seen = [guest for seat in seats for guest in seat["guests"]] + out
    who = turn.pop("turn", 0)
    found = {
        "game": GAME,
        "players": 2,
        "options": {},
        "to_act": [who],
        "first": 0,
        "round": 6,
        "turn": who,
        "actions_left": 2,
        "plays": [0, 0, 0],
        "last_turn": not seats[1 - who]["deck"],
        "pending": None,
        "ended": None,
        "seats": seats,
        "box": [guest for guest in GUESTS if guest not in seen],
    }
    assert set(turn) <= set(found), "a key that a position does not have"
    return {**found, **turn}


def sky(mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None, **turn: Any) -> Table:
    return given(GAME, position(mine, theirs, **turn))


def game() -> parlour.Game:
    return parlour.game(GAME)
