"""A storage that is locked, damaged, read-only or stands still: what is said, what goes on, what is never lost."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import httpx
import pytest
import structlog
from click.testing import CliRunner

from parlour.cli import main
from parlour.tables import opening, sql
from parlour.tables.elements import Refused
from parlour.tables.hall import Hall
from parlour.tables.log import Entry, StorageError
from parlour.tables.opening import CannotStart, storage_ready
from parlour.tables.room import Room
from parlour.tables.table import Table
from test_tables import Onlooker, a_log, make_and_start, people, play_any, run, started, until
from visit import Visitor, a_site

DAY = 86400.0


def a_file(folder: Path, *tables: str) -> Path:
    """A database with some tables that are under way."""

    async def work() -> None:
        log = a_log(folder)
        for id in tables:
            table = started("Anna", "Bert")
            table.id = id
            play_any(table, 0)
            await log.append(0, table.fresh, table.summary())
        await log.close()

    run(work())
    return folder / "parlour.db"


def spoil(path: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(path)
    db.execute(statement, values)
    db.commit()
    db.close()


# -- before a server opens ----------------------------------------------------------------------------------


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    path = a_file(tmp_path, "table-one")
    with storage_ready(str(path)) as notes:
        assert notes == []
        with pytest.raises(CannotStart, match=f"process {os.getpid()}"), storage_ready(str(path)):
            pass
        told = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path)])
        assert told.exit_code == 2
        assert told.output.startswith("parlour: Another server")
        assert told.output.count("\n") == 1
    with storage_ready(str(path)):
        pass  # it is free again


def test_a_folder_that_cannot_be_used_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    told = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path / "file" / "parlour")])
    assert (told.exit_code, told.output.count("\n")) == (2, 1)
    assert "cannot be written to" in told.output

    def refuse(path: Path) -> NoReturn:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(opening, "open_lock", refuse)
    told = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path)])
    assert told.output == f"parlour: The folder {tmp_path} cannot be written to: Read-only file system.\n"
    monkeypatch.undo()
    (tmp_path / "parlour.db").mkdir()
    with pytest.raises(CannotStart, match="cannot be used"), storage_ready(str(tmp_path / "parlour.db")):
        pass


def test_a_bad_page_is_noticed_before_the_server_opens(tmp_path: Path) -> None:
    path = a_file(tmp_path, *(f"table-{i}" for i in range(40)))
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else the page may stand in the log too, and be mended by it
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(CannotStart, match="damaged"), storage_ready(str(path)):
        pass
    path.write_bytes(b"no database at all" * 1000)
    with pytest.raises(CannotStart, match="damaged"), storage_ready(str(path)):
        pass


def test_a_file_of_a_newer_version_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    spoil(path, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CannotStart, match="newer version"), storage_ready(str(path)):
        pass


def test_a_log_that_was_cut_is_noticed(tmp_path: Path) -> None:
    path = a_file(tmp_path, "table-one")
    db = sqlite3.connect(path)
    db.execute("UPDATE tables SET updated = 1")
    db.commit()  # the connection stays open, so the write-ahead log stays too
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("parlour.db", "parlour.db-wal"):
        shutil.copy(tmp_path / name, copy / name)
    db.close()
    with storage_ready(str(copy / "parlour.db")) as notes:
        assert notes == []
    shutil.copy(path, copy / "parlour.db")
    (copy / "parlour.db-wal").write_bytes(b"\x37\x7f\x06\x82" + b"\0" * 4 + (4096).to_bytes(4, "big") + b"\0" * 5000)
    with storage_ready(str(copy / "parlour.db")) as notes:
        assert "incomplete" in notes[0]


def test_a_deep_look_names_tables_that_cannot_be_read(tmp_path: Path) -> None:
    path = a_file(tmp_path, "good-table", "gap-table", "junk-table")
    spoil(path, "DELETE FROM entries WHERE table_id = 'gap-table' AND number = 1")
    spoil(path, "UPDATE entries SET body = '{' WHERE table_id = 'junk-table' AND number = 1")
    with storage_ready(str(path)) as notes:
        assert notes == []  # pages are sound; tables are read when somebody comes
    with storage_ready(str(path), deep=True) as notes:
        assert [note.split("…")[0] for note in notes] == ["Table gap-", "Table junk"]


# -- one bad table --------------------------------------------------------------------------------------------


def test_one_unreadable_table_is_set_aside_and_the_others_resume(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = a_file(tmp_path, "good-table", "junk-table", "odd-table", "fine-table")
    spoil(path, "UPDATE entries SET body = '{' WHERE table_id = 'junk-table' AND number = 2")
    spoil(path, "UPDATE entries SET kind = 'nonsense' WHERE table_id = 'odd-table' AND number = 2")
    spoil(path, "UPDATE tables SET updated = updated + 5 WHERE id IN ('junk-table', 'odd-table')")  # these come first

    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        with structlog.testing.capture_logs() as logs:
            # A logger that has been used before keeps where it wrote to then.
            monkeypatch.setattr("parlour.tables.hall.logger", structlog.get_logger("parlour.hall"))
            await hall.open()
            await until(lambda: set(hall.rooms) == {"good-table", "fine-table"})
        assert {entry["table"] for entry in logs if "set aside" in entry["event"]} == {"odd-", "junk"}
        with pytest.raises(Refused, match="cannot be read"):
            await hall.room("junk-table")
        room = await hall.room("good-table")
        assert room is not None
        await room.do(lambda table: play_any(table, 1))
        await hall.close()

    run(work())


def test_a_page_says_that_its_table_cannot_be_read(tmp_path: Path) -> None:
    path = a_file(tmp_path, "junk-table")
    spoil(path, "UPDATE entries SET body = '{' WHERE table_id = 'junk-table'")
    with a_site(tmp_path) as site:
        anna = Visitor(site)
        anna.get("/")
        assert "This table cannot be read." in anna.get("/t/junk-table", status=409)
        person = anna.http.cookies["parlour"].split(".")[0]
        spoil(path, "UPDATE sitters SET person = ? WHERE table_id = 'junk-table' AND seat = 0", person)
        anna.post("/me", name="Anna")  # the other tables hear of it
        answer = anna.http.get("/api/tables/junk-table")
        assert (answer.status_code, answer.json()["error"]) == (409, "This table cannot be read.")
        anna.close()


# -- a database that stands still -------------------------------------------------------------------------------


@contextmanager
def standing_still(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Short patience, and an event that lets the database go on."""
    monkeypatch.setattr(sql, "PATIENCE", 0.3)
    monkeypatch.setattr(sql, "CLOSING", 0.3)
    go_on = threading.Event()
    try:
        yield go_on
    finally:
        go_on.set()


def test_nobody_waits_for_a_database_that_stands_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(go_on: threading.Event) -> None:
        log = a_log(tmp_path)
        table = started("Anna", "Bert")
        stuck = [asyncio.create_task(log._ask("", lambda db: go_on.wait())) for _ in range(2)]
        stuck.append(asyncio.create_task(log._keep("", lambda db: go_on.wait())))
        await asyncio.sleep(0)
        calls = [log.person("anna"), log.read("t"), log.tables_of("anna"), log.probe()]
        calls.append(log.append(0, table.fresh, table.summary()))
        results = await asyncio.gather(*calls, *stuck, return_exceptions=True)
        assert [type(result) for result in results] == [StorageError] * 8
        await log.close()  # though both threads still stand
        go_on.set()
        log.writer.join()
        again = a_log(tmp_path)
        assert await again.read("t") == []  # who was told "not kept" is not surprised later
        await again.close()

    with standing_still(monkeypatch) as go_on:
        run(work(go_on))


def test_a_transaction_that_took_too_long_is_rolled_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(go_on: threading.Event) -> None:
        log = a_log(tmp_path)
        table = started("Anna", "Bert")
        first = asyncio.create_task(log._keep("", lambda db: None))
        # Both go into one transaction; the first statement of it stands still.
        slow = asyncio.create_task(log._keep("a", lambda db: go_on.wait()))
        late = asyncio.create_task(log.append(0, table.fresh, table.summary()))
        results = await asyncio.gather(first, slow, late, return_exceptions=True)
        assert [type(result) for result in results[1:]] == [StorageError] * 2
        go_on.set()
        assert await log.read("t") == []
        await log.append(0, table.fresh, table.summary())  # and it works again
        assert len(await log.read("t")) == len(table.fresh)
        await log.close()

    monkeypatch.setattr(sql, "GATHER", 0.05)
    with standing_still(monkeypatch) as go_on:
        run(work(go_on))


def test_a_move_that_was_written_after_all_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit itself may take too long: then the table is read again."""

    async def work() -> None:
        log = a_log(tmp_path)
        hall = Hall(log)
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert")))
        real = log.append

        async def late(*arguments: Any) -> None:
            await real(*arguments)
            raise StorageError("the database does not answer")

        monkeypatch.setattr(log, "append", late)
        with pytest.raises(StorageError):
            await room.do(lambda table: play_any(table, 0))
        monkeypatch.undo()
        await until(lambda: len(room.table.steps) == 1)
        await hall.close()

    run(work())


def test_alive_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "BUSY", 0.1)
    monkeypatch.setattr("parlour.web.watching.FRESH", 0.0)
    with a_site(tmp_path) as site:
        http = httpx.Client(base_url=site.url, timeout=60)
        assert http.get("/readyz").text == "ok"
        commits = site.house.log.commits  # type: ignore[attr-defined]
        assert http.get("/healthz").text == "ok"
        assert site.house.log.commits == commits  # type: ignore[attr-defined]
        blocker = sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        assert http.get("/healthz").status_code == 200
        answer = http.get("/readyz")
        assert answer.status_code == 503
        assert answer.text == "moves cannot be written: database is locked"
        blocker.execute("ROLLBACK")
        blocker.close()
        assert http.get("/readyz").status_code == 200
        http.close()


def test_many_who_ask_whether_it_is_ready_share_one_writing(tmp_path: Path) -> None:
    with a_site(tmp_path) as site:
        readiness = site.house.readiness

        async def ask() -> list[str]:
            return await asyncio.gather(*(readiness.why_not() for _ in range(50)))

        before = site.house.log.written  # type: ignore[attr-defined]
        assert site.run(ask()) == [""] * 50
        assert site.house.log.written == before + 1  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_a_signal_ends_the_server_whatever_the_database_does(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--data", str(tmp_path)]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        url = ""
        while not url:
            line = server.stderr.readline()
            assert line, "the server did not start"
            url = line.split("Uvicorn running on ")[1].split(" ")[0] if "Uvicorn running on " in line else ""
        blocker = sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        # Somebody waits for a table that cannot be written.
        port = int(url.rsplit(":", 1)[1])
        body = b'{"game":"photon-rush","seats":["bot:random","bot:random"]}'
        head = f"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n"
        waiting = socket.create_connection(("127.0.0.1", port))
        waiting.sendall(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        for _ in range(3):
            assert httpx.get(f"{url}/healthz").text == "ok"
        began = time.monotonic()
        server.send_signal(signal.SIGTERM)
        server.wait(10)
        print(f"ended after {time.monotonic() - began:.1f} s")
        blocker.close()
        waiting.close()
    finally:
        server.kill()
        server.wait()
        if server.stderr is not None:
            server.stderr.close()


# -- clocks -----------------------------------------------------------------------------------------------------


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + seconds)


def remaining(hall: Hall, room: Room) -> float:
    assert room.alarm is not None
    assert hall.loop is not None
    return room.alarm.when() - hall.loop.time()


@pytest.mark.parametrize("hours", [25, -25])
def test_a_clock_that_is_set_calls_nobody_absent_and_gives_nobody_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    async def work() -> None:
        hall = Hall(a_log(tmp_path))
        await hall.open()
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert"), pace=180))
        assert 179 < remaining(hall, room) <= 180
        set_clock(monkeypatch, hours * 3600.0)
        anna = Onlooker("anna")
        room.come(anna)
        assert 170 < remaining(hall, room) <= 180
        await room.do(lambda table: play_any(table, 0))
        await room.do(lambda table: play_any(table, 1))  # new questions
        assert 179 < remaining(hall, room) <= 180
        assert not any(seat.stand_in for seat in room.table.seats)
        await hall.close()
        # After a restart nobody has more time than there was, nor so little that they cannot come back.
        set_clock(monkeypatch, -2 * hours * 3600.0)
        again = Hall(a_log(tmp_path))
        await again.open()
        await until(lambda: room.table.id in again.rooms)
        found = again.rooms[room.table.id]
        assert 170 < remaining(again, found) <= 180
        await again.close()

    run(work())


def test_games_are_resumed_though_the_clock_was_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        log = a_log(tmp_path)
        for id, at in (("past", -30 * DAY), ("now", 0.0)):
            table = Table(id)
            make_and_start(table, people("Anna", "Bert"))
            fresh = [Entry(entry.kind, entry.body, entry.at + at) for entry in table.fresh]
            await log.append(0, fresh, table.summary()._replace(updated=table.updated + at))
        assert await log.unfinished_tables(7 * DAY) == ["now"]
        set_clock(monkeypatch, 365 * DAY)  # the clock is a year ahead
        assert await log.unfinished_tables(7 * DAY) == ["now"]
        set_clock(monkeypatch, -2 * 365 * DAY)  # a year behind: all of it lies ahead
        assert await log.unfinished_tables(7 * DAY) == ["now", "past"]
        await log.close()

    run(work())
