"""Two who answer at once: what both mix, and bots that play by it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots import LevelBot, SearchBot, make_bot
from parlour.bots.engine.contest import Contest, is_contest, mix_by, mix_of
from parlour.lab import solving, train
from parlour.lab.arena import play_deal, schedule
from parlour.rules.errors import RulesError
from parlour.rules.judge import judge_of
from parlour.rules.state import State

GAME = parlour.game("photon-rush")
JUDGE = judge_of("photon-rush")


def a_table(rows: int, columns: int) -> Contest:
    """A contest with so many answers on both sides; where they lead is not asked."""
    for seed in range(400):
        state = GAME.new(2, seed=seed)
        parlour.playout(state, parlour.Rng(seed), seed % 24)
        if state.outcome is None and is_contest(state):
            contest = Contest(state, JUDGE)
            if (len(contest.first), len(contest.second)) == (rows, columns):
                return contest
    raise AssertionError(f"no position with {rows} and {columns} answers")


def regret(worths: list[float], first: list[float], second: list[float]) -> float:
    """What knowing the other's mix would bring both, together."""
    table = [worths[row * len(second) : (row + 1) * len(second)] for row in range(len(first))]
    by_row = [sum(worth * part for worth, part in zip(row, second, strict=True)) for row in table]
    by_column = [sum(table[row][column] * first[row] for row in range(len(first))) for column in range(len(second))]
    return max(by_row) - min(by_column)


@pytest.mark.exact
def test_where_each_card_beats_another_all_are_mixed_alike() -> None:
    mix = mix_by(a_table(3, 3), [0.5, 0.0, 1.0, 1.0, 0.5, 0.0, 0.0, 1.0, 0.5])
    assert mix.first == pytest.approx([1 / 3] * 3, abs=0.01)
    assert mix.second == pytest.approx([1 / 3] * 3, abs=0.01)
    assert mix.worth == pytest.approx(0.5, abs=0.001)


@pytest.mark.exact
def test_nothing_is_mixed_where_nothing_need_be() -> None:
    mix = mix_by(a_table(3, 3), [0.5, 0.5, 0.35, 0.5, 0.5, 0.2, 0.65, 0.8, 0.5])
    assert (mix.first, mix.second, mix.worth) == ([0.0, 0.0, 1.0], [0.0, 0.0, 1.0], 0.5)
    assert mix.first_worths == [0.35, 0.2, 0.5]
    assert mix.second_worths == [0.65, 0.8, 0.5]


@pytest.mark.exact
def test_to_know_the_mix_of_the_other_brings_nothing() -> None:
    rng = parlour.Rng("tables")
    contest = a_table(3, 3)
    for _ in range(60):
        worths = [rng.below(1001) / 1000 for _ in range(9)]
        mix = mix_by(contest, worths)
        assert regret(worths, mix.first, mix.second) < 0.01
        assert sum(mix.first) == pytest.approx(1)
        assert sum(mix.second) == pytest.approx(1)


BASE = {
    "mercs": 2,
    "towers": 4,
    "mines": 2,
    "saloons": 1,
    "new_mines": 0,
    "new_saloons": 0,
    "out": None,
    "choice": None,
}
RICH = {
    **{
        "game": "photon-rush",
        "players": 2,
        "options": {"round_limit": None, "towers": 5},
        "round": 6,
        "phase": "build",
    },
    **{"to_act": [0, 1], "seats": [{"gold": 11, **BASE}, {"gold": 9, **BASE}], "cards": None, "queue": []},
}
MIXED = [0.436235097457, 0.467931823145, 0.095833079399, 0.628780991483, 0.312776811593, 0.058442196925, 0.500931398605]


@pytest.mark.exact
def test_both_engines_mix_the_same() -> None:
    """The numbers were written down once; this runs on the pure and on the compiled engine."""
    mix = mix_by(a_table(3, 3), [0.61, 0.2, 0.93, 0.44, 0.7, 0.1, 0.3, 0.9, 0.52])
    assert [round(part, 12) for part in (*mix.first, *mix.second, mix.worth)] == MIXED


def test_who_is_asked_nothing_has_one_answer_that_is_none() -> None:
    state = GAME.new(2, seed=1)
    state.play(0, "build 2 0")
    state.play(1, "build 1 0")
    state.play(0, "tnt 1")
    state.play(1, "defend 0")
    while not is_contest(state):
        state.play(state.actor(), state.legal(state.actor())[0])
    contest = Contest(state, JUDGE)
    assert len(contest.ends) == len(contest.first) * len(contest.second)
    assert all(end.outcome is not None or end.simultaneous() for end in contest.ends)


def mirrored(state: State) -> State:
    position = state.position()
    position["seats"] = position["seats"][::-1]
    position["to_act"] = sorted(1 - seat for seat in position["to_act"])
    assert not position["cards"] or position["phase"] != "blast"
    return GAME.load(position)


def test_a_mirrored_question_has_the_mirrored_mix() -> None:
    looked = 0
    for seed in range(30):
        state = GAME.new(2, seed=seed)
        parlour.playout(state, parlour.Rng(seed), 6 + seed % 12)
        if state.outcome is not None or not is_contest(state) or len(state.owing()) < 2:
            continue
        known = JUDGE.learnt(state)
        assert known is not None
        here = mix_of(Contest(state, JUDGE), known, JUDGE)
        there = mix_of(Contest(mirrored(state), JUDGE), known, JUDGE)
        assert here is not None
        assert there is not None
        assert here.first == pytest.approx(there.second, abs=0.02)
        assert here.worth == pytest.approx(1 - there.worth, abs=1e-6)
        looked += 1
    assert looked > 5


# -- bots ------------------------------------------------------------------------------------------


def test_at_a_table_for_two_a_search_says_what_both_mix() -> None:
    state = GAME.new(2, seed=1)
    bot = make_bot("search:600", GAME, 0, seed=1)
    assert isinstance(bot, SearchBot)
    action = bot.choose(state.view(0), state.legal(0))
    account = bot.explain
    assert account["action"] == action in state.legal(0)
    assert account["iterations"] == len(Contest(state, JUDGE).ends) == bot.thought
    assert sum(one["share"] for one in account["candidates"]) == pytest.approx(1)
    assert {one["action"] for one in account["candidates"]} <= set(state.legal(0))
    state.play(1, "build 2 0")  # an answer that nobody sees yet
    other = make_bot("search:600", GAME, 0, seed=1)
    assert other.choose(state.view(0), state.legal(0)) == action


def test_who_has_too_little_time_answers_all_the_same() -> None:
    """Without the next questions, or as it was learnt: on a machine without a compiler a rich base has many pairs."""
    state = GAME.load(RICH)
    known = JUDGE.learnt(state)
    assert known is not None
    contest = Contest(state, JUDGE)
    assert mix_of(contest, known, JUDGE, time.perf_counter() - 1) is None
    bot = make_bot("hard:0.0000001s", GAME, 0, seed=1)
    assert isinstance(bot, SearchBot)
    action = bot.choose(state.view(0), state.legal(0))
    assert action in state.legal(0)
    assert bot.explain["iterations"] == 0
    assert sum(one["share"] for one in bot.explain["candidates"]) == pytest.approx(1)


def test_three_at_a_table_are_searched_as_before() -> None:
    state = GAME.new(3, seed=1)
    bot = make_bot("search:40", GAME, 0, seed=1)
    assert isinstance(bot, SearchBot)
    bot.choose(state.view(0), state.legal(0))
    assert bot.explain["iterations"] == 40


def test_other_components_are_searched_as_before() -> None:
    state = GAME.new(2, {"towers": 7}, seed=1)
    bot = make_bot("search:40", GAME, 0, seed=1)
    assert isinstance(bot, SearchBot)
    bot.choose(state.view(0), state.legal(0))
    assert bot.explain["iterations"] == 40


def test_a_level_with_whims_has_them_at_a_table_for_two() -> None:
    bot = make_bot("skilled", GAME, 0, seed=1)
    assert isinstance(bot, LevelBot)
    assert bot.settings.whim > 0
    assert bot.mixed_chances([1.0, 0.0]) == pytest.approx([1 - bot.settings.whim / 2, bot.settings.whim / 2])


def test_two_who_strike_each_other_down_do_not_go_on_for_ever() -> None:
    """Both may be right to wait for the other; in the end one gives way."""
    for match in schedule(GAME, ["hard", "hard"], 6, "standoff"):
        assert play_deal(match)["outcome"] is not None


def test_whoever_waits_waits_longer_than_most() -> None:
    bot = make_bot("search:10", GAME, 0, seed=1)
    assert isinstance(bot, SearchBot)
    view: dict[str, Any] = {"round": 1, "same": True}
    waited = 0
    while not bot.gives_way(view, 0.15):
        waited += 1
    assert 5 < waited < 80
    dear = [make_bot("search:10", GAME, 0, seed=seed) for seed in range(40)]
    assert sum(isinstance(one, SearchBot) and one.gives_way(view, 0.9) for one in dear for _ in range(9)) < 5


# -- learning --------------------------------------------------------------------------------------


def test_solving_learns_what_a_place_is_worth_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    monkeypatch.setattr(solving, "TABLES", 12)
    monkeypatch.setattr(train, "STAGE", 2)
    words = ["--solve", "--lessons", "4", "--rate", "0.004"]

    def run(folder: Path) -> bytes:
        train.main(["photon-rush", "--players", "2", "--out", str(folder), "--hidden", "12", *words])
        return (folder / "2.network").read_bytes()

    whole = run(tmp_path / "whole")
    lesson = solving.Solving.lesson

    def ended(self: Any) -> dict[str, float]:
        if self.lessons == 3:
            raise KeyboardInterrupt
        return lesson(self)

    monkeypatch.setattr(solving.Solving, "lesson", ended)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "ended")
    monkeypatch.setattr(solving.Solving, "lesson", lesson)
    assert run(tmp_path / "ended") == whole
    assert json.loads((tmp_path / "ended" / "2.json").read_text())["solve"] is True
    assert "every question was solved" in " ".join((tmp_path / "ended" / "2.md").read_text().split())


@pytest.mark.parametrize(("game", "players"), [("photon-rush", "3"), ("mogul", "3"), ("gold-n-crash", "2")])
def test_what_cannot_be_solved_is_said(game: str, players: str, tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    with pytest.raises((SystemExit, RulesError), match="--solve is for"):
        train.main([game, "--players", players, "--solve", "--lessons", "1", "--out", str(tmp_path)])


def test_to_solve_one_must_say_for_how_long(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[learn]'")
    with pytest.raises(SystemExit, match="how long"):
        train.main(["photon-rush", "--players", "2", "--solve", "--games", "3", "--out", str(tmp_path)])
