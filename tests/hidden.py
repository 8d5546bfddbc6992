"""What games hide, so that tests of secrets ask only those games for some that have any."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import parlour


def moments(game: str, most: int = 60) -> Iterator[parlour.State]:
    """The states of a random game."""
    found = parlour.game(game)
    rng = parlour.Rng("hidden")
    state = found.new(found.players[-1], seed=1)
    for _ in range(most):
        if state.outcome is not None:
            return
        yield state
        parlour.playout(state, rng, 1)


@cache
def seats_know_different_things(game: str) -> bool:
    """Whether some seat ever sees what another one does not."""
    return any(state.view(0) != state.view(seat) for state in moments(game) for seat in range(1, state.players))


@cache
def keeps_secrets(game: str) -> bool:
    """Whether somebody whose turn it is ever has to guess how things stand."""
    found = parlour.game(game)
    return any(
        found.imagine(state.view(seat), parlour.Rng(1)).position() != state.position()
        for state in moments(game)
        for seat in state.owing()
    )
