"""How fast the rules run, compiled against pure, in one interleaved run.

    python bench/engine.py [--rounds 7] [--games photon-rush,mogul] [--players 3,4] [--json FILE]

is the same as `parlour bench`.

Two workers, one for each engine, do the same work in turn, so that a busy machine slows both. The ratio of a
round is taken within the round; the table gives the median and the spread over the rounds.

    playouts  random games in the compiled loop (decisions/s)
    steps     the same driven from Python with ints: actor, actions, apply (decisions/s)
    strings   the same with the public strings: to_act, legal, play (decisions/s)
    clones    copies of a state in the middle of a game, made in the engine's own loop as a search makes them (copies/s)
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

MEASURES = ("playouts", "steps", "strings", "clones")


# -- the worker: one engine ------------------------------------------------------------------------


def worker() -> None:
    """Answers lines `game players measure seconds` with `amount seconds`."""
    import parlour

    print(json.dumps({"engine": parlour.ENGINE, "games": {i: list(parlour.game(i).players) for i in parlour.games()}}))
    sys.stdout.flush()
    for line in sys.stdin:
        game, players, measure, seconds = line.split()
        print(*run(game, int(players), MEASURE[measure], float(seconds)))
        sys.stdout.flush()


def run(game_id: str, players: int, work: Callable[[Any, Any], int], seconds: float) -> tuple[int, float]:
    import parlour

    game = parlour.game(game_id)
    rng = parlour.Rng(1)
    states = [game.new(players, seed=seed) for seed in range(4)]
    work(states[0], rng)  # warm up
    done = 0
    amount = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        amount += work(states[done % len(states)], rng)
        done += 1
    return amount, time.perf_counter() - start


def playouts(state: Any, rng: Any) -> int:
    import parlour

    return parlour.playout(state.clone(), rng)


def steps(state: Any, rng: Any) -> int:
    state = state.clone()
    made = 0
    while (seat := state.actor()) != -2:
        codes = state.actions(seat)
        state.apply(seat, codes[rng.below(len(codes))])
        made += 1
    return made


def strings(state: Any, rng: Any) -> int:
    state = state.clone()
    made = 0
    while to_act := state.to_act:
        seat = to_act if to_act == "chance" else to_act[0]
        actions = state.chance() if seat == "chance" else state.legal(seat)
        state.play(seat, actions[rng.below(len(actions))])
        made += 1
    return made


def clones(state: Any, rng: Any) -> int:
    import parlour
    from parlour.rules.playout import copies

    state = state.clone()
    parlour.playout(state, parlour.Rng(3), 20)
    return copies(state, 5000)


MEASURE: dict[str, Callable[[Any, Any], int]] = {
    "playouts": playouts,
    "steps": steps,
    "strings": strings,
    "clones": clones,
}


# -- the run: both engines in turn -------------------------------------------------------------------


class Engine:
    def __init__(self, name: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "parlour.lab.speed", "--worker"],
            env={**os.environ, "PARLOUR_ENGINE": name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        hello = self._line()
        if not hello:
            self.close()
            raise SystemExit(f"the {name} engine does not start; build it with: python setup.py build_ext --inplace")
        self.games: dict[str, list[int]] = json.loads(hello)["games"]

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()

    def rate(self, game: str, players: int, measure: str, seconds: float) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{game} {players} {measure} {seconds}\n")
        self.process.stdin.flush()
        amount, took = self._line().split()
        return int(amount) / float(took)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Compiled against pure engine, interleaved.")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3, help="time for one measurement of one engine")
    parser.add_argument("--games", default="", help="ids, separated by commas (default: all)")
    parser.add_argument("--players", default="", help="numbers of players, e.g. 3 or 3,4 (default: the middle one)")
    parser.add_argument("--json", default="", help="write the results to this file")
    args = parser.parse_args(arguments)
    if args.worker:
        worker()
        return
    compiled = Engine("compiled")
    pure = Engine("pure")
    try:
        compare(compiled, pure, args)
    finally:
        compiled.close()
        pure.close()


def compare(compiled: Engine, pure: Engine, args: argparse.Namespace) -> None:
    unknown = [game for game in args.games.split(",") if game and game not in compiled.games]
    if unknown:
        raise SystemExit(f"there is no game {unknown[0]!r} in the box")
    results: list[dict[str, Any]] = []
    print(
        f"{'game':16} {'players':>7} {'measure':9} {'pure/s':>11} {'compiled/s':>11} "
        f"{'ratio':>6}  {'spread':13} to reach"
    )
    for game in args.games.split(",") if args.games else compiled.games:
        counts = compiled.games[game]
        chosen = [int(n) for n in args.players.split(",")] if args.players else [counts[len(counts) // 2]]
        for players in [n for n in chosen if n in counts]:
            for measure in MEASURES:
                rounds = []
                for _ in range(args.rounds):
                    slow = pure.rate(game, players, measure, args.seconds)
                    fast = compiled.rate(game, players, measure, args.seconds)
                    rounds.append((slow, fast, fast / slow))
                ratios = [ratio for _, _, ratio in rounds]
                row = {
                    "game": game,
                    "players": players,
                    "measure": measure,
                    "pure": statistics.median(slow for slow, _, _ in rounds),
                    "compiled": statistics.median(fast for _, fast, _ in rounds),
                    "ratio": statistics.median(ratios),
                    "low": min(ratios),
                    "high": max(ratios),
                }
                results.append(row)
                print(
                    f"{game:16} {players:7} {measure:9} {row['pure']:11,.0f} {row['compiled']:11,.0f} "
                    f"{row['ratio']:6.1f}  {row['low']:.1f} - {row['high']:.1f}"
                )
    if args.json:
        Path(args.json).parent.mkdir(parents=True, exist_ok=True)
        Path(args.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
