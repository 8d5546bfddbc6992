"""The adventure log: what is kept, and that neither a crash nor a second writer loses anything."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.games.crusgallo.face import journal
from parlour.games.crusgallo.rules import Crusgallo

ENTRY = {
    "name": "Ada",
    "treasures": 4,
    "title": "knight",
    "wealth": "prosperous",
    "score": 1050,
    "date": "2025-11-30",
    "seed": 7,
}


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "not" / "there" / "yet"
    monkeypatch.setenv("PARLOUR_DATA", str(folder))
    return folder


def named(name: str) -> dict[str, Any]:
    return {**ENTRY, "name": name}


def names() -> list[str]:
    return [entry["name"] for entry in journal.entries()]


def python(code: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(code), *arguments], env=dict(os.environ))


def test_a_new_log_is_empty() -> None:
    assert journal.entries() == []


def test_entries_come_back_in_their_order(data: Path) -> None:
    journal.add(named("Ada"))
    journal.add(named("Zoé"))
    assert journal.entries() == [named("Ada"), named("Zoé")]
    assert journal.path().parent == data


def test_without_the_variable_it_is_in_the_users_data_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_DATA")
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_, **__: "somewhere")
    assert journal.path() == Path("somewhere") / "crusgallo-log.jsonl"


@pytest.mark.parametrize(
    "wrong",
    [
        {key: value for key, value in ENTRY.items() if key != "seed"},
        {**ENTRY, "score": "1050"},
        {**ENTRY, "treasures": True},
        {**ENTRY, "title": "king"},
        {**ENTRY, "wealth": "rich"},
        [],
    ],
)
def test_what_is_no_entry_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="no entry"):
        journal.add(wrong)
    assert journal.entries() == []


@pytest.mark.rule("CR-52", "CR-53", "CR-54")
def test_an_entry_of_a_finished_game() -> None:
    state = parlour.game("crusgallo").new(seed=3)
    assert isinstance(state, Crusgallo)
    with pytest.raises(ValueError, match="over"):
        journal.entry_of(state, "Ada", 3)
    parlour.playout(state, parlour.Rng(1))
    assert journal.entry_of(state, "Ada", 3, date(2025, 11, 30)) == {
        "name": "Ada",
        "treasures": 0,
        "title": "commoner",
        "wealth": "impoverished",
        "score": 50,
        "date": "2025-11-30",
        "seed": 3,
    }
    journal.add(journal.entry_of(state, "Ada", 3))
    assert journal.entries()[0]["date"] == date.today().isoformat()


@pytest.mark.parametrize("length", [1, 20, 60])
def test_a_torn_last_line_is_ignored_and_closed_by_the_next_entry(length: int) -> None:
    journal.add(named("Ada"))
    with open(journal.path(), "ab") as file:
        file.write(json.dumps(named("torn")).encode()[:length])
    assert names() == ["Ada"]
    journal.add(named("Ben"))
    assert names() == ["Ada", "Ben"]


def test_killed_in_the_middle_of_writing_loses_nothing_written_before() -> None:
    """The writer dies, by SIGKILL, after half of its line has reached the file."""
    for name in ("Ada", "Ben"):
        journal.add(named(name))
    code = """
        import json, os, signal, sys
        from parlour.games.crusgallo.face import journal
        write = os.write
        def half(file, data):
            write(file, data[:len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        os.write = half
        journal.add(json.loads(sys.argv[1]))
    """
    writer = python(code, json.dumps(named("killed")))
    assert writer.wait(30) == -signal.SIGKILL
    assert not journal.path().read_bytes().endswith(b"\n")
    assert names() == ["Ada", "Ben"]
    journal.add(named("Cleo"))  # the lock of the dead writer is gone as well
    assert names() == ["Ada", "Ben", "Cleo"]


def test_a_writer_killed_at_any_moment_leaves_whole_entries_in_order() -> None:
    code = """
        import json, sys
        from parlour.games.crusgallo.face import journal
        entry = json.loads(sys.argv[1])
        i = 0
        while True:
            journal.add({**entry, "seed": i})
            print(i, flush=True)
            i += 1
    """
    writer = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), json.dumps(ENTRY)], env=dict(os.environ), stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    said = [int(writer.stdout.readline()) for _ in range(20)]
    writer.kill()
    said += [int(line) for line in writer.stdout.read().split()]
    writer.stdout.close()
    writer.wait(30)
    kept = [entry["seed"] for entry in journal.entries()]
    assert kept == list(range(len(kept)))
    assert kept[: len(said)] == said  # everything that was said to be written is there


def test_two_writers_at_once_lose_nothing() -> None:
    code = """
        import json, sys
        from parlour.games.crusgallo.face import journal
        entry = json.loads(sys.argv[1])
        for i in range(100):
            journal.add({**entry, "seed": i})
    """
    writers = [python(code, json.dumps(named(name))) for name in ("Ada", "Ben")]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    for name in ("Ada", "Ben"):
        assert [entry["seed"] for entry in journal.entries() if entry["name"] == name] == list(range(100))
