"""A question that two players answer at once: what each pair of answers comes to, and what both come to mix.

Where neither knows the other's answer no single one is best: whoever is foreseen is answered. Both mix theirs so that
to know the mix helps nobody. That is found by regret matching: an answer is given the oftener, the more its player has
come to wish to have given it all along, and what is kept is the mean of all that was mixed on the way, the later rounds
counting more. Nothing is drawn here, so it is the same on every machine.
"""

from __future__ import annotations

import time
from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge
from parlour.rules.network import Learned
from parlour.rules.state import NOBODY, State

PLAYERS: Final[i64] = 2
ROUNDS: Final[i64] = 300  # of regret matching
FEW: Final[i64] = 12  # pairs of answers
CLOCK: Final[i64] = 8  # after so many pairs the clock is looked at
LONGEST: Final[i64] = 20  # answers till everybody chooses at once again
NONE: Final[i64] = -1  # in place of an answer, where a seat is asked nothing


@final
class Contest:
    """What both may answer, and the state that each pair of answers leads to: those of the first seat's first answer,
    then those of its second."""

    def __init__(self, state: State, judge: Judge) -> None:
        self.first: vec[i64] = answers(state, judge, 0)
        self.second: vec[i64] = answers(state, judge, 1)
        self.ends: list[State] = []
        rng = Rng("contest")
        for one in self.first:
            before = state.clone()
            if one != NONE:
                before.apply(0, one)
            for other in self.second:
                end = before.clone()
                if other != NONE:
                    end.apply(1, other)
                settle(end, judge, rng)
                self.ends.append(end)

    def answers_of(self, seat: int) -> list[int]:
        return [int(code) for code in (self.first if seat == 0 else self.second)]


@final
class Mix:
    """What both mix, and what comes of it for the first seat: 1 is to win, 0 to lose."""

    def __init__(self, first: list[float], second: list[float], worths: vec[float]) -> None:
        self.first: list[float] = first
        self.second: list[float] = second
        columns: i64 = len(second)
        # What each answer of the first seat comes to against the other's mix, and the other way round.
        self.first_worths: list[float] = []
        self.second_worths: list[float] = [0.0] * len(second)
        self.worth: float = 0.0
        for row in range(len(first)):
            total = 0.0
            for column in range(len(second)):
                value: float = worths[i64(row) * columns + i64(column)]
                total += value * second[column]
                self.second_worths[column] += value * first[row]
            self.first_worths.append(total)
            self.worth += total * first[row]


def is_contest(state: State) -> bool:
    """Whether this is a question that two answer at once; one of them may have nothing to answer."""
    return state.players == PLAYERS and state.simultaneous()


def answers(state: State, judge: Judge, seat: i64) -> vec[i64]:
    if state.awaited() >> seat & 1 == 0:
        return vec[i64]([NONE])
    return judge.shortlist(state, seat, state.codes(seat))


def settle(state: State, judge: Judge, rng: Rng) -> None:
    """Go on till both choose at once again: what is asked in between is answered in a hurry."""
    for _ in range(LONGEST):
        actor = state.actor()
        if actor == NOBODY or state.simultaneous():
            return
        codes = state.codes(actor)
        state.apply(actor, codes[0] if len(codes) == 1 else judge.lean(state, actor, codes, rng))


def hope(state: State, known: Learned) -> float:
    """The first seat's chance to win, as what was learnt sees it from both sides."""
    outcome = state.result()
    if outcome is not None:
        return 1.0 / len(outcome.winners) if 0 in outcome.winners else 0.0
    return 0.5 * (known.winning(known.think(state, 0)) + 1.0 - known.winning(known.think(state, 1)))


def mix_of(contest: Contest, known: Learned, judge: Judge, end: float = 0.0) -> Mix | None:
    """What both mix, by what was learnt of where it leads. A question with few answers that comes next is solved as
    well: what was learnt is never quite right, and the answer that looks best is the one that it is too fond of.

    If `end` is a time (of `perf_counter`) and there is too little of it, the next questions are left as they look; and
    if there is not even enough for that, there is no answer."""
    rows = len(contest.first)
    columns = len(contest.second)
    worths = vec[float](capacity=len(contest.ends))
    for state in contest.ends:
        if is_late(len(worths), end):
            return None
        worths = append(worths, hope(state, known))
    closer = vec[float](capacity=len(worths))
    for i in range(len(worths)):
        if is_late(i, end):
            return solve(rows, columns, worths)
        state = contest.ends[i]
        few = state.actor() != NOBODY and is_contest(state) and len(state.codes(0)) * len(state.codes(1)) <= FEW
        closer = append(closer, worth_of(state, known, judge) if few else worths[i])
    return solve(rows, columns, closer)


def is_late(done: i64, end: float) -> bool:
    return end > 0.0 and done > 0 and done % CLOCK == 0 and time.perf_counter() > end


def worth_of(state: State, known: Learned, judge: Judge) -> float:
    """What a question is worth to the first seat, by what was learnt of where its answers lead."""
    contest = Contest(state, judge)
    worths = vec[float](capacity=len(contest.ends))
    for end in contest.ends:
        worths = append(worths, hope(end, known))
    return solve(len(contest.first), len(contest.second), worths).worth


def mix_by(contest: Contest, worths: list[float]) -> Mix:
    """The same by these worths of all its ends, for plain code."""
    return solve(len(contest.first), len(contest.second), vec[float]([worth for worth in worths]))


def solve(rows: i64, columns: i64, worths: vec[float]) -> Mix:
    """What both mix in a table of what each pair of answers is worth to the first of them."""
    saddle = saddle_of(rows, columns, worths)
    if saddle >= 0:
        return Mix(sure(rows, saddle // columns), sure(columns, saddle % columns), worths)
    # Who answers the other's last mix converges faster, and one of them is the first to do so: both in turn.
    one = regret_matching(rows, columns, worths, 0)
    other = regret_matching(rows, columns, worths, 1)
    return Mix(shares(one.first, other.first), shares(one.second, other.second), worths)


@final
class Sums:
    """What both have mixed so far, added up."""

    def __init__(self, first: vec[float], second: vec[float]) -> None:
        self.first: vec[float] = first
        self.second: vec[float] = second


def regret_matching(rows: i64, columns: i64, worths: vec[float], begins: i64) -> Sums:
    first = vec[float]([1.0 / float(rows) for _ in range(rows)])
    second = vec[float]([1.0 / float(columns) for _ in range(columns)])
    first_regrets = vec[float]([0.0 for _ in range(rows)])
    second_regrets = vec[float]([0.0 for _ in range(columns)])
    sums = Sums(first_regrets[:], second_regrets[:])
    for turn in range(1, ROUNDS + 1):
        for step in range(PLAYERS):
            if (begins + step) % PLAYERS == 0:
                gains = vec[float]([0.0 for _ in range(rows)])
                for row in range(rows):
                    total = 0.0
                    for column in range(columns):
                        total += worths[row * columns + column] * second[column]
                    gains[row] = total
                learn(gains, first, first_regrets, sums.first, float(turn))
            else:
                losses = vec[float]([0.0 for _ in range(columns)])
                for row in range(rows):
                    part: float = first[row]
                    if part > 0.0:
                        for column in range(columns):
                            losses[column] -= part * worths[row * columns + column]
                learn(losses, second, second_regrets, sums.second, float(turn))
    return sums


def saddle_of(rows: i64, columns: i64, worths: vec[float]) -> i64:
    """A place that is the worst of its row and the best of its column: there nothing need be mixed. -1: none."""
    for row in range(rows):
        worst = row * columns
        for place in range(row * columns, (row + 1) * columns):
            if worths[place] < worths[worst]:
                worst = place
        best = True
        for other in range(rows):
            if worths[other * columns + worst % columns] > worths[worst]:
                best = False
        if best:
            return worst
    return -1


def sure(count: i64, place: i64) -> list[float]:
    return [1.0 if i == place else 0.0 for i in range(count)]


def learn(gains: vec[float], mixed: vec[float], regrets: vec[float], mean: vec[float], weight: float) -> None:
    """A round of one player: what each answer would have brought, and so what is mixed next."""
    came = 0.0
    for i in range(len(gains)):
        came += gains[i] * mixed[i]
    total = 0.0
    for i in range(len(gains)):
        regret: float = regrets[i] + gains[i] - came
        if regret < 0.0:
            regret = 0.0
        regrets[i] = regret
        total += regret
    for i in range(len(gains)):
        mixed[i] = regrets[i] / total if total > 1e-12 else 1.0 / float(len(gains))
        mean[i] += weight * mixed[i]


def shares(one: vec[float], other: vec[float]) -> list[float]:
    total = 0.0
    for i in range(len(one)):
        total += one[i] + other[i]
    return [(one[i] + other[i]) / total for i in range(len(one))]
