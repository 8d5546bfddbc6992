"""Crusgallo as a network reads it: what the player knows, the same on both engines, and the score it learns."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from inputs_read import named_numbers, numbers_of
from parlour.lab import train
from parlour.rules.judge import judge_of
from parlour.rules.network import Learned, Network, inputs_of, number_count
from table import components_with

GAME = parlour.game("crusgallo")
INPUTS = inputs_of(GAME)


def a_network() -> Learned:
    """Any numbers, the same on every machine."""
    sizes = [int(INPUTS.size(GAME.new(1, seed=1))), 8, 2]
    rng = parlour.Rng("numbers")
    return Learned(Network(sizes, [(rng.below(2048) - 1024) / 4096 for _ in range(number_count(sizes))]), INPUTS, 1)


def a_step(state: parlour.State, rng: parlour.Rng) -> None:
    """The next answer of somebody who takes what looks best at once: the dragon is met more often than at random."""
    actor = state.actor()
    if actor < 0:
        state.apply(actor, state.chance_code(rng))
        return
    codes = state.codes(actor)
    state.apply(actor, codes[0] if len(codes) == 1 else judge_of(GAME.id).lean(state, actor, codes, rng))


@pytest.mark.exact
def test_both_engines_read_and_weigh_the_same() -> None:
    """The numbers here were written down once; this test runs on the pure and on the compiled engine."""
    learned = a_network()
    rng = parlour.Rng(5)
    read = 0.0
    weighed = 0.0
    second = 0
    for seed in range(3):
        state = GAME.new(1, seed=seed)
        while state.outcome is None:
            if state.actor() == 0:
                read += sum(numbers_of(GAME, state, 0))
                weighed += sum(learned.foresee(state, 0))
                second += state.position()["phase"] == 2
            a_step(state, rng)
    assert second > 5
    assert read == pytest.approx(1893.854094899396, abs=1e-8)
    assert weighed == pytest.approx(132.98267720149232, abs=1e-9)


def test_all_that_is_read_is_what_the_player_knows() -> None:
    """Another world that looks the same (other cards in the pile, in another order) gives the same numbers; each of
    them has a name of its own."""
    names = INPUTS.names(1, GAME.parts())
    assert len(names) == len(set(names))
    rng = parlour.Rng(8)
    phases: set[int] = set()
    others = 0
    for seed in range(6):
        state = GAME.new(1, seed=seed)
        while state.outcome is None:
            if state.actor() == 0:
                values = numbers_of(GAME, state, 0)
                assert len(values) == len(names) == INPUTS.size(state)
                other = GAME.imagine(state.view(0), rng)
                assert values == numbers_of(GAME, other, 0)
                others += other.position() != state.position()
                phases.add(state.position()["phase"])
            a_step(state, rng)
    assert phases == {1, 2}
    assert others > 100


def test_orbs_and_what_they_lack_are_told_as_they_are() -> None:
    """The small worked example of the spec: c01 lies there (o2 r3 over two orbs), and battle3 (p1) makes a set."""
    position = GAME.new(1, seed=1).position()
    cards = [*position["draw"], position["card"], *[card for card, _, _, _ in position["table"]]]
    swapped = [card for card in (*cards, *position["reserve"]) if card not in ("c01", "battle3")]
    position["table"] = [["c01", 0, 0, 0]]
    position["card"] = "battle3"
    position["reserve"] = sorted(swapped[:9])
    position["draw"] = swapped[9:]
    state = GAME.load(position)
    found = {
        name.removeprefix("first phase: "): value
        for name, value in named_numbers(GAME, state, 0).items()
        if not name.startswith("second phase: ")
    }
    assert found["second phase"] == found["treasures"] == found["begun treasures"] == 0
    assert found["cards to come"] == pytest.approx(3.5)
    assert found["bonds or gems to come"] == pytest.approx(1.8)
    assert found["colours with three bonds"] == pytest.approx(3)
    assert found["wanted orbs in sight"] == pytest.approx(0.2)  # green and yellow
    assert found["bonds or gems without an orb in sight"] == pytest.approx(16 / 5)
    assert found["wanted orbs that lack one crystal"] == 0  # the middle of the card lies between them and the crystals
    state.play(0, "place battle3 0 -3 2")
    found = named_numbers(GAME, state, 0)
    assert found["first phase: bonds or gems to come"] == pytest.approx(1.7)
    assert found["begun treasures"] == pytest.approx(1 / 3)
    assert found["first phase: second orbs in sight"] == pytest.approx(1 / 3)
    assert found["first phase: colours with two bonds"] == pytest.approx(0.5)


def test_a_search_goes_by_what_was_learnt_only_if_its_judge_says_so() -> None:
    judge = type(judge_of(GAME.id))()
    judge.learned = False
    state = GAME.new(1, seed=3)
    hope = judge.solo(state)
    assert judge.foresee(state, 0) == [hope, hope]
    learned = a_network()
    judge.teach(1, learned)
    assert judge.foresee(state, 0) == [hope, hope]
    assert judge.steps(state) == 8
    judge.learned = True
    assert judge.steps(state) == 1
    assert judge.foresee(state, 0) == learned.foresee(state, 0)
    assert judge.chances(state) == [judge.solo(state)] == [hope]  # greedy and the reasons keep to the written one


def test_what_was_learnt_is_of_the_cards_of_the_box(tmp_path: Path) -> None:
    judge = judge_of(GAME.id)
    assert judge.learned
    assert judge.learnt(GAME.new(1, seed=3)) is not None
    other = GAME.new(1, seed=3, components=components_with(GAME.id, tmp_path, 'id = "c36"', 'id = "mine"'))
    assert judge.learnt(other) is None
    assert judge.steps(other) == 8
    assert judge.foresee(other, 0) == [judge.solo(other)] * 2


def test_whoever_watches_learns_the_score(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    words = ["--games", "96", "--field", "imagined", "--epochs", "2", "--hidden", "4", "--rows", "1000"]
    train.main([GAME.id, "--out", str(tmp_path), *words])
    found = np.load(tmp_path / "1.shards" / "00000.npz")
    scores = {score for row in GAME.parts().scores for score in row}  # type: ignore[attr-defined]
    assert {round(3000 * float(came)) for came in found["came"][:, 0]} <= scores
    assert set(found["came"][:, 1].tolist()) <= {0.0, 1.0}  # whether the dragon was trapped
    assert 0.2 < found["hoped"].mean() < 0.9
    assert len(found["seen"]) >= 12 * 34
