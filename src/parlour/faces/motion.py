"""Beats: what happened, as small effects that any board can show.

A game's `motion.py` has a function `beats(event)`, made from an event as its reader may know it (`Event.seen_by`):
a list of beats, one after the other; what happens at the same time is one beat, a list of effects. An effect names
things on the table as the board's template does: a piece by its `data-piece`, a place by its `data-place`, a cell of a
map by `spot` (its element has `data-grid`). Equal pieces are `name.1`, `name.2` on a board and `name` here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from parlour.rules.events import Event

Effect = list[str | int]
Beat = list[Effect]

MARKS = ("hit", "resisted", "lit", "gain", "loss", "look")  # the ways in which a thing can be pointed out


def spot(grid: str, x: int, y: int) -> str:
    """A cell of a map."""
    return f"{grid}@{x},{y}"


def move(piece: str, to: str = "", start: str = "") -> Effect:
    """A piece goes to a place, and at last to where it is drawn. One that was not in sight comes from `start`."""
    return ["move", piece, to, start]


def fall(piece: str, to: str) -> Effect:
    """A piece is thrown to a place and is gone there."""
    return ["fall", piece, to]


def fly(look: str, start: str, to: str, count: int = 1) -> Effect:
    """Tokens fly from place to place. The look is classes of the board's styles, and a symbol: `hat s0 #pr-merc`."""
    return ["fly", look, start, to, count]


def mark(name: str, how: str, text: str = "") -> Effect:
    """A thing is pointed out, in one of the ways of MARKS; the text is a number or a sign, in no language."""
    return ["mark", name, how, text]


def show(name: str) -> Effect:
    """A thing is not to be seen before this beat."""
    return ["show", name]


Maker = Callable[[Mapping[str, Any]], list[Beat]]


def beats_by_kind(event: Event, makers: Mapping[str, Maker]) -> list[Beat]:
    """The beats of an event by a table of its kinds; without those that have nothing to show."""
    maker = makers.get(event.kind)
    return [beat for beat in maker(event.facts) if beat] if maker is not None else []


def touched_things(beats: list[Beat]) -> list[list[str]]:
    """What the last move has touched, each by name and the place where it ended: what a board marks until the next.

    Gains count where nothing else has happened (after a round everybody has some); glances, and pieces that only came
    into sight, where there were not even gains.
    """
    found: dict[tuple[str, str], int] = {}
    for beat in beats:
        for effect in beat:
            kind, name, weight = effect[0], str(effect[1]), 2
            key = (name, "")
            if kind == "fly":
                key = (str(effect[3]), "")
            elif kind == "move":
                found = {known: value for known, value in found.items() if known[0] != name or not known[1]}
                key = (name, str(effect[2]))
                weight = 0 if effect[3] and not effect[2] else 2
            elif kind == "mark":
                weight = {"look": 0, "gain": 1}.get(str(effect[2]), 2)
            found[key] = max(found.get(key, 0), weight)
    most = max(found.values(), default=0)
    return [list(key) for key, weight in found.items() if weight == most]
