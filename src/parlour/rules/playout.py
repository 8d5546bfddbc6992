"""Random play from a state to the end: the measure of the engine's speed, and the bots' rough guess."""

from __future__ import annotations

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.chance import Rng
from parlour.rules.state import NATURE, NOBODY, State


def playout(state: State, rng: Rng, limit: i64 = 1_000_000) -> i64:
    """Play random actions on `state` itself till the end, or `limit` steps; the number of steps made."""
    steps: i64 = 0
    while steps < limit:
        seat = state.actor()
        if seat == NOBODY:
            break
        if seat == NATURE:
            state.apply(seat, state.chance_code(rng))
        else:
            codes = state.codes(seat)
            state.apply(seat, codes[rng.below(len(codes))])
        steps += 1
    return steps


def play_in_turn(starts: list[State], states: list[State], rng: Rng, rounds: i64) -> i64:
    """Play one random step in each of many games, so many times, for measuring: what a batch of them would reach if it
    did nothing of its own. A game that is over goes back to its start; the number of steps made."""
    games = vec[State]()  # as a batch has them
    for state in states:
        games = append(games, state)
    steps: i64 = 0
    for _ in range(rounds):
        for game in range(len(games)):
            state = games[game]
            seat = state.actor()
            if seat == NOBODY:
                state = starts[game].clone()
                games[game] = state
                states[game] = state
                seat = state.actor()
            if seat == NATURE:
                state.apply(seat, state.chance_code(rng))
            else:
                codes = state.codes(seat)
                state.apply(seat, codes[rng.below(len(codes))])
            steps += 1
    return steps


def copies(state: State, count: i64) -> i64:
    """Copy a state so many times, for measuring; the number of copies."""
    made: i64 = 0
    while made < count:
        state.clone()
        made += 1
    return made
