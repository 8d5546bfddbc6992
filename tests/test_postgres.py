"""The same storage on PostgreSQL. A server of its own is started where PostgreSQL is installed."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from parlour.tables import sql
from parlour.tables.hall import Hall
from parlour.tables.schema import HEAD, migrate_postgres, open_log, revision
from test_tables import check_storage, make_and_start, people, play_any, run, until
from visit import Visitor, a_site


def programs() -> Path | None:
    """Where `initdb` and `pg_ctl` are; Debian does not put them on the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return places[-1].parent if places else None


def as_somebody(command: list[str]) -> list[str]:
    """PostgreSQL does not run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    if os.environ.get("PARLOUR_TEST_POSTGRES"):
        yield os.environ["PARLOUR_TEST_POSTGRES"]
        return
    bin = programs()
    if bin is None:
        pytest.skip("PostgreSQL is not installed here: its tests are skipped (apt install postgresql)")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="parlour-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        data = folder / "data"
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/", "check": True}
        subprocess.run(as_somebody([f"{bin}/initdb", "-D", str(data), "-A", "trust", "-U", "postgres"]), **quiet)
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        log = str(folder / "log")
        subprocess.run(
            as_somebody([f"{bin}/pg_ctl", "-D", str(data), "-o", options, "-l", log, "-w", "start"]), **quiet
        )
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run(as_somebody([f"{bin}/pg_ctl", "-D", str(data), "-m", "immediate", "stop"]), **quiet)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def database(server: str) -> str:
    """An empty database."""
    name = "parlour_test"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        db.execute(f"CREATE DATABASE {name}")
    return server.rsplit("/", 1)[0] + f"/{name}"


def test_storage_does_the_same(database: str) -> None:
    run(check_storage(lambda: open_log(database)))


def test_an_old_database_is_brought_up_to_date(database: str) -> None:
    migrate_postgres(database, "0001")
    with psycopg.connect(database, autocommit=True) as db:
        assert revision(db) == "0001"
        db.execute("INSERT INTO tables VALUES ('old', 'mogul', 1, 'over', 'anna', '{}', 1.0)")
    migrate_postgres(database)
    with psycopg.connect(database, autocommit=True) as db:
        assert revision(db) == HEAD
        assert db.execute("SELECT id, daily FROM tables").fetchall() == [("old", None)]


def test_two_processes_hear_of_each_other(database: str) -> None:
    async def work() -> None:
        one, two = Hall(open_log(database)), Hall(open_log(database))
        await one.open()
        await two.open()
        room = await one.make(lambda table: make_and_start(table, people("Anna", "Bert")))
        other = await two.room(room.table.id)
        assert other is not None
        await room.do(lambda table: play_any(table, 0))
        await until(lambda: len(other.table.steps) == 1)
        await other.do(lambda table: play_any(table, 1))
        await until(lambda: len(room.table.steps) == 2)
        # Both at once: one of them finds that the other was first, reads it, and goes on from there.
        await asyncio.gather(*(hall.do(lambda table: table.say("anna", "Anna", "hm")) for hall in (room, other) * 5))
        await until(lambda: len(room.table.chats) == len(other.table.chats) == 10)
        await one.close()
        await two.close()

    run(work())


def test_a_lost_connection_is_made_again(database: str) -> None:
    async def work() -> None:
        log = open_log(database)
        hall = Hall(log)
        room = await hall.make(lambda table: make_and_start(table, people("Anna", "Bert")))
        with psycopg.connect(database, autocommit=True) as db:
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        with pytest.raises(Exception, match=r"."):
            await room.do(lambda table: play_any(table, 0))
        await room.do(lambda table: play_any(table, 0))
        assert len(room.table.steps) == 1
        await hall.close()

    run(work())


def test_the_server_on_postgres(database: str, tmp_path: Path) -> None:
    with a_site(tmp_path, database=database) as site:
        anna = Visitor(site, "Anna")
        table = anna.play_now()
        chair = anna.at(table).until(lambda chair: chair.turn)
        chair.play()
        chair.leave()
        cookies = anna.http.cookies
        anna.close()
    with a_site(tmp_path, database=database) as site:
        anna = Visitor(site)
        anna.http.cookies = cookies
        assert f"/t/{table}" in anna.get("/")
        anna.close()
    assert not list(tmp_path.iterdir())


def test_a_session_that_is_ended_ends_in_all_processes(database: str, tmp_path: Path) -> None:
    with a_site(tmp_path / "one", database=database) as one, a_site(tmp_path / "two", database=database) as two:
        anna, phone = Visitor(one, "Anna"), Visitor(two)
        person = anna.http.cookies["parlour"].split(".")[0]
        link = f"/me/{one.house.signer.link(person)}"
        phone.get(link)
        phone.post(link)
        phone.get("/me")
        anna.post(link, status=404)  # it was used in the other process
        table = phone.play_now()
        chair = phone.at(table).until(lambda chair: chair.turn)
        found = anna.http.get("/api/sessions").json()
        assert len(found) == 2
        assert anna.http.delete(f"/api/sessions/{found[1]['id']}").status_code == 204
        assert chair.closed() == 4401
        assert phone.http.get("/api/sessions").status_code == 401
        anna.close()
        phone.close()


def test_a_server_outlives_a_database_that_stands_still(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its processes are stopped, as a machine is that hangs: connections stay open and nothing answers."""
    monkeypatch.setattr(sql, "PATIENCE", 0.5)
    monkeypatch.setattr("parlour.web.watching.FRESH", 0.0)
    stopped: list[int] = []
    try:
        with tempfile.TemporaryDirectory() as folder, a_site(Path(folder), database=database) as site:
            anna = Visitor(site, "Anna")
            table = anna.play_now()
            chair = anna.at(table).until(lambda chair: chair.turn)
            with psycopg.connect(database) as db:
                query = (
                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
                pids = [pid for (pid,) in db.execute(query)]
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGSTOP)
                except PermissionError:
                    pytest.skip("PostgreSQL runs as somebody else here: it cannot be made to stand still")
                stopped.append(pid)
            assert "could not keep this" in chair.refused(do="play", action=chair.actions()[0], question=chair.question)
            assert anna.http.get("/healthz").status_code == 200
            assert anna.http.get("/readyz").status_code == 503
            began = time.monotonic()
            chair.leave()
            anna.close()
        assert time.monotonic() - began < 10
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)
