"""One queue for everything that takes a worker's time: bots, hints, reviews.

    question = queue.ask(Asker(person, address), function, *arguments)
    answer = await question         # or question.withdraw(), when nobody waits for it any more

Workers are few and questions take up to a second, so it is time that is shared, not places in a line. What each address
has used lately counts, an hour ago does not: it is halved every minute. A free worker goes to the address that has
fewest workers now and used least lately; within an address to the person for whom that holds; to each the oldest
question first. So whoever asks for much waits for themselves, and whoever asks now and then waits for hardly anybody.

A worker that thinks cannot be interrupted, therefore one is left free for others: no address has all workers
at a time, and those who used a great deal lately do not have all of them together.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from parlour.tables.limits import address_key

T = TypeVar("T")
Run = Callable[..., Awaitable[Any]]  # run(function, *arguments): let a worker do it

HALF_LIFE = 60.0  # seconds after which half of what somebody used is forgotten
HEAVY = 30.0  # seconds of a worker, so counted: who used more leaves the last free worker to others
OF_PERSON = 32  # questions that may wait for one person,
OF_ADDRESS = 64  # for one address,
IN_ALL = 2000  # and for everybody


class QueueFull(Exception):
    """Too many questions of this asker wait already; ask again later."""


class Asker(NamedTuple):
    """On whose account a question goes. Nobody known has an account too, one for all."""

    person: str = ""
    address: str = ""


NOBODY = Asker()


class Share:
    """How much somebody used lately, and how many workers they have now."""

    def __init__(self) -> None:
        self.running = 0
        self.seconds = 0.0
        self.then = 0.0

    def lately(self, now: float) -> float:
        self.seconds *= 0.5 ** (max(0.0, now - self.then) / HALF_LIFE)
        self.then = now
        return self.seconds

    def add(self, seconds: float, now: float) -> None:
        self.seconds = self.lately(now) + seconds


class PersonShare(Share):
    """The questions of a person, the oldest first."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: deque[Question[Any]] = deque()


class AddressShare(Share):
    """The people of an address."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, PersonShare] = {}

    @property
    def waiting(self) -> int:
        return sum(len(line.waiting) for line in self.lines.values())


class Question(Generic[T]):
    """Something that was asked: wait for its answer, or withdraw it."""

    def __init__(self, queue: FairQueue, asker: Asker, function: Callable[..., T], arguments: tuple[Any, ...]) -> None:
        self.queue = queue
        self.asker = asker
        self.function = function
        self.arguments = arguments
        self.answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def __await__(self) -> Generator[Any, None, T]:
        return self.answer.__await__()

    def withdraw(self) -> None:
        """Nobody waits any more. A question that a worker thinks about already is thought to its end, for nobody."""
        self.queue.forget(self)
        self.answer.cancel()


class FairQueue:
    """Gives questions to workers, a fair share to each who asks."""

    def __init__(self, run: Run, workers: int, now: Callable[[], float] = time.monotonic) -> None:
        self.run = run
        self.workers = workers
        self.now = now
        self.homes: dict[str, AddressShare] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.waiting = 0
        self.withdrawn = 0  # so far, before a worker had them
        self.closed = False

    @property
    def running(self) -> int:
        return len(self.tasks)

    def full(self, asker: Asker) -> bool:
        """Whether no more questions of somebody are taken now."""
        home = self.homes.get(address_key(asker.address))
        if home is None:
            return self.waiting >= IN_ALL
        line = home.lines.get(asker.person)
        mine = len(line.waiting) if line is not None else 0
        return mine >= OF_PERSON or home.waiting >= OF_ADDRESS or self.waiting >= IN_ALL

    def ask(self, asker: Asker, function: Callable[..., T], *arguments: Any) -> Question[T]:
        """Put a question into the queue; raises `QueueFull` if the asker has too many there."""
        if self.full(asker) or self.closed:
            raise QueueFull
        question = Question(self, asker, function, arguments)
        self._line(asker).waiting.append(question)
        self.waiting += 1
        self._hand_out()
        return question

    def forget(self, question: Question[Any]) -> None:
        """Take a question out of the queue, if it still waits there."""
        home = self.homes.get(address_key(question.asker.address))
        line = home.lines.get(question.asker.person) if home is not None else None
        if line is not None and question in line.waiting:
            line.waiting.remove(question)
            self.waiting -= 1
            self.withdrawn += 1

    def used_lately(self, address: str) -> float:
        """Seconds of workers that an address has used, as they count now."""
        home = self.homes.get(address_key(address))
        return home.lately(self.now()) if home is not None else 0.0

    async def close(self) -> None:
        """Take nothing more, and let go of what workers are thinking about."""
        self.closed = True
        for home in self.homes.values():
            for line in home.lines.values():
                for question in tuple(line.waiting):
                    question.withdraw()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # -- who is next ----------------------------------------------------------------------------

    def _home(self, asker: Asker) -> AddressShare:
        key = address_key(asker.address)
        if key not in self.homes:
            self._tidy()
            self.homes[key] = AddressShare()
        return self.homes[key]

    def _line(self, asker: Asker) -> PersonShare:
        home = self._home(asker)
        return home.lines.setdefault(asker.person, PersonShare())

    def _tidy(self) -> None:
        """Forget those who have used next to nothing lately and ask for nothing."""
        if len(self.homes) < 1000:
            return
        now = self.now()
        for key, home in tuple(self.homes.items()):
            if not home.running and not home.waiting and home.lately(now) < 0.1:
                del self.homes[key]

    def _next(self) -> Question[Any] | None:
        if self.closed or not self.waiting or len(self.tasks) >= self.workers:
            return None
        now = self.now()
        most = max(1, self.workers - 1)
        heavy = sum(home.running for home in self.homes.values() if home.lately(now) > HEAVY)
        homes = [
            home
            for home in self.homes.values()
            if home.waiting and home.running < most and (heavy < most or home.lately(now) <= HEAVY)
        ]
        if not homes:
            return None
        home = least(homes, now)
        line = least([line for line in home.lines.values() if line.waiting], now)
        self.waiting -= 1
        return line.waiting.popleft()

    def _hand_out(self) -> None:
        while (question := self._next()) is not None:
            home, line = self._home(question.asker), self._line(question.asker)
            home.running += 1
            line.running += 1
            task = asyncio.get_running_loop().create_task(self._answer(question, home, line))
            self.tasks.add(task)
            task.add_done_callback(self._free)

    def _free(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self._hand_out()

    async def _answer(self, question: Question[Any], home: AddressShare, line: PersonShare) -> None:
        began = self.now()
        try:
            result = await self.run(question.function, *question.arguments)
            if not question.answer.done():
                question.answer.set_result(result)
        except asyncio.CancelledError:
            question.answer.cancel()
            raise
        except Exception as error:
            if not question.answer.done():
                question.answer.set_exception(error)
        finally:
            now = self.now()
            for share in (home, line):
                share.running -= 1
                share.add(now - began, now)


S = TypeVar("S", bound=Share)


def least(users: Iterable[S], now: float) -> S:
    """Whose turn it is."""
    return min(users, key=lambda user: (user.running, user.lately(now)))
