"""What a flight would do, as the rules tell it beforehand.

The preview of an answer has its events up to the next question. Where somebody might add something on the way (an
exchange through an Airlock, sharing, a Waste Accelerator), the forecast takes it that nobody does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from parlour.games.crash_and_grab import flight
from parlour.games.crash_and_grab.face.board.look import CrashLook
from parlour.games.crash_and_grab.parts import DIRECTIONS
from parlour.games.crash_and_grab.rules import LAUNCH, MINES_HIT, CrashAndGrab
from parlour.rules.events import Event


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


class Forecast(NamedTuple):
    legs: list[Leg]
    happens: list[Happening]

    @property
    def first_off(self) -> bool:
        return self.legs[0].off


def answer_forecast(look: CrashLook, action: str) -> Forecast:
    """What an answer that begins or goes on with a flight would do."""
    preview = look.previews[action]
    events, state = list(preview.events), preview.state
    if state is not None:
        assert isinstance(state, CrashAndGrab)
        if flight.may_pass(state):
            state = state.clone()
            further: list[Event] = []
            state.listen(further.append)
            flight.pass_questions(state)
            events += public_events(further)
    return forecast(events, state, look.layout.cells)


def plan_forecast(look: CrashLook, color: str, way: str, distance: int) -> Forecast:
    """What a flight would do if this saucer set off now."""
    state = look.previews.world().clone()
    assert isinstance(state, CrashAndGrab)
    events: list[Event] = []
    state.listen(events.append)
    flight.rehearse(state, state.saucer_of(color), DIRECTIONS.index(way), distance)
    return forecast(public_events(events), state, look.layout.cells)


def public_events(events: Iterable[Event]) -> list[Event]:
    """What everybody may know, up to the first event that reveals something."""
    found: list[Event] = []
    for event in events:
        if event.reveals:
            break
        found.append(event.seen_by(None))
    return found


def forecast(events: Iterable[Event], state: CrashAndGrab | None, cells: Mapping[str, int]) -> Forecast:
    """The events of a flight as ways over the board and what happens on them."""
    legs: list[Leg] = []
    happens: list[Happening] = []
    color, start, here = "", -1, -1  # the saucer in flight, if there is one
    for event in events:
        kind, facts = event.kind, event.facts
        if kind == "set-off":
            color, start, here = facts["saucer"], cells[facts["from"]], cells[facts["from"]]
        elif kind == "launched" and not color:
            color, start, here = facts["saucer"], cells[facts["space"]], cells[facts["space"]]
        elif kind == "flew":
            here = cells[facts["to"]]
        elif kind == "picked-up":
            happens.append(Happening("grab", color, here, facts["crew"]))
        elif kind == "collided":
            legs.append(Leg(color, start, here, False))
            happens.append(Happening("hit", color, here, facts["other"]))
            color = ""
        elif kind == "crashed":
            legs.append(Leg(color, start, here, True))
            happens.append(Happening("off", color, here))
            color = ""
        elif kind == "over" and color and facts["reason"] == "crew":
            legs.append(Leg(color, start, here, False))
            happens.append(Happening("win", color, here))
            color = ""
    phase = state.phase if state is not None else -1
    if phase == MINES_HIT:
        happens[-1] = happens[-1]._replace(kind="mines")
    if color:
        legs.append(Leg(color, start, here, False))
        happens.append(Happening("launch" if phase == LAUNCH else "rest", color, here))
    return Forecast(legs, happens)
