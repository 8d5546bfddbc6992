"""The public API: its names, its errors, its small promises."""

from __future__ import annotations

import ast
import doctest
import importlib
import importlib.util
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

import parlour

DESIGN = (
    "games game CHANCE perft Game State Outcome Event Rng Record RulesError IllegalAction InvalidPosition InvalidRecord"
)


def test_the_names_of_the_design_are_there() -> None:
    for name in [*DESIGN.split(), "InvalidSetup", "UnknownGame", "InvalidOptions"]:
        assert name in parlour.__all__
        assert hasattr(parlour, name)
    for name in ["id", "title", "players", "options", "new", "start", "load", "replay", "imagine"]:
        assert hasattr(parlour.game("photon-rush"), name)
    state = parlour.game("photon-rush").new()
    for name in ["to_act", "legal", "chance", "play", "position", "view", "outcome", "clone"]:
        assert hasattr(state, name)


def test_errors_are_value_errors_of_one_family() -> None:
    for name in ("IllegalAction", "InvalidPosition", "InvalidRecord", "InvalidSetup", "UnknownGame", "InvalidOptions"):
        assert issubclass(getattr(parlour, name), parlour.RulesError)
    assert issubclass(parlour.RulesError, ValueError)


@pytest.mark.parametrize(
    "module",
    [
        *["parlour", "parlour._vecs", "parlour.rules.errors", "parlour.rules.chance", "parlour.rules.notation"],
        *["parlour.bots", "parlour.lab.stats"],
    ],
)
def test_the_examples_in_the_documentation_run(module: str) -> None:
    """They are read from the source: compiled functions have no docstrings."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).with_name(Path(spec.origin).name.partition(".")[0] + ".py")
    names = vars(importlib.import_module(module))
    runner = doctest.DocTestRunner()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node) or ""
            name = getattr(node, "name", module)
            runner.run(doctest.DocTestParser().get_doctest(text, dict(names), name, str(source), None))
    assert runner.tries > 0
    assert runner.failures == 0


@pytest.mark.parametrize("id", ["chess", "", "photon_rush", "../mogul", "Photon-Rush", "photon-rush.rules", 7, None])
def test_an_unknown_game_is_refused(id: Any) -> None:
    with pytest.raises(parlour.UnknownGame):
        parlour.game(id)


@pytest.mark.parametrize("id", parlour.games())
def test_a_game_declares_itself(id: str) -> None:
    game = parlour.game(id)
    assert game.id == id
    assert game.title
    assert game.about
    assert isinstance(game.players, range)
    assert parlour.game(id) is game
    for name, option in game.options.items():
        assert option.name == name
        option.check(option.default)


def test_an_option_says_what_it_may_be() -> None:
    options = {**parlour.game("photon-rush").options, **parlour.game("mogul").options}
    assert repr(options["round_limit"]) == "<option round_limit: 1 to 1000 or None, None by default (PR-4)>"
    assert repr(options["quick_start"]) == "<option quick_start: one of [False, True], False by default (KR-3)>"


def test_a_seed_may_be_anything_with_a_name() -> None:
    game = parlour.game(parlour.games()[0])
    for seed in (7, "seven", 10**30, -1):
        assert game.new(seed=seed).position() == game.new(seed=seed).position()


def test_imagine_takes_python_generators_and_seeds() -> None:
    game = parlour.game("photon-rush")
    state = game.new(3)
    state.play(1, "build 1 0")
    for rng in (random.Random(1), parlour.Rng(1), 1, "one"):
        assert game.imagine(state.view(0), rng).view(0) == state.view(0)


@pytest.mark.parametrize("data", [None, [], "position", {}, {"game": "photon-rush"}, 5])
def test_what_is_no_position_is_refused(data: Any) -> None:
    game = parlour.game("photon-rush")
    with pytest.raises(parlour.InvalidPosition):
        game.load(data)
    with pytest.raises(parlour.InvalidPosition):
        game.imagine(data, 1)
    with pytest.raises(parlour.InvalidRecord):
        game.replay(data)


@pytest.mark.parametrize("id", parlour.games())
def test_a_position_of_another_game_is_refused(id: str) -> None:
    other = next(game for game in [*parlour.games(), "chess"] if game != id)
    position = {**parlour.game(id).new().position(), "game": other}
    with pytest.raises(parlour.InvalidPosition, match="game"):
        parlour.game(id).load(position)


RECORD: dict[str, Any] = {"game": "photon-rush", "players": 2, "options": {}, "setup": {}, "moves": []}


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"game": "mogul"}, parlour.InvalidRecord, "game"),
        ({"players": "2"}, parlour.InvalidRecord, "players"),
        ({"players": 9}, parlour.InvalidOptions, "PR-2"),
        ({"options": {"speed": 3}}, parlour.InvalidOptions, "speed"),
        ({"setup": {"x": 1}}, parlour.InvalidSetup, "PR-9"),
        ({"moves": {}}, parlour.InvalidRecord, "moves"),
        ({"moves": [1]}, parlour.InvalidRecord, "moves.0"),
        ({"moves": [{"seat": 0}]}, parlour.InvalidRecord, "action"),
        ({"moves": [{"seat": 7, "action": "build 0 0"}]}, parlour.InvalidRecord, "seat"),
        ({"moves": [{"seat": True, "action": "build 0 0"}]}, parlour.InvalidRecord, "seat"),
        ({"moves": [{"chance": "roll 1"}]}, parlour.InvalidRecord, "moves.0"),
        (
            {"moves": [{"seat": 0, "action": "build 0 0"}, {"seat": 1, "action": "build 9 9"}]},
            parlour.InvalidRecord,
            "PR-15",
        ),
    ],
)
def test_a_bad_record_is_refused_by_its_place(change: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        parlour.game("photon-rush").replay({**RECORD, **change})


def test_a_record_lists_simultaneous_answers_in_seat_order() -> None:
    game = parlour.game("photon-rush")
    state = game.new(3)
    record = parlour.Record(game.id, 3, {}, {})
    moves = [(2, "build 2 0"), (0, "build 0 1"), (1, "build 0 0"), (1, "tnt 2"), (2, "tnt 0"), (0, "tnt 2")]
    moves += [(2, "blast 0 0 0 1"), (0, "blast 0 0 1 0"), (1, "blast 0 0 1 0")]
    for seat, action in moves:
        record.add(state, seat, action)
        state.play(seat, action)
    written = [(move["seat"], move["action"]) for move in record.to_dict()["moves"]]
    assert written == [*sorted(moves[:3]), *sorted(moves[3:6]), *moves[6:]]
    assert game.replay(record.to_dict()).position() == state.position()


def test_an_illegal_action_can_be_sent_between_processes() -> None:
    error = parlour.IllegalAction("PR-1", "{n} is wrong", {"n": 3})
    again = pickle.loads(pickle.dumps(error))
    assert (again.rule, str(again)) == ("PR-1", "3 is wrong (PR-1)")


def test_places_are_shared() -> None:
    outcome = parlour.Outcome((2,), ((2,), (0, 3), (1,)), (31, 18, 40, 31), "points")
    assert [outcome.place(seat) for seat in range(4)] == [2.5, 4, 1, 2.5]


def test_an_event_keeps_its_secret() -> None:
    event = parlour.Event("drew", "XX-1", {"seat": 0}, {"card": "ace"}, (0,))
    assert event.seen_by(0).facts == {"seat": 0, "card": "ace"}
    for viewer in (1, None):
        seen = event.seen_by(viewer)
        assert (seen.facts, seen.private, seen.knowers) == ({"seat": 0}, {}, ())
        assert "ace" not in repr(seen)
        assert "ace" not in str(seen.to_dict())


def test_perft_counts_a_finished_game_once() -> None:
    state = parlour.game("photon-rush").new(2)
    assert parlour.perft(state, 0) == 1
    assert parlour.perft(state, 1) == 4
    assert parlour.perft(state, 2) == 16
    parlour.playout(state, parlour.Rng(1))
    assert state.outcome is not None
    assert parlour.perft(state, 3) == 1
    with pytest.raises(ValueError, match="depth"):
        parlour.perft(state, -1)
