"""How long a question has stood: by a clock that never jumps, as far as there is one.

Entries of tables with a pace carry, beside the time of day, what the machine's own clock says (`tick`) and since which
start of the machine it counts (`boot`). Between two entries of one machine that has not been started anew the time is
exact, whatever happens to the time of day and however often the server is restarted; else it is that of the day.
"""

from __future__ import annotations

import hashlib
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from parlour.tables.log import Entry

GRACE = 20.0  # seconds that people have at least to come back after a restart
LEAST = 10.0  # seconds that are left at least after a step was taken back
WARNING = (10.0, 600.0)  # a warning comes when a fifth of the time is left, but within these bounds


@cache
def this_boot() -> str:
    """Names this start of the machine; nobody learns anything else from it."""
    try:
        named = Path("/proc/sys/kernel/random/boot_id").read_text()
    except OSError:  # not Linux: the clock is compared within one process only
        named = str(time.time_ns())
    return hashlib.sha256(named.encode()).hexdigest()[:8]


class When(NamedTuple):
    """A moment, by the time of day and by the machine's clock."""

    at: float = 0.0
    boot: str = ""
    tick: float = 0.0

    def until(self, later: When) -> float:
        """Seconds from this moment to a later one."""
        same = bool(self.boot) and self.boot == later.boot
        return max(0.0, later.tick - self.tick if same else later.at - self.at)


def now() -> When:
    return When(time.time(), this_boot(), time.monotonic())


def when_of(entry: Entry) -> When:
    """The moment of an entry; those of tables without a pace, and old ones, have the time of day only."""
    return When(entry.at, *entry.body.get("tick", ()))


def tick_of(moment: When) -> list[Any]:
    """What an entry keeps of a moment."""
    return [moment.boot, round(moment.tick, 3)]


def warning(pace: int) -> float:
    """With how many seconds left somebody is warned."""
    return min(max(WARNING[0], pace / 5), WARNING[1], pace / 2)
