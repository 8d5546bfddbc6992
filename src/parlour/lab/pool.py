"""Other processes of this machine that work for this one, and end with it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process


def a_pool(workers: int, prepare: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """So many processes, each a fresh interpreter: to fork one with threads and an open database is asking for
    trouble. `prepare` is called in each of them before anything else."""
    return ProcessPoolExecutor(workers, get_context("spawn"), begin, (prepare,))


def begin(prepare: Callable[[], None] | None) -> None:
    """In a worker: do not outlive who started it, then prepare."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def end_with_parent() -> None:
    """A process that was killed cannot tell its workers to go: they would work on for nobody."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
