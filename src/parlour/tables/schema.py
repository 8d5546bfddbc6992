"""The database's shape, brought up to date when a server starts.

Each change is a file in `migrations/versions`. An SQLite file is copied beside itself before it is changed.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from parlour.tables.sql import BUSY, PostgresLog, SqliteLog, SqlLog, limits

HEAD = "0003"  # the newest file in migrations/versions
MIGRATIONS = Path(__file__).parent / "migrations"


def is_postgres(database: str) -> bool:
    return database.startswith(("postgresql://", "postgres://"))


def open_log(database: str) -> SqlLog:
    """The log of a database, up to date: `postgresql://...`, or the path of an SQLite file."""
    if is_postgres(database):
        migrate_postgres(database)
        return PostgresLog(database)
    path = Path(database)
    migrate_sqlite(path)
    return SqliteLog(path)


def migrate_sqlite(path: Path, target: str = HEAD) -> Path | None:
    """Bring a file up to date; the copy that was made of the old one, if it had to change."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds the key that signs cookies
    db = sqlite3.connect(path, isolation_level=None, timeout=BUSY)
    copy: Path | None = None
    try:
        current = revision(db)
        if current == target:
            return None
        if current is not None:
            refuse_newer(current, target, str(path))
            copy = path.with_name(f"{path.name}.before-{target}")
            backup(db, copy)
    finally:
        db.close()
    upgrade(f"sqlite:///{path}", target)
    return copy


def backup(db: sqlite3.Connection, copy: Path) -> None:
    os.close(os.open(copy, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
    kept = sqlite3.connect(copy)
    try:
        db.backup(kept)
    finally:
        kept.close()


def migrate_postgres(url: str, target: str = HEAD) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True, **limits(statements=False)) as db:
        db.execute("SELECT pg_advisory_lock(7105001)")  # two processes that start together
        current = revision(db)
        if current != target:
            if current is not None:
                refuse_newer(current, target, "the database")
            upgrade("postgresql+psycopg://" + url.split("://", 1)[1], target)


def revision(db: Any) -> str | None:
    """The newest change that a database has seen; `None` if it is empty."""
    there = "SELECT name FROM sqlite_master WHERE name = 'alembic_version'"
    if not isinstance(db, sqlite3.Connection):
        there = "SELECT to_regclass('alembic_version')"
    found = db.execute(there).fetchone()
    if found is None or found[0] is None:
        return None
    row = db.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else None


def refuse_newer(current: str, target: str, where: str) -> None:
    if current > target:
        raise RuntimeError(f"{where} was written by a newer version of parlour (schema {current}, known: {target})")


def upgrade(url: str, target: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, target)
