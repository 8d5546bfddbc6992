"""What a network reads of a state, for tests."""

from __future__ import annotations

import parlour
from parlour._vecs import vec
from parlour.rules.network import inputs_of


def numbers_of(game: parlour.Game, state: parlour.State, seat: int) -> list[float]:
    inputs = inputs_of(game)
    values = vec[float]([0.0 for _ in range(inputs.size(state))])
    inputs.fill(state, seat, values, 0)
    return [float(value) for value in values]


def named_numbers(game: parlour.Game, state: parlour.State, seat: int) -> dict[str, float]:
    names = inputs_of(game).names(state.players, game.parts())
    return dict(zip(names, numbers_of(game, state, seat), strict=True))
