"""Whether the levels can be told apart by how they play: each of them is asked the same questions, again and again.

    python bench/characters.py [--games mogul,photon-rush] [--questions 40] [--asked 6] [--hard 1000]

- best: how often it gives an answer that looks best one step ahead (less than 0.005 of a place worse): a curious one
  seldom does.
- varied: how often two of its answers to one question differ: what a sly one does cannot be read.
- risk: by how much the worlds that it imagines differ after its answer, in hundredths of a place, against the answer
  that looks best: who hopes for the best takes more, who expects the worst takes less.
"""

from __future__ import annotations

import argparse
import statistics
from itertools import combinations
from typing import NamedTuple

from levels import Question, questions

import parlour
from parlour.bots import BUDGETS, make_bot
from parlour.bots.greedy import ThinkingBot

WORLDS = 32
NEAR = 0.005  # of a place: what looks as good as the best


class Known(NamedTuple):
    """A question, and what one step ahead shows of each answer."""

    question: Question
    worth: list[float]  # expected place
    risk: list[float]  # standard deviation between worlds


def look(game_id: str, question: Question, seed: int) -> Known:
    seat, view, legal = question
    scout = make_bot("greedy", game_id, seat, seed=f"scout {seed}")
    assert isinstance(scout, ThinkingBot)
    by_world = [scout.expected_places([world], legal) for world in scout.worlds(view, WORLDS)]
    answers = list(zip(*by_world, strict=True))
    return Known(question, [statistics.fmean(values) for values in answers], [statistics.pstdev(v) for v in answers])


def tell(game_id: str, level: str, known: list[Known], asked: int) -> str:
    best = varied = risk = 0.0
    for number, (question, worth, risks) in enumerate(known):
        seat, view, legal = question
        top = worth.index(max(worth))
        given = []
        for again in range(asked):
            bot = make_bot(level, game_id, seat, seed=f"{number} {again}")
            given.append(legal.index(bot.choose(view, legal)))
        best += sum(worth[answer] > worth[top] - NEAR for answer in given) / asked
        risk += sum(risks[answer] - risks[top] for answer in given) / asked
        pairs = list(combinations(given, 2))
        varied += sum(one != other for one, other in pairs) / len(pairs)
    count = len(known)
    return f"best {100 * best / count:3.0f} %  varied {100 * varied / count:3.0f} %  risk {100 * risk / count:+5.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", default="", help="ids, separated by commas (default: all for several)")
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--asked", type=int, default=6, help="times that each question is asked")
    parser.add_argument("--hard", type=int, default=1000, help="iterations of hard, which else takes its second")
    asked = parser.parse_args()
    several = [id for id in parlour.games() if parlour.game(id).players[-1] > 1]
    for game_id in asked.games.split(",") if asked.games else several:
        known = [look(game_id, question, i) for i, question in enumerate(questions(game_id, asked.questions))]
        for level in BUDGETS:
            name = f"hard:{asked.hard}" if level == "hard" else level
            print(f"{game_id:16} {name:10} {tell(game_id, name, known, asked.asked)}", flush=True)


if __name__ == "__main__":
    main()
