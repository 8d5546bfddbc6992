"""The spec's own examples, for every game: scenarios, perft counts, complete games."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parlour
from conftest import perfts, records, scenarios
from table import at

pytestmark = pytest.mark.exact

GAMES = parlour.games()


def play(state: parlour.State, step: dict[str, Any]) -> None:
    if "chance" in step:
        state.play(parlour.CHANCE, step["chance"])
    else:
        state.play(step["seat"], step["action"])


def cases() -> list[Any]:
    return [
        pytest.param(game, scenario, id=f"{game}:{scenario['id']}") for game in GAMES for scenario in scenarios(game)
    ]


@pytest.mark.parametrize(("game_id", "scenario"), cases())
def test_scenario(game_id: str, scenario: dict[str, Any]) -> None:
    state = parlour.game(game_id).load(scenario["position"])
    assert state.position() == scenario["position"]
    for step in scenario["steps"]:
        play(state, step)
    position = state.position()
    for seat, actions in scenario.get("legal", {}).items():
        assert state.legal(int(seat)) == actions
    for step in scenario.get("illegal", []):
        with pytest.raises(parlour.RulesError) as error:
            play(state, step)
        assert str(error.value)
        assert state.position() == position
    for path, value in scenario.get("expect", {}).items():
        assert at(position, path) == value, path
    for seat, parts in scenario.get("views", {}).items():
        view = state.view(None if seat == "null" else int(seat))
        for path, value in parts.items():
            assert at(view, path) == value, f"view of {seat}: {path}"
    if "chance_outcomes" in scenario:
        assert state.to_act == parlour.CHANCE
        assert state.chance() == scenario["chance_outcomes"]
    if "outcome" in scenario:
        found = state.outcome.to_dict() if state.outcome is not None else None
        assert found == scenario["outcome"]


@pytest.mark.parametrize(
    ("game_id", "case"),
    [pytest.param(game, case, id=f"{game}:{i}") for game in GAMES for i, case in enumerate(perfts(game))],
)
def test_perft(game_id: str, case: dict[str, Any]) -> None:
    state = parlour.game(game_id).load(case["position"])
    assert parlour.perft(state, case["depth"]) == case["count"]
    assert state.position() == case["position"]


@pytest.mark.parametrize(
    ("game_id", "record"),
    [pytest.param(game, record, id=f"{game}:{i}") for game in GAMES for i, record in enumerate(records(game))],
)
def test_record(game_id: str, record: dict[str, Any]) -> None:
    game = parlour.game(game_id)
    state = game.replay(record)
    assert state.position() == record["final"]
    assert state.outcome is not None
    assert state.outcome.to_dict() == record["outcome"]
    # Every position on the way can be written down, read back and played on from.
    state = game.start(record["players"], record["options"], record["setup"])
    for move in record["moves"]:
        position = json.loads(json.dumps(state.position()))
        state = game.load(position)
        assert state.position() == position
        play(state, move)
    assert state.position() == record["final"]
