"""Six players of Photon Rush, written from the rules alone, each of another school.

- appraiser: one step ahead; tries each answer against sampled answers of the rivals and looks at the table by hand.
- pathfinder: two rounds ahead; plays a second round out by habit before it looks.
- bookmaker: regret matching over the round that is asked; answers by the mix that comes out.
- sapper: saloons first, then T.N.T. on whoever leads, then the race; tactics may overrule the plan.
- envoy: pays every rival back in kind, leaves the peaceful alone and joins the others against the leader.
- actuary: counts the cards of each rival, corrects what it expects of them by that, and answers best.

All of them share a small model of the rules (`resolve`) that knows nothing of the engine, and a guess of how a table
stands (`worth`). A table is a list of bases, one a seat: gold, mercenaries, towers, mines, saloons, mines under
construction, saloons under construction. A base without towers is out of the game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import parlour

Base: TypeAlias = list[int]
Table: TypeAlias = list[Base]
Card: TypeAlias = tuple[int, int]
Hand: TypeAlias = list[Card]
Mix: TypeAlias = tuple[Hand, list[float]]
Judge: TypeAlias = Callable[[Table], list[float]]
Order: TypeAlias = tuple[int, int]

GOLD, MERCS, TOWERS, MINES, SALOONS, NEW_MINES, NEW_SALOONS = range(7)
KEYS = ("gold", "mercs", "towers", "mines", "saloons", "new_mines", "new_saloons")
RAID, DEFEND, TNT = range(3)
VERBS = ("raid", "defend", "tnt")
GOAL = 15

# ----------------------------------------------------------------------------------------------------------- the rules


def blow(base: Base, charges: int) -> None:
    """T.N.T. as most would place it: on the mines of a rich base, on the saloons of a poor one (PR-36)."""
    rich = base[GOLD] + 2 * (base[MINES] + base[NEW_MINES]) >= 6
    order = (MINES, NEW_MINES, SALOONS, NEW_SALOONS) if rich else (SALOONS, MINES, NEW_SALOONS, NEW_MINES)
    for kind in order:
        gone = min(charges, base[kind])
        base[kind] -= gone
        charges -= gone


def strike(table: Table, cards: Sequence[Card | None], target: int, loss: int) -> None:
    """Losses among several raiders: the largest band first (the defender chooses, PR-30)."""
    raiders = [i for i, card in enumerate(cards) if card == (RAID, target)]
    raiders.sort(key=lambda i: -table[i][MERCS])
    for i in raiders:
        gone = min(loss, table[i][MERCS])
        table[i][MERCS] -= gone
        loss -= gone


def resolve(
    table: Table, cards: Sequence[Card | None], last: bool = False, take: Sequence[int] | None = None
) -> tuple[Table, list[float] | None]:
    """The table after the cards, the collection and the opening of buildings; and the shares of a win if it is over."""
    after = [base[:] for base in table]
    raided = [0] * len(table)
    bombs = False
    for i, card in enumerate(cards):
        if card is not None:
            if card[0] == RAID:
                raided[card[1]] += table[i][MERCS]
            elif card[0] == TNT:
                bombs = True
    for target, raiders in enumerate(raided):
        card = cards[target]
        if not raiders or card is None:
            continue
        base = after[target]
        if card[0] == DEFEND:
            defenders = base[MERCS]
            loss = min(raiders, 2 * defenders)
            base[MERCS] -= min(defenders, raiders // 2)
            if take is None:
                strike(after, cards, target, loss)
            else:
                raiding = [i for i, c in enumerate(cards) if c == (RAID, target) and table[i][MERCS]]
                for i, gone in zip(raiding, take, strict=True):
                    after[i][MERCS] -= gone
            raiders -= loss
        elif card[0] == TNT:
            raiders *= 2
        base[TOWERS] = max(0, base[TOWERS] - raiders)
    if sum(base[TOWERS] > 0 for base in after) < 2:
        return after, last_standing(table, after)
    if bombs:
        for target, base in enumerate(after):
            if base[TOWERS]:
                for i, card in enumerate(cards):
                    if card is not None and card[0] == TNT and card[1] == target:
                        blow(base, table[i][MERCS])
    return after, collect(after, last)


def last_standing(before: Table, after: Table) -> list[float]:
    """Shares of a win where fewer than two bases stand (PR-41, PR-42)."""
    standing = [i for i, base in enumerate(after) if base[TOWERS]]
    if not standing:
        fallen = [i for i, base in enumerate(before) if base[TOWERS]]
        most = max(after[i][MERCS] for i in fallen)
        standing = [i for i in fallen if after[i][MERCS] == most]
    return [1 / len(standing) if i in standing else 0.0 for i in range(len(after))]


def collect(table: Table, last: bool) -> list[float] | None:
    """Collects in place and opens what is under construction; the shares of a win if that ends the game."""
    goal = False
    for base in table:
        if base[TOWERS]:
            if base[MINES] or base[GOLD]:
                base[GOLD] += base[MINES]
            else:
                base[GOLD] = 1
            if base[SALOONS] or base[MERCS]:
                base[MERCS] += base[SALOONS]
            else:
                base[MERCS] = 1
            goal = goal or base[GOLD] >= GOAL
    if goal or last:
        ranks = [
            ((base[TOWERS], base[MERCS]) if base[GOLD] >= GOAL else (0, 0))
            if goal
            else (base[GOLD], base[TOWERS], base[MERCS])
            if base[TOWERS]
            else (-1, 0, 0)
            for base in table
        ]
        best = max(ranks)
        first = [i for i, rank in enumerate(ranks) if rank == best and table[i][TOWERS]]
        return [1 / len(first) if i in first else 0.0 for i in range(len(table))]
    for base in table:
        base[MINES] += base[NEW_MINES]
        base[SALOONS] += base[NEW_SALOONS]
        base[NEW_MINES] = base[NEW_SALOONS] = 0
    return None


def peace(table: Table) -> Table:
    """The next building phase if all Defend now; 15 gold does not end it, so that `worth` can see who would win."""
    after = [base[:] for base in table]
    if collect(after, False) is not None:
        for base in after:
            base[MINES] += base[NEW_MINES]
            base[SALOONS] += base[NEW_SALOONS]
            base[NEW_MINES] = base[NEW_SALOONS] = 0
    return after


# -------------------------------------------------------------------------------------------------- how a table stands


def race() -> tuple[list[list[float]], list[list[int]]]:
    """Rounds to 15 gold if nobody disturbs, at the start of a building phase, by gold and mines; and mines to buy."""
    rounds = [[20.0] * (GOAL + 1) for _ in range(GOAL)] + [[0.0] * (GOAL + 1)]
    mines = [[0] * (GOAL + 1) for _ in range(GOAL + 1)]
    for _ in range(14):
        for gold in range(GOAL - 1, -1, -1):
            for owned in range(GOAL, -1, -1):
                for bought in range(gold + 1):
                    rest = gold - bought
                    income = owned if owned or rest else 1
                    if rest + income >= GOAL:
                        time = (GOAL - rest) / income
                    else:
                        time = 1 + rounds[rest + income][min(GOAL, owned + bought)]
                    if time < rounds[gold][owned]:
                        rounds[gold][owned] = time
                        mines[gold][owned] = bought
    return rounds, mines


ROUNDS, TO_BUY = race()

# Worth of: rounds to 15 gold, being within one round, within two, rounds if blasted by the strongest rival, a tower,
# the logarithm of mercenaries, a saloon, danger from one rival, from all, power over the weakest rival, guard.
HAND_DUEL = (-0.7, 0.8, 0.4, -0.1, 0.35, 1.0, 0.5, -0.8, -0.1, 0.9, 0.3)
HAND_MELEE = (-0.35, 0.7, 0.4, -0.2, 0.15, 0.3, 0.2, -0.3, -0.4, 0.1, 0.15)
EYE_DUEL = (-0.69, 0.69, 0.4, -0.03, 0.35, 0.93, 0.51, -0.82, -0.09, 0.94, 0.37)
EYE_MELEE = (-0.36, 0.67, 0.48, -0.19, 0.14, 0.3, 0.18, -0.3, -0.29, 0.06, 0.1)


def features(table: Table) -> tuple[list[int], list[tuple[float, ...]]]:
    """The bases that stand, and for each what `worth` weighs."""
    alive = [i for i, base in enumerate(table) if base[TOWERS]]
    bands = sorted([table[i][MERCS] for i in alive], reverse=True)
    towers = sorted([table[i][TOWERS] for i in alive])
    total = sum(bands)
    rows: list[tuple[float, ...]] = []
    for i in alive:
        gold, mercs, health, mines, saloons, _, _ = table[i]
        rival = bands[1] if mercs == bands[0] else bands[0]
        weakest = towers[1] if health == towers[0] else towers[0]
        line = ROUNDS[gold if gold < GOAL else GOAL]
        clock = line[mines if mines < GOAL else GOAL]
        rows.append(
            (
                clock,
                1.0 if clock <= 1 else 0.0,
                1.0 if clock <= 2 else 0.0,
                line[min(GOAL, mines - rival) if mines > rival else 0],
                float(health),
                LOGS[mercs if mercs < 40 else 39],
                float(saloons if saloons < 5 else 5),
                rival / health if rival < health else 1.0,
                min(2.0, (total - mercs) / health),
                mercs / weakest if mercs < weakest else 1.0,
                2 * mercs / rival if 2 * mercs < rival else 1.0,
            )
        )
    return alive, rows


LOGS = [math.log1p(k) for k in range(40)]


def look(table: Table, duel: Sequence[float], melee: Sequence[float]) -> list[float]:
    alive, rows = features(table)
    a, b, c, d, e, f, g, h, k, m, o = duel if len(alive) == 2 else melee
    shares = [0.0] * len(table)
    total = 0.0
    for i, r in zip(alive, rows, strict=True):
        strength = (
            a * r[0]
            + b * r[1]
            + c * r[2]
            + d * r[3]
            + e * r[4]
            + f * r[5]
            + g * r[6]
            + h * r[7]
            + k * r[8]
            + m * r[9]
            + o * r[10]
        )
        shares[i] = share = math.exp(strength)
        total += share
    return [share / total for share in shares]


def by_hand(table: Table) -> list[float]:
    """Everybody's chance to win at the start of a building phase, by weights set by hand."""
    return look(table, HAND_DUEL, HAND_MELEE)


def worth(table: Table) -> list[float]:
    """The same by the weights that won most, out of many tried in games of regret matchers among themselves."""
    return look(table, EYE_DUEL, EYE_MELEE)


# ------------------------------------------------------------------------------------------------ what people often do

HABIT_DUEL = (-0.91, 2.6, 0.16, 0.1, -0.03, 1.41, 0.09, 0.95, 1.08, -0.72, -0.9, 0.18, 0.9, 1.38, 1.17, -0.14)
HABIT_MELEE = (-1.41, -0.04, 2.05, 1.0, 1.54, 0.22, 1.44, -0.33, 3.09, -0.37, -0.21, 0.89, 5.09, 1.02, -0.48, -1.24)


def hand(table: Table, seat: int) -> Hand:
    """The cards of a seat, without those that say the same twice or do nothing."""
    rivals = [j for j, base in enumerate(table) if base[TOWERS] and j != seat]
    cards: Hand = [(DEFEND, rivals[0])]
    for j in rivals:
        cards.append((RAID, j))
        if any(table[j][MINES:]):
            cards.append((TNT, j))
    return cards


def signs(table: Table, seat: int, lead: Sequence[float]) -> tuple[Hand, list[tuple[tuple[int, float], ...]]]:
    """The cards of a seat, and for each what speaks for it (which weight, how much)."""
    cards = hand(table, seat)
    mercs, health = table[seat][MERCS], table[seat][TOWERS]
    bands = [base[MERCS] for j, base in enumerate(table) if base[TOWERS] and j != seat]
    top = max(bands) or 1
    danger = min(1.0, top / health)
    rows: list[tuple[tuple[int, float], ...]] = []
    for kind, j in cards:
        if kind == DEFEND:
            crowd = min(1.5, sum(bands) / health)
            rows.append(((0, 1.0), (1, danger), (2, crowd), (3, min(1.0, 2 * mercs / top)), (4, lead[seat])))
            continue
        base = table[j]
        if kind == RAID:
            power = min(1.0, mercs / base[TOWERS])
            guard = min(1.0, 2 * base[MERCS] / (mercs or 1))
            rows.append(((5, 1.0), (6, power), (7, float(mercs >= base[TOWERS])), (8, lead[j]), (9, guard)))
        else:
            hit = min(1.0, mercs / sum(base[MINES:]))
            gold = min(GOAL, base[GOLD] + base[MINES])
            clock = ROUNDS[gold][min(GOAL, base[MINES] + base[NEW_MINES])]
            won, near = float(clock <= 0), float(clock <= 1)
            rows.append(((10, 1.0), (11, hit), (12, lead[j]), (13, won), (14, near), (15, danger)))
    return cards, rows


def habit(table: Table, seat: int, lead: Sequence[float]) -> Mix:
    """What a seat is likely to play, by weights fitted to mixes that regret matching found."""
    cards, rows = signs(table, seat, lead)
    weights = HABIT_DUEL if sum(base[TOWERS] > 0 for base in table) == 2 else HABIT_MELEE
    odds = [math.exp(sum([weights[k] * x for k, x in row])) for row in rows]
    total = sum(odds)
    return cards, [x / total for x in odds]


def loosened(mix: Mix, part: float) -> Mix:
    """The same mix, but for a part of the time in which anything may be played."""
    cards, odds = mix
    return cards, [(1 - part) * p + part / len(cards) for p in odds]


def usual_order(base: Base) -> Order:
    """What a seat is likely to build: a saloon or two once there is an income, else what the race asks for."""
    gold, mines, saloons = base[GOLD], base[MINES], base[SALOONS]
    if gold + mines >= GOAL:
        return 0, 0
    if gold >= 2 and saloons < mines // 3 and saloons < 2:
        return gold - 2, 1
    return TO_BUY[min(gold, GOAL)][min(mines, GOAL)], 0


def build(table: Table, seat: int, order: Order) -> None:
    base = table[seat]
    base[GOLD] -= order[0] + 2 * order[1]
    base[NEW_MINES] += order[0]
    base[NEW_SALOONS] += order[1]


FINE = 1 << 30


def unit(rng: parlour.Rng) -> float:
    return rng.below(FINE) / FINE


def drawn(mix: Mix, rng: parlour.Rng) -> Card:
    x = unit(rng)
    cards, odds = mix
    for card, p in zip(cards, odds, strict=True):
        x -= p
        if x < 0:
            return card
    return cards[-1]


# ----------------------------------------------------------------------------------------------------- regret matching


def equilibrium(
    table: Table,
    hands: Sequence[Hand],
    start: Sequence[Sequence[float]],
    rng: parlour.Rng,
    judge: Judge,
    last: bool,
    rounds: int,
) -> tuple[list[list[float]], list[float]]:
    """Average mixes of all seats after some rounds of regret matching on sampled answers; and what each seat gets."""
    seats = [i for i, cards in enumerate(hands) if cards]
    sure: dict[tuple[int, ...], list[float]] = {}
    regrets = [[0.06 * p for p in odds] for odds in start]
    mixes = [[0.0] * len(cards) for cards in hands]
    got = [0.0] * len(hands)
    heard = 0.0
    picks = [0] * len(hands)
    for step in range(1, rounds + 1):
        now: list[list[float]] = []
        for i, cards in enumerate(hands):
            total = sum(regrets[i])
            size = len(cards)
            odds = [x / total for x in regrets[i]] if total > 0 else [1 / max(1, size)] * size
            now.append(odds)
            x = unit(rng)
            picks[i] = 0
            for k, p in enumerate(odds):
                x -= p
                if x < 0:
                    picks[i] = k
                    break
        heard += step
        for i in seats:
            values = []
            mine = picks[i]
            for k in range(len(hands[i])):
                picks[i] = k
                key = tuple(picks)
                shares = sure.get(key)
                if shares is None:
                    played = [cards[p] if cards else None for cards, p in zip(hands, key, strict=True)]
                    after, over = resolve(table, played, last)
                    shares = sure[key] = over if over is not None else judge(after)
                values.append(shares[i])
            picks[i] = mine
            odds = now[i]
            mean = sum([p * v for p, v in zip(odds, values, strict=True)])
            regrets[i] = [max(0.0, r + v - mean) for r, v in zip(regrets[i], values, strict=True)]
            mixes[i] = [m + step * p for m, p in zip(mixes[i], odds, strict=True)]
            got[i] += step * mean
    return [[m / heard for m in mix] for mix in mixes], [x / heard for x in got]


def narrowed(mix: Mix, most: int, rng: parlour.Rng) -> Mix:
    """A smaller hand, drawn without putting back by its odds; a Defend stays in it."""
    cards, odds = mix
    if len(cards) <= most:
        return mix
    kept = [0]
    left = [0.0, *odds[1:]]
    while len(kept) < most:
        x = unit(rng) * sum(left)
        for k, p in enumerate(left):
            x -= p
            if p and x <= 0:
                kept.append(k)
                left[k] = 0.0
                break
        else:
            break
    total = sum(odds[k] for k in kept)
    return [cards[k] for k in kept], [odds[k] / total for k in kept]


# --------------------------------------------------------------------------------------------------------- the members


class Member(parlour.Bot):
    """What the six have in common: reading the table, orders, losses and blasts; a school chooses the cards."""

    judge: Judge = staticmethod(worth)
    thrift = 0.0  # worth of a saloon more, beyond what the judge says
    looks = 10  # sampled rounds behind an order

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        table = [[int(base[key]) for key in KEYS] for base in view["seats"]]
        limit = view["options"]["round_limit"]
        self.last = limit is not None and view["round"] >= limit
        # PR-57: nothing ends a game of T.N.T. and Defend, so both are liked less the longer it goes on.
        self.tired = min(1.0, max(0, view["round"] - 18) / 20)
        phase = view["phase"]
        if phase == "build":
            mines, saloons = self.order(table)
            answer = f"build {mines} {saloons}"
        elif phase == "action":
            answer = self.play(table)
        elif phase == "battle":
            answer = self.losses(table, view, legal)
        else:
            answer = self.blast(table, view, legal)
        return answer if answer in legal else self.rng.choice(list(legal))

    def play(self, table: Table) -> str:
        kind, target = self.card(table)
        if self.tired and kind != RAID and unit(self.rng) < 0.7 * self.tired:
            rivals = [j for j, base in enumerate(table) if base[TOWERS] and j != self.seat]
            kind, target = RAID, min(rivals, key=lambda j: table[j][TOWERS])
        if kind == DEFEND:  # the target says nothing (PR-22), so it should tell nothing
            target = self.rng.choice([j for j, base in enumerate(table) if base[TOWERS] and j != self.seat])
        return f"{VERBS[kind]} {target}"

    def card(self, table: Table) -> Card:
        raise NotImplementedError

    # What the rivals are expected to play; a school with a memory has its own.
    def expected(self, table: Table, seat: int, lead: Sequence[float]) -> Mix:
        return loosened(habit(table, seat, lead), 0.1)

    def mixes(self, table: Table) -> list[Mix]:
        lead = self.judge(peace(table))
        return [
            ([], []) if not base[TOWERS] else habit(table, i, lead) if i == self.seat else self.expected(table, i, lead)
            for i, base in enumerate(table)
        ]

    def value(self, table: Table, cards: Sequence[Card | None]) -> float:
        after, over = resolve(table, cards, self.last)
        return (over if over is not None else self.judge(after))[self.seat]

    def scores(self, table: Table, mixes: Sequence[Mix], tries: int) -> tuple[Hand, list[float]]:
        """Each card of mine against the same sampled answers of the rivals; against all of them if they are few."""
        mine = mixes[self.seat][0]
        totals = [0.0] * len(mine)
        rivals = [i for i, mix in enumerate(mixes) if mix[0] and i != self.seat]
        cards: list[Card | None] = [None] * len(table)
        answers: dict[tuple[Card, ...], float] = {}
        if len(rivals) == 1:
            answers = {(card,): p for card, p in zip(*mixes[rivals[0]], strict=True)}
        elif len(rivals) == 2:
            first, second = (list(zip(*mixes[i], strict=True)) for i in rivals)
            answers = {(a, b): p * q for a, p in first for b, q in second if p * q > 0.01}
        else:
            for _ in range(tries):
                answer = tuple([drawn(mixes[i], self.rng) for i in rivals])
                answers[answer] = answers.get(answer, 0.0) + 1 / tries
        for answer, p in answers.items():
            for i, card in zip(rivals, answer, strict=True):
                cards[i] = card
            for k, card in enumerate(mine):
                cards[self.seat] = card
                totals[k] += p * self.value(table, cards)
        return mine, totals

    # ---------------------------------------------------------------------------------------------------------- orders
    def orders(self, base: Base) -> list[Order]:
        gold, mines = base[GOLD], base[MINES]
        if gold <= 3:
            return [(m, s) for s in range(gold // 2 + 1) for m in range(gold - 2 * s + 1)]
        found: set[Order] = {(0, 0), (TO_BUY[min(gold, GOAL)][min(mines, GOAL)], 0)}
        for s in range(min(3, gold // 2) + 1):
            rest = gold - 2 * s
            found.update(((rest, s), (rest // 2, s)))
        if gold + mines > GOAL:
            spare = min(gold, gold + mines - GOAL)
            found.update(((spare, 0), (spare % 2, spare // 2)))
        return sorted(found)

    def order(self, table: Table) -> Order:
        table = [base[:] for base in table]
        for i, base in enumerate(table):
            if i != self.seat and base[TOWERS]:
                build(table, i, usual_order(base))
        orders = self.orders(table[self.seat])
        trial = [base[:] for base in table]
        build(trial, self.seat, usual_order(trial[self.seat]))
        mixes = self.mixes(trial)
        rounds = [[drawn(mix, self.rng) if mix[0] else None for mix in mixes] for _ in range(self.looks)]
        best = (-1.0, (0, 0))
        for order in orders:
            trial = [base[:] for base in table]
            build(trial, self.seat, order)
            total = self.thrift * order[1] * self.looks
            for cards in rounds:
                total += self.value(trial, cards)
            best = max(best, (total, order))
        return best[1]

    # ----------------------------------------------------------------------------------------------- losses and blasts
    def losses(self, table: Table, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        cards = [parse(text) for text in view["cards"]]
        best = (-1.0, legal[0])
        for action in thinned(legal, 60):
            after, over = resolve(table, cards, self.last, [int(k) for k in action.split()[1:]])
            best = max(best, ((over if over is not None else self.judge(after))[self.seat], action))
        return best[1]

    def blast(self, table: Table, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        cards = [parse(text) for text in view["cards"]]
        own = cards[self.seat]
        if own is None:
            return legal[0]
        best = (-1.0, legal[0])
        for action in thinned(legal, 80):
            after = [base[:] for base in table]
            for kind, gone in zip(range(MINES, NEW_SALOONS + 1), action.split()[1:], strict=True):
                after[own[1]][kind] -= int(gone)
            for i in view["queue"][1:]:
                other = cards[i]
                if other is not None:
                    blow(after[other[1]], after[i][MERCS])
            over = collect(after, self.last)
            best = max(best, ((over if over is not None else self.judge(after))[self.seat], action))
        return best[1]


def parse(text: str | None) -> Card | None:
    if text is None:
        return None
    verb, target = text.split()
    return VERBS.index(verb), int(target)


def thinned(legal: Sequence[str], most: int) -> Sequence[str]:
    return legal if len(legal) <= most else legal[:: -(-len(legal) // most)]


def sharpest(cards: Hand, scores: Sequence[float], heat: float, rng: parlour.Rng) -> Card:
    """The best card, or one that is nearly as good, so that nobody can be sure."""
    top = max(scores)
    odds = [math.exp((score - top) / heat) for score in scores]
    total = sum(odds)
    return drawn((cards, [x / total for x in odds]), rng)


@parlour.bot("appraiser")
class Appraiser(Member):
    """One step ahead, with an evaluation set by hand; takes every rival to be half careless."""

    judge: Judge = staticmethod(by_hand)

    def expected(self, table: Table, seat: int, lead: Sequence[float]) -> Mix:
        return loosened(habit(table, seat, lead), 0.25)

    def card(self, table: Table) -> Card:
        cards, scores = self.scores(table, self.mixes(table), 18)
        return sharpest(cards, scores, 0.012, self.rng)


@parlour.bot("pathfinder")
class Pathfinder(Member):
    """Looks at its three best cards once more, a round of habit further on."""

    paths = 14

    def onward(self, table: Table, cards: Sequence[Card | None]) -> float:
        after, over = resolve(table, cards, self.last)
        if over is not None:
            return over[self.seat]
        if not after[self.seat][TOWERS]:
            return 0.0
        lead = self.judge(after)
        for i, base in enumerate(after):
            if base[TOWERS]:
                build(after, i, usual_order(base))
        answer = [drawn(habit(after, i, lead), self.rng) if base[TOWERS] else None for i, base in enumerate(after)]
        return self.value(after, answer)

    def card(self, table: Table) -> Card:
        mixes = self.mixes(table)
        cards, scores = self.scores(table, mixes, 12)
        best = sorted(range(len(cards)), key=lambda k: -scores[k])[:3]
        further = [0.0] * len(best)
        for _ in range(self.paths):
            answer = [drawn(mix, self.rng) if mix[0] else None for mix in mixes]
            for n, k in enumerate(best):
                answer[self.seat] = cards[k]
                further[n] += self.onward(table, answer)
        means = [0.5 * scores[k] + 0.5 * further[n] / self.paths for n, k in enumerate(best)]
        return sharpest([cards[k] for k in best], means, 0.012, self.rng)


STEPS = {2: 120, 3: 60, 4: 40}  # the more cards there are, the dearer a step


@parlour.bot("bookmaker")
class Bookmaker(Member):
    """Plays the mix at which nobody at the table regrets anything, as far as a few milliseconds find it."""

    looks = 8

    def mixes(self, table: Table) -> list[Mix]:
        found = super().mixes(table)
        alive = sum(base[TOWERS] > 0 for base in table)
        if alive > 3:
            found = [mix if i == self.seat else narrowed(mix, 3, self.rng) for i, mix in enumerate(found)]
        hands = [mix[0] for mix in found]
        odds, _ = equilibrium(table, hands, [mix[1] for mix in found], self.rng, self.judge, self.last, STEPS[alive])
        return list(zip(hands, odds, strict=True))

    def card(self, table: Table) -> Card:
        cards, odds = self.mixes(table)[self.seat]
        kept = [p if p >= 0.12 else 0.0 for p in odds]
        total = sum(kept)
        return drawn((cards, [p / total for p in kept]), self.rng)


@parlour.bot("sapper")
class Sapper(Member):
    """Wants two saloons, then to blow up whoever is ahead, then to race; a clearly better card overrules the plan."""

    def order(self, table: Table) -> Order:
        base = table[self.seat]
        # Between two a saloon costs the race more than it gives: there the plan is T.N.T. and the race alone.
        duel = sum(other[TOWERS] > 0 for other in table) == 2
        wanted = 1 if base[MINES] < 4 else 2
        self.thrift = 0.015 if base[SALOONS] < wanted and not duel else 0.0
        return super().order(table)

    def card(self, table: Table) -> Card:
        mixes = self.mixes(table)
        cards, scores = self.scores(table, mixes, 16)
        lead = self.judge(peace(table))
        own = lead[self.seat]
        rivals = [j for j, base in enumerate(table) if base[TOWERS] and j != self.seat]
        ahead = max(rivals, key=lambda j: lead[j])
        mercs = table[self.seat][MERCS]
        liked = []
        for (kind, target), score in zip(cards, scores, strict=True):
            if kind == TNT and target == ahead and lead[ahead] > own and mercs > 1:
                score += 0.025
            elif len(rivals) > 1 and (
                (kind == RAID and mercs >= table[target][TOWERS]) or (kind == DEFEND and own > lead[ahead])
            ):
                score += 0.02
            liked.append(score)
        return sharpest(cards, liked, 0.012, self.rng)


class Witness(Member):
    """Hears all cards that are revealed (PR-23)."""

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.foreseen: dict[int, Mix] = {}

    def see(self, event: parlour.Event) -> None:
        if event.kind == "revealed":
            self.revealed([parse(text) for text in event.facts["cards"]])

    def revealed(self, cards: Sequence[Card | None]) -> None:
        raise NotImplementedError


@parlour.bot("envoy")
class Envoy(Witness):
    """Tit for tat with everybody but the leader, against whom it counts on the others."""

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.wronged_by: dict[int, float] = {}
        self.wronged: dict[int, float] = {}

    def revealed(self, cards: Sequence[Card | None]) -> None:
        for j, card in enumerate(cards):
            hit = card is not None and card[0] != DEFEND and card[1] == self.seat
            self.wronged_by[j] = 0.6 * self.wronged_by.get(j, 0.0) + hit
        own = cards[self.seat]
        for j in range(len(cards)):
            hit = own is not None and own[0] != DEFEND and own[1] == j
            self.wronged[j] = 0.6 * self.wronged.get(j, 0.0) + hit

    def expected(self, table: Table, seat: int, lead: Sequence[float]) -> Mix:
        cards, odds = super().expected(table, seat, lead)
        first = max(range(len(table)), key=lambda j: lead[j])
        bent = []
        for (kind, target), p in zip(cards, odds, strict=True):
            if kind != DEFEND:
                if target == self.seat:
                    p *= 0.8 + 0.3 * self.wronged_by.get(seat, 0.0) + 0.2 * self.wronged.get(seat, 0.0)
                if target == first:
                    p *= 1.25
            bent.append(p)
        total = sum(bent)
        return cards, [p / total for p in bent]

    def card(self, table: Table) -> Card:
        cards, scores = self.scores(table, self.mixes(table), 16)
        lead = self.judge(peace(table))
        rivals = [j for j, base in enumerate(table) if base[TOWERS] and j != self.seat]
        if len(rivals) > 1:
            first = max(rivals, key=lambda j: lead[j])
            for k, (kind, target) in enumerate(cards):
                if kind == DEFEND:
                    continue
                grievance = self.wronged_by.get(target, 0.0)
                if target == first:
                    scores[k] += 0.01
                elif grievance < 0.3:
                    scores[k] -= 0.02
                scores[k] += 0.01 * min(2.0, grievance)
        return sharpest(cards, scores, 0.012, self.rng)


@parlour.bot("actuary")
class Actuary(Witness):
    """Keeps for each rival how often it defended, raided or blasted me or others, beside what was expected."""

    doubt = 1.5

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.seen: dict[tuple[int, int, bool], float] = {}
        self.due: dict[tuple[int, int, bool], float] = {}

    def sort_of(self, seat: int, card: Card) -> tuple[int, int, bool]:
        return seat, card[0], card[0] != DEFEND and card[1] == self.seat

    def revealed(self, cards: Sequence[Card | None]) -> None:
        for j, card in enumerate(cards):
            if card is None or j not in self.foreseen:
                continue
            for other, p in zip(*self.foreseen[j], strict=True):
                sort = self.sort_of(j, other)
                self.due[sort] = self.due.get(sort, 0.0) + p
            sort = self.sort_of(j, card)
            self.seen[sort] = self.seen.get(sort, 0.0) + 1
        self.foreseen.clear()

    def expected(self, table: Table, seat: int, lead: Sequence[float]) -> Mix:
        cards, odds = self.foreseen[seat] = loosened(habit(table, seat, lead), 0.1)
        bent = []
        for card, p in zip(cards, odds, strict=True):
            sort = self.sort_of(seat, card)
            bent.append(p * (self.seen.get(sort, 0.0) + self.doubt) / (self.due.get(sort, 0.0) + self.doubt))
        total = sum(bent)
        return cards, [p / total for p in bent]

    def card(self, table: Table) -> Card:
        cards, scores = self.scores(table, self.mixes(table), 18)
        return sharpest(cards, scores, 0.01, self.rng)
