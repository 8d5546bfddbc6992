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
from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, places, share_of_win
from parlour.rules.menus import same
from parlour.rules.state import NATURE, NOBODY, State

KEYS: Final[i64] = 0xFFFFFFFFFF
SPREAD: Final[i64] = 1000003
STIR: Final[i64] = 1000003
DEEPEST: Final[i64] = 400  # steps in the tree
FINE: Final[i64] = 1_000_000  # a weight is drawn by a number below this
OVERDUE: Final = 10.0  # more than any value
EARLY: Final[i64] = 64  # after so many iterations the answers have been tried about equally often
PATIENCE: Final = 0.998  # a win counts a little less with every step that it takes, and so does a loss


# What is known of an arm, in `SeatArms.tally`.
ARM: Final[i64] = 3
CODE: Final[i64] = 0
VISITS: Final[i64] = 1
OFFERED: Final[i64] = 2  # how often it could have been picked

MOST_ROOM: Final[i64] = 1_000_000  # a node's number has 20 bits
NONE: Final[i64] = -1
ROOT: Final[i64] = 0


def first_places() -> vec[vec[i64]]:
    """By number of arms: all of them in their order."""
    found = vec[vec[i64]]()
    for count in range(65):
        found = append(found, vec[i64]([place for place in range(count)]))
    return found


PLACES: Final = first_places()


@final
class Arm:
    """What was found out about one answer of one seat at one node."""

    def __init__(self, code: int, visits: int, total: float, wins: float) -> None:
        self.code: int = code
        self.visits: int = visits
        self.total: float = total  # sum of the seat's values
        self.wins: float = wins  # sum of the seat's chances to win; for the thinker at the root only

    def mean(self) -> float:
        return self.total / self.visits


@final
class SeatArms:
    """The arms of one seat at a node, numbered in the order in which they were first offered."""

    def __init__(self, seat: i64, after: SeatArms | None) -> None:
        self.seat: i64 = seat
        self.after: SeatArms | None = after  # those of another seat at this node
        self.tries: i64 = 0  # how often it was asked here
        self.tally: vec[i64] = vec[i64]()  # by arm: CODE, VISITS, OFFERED
        self.total: vec[float] = vec[float]()  # by arm: sum of the seat's values
        self.wins: vec[float] = vec[float]()  # by arm: sum of the thinker's chances to win, as far as there are any
        self.codes: vec[i64] = vec[i64]()  # what was offered last
        self.places: vec[i64] = vec[i64]()  # which arms these are

    def place_of(self, code: i64, near: i64) -> i64:
        """The number of the arm with this code, or NONE. Codes come in much the same order: it is likely to be near."""
        tally = self.tally
        count = len(tally) // ARM
        for step in range(count):
            place = near + step
            if place >= count:
                place -= count
            if tally[place * ARM + CODE] == code:
                return place
        return NONE

    def add(self, code: i64) -> i64:
        """A new arm; its number."""
        tally = append(append(append(self.tally, code), 0), 0)
        self.tally = tally
        self.total = append(self.total, 0.0)
        return len(tally) // ARM - 1


@final
class Children:
    """Which node follows which by what step: a table with open places, of packed vectors.

    A step's key has 40 bits and a node's number fewer than 20, so together they are the entry's name.
    """

    def __init__(self) -> None:
        self.size: i64 = 1024  # a power of two
        self.used: i64 = 0
        self.names: vec[i64] = vec[i64]([0 for _ in range(self.size)])  # plus 1; 0: an open place
        self.nodes: vec[i64] = vec[i64]([0 for _ in range(self.size)])

    def find(self, node: i64, key: i64) -> i64:
        """The node that follows, or NONE."""
        name = (node << 40 | key) + 1
        names = self.names
        place = self.first_place(node, key)
        while names[place] != 0:
            if names[place] == name:
                return self.nodes[place]
            place = (place + 1) & self.size - 1
        return NONE

    def add(self, node: i64, key: i64, child: i64) -> None:
        if 2 * self.used >= self.size:
            self.grow()
        place = self.first_place(node, key)
        while self.names[place] != 0:
            place = (place + 1) & self.size - 1
        self.names[place] = (node << 40 | key) + 1
        self.nodes[place] = child
        self.used += 1

    def first_place(self, node: i64, key: i64) -> i64:
        return (node * 40503 + (key ^ key >> 17) * 11) & self.size - 1

    def grow(self) -> None:
        names = self.names
        nodes = self.nodes
        self.size *= 4
        self.used = 0
        self.names = vec[i64]([0 for _ in range(self.size)])
        self.nodes = vec[i64]([0 for _ in range(self.size)])
        for place in range(len(names)):
            name = names[place] - 1
            if name >= 0:
                self.add(name >> 40, name & KEYS, nodes[place])


@final
class Search:
    """One question to one seat, thought about."""

    def __init__(self, judge: Judge, seat: i64, rng: Rng, room: i64) -> None:
        self.judge: Judge = judge
        self.seat: i64 = seat
        self.rng: Rng = rng
        self.room: i64 = room if room < MOST_ROOM else MOST_ROOM  # nodes and arms that may still be made
        self.by_node: list[SeatArms | None] = [None]  # by node: the arms of one seat, which lead to the others'
        self.children: Children = Children()
        self.iterations: i64 = 0
        self.depth: i64 = 0  # how many arms have been picked on the way down
        self.picked: list[SeatArms] = []  # whose they were; what is beyond `depth` is left from before
        self.picked_place: vec[i64] = vec[i64]()
        self.answers: vec[i64] = vec[i64]([0 for _ in range(64)])  # by seat, to a simultaneous question
        self.first: i64 = NONE  # the thinker's own pick at the root
        self.cast: list[list[float]] = []  # by seat, how likely each style is; empty: all are
        self.style: vec[i64] = vec[i64]()  # by seat, as whom it plays in this iteration
        self.sum: float = 0.0  # of all values and their squares, for the spread
        self.squares: float = 0.0
        self.count: i64 = 0
        self.spread: float = 0.3
        self.early: float = 0.0  # what it was when the favourite was not known yet

    def run(self, worlds: list[State], iterations: i64, end: float) -> None:
        """So many iterations, each in one of these worlds; fewer if the clock reads `end` (0.0: no matter)."""
        for _ in range(iterations):
            self.iterate(worlds[self.rng.below(len(worlds))].clone())
            if end > 0.0 and time.perf_counter() >= end:
                return

    # -- one iteration -----------------------------------------------------------------------------

    def iterate(self, state: State) -> None:
        """Play once through `state`, a world of its own that is used up, and learn from it."""
        self.depth = 0
        if self.judge.styles > 1 and self.judge.casting:
            self.draw_styles(state.players)
        node = ROOT
        mark = self.judge.goal(state)
        depth: i64 = 0
        growing = True
        while growing and depth < DEEPEST:
            actor = state.actor()
            if actor == NOBODY:
                break
            key = self.step(node, state, actor)
            if depth == 0:
                self.note_first()
            child = self.children.find(node, key)
            if child == NONE:
                growing = False
                if self.room > 0:
                    self.room -= 1
                    self.children.add(node, key, len(self.by_node))
                    self.by_node.append(None)
            else:
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
        self.first = NONE
        for i in range(self.depth):
            if self.picked[i].seat == self.seat:
                self.first = self.picked_place[i]

    def step(self, node: i64, state: State, actor: i64) -> i64:
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
        answers = self.answers
        for seat in range(state.players):
            if awaited >> seat & 1:
                answers[seat] = self.pick(node, state, seat)
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

    def pick(self, node: i64, state: State, seat: i64) -> i64:
        """The arm of a seat with the best upper bound; those never tried come first, in random order."""
        codes = state.codes(seat)
        if len(codes) == 1:
            return codes[0]
        if seat != self.seat and self.judge.habit > 0 and self.rng.below(100) < self.judge.habit:
            return self.imagined_answer(state, seat, codes)
        own = self.seat_arms(node, seat)
        if own is None:
            return self.imagined_answer(state, seat, codes)
        if not same(codes, own.codes):
            self.offer(own, codes, state)
        if node != ROOT and self.judge.trust > 0 and self.rng.below(own.tries + self.judge.trust) >= own.tries:
            return self.follow(own, state, codes)
        own.tries += 1
        places = own.places
        tally = own.tally
        total = own.total
        best = NONE
        bound = -1.0
        fresh: i64 = 0
        reach: float = self.judge.explore * self.spread
        # So many tries are due to every answer of the thinker, for each time that it was offered.
        due: float = 0.0
        if node == ROOT and seat == self.seat:
            due = self.judge.least / float(len(places))
        offered: i64 = 0
        log = 0.0
        for place in places:
            at = place * ARM
            times = tally[at + OFFERED] + 1
            tally[at + OFFERED] = times
            visits = tally[at + VISITS]
            if visits == 0:
                fresh += 1
                if self.rng.below(fresh) == 0:
                    best = place
            elif fresh == 0:
                mean: float = total[place] / float(visits)
                if times != offered:  # most arms of a node are offered equally often
                    offered = times
                    log = math.log(float(times))
                upper: float = mean + reach * math.sqrt(log / float(visits))
                if float(visits) < due * float(times):
                    upper += OVERDUE
                if upper > bound:
                    bound = upper
                    best = place
        self.note(own, best)
        return tally[best * ARM + CODE]

    def follow(self, own: SeatArms, state: State, codes: vec[i64]) -> i64:
        """Where figures tell little yet: what a sensible player would answer, and what comes of it is noted."""
        code = self.imagined_answer(state, own.seat, codes)
        own.tries += 1
        tally = own.tally
        chosen = NONE
        for place in own.places:
            at = place * ARM
            tally[at + OFFERED] += 1
            if tally[at + CODE] == code:
                chosen = place
        if chosen != NONE:  # else it is not on the shortlist
            self.note(own, chosen)
        return code

    def note(self, own: SeatArms, place: i64) -> None:
        """Remember what was picked on the way down."""
        depth = self.depth
        if depth == len(self.picked):
            self.picked.append(own)
            self.picked_place = append(self.picked_place, place)
        else:
            self.picked[depth] = own
            self.picked_place[depth] = place
        self.depth = depth + 1

    def seat_arms(self, node: i64, seat: i64) -> SeatArms | None:
        own = self.find_arms(node, seat)
        if own is None and self.room > 0:
            own = SeatArms(seat, self.by_node[node])
            self.by_node[node] = own
        return own

    def find_arms(self, node: i64, seat: i64) -> SeatArms | None:
        own = self.by_node[node]
        while own is not None and own.seat != seat:
            own = own.after
        return own

    def offer(self, own: SeatArms, codes: vec[i64], state: State) -> None:
        """Find or make the arms of these codes; most worlds offer what the last one offered."""
        worth = self.judge.shortlist(state, own.seat, codes)
        own.codes = codes
        if len(own.total) == 0 and len(worth) < len(PLACES):
            tally = vec[i64]([0 for _ in range(len(worth) * ARM)])
            for i in range(len(worth)):
                tally[i * ARM + CODE] = worth[i]
            own.tally = tally
            own.total = vec[float]([0.0 for _ in range(len(worth))])
            own.places = PLACES[len(worth)]
            self.room -= len(worth)
            return
        places = vec[i64](capacity=len(worth))
        near: i64 = 0
        for code in worth:
            place = own.place_of(code, near)
            if place == NONE:
                place = own.add(code)
                self.room -= 1
            places = append(places, place)
            near = place + 1
        own.places = places

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
            if left <= 0 and (left < -DEEPEST or (judge.is_settled(state, first) and judge.is_settled(state, mark))):
                break
            left -= 1
            if state.simultaneous():  # nobody knows the others' answers
                awaited = state.awaited()
                answers = self.answers
                for seat in range(state.players):
                    if awaited >> seat & 1:
                        answers[seat] = self.answer(state, seat)
                for seat in range(state.players):
                    if awaited >> seat & 1:
                        state.apply(seat, answers[seat])
            else:
                state.apply(actor, self.answer(state, actor))
        return steps - left

    def answer(self, state: State, seat: i64) -> i64:
        codes = state.codes(seat)
        return codes[0] if len(codes) == 1 else self.imagined_answer(state, seat, codes)

    def imagined_answer(self, state: State, seat: i64, codes: vec[i64]) -> i64:
        """What a seat is imagined to answer where no figures of its own decide."""
        if seat != self.seat and self.judge.styles > 1 and self.judge.casting:
            return self.judge.answer_in_style(state, seat, codes, self.rng, self.style[seat])
        return self.judge.sensible(state, seat, codes, self.rng)

    def learn(self, state: State, steps: i64) -> None:
        judge = self.judge
        outcome = state.result()
        values: list[float]
        win: float
        if outcome is None:
            values = judge.foresee(state, self.seat)
            win = values[state.players]
        else:
            values = places(outcome, state.players) if state.players > 1 else [judge.solo(state)]
            win = share_of_win(outcome, self.seat)
        weight: float = math.pow(PATIENCE, float(steps))
        for i in range(self.depth):
            own = self.picked[i]
            place = self.picked_place[i]
            own.tally[place * ARM + VISITS] += 1
            value: float = values[own.seat]
            own.total[place] += 0.5 + weight * (value - 0.5)
        if self.first != NONE:
            self.add_win(win)
        mine: float = values[self.seat]
        self.sum += mine
        self.squares += mine * mine
        self.count += 1
        if self.count >= 16:
            average: float = self.sum / float(self.count)
            variance: float = self.squares / float(self.count) - average * average
            self.spread = math.sqrt(variance) if variance > 0.0001 else 0.01
            if self.count == EARLY:
                self.early = self.spread
            elif self.spread < judge.floor * self.early:
                self.spread = judge.floor * self.early
        self.iterations += 1

    def add_win(self, chance: float) -> None:
        own = self.find_arms(ROOT, self.seat)
        assert own is not None
        while len(own.wins) <= self.first:
            own.wins = append(own.wins, 0.0)
        own.wins[self.first] += chance

    # -- what was found ------------------------------------------------------------------------------

    def own_arms(self) -> list[Arm]:
        """The thinker's arms at the root."""
        return self.arms_of(ROOT, self.seat)

    def arms_of(self, node: i64, seat: i64) -> list[Arm]:
        """The arms of a seat at a node (0: the root)."""
        found: list[Arm] = []
        own = self.find_arms(node, seat)
        if own is not None:
            for place in range(len(own.total)):
                at = place * ARM
                wins: float = own.wins[place] if place < len(own.wins) else 0.0
                found.append(Arm(int(own.tally[at + CODE]), int(own.tally[at + VISITS]), own.total[place], wins))
        return found
