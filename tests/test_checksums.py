"""Same seed, same game, on every machine and on both builds."""

from __future__ import annotations

import json

import pytest

import parlour
from checksums import file_of, fingerprint
from games_here import games_here

pytestmark = pytest.mark.exact

CASES = [(game, players) for game in games_here() for players in parlour.game(game).players]


@pytest.mark.parametrize(("game", "players"), CASES)
def test_random_games_are_the_same_everywhere(game: str, players: int) -> None:
    assert fingerprint(game, players) == json.loads(file_of(game).read_text())[str(players)]


def test_the_generator_gives_these_numbers() -> None:
    rng = parlour.Rng(7)
    assert [rng.below(1000) for _ in range(8)] == [772, 129, 489, 548, 514, 76, 462, 78]
    assert [parlour.Rng("seven").next() for _ in range(2)] == [parlour.Rng("seven").next()] * 2


def test_the_generator_favours_nothing() -> None:
    rng = parlour.Rng("fair")
    counts = [0] * 7
    for _ in range(70_000):
        counts[rng.below(7)] += 1
    assert all(9_600 < count < 10_400 for count in counts), counts  # 4 standard deviations
