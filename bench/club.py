"""Six club players of Photon Rush, written from the rules alone: three look one round ahead, three have a plan.

    python bench/duel.py photon-rush search:600 clockmaker --games 60

Whoever wrote them had not seen our bots, judges and networks. They share a pocket copy of the rules (`fight`,
`settle`), so that they share no mistake of ours either, and nothing of the box but the base class.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import parlour
from parlour import Bot
from parlour.rules.chance import Rng

GOLD, MERCS, TOWERS, MINES, SALOONS, NEW_MINES, NEW_SALOONS = range(7)
KEYS = ("gold", "mercs", "towers", "mines", "saloons", "new_mines", "new_saloons")
RAID, DEFEND, TNT = range(3)
KINDS = ("raid", "defend", "tnt")
GOAL = 15

Base = list[int]
Table = list[Base | None]
Card = tuple[int, int]
Cards = Sequence[Card | None]
View = Mapping[str, Any]


# -- a pocket copy of the rules ---------------------------------------------------------------------------------------


def read_table(view: View) -> Table:
    """The bases still in the game, as lists of numbers; `None` for a seat that is out."""
    return [None if seat["out"] is not None else [int(seat[key]) for key in KEYS] for seat in view["seats"]]


def read_card(text: str | None) -> Card | None:
    """`"raid 2"` as two numbers."""
    if text is None:
        return None
    kind, target = text.split()
    return KINDS.index(kind), int(target)


def write_card(card: Card) -> str:
    return f"{KINDS[card[0]]} {card[1]}"


def numbers(action: str) -> list[int]:
    """The numbers of an answer."""
    return [int(word) for word in action.split()[1:]]


def hands(table: Table) -> list[list[Card]]:
    """What each seat may play; one Defend stands for all, as its target means nothing."""
    living = [seat for seat, base in enumerate(table) if base is not None]
    found: list[list[Card]] = []
    for seat in range(len(table)):
        others = [other for other in living if other != seat]
        if table[seat] is None or not others:
            found.append([])
            continue
        cards = [(RAID, other) for other in others] + [(TNT, other) for other in others]
        found.append([*cards, (DEFEND, others[0])])
    return found


def fight(table: Table, cards: Cards, losses: Mapping[int, int] | None = None) -> Table:
    """The table after all raids; the strongest raider loses most unless the losses are given."""
    after: Table = [base[:] if base is not None else None for base in table]
    for target, base in enumerate(table):
        if base is None:
            continue
        raiders = [s for s, card in enumerate(cards) if card is not None and card == (RAID, target)]
        if not raiders:
            continue
        mine = after[target]
        own = cards[target]
        assert mine is not None
        force = {s: there[MERCS] for s in raiders if (there := table[s]) is not None}
        total = sum(force.values())
        if own is not None and own[0] == DEFEND:
            lost = min(total, 2 * base[MERCS])
            mine[MERCS] -= min(base[MERCS], total // 2)
            left = total - lost
            for s in sorted(force, key=lambda one: -force[one]):
                fallen = min(lost, force[s]) if losses is None else losses.get(s, 0)
                raider = after[s]
                assert raider is not None
                raider[MERCS] -= fallen
                lost -= fallen
        else:
            left = 2 * total if own is not None and own[0] == TNT else total
        mine[TOWERS] = max(0, mine[TOWERS] - left)
    return after


def wreck(base: Base, many: int) -> None:
    """Blows up so many buildings: what yields at once goes first."""
    for kind in (MINES, SALOONS, NEW_MINES, NEW_SALOONS):
        gone = min(many, base[kind])
        base[kind] -= gone
        many -= gone


def settle(after: Table, blasters: Sequence[Card]) -> list[float] | None:
    """T.N.T. (who, whom), removal, collection and opening, in place; the shares of the win if the game is over."""
    living = [s for s, base in enumerate(after) if base is not None]
    standing = [s for s in living if after[s][TOWERS] > 0]  # type: ignore[index]
    if len(standing) >= 2:
        for who, whom in blasters:
            one, other = after[who], after[whom]
            if one is not None and other is not None and other[TOWERS] > 0:
                wreck(other, one[MERCS])
    if len(standing) == 1:
        return [1.0 if s == standing[0] else 0.0 for s in range(len(after))]
    if not standing:
        return best_of(after, living, False)
    for s in living:
        base = after[s]
        assert base is not None
        if base[TOWERS] <= 0:
            after[s] = None
            continue
        base[GOLD] += base[MINES] if base[MINES] or base[GOLD] else 1
        base[MERCS] += base[SALOONS] if base[SALOONS] or base[MERCS] else 1
    rich = [s for s in standing if after[s][GOLD] >= GOAL]  # type: ignore[index]
    if rich:
        return best_of(after, rich, True)
    for s in standing:
        base = after[s]
        assert base is not None
        base[MINES] += base[NEW_MINES]
        base[SALOONS] += base[NEW_SALOONS]
        base[NEW_MINES] = base[NEW_SALOONS] = 0
    return None


def best_of(table: Table, seats: Sequence[int], towers_count: bool) -> list[float]:
    """Shares of a win among these seats: most towers (if they count), then most mercenaries."""
    rank: dict[int, tuple[int, int]] = {}
    for s in seats:
        base = table[s]
        if base is not None:
            rank[s] = (base[TOWERS] if towers_count else 0, base[MERCS])
    top = max(rank.values())
    best = [s for s in rank if rank[s] == top]
    return [1.0 / len(best) if s in best else 0.0 for s in range(len(table))]


def play(table: Table, cards: Cards) -> tuple[Table, list[float] | None]:
    """A whole action phase and collection."""
    after = fight(table, cards)
    return after, settle(after, [(s, card[1]) for s, card in enumerate(cards) if card is not None and card[0] == TNT])


# -- the race for gold ------------------------------------------------------------------------------------------------


@cache
def most_gold(gold: int, mines: int, rounds: int) -> int:
    """The most gold a base left in peace can hold after so many collections (up to 30)."""
    if rounds == 0:
        return gold
    if rounds == 1:
        return min(30, gold + mines if mines or gold else 1)
    best = 0
    for buy in range(min(gold, 12) + 1):
        kept = gold - buy
        best = max(best, most_gold(min(30, kept + mines if mines or kept else 1), min(16, mines + buy), rounds - 1))
    return best


@cache
def clock(gold: int, mines: int) -> float:
    """Collections until the goal in peace, with a fraction for how close the one before comes."""
    before = min(gold, 30)
    for rounds in range(1, 12):
        now = most_gold(min(gold, 30), min(mines, 16), rounds)
        if now >= GOAL:
            return rounds - min(0.9, max(0, now - GOAL) / max(1, now - before))
        before = now
    return 11.0


@cache
def race_order(gold: int, mines: int) -> int:
    """How many mines to buy now for the fastest race; of equals the fewest, for gold cannot be blown up."""
    best, found = 99.0, 0
    for buy in range(gold + 1):
        kept = gold - buy
        then = kept + mines if mines or kept else 1
        time = 1.0 if then >= GOAL else 1 + clock(min(30, then), min(16, mines + buy))
        if time < best - 0.02:
            best, found = time, buy
    return found


def hours(base: Base) -> float:
    """The clock of a base, with what it builds."""
    return clock(min(30, base[GOLD]), min(16, base[MINES] + base[NEW_MINES]))


def orders(legal: Sequence[str]) -> list[tuple[str, int, int]]:
    """The orders worth a thought: few saloons, and not every number of mines where there is much gold."""
    found = []
    for action in legal:
        mines, saloons = numbers(action)
        if saloons <= 3 and (mines <= 4 or mines % 2 == 0):
            found.append((action, mines, saloons))
    return found


def ordered(base: Base, mines: int, saloons: int) -> Base:
    """A base after its order."""
    after = base[:]
    after[GOLD] -= mines + 2 * saloons
    after[NEW_MINES] += mines
    after[NEW_SALOONS] += saloons
    return after


def softmax(values: Sequence[float], heat: float) -> list[float]:
    top = max(values)
    raw = [math.exp((value - top) / heat) for value in values]
    total = sum(raw)
    return [one / total for one in raw]


def chance(rng: Rng) -> float:
    """A number between 0 and 1."""
    return rng.below(1 << 20) / (1 << 20)


def draw(rng: Rng, odds: Sequence[float]) -> int:
    """An index, by its odds."""
    mark = chance(rng) * sum(odds)
    for index, one in enumerate(odds):
        mark -= one
        if mark < 0:
            return index
    return len(odds) - 1


# -- players that look one round ahead --------------------------------------------------------------------------------


class OneRound(Bot):
    """Tries its answers on the pocket rules against guessed cards of the others, and takes the best."""

    samples = 24
    caution = 0.0  # how much a bad spread of results counts against an answer

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        table = read_table(view)
        phase = view["phase"]
        if phase == "action":
            return self.card(table, self.options(table, view["round"]))
        if phase == "build":
            return self.order(table, legal)
        if phase == "battle":
            return self.losses(table, view, legal)
        return self.charges(table, view, legal)

    def value(self, table: Table, over: list[float] | None, seat: int) -> float:
        """How much a seat likes a table at the start of a round."""
        raise NotImplementedError

    def guess(self, table: Table, seat: int, cards: list[Card]) -> list[float]:
        """How likely a rival plays each of its cards."""
        raise NotImplementedError

    def options(self, table: Table, turn: int) -> list[list[Card]]:
        """The hands of all; in a long game it tires of T.N.T. now and then, or it might last for ever."""
        found = hands(table)
        racing = any(base[GOLD] + base[MINES] >= GOAL for base in table if base is not None)
        if not racing and chance(self.rng) < min(0.6, 0.06 * (turn - 11)):
            found[self.seat] = [card for card in found[self.seat] if card[0] != TNT]
        return found

    def card(self, table: Table, options: list[list[Card]]) -> str:
        odds = [
            self.guess(table, seat, cards) if cards and seat != self.seat else [] for seat, cards in enumerate(options)
        ]
        results: list[list[float]] = [[] for _ in options[self.seat]]
        for _ in range(self.samples):
            played: list[Card | None] = [
                options[s][draw(self.rng, odds[s])] if odds[s] else None for s in range(len(table))
            ]
            for index, card in enumerate(options[self.seat]):
                played[self.seat] = card
                results[index].append(self.value(*play(table, played), self.seat))
        worth = []
        for row in results:
            mean = sum(row) / len(row)
            spread = math.sqrt(sum((one - mean) ** 2 for one in row) / len(row))
            worth.append(mean - self.caution * spread)
        return write_card(options[self.seat][self.pick(worth)])

    def pick(self, worth: list[float]) -> int:
        return max(range(len(worth)), key=lambda index: worth[index])

    def order(self, table: Table, legal: Sequence[str]) -> str:
        """The order that looks best after a quiet round in which the rivals race, and after a round of T.N.T."""
        base = table[self.seat]
        assert base is not None
        rivals: Table = [b[:] if b is not None else None for b in table]
        for s, other in enumerate(rivals):
            if other is not None and s != self.seat:
                rivals[s] = ordered(other, race_order(min(other[GOLD], 14), min(16, other[MINES])), 0)
        strongest = max((s for s, b in enumerate(rivals) if b and s != self.seat), key=lambda s: rivals[s][MERCS])  # type: ignore[index]
        best, found = -1e9, legal[0]
        for action, mines, saloons in orders(legal):
            worth = 0.0
            for weight, blasters in ((0.72, []), (0.28, [(strongest, self.seat)])):
                after: Table = [b[:] if b is not None else None for b in rivals]
                after[self.seat] = ordered(base, mines, saloons)
                worth += weight * self.value(after, settle(after, blasters), self.seat)
            if worth > best + 1e-9:
                best, found = worth, action
        return found

    def losses(self, table: Table, view: View, legal: Sequence[str]) -> str:
        cards = [read_card(text) for text in view["cards"]]
        raiders = [s for s, c in enumerate(cards) if c == (RAID, self.seat) and (b := table[s]) and b[MERCS] > 0]
        blasters = [(s, c[1]) for s, c in enumerate(cards) if c is not None and c[0] == TNT]
        best, found = -1e9, legal[0]
        for action in legal[:60]:
            after = fight(table, cards, dict(zip(raiders, numbers(action), strict=False)))
            worth = self.value(after, settle(after, blasters), self.seat)
            if worth > best:
                best, found = worth, action
        return found

    def charges(self, table: Table, view: View, legal: Sequence[str]) -> str:
        card = read_card(view["cards"][self.seat])
        assert card is not None
        rest = [(s, c[1]) for s in view["queue"][1:] if (c := read_card(view["cards"][s])) is not None]
        best, found = -1e9, legal[0]
        for action in legal[:80]:
            after: Table = [b[:] if b is not None else None for b in table]
            victim = after[card[1]]
            assert victim is not None
            for kind, gone in zip((MINES, SALOONS, NEW_MINES, NEW_SALOONS), numbers(action), strict=True):
                victim[kind] -= gone
            worth = self.value(after, settle(after, rest), self.seat)
            if worth > best:
                best, found = worth, action
        return found


@parlour.bot("clockmaker")
class ClockmakerBot(OneRound):
    about = "Counts the rounds everybody needs to 15 gold and to ruin, and expects rivals who look after themselves."

    samples = 20

    def value(self, table: Table, over: list[float] | None, seat: int) -> float:
        if over is not None:
            return 12 * over[seat] - 8 * (1 - over[seat])
        if table[seat] is None:
            return -8.0
        living = [s for s, base in enumerate(table) if base is not None]
        army = sum(base[MERCS] + 0.5 * base[SALOONS] for base in table if base is not None)
        good = {s: self.stand(base, army) for s in living if (base := table[s]) is not None}
        others = [worth for s, worth in good.items() if s != seat]
        return good[seat] - 0.55 * max(others) - 0.45 * sum(others) / (len(table) - 1)

    def stand(self, base: Base, army: float) -> float:
        """Rounds to the goal, rounds to live, and an army that still counts later."""
        time = hours(base)
        foes = max(0.5, army - base[MERCS] - 0.5 * base[SALOONS])
        life = min(6.0, base[TOWERS] / (0.4 * foes))
        arms = math.log2(1 + base[MERCS] + 1.2 * base[SALOONS])
        return 5.5 - 3.0 * math.log(0.4 + time) + 1.1 * math.sqrt(life) + 1.0 * arms

    def guess(self, table: Table, seat: int, cards: list[Card]) -> list[float]:
        """What does the rival good, tried against a few random cards of all the others."""
        options = hands(table)
        total = [0.0] * len(cards)
        for _ in range(5):
            played: list[Card | None] = [self.rng.choice(hand) if hand else None for hand in options]
            for index, card in enumerate(cards):
                played[seat] = card
                total[index] += self.value(*play(table, played), seat) / 5
        return [0.85 * one + 0.15 / len(cards) for one in softmax(total, 1.0)]


@parlour.bot("ledger")
class LedgerBot(OneRound):
    about = "Books everything in gold pieces and expects of each rival what it has played so far."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seen: dict[int, list[Card]] = {}

    def see(self, event: Any) -> None:
        if event.kind == "revealed":
            for seat, text in enumerate(event.facts["cards"]):
                card = read_card(text)
                if card is not None:
                    self.seen.setdefault(seat, []).append(card)

    def value(self, table: Table, over: list[float] | None, seat: int) -> float:
        if over is not None:
            return 40 * over[seat] - 25 * (1 - over[seat])
        if table[seat] is None:
            return -25.0
        pressure = sum(base[MERCS] + base[SALOONS] for base in table if base is not None)
        worth = {s: self.book(base, pressure) for s, base in enumerate(table) if base is not None}
        others = [one for s, one in worth.items() if s != seat]
        return worth[seat] - 0.5 * max(others) - 0.7 * sum(others) / (len(table) - 1)

    def book(self, base: Base, pressure: float) -> float:
        """Gold at its price, mines by what they still bring, mercenaries and towers by how hot the table is."""
        mines = base[MINES] + base[NEW_MINES]
        missing = max(0, GOAL - base[GOLD])
        coins = base[GOLD] + min(missing, 2.1 * mines)
        foes = max(1.0, pressure - base[MERCS] - base[SALOONS])
        near = 6.0 if base[GOLD] + mines >= GOAL else 0.0
        fear = 2.2 * sum(min(1.0, 0.35 + foes / (2.0 * step)) for step in range(1, base[TOWERS] + 1))
        return coins + near + fear + 2.6 * math.sqrt(base[MERCS]) + 2.2 * math.sqrt(base[SALOONS] + base[NEW_SALOONS])

    def guess(self, table: Table, seat: int, cards: list[Card]) -> list[float]:
        """Habit, old cards fading, on top of what the table usually plays."""
        leader = min((s for s, b in enumerate(table) if b is not None and s != seat), key=lambda s: hours(table[s]))  # type: ignore[arg-type]
        weak = min((s for s, b in enumerate(table) if b is not None and s != seat), key=lambda s: table[s][TOWERS])  # type: ignore[index]
        kinds = [2.2, 1.4, 1.4]
        faces = [1.0] * len(table)
        faces[leader] += 1.0
        faces[weak] += 0.7
        for age, (kind, target) in enumerate(reversed(self.seen.get(seat, []))):
            kinds[kind] += 1.3 * 0.85**age
            if kind != DEFEND:
                faces[target] += 0.8 * 0.85**age
        odds = []
        for kind, target in cards:
            odds.append(kinds[kind] if kind == DEFEND else kinds[kind] * faces[target])
        marks = sum(faces[target] for kind, target in cards if kind == RAID)
        return [one if kind == DEFEND else one / marks for one, (kind, _) in zip(odds, cards, strict=True)]


@parlour.bot("balancer")
class BalancerBot(OneRound):
    about = "Bargains the round out in its head by regrets until nobody wants to change, and mixes its cards like that."

    def value(self, table: Table, over: list[float] | None, seat: int) -> float:
        return self.shares(table, over)[seat]

    def shares(self, table: Table, over: list[float] | None) -> list[float]:
        """Everybody's part of the win: near the goal, hard to ruin, well armed."""
        if over is not None:
            return over
        army = sum(base[MERCS] + base[SALOONS] for base in table if base is not None)
        weights = []
        for base in table:
            if base is None:
                weights.append(0.0)
                continue
            foes = army - base[MERCS] - base[SALOONS]
            safe = base[TOWERS] / (base[TOWERS] + 0.3 * foes)
            armed = (1 + base[MERCS] + 1.2 * base[SALOONS]) ** 0.9
            weights.append((0.35 + hours(base)) ** -2.0 * safe**1.3 * armed * (0.5 + base[TOWERS]) ** 0.6)
        total = sum(weights)
        return [one / total for one in weights]

    def guess(self, table: Table, seat: int, cards: list[Card]) -> list[float]:
        return [1.0] * len(cards)

    def card(self, table: Table, options: list[list[Card]]) -> str:
        seats = [s for s, hand in enumerate(options) if hand]
        known: dict[tuple[int, ...], list[float]] = {}
        regret = [[0.0] * len(hand) for hand in options]
        average = [0.0] * len(options[self.seat])
        turns = 70 if len(seats) <= 3 else 16
        for turn in range(turns):
            mixes = []
            for s in range(len(table)):
                positive = [max(0.0, one) for one in regret[s]]
                mixes.append(positive if sum(positive) > 0 else [1.0] * len(positive))
            total = sum(mixes[self.seat])
            for index, one in enumerate(mixes[self.seat]):
                average[index] += (turn + 1) * one / total
            joint = [draw(self.rng, mixes[s]) if options[s] else 0 for s in range(len(table))]
            for s in seats:
                row = []
                for index in range(len(options[s])):
                    key = (*joint[:s], index, *joint[s + 1 :])
                    if key not in known:
                        after, over = play(table, [options[k][i] if options[k] else None for k, i in enumerate(key)])
                        known[key] = self.shares(after, over)
                    row.append(known[key][s])
                for index, one in enumerate(row):
                    regret[s][index] = 0.97 * regret[s][index] + one - row[joint[s]]
        top = max(average)
        odds = [one if one > 0.25 * top else 0.0 for one in average]
        return write_card(options[self.seat][draw(self.rng, odds)])


# -- players with a plan ----------------------------------------------------------------------------------------------


class Schemer(Bot):
    """Splits the questions; answers what every sound player answers alike."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.history: list[list[Card | None]] = []

    def see(self, event: Any) -> None:
        if event.kind == "revealed":
            self.history.append([read_card(text) for text in event.facts["cards"]])

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        table = read_table(view)
        me = table[self.seat]
        assert me is not None
        rivals = {s: base for s, base in enumerate(table) if base is not None and s != self.seat}
        phase = view["phase"]
        if phase == "action":
            odds = self.mix(me, rivals)
            for card, one in self.must(me, rivals).items():
                odds[card] = odds.get(card, 0.0) + one
            cards = list(odds)
            return write_card(cards[draw(self.rng, [max(0.0, odds[card]) for card in cards])])
        if phase == "build":
            mines, saloons = self.order(me, rivals)
            wanted = f"build {mines} {saloons}"
            return wanted if wanted in legal else legal[0]
        if phase == "battle":
            cards_open = [read_card(text) for text in view["cards"]]
            raiders = [s for s, base in rivals.items() if cards_open[s] == (RAID, self.seat) and base[MERCS] > 0]
            return max(legal, key=lambda action: self.cull(rivals, raiders, numbers(action)))
        target = read_card(view["cards"][self.seat])
        assert target is not None
        return max(legal, key=lambda action: self.rubble(rivals[target[1]], numbers(action)))

    def mix(self, me: Base, rivals: dict[int, Base]) -> dict[Card, float]:
        """The odds of its cards."""
        raise NotImplementedError

    def order(self, me: Base, rivals: dict[int, Base]) -> tuple[int, int]:
        raise NotImplementedError

    def must(self, me: Base, rivals: dict[int, Base]) -> dict[Card, float]:
        """Urgent answers, with great odds: strike whoever takes the gold now, or guard a win of one's own."""
        found: dict[Card, float] = {}
        mine = me[GOLD] + me[MINES] >= GOAL
        force = sum(base[MERCS] for base in rivals.values())
        anyone = next(iter(rivals))
        for s, base in rivals.items():
            if base[GOLD] + base[MINES] < GOAL:
                continue
            if mine and (me[TOWERS], me[MERCS] + me[SALOONS]) > (base[TOWERS], base[MERCS] + base[SALOONS]):
                continue
            if base[TOWERS] <= me[MERCS]:
                found[RAID, s] = 20.0
            if base[GOLD] + max(0, base[MINES] - me[MERCS]) < GOAL:
                found[TNT, s] = 40.0
            elif base[GOLD] < GOAL:
                found[TNT, s] = 15.0
        if len(rivals) == 1 and rivals[anyone][TOWERS] <= me[MERCS]:
            found[RAID, anyone] = 12.0
        if not found and mine and force >= me[TOWERS]:
            found[DEFEND, anyone] = 12.0
        elif not found and mine:
            found[RAID, max(rivals, key=lambda s: rivals[s][GOLD] + rivals[s][MINES])] = 12.0
        return found

    def cull(self, rivals: dict[int, Base], raiders: list[int], gone: list[int]) -> float:
        """How good it is to shoot so many of each raider: the nearest to the goal and the strongest first."""
        return sum(
            many * (2.0 / (0.5 + hours(rivals[s])) + 0.3 * rivals[s][MERCS])
            for s, many in zip(raiders, gone, strict=False)
        )

    def rubble(self, victim: Base, gone: list[int]) -> float:
        """How good it is to blow up these buildings: mines of a rich base, saloons of a poor one."""
        rich = victim[GOLD] + 2 * (victim[MINES] + victim[NEW_MINES]) >= GOAL
        mine, saloon = (1.6, 1.1) if rich else (1.2, 1.5)
        return gone[0] * mine + gone[1] * saloon + gone[2] * (mine - 0.25) + gone[3] * (saloon - 0.25)


def mines_beside(me: Base, saloons: int) -> int:
    """How many mines the race asks for, after so many saloons."""
    return race_order(min(me[GOLD] - 2 * saloons, 14), min(16, me[MINES]))


def saloon_wish(me: Base, rivals: dict[int, Base], share: float) -> int:
    """How many saloons to add so that one's own are about a share of the strongest rival's, while there is time."""
    top = max(base[SALOONS] + base[NEW_SALOONS] for base in rivals.values())
    soon = min(hours(base) for base in rivals.values())
    if soon < 2.2 or me[GOLD] < 2:
        return 0
    return max(0, min(me[GOLD] // 2, math.ceil(share * top) - me[SALOONS]))


@parlour.bot("profiler")
class ProfilerBot(Schemer):
    about = "Keeps a file on each rival: what it plays when rich, when strong and on whom, and answers that."

    def habits(self, s: int) -> tuple[list[float], float]:
        """Odds of a rival's three cards, and how often its raids or charges come here."""
        counts = [1.5, 0.9, 1.1]
        here, marks = 1.0, 2.0
        for age, cards in enumerate(reversed(self.history)):
            card = cards[s] if s < len(cards) else None
            if card is None:
                continue
            weight = 0.8**age
            counts[card[0]] += 1.4 * weight
            if card[0] != DEFEND:
                marks += weight
                here += weight if card[1] == self.seat else 0.0
        total = sum(counts)
        return [one / total for one in counts], here / marks

    def mix(self, me: Base, rivals: dict[int, Base]) -> dict[Card, float]:
        raids = 0.0  # damage that may be coming
        prey = 0.0  # raiders that a defence would catch
        deadly = 0.0
        for s, base in rivals.items():
            habit, here = self.habits(s)
            here = min(1.0, here * (1.25 if len(rivals) > 1 else 9.0))
            chance = habit[RAID] * here
            raids += chance * base[MERCS]
            prey += chance * min(base[MERCS], 2 * me[MERCS])
            if base[MERCS] >= me[TOWERS]:
                deadly += chance
        brittle = 6.0 / (1 + me[TOWERS])
        worth: dict[Card, float] = {}
        anyone = next(iter(rivals))
        worth[DEFEND, anyone] = raids * brittle + 0.9 * prey + 9.0 * deadly
        lead = min(hours(base) for base in rivals.values())
        for s, base in rivals.items():
            habit, _ = self.habits(s)
            danger = 1.0 if hours(base) <= lead + 0.1 else 0.6
            hit = min(me[MERCS], base[TOWERS])
            kill = 5.0 if me[MERCS] >= base[TOWERS] else 0.0
            open_ = 1 - habit[DEFEND]
            gain = open_ * (hit * (6.0 / (1 + base[TOWERS])) * (0.55 + 0.45 * danger) + kill)
            gain += habit[TNT] * hit * 0.8
            worth[RAID, s] = gain - habit[DEFEND] * 1.0 * min(me[MERCS], 2 * base[MERCS])
            bricks = base[MINES] + base[SALOONS] + base[NEW_MINES] + base[NEW_SALOONS]
            broken = min(me[MERCS], bricks)
            worth[TNT, s] = broken * (0.6 + 1.4 * danger * (1.8 if hours(base) < 2.5 else 1.0)) - raids * brittle
        odds = softmax(list(worth.values()), 0.6)
        return dict(zip(worth, odds, strict=True))

    def order(self, me: Base, rivals: dict[int, Base]) -> tuple[int, int]:
        saloons = saloon_wish(me, rivals, 1.0)
        if me[SALOONS] == 0 and saloons == 0 and me[MINES] >= 3 and me[GOLD] >= 2 and hours(me) > 2.5:
            saloons = 1
        return mines_beside(me, saloons), saloons


@parlour.bot("hangman")
class HangmanBot(Schemer):
    about = "Digs, then hires, and strikes when one blow takes a base; until then its charges hold up the leaders."

    taste: ClassVar[dict[str, float]] = {
        "calm": 0.15, "fear": 1.4, "dread": 2.2, "sure": 10.4, "ripe": 3.7, "poke": 0.53, "charge": 1.33,
        "exposed": 0.43, "sharp": 3.0, "mines": 6.0, "more": 2.4,
    }  # fmt: skip

    def mix(self, me: Base, rivals: dict[int, Base]) -> dict[Card, float]:
        taste = self.taste
        odds: dict[Card, float] = {}
        force = max(base[MERCS] for base in rivals.values())
        total = sum(base[MERCS] for base in rivals.values())
        fear = taste["calm"] if total < me[TOWERS] else taste["fear"] if force < me[TOWERS] else taste["dread"]
        leads = hours(me) < min(hours(base) for base in rivals.values())
        odds[DEFEND, next(iter(rivals))] = fear * (1.4 if leads else 1.0)
        for s, base in rivals.items():
            open_ = 1.1 - self.defended(s)
            if me[MERCS] - 2 * base[MERCS] >= base[TOWERS]:
                odds[RAID, s] = taste["sure"]
            elif me[MERCS] >= base[TOWERS]:
                odds[RAID, s] = taste["ripe"] * open_
            else:
                odds[RAID, s] = taste["poke"] * open_ * me[MERCS] / base[TOWERS] ** 0.7
            bricks = base[MINES] + base[NEW_MINES] + base[SALOONS] + base[NEW_SALOONS]
            odds[TNT, s] = taste["charge"] * min(me[MERCS], bricks) / (0.4 + hours(base))
            if total >= me[TOWERS]:
                odds[TNT, s] *= taste["exposed"]
        top = max(odds.values())
        return {card: (one / top) ** taste["sharp"] if one > 0.3 * top else 0.0 for card, one in odds.items()}

    def defended(self, s: int) -> float:
        """How often a rival defended of late."""
        found, total = 0.5, 1.6
        for age, cards in enumerate(reversed(self.history)):
            card = cards[s]
            if card is not None:
                found += 0.75**age * (card[0] == DEFEND)
                total += 0.75**age
        return found / total

    def order(self, me: Base, rivals: dict[int, Base]) -> tuple[int, int]:
        soon = min(hours(base) for base in rivals.values())
        saloons = 0
        if me[SALOONS] < 3 and me[MINES] >= self.taste["mines"] + self.taste["more"] * me[SALOONS]:
            saloons = 1
        if me[GOLD] < 2 or soon < 1.8 or hours(me) < 2.0:
            saloons = 0
        return mines_beside(me, saloons), saloons


@parlour.bot("tribune")
class TribuneBot(Schemer):
    about = "Joins hands with the weaker ones against whoever leads, and keeps its head down when it leads itself."

    taste: ClassVar[dict[str, float]] = {
        "ahead": 1.5, "behind": 0.7, "deadly": 2.0, "join": 2.6, "kill": 2.0, "shy": 0.6, "charge": 3.4, "exposed": 0.5,
        "prey": 3.5, "sharp": 2.5, "mines": 4.0, "share": 0.7,
    }  # fmt: skip

    def rank(self, base: Base) -> float:
        """How far a base has come."""
        return 4.0 / (0.5 + hours(base)) + 0.30 * base[TOWERS] + 0.35 * base[MERCS] + 0.35 * base[SALOONS]

    def mix(self, me: Base, rivals: dict[int, Base]) -> dict[Card, float]:
        taste = self.taste
        ranks = {s: self.rank(base) for s, base in rivals.items()}
        leader = max(ranks, key=lambda s: ranks[s])
        boss = rivals[leader]
        ahead = self.rank(me) - ranks[leader]
        force = sum(base[MERCS] for base in rivals.values())
        single = max(base[MERCS] for base in rivals.values())
        helpers = sum(base[MERCS] for s, base in rivals.items() if s != leader and self.hits(s, leader))
        odds: dict[Card, float] = {}
        threat = force / me[TOWERS]
        guard = (taste["ahead"] if ahead > 0 else taste["behind"]) * min(3.0, threat)
        odds[DEFEND, next(iter(rivals))] = guard * (taste["deadly"] if single >= me[TOWERS] else 1.0)
        joint = me[MERCS] + helpers
        odds[RAID, leader] = min(3.0, taste["join"] * joint / boss[TOWERS])
        if me[MERCS] >= boss[TOWERS]:
            odds[RAID, leader] += taste["kill"]
        if self.last(leader) == DEFEND:
            odds[RAID, leader] *= taste["shy"]
        bricks = boss[MINES] + boss[NEW_MINES] + boss[SALOONS] + boss[NEW_SALOONS]
        odds[TNT, leader] = taste["charge"] * min(me[MERCS], bricks) / (1.0 + 0.5 * hours(boss))
        odds[TNT, leader] /= 1.0 + taste["exposed"] * threat
        for s, base in rivals.items():
            if s != leader and base[TOWERS] <= me[MERCS]:
                odds[RAID, s] = taste["prey"]
            elif s != leader and ahead > 0:
                odds[RAID, s] = 0.5 * me[MERCS] / base[TOWERS]
        top = max(odds.values())
        return {card: (one / top) ** taste["sharp"] if one > 0.3 * top else 0.0 for card, one in odds.items()}

    def hits(self, s: int, target: int) -> bool:
        """Whether a rival went for this base last time."""
        card = self.history[-1][s] if self.history else None
        return card is not None and card[0] != DEFEND and card[1] == target

    def last(self, s: int) -> int:
        card = self.history[-1][s] if self.history else None
        return card[0] if card is not None else RAID

    def order(self, me: Base, rivals: dict[int, Base]) -> tuple[int, int]:
        saloons = saloon_wish(me, rivals, self.taste["share"])
        if me[SALOONS] == 0 and me[MINES] >= self.taste["mines"] and me[GOLD] >= 2 and hours(me) > 2.5:
            saloons = max(1, saloons)
        return mines_beside(me, saloons), saloons
