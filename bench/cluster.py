"""A local Ray of two workers against `--jobs 2` and one process, in turns, on the same deals.

    python -m bench.cluster [GAME] [BOTS] [GAMES] [ROUNDS]

Seconds by the wall clock and of CPU, of everything that each of them runs. Ray's CPU is told apart: what plays and
hands out (workers and driver), and Ray's own servers, which also cost while nothing is played, so the more the longer
others keep the processors busy. Ray's workers have played some deals before; `--jobs` starts its processes in every
run, which is part of its figures, and is why enough games are needed. All three must find the same.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import ray

from parlour.lab import Experiment, run
from parlour.lab.cluster import ray_workers, start_ray
from parlour.lab.experiment import processes

TICKS = os.sysconf("SC_CLK_TCK")
WORKER = b"ray::"  # how Ray calls the processes that do tasks


class Used(NamedTuple):
    """Seconds of CPU."""

    playing: float  # of this process, of those it has started and of Ray's workers, those that have ended too
    serving: float  # of what else Ray runs

    def __sub__(self, other: object) -> Used:
        assert isinstance(other, Used)
        return Used(self.playing - other.playing, self.serving - other.serving)


def processor_seconds() -> Used:
    """CPU time of this process and of all that it has started (Linux)."""
    children: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    command: dict[int, bytes] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        number = int(stat.parent.name)
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            command[number] = stat.with_name("cmdline").read_bytes()
        except OSError:
            continue  # it has ended meanwhile
        children.setdefault(int(fields[1]), []).append(number)
        used[number] = sum(int(ticks) for ticks in fields[11:15]) / TICKS
    playing = serving = 0.0
    waiting = [(os.getpid(), False)]
    while waiting:
        number, servers = waiting.pop()
        servers = servers or b"/ray/" in command.get(number, b"")
        if servers and not command[number].startswith(WORKER):
            serving += used.get(number, 0.0)
        else:
            playing += used.get(number, 0.0)
        waiting += [(child, servers) for child in children.get(number, [])]
    return Used(playing, serving)


def main(game: str = "gold-n-crash", bots: str = "greedy,greedy", games: str = "100", rounds: str = "3") -> None:
    start_ray(ray, num_cpus=2, include_dashboard=False)
    sources = {"one process": processes(1), "--jobs 2": processes(2), "Ray": ray_workers()}
    run(Experiment(game, bots.split(","), games=8, seed="first"), source=sources["Ray"])
    costs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in sources}
    for number in range(int(rounds)):
        found = []
        for name, source in sources.items():
            before, wall = processor_seconds(), time.perf_counter()
            found.append(run(Experiment(game, bots.split(","), games=int(games), seed=number), source=source).to_dict())
            used, wall = processor_seconds() - before, time.perf_counter() - wall
            costs[name].append((used.playing, used.serving, wall))
            print(
                f"round {number + 1}, {name}: {used.playing:.2f} + {used.serving:.2f} s of CPU, {wall:.1f} s",
                flush=True,
            )
        assert found[0] == found[1] == found[2]
    ray.shutdown()
    for name in ("one process", "--jobs 2"):
        pairs = list(zip(costs[name], costs["Ray"], strict=True))
        for what, shares in (
            ("CPU of what plays", [base[0] / own[0] for base, own in pairs]),
            ("CPU of everything", [(base[0] + base[1]) / (own[0] + own[1]) for base, own in pairs]),
            ("wall clock", [base[2] / own[2] for base, own in pairs]),
        ):
            text = ", ".join(f"{100 * share:.0f}" for share in shares)
            print(f"Ray's games a second, {what}: {100 * median(shares):.0f} % of {name} (rounds: {text})")


if __name__ == "__main__":
    main(*sys.argv[1:5])
