"""The luck of a game: what chance gave to each seat and took from it, and results with that taken away.

A step of chance is lucky by as much as it changes a seat's chance to win beyond what it changes on average: V after
what happened less the mean of V over all that could have happened, V being what the game's judge thinks. Its mean is 0
whatever the judge thinks, so a result less a multiple of its luck has the same mean and, where the judge sees what
matters, less variance (the idea is known as AIVAT: Burch, Schmid, Moravcik, Morrill, Bowling).

Steps of chance are seen by themselves. What lies hidden since the set-up and is turned up by somebody's answer, a game
declares in its `lab/luck.py`:

    LEAVES                      the share of the variance of a win that is left (`bench/luck.py`): luck is counted by
                                itself where it is worth it
    SCALE                       a lead by so much wins three times out of four, if not what the judge says
    worlds(state, seat, code)   where this answer turns something up: the worlds that look alike to everybody together,
                                each with its weight; the answer is legal in all of them
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from parlour.rules.game import Game
from parlour.rules.judge import Judge, judge_of, share_of_win
from parlour.rules.state import NATURE, State

WORTH_IT = 0.95  # a game that leaves more of the variance is not asked for its luck
FIRST = 12  # deals before anything is corrected
CLEAR = 2.0  # standard errors: a slope that is not so far above 0 is none

Worlds = Callable[[State, int, int], list[tuple[int, State]]]


def is_worth_it(game: Game) -> bool:
    """Whether the luck of this game is counted where nothing else is said."""
    return float(getattr(game.module("lab.luck"), "LEAVES", 1.0)) < WORTH_IT


class Luck:
    """The luck of each seat in one game, step by step."""

    def __init__(self, game: Game, players: int) -> None:
        self.judge: Judge = judge_of(game.id)
        declared = game.module("lab.luck")
        self.worlds: Worlds | None = getattr(declared, "worlds", None)
        self.scale = float(getattr(declared, "SCALE", self.judge.scale))
        self.seats = [0.0] * players  # how much more chance gave than it gives on average

    def note(self, state: State, seat: int, code: int) -> None:
        """A step is about to be made; its outcome if it is one of chance."""
        branches = self.branches(state, seat, code)
        if len(branches) < 2:
            return
        happened = self.prospects(state, seat, code)
        total = sum(weight for weight, _, _ in branches)
        means = [0.0] * len(happened)
        for weight, world, answer in branches:
            for place, value in enumerate(self.prospects(world, seat, answer)):
                means[place] += weight * value / total
        for place, value in enumerate(happened):
            self.seats[place] += value - means[place]

    def branches(self, state: State, seat: int, code: int) -> list[tuple[int, State, int]]:
        """All that could happen at this step: its weight, the world before it and the answer."""
        if seat == NATURE:
            codes = state.actions(NATURE)
            weights = state.weights() or [1] * len(codes)
            return [(weight, state, other) for weight, other in zip(weights, codes, strict=True)]
        if self.worlds is None:
            return []
        return [(weight, world, code) for weight, world in self.worlds(state, seat, code)]

    def prospects(self, state: State, seat: int, code: int) -> list[float]:
        """The chance of each seat to win after a step, as the judge sees it."""
        after = state.clone()
        after.apply(seat, code)
        outcome = after.result()
        players = int(after.players)
        if outcome is not None:
            return [share_of_win(outcome, place) for place in range(players)]
        if players == 1:
            return [self.judge.solo(after)]
        standings = [self.judge.standing(after, place) / self.scale for place in range(players)]
        best = max(standings)
        weights = [math.exp(max(-30.0, standing - best)) for standing in standings]
        return [weight / sum(weights) for weight in weights]

    def by_role(self, roles: Mapping[str, list[int]]) -> dict[str, float]:
        return {role: sum(self.seats[seat] for seat in seats) / len(seats) for role, seats in roles.items()}

    @property
    def size(self) -> float:
        """How far chance moved a seat's chance to win, one way or the other."""
        return sum(abs(luck) for luck in self.seats) / len(self.seats)


class Correction:
    """Takes the luck out of results, deal after deal.

    How much of it, the slope, is measured on the deals before: so each corrected result has the mean of the raw one
    exactly, however often it is looked at. Where the slope is not clearly above 0, nothing is taken.
    """

    def __init__(self) -> None:
        self.deals = 0
        self.count = 0  # results of all roles
        self.results = 0.0  # mean
        self.luck = 0.0  # mean
        self.results_squared = 0.0
        self.luck_squared = 0.0
        self.together = 0.0

    @property
    def measured(self) -> float:
        """By how much a result is greater for each unit of luck."""
        return self.together / self.luck_squared if self.luck_squared > 0 else 0.0

    @property
    def slope(self) -> float:
        """The same, or 0 where it is not clear."""
        if self.deals < FIRST or self.luck_squared <= 0:
            return 0.0
        rest = max(0.0, self.results_squared - self.measured * self.together) / (self.count - 2)
        return self.measured if self.measured > CLEAR * math.sqrt(rest / self.luck_squared) else 0.0

    def add(self, pairs: Iterable[tuple[float, float]]) -> list[float]:
        """The corrected results of the next deal, from the result and the luck of each role."""
        slope = self.slope
        found: list[float] = []
        self.deals += 1
        for result, luck in pairs:
            found.append(result - slope * luck)
            self.count += 1
            step, lucky = result - self.results, luck - self.luck
            self.results += step / self.count
            self.luck += lucky / self.count
            self.results_squared += step * (result - self.results)
            self.luck_squared += lucky * (luck - self.luck)
            self.together += step * (luck - self.luck)
        return found
