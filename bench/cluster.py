"""A local Ray of two workers against two processes and one, in turns, on the same deals: seconds of CPU, of everything
that Ray or the pool runs, and seconds by the wall clock. Ray's workers have played some deals before; `--jobs` starts
its processes in every run, which is part of its figures; one process has no such start: both are measured by it.

    python -m bench.cluster [GAME] [BOTS] [GAMES] [ROUNDS]
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import ray

from parlour.lab import Experiment, run
from parlour.lab.cluster import ray_workers, start_ray
from parlour.lab.experiment import processes

TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds() -> float:
    """CPU time of this process and of all that it has started, those that have ended too (Linux)."""
    children: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        number = int(stat.parent.name)
        children.setdefault(int(fields[1]), []).append(number)
        used[number] = sum(int(ticks) for ticks in fields[11:15]) / TICKS
    total, waiting = 0.0, [os.getpid()]
    while waiting:
        number = waiting.pop()
        total += used.get(number, 0.0)
        waiting += children.get(number, [])
    return total


def main(game: str = "gold-n-crash", bots: str = "greedy,greedy", games: str = "30", rounds: str = "2") -> None:
    start_ray(ray, num_cpus=2, include_dashboard=False)
    sources = {"one process": processes(1), "--jobs 2": processes(2), "Ray": ray_workers()}
    run(Experiment(game, bots.split(","), games=4, seed="first"), source=sources["Ray"])
    for number in range(int(rounds)):
        for name, source in sources.items():
            cpu, wall = processor_seconds(), time.perf_counter()
            run(Experiment(game, bots.split(","), games=int(games), seed=number), source=source)
            cpu, wall = processor_seconds() - cpu, time.perf_counter() - wall
            print(f"round {number + 1}, {name}: {cpu:.2f} s of CPU, {wall:.1f} s", flush=True)
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:5])
