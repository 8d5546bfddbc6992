"""A table in use: one command at a time, bots that answer, clocks that run out."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import structlog

from parlour.bots.levels import BUDGETS
from parlour.bots.trail import Trail
from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.tables import clocks
from parlour.tables.elements import Refused
from parlour.tables.fair_queue import NOBODY, Asker
from parlour.tables.folding import fold
from parlour.tables.limits import address_key
from parlour.tables.log import Conflict, Entry, StorageError
from parlour.tables.orders import orders_of
from parlour.tables.table import Table

if TYPE_CHECKING:
    from parlour.tables.hall import Hall

Command = Callable[[Table], None]
Waiting = tuple[Command, "asyncio.Future[Table]"]
Question = tuple[int, clocks.When, float]  # the seat, since when it stands, the seconds that were used before
ATTEMPTS = 30
MISSED = 2  # questions in a row, without a sign of life, after which a stand-in keeps the seat
ELSEWHERE = 5.0  # seconds that a process waits for the one where people are to ring, where there are several
AGAIN = 1.0  # seconds until a bot whose people ask for too much asks again
HASTE = 4  # answers of bots in a row after which they answer no faster any more
LINGER = 30.0  # seconds for which a program that asked about a table counts as looking at it
CALLERS = 50  # the most of these that are remembered

logger = structlog.get_logger("parlour.room")


class Watcher(Protocol):
    """Somebody who looks at a table: a socket, or a stream of events."""

    person: str
    address: str  # where they come from

    def wake(self) -> None:
        """Called when the table, or who is there, has changed."""


class Room:
    """A table in use. All changes go through `do`."""

    def __init__(self, hall: Hall, table: Table, owner: Asker = NOBODY, resumed: bool = False) -> None:
        self.hall = hall
        self.owner = owner  # on whose account bots think when nobody is there
        self.callers: dict[Asker, float] = {}  # who asked about this table without staying, and when
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.visited = False  # whether somebody has come to this table by way of this process
        self.missed: dict[int, int] = {}  # seat -> questions it left open in a row, without a sign of life
        self.thinking: dict[tuple[int, int], asyncio.Task[None]] = {}
        self.trails: dict[int, Trail] = {}  # bot's seat -> where it was asked before, since this table was opened
        self.alarm: asyncio.TimerHandle | None = None
        # Until when questions are to be answered, by the clock that never jumps.
        self.deadlines: dict[Question, float] = {}
        if resumed:
            self._set_clocks(clocks.GRACE)
        self.used = time.monotonic()
        self.waiting: list[Waiting] = []  # commands that have not been carried out yet
        self.working = False
        self.changes = 0  # how often what is to be seen here has changed: the table, or who is there

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
                self.hall.note(table, results.count(None))
                self.tell(seats)
                break
            else:
                raise Refused("Too many people are at this table at once; please try again.")
        except Exception as error:  # nothing was written: those whose commands were good have to know
            results = [result or error for result in results]
            if isinstance(error, StorageError):
                self.hall.spawn(self._look_again())
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
                fold(fork, entry)
            seats = knowing(self.table, fork, entries)
            self.table = fork
            self.tell(seats)

    async def _look_again(self) -> None:
        """After a writing that went wrong: a database that stood still may have finished it all the same."""
        with contextlib.suppress(StorageError):
            await self.catch_up()

    def tell(self, seats: set[int] | None = None) -> None:
        """Everybody hears of the new state, or only those at some seats; bots and clocks are set to work."""
        self.changes += 1
        self.hall.announce(self, seats)
        self.wake()

    # -- who is there ----------------------------------------------------------------------------

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.visited = True
        self.note_sign_of_life(watcher)
        self.presence_changed()
        self.wake()

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.used = time.monotonic()
        self.presence_changed()
        self.wake()

    def note_sign_of_life(self, watcher: Watcher) -> None:
        """A sign of life: the person's seat is given back, if a stand-in has it."""
        person = watcher.person
        for seat in self.table.seats_of(person):
            self.missed.pop(seat, None)
        if any(seat.stand_in and seat.person == person for seat in self.table.seats):

            def give_back(table: Table) -> None:
                for seat in table.seats_of(person):
                    table.set_stand_in(seat, False)

            self.hall.spawn(self._quietly(give_back))

    def presence_changed(self) -> None:
        self.changes += 1
        self.hall.announce(self)

    def note_call(self, asker: Asker) -> None:
        """Somebody asks about the table, or does something here, without staying to look at it."""
        now = time.monotonic()
        for caller, when in tuple(self.callers.items()):
            if when < now - LINGER or len(self.callers) > CALLERS:
                del self.callers[caller]
        new = asker not in self.callers
        self.callers[asker] = now
        if asker.person == self.table.host:
            self.owner = asker
        if new:
            self.wake()

    def _there(self) -> Iterator[Asker]:
        """Who looks at the table, or did a moment ago."""
        for watcher in self.watchers:
            yield Asker(watcher.person, watcher.address)
        since = time.monotonic() - LINGER
        yield from (caller for caller, when in self.callers.items() if when >= since)

    @property
    def asker(self) -> Asker:
        """On whose account bots think here: the host's, else that of somebody who plays, else that of somebody who
        looks on. So nobody slows a table down by looking at it."""
        seated = {seat.person for seat in self.table.seats if seat.human}

        def rank(asker: Asker) -> int:
            return 0 if asker.person == self.table.host else 1 if asker.person in seated else 2

        return min(self._there(), key=rank, default=self.owner)

    @property
    def awaited(self) -> bool:
        """Whether bots play on: somebody looks, or several people play and one who comes later waits for the others;
        else only while the owner has time left for games that nobody looks at."""
        if self.looked_at or self.by_post:
            return True
        home = address_key(self.owner.address)
        return bool(home) and self.hall.unattended.bucket(home).has()

    @property
    def looked_at(self) -> bool:
        return any(True for _ in self._there())

    @property
    def by_post(self) -> bool:
        """Whether people play here who need not come at the same time."""
        people = [seat for seat in self.table.seats if seat.human]
        return len({seat.person for seat in people}) > 1 and not all(seat.stand_in for seat in people)

    def _may_think(self, bot: str, asker: Asker) -> bool:
        """Whether a bot may think now; a game that nobody looks at costs its owner time."""
        if self.looked_at or self.by_post:
            return True
        return self.hall.unattended.take(address_key(asker.address), BUDGETS.get(bot, min(BUDGETS.values())))

    # -- bots and clocks -------------------------------------------------------------------------

    def wake(self) -> None:
        """Let bots think that are asked, and set the alarm for people who are out of time."""
        table = self.table
        playing = not self.hall.closed and table.status == "playing" and not table.frozen
        answering = {}
        for seat, question in table.asked.items() if playing else ():
            if (answers := self._answers(seat)) is not None:
                answering[seat, question] = answers
        for key in tuple(self.thinking):
            if key not in answering:
                self.thinking.pop(key).cancel()  # which withdraws the question
        for key, answers in answering.items():
            if key not in self.thinking:
                task = self.thinking[key] = self.hall.spawn(answers(*key))
                task.add_done_callback(lambda task, key=key: self._thought(key, task))  # type: ignore[misc]
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        if playing and table.pace:
            self._set_clocks()
            waiting = [self.deadlines[key] for key in questions(table) if runs(table, key[0])]
            if waiting:
                # Several processes may count; that with people rings first, and the others find the question gone.
                later = 0.0 if self.hall.log.alone or self.visited else ELSEWHERE
                delay = max(0.0, min(waiting) + later - time.monotonic())
                self.alarm = asyncio.get_running_loop().call_later(min(delay, 3600.0), self._ring, later)

    def _set_clocks(self, least: float = 0.0) -> None:
        """Each question has the time there is for one, less what was used already; but at least so many seconds."""
        table, now, ticks = self.table, clocks.now(), time.monotonic()
        before, self.deadlines = self.deadlines, {}
        for key in questions(table):
            left = max(table.pace - table.time_spent(key[0], now), min(least, table.pace))
            self.deadlines[key] = before.get(key, ticks + left)

    def seconds_left(self) -> dict[int, float]:
        """For each seat that is asked and has a clock: the seconds it still has."""
        table, now = self.table, time.monotonic()
        if not table.pace or table.status != "playing" or table.frozen:
            return {}
        self._set_clocks()
        return {key[0]: max(0.0, self.deadlines[key] - now) for key in questions(table) if runs(table, key[0])}

    def _answers(self, seat: int) -> Callable[[int, int], Coroutine[Any, Any, None]] | None:
        """What answers for a seat by itself, if anything does: orders always, bots while somebody waits for them."""
        if self.table.ordered_answer(seat) is not None:
            return self._ordered
        return self._bot if self.table.played_by_bot(seat) and self.awaited else None

    def _thought(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self.thinking.get(key) is task:
            del self.thinking[key]

    def _ring(self, later: float) -> None:
        self.alarm = None
        table, now = self.table, time.monotonic() - later
        late = [key[0] for key in questions(table) if runs(table, key[0]) and now >= self.deadlines[key]]
        self.hall.spawn(self._time_out({seat: table.asked[seat] for seat in late}))

    async def _time_out(self, late: dict[int, int]) -> None:
        """The time for some seats' questions is out."""
        missed = {seat: self.missed.get(seat, 0) + 1 for seat in late}

        def stand_in(table: Table) -> None:
            for seat, question in late.items():
                table.time_out(seat, question, missed[seat] >= MISSED)

        try:
            await self.do(stand_in)
            self.missed.update(missed)
        except Refused:
            pass  # the game has ended meanwhile
        except Exception:
            logger.exception("a clock that has run out was not noted", game=self.table.game.id)
            await asyncio.sleep(1)
        self.wake()

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
            if seat in table.asked and table.seats[seat].human and table.ordered_answer(seat) is None:
                since = table.asked_since[seat]
                self.hall.tempo.hear(answerer(table, seat), since.until(clocks.when_of(entry)))

    async def _bot(self, seat: int, question: int) -> None:
        """One answer of a bot."""
        if self.hall.pause:
            await asyncio.sleep(self.hall.pause / haste(self.table))
        while self.hall.thinkers.queue.full(self.asker):
            await asyncio.sleep(AGAIN)
        table, asker = self.table, self.asker
        name = table.played_by_bot(seat)
        if table.asked.get(seat) != question or not name or table.state is None:
            return
        if not self._may_think(name, asker):
            return
        view, legal = table.state.view(seat), table.state.legal(seat)
        seen = (event.seen_by(seat) for step in table.steps for event in step.events)
        seed = table.thinking_seed(question)
        returns = self.trails.setdefault(seat, Trail()).returns(view, len(table.steps))
        by = "stand-in" if table.seats[seat].human else ""
        try:
            action = await self.hall.thinkers.choose(name, table.game, seat, seed, view, legal, seen, asker, returns)
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


def haste(table: Table) -> float:
    """How many times faster than usual the next bot answers: the more, the longer only bots have answered. Whoever is
    out of an auction need not sit through the rest of it at the same pace."""
    bots = 0
    for step in reversed(table.steps):
        seat = step.move.seat
        if isinstance(seat, int):
            if table.seats[seat].human or bots == HASTE:
                break
            bots += 1
    return 1 + bots / 2


def settle(done: asyncio.Future[Table], result: Table | Exception) -> None:
    """Give a waiting command its result, if somebody still waits."""
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
        done.exception()  # nobody may be left to look at it
    else:
        done.set_result(result)


def questions(table: Table) -> list[Question]:
    """What is asked now. A step that somebody else takes back asks anew, but the same clock goes on."""
    return [(seat, table.asked_since[seat], table.spent[seat]) for seat in table.asked]


def runs(table: Table, seat: int) -> bool:
    """Whether a seat has a clock that runs: a person is asked, there or not, and nothing answers for them."""
    return table.seats[seat].human and not table.played_by_bot(seat)


def answerer(table: Table, seat: int) -> tuple[str, ...]:
    """Who is asked what kind of question: the person, and what may be answered."""
    legal = table.state.legal(seat) if table.state is not None else []
    return (table.seats[seat].person, table.seats[seat].name, *sorted({action.split(" ")[0] for action in legal}))


def knowing(before: Table, after: Table, entries: Sequence[Entry]) -> set[int] | None:
    """The seats that hear of some entries: nobody but their own if these are orders only, else everybody (`None`)."""
    if before.moment != after.moment:
        return None
    return {entry.body["seat"] for entry in entries if "seat" in entry.body}
