"""Two one-step players of Photon Rush: porter weighs its answers by the cards sensible rivals would play, gleaner by
the habits that each rival has shown in this game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, product
from typing import TYPE_CHECKING, Any

import parlour

if TYPE_CHECKING:
    from parlour import Event, Game

Card = tuple[str, int]  # an action card and its target
Base = list[int]  # what a seat owns, in the order of KEYS; a seat that is out owns nothing
Table = list[Base]
Weights = list[dict[Card, float]]  # for each seat, how likely each of its cards is
Foreseen = list[tuple[tuple[Card, ...], list[float]]]  # everybody's cards, and what the round makes each seat worth

KEYS = ("gold", "mercs", "towers", "mines", "saloons", "new_mines", "new_saloons")
GOLD, MERCS, TOWERS, MINES, SALOONS, NEW_MINES, NEW_SALOONS = range(7)
BUILDINGS = (MINES, SALOONS, NEW_MINES, NEW_SALOONS)  # in the order of a `blast`
GOAL = 15
NO_CARD: Card = ("", -1)
TYPICAL = {"raid": 1.1, "defend": 0.8, "tnt": 1.0, "": 1.0}  # how often porter takes each card to be played


# The table and a round on it


def read_table(view: Mapping[str, Any]) -> Table:
    return [[base[key] for key in KEYS] if base["out"] is None else [0] * 7 for base in view["seats"]]


def read_card(action: str | None) -> Card:
    if action is None:
        return NO_CARD
    kind, target = action.split()
    return kind, int(target)


def cards_of(table: Table, seat: int) -> list[Card]:
    """All cards that a seat may play; an empty one for a seat that is out."""
    if not table[seat][TOWERS]:
        return [NO_CARD]
    targets = [other for other, base in enumerate(table) if other != seat and base[TOWERS]]
    return [(kind, target) for kind in ("raid", "defend", "tnt") for target in targets]


def fight(table: Table, cards: Sequence[Card], lost: Mapping[int, int] | None = None) -> Table:
    """The table after battles and damage. `lost`: the raiders that a defender takes; else the strongest fall first."""
    after = [base[:] for base in table]
    raiders: dict[int, list[int]] = {}
    for seat, (kind, target) in enumerate(cards):
        if kind == "raid":
            raiders.setdefault(target, []).append(seat)
    for target, seats in raiders.items():
        raid = sum(table[seat][MERCS] for seat in seats)
        stance = cards[target][0]
        if stance == "defend":
            guards = table[target][MERCS]
            fallen = min(raid, 2 * guards)
            after[target][MERCS] -= min(guards, raid // 2)
            raid -= fallen
            if len(seats) > 1 and lost:
                for seat, count in lost.items():
                    after[seat][MERCS] -= count
            else:
                for seat in sorted(seats, key=lambda seat: -table[seat][MERCS]):
                    count = min(fallen, table[seat][MERCS])
                    after[seat][MERCS] -= count
                    fallen -= count
        elif stance == "tnt":
            raid *= 2
        after[target][TOWERS] = max(0, after[target][TOWERS] - raid)
    return after


def blow_up(table: Table, cards: Sequence[Card], seats: Iterable[int]) -> None:
    """T.N.T. of these seats: mines go first if they are the most, else saloons."""
    for seat in seats:
        kind, target = cards[seat]
        if kind != "tnt" or not table[target][TOWERS]:
            continue
        base, left = table[target], table[seat][MERCS]
        rich = base[MINES] + base[NEW_MINES] + base[GOLD] / 3 > base[SALOONS] + base[NEW_SALOONS]
        for building in (MINES, NEW_MINES, SALOONS, NEW_SALOONS) if rich else (SALOONS, NEW_SALOONS, MINES, NEW_MINES):
            gone = min(left, base[building])
            base[building] -= gone
            left -= gone


def collect(table: Table) -> None:
    """Collection, and the opening of what was under construction."""
    for base in table:
        if base[TOWERS]:
            gold = base[MINES] if base[GOLD] or base[MINES] else 1
            mercs = base[SALOONS] if base[MERCS] or base[SALOONS] else 1
            base[GOLD] += gold
            base[MERCS] += mercs
            base[MINES] += base[NEW_MINES]
            base[SALOONS] += base[NEW_SALOONS]
            base[NEW_MINES] = base[NEW_SALOONS] = 0


def winners(before: Table, after: Table, last: bool) -> list[int]:
    """Who has won after this collection; nobody while the game goes on."""
    standing = [seat for seat, base in enumerate(after) if base[TOWERS]]
    if len(standing) == 1:
        return standing
    if not standing:  # all destroyed together: the mercenaries decide
        fallen = [seat for seat, base in enumerate(before) if base[TOWERS]]
        most = max(after[seat][MERCS] for seat in fallen)
        return [seat for seat in fallen if after[seat][MERCS] == most]
    rich = [seat for seat in standing if after[seat][GOLD] >= GOAL]
    if not rich and not last:
        return []
    merit = {
        seat: (0 if rich else after[seat][GOLD], after[seat][TOWERS], after[seat][MERCS]) for seat in rich or standing
    }
    return [seat for seat in merit if merit[seat] == max(merit.values())]


def mean_worth(foreseen: Foreseen, weights: Weights, seat: int) -> dict[Card, float]:
    """What each card of a seat is worth on average, if the others play by these weights."""
    worth: dict[Card, float] = {}
    mass: dict[Card, float] = {}
    for cards, shares in foreseen:
        weight = 1.0
        for other, card in enumerate(cards):
            if other != seat:
                weight *= weights[other][card]
        own = cards[seat]
        worth[own] = worth.get(own, 0.0) + weight * shares[seat]
        mass[own] = mass.get(own, 0.0) + weight
    return {card: worth[card] / mass[card] if mass[card] else 0.0 for card in worth}


def tilt(appeal: Mapping[Card, float]) -> dict[Card, float]:
    """Likelihoods out of appeals: one more is e times as likely."""
    top = max(appeal.values())
    heat = {card: math.exp(value - top) for card, value in appeal.items()}
    total = sum(heat.values())
    return {card: value / total for card, value in heat.items()}


def shares_of(points: Sequence[float | None]) -> list[float]:
    """Chances to win out of points; None for a seat that is out."""
    top = max(value for value in points if value is not None)
    heat = [0.0 if value is None else math.exp(value - top) for value in points]
    total = sum(heat)
    return [value / total for value in heat]


class OneStep(parlour.Bot):
    """Imagines the round to its end. What a table is worth and what the others play is for the two bots to say."""

    samples = 40  # hands of the rivals imagined where there are too many for all
    build_samples = 10

    @classmethod
    def plays(cls, game: Game, players: int) -> bool:
        return game.id == "photon-rush" and 2 <= players <= 4

    def points(self, table: Table) -> list[float | None]:
        raise NotImplementedError

    def guess(self, table: Table, foreseen: Foreseen) -> Weights:
        raise NotImplementedError

    def rival_order(self, table: Table, seat: int) -> tuple[int, int]:
        """The mines and saloons that a rival is expected to order."""
        gold, mines = table[seat][GOLD], table[seat][MINES]
        return (0, 0) if gold + 2 * mines >= GOAL else (gold, 0)

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        limit = view["options"]["round_limit"]
        self.last = limit is not None and view["round"] >= limit
        table = read_table(view)
        cards = [read_card(action) for action in view["cards"] or ()]
        match view["phase"]:
            case "build":
                worth = self.weigh_orders(table, legal)
            case "action":
                worth = self.weigh_cards(table, legal)
            case "battle":
                worth = self.weigh_losses(table, legal, cards)
            case _:
                worth = self.weigh_blasts(table, legal, cards, view["queue"][1:])
        # the longer the game, the less choosy: two that blow each other up would never end
        slack = 1e-9 + 0.01 * max(0, view["round"] - 12)
        best = max(worth.values())
        return self.rng.choice([action for action in worth if worth[action] >= best - slack])

    def shares(self, before: Table, after: Table) -> list[float]:
        """Each seat's share of the win, once a round that began with `before` has been collected."""
        won = winners(before, after, self.last)
        if won:
            return [1 / len(won) if seat in won else 0.0 for seat in range(len(after))]
        return shares_of(self.points(after))

    def finish(self, before: Table, cards: Sequence[Card], lost: Mapping[int, int] | None = None) -> list[float]:
        after = fight(before, cards, lost)
        if sum(base[TOWERS] > 0 for base in after) > 1:
            blow_up(after, cards, range(len(after)))
        collect(after)
        return self.shares(before, after)

    def foresee(self, table: Table) -> Foreseen:
        """All hands of this round, or each own card against a sample of the rivals' hands."""
        options = [cards_of(table, seat) for seat in range(len(table))]
        if math.prod(map(len, options)) <= 216:
            hands = list(product(*options))
        else:
            hands = []
            for _ in range(self.samples):
                rivals = [self.rng.choice(cards) for cards in options]
                hands += [(*rivals[: self.seat], own, *rivals[self.seat + 1 :]) for own in options[self.seat]]
        return [(hand, self.finish(table, hand)) for hand in hands]

    def weigh_cards(self, table: Table, legal: Sequence[str]) -> dict[str, float]:
        foreseen = self.foresee(table)
        worth = mean_worth(foreseen, self.guess(table, foreseen), self.seat)
        return {action: worth[read_card(action)] for action in legal}

    def weigh_orders(self, table: Table, legal: Sequence[str]) -> dict[str, float]:
        """Each order in a few likely rounds, the same ones for all orders."""
        for seat, base in enumerate(table):
            if seat != self.seat and base[TOWERS]:
                mines, saloons = self.rival_order(table, seat)
                base[NEW_MINES], base[NEW_SALOONS] = mines, saloons
                base[GOLD] -= mines + 2 * saloons
        foreseen = self.foresee(table)
        weights = self.guess(table, foreseen)
        hands = [tuple(self.draw(likely) for likely in weights) for _ in range(self.build_samples)]
        worth = {}
        for action in legal if len(legal) <= 30 else [order for order in legal if int(order.split()[2]) < 3]:
            mines, saloons = map(int, action.split()[1:])
            base = table[self.seat][:]
            base[NEW_MINES], base[NEW_SALOONS] = mines, saloons
            base[GOLD] -= mines + 2 * saloons
            tried = [*table[: self.seat], base, *table[self.seat + 1 :]]
            worth[action] = sum(self.finish(tried, hand)[self.seat] for hand in hands)
        return worth

    def draw(self, weights: Mapping[Card, float]) -> Card:
        left = self.rng.below(1_000_000) / 1_000_000
        bounds = zip(weights, accumulate(weights.values()), strict=True)
        return next((card for card, bound in bounds if left < bound), next(iter(weights)))

    def weigh_losses(self, table: Table, legal: Sequence[str], cards: Sequence[Card]) -> dict[str, float]:
        raiders = [seat for seat, card in enumerate(cards) if card == ("raid", self.seat) and table[seat][MERCS]]
        losses = [dict(zip(raiders, map(int, action.split()[1:]), strict=True)) for action in legal]
        return {action: self.finish(table, cards, lost)[self.seat] for action, lost in zip(legal, losses, strict=True)}

    def weigh_blasts(
        self, table: Table, legal: Sequence[str], cards: Sequence[Card], later: Sequence[int]
    ) -> dict[str, float]:
        worth = {}
        for action in legal:
            after = [base[:] for base in table]
            for building, gone in zip(BUILDINGS, map(int, action.split()[1:]), strict=True):
                after[cards[self.seat][1]][building] -= gone
            blow_up(after, cards, later)
            collect(after)
            worth[action] = self.shares(table, after)[self.seat]
        return worth


@parlour.bot("porter")
class Porter(OneStep):
    """Counts what a base owns, and takes rivals for sensible: they answer typical cards, and one another's answers."""

    gold, mine, merc, saloon, tower = 0.16, 0.36, 0.12, 0.2, 0.25
    brink, danger = 0.8, 0.5
    sense, depth = 12.0, 3  # how much better cards are likelier, and how often the others think again

    def points(self, table: Table) -> list[float | None]:
        mercs = sum(base[MERCS] for base in table)
        result: list[float | None] = []
        for gold, own_mercs, towers, mines, saloons, _, _ in table:
            if not towers:
                result.append(None)
                continue
            useful = min(mines, 2 + (GOAL - gold) // 2)  # the last mines come too late to pay
            value = self.gold * gold + self.mine * useful + self.merc * own_mercs + self.saloon * saloons
            value += self.tower * towers
            if gold + mines >= GOAL:
                value += self.brink
            # more raiders about than towers: one careless round is the last
            value -= self.danger * min(1.5, (mercs - own_mercs) / towers)
            result.append(value)
        return result

    def guess(self, table: Table, foreseen: Foreseen) -> Weights:
        seats = range(len(table))
        first = [{card: math.log(TYPICAL[card[0]]) for card in cards_of(table, seat)} for seat in seats]
        weights = [tilt(appeal) for appeal in first]
        for _ in range(self.depth):
            worth = [mean_worth(foreseen, weights, seat) for seat in seats]
            for seat in seats:
                wise = tilt({c: first[seat][c] + self.sense * worth[seat].get(c, 0.0) for c in first[seat]})
                weights[seat] = {card: (weights[seat][card] + wise[card]) / 2 for card in wise}
        return weights


@cache
def clock(gold: int, mines: int) -> float:
    """Rounds until a base that is left alone holds the goal; a little less if it will hold more than that."""
    if gold + mines >= GOAL:
        return 1.0 - min(0.6, (gold + mines - GOAL) / 15)
    best = 1 + clock(gold + mines, mines) if mines else 30.0
    for bought in range(1, gold + 1):
        best = min(best, 1 + clock(gold - bought + mines or 1, mines + bought))
    return best


@parlour.bot("gleaner")
class Gleaner(OneStep):
    """Sees a race of clocks, to the gold and to the ruin, and learns from its cards what moves each rival."""

    pace, force, growth, life = 0.55, 0.35, 1.5, 1.6
    rate, trust = 0.25, 8.0

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        # the pull of: raid, defend, tnt, the card's worth, the leader, the weakest, me, the same card again
        self.habits = {rival: [0.1, -0.1, 0.0, 1.0, 0.2, 0.0, 0.0, 0.2] for rival in range(4)}
        self.before: dict[int, Card] = {}
        self.traits: list[dict[Card, list[float]]] = []

    def points(self, table: Table) -> list[float | None]:
        mercs = sum(base[MERCS] for base in table)
        rivals = max(1, sum(base[TOWERS] > 0 for base in table) - 1)
        result: list[float | None] = []
        for gold, own_mercs, towers, mines, saloons, _, _ in table:
            if not towers:
                result.append(None)
                continue
            hits = (mercs - own_mercs) / (rivals + 0.5) + 0.3  # raiders that may come in a round
            value = -self.pace * clock(gold, mines) + self.force * math.log(own_mercs + self.growth * saloons + 1)
            result.append(value - self.life * math.exp(-towers / (1.5 * hits)))
        return result

    def guess(self, table: Table, foreseen: Foreseen) -> Weights:
        seats = range(len(table))
        even = [dict.fromkeys(cards_of(table, seat), 1.0) for seat in seats]
        points = [-99.0 if value is None else value for value in self.points(table)]
        self.traits = []
        weights = []
        for seat in seats:
            worth = mean_worth(foreseen, even, seat)
            mean = sum(worth.values()) / len(worth)
            rivals = [other for other in seats if other != seat and table[other][TOWERS]]
            leader = max(rivals, key=lambda other: points[other])
            weakest = min(rivals, key=lambda other: table[other][TOWERS])
            traits = {}
            for kind, target in even[seat]:
                attack = kind != "defend"
                traits[kind, target] = [
                    float(kind == "raid"),
                    float(kind == "defend"),
                    float(kind == "tnt"),
                    self.trust * (worth.get((kind, target), mean) - mean),
                    float(attack and target == leader),
                    float(attack and target == weakest),
                    float(attack and target == self.seat),
                    float(kind == self.before.get(seat, NO_CARD)[0]),
                ]
            self.traits.append(traits)
            weights.append(self.likely(seat, traits))
        return weights

    def likely(self, seat: int, traits: Mapping[Card, Sequence[float]]) -> dict[Card, float]:
        habits = self.habits[seat]
        return tilt({c: sum(a * b for a, b in zip(habits, trait, strict=True)) for c, trait in traits.items()})

    def see(self, event: Event) -> None:
        """The cards are open: what was played is a little likelier from now on, with all that speaks for it."""
        shown = event.facts["cards"] if event.kind == "revealed" else None
        if not shown or len(self.traits) != len(shown):
            return
        for seat, action in enumerate(shown):
            card = read_card(action)
            traits = self.traits[seat]
            if card == NO_CARD or card not in traits:
                continue
            likely = self.likely(seat, traits)
            for i, trait in enumerate(traits[card]):
                expected = sum(weight * traits[other][i] for other, weight in likely.items())
                self.habits[seat][i] += self.rate * (trait - expected)
            self.before[seat] = card
