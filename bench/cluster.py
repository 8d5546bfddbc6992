"""A local Ray of two workers against `--jobs 2` and one process, in turns, on the same deals.

    python -m bench.cluster [GAME] [BOTS] [GAMES] [ROUNDS]

Seconds by the wall clock and of CPU, of everything that each of them runs. The order changes from round to round. What
is compared by the clock is the pace after the first tenth of the games: until then `--jobs` starts its processes, which
it does in every run, while Ray's were started, and have played some deals, before the first round. The whole time of
every run is printed beside it. Ray's CPU is told apart: what plays and hands out (workers and driver), and Ray's own
servers, which also cost while nothing is played, so the more the longer others keep the processors busy. All three must
find the same. The last line says whether the aim, 85 % of `--jobs 2` by the clock in the median, is reached.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import ray

from parlour.lab import Experiment, run
from parlour.lab.cluster import ray_workers, start_ray
from parlour.lab.sittings import Source, processes

TICKS = os.sysconf("SC_CLK_TCK")
AIM = 0.85  # of the pace of `--jobs 2`
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


class Cost(NamedTuple):
    """What a run cost."""

    playing: float  # seconds of CPU
    serving: float
    wall: float  # seconds by the clock
    pace: float  # deals a second by the clock, after the first tenth


def measure(source: Source, experiment: Experiment) -> tuple[Cost, dict[str, Any]]:
    """Run an experiment, and what that cost."""
    times: list[float] = []
    before, began = processor_seconds(), time.perf_counter()
    result = run(experiment, source=source, watch=lambda dealt: times.append(time.perf_counter()))
    wall, used = time.perf_counter() - began, processor_seconds() - before
    first = len(times) // 10
    pace = (len(times) - 1 - first) / (times[-1] - times[first])
    return Cost(used.playing, used.serving, wall, pace), result.to_dict()


def main(game: str = "gold-n-crash", bots: str = "greedy,greedy", games: str = "300", rounds: str = "5") -> None:
    began = time.perf_counter()
    start_ray(ray, num_cpus=2, include_dashboard=False)
    sources = {"one process": processes(1), "--jobs 2": processes(2), "Ray": ray_workers()}
    run(Experiment(game, bots.split(","), games=8, seed="first"), source=sources["Ray"])
    print(f"Ray's start and first games, not counted: {time.perf_counter() - began:.1f} s", flush=True)
    costs: dict[str, list[Cost]] = {name: [] for name in sources}
    for number in range(int(rounds)):
        turn = number % len(sources)
        found = []
        for name in [*list(sources)[turn:], *list(sources)[:turn]]:
            cost, result = measure(sources[name], Experiment(game, bots.split(","), games=int(games), seed=number))
            costs[name].append(cost)
            found.append(result)
            print(
                f"round {number + 1}, {name}: {cost.playing:.2f} + {cost.serving:.2f} s of CPU, {cost.wall:.1f} s, "
                f"{cost.pace:.2f} deals a second after the first tenth",
                flush=True,
            )
        assert found[0] == found[1] == found[2]
    ray.shutdown()
    for name in ("one process", "--jobs 2"):
        pairs = list(zip(costs[name], costs["Ray"], strict=True))
        for what, shares in (
            ("CPU of what plays", [base.playing / own.playing for base, own in pairs]),
            ("CPU of everything", [(base.playing + base.serving) / (own.playing + own.serving) for base, own in pairs]),
            ("wall clock, whole runs", [base.wall / own.wall for base, own in pairs]),
            ("wall clock, after the start", [own.pace / base.pace for base, own in pairs]),
        ):
            text = ", ".join(f"{100 * share:.0f}" for share in shares)
            print(f"Ray's games a second, {what}: {100 * median(shares):.0f} % of {name} (rounds: {text})")
    reached = median(own.pace / base.pace for base, own in zip(costs["--jobs 2"], costs["Ray"], strict=True))
    print(f"aim {100 * AIM:.0f} %: {'reached' if reached >= AIM else 'missed'}, {100 * reached:.0f} %")


if __name__ == "__main__":
    main(*sys.argv[1:5])
