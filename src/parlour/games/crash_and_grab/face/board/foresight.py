"""What a flight would do.

All of it lies in one line, since only the active saucer may turn, and it does so only after an answer. Uncertain
things (an Airlock, sharing, mines) are left to their own questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from parlour.games.crash_and_grab.face.board.tiles import View, whose
from parlour.games.crash_and_grab.parts import ACCELERATOR, DIRECTIONS, TYPES, Field


class Leg(NamedTuple):
    """The way of one saucer of a flight: the first that flies, or one that it (or the next) knocks on."""

    color: str
    start: int
    end: int
    off: bool  # it leaves the board after `end`


class Happening(NamedTuple):
    kind: str  # grab, hit, off, launch, mines, win, rest
    color: str
    cell: int
    what: str = ""  # the crewmember, or the saucer that is hit


class Flight(NamedTuple):
    legs: list[Leg]
    happens: list[Happening]

    @property
    def first_off(self) -> bool:
        return self.legs[0].off


def foresee(view: View, tiles: Field, color: str, way: str, distance: int) -> Flight:
    """CG-50 to CG-57, from what lies open, up to the next question."""
    step, neighbours = DIRECTIONS.index(way), tiles.layout.next
    cells = tiles.layout.cells
    crew = {cells[space]: member for space, member in view["board_crew"].items()}
    saucers = {s["color"]: cells[s["at"]] for s in view["saucers"] if s["at"] is not None}
    aboard = {s["color"]: set(s["crew"]) for s in view["saucers"]}
    active = view["turn"]["saucer"] if view["turn"] is not None else color
    legs: list[Leg] = []
    happens: list[Happening] = []
    flying, start, here, left = color, saucers[color], saucers[color], distance
    while left > 0:
        left -= 1
        there = neighbours[4 * here + step]
        if there < 0:
            legs.append(Leg(flying, start, here, True))
            happens.append(Happening("off", flying, here))
            return Flight(legs, happens)
        here = there
        if here in crew:
            member = crew.pop(here)
            aboard[flying].add(member)
            happens.append(Happening("grab", flying, here, member))
            if complete(view, flying, aboard):
                legs.append(Leg(flying, start, here, False))
                happens.append(Happening("win", flying, here))
                return Flight(legs, happens)
        hit = next((other for other, cell in saucers.items() if cell == here and other != flying), None)
        if hit is not None:
            legs.append(Leg(flying, start, here, False))
            mined = flying == active and "proximity-mines" in whose(view, flying)["upgrades"]
            happens.append(Happening("mines" if mined else "hit", flying, here, hit))
            if mined:
                return Flight(legs, happens)
            del saucers[flying]  # it stays behind; nobody comes this way again
            flying, start, left = hit, here, distance
        elif tiles.cell[here] == ACCELERATOR:
            if flying == active:
                legs.append(Leg(flying, start, here, False))
                happens.append(Happening("launch", flying, here))
                return Flight(legs, happens)
            left = distance
    legs.append(Leg(flying, start, here, False))
    happens.append(Happening("rest", flying, here))
    return Flight(legs, happens)


def complete(view: View, color: str, aboard: Mapping[str, set[str]]) -> bool:
    """CG-110: all stations of the seat's saucers are filled."""
    seat = whose(view, color)["seat"]
    own = [s["color"] for s in view["saucers"] if s["seat"] == seat]
    return all(len({member.split("-")[1] for member in aboard[color]}) == TYPES for color in own)
