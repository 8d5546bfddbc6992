"""How long the levels for people think about a question.

    python bench/levels.py [--games mogul,photon-rush] [--questions 40] [--tables 2] [--json FILE]

Every level is asked the same questions, from all parts of games between greedy players, each with more than one answer.
What counts is the time on the clock from the question to the answer; on a busy machine the slowest answers say more
about the machine than about the bot, so the processor time of the slowest is told as well.

With `--tables 2` two processes think at a time, each about questions of its own, as two tables of a server do; the
times are those of both. The last lines put the games together, since 40 questions alone have no p99; and tell how much
memory the largest of the processes came to.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from pathlib import Path
from typing import Any

import parlour
from parlour.bots import BUDGETS, make_bot
from parlour.lab.match import Turn, play_match
from parlour.lab.pool import a_pool

Question = tuple[int, dict[str, Any], list[str]]  # seat, view, legal actions


def questions(game_id: str, number: int) -> list[Question]:
    """One in seven of all questions with a choice, over all player counts."""
    found: list[Question] = []
    seed = 0
    while len(found) < number:
        found += questions_of(parlour.game(game_id), seed)[seed % 7 : 150 : 7]
        seed += 1
    return found[:number]


def questions_of(game: parlour.Game, seed: int) -> list[Question]:
    """All questions with a choice of a game between greedy players."""
    players = game.players[seed % len(game.players)]
    bots = [make_bot("greedy", game, seat, seed) for seat in range(players)]
    asked: list[Question] = []

    def note(turn: Turn) -> None:
        seat = turn.move.seat
        if turn.choices > 1 and isinstance(seat, int):
            asked.append((seat, turn.state.view(seat), turn.state.legal(seat)))

    play_match(game.new(players, seed=seed), bots, parlour.Rng(seed), before=note, limit=1200)
    return asked


def ask(game_id: str, level: str, asked: list[Question]) -> tuple[list[float], list[float], int]:
    """For each question the seconds on the clock and of the processor; and the memory of this process, in KiB."""
    took: list[float] = []
    processor: list[float] = []
    for i, (seat, view, legal) in enumerate(asked):
        bot = make_bot(level, game_id, seat, seed=i)
        start, work = time.perf_counter(), time.process_time()
        bot.choose(view, legal)
        took.append(time.perf_counter() - start)
        processor.append(time.process_time() - work)
    return took, processor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Times:
    """What a level took over questions of one game, or of all."""

    def __init__(self, game: str, level: str) -> None:
        self.game, self.level = game, level
        self.took: list[float] = []
        self.processor: list[float] = []
        self.memory = 0

    def add(self, took: list[float], processor: list[float], memory: int) -> None:
        self.took += took
        self.processor += processor
        self.memory = max(self.memory, memory)

    def row(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "level": self.level,
            "questions": len(self.took),
            "p50": statistics.median(self.took),
            "p99": sorted(self.took)[min(len(self.took) - 1, round(0.99 * len(self.took)))],
            "max": max(self.took),
            "max_processor": max(self.processor),
            "budget": BUDGETS[self.level],
            "megabytes": self.memory / 1024,
        }


def tell(row: dict[str, Any]) -> None:
    print(
        f"{row['game']:16} {row['level']:8} {row['questions']:5} {row['p50']:6.3f} {row['p99']:6.3f} {row['max']:6.3f} "
        f"{row['max_processor']:8.3f} {row['budget']:7.1f} {row['megabytes']:6.0f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Seconds a decision for each level.")
    parser.add_argument("--games", default="", help="ids, separated by commas (default: all)")
    parser.add_argument("--questions", type=int, default=40, help="for each game and table")
    parser.add_argument("--tables", type=int, default=1, help="that think at a time")
    parser.add_argument("--json", default="", help="write the results to this file")
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    whole = {level: Times("all", level) for level in BUDGETS}
    print(f"seconds a decision, {parlour.ENGINE} engine, {args.questions} questions each, tables: {args.tables}")
    print(f"{'game':16} {'level':8} {'n':>5} {'p50':>6} {'p99':>6} {'max':>6} {'max cpu':>8} {'budget':>7} {'MB':>6}")
    with a_pool(args.tables) as pool:
        for game_id in args.games.split(",") if args.games else parlour.games():
            asked = questions(game_id, args.tables * args.questions)
            lists = [asked[table :: args.tables] for table in range(args.tables)]
            for level in BUDGETS:
                times = Times(game_id, level)
                for found in pool.map(ask, [game_id] * args.tables, [level] * args.tables, lists):
                    times.add(*found)
                    whole[level].add(*found)
                rows.append(times.row())
                tell(rows[-1])
    for times in whole.values():
        rows.append(times.row())
        tell(rows[-1])
    if args.json:
        Path(args.json).parent.mkdir(parents=True, exist_ok=True)
        Path(args.json).write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    from parlour.lab.speed import need_compiled

    need_compiled()
    main()
