"""Random play from a state to the end: the measure of the engine's speed, and the bots' rough guess."""

from __future__ import annotations

from parlour.rules.chance import Rng
from parlour.rules.state import NATURE, NOBODY, State


def playout(state: State, rng: Rng, limit: int = 1_000_000) -> int:
    """Play random actions on `state` itself till the end, or `limit` steps; the number of steps made."""
    steps = 0
    while steps < limit:
        seat = state.actor()
        if seat == NOBODY:
            break
        if seat == NATURE:
            state.apply(seat, state.chance_code(rng))
        else:
            codes = state.actions(seat)
            state.apply(seat, codes[rng.below(len(codes))])
        steps += 1
    return steps


def copies(state: State, count: int) -> int:
    """Copy a state so many times, for measuring; the number of copies."""
    made = 0
    while made < count:
        state.clone()
        made += 1
    return made
