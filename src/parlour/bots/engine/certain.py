"""Wins that nobody can prevent any more: a line of a seat's own answers that wins in every imagined world.

A search weighs answers by what mostly comes of them, and can overlook the one line that wins for certain. So this is
looked for first: through the seat's own decisions only, until chance or another seat would have a say. The most
promising state is looked at first, in one world; a line that wins there is then played in all the others.
"""

from __future__ import annotations

import heapq
import time
from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.judge import Judge
from parlour.rules.menus import contains
from parlour.rules.state import NOBODY, State

CLOCK: Final[i64] = 64  # after so many states the clock is looked at
FIRST: Final[i64] = 512  # but not before so many: on a busy machine a few milliseconds are soon over


def certain_win(worlds: list[State], judge: Judge, seat: i64, most: i64, end: float) -> vec[i64]:
    """The codes of a line of `seat` that wins in all worlds, or none. At most so many states are looked at, and, if
    `end` is a time (of `perf_counter`), none after it."""
    parents = vec[i64]([-1])  # of each state that was looked at, and the code that led to it
    taken = vec[i64]([-1])
    open_states: list[tuple[float, int, State]] = [(0.0, 0, worlds[0])]
    made: i64 = 1
    while open_states:
        entry = heapq.heappop(open_states)
        number: i64 = entry[1]
        state = entry[2]
        codes = state.codes(seat)
        for i in range(len(codes)):
            if made > most:
                return vec[i64]()
            if end > 0.0 and made >= FIRST and made % CLOCK == 0 and time.perf_counter() > end:
                return vec[i64]()
            after = state.clone()
            after.apply(seat, codes[i])
            parents = append(parents, number)
            taken = append(taken, codes[i])
            actor = after.actor()
            if actor == NOBODY:
                if wins(after, seat):
                    line = line_to(parents, taken, made)
                    if holds(worlds, seat, line):
                        return line
            elif actor == seat and after.awaited() == 1 << seat:
                heapq.heappush(open_states, (-judge.standing(after, seat), int(made), after))
            made += 1
    return vec[i64]()


def wins(state: State, seat: i64) -> bool:
    """Whether a game is over and `seat` has won it alone."""
    outcome = state.result()
    return outcome is not None and len(outcome.winners) == 1 and outcome.winners[0] == seat


def line_to(parents: vec[i64], taken: vec[i64], number: i64) -> vec[i64]:
    """The codes that lead to a state, from the first."""
    backwards: list[int] = []
    at = number
    while at > 0:
        backwards.append(int(taken[at]))
        at = parents[at]
    backwards.reverse()
    return vec[i64]([code for code in backwards])


def holds(worlds: list[State], seat: i64, line: vec[i64]) -> bool:
    """Whether a line can be played, without anybody else having a say, and wins in each of the worlds."""
    for world in worlds:
        state = world.clone()
        for i in range(len(line)):
            if state.awaited() != 1 << seat or not contains(state.codes(seat), line[i]):
                return False
            state.apply(seat, line[i])
        if not wins(state, seat):
            return False
    return True
