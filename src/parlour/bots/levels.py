"""Five levels for people, from a beginner to the hardest, each with a character and a stated time for a decision.

How strong each of them plays a game stands in that game's `levels.toml` (else in the one beside this module), one table
a level:

- A level that does not search looks one step ahead in `worlds` imagined worlds. `care` is how much worse an answer may
  look and still be given about a third as often as the best; `nerve` is what it goes by where the worlds differ: above
  0 it hopes for the best of them, below 0 it fears the worst. A win that is certain within `certain` states is taken.
- One with `search = true` searches, for so many `iterations`. With a `leeway` it gives now this answer, now that, among
  those that look nearly as good: what it does cannot be read. It may `lean` to what a network has learnt to answer
  (Crash & Grab), as a plain search does (1), or by a part of that. With a `whim`, where it has learnt to answer (Photon
  Rush), that part of its answers is drawn from all.
- With a `pull` it has a taste: what a player of a `style` (one of those of the game's judge) would answer looks better
  to it by so much of a place. A win that is certain goes before, and so does what everybody sees (`Judge.sober`).

Iterations, not seconds, make a level: it is as strong on a slow machine. The time is only the most that it may take.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from parlour.bots.bot import UnknownBot, bot
from parlour.bots.engine.search import Arm, Search
from parlour.bots.search import SearchBot
from parlour.rules.game import Game, find
from parlour.rules.judge import answer_of_style
from parlour.rules.state import State

BUDGETS = {"beginner": 0.1, "easy": 0.1, "normal": 0.3, "skilled": 0.5, "hard": 1.0}  # seconds a decision, at most
FILE = "levels.toml"
USUAL = Path(__file__).with_name(FILE)
FINE = 1000  # a weight of 1, in whole numbers; all of them together are at most
MOST = 2**20
ASKED = 8  # times that a level asks itself what its style would answer: some styles like several answers


class Level(NamedTuple):
    """How a level plays a game."""

    search: bool = False  # whether it thinks ahead
    iterations: int = 0  # of its search; 0: for as long as it has time
    leeway: float = 0.0  # of its search: what may look so much worse is given about a third as often
    lean: float = 0.0  # of its search: to what was learnt, in parts of what a plain search does
    whim: float = 0.0  # where it has learnt to answer: the part of its answers that are drawn from all
    worlds: int = 0  # that it looks into, without a search; 0: as many as the judge says
    care: float = 0.001
    nerve: float = 0.0
    certain: int = 300  # states that are looked at for a win that is certain
    style: int = 0  # whose taste it has
    pull: float = 0.0  # how much better that looks to it, in parts of a place


@cache
def levels_of(game: str) -> Mapping[str, Level]:
    """The levels of a game, from its own file or, where that says nothing, from the usual one."""
    own = Path(find(game).folder) / FILE
    return {**read_levels(USUAL), **(read_levels(own) if own.exists() else {})}


@cache
def read_levels(path: Path) -> Mapping[str, Level]:
    found = {}
    for name, settings in tomllib.loads(path.read_text(encoding="utf-8")).items():
        if name not in BUDGETS or not set(settings) <= set(Level._fields):
            raise ValueError(f"{path}: {name} is no level, or has a setting that there is not: {', '.join(settings)}")
        found[name] = Level(**settings)
    return found


class LevelBot(SearchBot):
    """Plays at a level, as the game's settings say."""

    level = ""

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.settings = levels_of(game.id)[self.level]
        self.iterations = self.settings.iterations
        self.seconds = BUDGETS[self.level]
        self.favourites: set[int] = set()  # the codes that are to its taste, in a search

    def limit(self, budget: str) -> None:
        if not self.settings.search:
            raise UnknownBot(f"{self.level} does not search in this game and takes no budget, so not {budget!r}")
        super().limit(budget)

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if self.settings.search or len(legal) == 1:
            return super().choose(view, legal)
        imagined = self.worlds(view, self.settings.worlds or self.judge.glances)
        self.sure = self.certain_line(imagined, self.settings.certain, 0.0)
        if self.sure:
            self._explained = self.certainty(imagined[0])
            return str(self._explained["action"])
        sober = self.sober(imagined[0], legal)
        values = self.appraise(imagined, sober)
        action = sober[self.draw(values, self.settings.care)]
        if self.goes_in_circles(view):  # what it would do has led here again: anything else
            action = self.rng.choice([one for one in legal if one != action])
        seen = [{"action": one, "share": 0.0, "place": value} for one, value in zip(sober, values, strict=True)]
        self._explained = {"action": action, "forced": False, "certain": False, "iterations": 0, "line": []}
        self._explained["candidates"] = sorted(seen, key=lambda one: -one["place"])
        return action

    def appraise(self, imagined: list[State], legal: Sequence[str]) -> list[float]:
        """What each answer looks worth to this character: the expected place, nearer to the best or the worst world."""
        nerve = self.settings.nerve
        if not nerve:
            values = self.expected_places(imagined, legal)
        else:
            extreme = max if nerve > 0 else min
            found = zip(*[self.expected_places([world], legal) for world in imagined], strict=True)
            values = [(1 - abs(nerve)) * sum(each) / len(each) + abs(nerve) * extreme(each) for each in found]
        pull = self.settings.pull
        if not pull:
            return values
        liked = self.codes_of_taste(imagined, legal)
        return [
            value + pull if imagined[0].read(self.seat, action) in liked else value
            for action, value in zip(legal, values, strict=True)
        ]

    def codes_of_taste(self, imagined: list[State], legal: Sequence[str]) -> set[int]:
        """The codes of what players of its style would answer; nothing, if it has no taste."""
        if not self.settings.pull:
            return set()
        codes = [imagined[0].read(self.seat, action) for action in legal]
        style = self.settings.style
        return {
            answer_of_style(self.judge, imagined[i % len(imagined)], self.seat, codes, self.rng, style)
            for i in range(ASKED)
        }

    def draw(self, values: Sequence[float], care: float) -> int:
        """The number of an answer: what looks worse by `care` is e times rarer."""
        best = max(values)
        fine = min(FINE, MOST // len(values))
        return self.rng.weighted([round(fine * math.exp((value - best) / care)) for value in values])

    def think(self, view: Mapping[str, Any], legal: Sequence[str]) -> tuple[Search, State]:
        search, world = super().think(view, legal)
        self.favourites = self.codes_of_taste([world], legal)
        return search, world

    def worth(self, arm: Arm) -> float:
        return super().worth(arm) + self.settings.pull if arm.code in self.favourites else super().worth(arm)

    def decide(self, arms: list[Arm], leeway: float, instincts: list[float]) -> Arm:
        return super().decide(arms, max(leeway, self.settings.leeway), instincts)

    def leanings_of(self, world: State, arms: list[Arm]) -> list[float]:
        lean = self.settings.lean
        return [lean * leaning for leaning in super().leanings_of(world, arms)] if lean else []

    def instincts(self, world: State, arms: list[Arm]) -> list[float]:
        return self.with_whim(super().instincts(world, arms))

    def mixed_chances(self, chances: list[float]) -> list[float]:
        return self.with_whim(super().mixed_chances(chances))

    def with_whim(self, chances: list[float]) -> list[float]:
        """The same chances, but for the part that all answers share evenly."""
        whim = self.settings.whim
        return [(1 - whim) * chance + whim / len(chances) for chance in chances]


@bot("beginner")
class BeginnerBot(LevelBot):
    about = "curious: tries things out"
    level = "beginner"


@bot("easy")
class EasyBot(LevelBot):
    about = "greedy: hopes for the best, and is easily content"
    level = "easy"


@bot("normal")
class NormalBot(LevelBot):
    about = "cautious: expects the worst"
    level = "normal"


@bot("skilled")
class SkilledBot(LevelBot):
    about = "sly: thinks ahead, and does now this, now that"
    level = "skilled"


@bot("hard")
class HardBot(LevelBot):
    about = "cool: thinks furthest ahead, and does what looks best"
    level = "hard"
