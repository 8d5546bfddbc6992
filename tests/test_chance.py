"""Chance that is weighted, and chance that one seat alone sees."""

from __future__ import annotations

from collections import Counter

import pytest

import parlour
from parlour.bots.engine.search import Search
from parlour.rules.judge import Judge
from parlour.rules.playout import playout
from parlour.rules.state import NATURE
from toy import SUMS, WAYS, Cups, dream

pytestmark = pytest.mark.exact


def test_outcomes_come_as_often_as_their_weights_say() -> None:
    state = Cups(2)
    rng = parlour.Rng("dice")
    drawn = Counter(state.chance_code(rng) for _ in range(36_000))
    written = Counter(state.chance_outcome(rng) for _ in range(36_000))
    for total, ways in zip(SUMS, WAYS, strict=True):
        assert drawn[total] == pytest.approx(1000 * ways, abs=5 * (1000 * ways) ** 0.5)
        assert written[f"throw {total}"] == pytest.approx(1000 * ways, abs=5 * (1000 * ways) ** 0.5)


def test_probabilities_are_told() -> None:
    state = Cups(2)
    assert state.chance_probabilities()["throw 7"] == pytest.approx(1 / 6)
    assert sum(state.chance_probabilities().values()) == pytest.approx(1)
    assert Counter(state.chance_lots()) == {f"throw {total}": ways for total, ways in zip(SUMS, WAYS, strict=True)}
    state.play(parlour.CHANCE, "throw 7")
    state.play(parlour.CHANCE, "throw 12")
    assert state.chance_probabilities() == {}


@pytest.mark.parametrize("game", parlour.games())
def test_outcomes_are_equally_likely_unless_a_game_says_otherwise(game: str) -> None:
    state = parlour.game(game).new(seed=1)
    rng = parlour.Rng(2)
    for _ in range(200):
        if state.outcome is not None:
            return
        if state.to_act == parlour.CHANCE:
            chances = state.chance_probabilities()
            assert sorted(chances) == state.chance()
            assert len(set(chances.values())) == 1 or state.weights()
            state.play(parlour.CHANCE, rng.choice(state.chance()))
        else:
            seat = state.owing()[0]
            state.play(seat, rng.choice(state.legal(seat)))


def test_a_playout_draws_by_the_weights() -> None:
    rng = parlour.Rng("playouts")
    sums: Counter[int] = Counter()
    for _ in range(6000):
        state = Cups(1)
        playout(state, rng)
        sums[state.dice[0]] += 1
    assert sums[7] > 4 * sums[2]


def test_what_a_seat_does_not_see_of_chance_does_not_part_its_tree() -> None:
    """The others' dice fall in a hundred ways; the tree of a seat that sees none of them has one child there."""
    for seat, kinds in ((0, 1), (1, 1), (2, 11)):
        state = Cups(3)
        state.apply(NATURE, 7)
        state.apply(NATURE, 7)
        seen = {state.glimpse(seat, code) for code in state.actions(NATURE)}
        assert len(seen) == kinds
    search = Search(Judge(), 0, parlour.Rng(1), 1000)
    table = Cups(3)
    table.apply(NATURE, 7)
    worlds: list[parlour.State] = [table.clone() for _ in range(4)]
    search.run(worlds, 400, 0.0)
    after_root = [name for name in search.children.names if name != 0 and (name - 1) >> 40 == 0]
    assert len(after_root) == 1


def test_an_imagined_world_looks_the_same() -> None:
    rng = parlour.Rng("worlds")
    state = Cups(3)
    for total in (2, 7, 12):
        state.play(parlour.CHANCE, f"throw {total}")
    totals: Counter[int] = Counter()
    for _ in range(2000):
        world = dream(state.view(1), rng)
        assert world.view(1) == state.view(1)
        totals[world.dice[0]] += 1
    assert totals[7] > 3 * totals[2] > 0
