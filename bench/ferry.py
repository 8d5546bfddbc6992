"""Two opponents for Photon Rush, written from its rules alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from operator import mul
from typing import Any

import parlour
from parlour import Bot

RAID, DEFEND, TNT = 0, 1, 2
KINDS = {"raid": RAID, "defend": DEFEND, "tnt": TNT}
GOLD, MERCS, TOWERS, MINES, SALOONS, NEW_MINES, NEW_SALOONS = range(7)
GOAL = 15
Seats = list[list[int]]  # one list of seven numbers a seat; no towers: out of the game
Card = tuple[int, int]  # kind and target

# ---------------------------------------------------------------- pocket rules


def pocket(view: Mapping[str, Any]) -> Seats:
    """The seats of a view as lists of numbers."""
    return [
        [
            s["gold"],
            s["mercs"],
            s["towers"] if s["out"] is None else 0,
            s["mines"],
            s["saloons"],
            s["new_mines"],
            s["new_saloons"],
        ]
        for s in view["seats"]
    ]


def open_buildings(seats: Seats) -> Seats:
    """The seats as a building phase begins."""
    return [[s[0], s[1], s[2], s[3] + s[5], s[4] + s[6], 0, 0] for s in seats]


def spoils(mines_first: bool) -> tuple[int, int, int, int]:
    """The order in which a blast takes buildings."""
    if mines_first:
        return (MINES, NEW_MINES, SALOONS, NEW_SALOONS)
    return (SALOONS, NEW_SALOONS, MINES, NEW_MINES)


MINES_FIRST, SALOONS_FIRST = spoils(True), spoils(False)


def raze(seat: list[int], force: int, order: tuple[int, int, int, int]) -> None:
    """Take `force` buildings from a seat."""
    for kind in order:
        if force <= 0:
            return
        lost = seat[kind] if seat[kind] < force else force
        seat[kind] -= lost
        force -= lost


def fair_losses(mercs: list[int], lost: int) -> list[int]:
    """A defender's plain choice: always from the strongest raider."""
    left = list(mercs)
    for _ in range(lost):
        left[left.index(max(left))] -= 1
    return [m - k for m, k in zip(mercs, left, strict=False)]


def battle(seats: Seats, cards: Sequence[Card | None], take: Sequence[int] | None = None) -> Seats:
    """Battles and damage; `take` for the one battle with a question."""
    new = [s[:] for s in seats]
    damage = [0] * len(seats)
    raided: dict[int, list[int]] = {}
    for i, card in enumerate(cards):
        if card is not None and card[0] == RAID:
            target = card[1]
            aim = cards[target]
            if aim is None or aim[0] != DEFEND:
                damage[target] += seats[i][MERCS]
            elif seats[i][MERCS]:
                raided.setdefault(target, []).append(i)
    for target, raiders in raided.items():
        force, guard = sum(seats[i][MERCS] for i in raiders), seats[target][MERCS]
        lost = min(force, 2 * guard)
        new[target][MERCS] -= min(guard, force // 2)
        damage[target] += force - lost
        if len(raiders) == 1:
            new[raiders[0]][MERCS] -= lost
        else:
            for i, k in zip(raiders, take or fair_losses([seats[i][MERCS] for i in raiders], lost), strict=False):
                new[i][MERCS] -= k
    for i, card in enumerate(cards):
        if card is not None and damage[i]:
            hurt = 2 * damage[i] if card[0] == TNT else damage[i]
            new[i][TOWERS] = max(0, new[i][TOWERS] - hurt)
    return new


def collect(before: Seats, new: Seats) -> list[float] | None:
    """Removal and collection in place; the shares of the win if the game is over."""
    alive = [i for i, s in enumerate(new) if s[TOWERS]]
    if len(alive) < 2:
        if not alive:
            fallen = [i for i, s in enumerate(before) if s[TOWERS]]
            most = max(new[i][MERCS] for i in fallen)
            alive = [i for i in fallen if new[i][MERCS] == most]
        return [1.0 / len(alive) if i in alive else 0.0 for i in range(len(new))]
    rich = False
    for i in alive:
        s = new[i]
        s[GOLD] += s[MINES] or (0 if s[GOLD] else 1)
        s[MERCS] += s[SALOONS] or (0 if s[MERCS] else 1)
        rich = rich or s[GOLD] >= GOAL
    if not rich:
        return None
    best = max((new[i][TOWERS], new[i][MERCS]) for i in alive if new[i][GOLD] >= GOAL)
    first = [i for i in alive if new[i][GOLD] >= GOAL and (new[i][TOWERS], new[i][MERCS]) == best]
    return [1.0 / len(first) if i in first else 0.0 for i in range(len(new))]


Orders = dict[tuple[int, int], tuple[int, int, int, int]]


def blasts(cards: Sequence[Card | None]) -> list[int]:
    """The T.N.T. players in the order of their questions."""
    n = len(cards)
    found = [(card[1], (i - card[1]) % n, i) for i, card in enumerate(cards) if card is not None and card[0] == TNT]
    return [i for _, _, i in sorted(found)]


def play_cards(seats: Seats, cards: Sequence[Card | None], orders: Orders) -> tuple[Seats, list[float] | None]:
    """A whole action and collection phase; then the buildings open."""
    new = battle(seats, cards)
    if sum(1 for s in new if s[TOWERS]) > 1:
        for i, card in enumerate(cards):
            if card is not None and card[0] == TNT and new[card[1]][TOWERS]:
                raze(new[card[1]], seats[i][MERCS], orders.get((i, card[1]), MINES_FIRST))
    end = collect(seats, new)
    return open_buildings(new), end


# ---------------------------------------------------------------- who is winning

LINEAR = 7
TABLES = (7, 9, 9, 9, 7, 7)
WIDTH = LINEAR + sum(TABLES)


def clock(gold: int, mines: int, new: int) -> int:
    """Rounds until the gold is there if nothing more is bought, 8 at most."""
    if gold + mines >= GOAL:
        return 1
    income = mines + new
    if income <= 0:
        return 8
    return min(8, 1 + (GOAL - gold - mines + income - 1) // income)


CLOCK = [[[clock(g, m, k) for k in range(20)] for m in range(24)] for g in range(GOAL)]


def clock_of(gold: int, mines: int, new: int) -> int:
    """The same by table."""
    return CLOCK[gold][mines][new] if gold < GOAL and mines < 24 and new < 20 else 1


def marks(seats: Seats, alive: Sequence[int]) -> list[tuple[int, ...]]:
    """What matters of each seat in the game: six places in the tables."""
    total = sum([seats[i][MERCS] for i in alive])
    found: list[tuple[int, ...]] = []
    for i in alive:
        gold, mercs, towers, mines, _, new, _ = seats[i]
        most, weakest = 0, 99
        for j in alive:
            if j != i:
                s = seats[j]
                if s[1] > most:
                    most = s[1]
                if s[2] < weakest:
                    weakest = s[2]
        after = mines - most
        rest = new
        if after < 0:
            rest = new + after if new + after > 0 else 0
            after = 0
        crowd, single, kill = total - mercs - towers, most - towers, mercs - weakest
        found.append(
            (
                towers if towers < 6 else 6,
                clock_of(gold, mines, new),
                clock_of(gold, after, rest),
                4 + (-4 if crowd < -4 else 4 if crowd > 4 else crowd),
                3 + (-3 if single < -3 else 3 if single > 3 else single),
                3 + (-3 if kill < -3 else 3 if kill > 3 else kill),
            )
        )
    return found


Weights = list[list[float]]  # the linear part, then the six tables

# learnt from its own games: as a building phase begins, and after it (two seats left, more)
LEARNT_OPEN: tuple[Weights, Weights] = (
    [
        [0.11, 0.08, -0.00, 0.69, -0.00, 0.64, -0.18],
        [0.00, -0.81, -0.88, 0.05, 0.76, 0.88, 0.00],
        [0.00, 2.66, 0.61, -0.37, 0.10, -0.39, 0.06, -0.91, -1.76],
        [0.00, 1.12, 0.95, 0.47, 0.28, -0.51, -0.30, -0.83, -1.18],
        [0.26, 0.10, 0.35, 0.30, -0.03, -0.08, -0.74, -0.15, -0.01],
        [0.36, 0.35, 0.30, -0.03, -0.08, -0.74, -0.15],
        [-0.36, -0.35, -0.30, 0.03, 0.08, 0.74, 0.15],
    ],
    [
        [0.11, 0.17, -0.00, 0.34, -0.00, -0.02, 0.50],
        [0.00, -0.69, -0.28, 0.01, 0.32, 0.63, 0.00],
        [0.00, 0.65, 0.35, 0.05, 0.08, -0.11, -0.18, -0.36, -0.49],
        [0.00, 0.30, 0.14, 0.02, 0.07, -0.06, -0.09, -0.23, -0.15],
        [-0.00, 0.31, 0.49, 0.09, 0.15, -0.11, 0.04, -0.48, -0.49],
        [-0.33, 0.21, 0.06, 0.28, -0.21, -0.07, 0.06],
        [0.35, 0.24, 0.10, 0.10, -0.08, -0.62, -0.09],
    ],
)
LEARNT_CLOSED: tuple[Weights, Weights] = (
    [
        [0.09, 0.05, 0.01, 0.72, 0.06, 0.66, -0.12],
        [0.00, -0.87, -0.91, 0.11, 0.88, 0.79, 0.00],
        [0.00, 3.49, 1.42, 0.36, -0.27, -0.32, -1.17, -1.11, -2.39],
        [0.00, 1.80, 0.86, 0.23, -0.15, -0.32, -0.87, -0.67, -0.87],
        [0.38, -0.03, 0.32, 0.26, -0.06, -0.11, -0.73, 0.14, -0.17],
        [0.35, 0.32, 0.26, -0.06, -0.11, -0.73, -0.03],
        [-0.35, -0.32, -0.26, 0.06, 0.11, 0.73, 0.03],
    ],
    [
        [0.05, 0.12, 0.07, 0.34, 0.08, -0.04, 0.50],
        [0.00, -0.69, -0.27, 0.01, 0.33, 0.62, 0.00],
        [0.00, 1.08, 0.48, 0.13, -0.15, -0.25, -0.34, -0.35, -0.60],
        [0.00, 0.67, 0.32, 0.11, -0.06, -0.18, -0.30, -0.22, -0.34],
        [-0.00, 0.32, 0.47, 0.09, 0.14, -0.09, 0.04, -0.47, -0.50],
        [-0.34, 0.20, 0.06, 0.25, -0.22, -0.03, 0.08],
        [0.34, 0.24, 0.10, 0.10, -0.10, -0.58, -0.11],
    ],
)


def chances(seats: Seats, weights: tuple[Weights, Weights]) -> list[float]:
    """Each seat's estimated share of the win; weights for two seats left and for more."""
    alive = [i for i, s in enumerate(seats) if s[2]]
    linear, t_towers, t_clock, t_late, t_crowd, t_single, t_kill = weights[0 if len(alive) < 3 else 1]
    a, b, c, d, e, f, h = linear
    shares = [0.0] * len(seats)
    total = 0.0
    for i, (k0, k1, k2, k3, k4, k5) in zip(alive, marks(seats, alive), strict=False):
        g, m, _, mi, sa, nm, ns = seats[i]
        score = (
            a * g
            + b * mi
            + c * nm
            + d * sa
            + e * ns
            + f * m
            + h * (m if m < 3 else 3)
            + t_towers[k0]
            + t_clock[k1]
            + t_late[k2]
            + t_crowd[k3]
            + t_single[k4]
            + t_kill[k5]
        )
        shares[i] = share = exp(score)
        total += share
    return [share / total for share in shares]


# ---------------------------------------------------------------- the table as a game of cards


def cards_of(seats: Seats, seat: int) -> list[Card]:
    """The cards worth telling apart: the target of a Defend means nothing."""
    rivals = [j for j, s in enumerate(seats) if s[TOWERS] and j != seat]
    return [(RAID, j) for j in rivals] + [(DEFEND, rivals[0])] + [(TNT, j) for j in rivals]


def likely_orders(seats: Seats, weights: tuple[Weights, Weights]) -> Orders:
    """What each seat would blow up first at each other one."""
    found: Orders = {}
    alive = [i for i, s in enumerate(seats) if s[TOWERS]]
    for j in alive:
        s = seats[j]
        if not (s[MINES] + s[NEW_MINES] and s[SALOONS] + s[NEW_SALOONS]):
            continue
        for i in alive:
            if i != j:
                tries = []
                for order in (MINES_FIRST, SALOONS_FIRST):
                    new = [t[:] for t in seats]
                    raze(new[j], seats[i][MERCS], order)
                    if collect(seats, new):
                        tries.append(0.0)
                    else:
                        tries.append(1.0 - chances(open_buildings(new), weights)[j])
                found[i, j] = MINES_FIRST if tries[0] >= tries[1] else SALOONS_FIRST
    return found


class Table:
    """All the cards of all seats against each other."""

    def __init__(self, seats: Seats, weights: tuple[Weights, Weights]) -> None:
        self.alive = [i for i, s in enumerate(seats) if s[TOWERS]]
        self.cards = [cards_of(seats, i) for i in self.alive]
        self.weights = weights
        orders = likely_orders(seats, weights)
        n = len(self.alive)
        self.size = size = 2 * n - 1
        joint: list[Card | None] = [None] * len(seats)
        worth: list[list[float]] = []
        self._fill(0, joint, seats, orders, worth)
        # one list a player, its own card first, then the others' cards in seat order
        self.worth: list[list[float]] = []
        for p, i in enumerate(self.alive):
            step = size ** (n - 1 - p)
            block = step * size
            mine = [w[i] for w in worth]
            rolled: list[float] = []
            for own in range(size):
                for start in range(own * step, len(mine), block):
                    rolled += mine[start : start + step]
            self.worth.append(rolled)

    def _fill(self, p: int, joint: list[Card | None], seats: Seats, orders: Orders, worth: list[list[float]]) -> None:
        if p == len(self.alive):
            new, end = play_cards(seats, joint, orders)
            worth.append(end or self.judge(new))
            return
        for card in self.cards[p]:
            joint[self.alive[p]] = card
            self._fill(p + 1, joint, seats, orders, worth)

    def judge(self, seats: Seats) -> list[float]:
        """Each seat's chances as the next round begins."""
        return chances(seats, self.weights)

    def replies(self, p: int, mixes: Sequence[Sequence[float]]) -> list[float]:
        """The worth of each card of player p against the mixes of the others."""
        flat = self.worth[p]
        size = self.size
        for q in range(len(self.alive) - 1, -1, -1):
            if q != p:
                mix = mixes[q]
                flat = [sum(map(mul, mix, flat[k : k + size])) for k in range(0, len(flat), size)]
        return flat

    def settle(self, turns: int) -> list[list[float]]:
        """Regret matching, later turns weighing more; the mean mix of every player."""
        n, size = len(self.alive), self.size
        even = [1.0 / size] * size
        mixes = [even for _ in range(n)]
        regrets = [[0.0] * size for _ in range(n)]
        means = [[0.0] * size for _ in range(n)]
        for turn in range(1, turns + 1):
            for p in range(n):
                gains = self.replies(p, mixes)
                base = sum(map(mul, gains, mixes[p]))
                regrets[p] = own = [
                    r + g - base if r + g > base else 0.0 for r, g in zip(regrets[p], gains, strict=False)
                ]
                total = sum(own)
                mixes[p] = [r / total for r in own] if total > 0 else even
                means[p] = [m + turn * x for m, x in zip(means[p], mixes[p], strict=False)]
        return [[m / sum(mean) for m in mean] for mean in means]


def orders_to_build(gold: int) -> list[tuple[int, int]]:
    """Every order that the gold pays for."""
    return [(m, s) for s in range(gold // 2 + 1) for m in range(gold - 2 * s + 1)]


def built(seats: Seats, seat: int, order: tuple[int, int]) -> Seats:
    """The seats after one order."""
    new = list(seats)
    s = seats[seat][:]
    s[GOLD] -= order[0] + 2 * order[1]
    s[NEW_MINES] += order[0]
    s[NEW_SALOONS] += order[1]
    new[seat] = s
    return new


def best_orders(seats: Seats, seat: int, weights: tuple[Weights, Weights]) -> list[tuple[float, tuple[int, int]]]:
    """A seat's orders by the estimate alone, best first."""
    tries = [(chances(built(seats, seat, o), weights)[seat], o) for o in orders_to_build(seats[seat][GOLD])]
    return sorted(tries, reverse=True)


# ---------------------------------------------------------------- answers


def order_of(action: str) -> tuple[int, int]:
    """The mines and saloons of a `build`."""
    _, mines, saloons = action.split()
    return int(mines), int(saloons)


def card_of(action: str) -> Card:
    """The kind and target of a card."""
    kind, target = action.split()
    return KINDS[kind], int(target)


def pick(rng: parlour.Rng, mix: Sequence[float]) -> int:
    """A place drawn by weight."""
    mark = rng.below(1 << 30) / (1 << 30) * sum(mix)
    for k, x in enumerate(mix):
        mark -= x
        if mark < 0:
            return k
    return max(range(len(mix)), key=lambda j: mix[j])


def spell(rng: parlour.Rng, card: Card, legal: Sequence[str]) -> str:
    """The legal answer that means a card; a Defend points anywhere."""
    if card[0] == DEFEND:
        return rng.choice([a for a in legal if a.startswith("defend")])
    return next((a for a in legal if card_of(a) == card), legal[0])


def after_blast(
    seats: Seats, cards: Sequence[Card | None], me: int, action: str, queue: Sequence[int]
) -> tuple[Seats, list[float] | None]:
    """The collected seats after one's own blast and the likely rest of the queue."""
    new = [s[:] for s in seats]
    card = cards[me]
    if card is not None:
        counts = [int(x) for x in action.split()[1:]]
        for kind, k in zip((MINES, SALOONS, NEW_MINES, NEW_SALOONS), counts, strict=False):
            new[card[1]][kind] -= k
    for i in queue:
        card = cards[i]
        if i != me and card is not None:
            raze(new[card[1]], seats[i][MERCS], MINES_FIRST)
    end = collect(seats, new)
    return open_buildings(new), end


class Ferrier(Bot):
    """What both bots share: the two small questions, answered by the estimate."""

    weights: tuple[Weights, Weights] = LEARNT_OPEN

    @classmethod
    def plays(cls, game: parlour.Game, players: int) -> bool:
        return bool(game.id == "photon-rush" and players < 4)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.round = 1
        self.past: dict[tuple[tuple[int, ...], ...], list[Card]] = {}

    def restless(self, seats: Seats, cards: Sequence[Card], gains: Sequence[float]) -> list[float]:
        """The worth of cards, less for those that led back to this very position: no game without end."""
        before = self.past.get(tuple(map(tuple, seats)), [])
        return [g - 0.025 * before.count(c) for g, c in zip(gains, cards, strict=False)]

    def play(self, seats: Seats, card: Card, legal: Sequence[str]) -> str:
        """Note the card and answer with it."""
        self.past.setdefault(tuple(map(tuple, seats)), []).append(card)
        return spell(self.rng, card, legal)

    def warm(self, heat: float) -> float:
        """In a long game the choice grows looser."""
        return heat * max(1.0, self.round / 16)

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        self.round = view["round"]
        if len(legal) == 1:
            return legal[0]
        seats = pocket(view)
        if view["phase"] == "build":
            return self.build(seats, legal)
        if view["phase"] == "action":
            return self.action(seats, legal)
        cards = [card_of(c) if c else None for c in view["cards"]]
        return self.reckon(seats, cards, view, legal)

    def build(self, seats: Seats, legal: Sequence[str]) -> str:
        """Answer a building phase."""
        raise NotImplementedError

    def action(self, seats: Seats, legal: Sequence[str]) -> str:
        """Answer with a card."""
        raise NotImplementedError

    def reckon(self, seats: Seats, cards: Sequence[Card | None], view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """Answer a `take` or a `blast`: each answer tried to the end of the round."""
        orders = likely_orders(seats, self.weights)
        best, found = -1.0, legal[0]
        for action in legal:
            if view["phase"] == "battle":
                take = [int(x) for x in action.split()[1:]]
                new = battle(seats, cards, take)
                if sum(1 for s in new if s[TOWERS]) > 1:
                    for i, card in enumerate(cards):
                        if card is not None and card[0] == TNT and new[card[1]][TOWERS]:
                            raze(new[card[1]], seats[i][MERCS], orders.get((i, card[1]), MINES_FIRST))
                end = collect(seats, new)
                new = open_buildings(new)
            else:
                new, end = after_blast(seats, cards, self.seat, action, view["queue"])
            worth = (end or chances(new, self.weights))[self.seat]
            if worth > best:
                best, found = worth, action
        return found


@parlour.bot("ferryman")
class Ferryman(Ferrier):
    """Lays every seat's cards against all others', values what is left after the round by an
    estimate learnt from its own games, settles that table by regret matching, and leans its belief
    of each rival towards the cards that rival has shown more often than the table expected."""

    closed: tuple[Weights, Weights] = LEARNT_CLOSED
    turns = 70
    tries = 4
    lean = 0.5
    heat = 0.018
    trim = 0.05

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.temper: dict[int, list[float]] = {}
        self.expected: dict[int, list[float]] = {}

    def see(self, event: parlour.Event) -> None:
        if event.kind != "revealed":
            return
        for i, text in enumerate(event.facts["cards"]):
            if text and i in self.expected and i != self.seat:
                kind = card_of(text)[0]
                temper = self.temper.setdefault(i, [0.0, 0.0, 0.0])
                for k, x in enumerate(self.expected[i]):
                    temper[k] += self.lean * ((1.0 if k == kind else 0.0) - x)
        self.expected = {}

    def build(self, seats: Seats, legal: Sequence[str]) -> str:
        rest = seats
        for i, s in enumerate(seats):
            if i != self.seat and s[TOWERS] and s[GOLD]:
                rest = built(rest, i, best_orders(seats, i, self.closed)[0][1])
        ranked = best_orders(rest, self.seat, self.closed)[: self.tries]
        best, found = -1.0, ranked[0][1]
        for _, order in ranked:
            table = Table(built(rest, self.seat, order), self.weights)
            mixes = table.settle(20)
            p = table.alive.index(self.seat)
            worth = sum(map(mul, mixes[p], table.replies(p, mixes)))
            if worth > best:
                best, found = worth, order
        return f"build {found[0]} {found[1]}"

    def action(self, seats: Seats, legal: Sequence[str]) -> str:
        table = Table(seats, self.weights)
        mixes = table.settle(self.turns if len(table.alive) < 4 else 20)
        me = table.alive.index(self.seat)
        beliefs = []
        for p, i in enumerate(table.alive):
            temper = self.temper.get(i, [0.0, 0.0, 0.0])
            self.expected[i] = [
                sum(x for x, c in zip(mixes[p], table.cards[p], strict=False) if c[0] == k) for k in range(3)
            ]
            leaned = [(x + 0.03) * exp(temper[c[0]]) for x, c in zip(mixes[p], table.cards[p], strict=False)]
            beliefs.append([x / sum(leaned) for x in leaned])
        gains = self.restless(seats, table.cards[me], table.replies(me, beliefs))
        top = max(gains)
        heat = self.warm(self.heat)
        mix = [(x + self.trim) * exp((g - top) / heat) for x, g in zip(mixes[me], gains, strict=False)]
        most = max(mix)
        mix = [x if x > 0.08 * most else 0.0 for x in mix]
        return self.play(seats, table.cards[me][pick(self.rng, mix)], legal)


# ---------------------------------------------------------------- the other way: who thinks how far


def plain_worth(seats: Seats) -> list[float]:
    """Who is ahead, by rule of thumb: rounds to the gold, guns, towers against the guns around."""
    alive = [i for i, s in enumerate(seats) if s[TOWERS]]
    guns = sum([seats[i][MERCS] + seats[i][SALOONS] for i in alive])
    shares = [0.0] * len(seats)
    for i in alive:
        gold, mercs, towers, mines, saloons, new_mines, new_saloons = seats[i]
        late = clock_of(gold, mines, new_mines)
        threat = 0.5 * (guns - mercs - saloons)
        income = mines + 0.8 * new_mines
        arms = saloons + 0.8 * new_saloons
        shares[i] = exp(
            4.0 / (late + 1)
            + 0.05 * gold
            + 0.22 * income
            + 0.28 * arms
            + 0.2 * mercs
            + 2.5 * towers / (towers + threat)
        )
    total = sum(shares)
    return [x / total for x in shares]


class Grave(Table):
    """The table of cards, valued by rule of thumb."""

    def judge(self, seats: Seats) -> list[float]:
        return plain_worth(seats)


def soft(gains: Sequence[float], heat: float) -> list[float]:
    """A soft choice of the best."""
    top = max(gains)
    mix = [exp((g - top) / heat) for g in gains]
    total = sum(mix)
    return [x / total for x in mix]


@parlour.bot("sexton")
class Sexton(Ferrier):
    """Asks how far each rival thinks: not at all (habit: the weak are raided, the rich blown up),
    one step (an answer to habit), two or three. What a rival shows moves the belief in its depth;
    the answer is the best one to that belief, with a rule of thumb for who is ahead."""

    heats = (0.06, 0.045, 0.035)
    prior = (0.2, 0.3, 0.3, 0.2)
    heat = 0.02

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.depth: dict[int, list[float]] = {}
        self.shown: dict[int, list[float]] = {}
        self.thought: dict[int, dict[Card, list[float]]] = {}

    def see(self, event: parlour.Event) -> None:
        if event.kind != "revealed":
            return
        for i, text in enumerate(event.facts["cards"]):
            if not text:
                continue
            card = card_of(text)
            self.shown.setdefault(i, [3.0, 1.5, 2.0])[card[0]] += 1.0
            for known, likes in self.thought.get(i, {}).items():
                if known == card or known[0] == card[0] == DEFEND:
                    depth = self.depth.get(i, list(self.prior))
                    moved = [d * (x + 0.08) for d, x in zip(depth, likes, strict=False)]
                    self.depth[i] = [0.04 + 0.84 * d / sum(moved) for d in moved]
        self.thought = {}

    def habit(self, seats: Seats, i: int, cards: Sequence[Card]) -> list[float]:
        """How a seat plays that does not think."""
        shown = self.shown.get(i, [3.0, 1.5, 2.0])
        mix = []
        for kind, target in cards:
            s = seats[target]
            if kind == RAID:
                pull = exp(0.5 * min(seats[i][MERCS], s[TOWERS]) - 0.3 * s[TOWERS])
            elif kind == TNT:
                pull = 0.2 + min(seats[i][MERCS], s[MINES] + s[SALOONS] + s[NEW_MINES] + s[NEW_SALOONS])
                pull *= 2.0 if s[GOLD] + s[MINES] >= GOAL - 3 else 1.0
            else:
                pull = 1.0
            mix.append(pull)
        totals = [sum(x for x, c in zip(mix, cards, strict=False) if c[0] == k) for k in range(3)]
        mix = [x / totals[c[0]] * shown[c[0]] for x, c in zip(mix, cards, strict=False)]
        return [x / sum(mix) for x in mix]

    def beliefs(self, seats: Seats, table: Table, note: bool) -> list[list[float]]:
        """What every seat will play, over the depths it may think to."""
        levels = [[self.habit(seats, i, cards)] for i, cards in zip(table.alive, table.cards, strict=False)]
        for heat in self.heats:
            pooled = [[sum(x) / len(mixes) for x in zip(*mixes[-2:], strict=False)] for mixes in levels]
            for p, mixes in enumerate(levels):
                mixes.append(soft(table.replies(p, pooled), heat))
        found = []
        for p, i in enumerate(table.alive):
            depth = self.depth.get(i, list(self.prior))
            total = sum(depth)
            columns = list(zip(*levels[p], strict=False))
            found.append([sum(map(mul, depth, column)) / total for column in columns])
            if note:
                self.thought[i] = {card: list(column) for card, column in zip(table.cards[p], columns, strict=False)}
        return found

    def build(self, seats: Seats, legal: Sequence[str]) -> str:
        gold = seats[self.seat][GOLD]
        orders = {(gold - 2 * s, s) for s in range(min(3, gold // 2) + 1)} | {(0, 0), (gold // 2, 0), (0, gold // 2)}
        best, found = -1.0, (0, 0)
        for order in sorted(orders):
            after = built(seats, self.seat, order)
            table = Grave(after, self.weights)
            p = table.alive.index(self.seat)
            worth = max(table.replies(p, self.beliefs(after, table, False)))
            if worth > best:
                best, found = worth, order
        return f"build {found[0]} {found[1]}"

    def action(self, seats: Seats, legal: Sequence[str]) -> str:
        table = Grave(seats, self.weights)
        p = table.alive.index(self.seat)
        gains = table.replies(p, self.beliefs(seats, table, True))
        mix = soft(self.restless(seats, table.cards[p], gains), self.warm(self.heat))
        most = max(mix)
        mix = [x if x > 0.2 * most else 0.0 for x in mix]
        return self.play(seats, table.cards[p][pick(self.rng, mix)], legal)
