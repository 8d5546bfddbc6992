"""Two opponents for Photon Rush: `almanac`, who plays by a plan, and `magpie`, who weighs positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

import parlour
from parlour import Bot

GOAL = 15
# A seat: gold, mercs, towers, mines, saloons, new mines, new saloons. No towers: out.
Seat = tuple[int, int, int, int, int, int, int]
Card = tuple[str, int]


def seats_of(view: Mapping[str, Any]) -> list[Seat]:
    """The table as plain tuples."""
    table: list[Seat] = []
    for base in view["seats"]:
        towers = 0 if base["out"] is not None else base["towers"]
        table.append(
            (
                base["gold"],
                base["mercs"],
                towers,
                base["mines"],
                base["saloons"],
                base["new_mines"],
                base["new_saloons"],
            )
        )
    return table


def card_of(text: str | None) -> Card | None:
    """`raid 2` as a pair."""
    if text is None:
        return None
    verb, target = text.split()
    return verb, int(target)


def growth(limit: int) -> list[list[float]]:
    """Worth of a mine race left in peace: gold and mines -> how near the 15 is."""
    rows = [[0.0] * (limit + 1) for _ in range(GOAL)]
    for _ in range(40):
        for gold in range(GOAL - 1, -1, -1):
            for mines in range(limit, -1, -1):
                best = 0.0
                for spent in range(gold + 1):
                    after = gold - spent + mines
                    if after == 0:
                        after = 1
                    if after >= GOAL:
                        worth = 1.0 + 0.02 * min(after - GOAL, 5)
                    else:
                        worth = rows[after][min(limit, mines + spent)]
                    best = max(best, 0.8 * worth)
                rows[gold][mines] = best
    return rows


RACE_MINES = 16
RACE = growth(RACE_MINES)


def blast_order(seat: Seat) -> tuple[int, ...]:
    """Which buildings to blow up first: mines late in the race, else saloons."""
    if seat[0] + seat[3] >= 8:
        return (3, 5, 4, 6)
    return (4, 3, 6, 5)


def play_out(table: Sequence[Seat], cards: Sequence[Card | None]) -> tuple[list[Seat], list[float] | None]:
    """One action phase and collection; the shares of the win if the game is over."""
    count = len(table)
    mercs = [seat[1] for seat in table]
    towers = [seat[2] for seat in table]
    raids: list[list[int]] = [[] for _ in table]
    blasts: list[list[int]] = [[] for _ in table]
    for who, card in enumerate(cards):
        if card is not None and mercs[who]:
            if card[0] == "raid":
                raids[card[1]].append(who)
            elif card[0] == "tnt":
                blasts[card[1]].append(who)
    force = mercs[:]
    for base, raiders in enumerate(raids):
        if not raiders:
            continue
        attack = 0
        for who in raiders:
            attack += force[who]
        own = cards[base]
        if own is None:
            continue
        if own[0] == "defend":
            guards = force[base]
            fallen = min(attack, 2 * guards)
            mercs[base] -= min(guards, attack // 2)
            attack -= fallen
            for who in sorted(raiders, key=lambda i: -force[i]):
                shot = min(fallen, mercs[who])
                mercs[who] -= shot
                fallen -= shot
        elif own[0] == "tnt":
            attack *= 2
        towers[base] = max(0, towers[base] - attack)
    alive = [i for i in range(count) if towers[i]]
    after = [list(seat) for seat in table]
    if len(alive) >= 2:
        for base in alive:
            power = sum(force[who] for who in blasts[base])
            if power:
                seat = after[base]
                for kind in blast_order(table[base]):
                    gone = min(power, seat[kind])
                    seat[kind] -= gone
                    power -= gone
    elif alive:
        return [], [1.0 if i == alive[0] else 0.0 for i in range(count)]
    else:
        fell = [i for i in range(count) if table[i][2]]
        most = max(mercs[i] for i in fell)
        top = [i for i in fell if mercs[i] == most]
        return [], [1.0 / len(top) if i in top else 0.0 for i in range(count)]
    rich: list[tuple[int, int, int]] = []
    result: list[Seat] = []
    for i, seat in enumerate(after):
        if not towers[i]:
            result.append((0, 0, 0, 0, 0, 0, 0))
            continue
        gold, men = seat[0] + seat[3], mercs[i] + seat[4]
        gold, men = gold or 1, men or 1
        if gold >= GOAL:
            rich.append((towers[i], men, i))
        result.append((gold, men, towers[i], seat[3] + seat[5], seat[4] + seat[6], 0, 0))
    if rich:
        best = max(rich)[:2]
        top = [i for height, men, i in rich if (height, men) == best]
        return [], [1.0 / len(top) if i in top else 0.0 for i in range(count)]
    return result, None


def traits(seat: Seat, others: int, strongest: int) -> tuple[float, ...]:
    """What matters about one seat at the start of a round, everything opened."""
    gold, mercs, towers, mines, saloons = seat[:5]
    purse = min(gold, GOAL - 1)
    race = RACE[purse][min(mines, RACE_MINES)]
    hurt = RACE[purse][min(max(mines - (strongest + 1) // 2, 0), RACE_MINES)]
    return (
        race,
        hurt,
        gold * 0.1,
        mines * 0.1,
        mercs / (mercs + others + 1),
        min(saloons, 6) ** 0.5,
        saloons * 0.1 * (1.0 - race),
        towers * 0.2,
        race * towers * 0.2,
        min(1.5, strongest / towers),
        min(1.0, 2 * mercs / (others + 0.01)),
    )


WEIGHTS = (6.5, 3.3, 0.0, 1.0, 0.9, 0.4, 2.7, 0.5, 2.5, -1.5, -0.9)
WALL = 7  # the place of the towers' weight


def chances(table: Sequence[Seat], weights: Sequence[float] = WEIGHTS) -> list[float]:
    """Each seat's chance to win a quiet position, by its traits."""
    army = 0
    for seat in table:
        if seat[2]:
            army += seat[1]
    worth: list[float] = []
    for i, seat in enumerate(table):
        if not seat[2]:
            worth.append(0.0)
            continue
        strongest = 0
        for j, other in enumerate(table):
            if j != i and other[2] and other[1] > strongest:
                strongest = other[1]
        total = 0.0
        for weight, trait in zip(weights, traits(seat, army - seat[1], strongest), strict=True):
            total += weight * trait
        worth.append(exp(total))
    whole = sum(worth)
    return [value / whole for value in worth]


def value(table: Sequence[Seat], cards: Sequence[Card | None], weights: Sequence[float] = WEIGHTS) -> list[float]:
    """The chances after these cards."""
    after, shares = play_out(table, cards)
    return shares if shares is not None else chances(after, weights)


def options(table: Sequence[Seat], who: int) -> list[Card | None]:
    """The cards that differ in effect: against each rival, or at a full table against two of them."""
    if not table[who][2]:
        return [None]
    rivals = [i for i, seat in enumerate(table) if seat[2] and i != who]
    answer: list[Card | None] = [("defend", rivals[0])]
    weak = sorted(rivals, key=lambda i: table[i][2])
    rich = sorted(rivals, key=lambda i: -(table[i][0] + 2 * table[i][3] + 2 * table[i][4]))
    if len(rivals) > 2:
        return [*answer, *(("raid", i) for i in sorted({weak[0], rich[0]})), *(("tnt", i) for i in rich[:2])]
    return [*answer, *(("raid", i) for i in rivals), *(("tnt", i) for i in rivals)]


def joint(lists: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """All combinations."""
    rows: list[list[Any]] = [[]]
    for items in lists:
        rows = [[*row, item] for row in rows for item in items]
    return rows


class Guess:
    """What each seat may play: mixtures that answer each other, a little noisily."""

    def __init__(
        self, table: Sequence[Seat], weights: Sequence[float] = WEIGHTS, heat: float = 0.06, steps: int = 14
    ) -> None:
        self.lists = [options(table, i) for i in range(len(table))]
        self.sizes = [len(cards) for cards in self.lists]
        self.rows = joint([range(size) for size in self.sizes])
        self.values = [value(table, [self.lists[i][k] for i, k in enumerate(row)], weights) for row in self.rows]
        self.mix = [[1.0 / size] * size for size in self.sizes]
        active = [i for i, size in enumerate(self.sizes) if size > 1]
        self.trio = active if len(active) == 3 else None
        for step in range(steps):
            rate = 1.0 if step == 0 else 2.0 / (step + 2)
            fresh: list[list[float]] = []
            for who, gains in enumerate(self.gains()):
                top = max(gains)
                soft = [exp((gain - top) / heat) for gain in gains]
                whole = sum(soft)
                fresh.append([old + rate * (new / whole - old) for old, new in zip(self.mix[who], soft, strict=True)])
            self.mix = fresh

    def gains(self) -> list[list[float]]:
        """For every seat and card, what it is worth against the mixtures."""
        sums = [[0.0] * size for size in self.sizes]
        if self.trio is not None:
            one, two, three = self.trio
            mix_a, mix_b, mix_c = self.mix[one], self.mix[two], self.mix[three]
            sum_a, sum_b, sum_c = sums[one], sums[two], sums[three]
            at = 0
            for a, odds_a in enumerate(mix_a):
                for b, odds_b in enumerate(mix_b):
                    both = odds_a * odds_b
                    gain_a = gain_b = 0.0
                    for c, odds_c in enumerate(mix_c):
                        worth = self.values[at]
                        at += 1
                        gain_a += odds_c * worth[one]
                        gain_b += odds_c * worth[two]
                        sum_c[c] += both * worth[three]
                    sum_a[a] += odds_b * gain_a
                    sum_b[b] += odds_a * gain_b
            return sums
        for row, worth in zip(self.rows, self.values, strict=True):
            odds = [self.mix[i][k] for i, k in enumerate(row)]
            for who, k in enumerate(row):
                weight = worth[who]
                for other, share in enumerate(odds):
                    if other != who:
                        weight *= share
                sums[who][k] += weight
        return sums


def orders(gold: int, mines: int) -> list[tuple[int, int]]:
    """The orders worth a thought: all, some or none of the gold, few or many saloons."""
    found: list[tuple[int, int]] = []
    for saloons in range(min(3, gold // 2) + 1):
        left = gold - 2 * saloons
        spare = gold + mines - GOAL
        for count in {0, 1, left, left - 1, left // 2, spare - 2 * saloons}:
            if 0 <= count <= left:
                found.append((count, saloons))
    if gold >= 8:
        found.append((gold % 2, gold // 2))
    return sorted(set(found))


def ordered(seat: Seat, order: tuple[int, int]) -> Seat:
    """The seat with its order paid."""
    mines, saloons = order
    return (seat[0] - mines - 2 * saloons, seat[1], seat[2], seat[3], seat[4], mines, saloons)


def ranked_orders(table: Sequence[Seat], who: int, weights: Sequence[float] = WEIGHTS) -> list[tuple[float, int, int]]:
    """The orders by what they would be worth after a round in peace, best first."""
    calm: list[Card | None] = [("defend", 0)] * len(table)
    plan = list(table)
    answer: list[tuple[float, int, int]] = []
    for order in orders(table[who][0], table[who][3]):
        plan[who] = ordered(table[who], order)
        answer.append((value(plan, calm, weights)[who], *order))
    answer.sort(reverse=True)
    return answer


def draw(rng: parlour.Rng, weights: Sequence[float]) -> int:
    """A place by weight."""
    whole = sum(weights)
    mark = rng.below(1_000_000) / 1_000_000 * whole
    for place, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return place
    return max(range(len(weights)), key=lambda i: weights[i])


def settle(table: Sequence[Seat], legal: Sequence[str], view: Mapping[str, Any], seat: int) -> str:
    """Whom to shoot, or what to blow up: what leaves this seat best off."""
    best, chosen = -1.0, legal[0]
    calm: list[Card | None] = [("defend", 0) if base[2] else None for base in table]
    cards = [card_of(text) for text in view["cards"]]
    own = cards[seat]
    assert own is not None
    for action in legal:
        numbers = [int(word) for word in action.split()[1:]]
        trial = list(table)
        if action.startswith("take"):
            raiders = [i for i, card in enumerate(cards) if card == ("raid", seat) and table[i][1]]
            for i, lost in zip(raiders, numbers, strict=True):
                trial[i] = (table[i][0], table[i][1] - lost, *table[i][2:])
        else:
            a, b, c, d = numbers
            gold, mercs, towers, mines, saloons, new_mines, new_saloons = table[own[1]]
            trial[own[1]] = (gold, mercs, towers, mines - a, saloons - b, new_mines - c, new_saloons - d)
        worth = value(trial, calm)[seat] if table[seat][2] else -max(value(trial, calm))
        if worth > best or action == legal[0]:
            best, chosen = worth, action
    return chosen


class Reckoner(Bot):
    """What the two have in common."""

    @classmethod
    def plays(cls, game: parlour.Game, players: int) -> bool:
        return bool(game.id == "photon-rush")

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        table = seats_of(view)
        phase = view["phase"]
        self.round = int(view["round"])
        if phase == "build":
            mines, saloons = self.order(table)
            answer = f"build {mines} {saloons}"
        elif phase == "action":
            card = self.card(table)
            answer = f"{card[0]} {card[1]}"
        else:
            answer = settle(table, legal, view, self.seat)
        return answer if answer in legal else legal[0]

    def order(self, table: list[Seat]) -> tuple[int, int]:
        """Mines and saloons to order."""
        raise NotImplementedError

    def card(self, table: list[Seat]) -> Card:
        """The card to play."""
        raise NotImplementedError


@parlour.bot("magpie")
class Magpie(Reckoner):
    """Weighs every way the round can go by an evaluation of its own.

    It guesses the rivals' cards as mixtures that answer each other, bends the guess by what each of them
    played more often than guessed so far, and takes the card that is then worth most, or one nearly as good.
    """

    TOWERS = -0.8
    guess: Guess | None = None
    HASTE = 0.3
    BEND = 0.35
    HEAT = 0.012

    def see(self, event: parlour.Event) -> None:
        if event.kind != "revealed":
            return
        guess = self.guess
        if guess is None:
            return
        lean = self.leanings(len(guess.lists))
        for who, text in enumerate(event.facts["cards"]):
            card = card_of(text)
            if card is None or who == self.seat:
                continue
            for verb in lean[who]:
                lean[who][verb] *= 0.9
            for seen, odds in zip(guess.lists[who], guess.mix[who], strict=True):
                if seen is not None:
                    lean[who][seen[0]] -= odds
            lean[who][card[0]] += 1.0
        self.guess = None

    def worth(self) -> Sequence[float]:
        """The weights: the longer the game, the more the towers count, lest all blast for ever."""
        late = self.HASTE * max(0, self.round - 8)
        return (*WEIGHTS[:WALL], self.TOWERS + late, *WEIGHTS[WALL + 1 :])

    def leanings(self, count: int) -> list[dict[str, float]]:
        """How much more often than guessed each seat plays each card."""
        lean: list[dict[str, float]] | None = getattr(self, "lean", None)
        if lean is None:
            lean = [{"raid": 0.0, "defend": 0.0, "tnt": 0.0} for _ in range(count)]
            self.lean = lean
        return lean

    def bent(self, table: Sequence[Seat], heat: float = 0.05, steps: int = 10) -> Guess:
        """The guess, bent by the habits seen."""
        guess = Guess(table, self.worth(), heat, steps)
        lean = self.leanings(len(table))
        for who, cards in enumerate(guess.lists):
            if who == self.seat or len(cards) < 2:
                continue
            bend = [
                odds * exp(self.BEND * max(-3.0, min(3.0, lean[who][card[0]]))) + 0.01
                for card, odds in zip(cards, guess.mix[who], strict=True)
                if card is not None
            ]
            whole = sum(bend)
            guess.mix[who] = [odds / whole for odds in bend]
        return guess

    def order(self, table: list[Seat]) -> tuple[int, int]:
        weights = self.worth()
        plans = {i: ranked_orders(table, i, weights) for i, seat in enumerate(table) if seat[2]}
        after = [ordered(seat, plans[i][0][1:]) if i in plans else seat for i, seat in enumerate(table)]
        guess = self.bent(after, steps=6)
        mixes = [mix if i != self.seat else [1.0] for i, mix in enumerate(guess.mix)]
        likely: list[tuple[float, list[int]]] = []
        for row in joint([range(len(mix)) for mix in mixes]):
            odds = 1.0
            for mix, k in zip(mixes, row, strict=True):
                odds *= mix[k]
            likely.append((odds, row))
        likely.sort(key=lambda item: -item[0])
        likely = likely[:8]
        own = guess.lists[self.seat]
        scored: list[tuple[float, int, int]] = []
        for _, mines, saloons in plans[self.seat][:5]:
            after[self.seat] = ordered(table[self.seat], (mines, saloons))
            best = 0.0
            for card in own:
                total = 0.0
                for odds, row in likely:
                    cards = [guess.lists[i][k] for i, k in enumerate(row)]
                    cards[self.seat] = card
                    total += odds * value(after, cards, weights)[self.seat]
                best = max(best, total)
            scored.append((best, mines, saloons))
        top = max(scored)[0]
        heat = self.HEAT * min(1.0, 0.01 + 3.0 * top)
        place = draw(self.rng, [exp((worth - top) / heat) for worth, _, _ in scored])
        return scored[place][1:]

    def card(self, table: list[Seat]) -> Card:
        guess = self.bent(table)
        self.guess = guess
        gains = guess.gains()[self.seat]
        top = max(gains)
        heat = self.HEAT * min(1.0, 0.01 + 3.0 * top)
        place = draw(self.rng, [exp((gain - top) / heat) for gain in gains])
        card = guess.lists[self.seat][place]
        assert card is not None
        return card


Odds = dict[Card, float]


def wins_next(seat: Seat, hit: int = 0) -> bool:
    """Holds the 15 at this round's collection, even with some mines blown up."""
    return seat[2] > 0 and seat[0] + max(0, seat[3] - hit) >= GOAL


def shares(table: Sequence[Seat]) -> list[float]:
    """A rough share of the win for everybody: income, gold, walls, guns."""
    army = sum(seat[1] for seat in table if seat[2])
    raw: list[float] = []
    for seat in table:
        gold, mercs, towers, mines, saloons, new_mines, new_saloons = seat
        if not towers:
            raw.append(0.0)
            continue
        race = RACE[min(gold, GOAL - 1)][min(mines + new_mines, RACE_MINES)]
        worth = (0.05 + race**2) * (0.4 + 0.15 * towers)
        worth += 0.25 * mercs / (army + 1) + 0.06 * min(4, saloons + new_saloons)
        raw.append(worth + (1.0 if wins_next(seat) else 0.0))
    whole = sum(raw)
    return [worth / whole for worth in raw]


class Reader:
    """Reads a round as a person does: who is in danger, who must be stopped, what pays."""

    HOLD = 0.25
    WALLS = 0.3
    SPOIL = 1.0
    STOP = 0.8
    BEAT = 0.25
    MEN = 0.3

    def __init__(self, table: Sequence[Seat], round_number: int = 1) -> None:
        # A long game is to be ended by raids, not dragged on by blasting.
        self.haste = 1.0 + 0.08 * max(0, round_number - 14)
        self.table = table
        self.alive = [i for i, seat in enumerate(table) if seat[2]]
        self.share = shares(table)

    def danger(self, who: int, card: str, odds: Mapping[int, Odds]) -> tuple[float, float]:
        """The chance to be razed this round with that card, and the towers lost on average."""
        seat = self.table[who]
        cases = [(1.0, 0)]
        for j in self.alive:
            if j != who:
                raid = odds[j].get(("raid", who), 0.0)
                force = self.table[j][1]
                cases = [
                    (chance * part, attack + more)
                    for chance, attack in cases
                    for part, more in ((raid, force), (1.0 - raid, 0))
                    if chance * part > 0
                ]
        razed = lost = 0.0
        for chance, attack in cases:
            if card == "defend":
                attack = max(0, attack - 2 * seat[1])
            elif card == "tnt":
                attack *= 2
            if attack >= seat[2]:
                razed += chance
            lost += chance * min(attack, seat[2])
        return razed, lost

    def instinct(self, who: int) -> Odds:
        """What a player in that place is first tempted to do."""
        me = self.table[who]
        rivals = [j for j in self.alive if j != who]
        fear = sum(min(1.2, self.table[j][1] / me[2]) for j in rivals)
        wish: Odds = {("defend", rivals[0]): 0.15 + 0.5 * fear}
        for j in rivals:
            prey = self.table[j]
            bold = self.share[j] + 0.1
            kill = me[1] >= prey[2]
            wish["raid", j] = bold * (0.5 + min(1.0, me[1] / prey[2]) + (2.0 if kill else 0.0))
            stock = sum(prey[3:])
            stop = wins_next(prey) and not wins_next(prey, me[1])
            spoil = min(me[1], stock) / (stock + 2) if stock else 0.0
            wish["tnt", j] = bold * (1.5 * spoil + (2.0 if stop else 0.0)) / (1.0 + 0.5 * fear)
        return levelled(wish)

    def points(self, who: int, odds: Mapping[int, Odds]) -> Odds:
        """What each card is worth to that seat, in shares of the win."""
        table, share = self.table, self.share
        me = table[who]
        rivals = [j for j in self.alive if j != who]
        answer: Odds = {}
        stakes = share[who]
        mine_now = wins_next(me)
        hold = 2.0 * self.HOLD if mine_now else self.HOLD
        for verb in ("defend", "raid", "tnt"):
            razed, lost = self.danger(who, verb, odds)
            cost = stakes * (razed + (1.0 - razed) * hold * lost / me[2])
            if verb == "defend":
                beaten = 0.0
                for j in rivals:
                    fallen = min(table[j][1], 2 * me[1])
                    beaten += odds[j].get(("raid", who), 0.0) * fallen / (table[j][1] + 1) * share[j]
                answer["defend", rivals[0]] = self.BEAT * beaten - cost
                continue
            for j in rivals:
                if verb == "raid":
                    gain = self.raid(who, j, odds) * self.haste
                else:
                    gain = self.spoil(who, j, odds) / self.haste
                answer[verb, j] = gain * (1.0 - 0.4 * razed) - cost
        return answer

    def part(self, who: int, j: int) -> float:
        """How much of what a rival loses comes to this seat."""
        rest = 1.0 - self.share[j]
        return self.share[who] / rest if rest > 0 else 1.0

    def raid(self, who: int, j: int, odds: Mapping[int, Odds]) -> float:
        """The worth of a raid: razing, walls, less the men lost on a defence."""
        force, prey = self.table[who][1], self.table[j]
        held = sum(chance for card, chance in odds[j].items() if card[0] == "defend")
        double = sum(chance for card, chance in odds[j].items() if card[0] == "tnt")
        helped = [(1.0, 0)]
        for k in self.alive:
            if k not in (who, j):
                raid = odds[k].get(("raid", j), 0.0)
                helped = [
                    (chance * part, more + extra)
                    for chance, more in helped
                    for part, extra in ((raid, self.table[k][1]), (1.0 - raid, 0))
                ]
        gain = 0.0
        for chance, more in helped:
            for stance, factor in ((1.0 - held - double, 1), (double, 2)):
                attack, without = (force + more) * factor, more * factor
                if without >= prey[2]:
                    continue
                if attack >= prey[2]:
                    gain += chance * stance * self.share[j]
                else:
                    gain += chance * stance * self.WALLS * self.share[j] * force * factor / prey[2]
            attack = force + more - 2 * prey[1]
            if attack >= prey[2]:
                gain += chance * held * self.share[j]
        gain *= self.part(who, j)
        fallen = min(force, 2 * prey[1])
        return gain - held * self.MEN * self.share[who] * fallen / (force + 1)

    def spoil(self, who: int, j: int, odds: Mapping[int, Odds]) -> float:
        """The worth of blowing up buildings, above all those that would win."""
        force, prey = self.table[who][1], self.table[j]
        stock = sum(prey[3:])
        if not stock:
            return 0.0
        if wins_next(prey):
            if not wins_next(prey, force):
                return self.STOP * self.share[j] * self.part(who, j)
            return 0.0
        weight = prey[3] + prey[5] + 2 * (prey[4] + prey[6])
        near = RACE[min(prey[0], GOAL - 1)][0]
        left = min(1.0, force * weight / stock / (weight + 0.5))
        return self.SPOIL * (1.0 - 0.5 * near) * left * self.share[j] * self.part(who, j)


def levelled(wish: Odds) -> Odds:
    """Wishes as odds."""
    whole = sum(wish.values())
    return {card: worth / whole for card, worth in wish.items()}


def warmed(points: Odds, heat: float) -> Odds:
    """Points as odds: the better the card, the likelier, never certain."""
    top = max(points.values())
    return levelled({card: exp((worth - top) / heat) for card, worth in points.items()})


@parlour.bot("almanac")
class Almanac(Reckoner):
    """Plays by a plan for the economy and reads each round by who can ruin whom.

    It begins with a plan drawn by lot (saloons late or earlier), keeps its gold when that will do,
    thinks what the rivals are tempted to play, what a careful rival would answer, and draws its own card
    among the best of the answers to that.
    """

    CALM = 0.03
    OWN = 0.012
    MINES = 6
    PURSE = 5

    def order(self, table: list[Seat]) -> tuple[int, int]:
        me = table[self.seat]
        gold, mercs, towers, mines, saloons = me[:5]
        rivals = [seat for i, seat in enumerate(table) if seat[2] and i != self.seat]
        plan: int | None = getattr(self, "plan", None)
        if plan is None:
            plan = draw(self.rng, [3.0, 2.0])
            self.plan = plan
        hit = max(seat[1] for seat in rivals)
        if gold + mines >= GOAL:
            # Keep what wins, against the worst blast if it can be; spend what is over.
            spare = gold + mines - min(mines, hit) - GOAL
            if spare >= 2 and saloons < 3:
                return 0, 1
            return max(0, spare), 0
        theirs = max(seat[4] for seat in rivals)
        army = max(seat[1] for seat in rivals)
        spare = gold + 2 * mines - min(hit, mines) - GOAL
        if spare >= 0:
            # Two rounds from the goal: a mine pays itself back just in time, a saloon must be spare.
            want = 1 if spare >= 2 and gold >= 2 and saloons < max(1, theirs) + plan else 0
            return gold - 2 * want, want
        want = 0
        if mines >= self.MINES - plan and gold >= self.PURSE - plan and saloons <= min(theirs, 1):
            want = 1
        if army > mercs + 1 and saloons <= theirs and mines >= 3:
            want += 1
        if army >= towers and 2 * mercs < army and mines >= 2:
            want += 1
        want = min(want, gold // 2, 2)
        return gold - 2 * want, want

    def card(self, table: list[Seat]) -> Card:
        reader = Reader(table, self.round)
        first = {i: reader.instinct(i) for i in reader.alive}
        second: dict[int, Odds] = {}
        for i in reader.alive:
            careful = warmed(reader.points(i, first), self.CALM)
            second[i] = {card: 0.5 * first[i].get(card, 0.0) + 0.5 * odds for card, odds in careful.items()}
        third: dict[int, Odds] = {}
        for i in reader.alive:
            careful = warmed(reader.points(i, second), self.CALM)
            third[i] = {card: 0.4 * second[i].get(card, 0.0) + 0.6 * odds for card, odds in careful.items()}
        points = reader.points(self.seat, third)
        top = max(points.values())
        cards = sorted(points)
        weights = [exp((points[card] - top) / self.OWN) if points[card] > top - 0.06 else 0.0 for card in cards]
        return cards[draw(self.rng, weights)]
