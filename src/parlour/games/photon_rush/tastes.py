"""Photon Rush: what sparring partners think of a table, each in a way of its own.

A *taste* says what everybody's hope of the win is at the start of a round. There are eight ways to look at a table, and
the weights in each are drawn by chance, around those that make sense.
"""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.photon_rush.judge import JUDGE
from parlour.games.photon_rush.rules import (
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    SALOONS,
    TOWERS,
    PhotonRush,
    least,
)
from parlour.rules.chance import Rng
from parlour.rules.judge import share_of_win
from parlour.rules.state import State

# Ways to look at a table.
MARKS: Final[i64] = 0  # marks for gold, mines, men and towers, and hopes that follow from them
CLOCKS: Final[i64] = 1  # rounds to 15 gold, and rounds until the towers are down
HOPES: Final[i64] = 2  # soon rich, hard to ruin, well armed: each times the others
POWERS: Final[i64] = 3  # what one has, less what the strongest rival has and a part of what all have
COUNTS: Final[i64] = 4  # all things counted, each for as much gold
HOUSE: Final[i64] = 5  # as the judge does
SIGNS: Final[i64] = 6  # who is about to win, who is in danger, who can strike whom: each with a weight
STANDS: Final[i64] = 7  # what one's base is worth less what theirs are, where the win is worth only so much more
# Of 20 so many look in each way.
LOTS: Final = [MARKS] * 2 + [CLOCKS] * 2 + [HOPES] * 3 + [POWERS] * 3 + [COUNTS] + [HOUSE] + [SIGNS] * 4 + [STANDS] * 4

# Around these the weights are drawn; what each is for stands where it is used.
USUAL_MARKS: Final = [0.16, 0.75, 0.14, 1.5, 1.5, 0.55, 1.5, 0.3, 1.3, 1.2]
USUAL_CLOCKS: Final = [0.8, 0.6, 0.1, 0.06, 0.9, 1.2, 0.12]
USUAL_POWERS: Final = [1.6, 2.4, 1.9, 0.45, 0.9, 4.0, 2.3, 2.0, 0.75, 0.35, 3.0, 4.0]
USUAL_SIGNS: Final = [-0.4, 0.67, 0.45, -0.2, 0.15, 0.3, 0.2, -0.3, -0.3, 0.1, 0.12]
USUAL_STANDS: Final = [3.0, 0.4, 1.1, 0.4, 1.0, 1.2, 0.1, 0.1, 0.5, 0.5, 8.0, 10.0]
RANGE: Final = 2.2  # a weight is up to so many times as large as usual, or as small

LOST: Final = -50.0
COUNT_SCALE: Final = 6.0
STAND_SCALE: Final = 20.0
STAND_MOST: Final = 6.0  # rounds that a base holds, no more
LONG: Final[i64] = 14  # rounds: nobody looks further
GOAL: Final[i64] = 15
GOLD_MOST: Final[i64] = 30
MINES_MOST: Final[i64] = 16
LONGEST_RACE: Final[i64] = 11


def race_table() -> vec[float]:
    """By gold and mines: collections until a base that is left in peace has 15 gold, with a part of one for how near
    the one before comes."""
    most = [[gold for _ in range(MINES_MOST + 1)] for gold in range(GOLD_MOST + 1)]
    found = [[float(LONGEST_RACE) for _ in range(MINES_MOST + 1)] for _ in range(GOLD_MOST + 1)]
    for rounds in range(1, LONGEST_RACE + 1):
        before = most
        most = []
        for gold in range(GOLD_MOST + 1):
            row: list[int] = []
            for mines in range(MINES_MOST + 1):
                best = 0
                for bought in range(min(gold, 12) + 1 if rounds > 1 else 1):
                    kept = gold - bought
                    kept = min(GOLD_MOST, kept + mines if mines > 0 or kept > 0 else 1)
                    best = max(best, before[kept][min(MINES_MOST, mines + bought)])
                row.append(best)
                if best >= GOAL and found[gold][mines] == float(LONGEST_RACE):
                    gained = max(1, best - before[gold][mines])
                    found[gold][mines] = float(rounds) - min(0.9, float(best - GOAL) / float(gained))
            most.append(row)
    return vec[float]([hours for row in found for hours in row])


RACE: Final = race_table()


def race_hours(gold: i64, mines: i64) -> float:
    return RACE[least(gold, GOLD_MOST) * (MINES_MOST + 1) + least(mines, MINES_MOST)]


def hours(state: PhotonRush, seat: i64) -> float:
    """How long a base still races, with what it builds."""
    has = state.has
    return race_hours(has[GOLD + seat], has[MINES + seat] + has[NEW_MINES + seat])


def is_down(state: PhotonRush, seat: i64) -> bool:
    """Whether a base has nothing to earn by, nor gold for two mines: one T.N.T. a round keeps it down for ever."""
    has = state.has
    return (
        has[GOLD + seat] < 2
        and has[MINES + seat] + has[NEW_MINES + seat] + has[SALOONS + seat] + has[NEW_SALOONS + seat] == 0
    )


def race_order(gold: i64, mines: i64) -> i64:
    """How many mines to buy for the fastest race; of equals the fewest."""
    best = 99.0
    found: i64 = 0
    for bought in range(gold + 1):
        kept = gold - bought
        then = kept + mines if mines > 0 or kept > 0 else 1
        time: float = 1.0
        if then < GOAL:
            time += race_hours(then, mines + bought)
        if time < best - 0.02:
            best = time
            found = bought
    return found


def draw_between(rng: Rng, low: float, high: float) -> float:
    """Any number between these."""
    return low + (high - low) * (float(rng.below(1000)) / 999.0)


def draw_times(rng: Rng, usual: float, most: float) -> float:
    """A number that is at most so many times as large as usual, or as small."""
    return usual * math.exp(draw_between(rng, -math.log(most), math.log(most)))


def smaller(one: float, other: float) -> float:
    return one if one < other else other


def rounds_to_fall(towers: float, army: float, growth: float, eager: float) -> float:
    """How long towers hold if that part of an army comes through in every round."""
    for done in range(LONG):
        blow: float = eager * army
        if blow >= towers:
            return float(done) + towers / blow
        towers -= blow
        army += growth
    return float(LONG + 1)


@final
class Taste:
    """One way to look at a table, with weights of its own."""

    def __init__(self, rng: Rng) -> None:
        self.way: i64 = LOTS[rng.below(20)]
        self.weights: vec[float] = self.draw_weights(rng)
        # What is left of the hope of a base that has nothing to earn by: one blast a round keeps it so.
        self.left_when_down: float = draw_between(rng, 0.02, 0.6) if rng.below(2) == 0 else 1.0

    def draw_weights(self, rng: Rng) -> vec[float]:
        way = self.way
        if way == HOUSE:
            return vec[float]()
        if way == COUNTS:
            found = [draw_between(rng, 0.0, 3.0) for _ in range(4)]
            found.append(0.5 * float(rng.below(4)))
            return vec[float]([weight for weight in found])
        if way == HOPES:
            lows = [1.0, 0.2, 0.3, 0.15, 0.2, 0.5, 0.2]
            highs = [3.0, 1.0, 2.0, 0.6, 1.2, 2.0, 1.2]
            return vec[float]([draw_between(rng, lows[i], highs[i]) for i in range(7)])
        if way == SIGNS:
            found = [draw_times(rng, usual, RANGE) for usual in USUAL_SIGNS]
            found = [0.0 if i > 0 and rng.below(8) == 0 else found[i] for i in range(len(found))]
            found.append(draw_times(rng, 1.3, 1.9))
            return vec[float]([weight for weight in found])
        usual = USUAL_POWERS
        if way == MARKS:
            usual = USUAL_MARKS
        elif way == CLOCKS:
            usual = USUAL_CLOCKS
        elif way == STANDS:
            usual = USUAL_STANDS
        found = [draw_times(rng, weight, RANGE) for weight in usual]
        return vec[float]([0.2 * weight if rng.below(20) == 0 else weight for weight in found])

    def hopes(self, state: PhotonRush, into: vec[float], at: i64) -> None:
        """Everybody's hope of the win."""
        has = state.has
        players = state.players
        outcome = state.result()
        if outcome is not None:
            for seat in range(players):
                share: float = share_of_win(outcome, seat)
                if self.way == STANDS:
                    share = (share * self.weights[11] - (1.0 - share) * self.weights[10]) / STAND_SCALE
                into[at + seat] = share
            return
        if self.way == HOUSE:
            for seat in range(players):
                into[at + seat] = JUDGE.prospect(state, seat)
            return
        if self.way == COUNTS or self.way == POWERS:
            self.fill_leads(state, into, at)
            return
        if self.way == STANDS:
            self.fill_stands(state, into, at)
            return
        total = 0.0
        for seat in range(players):
            hope = 0.0
            if has[OUT + seat] == 0:
                if self.way == MARKS:
                    hope = self.by_marks(state, seat)
                elif self.way == CLOCKS:
                    hope = self.by_clocks(state, seat)
                elif self.way == HOPES:
                    hope = self.by_hopes(state, seat)
                else:
                    hope = self.by_signs(state, seat)
                if self.left_when_down < 1.0 and is_down(state, seat):
                    hope *= self.left_when_down
            into[at + seat] = hope
            total += hope
        if total > 0.0:
            for seat in range(players):
                into[at + seat] /= total

    def hopes_of(self, state: State) -> list[float]:
        """The same, for plain code."""
        assert isinstance(state, PhotonRush)
        found = vec[float]([0.0 for _ in range(state.players)])
        self.hopes(state, found, 0)
        return [hope for hope in found]

    def by_marks(self, state: PhotonRush, seat: i64) -> float:
        has = state.has
        w = self.weights
        foes: i64 = 0
        rivals: i64 = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0:
                foes += has[MERCS + other] + has[SALOONS + other]
                rivals += 1
        gold = float(has[GOLD + seat])
        mines = float(has[MINES + seat] + has[NEW_MINES + seat])
        men = float(has[MERCS + seat]) + w[6] * float(has[SALOONS + seat] + has[NEW_SALOONS + seat])
        towers = float(has[TOWERS + seat])
        exposed: float = float(foes) / float(rivals) / towers
        return math.exp(
            w[9]
            * (
                w[0] * gold
                + w[1] * math.sqrt(mines)
                + w[2] * mines
                + w[3] / (1.0 + math.exp((float(GOAL - 1) - gold - mines) / w[4]))  # about to win
                + w[5] * math.sqrt(men)
                + w[7] * towers
                - w[8] * smaller(1.5, exposed)
            )
        )

    def by_clocks(self, state: PhotonRush, seat: i64) -> float:
        has = state.has
        w = self.weights
        army: i64 = 0
        growth: i64 = 0
        rivals: i64 = 0
        conquest = 0.0
        men = float(has[MERCS + seat])
        saloons = float(has[SALOONS + seat] + has[NEW_SALOONS + seat])
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0:
                army += has[MERCS + other]
                growth += has[SALOONS + other]
                rivals += 1
                conquest += rounds_to_fall(self.walls(state, other), men, saloons, w[1])
        rich = hours(state, seat)
        fall = rounds_to_fall(self.walls(state, seat), float(army), float(growth), w[0] / float(rivals))
        need: float = smaller(rich, 1.0 + conquest) - w[2] * math.sqrt(men) - w[3] * float(has[TOWERS + seat])
        return math.exp(-need / w[4]) / (1.0 + math.exp((rich - fall) / w[5]))

    def walls(self, state: PhotonRush, seat: i64) -> float:
        """Towers; those who defend save some of them."""
        has = state.has
        return float(has[TOWERS + seat]) * (
            1.0 + self.weights[6] * float(least(5, has[MERCS + seat] + has[SALOONS + seat]))
        )

    def by_hopes(self, state: PhotonRush, seat: i64) -> float:
        has = state.has
        w = self.weights
        foes: i64 = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0:
                foes += has[MERCS + other] + has[SALOONS + other]
        towers = float(has[TOWERS + seat])
        saloons = float(has[SALOONS + seat] + has[NEW_SALOONS + seat])
        hope: float = math.pow(w[1] + hours(state, seat), -w[0])
        hope *= math.pow(towers / (towers + w[3] * float(foes)), w[2])
        hope *= math.pow(1.0 + float(has[MERCS + seat]) + w[5] * saloons, w[4])
        return hope * math.pow(0.5 + towers, w[6])

    def by_signs(self, state: PhotonRush, seat: i64) -> float:
        has = state.has
        w = self.weights
        strongest: i64 = 0
        army: i64 = 0
        weakest: i64 = 99
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0:
                army += has[MERCS + other]
                if has[MERCS + other] > strongest:
                    strongest = has[MERCS + other]
                if has[TOWERS + other] < weakest:
                    weakest = has[TOWERS + other]
        mines = has[MINES + seat] + has[NEW_MINES + seat]
        men = float(has[MERCS + seat])
        towers = float(has[TOWERS + seat])
        clock = hours(state, seat)
        mark: float = w[0] * clock + w[4] * towers + w[5] * math.log(1.0 + men)
        if clock <= 1.0:
            mark += w[1]
        if clock <= 2.0:
            mark += w[2]
        mark += w[3] * race_hours(has[GOLD + seat], mines - strongest if mines > strongest else 0)
        mark += w[6] * float(least(5, has[SALOONS + seat] + has[NEW_SALOONS + seat]))
        mark += w[7] * smaller(1.0, float(strongest) / towers)
        mark += w[8] * smaller(2.0, float(army) / towers)
        mark += w[9] * smaller(1.0, men / float(weakest))
        mark += w[10] * (smaller(1.0, 2.0 * men / float(strongest)) if strongest > 0 else 1.0)
        return math.exp(w[11] * mark)

    # -- those who compare what bases have --------------------------------------------------------

    def fill_stands(self, state: PhotonRush, into: vec[float], at: i64) -> None:
        """What each base is worth, less a part of the strongest other and a part of what all the others are."""
        has = state.has
        w = self.weights
        players = state.players
        army = 0.0
        for seat in range(players):
            if has[OUT + seat] == 0:
                army += float(has[MERCS + seat]) + 0.5 * float(has[SALOONS + seat])
        worths = vec[float]([self.stand(state, seat, army) for seat in range(players)])
        for seat in range(players):
            if has[OUT + seat] != 0:
                into[at + seat] = worths[seat] / STAND_SCALE
                continue
            most = LOST
            total = 0.0
            for other in range(players):
                if other != seat:
                    total += worths[other]
                    if worths[other] > most:
                        most = worths[other]
            lead: float = worths[seat] - w[8] * most - w[9] * total / float(players - 1)
            into[at + seat] = lead / STAND_SCALE

    def stand(self, state: PhotonRush, seat: i64, army: float) -> float:
        """Rounds to the goal, rounds to live, an army, and a little for all that lies there."""
        has = state.has
        w = self.weights
        if has[OUT + seat] != 0:
            return -w[10]
        saloons = float(has[SALOONS + seat])
        foes: float = army - float(has[MERCS + seat]) - 0.5 * saloons
        if foes < 0.5:
            foes = 0.5
        towers = float(has[TOWERS + seat])
        found: float = w[2] * math.sqrt(smaller(STAND_MOST, towers / (w[3] * foes))) - w[0] * math.log(
            w[1] + hours(state, seat)
        )
        men: float = float(has[MERCS + seat]) + w[5] * (saloons + float(has[NEW_SALOONS + seat]))
        found += w[4] * math.log(1.0 + men) / math.log(2.0)
        return found + w[6] * towers + w[7] * float(has[GOLD + seat])

    def fill_leads(self, state: PhotonRush, into: vec[float], at: i64) -> None:
        """What each has, compared with the others."""
        has = state.has
        w = self.weights
        players = state.players
        worths = vec[float]([self.worth(state, seat) for seat in range(players)])
        for seat in range(players):
            if has[OUT + seat] != 0:
                into[at + seat] = 0.0
                continue
            most = LOST
            total = 0.0
            rivals: i64 = 0
            for other in range(players):
                if other != seat and has[OUT + other] == 0:
                    rivals += 1
                    total += worths[other]
                    if worths[other] > most:
                        most = worths[other]
            lead: float
            if self.way == COUNTS:
                lead = (worths[seat] - w[4] * most) / COUNT_SCALE
            else:
                gone = float(players - 1 - rivals)
                lead = (worths[seat] - w[8] * most - w[9] * total / float(rivals) + w[10] * gone) / w[11]
            into[at + seat] = 1.0 / (1.0 + math.exp(-lead))

    def worth(self, state: PhotonRush, seat: i64) -> float:
        has = state.has
        if has[OUT + seat] != 0:
            return LOST
        w = self.weights
        gold = float(has[GOLD + seat])
        men = float(has[MERCS + seat])
        mines = float(has[MINES + seat])
        saloons = float(has[SALOONS + seat])
        towers = float(has[TOWERS + seat])
        if self.way == COUNTS:
            return gold + w[0] * men + w[1] * towers + w[2] * mines + w[3] * saloons
        prey: i64 = 99
        hunter: i64 = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0:
                if has[TOWERS + other] < prey:
                    prey = has[TOWERS + other]
                if has[MERCS + other] + has[SALOONS + other] > hunter:
                    hunter = has[MERCS + other] + has[SALOONS + other]
        found: float = w[0] * math.sqrt(men) + w[1] * smaller(1.0, men / float(prey)) + w[2] * math.sqrt(saloons)
        found += w[3] * gold + w[4] * mines + w[6] * math.sqrt(towers)
        if has[GOLD + seat] + has[MINES + seat] >= GOAL:
            found += w[5]
        if hunter >= has[TOWERS + seat]:
            found -= w[7]
        return found
