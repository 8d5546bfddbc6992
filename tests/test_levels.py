"""The five levels: each game has its settings, a level without a search answers by its character and never leaves a
certain win, and the bench that measures them counts right."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots import BUDGETS, LevelBot, UnknownBot, make_bot
from parlour.bots.levels import FILE, Level, levels_of, read_levels
from parlour.lab.arena import Match
from parlour.rules.game import find
from parlour.web.casting import LEVELS, bot_about
from parlour.web.words import level_name, phrases

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
import ladder


def level(name: str, game: str, **settings: Any) -> LevelBot:
    made = make_bot(name, game, 0, seed=1)
    assert isinstance(made, LevelBot)
    made.settings = made.settings._replace(**settings)
    return made


@pytest.mark.parametrize("game", parlour.games())
def test_every_game_has_five_levels_from_weak_to_strong(game: str) -> None:
    found = levels_of(game)
    assert list(found) == list(BUDGETS) == list(LEVELS)
    assert (Path(find(game).folder) / FILE).exists()
    searching = [level.search for level in found.values()]
    assert searching == sorted(searching)
    looking = [level for level in found.values() if not level.search]
    assert [one.care for one in looking] == sorted((one.care for one in looking), reverse=True)
    assert found["hard"].search
    assert found["hard"].iterations == 0
    assert found["hard"].leeway == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_levels_have_names_and_characters(lang: str) -> None:
    words = phrases(lang)
    assert len({level_name(words, name) for name in BUDGETS}) == 5
    for game in parlour.games():
        assert len({bot_about(words, game, name) for name in BUDGETS}) == 5


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    for text in ("[easy]\nluck = 3", "[champion]\ncare = 1"):
        file = tmp_path / f"{len(text)}.toml"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match="is no level"):
            read_levels(file)


def test_what_looks_worse_is_answered_less_often() -> None:
    bot = level("easy", "mogul")
    drawn = [bot.draw([0.5, 0.5 - 0.02, 0.1], 0.02) for _ in range(3000)]
    assert drawn.count(0) / drawn.count(1) == pytest.approx(2.718, rel=0.15)
    assert drawn.count(2) == 0
    assert bot.draw([0.0] * 3000, 0.02) in range(3000)


def test_a_character_goes_by_the_best_or_the_worst_world(monkeypatch: pytest.MonkeyPatch) -> None:
    state = parlour.game("mogul").new(3, seed=1)
    worlds, legal = [state, state, state], ["safe", "daring"]
    values = iter([[0.5, 0.9], [0.5, 0.5], [0.5, 0.1]] * 2)
    for nerve, better in ((0.5, 1), (-0.5, 0)):
        bot = level("easy", "mogul", nerve=nerve)
        monkeypatch.setattr(bot, "expected_places", lambda worlds, legal: next(values))
        found = bot.appraise(worlds, legal)
        assert found.index(max(found)) == better


@pytest.mark.parametrize("name", list(BUDGETS))
def test_no_level_leaves_a_win_that_lies_before_it(name: str) -> None:
    """One answer, and the game is won: seen by a beginner too."""
    lines = (Path(__file__).parent / "missed_wins.jsonl").read_text("utf-8").splitlines()
    found = 0
    for line in lines:
        case = json.loads(line)
        game = parlour.game(case["position"]["game"])
        state = game.load(case["position"])
        seat = state.owing()[0]
        wins = [action for action in state.legal(seat) if ends_at_once(state, seat, action)]
        if not wins:
            continue
        found += 1
        for seed in range(3):
            assert make_bot(name, game, seat, seed).choose(state.view(seat), state.legal(seat)) in wins
    assert found


def ends_at_once(state: parlour.State, seat: int, action: str) -> bool:
    after = state.clone()
    after.play(seat, action)
    return after.outcome is not None and seat in after.outcome.winners


def test_a_level_without_a_search_takes_no_budget() -> None:
    with pytest.raises(UnknownBot, match="takes no budget"):
        make_bot("beginner:100", "mogul", 0)
    made = make_bot("skilled:40", "mogul", 0)
    assert isinstance(made, LevelBot)
    assert made.iterations == 40


# -- the ladder ---------------------------------------------------------------------------------------------


def test_shares_among_three_are_turned_into_those_at_a_table_for_two() -> None:
    assert ladder.fair(0.5, 1, 2) == pytest.approx(0.5)
    assert ladder.fair(1 / 3, 1, 3) == pytest.approx(0.5)
    assert ladder.fair(2 / 3, 2, 3) == pytest.approx(0.5)
    assert ladder.fair(0.6, 1, 3) == pytest.approx(0.75)  # odds of 3 against each of the two
    assert ladder.fair(1.0, 1, 3) == 1.0


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, game = tmp_path / "ladder.jsonl", parlour.game("photon-rush")
    seats = ["easy", "beginner", "beginner"]
    ladder.Ladder(file).play(game, seats, 3, 1)
    again = ladder.Ladder(file)
    again.play(game, seats, 6, 1)
    assert len(file.read_text("utf-8").splitlines()) == 6
    chairs = [played["bots"] for played in again.current(game.id)]
    assert [one.index("easy") for one in chairs] == [0, 2, 1] * 2  # all rotations
    compared = ladder.Compared(again.current(game.id), "beginner", "easy")
    assert compared.games == 6
    assert compared.low <= compared.share <= compared.high
    changed = {**levels_of(game.id), "easy": Level(care=0.5)}
    monkeypatch.setattr(ladder, "levels_of", lambda game: changed)
    assert ladder.Ladder(file).current(game.id) == []  # they were another easy's games


def test_in_a_game_for_one_levels_are_compared_deal_by_deal(capsys: pytest.CaptureFixture[str]) -> None:
    game = parlour.game("crusgallo")
    settings = {bot: ladder.settings_of(game.id, bot) for bot in ("easy", "normal")}
    played = [
        {"game": game.id, "bots": [bot], "outcome": {"scores": [score]}, "settings": {bot: settings[bot]}}
        for bot, scores in (("easy", (100, 200, 300, 400)), ("normal", (150, 200, 250, 900)))
        for score in scores
    ]
    ladder.report(game, played, "easy-normal", 0)
    assert "normal    v easy      the higher score on 62.5" in capsys.readouterr().out  # two, and one that is shared
    ladder.lobby(game, played, 0)
    assert '[[measured]]\nbot = "normal"\nscore = "375"' in capsys.readouterr().out


def test_everybody_plays_the_same_deals_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(matches: Sequence[Match], jobs: int) -> list[dict[str, Any]]:
        asked.extend(match.deal for match in matches)
        return []

    monkeypatch.setattr(ladder, "run", note)
    for bot in ("easy", "normal"):
        ladder.Ladder(tmp_path / "ladder.jsonl").play(parlour.game("crusgallo"), [bot], 2, 1)
    assert asked == ["solo:0", "solo:1"] * 2
