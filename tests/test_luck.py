"""The luck of chance: counted so that it is 0 on average, and taken out of results only as far as that is clear."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.games.mogul.judge import JUDGE
from parlour.games.mogul.lab.luck import worlds
from parlour.games.mogul.rules import Mogul
from parlour.lab import Experiment, Result, run
from parlour.lab.luck import FIRST, Correction, Luck
from parlour.lab.precision import Spread, interval
from parlour.rules.chance import Rng
from parlour.rules.judge import judge_of
from parlour.rules.state import NATURE, State

THREE = ["random", "random", "random"]


def mogul_turning_up(least: int, most: int) -> tuple[Mogul, int, int]:
    """A game just before an answer that turns up a card, with so many cards in the deck; the seat and its answer."""
    rng = Rng("luck")
    for seed in range(20):
        state = parlour.game("mogul").new(3, {}, seed)
        assert isinstance(state, Mogul)
        while (seat := state.actor()) >= 0:
            codes = state.actions(seat)
            code = codes[rng.below(len(codes))]
            if least <= len(state.deck) - state.top <= most and worlds(state, seat, code):
                return state, seat, code
            state.apply(seat, code)
    raise AssertionError("no such game")


def mean_luck(result: Result, name: str) -> Spread:
    spread = Spread()
    for value in result.luck_of(0, name).values():
        spread.add(value)
    return spread


# -- what could have happened ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "most"), [(20, 30), (2, 5)])
def test_over_all_cards_that_could_be_turned_up_luck_is_nothing(least: int, most: int) -> None:
    state, seat, code = mogul_turning_up(least, most)
    sums, total = [0.0] * 3, 0
    for weight, world in worlds(state, seat, code):
        luck = Luck(parlour.game("mogul"), 3)
        luck.note(world, seat, code)
        sums = [before + weight * own for before, own in zip(sums, luck.seats, strict=True)]
        total += weight
    assert sums == pytest.approx([0, 0, 0], abs=1e-9)
    assert total == len(state.deck) - state.top - (0 if most <= 5 else 1)  # KR-21: no Crash before the last five


def test_worlds_look_alike_to_everybody() -> None:
    state, seat, code = mogul_turning_up(10, 30)
    for _, world in worlds(state, seat, code):
        assert world.view(None) == state.view(None)
        assert sorted(world.position()["deck"]) == sorted(state.position()["deck"])


def test_answers_that_turn_nothing_up_are_no_luck() -> None:
    state = parlour.game("mogul").new(3, {}, 1)
    luck = Luck(parlour.game("mogul"), 3)
    luck.note(state, state.actor(), state.actions(state.actor())[0])  # a loan, or none
    assert luck.seats == [0, 0, 0]


def test_a_step_of_chance_is_seen_by_itself() -> None:
    state: State = parlour.game("crash-and-grab").new(3, {}, 1)
    rng = Rng("roll")
    while state.actor() != NATURE:
        codes = state.actions(state.actor())
        state.apply(state.actor(), codes[rng.below(len(codes))])
    sums = [0.0] * 3
    for code in state.actions(NATURE):
        luck = Luck(parlour.game("crash-and-grab"), 3)
        luck.note(state, NATURE, code)
        sums = [before + own for before, own in zip(sums, luck.seats, strict=True)]
    assert len(state.actions(NATURE)) > 1
    assert sums == pytest.approx([0, 0, 0], abs=1e-9)


def test_the_judge_knows_a_game_whose_last_card_is_the_crash() -> None:
    game = parlour.game("mogul")
    for seed in range(100):
        setup = game.setup(3, {}, seed)
        if setup["deck"][-1] == "crash":
            break
    state = game.start(3, {}, setup)
    rng = Rng("end")
    while (seat := state.actor()) >= 0:
        codes = state.actions(seat)
        state.apply(seat, codes[rng.below(len(codes))])
    assert state.position()["deck"] == []
    assert [JUDGE.standing(state, seat) for seat in range(3)] != [0, 0, 0]


# -- results ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played() -> Result:
    return run(Experiment("mogul", THREE, games=600, luck=True, seed="luck"))


def test_mean_luck_is_nothing_and_the_corrected_share_agrees_with_the_raw_one(played: Result) -> None:
    for name in ("win_share.first", "win_share.second", "win_share.third"):
        span = interval(mean_luck(played, name))
        assert span.low is not None
        assert span.high is not None
        assert span.low <= 0 <= span.high
        raw, less = played.estimate(0, name)[1], played.corrected_share(0, name)[1]
        assert None not in (raw.low, raw.high, less.low, less.high)
        assert max(raw.low or 0, less.low or 0) < min(raw.high or 1, less.high or 1)


def test_the_correction_saves_variance_and_says_how_much(played: Result) -> None:
    left = played.variance_left()["luck"]
    assert 0.8 < left < 0.98  # with players who draw their answers; less is left with better ones (bench/luck.py)
    measures = played.to_dict()["baseline"]["measures"]
    assert set(measures["win_share.first"]) == {"value", "low", "high", "corrected"}
    assert set(measures["win_share.first"]["corrected"]) == {"value", "low", "high"}
    assert "corrected" not in measures["length.rounds"]
    assert measures["luck"]["value"] > 0


def test_the_slope_for_a_deal_comes_from_the_deals_before_it() -> None:
    correction = Correction()
    pairs = [(float(i % 2), i % 2 - 0.5) for i in range(FIRST)]
    for pair in pairs:
        assert correction.add([pair]) == [pair[0]]  # too few to tell
    assert correction.slope == pytest.approx(1)
    assert correction.add([(5.0, 0.25)]) == [pytest.approx(4.75)]  # whatever this result is
    nothing = Correction()
    for i in range(50):
        nothing.add([(float(i % 2), float(i // 2 % 2))])  # luck that has nothing to do with it
    assert nothing.slope == 0


def test_without_luck_all_is_as_before() -> None:
    with_luck = run(Experiment("mogul", THREE, games=20, luck=True)).to_dict()
    without = run(Experiment("mogul", THREE, games=20)).to_dict()
    assert "variance_left" not in without
    for name, measure in without["baseline"]["measures"].items():
        found = with_luck["baseline"]["measures"][name]
        assert {key: found[key] for key in measure} == measure


def test_luck_is_counted_by_itself_where_it_is_worth_it() -> None:
    assert Experiment("mogul", ["greedy"] * 3).luck
    assert not Experiment("mogul", THREE).luck  # they play so fast that more games are cheaper
    assert not Experiment("crash-and-grab", ["greedy"] * 3).luck
    assert not Experiment("mogul", ["greedy"] * 3, luck=False).luck


def test_differences_are_corrected_too_and_kept_deals_have_their_luck(tmp_path: Path) -> None:
    def ask(*more: str) -> dict[str, Any]:
        file = str(tmp_path / "deals.jsonl")
        found = CliRunner().invoke(
            main,
            ["compare", "mogul", "--set", "tokens.total=60", "--seats", ",".join(THREE), "--games", "40", "--luck",
             "--json", "--keep", file, *more],
        )  # fmt: skip
        assert found.exit_code == 0, found.output
        data: dict[str, Any] = json.loads(found.stdout)
        return data

    first = ask()
    corrected = first["variants"][0]["measures"]["win_share.first"]["corrected"]
    assert corrected["difference_low"] <= corrected["difference"] <= corrected["difference_high"]
    assert set(first["variance_left"]) == {"pairs", "luck"}
    assert ask("--resume") == first


# -- many worlds at once ---------------------------------------------------------------------------------------------


def test_worlds_imagined_together_are_those_imagined_one_by_one() -> None:
    game = parlour.game("mogul")
    state, seat, _ = mogul_turning_up(10, 30)
    view = state.view(seat)
    one_by_one, together = Rng("dream"), Rng("dream")
    dreams = game.module("positions").dreams(view, together, game.parts(), 6)
    assert [world.position() for world in dreams] == [game.imagine(view, one_by_one).position() for _ in range(6)]
    assert one_by_one.below(10**6) == together.below(10**6)


@pytest.mark.parametrize(("id", "tables"), [("crash-and-grab", (2, 3, 5)), ("photon-rush", (2, 3, 4))])
def test_another_world_like_the_first_is_what_would_be_imagined_next(id: str, tables: tuple[int, ...]) -> None:
    """Answers and plans that lie face down and cards that others have drawn, by the same draws."""
    game = parlour.game(id)
    judge = judge_of(id)
    differing = 0
    for players in tables:
        state, rng = game.new(players, seed=players), Rng(players)
        for number in range(160):
            seat = state.actor()
            if state.outcome is not None:
                break
            if seat < 0:
                state.apply(seat, state.chance_code(rng))
                continue
            if number % 5 == 0 or state.position().get("drawn"):
                viewer = number % players
                one_by_one, again = Rng(number), Rng(number)
                expected = [game.imagine(state.view(viewer), one_by_one).position() for _ in range(3)]
                first = game.imagine(state.view(viewer), again)
                found = [first, *[game.module("positions").dream_again(first, viewer, again) for _ in range(2)]]
                assert [world.position() for world in found] == expected
                assert one_by_one.below(10**6) == again.below(10**6)
                differing += expected[0] != expected[1]
            state.apply(seat, judge.sensible(state, seat, state.codes(seat), rng))
    assert differing > 10  # there was something to imagine
