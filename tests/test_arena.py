"""The arena: the same deals for all rotations, shares with intervals, one scale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.cli import main
from parlour.lab.arena import Standings, arena, ladder_schedule, schedule


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["arena", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_every_deal_is_played_in_all_rotations() -> None:
    matches = schedule(parlour.game("mogul"), ["a", "b", "c"], 6, "s")
    assert [match.seats for match in matches[:3]] == [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"]]
    assert len({match.deal for match in matches[:3]}) == 1
    assert matches[3].deal != matches[0].deal
    assert len({match.seed for match in matches}) == 6


def test_a_ladder_seats_every_mixture() -> None:
    matches = ladder_schedule(parlour.game("photon-rush"), ["a", "b", "c"], 2, 12, "s")
    assert {tuple(sorted(match.seats)) for match in matches} == {("a", "b"), ("a", "c"), ("b", "c")}
    assert matches[0].seats == matches[1].seats[::-1]


def test_json_has_the_promised_shape(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    found = json.loads(run("photon-rush", "--seats", "greedy,random", "--games", "4", "--json", "--records", str(file)))
    assert found["game"] == "photon-rush"
    assert found["games"] == 4
    for row in found["bots"].values():
        assert {"win_share", "low", "high", "mean_place", "seconds_per_decision"} <= set(row)
        assert row["low"] <= row["win_share"] <= row["high"]
    assert sum(row["win_share"] for row in found["bots"].values()) == pytest.approx(1)
    kept = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(kept) == 4
    for record in kept:
        state = parlour.game("photon-rush").replay(record)
        assert state.position() == record["final"]
        assert state.outcome is not None
        assert state.outcome.to_dict() == record["outcome"]


def test_text_tells_shares_and_times() -> None:
    told = run("photon-rush", "--seats", "greedy,random", "--games", "2")
    assert "greedy" in told
    assert "95 % interval" in told
    assert "decisions/s" in told


def test_a_ladder_puts_the_better_bot_higher() -> None:
    arguments = ["photon-rush", "--seats", "random,greedy", "--games", "30", "--ladder", "--json"]
    ladder = json.loads(run(*arguments))["ladder"]
    assert list(ladder) == ["greedy", "random"]
    assert ladder["greedy"]["low"] < ladder["greedy"]["mu"] < ladder["greedy"]["high"]


def test_two_processes_play_the_same_games(tmp_path: Path) -> None:
    def games(jobs: str) -> list[Any]:
        file = tmp_path / jobs
        run("photon-rush", "--seats", "greedy,random", "--games", "4", "--jobs", jobs, "--records", str(file), "--json")
        return [json.loads(line)["moves"] for line in file.read_text().splitlines()]

    assert games("1") == games("2")


def test_bots_from_a_module_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazybots.py").write_text(
        "import parlour\n@parlour.bot('lazy')\nclass Lazy(parlour.Bot):\n"
        "    def choose(self, view, legal):\n        return legal[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    found = json.loads(run("photon-rush", "--load", "lazybots", "--seats", "lazy,random", "--games", "2", "--json"))
    assert "lazy" in found["bots"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["photon-rush", "--seats", "greedy"], "2 to 4"),
        (["photon-rush", "--seats", "greedy,nobody"], "no bot 'nobody'"),
        (["photon-rush", "--seats", "greedy,random", "--players", "3"], "--seats names 2"),
        (["photon-rush", "--seats", "greedy,random", "--load", "no_such_module"], "no_such_module"),
        (["photon-rush", "--seats", "greedy,random", "--players", "3", "--ladder"], "at least 3 bots"),
        (["chess", "--seats", "greedy,random"], "chess"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(main, ["arena", *arguments])
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.skipif("crusgallo" not in parlour.games(), reason="the game is not in the box")
def test_a_game_for_one_compares_scores_on_the_same_deals() -> None:
    standings = arena(parlour.game("crusgallo"), ["greedy", "random"], 4)
    rows = standings.to_dict()["bots"]
    assert rows["greedy"]["appearances"] == rows["random"]["appearances"] == 2
    assert rows["greedy"]["mean_score"] >= 50


def test_a_shared_win_counts_in_parts_and_a_game_given_up_counts_for_nobody() -> None:
    standings = Standings(parlour.game("photon-rush"))
    played: dict[str, Any] = {"bots": ["a", "b"], "decisions": [1, 1], "seconds": [0.1, 0.1]}
    shared = {"winners": [0, 1], "ranking": [[0, 1]], "scores": [3, 3], "reason": "x"}
    standings.add({**played, "outcome": shared, "places": [1.5, 1.5]})
    standings.add({**played, "outcome": None, "places": None})
    found = standings.to_dict()
    assert found["bots"]["a"]["win_share"] == 0.25
    assert found["bots"]["a"]["mean_place"] == 1.5
    assert found["unfinished"] == 1
