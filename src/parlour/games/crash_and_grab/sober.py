"""Crash & Grab: what everybody at a table sees. A Boost that fills an empty station is not passed up, and an
accelerator that leads there is used so.

Nothing of the rules stands here a second time: each flight is flown on a copy of the game.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crash_and_grab.codes import PASS
from parlour.games.crash_and_grab.rules import ABOARD, AT, BOOST, LAUNCH, WASTE_LAUNCH, CrashAndGrab

# What a flight comes to.
NOTHING: Final[i64] = 0
CRASHES_ANOTHER: Final[i64] = 1
FILLS: Final[i64] = 2  # a station, and nobody is lost

LAUNCHES: Final[i64] = 3  # that are looked ahead


def sober_flights(state: CrashAndGrab, seat: i64, codes: vec[i64]) -> vec[i64]:
    """Where a Boost or a launch can fill a station: the flights that do so, or crash somebody else."""
    if state.phase != BOOST and state.phase != LAUNCH and state.phase != WASTE_LAUNCH:
        return codes
    found = vec[i64](capacity=16)
    most = NOTHING
    for code in codes:
        if state.phase == BOOST and code == PASS:
            continue
        comes_to = best_of(state, state, seat, code, LAUNCHES)
        if comes_to != NOTHING:
            found = append(found, code)
        if comes_to > most:
            most = comes_to
    return found if most == FILLS else codes


def best_of(before: CrashAndGrab, state: CrashAndGrab, seat: i64, code: i64, launches: i64) -> i64:
    """The most that an answer can come to, with the seat's own launches after it."""
    after = state.clone()
    after.apply(seat, code)
    if (after.phase == LAUNCH or after.phase == WASTE_LAUNCH) and after.asked == seat and launches > 0:
        most = NOTHING
        for further in after.codes(seat):
            comes_to = best_of(before, after, seat, further, launches - 1)
            if comes_to > most:
                most = comes_to
        return most
    down = False
    for saucer in range(before.saucers):
        if before.has[AT + saucer] >= 0 and after.has[AT + saucer] < 0:
            if before.seat_of(saucer) == seat:
                return NOTHING
            down = True
    if after.stations(seat) > before.stations(seat) and crew(after, seat) > crew(before, seat):
        return FILLS
    return CRASHES_ANOTHER if down else NOTHING


def crew(state: CrashAndGrab, seat: i64) -> i64:
    """How many are aboard a seat's saucers."""
    found: i64 = 0
    for saucer in range(state.saucers):
        if state.seat_of(saucer) == seat:
            aboard = state.has[ABOARD + saucer]
            while aboard != 0:
                found += aboard & 1
                aboard >>= 1
    return found
