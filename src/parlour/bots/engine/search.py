"""Information-set Monte Carlo tree search.

The tree belongs to one seat, the *thinker*, and its nodes are what that seat will have seen. Every iteration plays in
another imagined world: down the tree, one new node, a few steps beyond it, then the judge. Every seat picks what is
best for its own expected place; where a game's judge says so (`habit`) the others answer as sensible players instead.

- A node has a table of arms for each seat that answers there. Where several seats answer at the same time each picks
  from its own table, so no choice depends on another's secret one (decoupled selection).
- Worlds differ in what is legal: an arm counts how often it could have been picked, and is compared by that.
- A child is found by the step and by what it showed to the thinker (`Judge.sight`). Chance is drawn, not chosen.
- The reach of exploration follows the spread of the values met so far, so judges need no common scale.
- There is no transposition table: `room` bounds nodes and arms; when it is used up the tree stops growing
  and the search goes on with the nodes it has.
"""

from __future__ import annotations

import math
import time
from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, places, won
from parlour.rules.state import NATURE, NOBODY, State

KEYS: Final[i64] = 0xFFFFFFFFFF
SPREAD: Final[i64] = 1000003
STIR: Final[i64] = 1000003
DEEPEST: Final[i64] = 400  # steps in the tree
FINE: Final[i64] = 1_000_000  # a weight is drawn by a number below this
PATIENCE: Final = 0.998  # a win counts a little less with every step that it takes, and so does a loss


class Arm:
    """One answer of one seat at one node."""

    def __init__(self, code: i64) -> None:
        self.code: i64 = code
        self.visits: i64 = 0
        self.offered: i64 = 0  # how often it could have been picked
        self.total: float = 0.0  # sum of the seat's values
        self.wins: float = 0.0  # sum of the seat's chances to win; kept at the root only

    def mean(self) -> float:
        return self.total / float(self.visits)


class SeatArms:
    """The arms of one seat at a node."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.codes: vec[i64] = vec[i64]()  # the arms offered last
        self.arms: list[Arm] = []
        self.known: dict[int, Arm] = {}


class Node:
    def __init__(self) -> None:
        self.visits: i64 = 0
        self.by_seat: list[SeatArms] = []
        self.children: dict[int, Node] = {}


class Search:
    """One question to one seat, thought about."""

    def __init__(self, judge: Judge, seat: i64, rng: Rng, room: i64) -> None:
        self.judge: Judge = judge
        self.seat: i64 = seat
        self.rng: Rng = rng
        self.room: i64 = room  # nodes and arms that may still be made
        self.root: Node = Node()
        self.iterations: i64 = 0
        self.picked: list[Arm] = []  # the arms on the way down
        self.picked_by: vec[i64] = vec[i64]()
        self.first: Arm | None = None  # the thinker's own pick at the root
        self.cast: list[list[float]] = []  # by seat, how likely each style is; empty: all are
        self.style: vec[i64] = vec[i64]()  # by seat, as whom it plays in this iteration
        self.sum: float = 0.0  # of all values and their squares, for the spread
        self.squares: float = 0.0
        self.count: i64 = 0
        self.spread: float = 0.3

    def run(self, worlds: list[State], iterations: i64, end: float) -> None:
        """So many iterations, each in one of these worlds; fewer if the clock reads `end` (0.0: no matter)."""
        for _ in range(iterations):
            self.iterate(worlds[self.rng.below(len(worlds))].clone())
            if end > 0.0 and time.perf_counter() >= end:
                return

    # -- one iteration -----------------------------------------------------------------------------

    def iterate(self, state: State) -> None:
        """Play once through `state`, a world of its own that is used up, and learn from it."""
        self.picked = []
        self.picked_by = vec[i64](capacity=16)
        if self.judge.styles > 1:
            self.draw_styles(state.players)
        node = self.root
        mark = self.judge.mark(state)
        depth: i64 = 0
        growing = True
        while growing and depth < DEEPEST:
            actor = state.actor()
            if actor == NOBODY:
                break
            key = int(self.step(node, state, actor))
            if depth == 0:
                self.note_first()
            child = node.children.get(key)
            if child is None:
                growing = False
                if self.room > 0:
                    self.room -= 1
                    child = Node()
                    node.children[key] = child
                    child.visits = 1
            else:
                child.visits += 1
                node = child
            depth += 1
        self.learn(state, depth + self.play_on(state, mark))

    def draw_styles(self, players: i64) -> None:
        """Who the others are, this time: each seat is of one style, drawn by what it has done so far."""
        styles = self.judge.styles
        drawn = vec[i64](capacity=8)
        for seat in range(players):
            weights = self.cast[seat] if seat < len(self.cast) else []
            style: i64 = 0
            if seat == self.seat:
                pass
            elif not weights:
                style = self.rng.below(styles)
            else:
                left: float = float(self.rng.below(FINE)) / float(FINE)
                while style < styles - 1:
                    left -= weights[style]
                    if left < 0.0:
                        break
                    style += 1
            drawn = append(drawn, style)
        self.style = drawn

    def note_first(self) -> None:
        self.first = None
        for i in range(len(self.picked)):
            if self.picked_by[i] == self.seat:
                self.first = self.picked[i]

    def step(self, node: Node, state: State, actor: i64) -> i64:
        """Carry out one step (or all answers of a simultaneous question); the key of the child it leads to."""
        judge = self.judge
        if actor == NATURE:
            code = state.chance_code(self.rng)
            seen = state.glimpse(self.seat, code)
            state.apply(NATURE, code)
            return self.key(1, seen, judge.sight(state, self.seat))
        if not state.simultaneous():
            code = self.pick(node, state, actor)
            state.apply(actor, code)
            return self.key(2, code, judge.sight(state, self.seat))
        awaited = state.awaited()
        answers = vec[i64](capacity=8)
        for seat in range(state.players):
            answers = append(answers, self.pick(node, state, seat) if awaited >> seat & 1 else 0)
        key: i64 = 3
        for seat in range(state.players):
            if awaited >> seat & 1:
                state.apply(seat, answers[seat])
                if not judge.secret or seat == self.seat:
                    key = self.key(key, answers[seat], seat)
        return self.key(key, 0, judge.sight(state, self.seat))

    def key(self, key: i64, code: i64, sight: i64) -> i64:
        step: i64 = code % STIR
        seen: i64 = sight % STIR
        return (key * SPREAD + step + seen * 7919) & KEYS

    # -- picking an arm ----------------------------------------------------------------------------

    def pick(self, node: Node, state: State, seat: i64) -> i64:
        """The arm of a seat with the best upper bound; those never tried come first, in random order."""
        codes = state.codes(seat)
        if len(codes) == 1:
            return codes[0]
        if seat != self.seat and self.judge.habit > 0 and self.rng.below(100) < self.judge.habit:
            return self.imagined(state, seat, codes)
        own = self.seat_arms(node, seat)
        if own is None:
            return self.imagined(state, seat, codes)
        arms = self.arms(own, codes, state)
        best: Arm | None = None
        bound = -1.0
        fresh: i64 = 0
        reach: float = self.judge.explore * self.spread
        offered: i64 = 0
        log = 0.0
        for arm in arms:
            arm.offered += 1
            visits = arm.visits
            if visits == 0:
                fresh += 1
                if self.rng.below(fresh) == 0:
                    best = arm
            elif fresh == 0:
                mean: float = arm.total / float(visits)
                if arm.offered != offered:  # most arms of a node are offered equally often
                    offered = arm.offered
                    log = math.log(float(offered))
                upper: float = mean + reach * math.sqrt(log / float(visits))
                if upper > bound:
                    bound = upper
                    best = arm
        assert best is not None
        self.picked.append(best)
        self.picked_by = append(self.picked_by, seat)
        return best.code

    def seat_arms(self, node: Node, seat: i64) -> SeatArms | None:
        for own in node.by_seat:
            if own.seat == seat:
                return own
        if self.room <= 0:
            return None
        own = SeatArms(seat)
        node.by_seat.append(own)
        return own

    def arms(self, own: SeatArms, codes: vec[i64], state: State) -> list[Arm]:
        """The arms of these codes; most worlds offer what the last one offered."""
        if same(codes, own.codes):
            return own.arms
        found: list[Arm] = []
        known = own.known
        for code in self.judge.shortlist(state, own.seat, codes):
            arm = known.get(code)
            if arm is None:
                arm = Arm(code)
                known[code] = arm
                self.room -= 1
            found.append(arm)
        own.codes = codes
        own.arms = found
        return found

    # -- beyond the tree ---------------------------------------------------------------------------

    def play_on(self, state: State, first: i64) -> i64:
        """A few sensible steps, until what was going on at the root (`first`) and at the leaf is settled; how many.

        They always lead up to a question: no judge should have to guess at a die.
        """
        judge = self.judge
        steps = judge.steps(state)
        left = steps
        mark = judge.mark(state)
        while True:
            actor = state.actor()
            if actor == NOBODY:
                break
            if actor == NATURE:
                state.apply(NATURE, state.chance_code(self.rng))
                continue
            if left <= 0 and (left < -DEEPEST or (judge.settled(state, first) and judge.settled(state, mark))):
                break
            left -= 1
            if state.simultaneous():  # nobody knows the others' answers
                awaited = state.awaited()
                answers = vec[i64](capacity=8)
                for seat in range(state.players):
                    answers = append(answers, self.answer(state, seat) if awaited >> seat & 1 else 0)
                for seat in range(state.players):
                    if awaited >> seat & 1:
                        state.apply(seat, answers[seat])
            else:
                state.apply(actor, self.answer(state, actor))
        return steps - left

    def answer(self, state: State, seat: i64) -> i64:
        codes = state.codes(seat)
        return codes[0] if len(codes) == 1 else self.imagined(state, seat, codes)

    def imagined(self, state: State, seat: i64, codes: vec[i64]) -> i64:
        """What a seat is imagined to answer where no figures of its own decide."""
        if self.judge.styles > 1 and seat != self.seat:
            return self.judge.styled(state, seat, codes, self.rng, self.style[seat])
        return self.judge.sensible(state, seat, codes, self.rng)

    def learn(self, state: State, steps: i64) -> None:
        judge = self.judge
        outcome = state.result()
        values: list[float]
        if state.players == 1:
            values = [judge.solo(state)]
        elif outcome is None:
            values = judge.hopes(state)
        else:
            values = places(outcome, state.players)
        weight: float = math.pow(PATIENCE, float(steps))
        for i in range(len(self.picked)):
            arm = self.picked[i]
            arm.visits += 1
            value: float = values[self.picked_by[i]]
            arm.total += 0.5 + weight * (value - 0.5)
        first = self.first
        if first is not None:
            first.wins += judge.winning(state, self.seat) if outcome is None else won(outcome, self.seat)
        mine: float = values[self.seat]
        self.sum += mine
        self.squares += mine * mine
        self.count += 1
        if self.count >= 16:
            average: float = self.sum / float(self.count)
            variance: float = self.squares / float(self.count) - average * average
            self.spread = math.sqrt(variance) if variance > 0.0001 else 0.01
        self.iterations += 1

    # -- what was found ------------------------------------------------------------------------------

    def own_arms(self) -> list[Arm]:
        """The thinker's arms at the root."""
        return self.arms_of(self.root, self.seat)

    def arms_of(self, node: Node, seat: i64) -> list[Arm]:
        for own in node.by_seat:
            if own.seat == seat:
                return list(own.known.values())
        return []


def same(one: vec[i64], other: vec[i64]) -> bool:
    """Whether two vectors hold the same numbers."""
    if len(one) != len(other):
        return False
    for i in range(len(one)):
        if one[i] != other[i]:
            return False
    return True
