"""Experiments on a Ray cluster: tasks are deals, about a second of them at a time, and results are taken as they come.

    from parlour.lab import Experiment, run
    from parlour.lab.cluster import ray_workers
    run(experiment, keep="deals.jsonl", source=ray_workers())               # a cluster on this machine
    run(experiment, keep="deals.jsonl", source=ray_workers("ray://head:10001"))

The same seeds give the same result on any number of workers, since a deal depends on nothing but its number. A task
whose worker is lost is run again by Ray; a driver that is stopped has kept what arrived (`keep`), and goes on there
(`resume`). Needs `parlour[ray]`.
"""

from __future__ import annotations

import importlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from parlour.faces.refusals import LibraryMissing
from parlour.lab.sittings import Agenda, Dealt, Source, play_task
from parlour.rules.errors import RulesError

AHEAD = 3  # tasks for each processor that wait or are played at a time
TASK = 1.0  # seconds that a task should take: enough that handing it out costs little, and few enough to stop soon
MOST = 200  # deals of a task
STARTS = 3  # how often a cluster on this machine is started before that is given up
TRIES = 20  # how often a task is begun again when its worker is lost


def load_ray() -> Any:
    try:
        return importlib.import_module("ray")
    except ImportError as error:
        raise LibraryMissing("Ray is not installed: pip install 'parlour[ray]'") from error


def ray_workers(address: str = "", processors: int | None = None) -> Source:
    """The workers of a cluster; without an address, of one that is started on this machine for as long."""
    ray = load_ray()

    def play(agenda: Agenda, tasks: Iterator[list[int]], arrived: Callable[[Dealt], None]) -> Iterator[Dealt]:
        started = not ray.is_initialized()
        if started:
            where = {"address": address} if address else {"num_cpus": processors, "include_dashboard": False}
            start_ray(ray, address, **where)
        try:
            yield from stream(ray, agenda, tasks, arrived)
        finally:
            if started:
                ray.shutdown()

    return play


def start_ray(ray: Any, address: str = "", **where: Any) -> None:
    """Connect to a cluster, or start one. Ray gives a node 30 seconds to start; a very busy machine gets more."""
    for attempt in range(STARTS):
        try:
            ray.init(logging_level="ERROR", log_to_driver=False, **where)
            return
        except (ConnectionError, ValueError) as error:
            raise RulesError(f"--ray {address}: {error}") from error
        except Exception as error:  # Ray says nothing more precise of a node that did not start in time
            ray.shutdown()
            if attempt + 1 == STARTS:
                raise RulesError(f"--ray {address}: Ray did not start: {error}") from error


def play_timed(agenda: Agenda, numbers: list[int]) -> tuple[float, list[Dealt]]:
    """In a worker: some deals, and how many seconds of a processor they took."""
    began = time.process_time()
    dealt = play_task(agenda, numbers)
    return time.process_time() - began, dealt


class Sizes:
    """How many deals make a task, by the time that those so far took. The first ones are small: a worker that has just
    started imports everything first."""

    def __init__(self) -> None:
        self.deals = 0
        self.seconds = 0.0

    def note(self, deals: int, seconds: float) -> None:
        self.deals += deals
        self.seconds += seconds

    @property
    def size(self) -> int:
        if not self.deals:
            return 1
        return max(1, min(MOST, round(TASK * self.deals / max(1e-6, self.seconds))))


def gather(tasks: Iterator[list[int]], size: int) -> list[int]:
    """The deals of the next tasks, at least so many if there are any left."""
    found: list[int] = []
    while len(found) < size and (numbers := next(tasks, None)) is not None:
        found += numbers
    return found


def stream(ray: Any, agenda: Agenda, tasks: Iterator[list[int]], arrived: Callable[[Dealt], None]) -> Iterator[Dealt]:
    """Deals in their order; of each is told as soon as its task is done, whichever that is."""
    remote = ray.remote(max_retries=TRIES, num_cpus=1)(play_timed)
    shared = ray.put(agenda)
    processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
    order: deque[Any] = deque()  # tasks in the order of their deals
    running: set[Any] = set()
    done: dict[Any, list[Dealt]] = {}
    sizes = Sizes()
    more = True
    try:
        while more or order:
            while more and len(running) < AHEAD * processors:
                numbers = gather(tasks, sizes.size)
                more = bool(numbers)
                if numbers:
                    task = remote.remote(shared, numbers)
                    order.append(task)
                    running.add(task)
            if running and order[0] not in done:
                ready, _ = ray.wait(list(running), num_returns=1)
                for task in ready:
                    running.discard(task)
                    seconds, done[task] = ray.get(task)
                    sizes.note(len(done[task]), seconds)
                    for dealt in done[task]:
                        arrived(dealt)
            while order and order[0] in done:
                yield from done.pop(order.popleft())
    finally:
        for task in running:
            ray.cancel(task, force=True)
