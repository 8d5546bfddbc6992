"""Counting paths: how implementations of one spec are compared."""

from __future__ import annotations

from parlour.rules.state import NOBODY, State


def perft(state: State, depth: int) -> int:
    """The number of distinct paths of `depth` steps from a state.

    Decisions and chance outcomes both count as a step; seats that answer at the same time
    do so in ascending order; a finished game ends a path early and counts as one.
    """
    if depth < 0:
        raise ValueError("the depth of a perft is 0 or more")
    return _paths(state, depth)


def _paths(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    seat = state.actor()
    if seat == NOBODY:
        return 1
    codes = state.codes(seat)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after = state.clone()
        after.apply(seat, code)
        total += _paths(after, depth - 1)
    return total
