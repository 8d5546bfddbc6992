"""What a server makes sure of before it opens: that the folder is its own, can be written to, and holds what it should.

Whatever is wrong is said in one sentence, for whoever started it.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

import msgspec

from parlour.tables.log import Entry
from parlour.tables.schema import is_postgres, migrate_postgres, migrate_sqlite
from parlour.tables.sql import BUSY, limits
from parlour.tables.table import read

ALL_ENTRIES = "SELECT table_id, number, kind, body, at FROM entries ORDER BY table_id, number"
WAL_HEADER, FRAME_HEADER = 32, 24  # bytes, in SQLite's write-ahead log
SHOWN = 5  # problems that are told in full


class CannotStart(Exception):
    """Why a server does not open, as a sentence."""


@contextmanager
def storage_ready(database: str, deep: bool = False) -> Iterator[list[str]]:
    """Holds a database for one server and looks whether it is sound; what is worth a word though the server can open.
    A deep look reads every page and plays every table from its log."""
    if is_postgres(database):
        yield check_postgres(database, deep)
        return
    path = Path(database)
    with hold(path):
        yield check_sqlite(path, deep)


# -- one server for a folder ----------------------------------------------------------------------------------


@contextmanager
def hold(path: Path) -> Iterator[None]:
    """Keeps other servers away from a file for as long as this process lives."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = open_lock(path)
    except OSError as error:
        raise CannotStart(f"The folder {path.parent} cannot be written to: {error.strerror}.") from None
    with lock:
        if not lock_alone(lock):
            lock.seek(0)
            holder = lock.read(20).strip()
            who = f"Another server (process {holder})" if holder.isdigit() else "Another server"
            raise CannotStart(
                f"{who} keeps its tables in {path.parent}. Stop it first, or give this one a folder with --data."
            )
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def open_lock(path: Path) -> IO[str]:
    """The file beside a database that its server locks. It is never deleted: else two servers might each lock one."""
    return open(path.with_name(path.name + ".lock"), "a+", encoding="utf-8")


def lock_alone(lock: IO[str]) -> bool:
    """Lock a file, unless somebody else has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            lock.seek(1000)  # a byte that nobody reads
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# -- what is in it -------------------------------------------------------------------------------------------


def check_sqlite(path: Path, deep: bool) -> list[str]:
    notes = []
    try:
        if is_torn(path):
            notes.append("The last thing that was written is incomplete: the machine may have lost its power then.")
        migrate_sqlite(path)
        with closing(sqlite3.connect(path, isolation_level=None, timeout=BUSY)) as db:
            check = "integrity_check" if deep else "quick_check"
            found = [str(row[0]) for row in db.execute(f"PRAGMA {check}({SHOWN})")]
            if found != ["ok"]:
                raise damage(path, "; ".join(found))
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
            if deep:
                notes += check_tables(db.execute(ALL_ENTRIES))
    except sqlite3.OperationalError as error:
        raise CannotStart(f"The file {path} cannot be used: {error}.") from None
    except sqlite3.DatabaseError as error:
        raise damage(path, str(error)) from None
    except OSError as error:
        raise CannotStart(f"The file {path} cannot be used: {error.strerror}.") from None
    except RuntimeError as error:  # it is of a newer version
        raise CannotStart(f"{error}.") from None
    return notes


def damage(path: Path, why: str) -> CannotStart:
    return CannotStart(f"The file {path} is damaged ({why}). Put a backup in its place, or see docs/hosting.md.")


def is_torn(path: Path) -> bool:
    """Whether the write-ahead log ends in the middle of a page, which SQLite passes over without a word."""
    wal = path.with_name(path.name + "-wal")
    size = wal.stat().st_size if wal.exists() else 0
    if size <= WAL_HEADER:
        return 0 < size < WAL_HEADER
    with wal.open("rb") as file:
        page = int.from_bytes(file.read(12)[8:12], "big")
    return (size - WAL_HEADER) % (FRAME_HEADER + page) != 0


def check_postgres(url: str, deep: bool) -> list[str]:
    import psycopg

    try:
        migrate_postgres(url)
        if not deep:
            return []
        with psycopg.connect(url, **limits(statements=False)) as db:
            return check_tables(db.execute(ALL_ENTRIES))
    except psycopg.Error as error:
        raise CannotStart(f"The database cannot be used: {' '.join(str(error).split())}.") from None
    except RuntimeError as error:
        raise CannotStart(f"{error}.") from None


def check_tables(rows: Iterator[Any]) -> list[str]:
    """Plays every table from its log; what cannot be played, named by the beginning of its id."""
    bad = [why for id, entries in groupby(rows, itemgetter(0)) if (why := trouble_with(id, list(entries)))]
    more = [f"... and {len(bad) - SHOWN} more."] if len(bad) > SHOWN else []
    return [*bad[:SHOWN], *more]


def trouble_with(id: str, rows: Sequence[Any]) -> str:
    try:
        numbers = [row[1] for row in rows]
        if numbers != list(range(len(numbers))):
            return f"Table {id[:4]}…: entries are missing."
        read(id, [Entry(kind, msgspec.json.decode(body), at) for _, _, kind, body, at in rows])
    except Exception as error:  # whatever is in there
        return f"Table {id[:4]}… cannot be read ({type(error).__name__}); it is set aside."
    return ""
