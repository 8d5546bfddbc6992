"""A fixed field of opponents for each game, and how a bot fares at each table: what counts is the worst one.

    python bench/field.py photon-rush --bot search:300 [--games 60] [--jobs 2] [--only wobbly,rollout] [--json FILE]

The bot plays one seat; all others are one opponent (or, at the last table, different ones). Every deal is played from
every seat. A change of a bot is kept if its worst share over the field rises and the mean does not fall.

The opponents are bots that can be named anywhere once this module is loaded (in this folder: `--load field`).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

# Bots by their names, whom this makes known:
import almanac  # noqa: F401  almanac and magpie
import club  # noqa: F401  clockmaker, balancer and others
import cooper  # noqa: F401  cooper and lamplighter
import drover  # noqa: F401  drover and vintner
import ferry  # noqa: F401  ferryman and sexton
import guild  # noqa: F401  appraiser, envoy and others
import porter  # noqa: F401  porter and gleaner
import strangers  # noqa: F401  counter, miser and wary
import unmet  # noqa: F401  brinkman, rusher, grudge, copycat and bully
import visitors  # noqa: F401  surveyor, weigher and corsair

import parlour
from parlour.bots.bot import UnknownBot
from parlour.bots.greedy import GreedyBot, ThinkingBot
from parlour.lab.arena import run, schedule
from parlour.lab.stats import wilson

OURS = ["random", "hurried", "sensible", "greedy", "easy", "wobbly", "search:40"]
OTHERS = [
    "rollout",
    "counter",
    "miser",
    "wary",
    "planner",
    "loner",
    "spoiler",
    "fickle",
]  # who know nothing of our judges
EVERYWHERE = [*OURS, *OTHERS]
# Styles are the game's own (`games/*/judge.py`).
FIELDS = {
    "crash-and-grab": [*EVERYWHERE, "style:1", "style:2", "style:3", "style:4"],
    "gold-n-crash": [*EVERYWHERE, "style:1", "style:2", "style:3", "style:4"],
    "mogul": [*EVERYWHERE, "style:1", "style:2", "style:3", "style:4"],
    "photon-rush": [*EVERYWHERE, "style:1", "style:2", "style:3", "style:5", "style:6", "style:7", "bully"],
}


class StyledBot(ThinkingBot):
    """Answers as an imagined player of one style does: `style:2`."""

    about = "plays in one style, without thinking ahead"
    style = 0

    def limit(self, budget: str) -> None:
        if not budget.isdigit() or int(budget) >= self.judge.styles:
            raise UnknownBot(f"a style is a number below {self.judge.styles}, not {budget!r}")
        self.style = int(budget)

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        if self.goes_in_circles(view):
            return self.rng.choice(list(legal))
        world = self.worlds(view, 1)[0]
        code = self.answer(world)
        return str(world.notation(self.seat, code))

    def answer(self, world: parlour.State) -> int:
        return int(self.judge.answer_in_style(world, self.seat, world.codes(self.seat), self.rng, self.style))


@parlour.bot("style")
class AnyStyleBot(StyledBot):
    pass


@parlour.bot("sensible")
class SensibleBot(StyledBot):
    about = "what a search imagines the others to be"


@parlour.bot("hurried")
class HurriedBot(StyledBot):
    about = "answers without a thought"

    def answer(self, world: parlour.State) -> int:
        return int(self.judge.lean(world, self.seat, world.codes(self.seat), self.rng))


@parlour.bot("wobbly")
class WobblyBot(GreedyBot):
    about = "greedy, but every third time it does anything"

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        return self.rng.choice(list(legal)) if self.rng.below(3) == 0 else super().choose(view, legal)


@parlour.bot("rollout")
class RolloutBot(ThinkingBot):
    """Knows no judge: tries each answer in a few imagined worlds, each played on at random."""

    about = "tries everything at random and takes what won most"
    tries = 12
    longest = 300

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        wins = [0.0] * len(legal)
        for world in self.worlds(view, self.tries):
            for i, action in enumerate(legal):
                state = world.clone()
                state.play(self.seat, action)
                parlour.playout(state, self.rng, self.longest)
                wins[i] += self.judge.chances(state)[self.seat]
        return legal[wins.index(max(wins))]


def field_of(game_id: str) -> list[str]:
    return FIELDS.get(game_id, EVERYWHERE)


def shares(bot: str, game_id: str, field: list[str], games: int, jobs: int, seed: str) -> list[dict[str, Any]]:
    """The share of wins of a bot at each table of the field."""
    game = parlour.game(game_id)
    players = 3 if 3 in game.players else 2
    tables = [[opponent] * (players - 1) for opponent in field]
    if players == 3 and len(field) >= 4:
        tables.append(field[2:4])
    found: list[dict[str, Any]] = []
    for others in tables:
        wins, count = 0.0, 0
        # Two bots of one name would be counted together: the one that is measured is told by its seat.
        for number, played in enumerate(run(schedule(game, [bot, *others], games, seed), jobs)):
            seat = -number % players
            outcome = played["outcome"]
            count += 1
            if outcome is None:
                wins += 1 / players
            elif seat in outcome["winners"]:
                wins += 1 / len(outcome["winners"])
        low, high = wilson(wins, count)
        found.append({"others": others, "share": wins / count, "low": low, "high": high, "games": count})
        print(f"{bot} v {' + '.join(others):24} {100 * wins / count:5.1f} ({100 * low:.1f}-{100 * high:.1f}), {count}")
        sys.stdout.flush()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=[id for id in parlour.games() if parlour.game(id).players[-1] > 1])
    parser.add_argument("--bot", default="search:300")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="field")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    field = asked.only.split(",") if asked.only else field_of(asked.game)
    found = shares(asked.bot, asked.game, field, asked.games, asked.jobs, asked.seed)
    worst = min(found, key=lambda table: float(table["share"]))
    mean = sum(table["share"] for table in found) / len(found)
    print(f"worst {100 * worst['share']:.1f} (v {' + '.join(worst['others'])}), mean {100 * mean:.1f}")
    if asked.json:
        asked.json.write_text(json.dumps({"bot": asked.bot, "game": asked.game, "tables": found}, indent=1), "utf-8")


if __name__ == "__main__":
    main()
