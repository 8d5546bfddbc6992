"""Whether the levels can be told apart by how they play.

    python bench/characters.py [--games mogul,photon-rush] [--questions 40] [--asked 6]
    python bench/characters.py --play 60 [--levels easy,normal]

Each of them is asked the same questions, again and again:

- best: how often it gives an answer that looks best one step ahead (less than 0.005 of a place worse): a curious one
  seldom does.
- varied: how often two of its answers to one question differ: what a sly one does cannot be read.
- risk: by how much the worlds that it imagines differ after its answer, in hundredths of a place, against the answer
  that looks best: who hopes for the best takes more, who expects the worst takes less.

With `--play` each plays so many games in the company of greedy players, and what it does is counted by kind: how often
it pays in an auction and borrows (Mogul), raids, watches and blasts (Photon Rush), what it plays of what it could play
(Gold n' Crash), in how many of its turns it flies into somebody, and how often it keeps a Booster (Crash & Grab).
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter
from itertools import combinations
from typing import Any, NamedTuple

from levels import Question, questions

import parlour
from parlour.bots import BUDGETS, make_bot
from parlour.bots.greedy import ThinkingBot
from parlour.lab.match import Turn, play_match

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


class Watch:
    """Counts what one seat does, by question and by kind of answer."""

    def __init__(self, state: parlour.State, seat: int) -> None:
        self.seat = seat
        self.game = state.game_id()
        self.counts: dict[str, Counter[str]] = {}
        self.rammed = -1  # Crash & Grab: times in this turn, -1 while it is not the seat's
        if self.game == "crash-and-grab":
            self.colors = {one["color"] for one in state.position()["saucers"] if one["seat"] == seat}

    def note(self, question: str, kind: str) -> None:
        self.counts.setdefault(question, Counter())[kind] += 1

    def before(self, turn: Turn) -> None:
        if turn.move.seat != self.seat or turn.choices < 2:
            return
        word, *rest = turn.move.action.split()
        if self.game == "mogul" and word in ("pay", "withdraw"):
            self.note("auction", word)
        elif self.game == "mogul" and turn.state.position()["phase"] == "loan":
            self.note("loans", word)
        elif self.game == "photon-rush" and word in ("build", "raid", "defend", "tnt"):
            self.note("orders" if word == "build" else "cards", kind_of_order(*rest) if word == "build" else word)
        elif self.game == "gold-n-crash" and word in ("draw", "discard", "play"):
            kind = rest[0].split("-")[1] if word == "play" else word
            self.note("turn", kind)
            held = {action.split("-")[1] for action in turn.state.legal(self.seat) if action.startswith("play")}
            for fond in (("bomb",), ("secure", "gold")):
                if held.intersection(fond):
                    self.note(f"with {' or '.join(fond)} in hand", "plays it" if kind in fond else "does not")
        elif self.game == "crash-and-grab" and turn.state.position()["phase"] == "boost":
            self.note("boost", "keeps it" if word == "pass" else "boosts")

    def look_over(self, bot: Any) -> None:
        """See what the bot of this seat is told of."""
        see = bot.see

        def both(event: parlour.Event) -> None:
            self.see(event)
            see(event)

        bot.see = both

    def see(self, event: parlour.Event) -> None:
        """In how many of its turns a saucer flies into another."""
        if self.game != "crash-and-grab":
            return
        if event.kind == "turn-began":
            if self.rammed >= 0:
                self.note("flights", "rams" if self.rammed else "does not")
            self.rammed = 0 if event.facts["saucer"] in self.colors else -1
        elif event.kind == "collided" and self.rammed >= 0 and event.facts["saucer"] in self.colors:
            self.rammed += 1


def kind_of_order(mines: str, saloons: str) -> str:
    return "saloons" if saloons != "0" else "mines" if mines != "0" else "nothing"


def counted(game_id: str, level: str, games: int) -> str:
    """What a level does in so many games with greedy players, in percent of each question."""
    game = parlour.game(game_id)
    players = 3 if 3 in game.players else 2
    counts: dict[str, Counter[str]] = {}
    for number in range(games):
        seat = number % players
        state = game.new(players, seed=f"characters {number}")
        watch = Watch(state, seat)
        names = [level if i == seat else "greedy" for i in range(players)]
        bots: list[Any] = [make_bot(name, game, i, f"{number}:{i}") for i, name in enumerate(names)]
        watch.look_over(bots[seat])
        play_match(state, bots, parlour.Rng(f"characters {number}"), before=watch.before)
        for question, kinds in watch.counts.items():
            counts.setdefault(question, Counter()).update(kinds)
    told = []
    for question, kinds in sorted(counts.items()):
        shares = ", ".join(f"{kind} {100 * count / kinds.total():.1f}" for kind, count in sorted(kinds.items()))
        told.append(f"{question} ({kinds.total()}): {shares}")
    return "; ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", default="", help="ids, separated by commas (default: all for several)")
    parser.add_argument("--questions", type=int, default=40)
    parser.add_argument("--asked", type=int, default=6, help="times that each question is asked")
    parser.add_argument("--play", type=int, default=0, metavar="GAMES", help="of each level with greedy players")
    parser.add_argument("--levels", default=",".join(BUDGETS))
    asked = parser.parse_args()
    several = [id for id in parlour.games() if parlour.game(id).players[-1] > 1]
    levels = asked.levels.split(",")
    for game_id in asked.games.split(",") if asked.games else several:
        if asked.play:
            for level in levels:
                print(f"{game_id:16} {level:10} {counted(game_id, level, asked.play)}", flush=True)
            continue
        known = [look(game_id, question, i) for i, question in enumerate(questions(game_id, asked.questions))]
        for level in levels:
            print(f"{game_id:16} {level:10} {tell(game_id, level, known, asked.asked)}", flush=True)


if __name__ == "__main__":
    main()
