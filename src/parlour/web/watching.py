"""What a server knows of its own health: how late its event loop is, and whether it can write."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import structlog

from parlour.tables.log import EventLog, StorageError
from parlour.web.metrics import Metrics

TICK = 0.05  # seconds between two looks at the clock
SLOW = 0.25  # seconds of delay that are worth a line in the log
QUIET = 10.0  # seconds between two such lines
MINUTE = 60.0
FRESH = 1.0  # seconds for which an answer about the database counts

logger = structlog.get_logger("parlour.watching")


class Watchdog:
    """Measures how late the event loop comes to what is due: while it is late, nobody is answered."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.worst: deque[tuple[float, float]] = deque()  # delays of the last minute, each longer than those after it
        self.spoke = -QUIET

    async def watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            now = loop.time()
            self.note(max(0.0, now - due), now)

    def note(self, delay: float, now: float) -> None:
        self.metrics.delays.observe(delay)
        while self.worst and self.worst[-1][1] <= delay:
            self.worst.pop()
        self.worst.append((now, delay))
        while self.worst[0][0] < now - MINUTE:
            self.worst.popleft()
        self.metrics.slowest = self.worst[0][1]
        if delay > SLOW and now - self.spoke > QUIET:
            self.spoke = now
            logger.warning("the server was late", ms=round(delay * 1000))


class Readiness:
    """Whether moves can be written: found out by writing, at most once a second however many ask."""

    def __init__(self, log: EventLog) -> None:
        self.log = log
        self.found = ""
        self.when = -FRESH
        self.looking: asyncio.Task[None] | None = None

    async def why_not(self) -> str:
        """Nothing if moves can be written, else the reason."""
        if self.looking is None and time.monotonic() - self.when >= FRESH:
            self.looking = asyncio.create_task(self._look())
        if self.looking is not None:
            await asyncio.shield(self.looking)
        return self.found

    async def _look(self) -> None:
        try:
            await self.log.probe()
            self.found = ""
        except StorageError as error:
            self.found = f"moves cannot be written: {error}"
        finally:
            self.when = time.monotonic()
            self.looking = None
