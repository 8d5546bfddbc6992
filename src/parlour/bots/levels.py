"""Easy, normal and hard: bots for people, each with a stated time for a decision."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.bots.bot import bot
from parlour.bots.greedy import ThinkingBot
from parlour.bots.search import SearchBot

BUDGETS = {"easy": 0.1, "normal": 0.3, "hard": 1.0}  # seconds a decision, at most
CERTAIN_EASY = 300  # states in which an easy player looks for a win that is certain: two or three answers deep


@bot("easy")
class EasyBot(ThinkingBot):
    """Sees one step ahead, in few worlds, and is often content with the second best: sensible and beatable."""

    about = "sensible, but easily content"
    glances = 4  # worlds it looks into
    care = 0.03  # how much worse an action may look and still be played one time in four or so

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        imagined = self.worlds(view, min(self.glances, self.judge.glances))
        line = self.certain_line(imagined, CERTAIN_EASY, 0.0)
        if line:
            return imagined[0].notation(self.seat, line[0])
        values = self.expected_places(imagined, legal)
        best = max(values)
        weights = [round(1000 * math.exp((value - best) / self.care)) for value in values]
        drawn = self.rng.below(sum(weights))
        for action, weight in zip(legal, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return action
        return legal[values.index(best)]


@bot("normal")
class NormalBot(SearchBot):
    about = "thinks for a moment"
    iterations = 0
    seconds = BUDGETS["normal"]


@bot("hard")
class HardBot(SearchBot):
    about = "thinks for a second"
    iterations = 0
    seconds = BUDGETS["hard"]
