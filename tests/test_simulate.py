"""Simulations and the arena: the same games with any number of processes, records of them, who sits where."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.commands import waiting
from parlour.lab.arena import arena
from parlour.lab.simulate import simulate


def ok(*arguments: str) -> str:
    found = CliRunner().invoke(main, list(arguments))
    assert found.exit_code == 0, found.output
    return found.stdout


@pytest.mark.parametrize("seats", [["random", "random"], ["random", "greedy"]])
def test_processes_and_records_change_nothing(seats: list[str]) -> None:
    game = parlour.game("photon-rush")
    alone = simulate(game, seats, 6).to_dict()
    kept: list[dict[str, Any]] = []
    assert simulate(game, seats, 6, jobs=2).to_dict() == alone
    assert simulate(game, seats, 6, keep=kept.append).to_dict() == alone
    assert len(kept) == 6
    for record in kept:
        outcome = game.replay({key: record[key] for key in ("game", "players", "options", "setup", "moves")}).outcome
        assert outcome is not None
        assert outcome.to_dict() == record["outcome"]


def test_simulate_writes_records_and_knows_bots_of_other_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "first_answer_bot.py").write_text(
        "import parlour\n\n\n@parlour.bot('first-answer')\nclass FirstAnswer(parlour.Bot):\n"
        "    def choose(self, view, legal):\n        return legal[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    file = tmp_path / "games.jsonl"
    ok("simulate", "mogul", "--seats", "first-answer,random,random", "--load", "first_answer_bot", "--games", "3",
       "--jobs", "2", "--records", str(file))  # fmt: skip
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["bots"] for line in lines] == [["first-answer", "random", "random"]] * 3


def test_a_module_that_is_not_there_is_named() -> None:
    found = CliRunner().invoke(main, ["simulate", "mogul", "--load", "no_such_module"])
    assert found.exit_code == 2
    assert "no bots in 'no_such_module'" in found.stderr


def test_an_endless_game_is_stopped_at_the_limit() -> None:
    told = ok("simulate", "photon-rush", "--games", "2", "--limit", "5")
    assert "given up as endless: 2 (--limit" in told


def test_equal_bots_are_told_apart_by_their_seats() -> None:
    result = arena(parlour.game("photon-rush"), ["random", "random"], 8).to_dict()
    assert [(row["seat"], row["bot"], row["games"]) for row in result["seats"]] == [(0, "random", 8), (1, "random", 8)]
    assert sum(row["win_share"] for row in result["seats"]) == pytest.approx(1)
    assert result["bots"]["random"]["win_share"] == pytest.approx(0.5)
    assert re.search(r"by seat", ok("arena", "photon-rush", "--seats", "random,random", "--games", "4"))


def test_whoever_waits_without_a_terminal_is_told_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    with waiting.Waiting("Mogul", 100) as waits:
        waits.next = waits.began  # as if the time for a first line had come
        waits.began -= 30
        waits.done(30)
        waits.done(31)  # too soon for another line
        waits.next = time.monotonic()
        waits.done(40, left=200, note="±3.0 points")
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["Mogul: 30 of 100 games, 70 s left", "Mogul: 40 of 100 games, 3 min left, ±3.0 points"]
