"""The tables that there are: those in use have a `Room`, the others lie in the log."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import structlog

from parlour.tables.elements import Refused
from parlour.tables.fair_queue import NOBODY, Asker
from parlour.tables.limits import Limiter
from parlour.tables.log import SPENT, Conflict, Entry, EventLog, StorageError
from parlour.tables.room import Command, Room
from parlour.tables.table import Table, read
from parlour.tables.tempo import Tempo
from parlour.tables.thinking import Thinkers

T = TypeVar("T")
IDLE = 120.0  # seconds after which a table that nobody looks at is put away
RESUMED = 7 * 86400.0  # seconds: games that nobody has touched for longer wait for somebody to come
LONG = 200  # steps from which on a table is read, or made from a record, apart from the event loop
CLOSING = 2.0  # seconds in which to finish what is being written when the server stops
ALONE = (0.01, 60.0)  # seconds of bots that an address has, each second and at once, for games that nobody looks at

logger = structlog.get_logger("parlour.hall")


def steps_in(entries: Sequence[Entry]) -> int:
    """About how many steps a log has, with those of a record that the table plays on from."""
    source = entries[0].body.get("source") or {}
    return len(entries) + len(source.get("moves", ()))


class Hall:
    """All tables, those in use and those that lie in the log."""

    def __init__(
        self,
        log: EventLog,
        thinkers: Thinkers | None = None,
        pause: float = 0.0,
        rng: random.Random | None = None,
    ) -> None:
        self.log = log
        self.thinkers = thinkers or Thinkers()
        self.pause = pause  # seconds a bot waits before it answers, so that people can follow
        self.tempo = Tempo(4 * pause, rng or random.SystemRandom())
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room | None]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        # Tables whose watchers (all, or those at some seats) have not been told yet; the longest waiting first.
        self.untold: dict[Room, set[int] | None] = {}
        self.long_work = ThreadPoolExecutor(1, "long-work")
        self.aside: set[str] = set()  # tables that cannot be read
        self.unattended = Limiter(*ALONE)
        self.closed = False
        self.moves = 0  # commands accepted
        self.dailies_over = 0  # changes of daily games that are over
        self.loop: asyncio.AbstractEventLoop | None = None
        self.on_spent: Callable[[], object] = lambda: None  # another process has ended sessions

    def announce(self, room: Room, seats: set[int] | None = None) -> None:
        """Tell the watchers of a table, or those at some seats, that it has changed. One table after the other:
        commands that come in between are heard first, and a table that changes again before its turn is shown once."""
        if not self.untold:
            asyncio.get_running_loop().call_soon(self._tell_next)
        waiting = self.untold.get(room, set())
        self.untold[room] = None if seats is None or waiting is None else waiting | seats

    def _tell_next(self) -> None:
        room = next(iter(self.untold))
        seats = self.untold.pop(room)
        if self.untold:
            asyncio.get_running_loop().call_soon(self._tell_next)
        table = room.table
        asked = {table.seats[seat].person for seat in table.asked}
        seated = {seat.person for seat in table.seats}
        # Those who are waited for see first what they are asked; then the others who sit here; then those who look on.
        for watcher in sorted(room.watchers, key=lambda one: (one.person not in asked, one.person not in seated)):
            if seats is None or seats & set(table.seats_of(watcher.person)):
                watcher.wake()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it gets it; nobody else minds

    async def open(self) -> None:
        """Take up the games that were under way when the server stopped."""
        self.loop = asyncio.get_running_loop()
        self.log.listen(self._told)
        self.spawn(self._resume())
        self.spawn(self._put_away())

    async def _resume(self) -> None:
        for id in await self.log.unfinished_tables(RESUMED):
            try:
                await self.room(id)
            except Refused:
                pass  # it is set aside
            except StorageError as error:
                logger.error("a table was not resumed", table=id[:4], exc_info=error)

    async def _put_away(self) -> None:
        while True:
            await asyncio.sleep(IDLE / 4)
            before = time.monotonic() - IDLE
            for id, room in tuple(self.rooms.items()):
                if room.thinking:
                    room.wake()  # those who only asked now and then may be gone
                if not (room.watchers or room.thinking or room.alarm or room.busy) and room.used < before:
                    del self.rooms[id]

    def _told(self, id: str, version: int) -> None:
        """Another process has written; this is called in another thread."""
        if self.loop is not None and not self.closed:
            self.loop.call_soon_threadsafe(self._catch_up, id, version)

    def _catch_up(self, id: str, version: int) -> None:
        if id in ("", SPENT):
            self.on_spent()
        if not id:
            for room in self.rooms.values():
                self.spawn(room.catch_up())
        elif (found := self.rooms.get(id)) is not None and found.table.version < version:
            self.spawn(found.catch_up())

    async def apart(self, steps: int, work: Callable[..., T], *arguments: Any) -> T:
        """Do something whose time grows with the steps of a table: in a thread if they are many. One at a time, so that
        the event loop waits for one thread at most, a moment now and then."""
        if steps < LONG:
            return work(*arguments)
        return await asyncio.get_running_loop().run_in_executor(self.long_work, work, *arguments)

    async def room(self, id: str) -> Room | None:
        """The table of an id, from memory or from the log."""
        room = self.rooms.get(id)
        if room is not None and room.table.deleted:  # another process has done it
            return None
        if room is None:
            if id not in self.opening:
                self.opening[id] = self.spawn(self._open(id))
                self.opening[id].add_done_callback(lambda _: self.opening.pop(id, None))
            room = await asyncio.shield(self.opening[id])
        if room is not None:
            room.used = time.monotonic()
        return room

    async def _open(self, id: str) -> Room | None:
        if not 8 <= len(id) <= 40:
            return None
        if id in self.aside:
            raise Refused("This table cannot be read.")
        try:
            entries = await self.log.read(id)
            if entries and entries[-1].kind == "deleted":
                return None
            table = await self.apart(steps_in(entries), read, id, entries) if entries else None
        except (StorageError, asyncio.CancelledError):
            raise
        except Exception as error:  # whatever somebody or something has written there: the others go on
            logger.error("a table cannot be read and is set aside", table=id[:4], exc_info=error)
            self.aside.add(id)
            raise Refused("This table cannot be read.") from error
        if table is None:
            return None
        room = Room(self, table, resumed=True)
        self.rooms[id] = room
        room.wake()
        return room

    async def make(self, command: Command, owner: Asker = NOBODY, steps: int = 0, id: str = "") -> Room:
        """A new table; the command makes its first entries, among them so many steps. Bots think for the owner. With an
        id that was promised to somebody it is made once: the second time it is the same table."""
        table = Table(id or secrets.token_urlsafe(12))
        await self.apart(steps, command, table)
        try:
            await self.log.append(0, table.fresh, table.summary())
        except Conflict:
            there = await self.room(table.id)
            if there is None:
                raise Refused("This table was deleted.") from None
            return there
        table.fresh = []
        room = Room(self, table, owner)
        self.rooms[table.id] = room
        self.note(table, 1)
        room.wake()
        return room

    def note(self, table: Table, commands: int) -> None:
        """So many commands have changed a table."""
        self.moves += commands
        if table.daily is not None and table.status == "over":
            self.dailies_over += 1

    async def rematch(self, room: Room, person: str, rotate: bool) -> Room | None:
        """Ask the others for a rematch, or agree to theirs. Its table, when there is one: at once if there is nobody to
        ask, else when all have agreed."""
        return await self._rematch(room, lambda table: table.ask_rematch(person, rotate))

    async def answer_rematch(self, room: Room, person: str, yes: bool) -> Room | None:
        """Accept a rematch or decline it; whoever has asked takes it back."""
        return await self._rematch(room, lambda table: table.answer_rematch(person, yes))

    async def open_rematch(self, room: Room, person: str) -> Room | None:
        """Whoever has asked for a rematch waits no longer: the seats of those who have not agreed are free."""

        def check(table: Table) -> None:
            if table.rematch is None or table.rematch.person != person:
                raise Refused("Only the one who asks for the rematch can do that.")

        return await self._rematch(room, check, waits=False)

    async def _rematch(self, room: Room, command: Command, waits: bool = True) -> Room | None:
        table = await room.do(command)
        asked = table.rematch
        if table.next_table:
            return await self.room(table.next_table)
        if asked is None or (waits and not table.guests() <= asked.accepted):
            return None
        seats = table.rematch_seats()

        def make(fresh: Table) -> None:
            promise = table.rematch_promise()
            fresh.make(
                table.game.id,
                table.players,
                table.options,
                asked.person,
                seats,
                table.pace,
                promise=promise,
                components=table.game.changes,
                variant=table.variant,
                hints=table.hints,
            )
            if all(seat.kind != "open" for seat in seats):
                fresh.start(asked.person)

        made = await self.make(make, room.asker, id=asked.table)  # once, whoever is first

        def link(old: Table) -> None:
            if not old.next_table:
                old.add("rematch", table=made.table.id)

        await room.do(link)
        return made

    async def delete(self, room: Room, person: str) -> None:
        """Delete a table that is a person's alone. What is left are entries that nobody can write over."""
        table = await room.do(lambda table: table.delete(person))
        self.rooms.pop(table.id, None)
        await self.log.purge(table.id, table.version)

    def counts(self) -> Mapping[str, int]:
        return {
            "rooms": len(self.rooms),
            "watchers": sum(len(room.watchers) for room in self.rooms.values()),
            "thinking": self.thinkers.queue.running,
            "questions": self.thinkers.queue.waiting,
            "withdrawn": self.thinkers.queue.withdrawn,
            "moves": self.moves,
        }

    async def close(self) -> None:
        """Stop bots and clocks; let what is being written be written."""
        self.closed = True
        for room in self.rooms.values():
            if room.alarm is not None:
                room.alarm.cancel()
            for task in tuple(room.thinking.values()):
                task.cancel()
        end = time.monotonic() + CLOSING
        while any(room.busy for room in self.rooms.values()) and time.monotonic() < end:
            await asyncio.sleep(0.005)
        left = tuple(self.tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self.long_work.shutdown(wait=False, cancel_futures=True)
        await self.thinkers.close()
        await self.log.close()
