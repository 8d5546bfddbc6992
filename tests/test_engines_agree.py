"""The public API does the same on both engines: copies, equality, bots, and what is refused and how."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import parlour
from engine_report import report
from parlour import _engine

SCRIPT = Path(__file__).parent / "engine_report.py"


@cache
def here() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(report()))
    return found


@cache
def on(engine: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], env={**os.environ, "PARLOUR_ENGINE": engine}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["engine"] == engine
    told: dict[str, Any] = found["report"]
    return told


def test_both_engines_answer_alike() -> None:
    if not _engine.is_fresh():
        pytest.skip("nothing is compiled from these sources here")
    other = "pure" if parlour.ENGINE == "compiled" else "compiled"
    mine, theirs = here(), on(other)
    for game in parlour.games():
        for key in mine["games"][game]:
            assert mine["games"][game][key] == theirs["games"][game][key], (game, key)
    assert mine == theirs


@pytest.mark.parametrize("game", parlour.games())
def test_everything_can_be_copied(game: str) -> None:
    told = here()["games"][game]
    assert told["copies"] == {kind: [True, True] for kind in ("state", "game", "event", "record", "move")}
    assert told["clone"] == [True, True, False]
    assert told["another"] == [False, False, True]
    for name, answers in told["bots"].items():
        assert len(set(answers)) == 1, f"a copy of {name} plays otherwise"


def test_generators_and_outcomes_can_be_copied() -> None:
    assert here()["rng"] == [True, True]
    assert here()["outcome"] == [True, True]


@pytest.mark.parametrize("game", parlour.games())
def test_wrong_types_are_refused_in_a_sentence(game: str) -> None:
    """Never by an error of Python's own: whoever catches `RulesError` catches all of them."""
    errors = {name for calls in here()["games"][game]["wrong"].values() for name, *_ in filter(refused, calls.values())}
    assert errors <= {
        "RulesError",
        "IllegalAction",
        "InvalidOptions",
        "InvalidPosition",
        "InvalidRecord",
        "InvalidSetup",
    }


def refused(told: Any) -> bool:
    return isinstance(told, list) and len(told) == 2 and isinstance(told[0], str) and told[0][0].isupper()
