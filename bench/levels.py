"""How long the levels for people think about a question.

    python bench/levels.py [--games mogul,photon-rush] [--questions 40] [--json FILE]

Every level is asked the same questions, from all parts of games between greedy players, each with more than one answer.
What counts is the time on the clock from the question to the answer; on a busy machine the slowest answers say more
about the machine than about the bot, so the processor time of the slowest is told as well.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

import parlour
from parlour.bots import BUDGETS, make_bot
from parlour.lab.match import Turn, play_match

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


def measure(game_id: str, level: str, asked: list[Question]) -> dict[str, Any]:
    took: list[float] = []
    processor: list[float] = []
    for i, (seat, view, legal) in enumerate(asked):
        bot = make_bot(level, game_id, seat, seed=i)
        start, work = time.perf_counter(), time.process_time()
        bot.choose(view, legal)
        took.append(time.perf_counter() - start)
        processor.append(time.process_time() - work)
    return {
        "game": game_id,
        "level": level,
        "questions": len(asked),
        "p50": statistics.median(took),
        "p99": sorted(took)[min(len(took) - 1, round(0.99 * len(took)))],
        "max": max(took),
        "max_processor": max(processor),
        "budget": BUDGETS[level],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Seconds a decision for each level.")
    parser.add_argument("--games", default="", help="ids, separated by commas (default: all)")
    parser.add_argument("--questions", type=int, default=40, help="for each game")
    parser.add_argument("--json", default="", help="write the results to this file")
    args = parser.parse_args()
    rows: list[dict[str, Any]] = []
    print(f"seconds a decision, {parlour.ENGINE} engine, {args.questions} questions each")
    print(f"{'game':16} {'level':7} {'p50':>6} {'p99':>6} {'max':>6} {'max cpu':>8} {'budget':>7}")
    for game_id in args.games.split(",") if args.games else parlour.games():
        asked = questions(game_id, args.questions)
        for level in BUDGETS:
            row = measure(game_id, level, asked)
            rows.append(row)
            print(
                f"{game_id:16} {level:7} {row['p50']:6.3f} {row['p99']:6.3f} {row['max']:6.3f} "
                f"{row['max_processor']:8.3f} {row['budget']:7.1f}",
                flush=True,
            )
    if args.json:
        Path(args.json).parent.mkdir(parents=True, exist_ok=True)
        Path(args.json).write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
