"""What is kept of a table, and what a storage has to do.

The log of a table is the truth: entries numbered from 0, each written once. A table is what its log adds up to.
An entry is accepted when it is on disk. The key (table, number) makes two writers safe without locks: the
second one gets a `Conflict`, reads what it missed and thinks again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol


class Conflict(Exception):
    """Somebody else has written an entry of that number."""


class StorageError(Exception):
    """The entry could not be written; it is not accepted."""


class Unreadable(Exception):
    """What is stored of a table makes no sense."""


class Entry(NamedTuple):
    """One line of a table's log."""

    kind: str
    body: dict[str, Any]
    at: float  # seconds since 1970


class Summary(NamedTuple):
    """What the shelf shows of a table, written together with its entries."""

    table: str
    game: str
    rules_version: int
    status: str  # "lobby", "playing" or "over"
    host: str  # a person's id
    people: tuple[tuple[int, str, bool], ...]  # seat, person's id, whether that seat is asked
    about: dict[str, Any]  # names of the seats, number of steps, outcome
    updated: float
    daily: str | None = None  # the day, if everybody gets this deal on that day


class Person(NamedTuple):
    """Somebody with a signed cookie."""

    id: str
    name: str


class SignedIn(NamedTuple):
    """A browser in which somebody is signed in."""

    id: str
    person: str
    device: str
    seen: float  # seconds since 1970


class Spent(NamedTuple):
    """Something that counts no longer: a session, a link, or all sessions of a person up to a time but one."""

    what: str
    at: float
    but: str = ""


Told = Callable[[str, int], None]
SPENT = "~spent"  # told instead of a table when something was spent


class EventLog(Protocol):
    """A storage of tables and people."""

    alone: bool  # whether this process is the only one that writes

    async def append(self, first: int, entries: Sequence[Entry], summary: Summary) -> None:
        """Write the entries numbered from `first`, all or none. Returns when they are on disk."""

    async def read(self, table: str, since: int = 0) -> list[Entry]:
        """The entries of a table from a number on; an unknown table has none."""

    async def tables_of(self, person: str, limit: int = 60) -> list[Summary]:
        """The tables where a person sits or is the host: those that wait for the person first, then the newest."""

    async def finished_of(self, person: str, game: str, limit: int = 200) -> list[Summary]:
        """The finished games of a person, newest first."""

    async def unfinished_tables(self, seconds: float) -> list[str]:
        """The tables in play that were touched in the last so many seconds in which anything was."""

    async def purge(self, table: str, version: int) -> None:
        """Forget a table of so many entries. The last one, which says that it was deleted, stays, and so does the first
        in its place: nobody writes over them."""

    async def table_of_day(self, person: str, game: str, day: str) -> Summary | None:
        """A person's table of a daily deal."""

    async def days_scores(self, game: str, day: str) -> list[Summary]:
        """The finished tables of a daily deal."""

    async def person(self, id: str) -> Person | None: ...

    async def save_person(self, person: Person) -> None: ...

    async def save_session(self, session: SignedIn) -> None: ...

    async def sessions_of(self, person: str, limit: int = 50) -> list[SignedIn]:
        """Where somebody is signed in, the latest first."""

    async def spend(self, spent: Spent) -> bool:
        """Note that something counts no longer; whether it did until now."""

    async def spent_sessions(self, since: float) -> list[Spent]:
        """What was spent since a time; older things are forgotten, with sessions that were not seen since then."""

    async def secret(self) -> bytes:
        """The key that signs cookies and links, made once."""

    async def probe(self) -> None:
        """Write something, to see whether that is possible: `StorageError` if not."""

    def listen(self, told: Told) -> None:
        """Call `told(table, version)`, from any thread, when another process has written; `told(SPENT, 0)` when it
        has spent something; `told("", 0)` when something may have been missed."""

    async def close(self) -> None: ...
