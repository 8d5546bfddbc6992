"""The log on SQLite or PostgreSQL.

One thread writes. While it waits for the disk, more entries queue up and go into the next transaction together:
many tables share one commit, and none is told "accepted" before it is on disk. Where several tables write within a few
milliseconds, what they write is gathered for so long: the writer is woken less often. Another thread reads.

The writer shares the interpreter with the server's event loop, and after each statement it has to wait for its turn.
So a group is written with a few statements of many rows, not with a few statements for each table.

Nobody waits for a database that stands still: after `PATIENCE` seconds a call is a `StorageError`. What waits in the
queue by then is never written, and a transaction that is not committed by then is rolled back. Only a commit that
takes longer may still happen; whoever writes next to its table finds it there, as if another process had written it.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from parlour.tables.log import (
    SPENT,
    Conflict,
    Entry,
    Person,
    SignedIn,
    Spent,
    StorageError,
    Summary,
    Told,
    Unreadable,
)

T = TypeVar("T")
GATHER = 0.006  # seconds for which entries are gathered while several tables write
GROUP = 512  # the most jobs in one transaction
ROWS = 64  # the most rows in one statement
PATIENCE = 5.0  # seconds until a call is given up; databases are told to give up a little earlier
BUSY = 3.0  # seconds to wait for a lock, or for one statement
CLOSING = 3.0  # seconds to write what is left when the server stops
People = tuple[tuple[int, str, bool], ...]
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode

COLUMNS = "id, game, rules_version, status, host, about, updated, daily"
ENTRIES = "INSERT INTO entries (table_id, number, kind, body, at) VALUES {rows} ON CONFLICT DO NOTHING"
SUMMARIES = f"""INSERT INTO tables ({COLUMNS}) VALUES {{rows}}
ON CONFLICT (id) DO UPDATE SET status = excluded.status, host = excluded.host,
about = excluded.about, updated = excluded.updated"""
SITTERS = """INSERT INTO sitters (table_id, seat, person, asked) VALUES {rows}
ON CONFLICT (table_id, seat) DO UPDATE SET person = excluded.person, asked = excluded.asked"""
STAND_UP = "DELETE FROM sitters WHERE table_id IN {rows}"


class Append(NamedTuple):
    """New entries of a table, encoded: the writer only writes."""

    table: str
    rows: list[tuple[object, ...]]
    summary: tuple[object, ...]
    people: People
    version: int


Work = Append | Callable[[Any], Any]
Job = tuple[str, Work, "asyncio.Future[Any]"]


class SqlLog:
    """The part that both databases share. Subclasses connect."""

    mark = "?"  # how a value is marked in a statement
    alone = True  # whether this process is the only one that writes

    def __init__(self) -> None:
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.reads: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.gathered: dict[asyncio.AbstractEventLoop, list[Job]] = {}  # what is not handed to the writer yet
        self.handed = ("", 0.0)  # what was handed over last, and when
        self.commits = 0  # transactions so far
        self.written = 0  # jobs so far
        self.seated: dict[str, People] = {}  # what `sitters` says of tables written lately
        self.writer = threading.Thread(target=self._write_all, args=(self.connect(),), name="log-writer", daemon=True)
        self.reader = threading.Thread(target=self._read_all, args=(self.connect(),), name="log-reader", daemon=True)
        self.writer.start()
        self.reader.start()

    # -- what a database supplies -------------------------------------------------------------

    def connect(self) -> Any:
        raise NotImplementedError

    def begin(self, db: Any) -> None:
        raise NotImplementedError

    def announce(self, db: Any, table: str, version: int) -> None:
        """Tell other processes, as part of the transaction."""

    def listen(self, told: Told) -> None:
        """Nobody else writes, unless a database says otherwise."""

    # -- the two threads ----------------------------------------------------------------------

    def _write_all(self, db: Any) -> None:
        while (jobs := self.jobs.get()) is not None:
            group = list(jobs)
            while len(group) < GROUP:
                try:
                    more = self.jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self.jobs.put(None)
                    break
                group += more
            group.sort(key=lambda job: job[0])  # two processes lock rows in the same order
            try:
                group, results = self._write_awaited(db, group)
            except Exception as error:
                db = self._recover(db)
                results = [StorageError(str(error) or type(error).__name__)] * len(group)
            answer([(future, result) for (_, _, future), result in zip(group, results, strict=True)])
        db.close()

    def _write_awaited(self, db: Any, group: list[Job]) -> tuple[list[Job], list[Any]]:
        """Write what is still waited for, in one transaction; whoever gave up was told that nothing is kept."""
        while group := [job for job in group if not job[2].done()]:
            results = self._write(db, [work for _, work, _ in group])
            if not any(future.done() for _, _, future in group):
                db.execute("COMMIT")
                self.commits += 1
                self.written += len(group)
                return group, results
            db.execute("ROLLBACK")
            self.seated.clear()
        return [], []

    def _write(self, db: Any, group: Sequence[Work]) -> list[Any]:
        """All of a transaction but its end; what each job gets."""
        appends = [work for work in group if isinstance(work, Append)]
        self.begin(db)
        together = len({work.table for work in appends}) == len(appends) and self._append(db, appends)
        if appends and not together:  # somebody else has written to one of the tables: find out which
            db.execute("ROLLBACK")
            self.begin(db)
        results: list[Any] = []
        for work in group:
            if not isinstance(work, Append):
                results.append(work(db))
            elif together or self._append(db, [work]):
                results.append(None)
            else:
                results.append(Conflict(f"entry {work.rows[0][1]} of this table is already written"))
        return results

    def _append(self, db: Any, appends: Sequence[Append]) -> bool:
        """Write entries and what the shelf says about them; not if one of the entries is there already."""
        if not appends:
            return True
        rows = [row for append in appends for row in append.rows]
        if self.run_many(db, ENTRIES, rows) < len(rows):
            return False
        self.run_many(db, SUMMARIES, [append.summary for append in appends])
        moved = [append for append in appends if not self.alone or self.seated.get(append.table) != append.people]
        # What this process wrote last says who sat there only if nobody else writes.
        left = [append for append in moved if not self.alone or has_left(self.seated.get(append.table), append.people)]
        if left:
            self.run(db, STAND_UP.format(rows=f"({marks(len(left))})"), [append.table for append in left])
        sitting = [
            (append.table, seat, person, int(asked)) for append in moved for seat, person, asked in append.people
        ]
        if sitting:
            self.run_many(db, SITTERS, sitting)
        if len(self.seated) > 10_000:
            self.seated.clear()
        for append in appends:
            self.seated[append.table] = append.people
            self.announce(db, append.table, append.version)
        return True

    def _recover(self, db: Any) -> Any:
        self.seated.clear()
        try:
            db.execute("ROLLBACK")
            return db
        except Exception:
            try:
                db.close()
                return self.connect()
            except Exception:
                return db

    def _read_all(self, db: Any) -> None:
        while (job := self.reads.get()) is not None:
            _, work, future = job
            if future.done():
                continue  # nobody waits any more
            try:
                assert not isinstance(work, Append)
                result = work(db)
            except Unreadable as error:
                result = error
            except Exception as error:
                db = self._recover(db)
                result = StorageError(str(error))
            answer([(future, result)])
        db.close()

    async def _ask(self, key: str, work: Callable[[Any], T]) -> T:
        """Let the other thread read something."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.reads.put((key, work, future))
        result: T = await answer_of(future)
        return result

    async def _keep(self, key: str, work: Append | Callable[[Any], T]) -> T:
        """Let the other thread write something, together with what else there is to write at this moment."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        if loop in self.gathered:
            self.gathered[loop].append((key, work, future))
        else:
            self.gathered[loop] = [(key, work, future)]
            last, when = self.handed
            if last == key or loop.time() - when > 2 * GATHER:
                self._hand_over(loop)
            else:
                loop.call_later(GATHER, self._hand_over, loop)
        result: T = await answer_of(future)
        return result

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        jobs = self.gathered.pop(loop, None)
        if jobs:
            self.handed = (jobs[-1][0], loop.time())
            self.jobs.put(jobs)

    def run(self, db: Any, statement: str, values: Sequence[object] = ()) -> Any:
        return db.execute(statement.replace("?", self.mark), values)

    def run_many(self, db: Any, statement: str, rows: Sequence[Sequence[object]]) -> int:
        """Insert rows, many at once; how many were new or changed."""
        count = 0
        for first in range(0, len(rows), ROWS):
            part = rows[first : first + ROWS]
            values = [value for row in part for value in row]
            count += db.execute(of_rows(statement, len(part), len(part[0]), self.mark), values).rowcount
        return count

    # -- the protocol -------------------------------------------------------------------------

    async def append(self, first: int, entries: Sequence[Entry], summary: Summary) -> None:
        rows: list[tuple[object, ...]] = [
            (summary.table, first + i, entry.kind, encode(entry.body).decode(), entry.at)
            for i, entry in enumerate(entries)
        ]
        row = (
            summary.table,
            summary.game,
            summary.rules_version,
            summary.status,
            summary.host,
            encode(summary.about).decode(),
            summary.updated,
            summary.daily,
        )
        await self._keep(summary.table, Append(summary.table, rows, row, summary.people, first + len(rows)))

    async def read(self, table: str, since: int = 0) -> list[Entry]:
        statement = "SELECT kind, body, at FROM entries WHERE table_id = ? AND number >= ? ORDER BY number"

        def work(db: Any) -> list[Entry]:
            rows = self.run(db, statement, (table, since)).fetchall()
            try:
                return [Entry(kind, decode(body), at) for kind, body, at in rows]
            except (msgspec.DecodeError, UnicodeError, TypeError) as error:
                raise Unreadable(str(error)) from error

        return await self._ask(table, work)

    def _summaries(self, db: Any, rows: Sequence[Any]) -> list[Summary]:
        people: dict[str, list[tuple[int, str, bool]]] = {row[0]: [] for row in rows}
        for first in range(0, len(rows), ROWS):
            ids = [row[0] for row in rows[first : first + ROWS]]
            sitting = f"SELECT table_id, seat, person, asked FROM sitters WHERE table_id IN ({marks(len(ids))})"
            for id, seat, person, asked in self.run(db, sitting, ids):
                people[id].append((seat, person, bool(asked)))
        return [
            Summary(id, game, version, status, host, tuple(sorted(people[id])), decode(about), updated, daily)
            for id, game, version, status, host, about, updated, daily in rows
        ]

    async def tables_of(self, person: str, limit: int = 60) -> list[Summary]:
        statement = f"""SELECT {COLUMNS} FROM tables WHERE id IN (SELECT table_id FROM sitters WHERE person = ?)
            OR (host = ? AND status = 'lobby')
            ORDER BY id IN (SELECT table_id FROM sitters WHERE person = ? AND asked = 1) DESC, updated DESC LIMIT ?"""
        return await self._ask(
            person,
            lambda db: self._summaries(db, self.run(db, statement, (person, person, person, limit)).fetchall()),
        )

    async def finished_of(self, person: str, game: str, limit: int = 200) -> list[Summary]:
        statement = f"""SELECT {COLUMNS} FROM tables WHERE id IN (SELECT table_id FROM sitters WHERE person = ?)
            AND game = ? AND status = 'over' ORDER BY updated DESC LIMIT ?"""
        return await self._ask(
            person,
            lambda db: self._summaries(db, self.run(db, statement, (person, game, limit)).fetchall()),
        )

    async def unfinished_tables(self, seconds: float) -> list[str]:
        # Counted back from the last entry, or from now: the clock may have been wrong then, or be wrong now.
        newest = "SELECT MAX(updated) FROM tables"
        statement = "SELECT id FROM tables WHERE status = 'playing' AND updated >= ? ORDER BY updated DESC LIMIT 10000"

        def work(db: Any) -> list[str]:
            last = self.run(db, newest).fetchone()[0] or 0.0
            return [row[0] for row in self.run(db, statement, (min(time.time(), last) - seconds,))]

        return await self._ask("", work)

    async def purge(self, table: str, version: int) -> None:
        def work(db: Any) -> None:
            first = "UPDATE entries SET kind = 'deleted', body = '{}' WHERE table_id = ? AND number = 0"
            self.run(db, first, (table,))
            self.run(db, "DELETE FROM entries WHERE table_id = ? AND number BETWEEN 1 AND ?", (table, version - 2))
            self.run(db, "DELETE FROM sitters WHERE table_id = ?", (table,))
            self.run(db, "DELETE FROM tables WHERE id = ?", (table,))
            self.seated.pop(table, None)

        await self._keep(table, work)

    async def table_of_day(self, person: str, game: str, day: str) -> Summary | None:
        statement = f"""SELECT {COLUMNS} FROM tables WHERE daily = ? AND game = ?
            AND id IN (SELECT table_id FROM sitters WHERE person = ?) ORDER BY updated LIMIT 1"""

        def work(db: Any) -> Summary | None:
            rows = self.run(db, statement, (day, game, person)).fetchall()
            return self._summaries(db, rows)[0] if rows else None

        return await self._ask(person, work)

    async def days_scores(self, game: str, day: str) -> list[Summary]:
        statement = f"SELECT {COLUMNS} FROM tables WHERE game = ? AND daily = ? AND status = 'over' LIMIT 1000"
        return await self._ask(game, lambda db: self._summaries(db, self.run(db, statement, (game, day)).fetchall()))

    async def person(self, id: str) -> Person | None:
        def work(db: Any) -> Person | None:
            row = self.run(db, "SELECT id, name FROM people WHERE id = ?", (id,)).fetchone()
            return Person(*row) if row else None

        return await self._ask(id, work)

    async def save_person(self, person: Person) -> None:
        statement = "INSERT INTO people (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name"

        def work(db: Any) -> None:
            self.run(db, statement, tuple(person))

        await self._keep(person.id, work)

    async def save_session(self, session: SignedIn) -> None:
        statement = """INSERT INTO sessions (id, person, device, seen) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET device = excluded.device, seen = excluded.seen"""

        def work(db: Any) -> None:
            self.run(db, statement, tuple(session))

        await self._keep(session.id, work)

    async def sessions_of(self, person: str, limit: int = 50) -> list[SignedIn]:
        statement = "SELECT id, person, device, seen FROM sessions WHERE person = ? ORDER BY seen DESC LIMIT ?"
        return await self._ask(
            person, lambda db: [SignedIn(*row) for row in self.run(db, statement, (person, limit)).fetchall()]
        )

    async def spend(self, spent: Spent) -> bool:
        def work(db: Any) -> bool:
            if spent.but:  # all sessions of a person but one
                self.run(db, "DELETE FROM sessions WHERE person = ? AND id <> ?", (spent.what, spent.but))
                self.run(db, "DELETE FROM spent WHERE what = ?", (spent.what,))
            else:
                self.run(db, "DELETE FROM sessions WHERE id = ?", (spent.what,))
            statement = "INSERT INTO spent (what, at, but) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
            first: bool = self.run(db, statement, tuple(spent)).rowcount == 1
            self.announce(db, SPENT, 0)
            return first

        return await self._keep(spent.what, work)

    async def spent_sessions(self, since: float) -> list[Spent]:
        def work(db: Any) -> list[Spent]:
            self.run(db, "DELETE FROM spent WHERE at < ?", (since,))
            self.run(db, "DELETE FROM sessions WHERE seen < ?", (since,))
            return [Spent(*row) for row in self.run(db, "SELECT what, at, but FROM spent").fetchall()]

        return await self._keep("", work)

    async def secret(self) -> bytes:
        fresh = secrets.token_hex(32)

        def work(db: Any) -> str:
            self.run(db, "INSERT INTO settings (name, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING", (fresh,))
            return str(self.run(db, "SELECT value FROM settings WHERE name = 'secret'").fetchone()[0])

        return bytes.fromhex(await self._keep("", work))

    async def probe(self) -> None:
        statement = "INSERT INTO settings (name, value) VALUES ('probe', ?) ON CONFLICT (name) DO UPDATE SET value = ?"
        now = str(time.time())
        await self._keep("", lambda db: self.run(db, statement, (now, now)))

    async def close(self) -> None:
        """Write what is waiting, then stop. A database that stands still is left alone."""
        self._hand_over(asyncio.get_running_loop())
        self.jobs.put(None)
        self.reads.put(None)
        await self._join(self.writer, self.reader)

    async def _join(self, *threads: threading.Thread) -> None:
        end = time.monotonic() + CLOSING
        while any(thread.is_alive() for thread in threads) and time.monotonic() < end:
            await asyncio.sleep(0.005)


@cache
def of_rows(statement: str, rows: int, columns: int, mark: str) -> str:
    """A statement for so many rows at once."""
    row = "(" + ", ".join([mark] * columns) + ")"
    return statement.format(rows=", ".join([row] * rows))


def marks(count: int) -> str:
    """Places for so many values."""
    return ", ".join("?" * count)


def has_left(before: People | None, now: People) -> bool:
    """Whether a seat that may have been taken is not any more."""
    return before is None or not {seat for seat, _, _ in before} <= {seat for seat, _, _ in now}


def give_up(future: asyncio.Future[Any]) -> None:
    """Nobody waits for this any more: a thread that has not done it yet finds it done and leaves it."""
    if not future.done():
        future.set_result(StorageError("the database does not answer"))


async def answer_of(future: asyncio.Future[Any]) -> Any:
    """What a thread has found, or what went wrong."""
    patience = future.get_loop().call_later(PATIENCE, give_up, future)
    try:
        result = await future
    finally:
        patience.cancel()
    if isinstance(result, Exception):
        raise result
    return result


def answer(results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    """Hand results to those who wait, each in its own event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for future, result in results:
        loops.setdefault(future.get_loop(), []).append((future, result))
    for loop, mine in loops.items():
        with contextlib.suppress(RuntimeError):  # that loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, mine)


def settle(results: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in results:
        if not future.done():
            future.set_result(result)


class SqliteLog(SqlLog):
    """One file, one process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__()

    def connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=BUSY)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        return db

    def begin(self, db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")


def limits(statements: bool = True) -> dict[str, Any]:
    """How long PostgreSQL may take for a connection, and for a lock or any other statement."""
    wait = round(BUSY * 1000)
    return {
        "connect_timeout": round(PATIENCE),
        "options": f"-c statement_timeout={wait} -c lock_timeout={wait}" if statements else "-c lock_timeout=60000",
        "tcp_user_timeout": round(PATIENCE * 1000),
    }


class PostgresLog(SqlLog):
    """Many processes; each hears of what the others write."""

    mark = "%s"
    alone = False
    channel = "parlour_tables"

    def __init__(self, url: str) -> None:
        self.url = url
        self.name = secrets.token_hex(6)  # so that a process does not listen to itself
        self.closing = False
        self.listener: threading.Thread | None = None
        super().__init__()

    def connect(self) -> Any:
        import psycopg

        return psycopg.connect(self.url, autocommit=True, **limits())

    def begin(self, db: Any) -> None:
        db.execute("BEGIN")

    def announce(self, db: Any, table: str, version: int) -> None:
        db.execute("SELECT pg_notify(%s, %s)", (self.channel, f"{self.name} {table} {version}"))

    def listen(self, told: Told) -> None:
        def hear() -> None:
            while not self.closing:
                try:
                    with self.connect() as db:
                        db.execute(f"LISTEN {self.channel}")
                        told("", 0)
                        while not self.closing:
                            for notice in db.notifies(timeout=1.0):
                                who, table, version = notice.payload.split(" ")
                                if who != self.name:
                                    told(table, int(version))
                except Exception:
                    if not self.closing:
                        threading.Event().wait(1.0)

        self.listener = threading.Thread(target=hear, name="log-listener", daemon=True)
        self.listener.start()

    async def close(self) -> None:
        self.closing = True
        await super().close()
        if self.listener is not None:
            await self._join(self.listener)
