"""Bots think in other processes, so that the server answers everybody else meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import parlour
from parlour.bots import Bot, load_bots, make_bot, more_bots
from parlour.bots.greedy import ThinkingBot
from parlour.bots.levels import BUDGETS
from parlour.bots.why import Adviser, Hint, Reasons
from parlour.lab.pool import a_pool
from parlour.rules.events import Event
from parlour.rules.game import Game, find
from parlour.tables.fair_queue import NOBODY, Asker, FairQueue

T = TypeVar("T")
Told = tuple[str, str, dict[str, Any], bool]  # an event on its way to another process


PATIENCE = 2.0  # seconds that workers have to be gone when the server stops


def home_workers() -> int:
    """Workers of a server at home: one for each processor, and one that stays free while the lab uses the others."""
    return min(9, (os.cpu_count() or 2) + 1)


class Thinkers:
    """A few worker processes, started when the first bot has to think, and the queue that shares them."""

    def __init__(self, workers: int = 0) -> None:
        # Two at least, so that one who asks for much never has them all.
        self.workers = workers or max(2, min(4, (os.cpu_count() or 2) - 1))
        self.pool: ProcessPoolExecutor | None = None
        self.starting = threading.Lock()
        self.queue = FairQueue(self.run, self.workers)

    def start(self) -> ProcessPoolExecutor:
        """The workers; to start them takes a while, which is not for the event loop."""
        with self.starting:
            if self.pool is None:
                pool = a_pool(self.workers, prepare)
                for _ in range(self.workers):  # all of them now: else the last one starts when somebody waits for it
                    pool.submit(learn_games)
                self.pool = pool
            return self.pool

    async def choose(
        self,
        bot: str,
        game: Game,
        seat: int,
        seed: str,
        view: Mapping[str, Any],
        legal: list[str],
        events: Iterable[Event],
        asker: Asker = NOBODY,
        returns: int = 0,
    ) -> str:
        """A bot's choice among legal actions, from what its seat may know, by the rules of the table: a variant's game
        goes to the worker by its changes. `returns`: how often the seat has seen just this before. Whoever stops
        waiting withdraws the question; `QueueFull` if the asker has asked too much."""
        if len(legal) == 1:
            return legal[0]
        told = pack(events) if remembers(bot, game) else []
        return await self.ask(asker, think, bot, game, seat, seed, dict(view), legal, told, returns)

    async def advise(
        self,
        game: Game,
        seat: int,
        seed: str,
        view: Mapping[str, Any],
        legal: list[str],
        events: Iterable[Event],
        asker: Asker,
    ) -> Hint:
        """What a bot would answer from what a seat may know, and why, on the account of whoever asks; like `choose`."""
        if len(legal) == 1:
            return Hint(legal[0], None, False, Reasons([], []))
        return await self.ask(asker, advise, game, seat, seed, dict(view), legal, pack(events))

    async def ask(self, asker: Asker, function: Callable[..., T], *arguments: Any) -> T:
        """Let a worker do something when it is the asker's turn."""
        question = self.queue.ask(asker, function, *arguments)
        try:
            return await question
        finally:
            question.withdraw()

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Let a worker do something."""
        for last_try in (False, True):
            pool = self.pool or await asyncio.to_thread(self.start)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
            except BrokenProcessPool:  # a worker was killed: start others
                if self.pool is pool:
                    self.pool = None
                if last_try:
                    raise
        raise AssertionError

    async def close(self) -> None:
        """Let nobody think on, and clear up after them: a process that ends by a signal leaves that to others."""
        await self.queue.close()
        pool, self.pool = self.pool, None
        if pool is not None:
            workers = tuple((pool._processes or {}).values())
            manager: Any = pool._executor_manager_thread
            # The questions go before the workers: a pool that finds a worker dead stumbles over questions taken back.
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            if manager is not None:
                await asyncio.to_thread(manager.join, PATIENCE)


def pack(events: Iterable[Event]) -> list[Told]:
    """Events for another process, as the seat that thinks may know them."""
    return [(event.kind, event.rule, event.facts, event.reveals) for event in events]


def unpack(told: Iterable[Told]) -> Iterator[Event]:
    return (Event(kind, rule, facts, None, (), reveals) for kind, rule, facts, reveals in told)


def remembers(bot: str, game: Game) -> bool:
    """Whether a bot listens to events at all: most decide from the view alone."""
    return type(make_bot(bot, game, 0)).see is not Bot.see


def prepare() -> None:
    """In a worker: leave Ctrl-C to the server, and let the server go first. Know all its bots."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)
    load_bots(more_bots())


def learn_games() -> None:
    """In a worker: read what every bot of every game needs."""
    for game in parlour.games():
        for bot in BUDGETS:
            make_bot(bot, find(game), 0)


def think(
    bot: str,
    game: Game,
    seat: int,
    seed: str,
    view: dict[str, Any],
    legal: Sequence[str],
    told: Sequence[Told],
    returns: int = 0,
) -> str:
    """In a worker: make the bot, tell it what it has seen, and how often just this, and let it choose."""
    made = make_bot(bot, game, seat, seed)
    if isinstance(made, ThinkingBot):
        made.returns = returns
    for event in unpack(told):
        made.see(event)
    return made.choose(view, legal)


def advise(game: Game, seat: int, seed: str, view: dict[str, Any], legal: Sequence[str], told: Sequence[Told]) -> Hint:
    """In a worker: what a bot would answer, and why."""
    adviser = Adviser(game, seat, seed)
    for event in unpack(told):
        adviser.see(event)
    return adviser.advise(view, legal)
