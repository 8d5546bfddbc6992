"""A local Ray of two workers against two processes, in turns, on the same deals: games a second by the wall clock, from
when the workers are there. Both have played some deals before, so that nothing is imported while it is measured.

    python -m bench.cluster [GAME] [BOTS] [GAMES] [ROUNDS]
"""

from __future__ import annotations

import statistics
import sys
import time

import ray

from parlour.lab import Experiment, run
from parlour.lab.cluster import ray_workers, start_ray
from parlour.lab.experiment import Source, processes


def seconds(experiment: Experiment, source: Source) -> float:
    began = time.perf_counter()
    run(experiment, source=source)
    return time.perf_counter() - began


def main(game: str = "gold-n-crash", bots: str = "greedy,greedy", games: str = "60", rounds: str = "4") -> None:
    start_ray(ray, num_cpus=2, include_dashboard=False)
    sources = {"jobs": processes(2), "ray": ray_workers()}
    shares: list[float] = []
    for number in range(int(rounds)):
        took: dict[str, float] = {}
        for name in ("jobs", "ray") if number % 2 else ("ray", "jobs"):
            experiment = Experiment(game, bots.split(","), games=int(games), seed=number)
            first = Experiment(game, bots.split(","), games=4, seed="first")
            # `--jobs` starts its processes in every run: what four deals take is taken from both.
            start = seconds(first, sources[name])
            took[name] = max(1e-9, seconds(experiment, sources[name]) - start)
        shares.append(took["jobs"] / took["ray"])
        print(f"jobs {took['jobs']:.1f} s, Ray {took['ray']:.1f} s: {100 * shares[-1]:.0f} %", flush=True)
    print(f"Ray plays {100 * statistics.median(shares):.0f} % ({100 * min(shares):.0f}-{100 * max(shares):.0f})")
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:5])
