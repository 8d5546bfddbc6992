"""Crusgallo: the adventure log, the journal of a player's finished games at the terminal (`parlour scores`).

One game a line, as JSON, in `crusgallo-log.jsonl`: in the folder that the environment variable PARLOUR_DATA names,
else in the user's data directory. A line is appended in one piece under a lock and is on disk when `add` returns.
A crash in the middle of writing leaves at most a piece of a line, which is passed over in reading and closed by the
next entry. Nothing that was written before is ever touched.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date as Date  # noqa: N812 (a field of an entry is called date)
from pathlib import Path
from typing import Any

import platformdirs

from parlour.games.crusgallo.face.words import CrusgalloWords
from parlour.games.crusgallo.parts import GRADES, TITLES
from parlour.games.crusgallo.rules import Crusgallo
from parlour.rules.state import State

FILE = "crusgallo-log.jsonl"
FIELDS: dict[str, type | tuple[type, ...]] = {
    "name": str,  # of the player
    "treasures": int,  # how many, as they are counted (CR-53)
    "title": str,  # CR-52
    "wealth": str,  # CR-53
    "score": int,  # CR-54
    "date": str,  # the day of the game, 2025-11-30
    "seed": (int, str),  # what the game was dealt from
}


def path() -> Path:
    """The file of the log."""
    return Path(os.environ.get("PARLOUR_DATA") or platformdirs.user_data_dir("parlour", appauthor=False)) / FILE


def entry_of(state: State, name: str, seed: int | str, date: Date | None = None) -> dict[str, Any]:
    """What the log keeps of a finished game; the date is today's unless given."""
    assert isinstance(state, Crusgallo)
    if state.outcome is None:
        raise ValueError("a game is entered into the log when it is over")
    return {
        "name": name,
        "treasures": state.treasure_count(),
        "title": TITLES[state.title()],
        "wealth": GRADES[state.grade()],
        "score": state.score(),
        "date": (date or Date.today()).isoformat()[:10],
        "seed": seed,
    }


def add(entry: Mapping[str, Any]) -> None:
    """Write a finished game into the log. When this returns, it is on disk."""
    fault = what_is_wrong(entry)
    if fault:
        raise ValueError(f"this is no entry of the adventure log: {fault}")
    line = json.dumps({field: entry[field] for field in FIELDS}, ensure_ascii=False).encode() + b"\n"
    file = path()
    new = not file.exists()
    file.parent.mkdir(parents=True, exist_ok=True)
    log = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
    try:
        with lock_of(log):
            size = os.lseek(log, 0, os.SEEK_END)
            if size > 0:
                os.lseek(log, size - 1, os.SEEK_SET)
                if os.read(log, 1) != b"\n":
                    line = b"\n" + line  # somebody crashed in the middle of a line
            while line:
                line = line[os.write(log, line) :]
            os.fsync(log)
    finally:
        os.close(log)
    if new:
        sync_names(file.parent)


def entries() -> list[dict[str, Any]]:
    """All games in the log, in the order in which they were entered."""
    try:
        lines = path().read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    whole: list[dict[str, Any]] = []
    for line in lines:
        try:
            data = json.loads(line)
        except ValueError:
            continue  # nothing, or what a crash has left of a line
        if what_is_wrong(data) == "":
            whole.append(data)
    return whole


def best_first() -> list[dict[str, Any]]:
    return sorted(entries(), key=lambda entry: (-entry["score"], -entry["treasures"], entry["date"]))


def heads(words: CrusgalloWords) -> list[str]:
    """What the columns of the journal are called."""
    return [
        words.t("name"),
        words.t("treasures"),
        words.t("title"),
        words.t("score"),
        words.t("date"),
        words.t("deal"),
    ]


def cells(entry: Mapping[str, Any], words: CrusgalloWords) -> list[str]:
    """An entry as a line of the journal."""
    rank = words.rank(entry["wealth"], entry["title"]).rstrip(".")
    return [
        entry["name"],
        str(entry["treasures"]),
        rank,
        str(entry["score"]),
        entry["date"],
        str(entry["seed"]),
    ]


def what_is_wrong(entry: object) -> str:
    """Why something is no entry; "" if it is one."""
    if not isinstance(entry, Mapping):
        return "it is not a mapping"
    for field, kind in FIELDS.items():
        if field not in entry:
            return f"{field} is missing"
        if isinstance(entry[field], bool) or not isinstance(entry[field], kind):
            return f"{field} cannot be {entry[field]!r}"
    if entry["title"] not in TITLES:
        return f"there is no title {entry['title']!r}"
    if entry["wealth"] not in GRADES:
        return f"there is no wealth {entry['wealth']!r}"
    return ""


@contextmanager
def lock_of(file: int) -> Iterator[None]:
    """Keep other programs from writing to an open file. The lock goes with the process that holds it."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        os.lseek(file, 0, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined, unused-ignore]
        try:
            yield
        finally:
            os.lseek(file, 0, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def sync_names(folder: Path) -> None:
    """Make sure that a new file's name is on disk too."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
