"""How fast the search runs, and what more time is worth.

    python bench/search.py [--games mogul,photon-rush] [--rounds 5] [--iterations 2000] [--json FILE]
    python bench/search.py --curve mogul --table 3 --budgets 0.05s,0.2s,1s,5s [--matches 200] [--json FILE]

The first compares iterations/s of the search on the compiled engine with those on the pure one. Two workers think
about the same positions in turn, for the same number of iterations and so with the same thoughts; what counts is the
processor time, so that a busy machine does not matter. The ratio of a round is taken within the round.
The second lets one `search` with each budget play against greedy others: the curve of strength against time. Budgets
may be iterations as well (100,400,1600), which do not depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

TARGET = 8  # times the iterations/s of the pure engine


# -- the worker: one engine ------------------------------------------------------------------------------


def worker() -> None:
    """Answers lines `game iterations` with `iterations seconds`."""
    import parlour

    print(json.dumps({"engine": parlour.ENGINE, "games": list(parlour.games())}), flush=True)
    for line in sys.stdin:
        game, iterations = line.split()
        print(*think(game, int(iterations)), flush=True)


def think(game_id: str, iterations: int) -> tuple[int, float]:
    """Search positions from the middle of four games, the same ones every time."""
    import parlour
    from parlour.bots import SearchBot, make_bot

    game = parlour.game(game_id)
    done = 0
    took = 0.0
    for seed in range(4):
        state = game.new(game.players[len(game.players) // 2], seed=seed)
        rng = parlour.Rng(seed)
        parlour.playout(state, rng, 15)
        while state.actor() < 0 or len(state.actions(state.actor())) < 2:
            parlour.playout(state, rng, 1)
        seat = state.actor()
        bot = make_bot(f"search:{iterations}", game, seat, seed=1)
        assert isinstance(bot, SearchBot)
        view, legal = state.view(seat), state.legal(seat)
        start = time.process_time()
        bot.choose(view, legal)
        took += time.process_time() - start
        done += bot.thought
    return done, took


# -- both engines in turn --------------------------------------------------------------------------------


class Engine:
    def __init__(self, name: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            env={**os.environ, "PARLOUR_ENGINE": name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        hello = self._line()
        if not hello:
            raise SystemExit(f"the {name} engine does not start; build it with: python setup.py build_ext --inplace")
        self.games: list[str] = json.loads(hello)["games"]

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def rate(self, game: str, iterations: int) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{game} {iterations}\n")
        self.process.stdin.flush()
        done, took = self._line().split()
        return int(done) / float(took)


def compare(games: str, rounds: int, iterations: int) -> list[dict[str, Any]]:
    compiled, pure = Engine("compiled"), Engine("pure")
    rows: list[dict[str, Any]] = []
    print(f"{'game':16} {'pure it/s':>11} {'compiled it/s':>14} {'ratio':>6}  {'spread':13} to reach")
    for game in games.split(",") if games else compiled.games:
        pairs = [(pure.rate(game, iterations), compiled.rate(game, iterations)) for _ in range(rounds)]
        ratios = [fast / slow for slow, fast in pairs]
        row = {
            "game": game,
            "pure": statistics.median(slow for slow, _ in pairs),
            "compiled": statistics.median(fast for _, fast in pairs),
            "ratio": statistics.median(ratios),
            "low": min(ratios),
            "high": max(ratios),
            "target": TARGET,
        }
        rows.append(row)
        print(
            f"{game:16} {row['pure']:11,.0f} {row['compiled']:14,.0f} {row['ratio']:6.1f}  "
            f"{row['low']:.1f} - {row['high']:<6.1f} >= {TARGET}",
            flush=True,
        )
    return rows


# -- strength against budget -----------------------------------------------------------------------------


def curve(game_id: str, table: int, budgets: list[str], matches: int, jobs: int) -> list[dict[str, Any]]:
    import parlour
    from parlour.lab.arena import arena

    game = parlour.game(game_id)
    rows: list[dict[str, Any]] = []
    print(f"{game.title}, one search against {table - 1} greedy, {matches} games each; fair share {1 / table:.1%}")
    for budget in budgets:
        name = f"search:{budget}"
        found = arena(game, [name, *["greedy"] * (table - 1)], matches, jobs=jobs).to_dict()["bots"][name]
        rows.append({"game": game_id, "players": table, "budget": budget, **found})
        score = f"  score {found['mean_score']:.1f}" if "mean_score" in found else ""
        print(
            f"{budget:>8}  win share {found['win_share']:6.1%} ({found['low']:.1%} - {found['high']:.1%})  "
            f"place {found['mean_place']:.2f}{score}  {1000 * found['seconds_per_decision']:.0f} ms a decision",
            flush=True,
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the search, and strength against budget.")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--games", default="", help="ids, separated by commas (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=2000, help="for each of the four positions of a game")
    parser.add_argument("--curve", default="", metavar="GAME", help="strength against budget in this game")
    parser.add_argument("--table", type=int, default=0, help="players at the table of the curve")
    parser.add_argument("--budgets", default="0.05s,0.1s,0.3s,1s,5s")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", default="", help="write the results to this file")
    args = parser.parse_args()
    if args.worker:
        worker()
        return
    if args.curve:
        import parlour

        table = args.table or parlour.game(args.curve).players[0]
        rows = curve(args.curve, table, args.budgets.split(","), args.matches, args.jobs)
    else:
        rows = compare(args.games, args.rounds, args.iterations)
    if args.json:
        Path(args.json).parent.mkdir(parents=True, exist_ok=True)
        Path(args.json).write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
