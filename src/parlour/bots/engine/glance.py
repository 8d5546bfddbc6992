"""One step of look-ahead over imagined worlds: what `greedy` does."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.rules.chance import Rng
from parlour.rules.judge import Judge
from parlour.rules.state import NATURE, NOBODY, State

MOST: Final[i64] = 400  # steps that are waited for


def glance(worlds: list[State], judge: Judge, seat: i64, codes: list[int], rng: Rng) -> list[float]:
    """For each code, how well `seat` stands after it: the mean over the worlds."""
    totals: list[float] = [0.0] * len(codes)
    for world in worlds:
        for i in range(len(codes)):
            state = world.clone()
            promised: float = judge.promise(world, seat, codes[i])
            settle(state, judge, seat, codes[i], rng)
            totals[i] = totals[i] + judge.chances(state)[seat] + promised
    return [total / len(worlds) for total in totals]


def settle(state: State, judge: Judge, seat: i64, code: i64, rng: Rng) -> None:
    """Carry out an answer, and what must happen before it shows: other answers that are open, chance, the flight.

    Whoever has to answer meanwhile does so as the judge says (`meanwhile`).
    """
    mark = judge.mark(state)
    others: i64 = state.awaited() & ~(1 << seat) if state.simultaneous() else 0
    state.apply(seat, code)
    for other in range(state.players):
        if others >> other & 1:
            state.apply(other, judge.meanwhile(state, other, state.codes(other), rng))
    for _ in range(MOST):
        actor = state.actor()
        if actor == NOBODY or (actor != NATURE and judge.is_settled(state, mark)):
            break
        if actor == NATURE:
            state.apply(NATURE, state.chance_code(rng))
        else:
            codes = state.codes(actor)
            state.apply(actor, codes[0] if len(codes) == 1 else judge.meanwhile(state, actor, codes, rng))
