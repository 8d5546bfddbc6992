"""Bots think in other processes, so that the server answers everybody else meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any

from parlour.bots import Bot, make_bot
from parlour.rules.events import Event
from parlour.rules.game import find

Told = tuple[str, str, dict[str, Any], bool]  # an event on its way to another process


class Thinkers:
    """A few worker processes, started when the first bot has to think."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.pool: ProcessPoolExecutor | None = None
        self.thinking = 0  # decisions under way

    def start(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # A fresh interpreter: forking a process with threads and an open database is asking for trouble.
            self.pool = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=prepare)
        return self.pool

    async def choose(
        self, bot: str, game: str, seat: int, seed: str, view: Mapping[str, Any], legal: list[str], events: list[Event]
    ) -> str:
        """A bot's choice among legal actions, from what its seat may know."""
        if len(legal) == 1:
            return legal[0]
        told = (
            [(event.kind, event.rule, event.facts, event.reveals) for event in events] if remembers(bot, game) else []
        )
        self.thinking += 1
        try:
            for last_try in (False, True):
                pool = self.start()
                try:
                    loop = asyncio.get_running_loop()
                    return await loop.run_in_executor(pool, think, bot, game, seat, seed, dict(view), legal, told)
                except BrokenProcessPool:  # a worker was killed: start others
                    if self.pool is pool:
                        self.pool = None
                    if last_try:
                        raise
        finally:
            self.thinking -= 1
        raise AssertionError

    async def close(self) -> None:
        """Let nobody think on, and clear up after them: a process that ends by a signal leaves that to others."""
        pool, self.pool = self.pool, None
        if pool is not None:
            workers = tuple((pool._processes or {}).values())
            manager: Any = pool._executor_manager_thread
            # The questions go before the workers: a pool that finds a worker dead stumbles over questions taken back.
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            if manager is not None:
                await asyncio.to_thread(manager.join)


def remembers(bot: str, game: str) -> bool:
    """Whether a bot listens to events at all: most decide from the view alone."""
    return type(make_bot(bot, game, 0)).see is not Bot.see


def prepare() -> None:
    """In a worker: leave Ctrl-C to the server, let the server go first, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=leave_with_server, daemon=True).start()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)


def leave_with_server() -> None:
    """A server that was killed cannot tell its workers to go."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def think(
    bot: str, game: str, seat: int, seed: str, view: dict[str, Any], legal: Sequence[str], told: Sequence[Told]
) -> str:
    """In a worker: make the bot, tell it what it has seen, and let it choose."""
    made = make_bot(bot, find(game), seat, seed)
    for kind, rule, facts, reveals in told:
        made.see(Event(kind, rule, facts, None, (), reveals))
    return made.choose(view, legal)
