"""The five levels: each game has its settings, a level without a search answers by its character and never leaves a
certain win, and the bench that measures them counts right."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots import BUDGETS, LevelBot, UnknownBot, make_bot
from parlour.bots.engine.search import Arm
from parlour.bots.greedy import ThinkingBot
from parlour.bots.levels import FILE, Level, levels_of, read_levels
from parlour.faces.cast import measured_of, taste_of
from parlour.games.mogul.judge import CAUTIOUS, EAGER
from parlour.lab.arena import Match, run, schedule
from parlour.rules.game import find
from parlour.rules.judge import judge_of
from parlour.web.casting import LEVELS, bot_about
from parlour.web.words import level_name, phrases

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
import ladder

sys.path.insert(0, str(Path(__file__).parent / "games"))
from crash_positions import flying, saucer


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
    for lower, upper in pairwise(BUDGETS):  # what was measured goes before what settings look like
        for figure in measured_of(game, upper):
            assert figure.against != lower or float(figure.share) > 100 / figure.players
    assert found["hard"].search
    assert all(level.iterations > 0 for level in found.values() if level.search)  # as strong on every machine
    assert found["hard"].leeway == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_levels_have_names_and_characters(lang: str) -> None:
    words = phrases(lang)
    assert len({level_name(words, name) for name in BUDGETS}) == 5
    for game in parlour.games():
        assert len({bot_about(words, game, name) for name in BUDGETS}) == 5
        for name, settings in levels_of(game).items():  # what it likes to do is said, in words of the language
            told = taste_of(game, name, lang)
            assert bool(told) == bool(settings.pull)
            assert told in bot_about(words, game, name)
            assert not told or told != taste_of(game, name, "fr" if lang == "en" else "en")


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
        bot = level("easy", "mogul", nerve=nerve, pull=0.0)
        monkeypatch.setattr(bot, "expected_places", lambda worlds, legal: next(values))
        found = bot.appraise(worlds, legal)
        assert found.index(max(found)) == better


@pytest.mark.parametrize("game", parlour.games())
def test_a_taste_is_one_of_the_game_s_and_small(game: str) -> None:
    for one in levels_of(game).values():
        assert 0 <= one.style < judge_of(game).styles
        assert 0 <= one.pull <= 0.05
        assert bool(one.style) == bool(one.pull)


def test_what_is_to_its_taste_looks_better_to_a_level() -> None:
    """Eager players of Mogul stay in where cautious ones leave."""
    state = parlour.game("mogul").new(3, seed=1)
    while state.position()["phase"] != "auction":
        state.play(state.owing()[0], "decline")
    for _ in range(6):  # the pot grows
        state.play(state.owing()[0], "pay")
    seat = state.owing()[0]
    legal = state.legal(seat)
    assert legal == ["pay", "withdraw"]
    for style, liked in ((EAGER, "pay"), (CAUTIOUS, "withdraw")):
        plain, fond = (level("easy", "mogul", nerve=0.0, style=style, pull=pull) for pull in (0.0, 0.03))
        plain.seat = fond.seat = seat
        before, after = plain.appraise([state], legal), fond.appraise([state], legal)
        assert [more - less for more, less in zip(after, before, strict=True)] == [
            pytest.approx(0.03 if action == liked else 0.0) for action in legal
        ]
        assert fond.codes_of_taste([state], legal) == {state.read(seat, liked)}
        assert not plain.codes_of_taste([state], legal)


def test_a_whim_gives_every_answer_a_part_of_what_was_learnt() -> None:
    state = parlour.game("photon-rush").new(3, seed=1)
    for order in ("build 2 0", "build 2 0", "build 2 0"):
        state.play(state.owing()[0], order)
    arms = [Arm(code, 10, 5.0, 5.0) for code in state.actions(0)]
    cool, sly = (level("skilled", "photon-rush", whim=whim) for whim in (0.0, 0.5))
    learnt = cool.instincts(state, arms)
    assert sum(learnt) == pytest.approx(1.0)
    assert sly.instincts(state, arms) == [pytest.approx(0.5 * chance + 0.5 / len(arms)) for chance in learnt]


def test_a_search_with_a_taste_prefers_it_among_equals() -> None:
    bot = level("skilled", "mogul", pull=0.02, style=EAGER)
    bot.favourites = {2}
    arms = [Arm(code, 100, 50.0, 0.0) for code in (1, 2, 3)]
    assert bot.rank(list(arms))[0].code == 2
    bot.favourites = set()
    assert bot.rank(list(arms))[0].code == 1


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


# -- what nobody in their senses would do -------------------------------------------------------------------

EVERYBODY = ["beginner", "easy", "normal", "skilled:20", "hard:20", "greedy", "search:20"]


def base(**has: int) -> dict[str, Any]:
    """A base of Photon Rush."""
    usual = {"gold": 2, "mercs": 1, "towers": 5, "mines": 0, "saloons": 0, "new_mines": 0, "new_saloons": 0}
    return {**usual, "out": None, "choice": None, **has}


def bases(*seats: dict[str, Any], **changes: Any) -> parlour.State:
    """A table of Photon Rush where cards are to be played."""
    position = {
        "game": "photon-rush",
        "players": len(seats),
        "options": {"round_limit": None, "towers": 5},
        "round": 6,
        "phase": "action",
        "to_act": list(range(len(seats))),
        "seats": list(seats),
        "cards": None,
        "queue": [],
    }
    return parlour.game("photon-rush").load({**position, **changes})


def sober(state: parlour.State, seat: int) -> list[str]:
    bot = make_bot("greedy", state.game_id(), seat)
    assert isinstance(bot, ThinkingBot)
    return bot.sober(state, state.legal(seat))


RICH = {"gold": 11, "mines": 4, "towers": 5}  # wins at the next collection


def test_a_base_that_is_about_to_win_is_stopped_by_who_can() -> None:
    others = [base(mercs=1), base(mercs=1)]
    assert sober(bases(base(mercs=1), base(**RICH), *others), 0) == ["tnt 1"]
    assert sober(bases(base(mercs=5), base(**RICH), *others), 0) == ["raid 1", "tnt 1"]  # it need not be watching
    assert sober(bases(base(mercs=3), base(**RICH, mercs=2), base(**RICH)), 0) == ["tnt 1", "tnt 2"]
    # Nobody is stopped who does not win, or by whom one wins oneself, or whom nothing can stop.
    poor, rich, safe = base(**{**RICH, "gold": 10}), base(**RICH), base(gold=14, mines=9)
    for mine, other in ((base(), poor), (base(gold=12, mines=4, mercs=2), rich), (base(mercs=0), rich), (base(), safe)):
        state = bases(mine, other, base())
        assert sober(state, 0) == state.legal(0)


def test_what_one_cannot_stop_alone_is_stopped_by_all_together() -> None:
    two_too_many = base(gold=11, mines=5)
    assert sober(bases(base(mercs=1), two_too_many, base(mercs=1)), 0) == ["tnt 1"]
    state = bases(base(mercs=1), two_too_many, base(mercs=0))
    assert sober(state, 0) == state.legal(0)


def test_a_blast_takes_the_mines_that_would_win() -> None:
    seats = [base(mercs=1), base(**RICH, new_mines=2, saloons=1), base()]
    cards = ["tnt 1", "defend 0", "defend 0"]
    state = bases(*seats, phase="blast", to_act=[0], cards=cards, queue=[0])
    assert len(state.legal(0)) == 3
    assert sober(state, 0) == ["blast 1 0 0 0"]


@pytest.mark.parametrize("name", EVERYBODY)
def test_nobody_looks_on_while_a_base_wins(name: str) -> None:
    """Another base is about to fall, and each hopes that somebody else will mind."""
    state = bases(base(gold=9, mines=5, mercs=2), base(**RICH, mercs=3), base(mercs=2, towers=2), base(mercs=2))
    for seed in range(12):
        assert make_bot(name, "photon-rush", 0, seed).choose(state.view(0), state.legal(0)) == "tnt 1"


def boosting(**changes: Any) -> parlour.State:
    """Red has one Booster; a doctor, whom it lacks, is two spaces to the east."""
    red = saucer("red", "c6", "red-pilot", "red-engineer", plan="2 e", boosters=1)
    around = {"crew": {"e6": "pink-doctor", "h2": "pink-pilot"}, **changes}
    return flying(red, saucer("blue", "a8"), saucer("green", "h7"), phase="boost", **around).state


def test_a_boost_that_fills_a_station_is_not_passed_up() -> None:
    state = boosting()
    assert sober(state, 0) == ["boost e 2"]
    idle = boosting(crew={"e6": "pink-pilot", "h2": "pink-engineer"})
    assert sober(idle, 0) == idle.legal(0)  # both stations are filled
    # From d8 an accelerator is on the way to the west, and a launch to the north from there comes to the doctor.
    led = flying(
        saucer("red", "d8", "red-pilot", plan="2 w", boosters=1),
        saucer("blue", "a1"),
        saucer("green", "h7"),
        phase="boost",
        crew={"b5": "pink-doctor", "h2": "pink-pilot"},
        turn={"distance": 3},
    ).state
    assert "boost w 3" in sober(led, 0)
    assert "pass" not in sober(led, 0)


@pytest.mark.parametrize("name", EVERYBODY)
def test_everybody_takes_the_crew_that_a_boost_leads_to(name: str) -> None:
    state = boosting()
    for seed in range(12):
        assert make_bot(name, "crash-and-grab", 0, seed).choose(state.view(0), state.legal(0)) == "boost e 2"


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


def test_a_game_for_one_has_a_scale_too(capsys: pytest.CaptureFixture[str]) -> None:
    scores = {"easy": [100, 200, 300], "normal": [150, 200, 250, 900], "hard": [900]}
    tables = ladder.deals_as_tables(scores)
    assert [(table["bots"], table["places"]) for table in tables] == [
        (["easy", "normal", "hard"], [3, 2, 1]),
        (["easy", "normal"], [1, 1]),
        (["easy", "normal"], [1, 2]),
    ]  # the last deal was played by one only
    played = [{"bots": [bot], "outcome": {"scores": [score]}} for bot in scores for score in scores[bot]]
    ladder.report(parlour.game("crusgallo"), played, "", 0)
    scale = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.endswith("games")]
    assert scale[0] == "hard"


def test_everybody_plays_the_same_deals_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(matches: Sequence[Match], jobs: int) -> list[dict[str, Any]]:
        asked.extend(match.deal for match in matches)
        return []

    monkeypatch.setattr(ladder, "run", note)
    for bot in ("easy", "normal"):
        ladder.Ladder(tmp_path / "ladder.jsonl").play(parlour.game("crusgallo"), [bot], 2, 1)
    assert asked == ["solo:0", "solo:1"] * 2


def test_who_avoids_blunders_answers_by_the_rules_also_alone() -> None:
    assert ladder.without_blunders({"a": 0.5, "b": 0.46, "c": 0.44}, ladder.BLUNDER) == ["a", "b"]
    for game, players in (("crusgallo", 1), ("mogul", 3)):
        played = list(run(schedule(parlour.game(game), [ladder.CAREFUL] * players, 1, "careful"), 1))
        assert played[0]["outcome"] is not None
