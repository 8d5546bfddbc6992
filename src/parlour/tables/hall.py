"""The tables that are in use: one command at a time for each, bots that answer, clocks that run out."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import structlog

from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.tables.log import Conflict, Entry, EventLog
from parlour.tables.orders import orders_of
from parlour.tables.table import Refused, Seat, Table, read
from parlour.tables.tempo import Tempo
from parlour.tables.thinking import Thinkers

Command = Callable[[Table], None]
Waiting = tuple[Command, "asyncio.Future[Table]"]
ATTEMPTS = 30
IDLE = 120.0  # seconds after which a table that nobody looks at is put away
AWAKE = 90.0  # seconds without a sign of life after which a person counts as away

logger = structlog.get_logger("parlour.hall")


class Watcher(Protocol):
    """Somebody who looks at a table: a socket, or a stream of events."""

    person: str
    active: float  # when they last did something

    def changed(self) -> None:
        """Called when the table, or who is there, has changed."""


class Room:
    """A table in use. All changes go through `do`."""

    def __init__(self, hall: Hall, table: Table) -> None:
        self.hall = hall
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.visited = False  # whether somebody has come to this table by way of this process
        self.thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self.waiting: list[Waiting] = []  # commands that have not been carried out yet
        self.working = False
        self.drawn: dict[Any, Any] = {}  # what was rendered of the present version
        self.boards: dict[Any, Any] = {}  # the boards that were rendered last, and what they were made from
        self.lines: dict[Any, Any] = {}  # lines of the log as they are written, and what they were made from

    async def do(self, command: Command) -> Table:
        """Carry out a command; returns when its entries are on disk and everybody is being told."""
        done: asyncio.Future[Table] = asyncio.get_running_loop().create_future()
        self.waiting.append((command, done))
        if not self.working:
            self.working = True
            # In a task of its own: a socket that closes meanwhile must not leave the table half told.
            self.hall.spawn(self._work())
        return await done

    async def _work(self) -> None:
        """Carry out what is waiting. What comes while the disk is written to goes into the next writing together."""
        try:
            async with self.lock:
                self.used = time.monotonic()
                while self.waiting:
                    group, self.waiting = self.waiting, []
                    await self._carry_out(group)
        finally:
            self.working = False

    async def _carry_out(self, group: list[Waiting]) -> None:
        """One command after the other, each on what the ones before it made of the table; then one writing."""
        results: list[Exception | None] = []
        try:
            for attempt in range(ATTEMPTS):  # another process may be faster now and then
                results = []
                entries: list[Entry] = []
                table = self.table
                for command, _ in group:
                    fork = table.fork()
                    try:
                        command(fork)
                    except Exception as error:  # for whoever sent it; the others' commands stand
                        results.append(error)
                        continue
                    results.append(None)
                    if fork.fresh:
                        entries += fork.fresh
                        fork.fresh = []
                        table = fork
                if not entries:
                    break
                try:
                    await self.hall.log.append(self.table.version, entries, table.summary())
                except Conflict:
                    await asyncio.sleep(0.003 * attempt)
                    await self._catch_up()
                    continue
                seats = knowing(self.table, table, entries)
                self._note_tempo(entries)
                self.table = table
                self.hall.moves += results.count(None)
                self.tell(seats)
                break
            else:
                raise Refused("Too many people are at this table at once; please try again.")
        except Exception as error:  # nothing was written: those whose commands were good have to know
            results = [result or error for result in results]
        for (_, done), result in zip(group, results, strict=True):
            settle(done, result if result is not None else self.table)

    @property
    def busy(self) -> bool:
        return self.working or self.lock.locked()

    async def catch_up(self) -> None:
        """Read what another process has written."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        entries = await self.hall.log.read(self.table.id, self.table.version)
        if entries:
            fork = self.table.fork()
            for entry in entries:
                fork.fold(entry)
            seats = knowing(self.table, fork, entries)
            self.table = fork
            self.tell(seats)

    def tell(self, seats: set[int] | None = None) -> None:
        """Everybody hears of the new state, or only those at some seats; bots and clocks are set to work."""
        self.drawn.clear()
        self.hall.announce(self, seats)
        self.wake()

    # -- who is there ----------------------------------------------------------------------------

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.visited = True
        self.seen(watcher)
        self.presence_changed()
        self.wake()

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            self.boards.clear()
            self.lines.clear()
        self.used = time.monotonic()
        self.presence_changed()
        self.wake()

    def seen(self, watcher: Watcher) -> None:
        """A sign of life: the person's seat is given back, if a stand-in has it."""
        watcher.active = time.monotonic()
        person = watcher.person
        if any(seat.stand_in and seat.person == person for seat in self.table.seats):

            def give_back(table: Table) -> None:
                for seat in table.seats_of(person):
                    table.set_stand_in(seat, False)

            self.hall.spawn(self._quietly(give_back))

    def presence_changed(self) -> None:
        self.drawn.clear()
        self.hall.announce(self)

    def awake(self, person: str) -> bool:
        since = time.monotonic() - max(AWAKE, self.table.pace)
        return any(watcher.person == person and watcher.active >= since for watcher in self.watchers)

    # -- bots and clocks -------------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots think that are asked, and set the alarm for people who are out of time."""
        table = self.table
        if self.hall.closed or table.status != "playing" or table.frozen:
            return
        for seat, question in table.asked.items():
            if (seat, question) in self.thinking:
                continue
            ordered = table.ordered(seat) is not None
            if ordered or table.played_by_bot(seat):
                key = (seat, question)
                task = self.hall.spawn(self._ordered(seat, question) if ordered else self._bot(seat, question))
                self.thinking[key] = task
                task.add_done_callback(lambda _, key=key: self.thinking.pop(key, None))  # type: ignore[misc]
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        # A process that nobody has come to does not know who is away: they may be with another one.
        if table.pace and (self.hall.log.alone or self.visited):
            waiting = [
                since + table.pace
                for seat, since in table.asked_since.items()
                if table.seats[seat].human
                and not table.seats[seat].stand_in
                and not self.awake(table.seats[seat].person)
            ]
            if waiting:
                delay = max(0.05, min(waiting) - time.time())
                self.alarm = asyncio.get_running_loop().call_later(min(delay, 3600.0), self._ring)
            elif any(table.seats[seat].human for seat in table.asked):
                # Everybody is there now; look again when they may have fallen asleep.
                self.alarm = asyncio.get_running_loop().call_later(AWAKE, self.wake)

    def _ring(self) -> None:
        self.alarm = None
        now = time.time()

        def stand_in(table: Table) -> None:
            for seat, since in table.asked_since.items():
                there = table.seats[seat]
                if there.human and now >= since + table.pace and not self.awake(there.person):
                    table.set_stand_in(seat, True)

        self.hall.spawn(self._quietly(stand_in))
        self.hall.spawn(self._wake_later())

    async def _wake_later(self) -> None:
        await asyncio.sleep(1)
        self.wake()

    async def _quietly(self, command: Command) -> None:
        with contextlib.suppress(Refused):
            await self.do(command)

    async def _ordered(self, seat: int, question: int) -> None:
        """An answer by a seat's standing orders, after as long as its person might take."""
        await asyncio.sleep(self.hall.tempo.draw(answerer(self.table, seat)))
        try:
            await self.do(lambda table: table.play_ordered(seat, question))
        except Refused:
            pass  # the game was ended or frozen meanwhile
        except Exception:
            logger.exception("an ordered answer was not kept", game=self.table.game.id)
        if self.table.asked.get(seat) == question:
            self.hall.spawn(self._wake_later())  # the orders were taken back, perhaps for a stand-in to answer

    def _note_tempo(self, entries: Sequence[Entry]) -> None:
        """Learn from what people answer by hand, in games with standing orders, how long they take."""
        table = self.table
        if orders_of(table.game.id) is None:
            return
        for entry in entries:
            seat = entry.body["seat"] if entry.kind == "move" and not entry.body.get("by") else -1
            if seat in table.asked and table.seats[seat].human and table.ordered(seat) is None:
                self.hall.tempo.hear(answerer(table, seat), entry.at - table.asked_since[seat])

    async def _bot(self, seat: int, question: int) -> None:
        """One answer of a bot."""
        if self.hall.pause:
            await asyncio.sleep(self.hall.pause)
        table = self.table
        name = table.played_by_bot(seat)
        if table.asked.get(seat) != question or not name or table.state is None:
            return
        view, legal = table.state.view(seat), table.state.legal(seat)
        seen = [event.seen_by(seat) for step in table.steps for event in step.events]
        seed = f"{table.seed}:{question}"
        by = "stand-in" if table.seats[seat].human else ""
        try:
            action = await self.hall.thinkers.choose(name, table.game.id, seat, seed, view, legal, seen)
            if action not in legal:
                raise ValueError(f"{action!r} is not legal")
        except Exception:
            logger.exception("a bot failed; any legal action is played", bot=name, game=table.game.id)
            action = legal[Rng(seed).below(len(legal))]
        try:
            await self.do(lambda table: table.play(seat, action, question, by))
        except (Refused, RulesError):
            pass  # the question is gone, by an undo or a person's return
        except Exception:
            logger.exception("a bot's move was not kept", game=table.game.id)
            await asyncio.sleep(1)
            self.hall.spawn(self._wake_later())


def settle(done: asyncio.Future[Table], result: Table | Exception) -> None:
    """Give a waiting command its result, if somebody still waits."""
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
        done.exception()  # nobody may be left to look at it
    else:
        done.set_result(result)


def answerer(table: Table, seat: int) -> tuple[str, ...]:
    """Who is asked what kind of question: the person, and what may be answered."""
    legal = table.state.legal(seat) if table.state is not None else []
    return (table.seats[seat].person, table.seats[seat].name, *sorted({action.split(" ")[0] for action in legal}))


def knowing(before: Table, after: Table, entries: Sequence[Entry]) -> set[int] | None:
    """The seats that hear of some entries: nobody but their own if these are orders only, else everybody (`None`)."""
    return {entry.body["seat"] for entry in entries} if before.moment == after.moment else None


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
        self.closed = False
        self.moves = 0  # commands accepted
        self.loop: asyncio.AbstractEventLoop | None = None

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
                watcher.changed()

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
        for id in await self.log.unfinished(time.time() - 86400):
            room = await self.room(id)
            if room is not None:
                room.wake()

    async def _put_away(self) -> None:
        while True:
            await asyncio.sleep(IDLE / 4)
            before = time.monotonic() - IDLE
            for id, room in tuple(self.rooms.items()):
                if not (room.watchers or room.thinking or room.alarm or room.busy) and room.used < before:
                    del self.rooms[id]

    def _told(self, id: str, version: int) -> None:
        """Another process has written; this is called in another thread."""
        if self.loop is not None and not self.closed:
            self.loop.call_soon_threadsafe(self._catch_up, id, version)

    def _catch_up(self, id: str, version: int) -> None:
        if not id:
            for room in self.rooms.values():
                self.spawn(room.catch_up())
        elif (found := self.rooms.get(id)) is not None and found.table.version < version:
            self.spawn(found.catch_up())

    async def room(self, id: str) -> Room | None:
        """The table of an id, from memory or from the log."""
        room = self.rooms.get(id)
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
        entries = await self.log.read(id)
        if not entries:
            return None
        room = Room(self, read(id, entries))
        self.rooms[id] = room
        room.wake()
        return room

    async def make(self, command: Command) -> Room:
        """A new table; the command makes its first entries."""
        table = Table(secrets.token_urlsafe(12))
        command(table)
        await self.log.append(0, table.fresh, table.summary())
        table.fresh = []
        room = Room(self, table)
        self.rooms[table.id] = room
        self.moves += 1
        room.wake()
        return room

    async def rematch(self, room: Room, person: str, rotate: bool) -> Room:
        """A new table with the same people; the second who asks is led to the same one."""
        table = room.table
        if table.status != "over":
            raise Refused("The game is not over.")
        if not table.seats_of(person):
            raise Refused("Only those who played can do that.")
        if not table.next_table:
            seats = [Seat(seat.kind, seat.person, seat.name, seat.bot) for seat in table.seats]
            if rotate:
                seats = [*seats[1:], seats[0]]

            def make(fresh: Table) -> None:
                fresh.make(table.game.id, table.players, table.options, person, seats, table.pace)
                fresh.start(person)

            made = await self.make(make)

            def link(old: Table) -> None:
                if not old.next_table:
                    old.add("rematch", table=made.table.id)

            await room.do(link)
        found = await self.room(room.table.next_table)
        assert found is not None
        return found

    def counts(self) -> Mapping[str, int]:
        return {
            "rooms": len(self.rooms),
            "watchers": sum(len(room.watchers) for room in self.rooms.values()),
            "thinking": self.thinkers.thinking,
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
        busy = [room for room in self.rooms.values() if room.busy]
        for room in busy:
            while room.busy:
                await asyncio.sleep(0.005)
        left = tuple(self.tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self.thinkers.close()
        await self.log.close()
