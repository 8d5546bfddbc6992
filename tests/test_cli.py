"""The command line, as a person or a script uses it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import parlour
from conftest import RULE, perfts, records, rule_ids
from parlour.cli import main


def parlour_(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, list(arguments), input=typed)


def ok(*arguments: str, typed: str = "") -> str:
    result = parlour_(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def as_json(*arguments: str, typed: str = "") -> Any:
    return json.loads(ok(*arguments, typed=typed))


def test_version_tells_which_engine_runs() -> None:
    assert ok("--version").startswith(f"parlour {parlour.__version__}, {parlour.ENGINE} engine")


def test_help_of_every_command() -> None:
    for name in main.commands:
        assert ok(name, "--help").startswith("Usage:")
    assert "play mogul --seats me,random,random" in ok("--help")


def test_python_m_parlour_is_the_same() -> None:
    run = subprocess.run([sys.executable, "-m", "parlour", "games", "--json"], capture_output=True, text=True)
    assert json.loads(run.stdout) == as_json("games", "--json")


def test_games() -> None:
    assert [game["id"] for game in as_json("games", "--json")] == list(parlour.games())
    for id in parlour.games():
        assert id in ok("games")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("id", parlour.games())
def test_rules(id: str, lang: str) -> None:
    text = ok("rules", id, "--lang", lang)
    assert text.startswith("# ")
    assert rule_ids(id) - set(RULE.findall(text)) == set(), "the rules for players name the rules of the spec"


# -- files -------------------------------------------------------------------------------------------------


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(records("photon-rush")[0]))
    return file


def test_replay_tells_the_game(record_file: Path) -> None:
    told = ok("replay", str(record_file))
    assert "PR-16" in told
    assert told.count("Round") >= 2
    assert "Manche" in ok("replay", str(record_file), "--lang", "fr")


def test_replay_from_a_pipe_and_as_json(record_file: Path) -> None:
    record = records("photon-rush")[0]
    found = as_json("replay", "-", "--json", typed=record_file.read_text())
    assert found["final"] == record["final"]
    assert found["outcome"] == record["outcome"]


def test_replay_prints_every_position(record_file: Path) -> None:
    record = records("photon-rush")[0]
    lines = [json.loads(line) for line in ok("replay", str(record_file), "--positions").splitlines()]
    assert len(lines) == len(record["moves"]) + 1
    assert lines[-1] == record["final"]


def test_replay_speaks_of_the_cards_of_another_file(tmp_path: Path) -> None:
    game = parlour.game("mogul")
    box = (Path(game.folder) / "components.toml").read_text(encoding="utf-8")
    other = tmp_path / "other.toml"
    other.write_text(box.replace("brown", "teal"), encoding="utf-8")
    setup = game.setup(3, seed=1, components=other)
    record = {"game": "mogul", "players": 3, "options": {}, "setup": setup, "moves": []}
    told = ok("replay", "-", "--components", str(other), typed=json.dumps(record))
    assert "teal" in told
    assert "brown" not in told


def test_perft_of_a_position_and_of_a_record(tmp_path: Path) -> None:
    case = min(perfts("photon-rush"), key=lambda case: case["count"])
    file = tmp_path / "position.json"
    file.write_text(json.dumps(case["position"]))
    assert ok("perft", str(file), str(case["depth"])) == f"{case['count']}\n"
    assert as_json("perft", "-", "1", "--json", typed=json.dumps(case))["depth"] == 1
    start = {"game": "photon-rush", "players": 2, "options": {}, "setup": {}, "moves": []}
    assert ok("perft", "-", "2", typed=json.dumps(start)) == "16\n"


BAD: list[tuple[list[str], str, str]] = [
    (["replay", "-"], "", "not JSON"),
    (["replay", "-"], "{", "not JSON"),
    (["replay", "-"], "[]", "JSON object"),
    (["replay", "-"], "{}", "neither a record nor a position"),
    (["replay", "-"], '{"game": "photon-rush"}', "players"),
    (["replay", "no-such-file.json"], "", "No such file"),
    (["perft", "-", "1"], "3", "JSON object"),
    (["perft", "-", "1"], '{"game": "photon-rush", "players": 2}', "options"),
    (["perft", "-", "1"], '{"game": "chess"}', "no game"),
    (["rules", "chess"], "", "no game"),
    (["play", "chess"], "", "no game"),
    (["play", "photon-rush", "--seats", "me,hal"], "", "hal"),
    (["play", "photon-rush", "--seats", "me"], "", "2 to 4"),
    (["play", "photon-rush", "--seats", "me,random", "--players", "3"], "", "--players says 3"),
    (["play", "photon-rush", "--option", "towers=99"], "", "PR-3"),
    (["play", "photon-rush", "--option", "towers"], "", "name=value"),
    (["play", "photon-rush", "--components", "nowhere.toml"], "", "nowhere.toml"),
    (["play", "--resume", "nowhere.json"], "", "No such file"),
    (["play"], "", "Which GAME"),
    (["simulate", "photon-rush", "--seats", "me,random"], "", "only bots"),
    (["simulate", "photon-rush", "--games", "0"], "", "0"),
    (["simulate", "photon-rush", "--players", "9"], "", "2 to 4"),
    (["bench", "chess"], "", "no game|does not start|would measure plain Python"),
]


@pytest.mark.parametrize(("arguments", "typed", "says"), BAD, ids=lambda value: " ".join(value)[:40])
def test_bad_input_gets_a_clear_line_and_exit_code_2(arguments: list[str], typed: str, says: str) -> None:
    result = parlour_(*arguments, typed=typed)
    assert result.exit_code == 2
    assert any(word in result.stderr for word in says.split("|")), result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.splitlines()) == 1 or result.stderr.startswith("Usage:")


def test_a_record_that_lies_about_its_end_is_refused(record_file: Path) -> None:
    record = json.loads(record_file.read_text())
    record["outcome"]["reason"] = "boredom"
    result = parlour_("replay", "-", typed=json.dumps(record))
    assert result.exit_code == 2
    assert "outcome" in result.stderr


# -- simulations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", parlour.games())
def test_simulate(id: str) -> None:
    found = as_json("simulate", id, "--games", "4", "--json")
    assert found["games"] == 4
    assert sum(found["endings"].values()) + found["unfinished"] == 4
    for row in found["seats"]:
        assert row["low"] <= row["win_share"] <= row["high"]
    assert found == as_json("simulate", id, "--games", "4", "--json")


def test_simulate_prints_a_summary() -> None:
    told = ok("simulate", "photon-rush", "--games", "10", "--players", "3", "--option", "round_limit=5")
    assert "95 % interval" in told
    assert "ended by" in told


def test_bots_see_only_views_in_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.bots import Bot, bot
    from parlour.bots.bot import _BOTS

    seen: list[Any] = []

    @bot("watcher")
    class Watcher(Bot):
        def choose(self, view: Any, legal: Any) -> str:
            seen.append((self.seat, view))
            return str(legal[0])

    try:
        ok("simulate", "photon-rush", "--games", "1", "--seats", "watcher,random", "--option", "round_limit=4")
    finally:
        del _BOTS["watcher"]
    assert seen
    assert all(type(view) is dict and view["seats"][1]["choice"] is None for _, view in seen)


# -- a game in the terminal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("id", parlour.games())
def test_a_person_can_play_a_whole_game_by_typing_numbers(id: str, lang: str) -> None:
    short = ["--option", "round_limit=2"] if "round_limit" in parlour.game(id).options else []
    told = ok("play", id, "--seed", "5", "--lang", lang, *short, typed="1\n" * 5000)
    endings = (
        "wins.",
        " win.",
        "share the win.",
        "Nobody wins.",
        "Victoire",
        "partagent",
        "Personne",
        "gagne",
        "Score",
    )
    assert any(ending in told for ending in endings), told[-500:]


def test_what_is_no_record_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "any.json").write_text('{"moves": []}')
    result = CliRunner().invoke(main, ["replay", str(tmp_path / "any.json")])
    assert result.exit_code == 2
    assert "neither a record nor a position" in result.stderr
    assert "None" not in result.stderr


def test_a_refusal_says_why_and_asks_again() -> None:
    told = ok("play", "photon-rush", "--seed", "1", typed="build 9 9\n99\n?\nt\na\nbuild 0 0\nq\n")
    assert "that order costs 27 gold and you have 2 (PR-15)" in told
    assert "There is no move 99" in told
    assert "action phase" in told
    assert "You have left the game." in told


def test_the_end_of_the_input_is_leaving() -> None:
    assert "You have left the game." in ok("play", "photon-rush", typed="build 0 0\n")


def test_secret_choices_are_not_shown_to_the_next_person() -> None:
    typed = "\nbuild 2 0\n\nbuild 0 1\n\nq\n"
    told = ok("play", "photon-rush", "--seats", "me:Ann,me:Ben", typed=typed)
    ann, ben = told.split("Ben, press Enter")[:2]
    assert "build 2 0" in ann
    before_the_reveal = ben.split("Ann, press Enter")[0]
    assert "Your secret choice: Build 2 mines" not in before_the_reveal
    assert "Ann has chosen." in before_the_reveal


def test_a_game_is_kept_and_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ok("play", "photon-rush", "--seed", "3", "--record", str(file), typed="build 1 0\nq\n")
    left = json.loads(file.read_text())
    assert {"seat": 0, "action": "build 1 0"} in left["moves"]
    told = ok("play", "--resume", str(file), typed="raid 1\nq\n")
    assert "action phase" in told
    kept = json.loads(file.read_text())
    assert len(kept["moves"]) > len(left["moves"])
    parlour.game("photon-rush").replay(kept)


def test_output_into_a_closed_pipe_is_no_error() -> None:
    run = subprocess.run(
        f'"{sys.executable}" -m parlour rules photon-rush | head -n 1',
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ},
    )
    assert "Traceback" not in run.stderr


# -- the adventure log --------------------------------------------------------------------------------------------


def test_a_finished_crusgallo_game_is_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    assert "The log is empty" in ok("scores")
    ok("play", "crusgallo", "--daily", "--seats", "me:Ann", typed="1\n" * 100)
    (entry,) = as_json("scores", "--json")
    assert entry["name"] == "Ann"
    assert entry["seed"].startswith("crusgallo 20")
    assert "Ann" in ok("scores")
    assert "Ann" in ok("scores", "--lang", "fr")


def test_the_daily_deal_is_the_same_for_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))

    def deal(*arguments: str) -> Any:
        file = tmp_path / "game.json"
        ok("play", "crusgallo", *arguments, "--record", str(file), typed="1\nq\n")
        return json.loads(file.read_text())["setup"]

    assert deal("--daily") == deal("--daily")
    assert deal("--daily") != deal()
    assert as_json("scores", "--json") == []
    result = parlour_("play", "mogul", "--daily")
    assert result.exit_code == 2
    assert "--daily goes with crusgallo" in result.stderr
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "file"))
    result = parlour_("play", "crusgallo", "--daily")
    assert result.exit_code == 2
    assert "today's deal needs the server's database" in result.stderr
