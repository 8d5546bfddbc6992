"""Two opponents for Photon Rush, written from the rules alone: `drover` plays lines to their end, `vintner` weighs."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

import parlour

GOAL = 15
GOLD, MERCS, TOWERS, MINES, SALOONS, NEW_MINES, NEW_SALOONS = range(7)
KEYS = ("gold", "mercs", "towers", "mines", "saloons", "new_mines", "new_saloons")
RAID, DEFEND, TNT = range(3)
WORDS = ("raid", "defend", "tnt")

Seat = list[int]  # the seven numbers above; towers -1: removed in an earlier round
Table = list[Seat]
Card = tuple[int, int]  # which card, at whom
Shares = list[float]  # of the win, one for each seat


# ---------------------------------------------------------------- the rules, on plain lists


def read_table(view: Mapping[str, Any]) -> Table:
    """The table of a view."""
    table = []
    for base in view["seats"]:
        seat = [int(base[key]) for key in KEYS]
        if base["out"] is not None:
            seat[TOWERS] = -1
        table.append(seat)
    return table


def read_card(text: str | None) -> Card | None:
    """`raid 2` as numbers."""
    if text is None:
        return None
    word, aim = text.split()
    return WORDS.index(word), int(aim)


def copied(table: Table) -> Table:
    """A table to play on."""
    return [seat[:] for seat in table]


def order(seat: Seat, mines: int, saloons: int) -> None:
    """Pay for buildings and begin them."""
    seat[GOLD] -= mines + 2 * saloons
    seat[NEW_MINES] += mines
    seat[NEW_SALOONS] += saloons


def strike(table: Table, cards: Sequence[Card | None], losses: Mapping[int, int] | None = None) -> list[Card]:
    """Battles and damage; returns who still has T.N.T. to throw at whom. `losses`: what a defender has chosen."""
    count = len(table)
    damage = [0] * count
    raids: list[list[int]] = [[] for _ in range(count)]
    for i, card in enumerate(cards):
        if card is not None and card[0] == RAID and table[i][MERCS]:
            raids[card[1]].append(i)
    strength = [seat[MERCS] for seat in table]
    for target, raiders in enumerate(raids):
        if not raiders:
            continue
        force = sum(strength[i] for i in raiders)
        card = cards[target]
        kind = card[0] if card is not None else RAID
        if kind == DEFEND:
            guard = strength[target]
            fallen = min(force, 2 * guard)
            table[target][MERCS] -= min(guard, force // 2)
            force -= fallen
            if losses is not None and len(raiders) > 1:
                for i in raiders:
                    table[i][MERCS] -= losses.get(i, 0)
            else:
                for i in sorted(raiders, key=lambda i: -strength[i]):
                    lost = min(fallen, strength[i])
                    table[i][MERCS] -= lost
                    fallen -= lost
        elif kind == TNT:
            force *= 2
        damage[target] = force
    standing = 0
    for target, seat in enumerate(table):
        if seat[TOWERS] > 0:
            if damage[target]:
                seat[TOWERS] = max(0, seat[TOWERS] - damage[target])
            standing += seat[TOWERS] > 0
    if standing < 2:
        return []
    queue: list[Card] = []
    for i, card in enumerate(cards):
        if card is not None and card[0] == TNT and strength[i] and table[card[1]][TOWERS] > 0:
            queue.append((i, card[1]))
    if len(queue) > 1:
        queue.sort(key=lambda pair: (pair[1], (pair[0] - pair[1]) % count))
    return queue


def blow(target: Seat, size: int, on_mines: int) -> None:
    """Blow up `size` buildings, `on_mines` of them mines as far as there are; working ones before unfinished ones."""
    mines = target[MINES] + target[NEW_MINES]
    saloons = target[SALOONS] + target[NEW_SALOONS]
    size = min(size, mines + saloons)
    first = max(min(on_mines, mines, size), size - saloons)
    for amount, ready, begun in ((first, MINES, NEW_MINES), (size - first, SALOONS, NEW_SALOONS)):
        now = min(amount, target[ready])
        target[ready] -= now
        target[begun] -= amount - now


def usual_blow(attacker: Seat, target: Seat) -> None:
    """T.N.T. as most would throw it: mines, unless a garrison is growing beside a poor mine field."""
    size = attacker[MERCS]
    poor = target[GOLD] + 2 * target[MINES] < 9
    blow(target, size, size if not poor or target[MINES] > target[SALOONS] else size - target[SALOONS])


def finish(table: Table) -> Shares | None:
    """Removal, collection and opening; the shares of the win when the game is over."""
    alive = [i for i, seat in enumerate(table) if seat[TOWERS] > 0]
    if len(alive) < 2:
        if not alive:
            best = max(seat[MERCS] for seat in table if seat[TOWERS] == 0)
            alive = [i for i, seat in enumerate(table) if seat[TOWERS] == 0 and seat[MERCS] == best]
        return [1 / len(alive) if i in alive else 0.0 for i in range(len(table))]
    rich = []
    for i in range(len(table)):
        seat = table[i]
        if seat[TOWERS] <= 0:
            seat[TOWERS] = -1
            continue
        seat[GOLD] += seat[MINES] or (0 if seat[GOLD] else 1)
        seat[MERCS] += seat[SALOONS] or (0 if seat[MERCS] else 1)
        seat[MINES] += seat[NEW_MINES]
        seat[SALOONS] += seat[NEW_SALOONS]
        seat[NEW_MINES] = seat[NEW_SALOONS] = 0
        if seat[GOLD] >= GOAL:
            rich.append(i)
    if not rich:
        return None
    best = max(table[i][TOWERS] * 10000 + table[i][MERCS] for i in rich)
    rich = [i for i in rich if table[i][TOWERS] * 10000 + table[i][MERCS] == best]
    return [1 / len(rich) if i in rich else 0.0 for i in range(len(table))]


def resolve(table: Table, cards: Sequence[Card | None]) -> Shares | None:
    """A whole action phase with collection, T.N.T. thrown as usual."""
    for attacker, target in strike(table, cards):
        usual_blow(table[attacker], table[target])
    return finish(table)


def cards_of(table: Table, seat: int) -> list[Card]:
    """All that a seat may play; Defend at one aim only, as its aim means nothing."""
    aims = [j for j, other in enumerate(table) if j != seat and other[TOWERS] > 0]
    if not aims:
        return [(DEFEND, (seat + 1) % len(table))]
    cards = [(DEFEND, aims[0])]
    for aim in aims:
        cards.append((RAID, aim))
        cards.append((TNT, aim))
    return cards


# ---------------------------------------------------------------- the race to the goal, left in peace

WIDEST = 18


def race_tables() -> tuple[list[list[float]], list[list[int]]]:
    """Rounds to the goal by (gold, mines) as a round begins, and how many mines to order on the way."""
    times = [[40.0] * (WIDEST + 1) for _ in range(GOAL)]
    best = [[0] * (WIDEST + 1) for _ in range(GOAL)]
    for _ in range(14):
        for gold in range(GOAL):
            for mines in range(WIDEST + 1):
                for bought in range(min(gold, WIDEST - mines) + 1):
                    left = gold - bought
                    left += mines or (0 if left else 1)
                    if left >= GOAL:
                        time = 1 - 0.03 * min(left - GOAL, 10)
                    else:
                        time = 1 + times[left][mines + bought]
                    if time < times[gold][mines] - 1e-9:
                        times[gold][mines] = time
                        best[gold][mines] = bought
    return times, best


TIMES, BOUGHT = race_tables()


def rounds_to_goal(gold: int, mines: int) -> float:
    """Rounds to the goal, left in peace."""
    return 0.3 if gold >= GOAL else TIMES[gold][mines if mines < WIDEST else WIDEST]


def best_mines(gold: int, mines: int) -> int:
    """How many mines the fastest racer would order now."""
    return 0 if gold >= GOAL else BOUGHT[gold][mines if mines < WIDEST else WIDEST]


def sensible_orders(seat: Seat) -> list[tuple[int, int]]:
    """Orders worth a thought: the racer's one around each number of saloons, and what hoards or digs more."""
    gold, mines = seat[GOLD], seat[MINES]
    orders: list[tuple[int, int]] = []
    for saloons in range(min(gold // 2, 3) + 1):
        left = gold - 2 * saloons
        wanted = best_mines(left, mines)
        picks = [wanted] if saloons else [wanted, 0, left, max(wanted - 1, 0), left // 2]
        if saloons == 1:
            picks += [0]
        for pick in picks:
            if pick <= left and (pick, saloons) not in orders:
                orders.append((pick, saloons))
    return orders


def blast_counts(action: str) -> tuple[int, int, int, int]:
    """The four numbers of a `blast`."""
    a, b, c, d = (int(word) for word in action.split()[1:])
    return a, b, c, d


def end_of_blast(view: Mapping[str, Any], seat: int, action: str) -> tuple[Table, Shares | None]:
    """The next round's table when this is blown up and the others in the queue throw as usual."""
    table = read_table(view)
    cards = [read_card(text) for text in view["cards"]]
    for thrower in view["queue"]:
        card = cards[thrower]
        if card is None:
            continue
        target = table[card[1]]
        if thrower == seat:
            for key, gone in zip((MINES, SALOONS, NEW_MINES, NEW_SALOONS), blast_counts(action), strict=True):
                target[key] -= gone
        else:
            usual_blow(table[thrower], target)
    return table, finish(table)


def end_of_battle(view: Mapping[str, Any], seat: int, action: str) -> tuple[Table, Shares | None]:
    """The next round's table when the defender takes out these raiders."""
    table = read_table(view)
    cards = [read_card(text) for text in view["cards"]]
    raiders = [i for i, card in enumerate(cards) if card == (RAID, seat) and table[i][MERCS]]
    losses = dict(zip(raiders, (int(word) for word in action.split()[1:]), strict=True))
    for attacker, target in strike(table, cards, losses):
        usual_blow(table[attacker], table[target])
    return table, finish(table)


def tidy_blasts(legal: Sequence[str]) -> list[str]:
    """For each number of mines among the destroyed only the answer that takes the working buildings first."""
    best: dict[int, tuple[int, str]] = {}
    for action in legal:
        a, b, c, _ = blast_counts(action)
        rank = a + b
        if a + c not in best or rank > best[a + c][0]:
            best[a + c] = (rank, action)
    return [action for _, action in best.values()]


def spread(actions: Sequence[str], limit: int) -> list[str]:
    """At most `limit` of them, evenly."""
    if len(actions) <= limit:
        return list(actions)
    return [actions[i * (len(actions) - 1) // (limit - 1)] for i in range(limit)]


def text_of(card: Card) -> str:
    """A card as the rules write it."""
    return f"{WORDS[card[0]]} {card[1]}"


def drawn(rng: random.Random, weights: Sequence[float]) -> int:
    """An index, by weight."""
    point = rng.random() * sum(weights)
    for i, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return i
    return len(weights) - 1


# ---------------------------------------------------------------- drover


@parlour.bot("drover")
class Drover(parlour.Bot):
    """Drives many lines home: everybody plays like a rough frontier captain, and the answer that arrives most wins.

    For the open question every seat picks among its answers by what has paid so far (optimism for the untried), all at
    once and unaware of each other; then the line is played on by the captains' habits to the end of the game.
    """

    effort = 3900  # lines for a question, times the seats still in the game
    horizon = 7  # rounds of a line before it is called by the look of it

    @classmethod
    def plays(cls, game: parlour.Game, players: int) -> bool:
        """Photon Rush only."""
        return bool(game.id == "photon-rush")

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """One of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        rng = random.Random(self.rng.below(1 << 30))
        phase = view["phase"]
        if phase == "build" or phase == "action":
            return self.drive(read_table(view), phase == "action", legal, rng)
        table_after = end_of_blast if phase == "blast" else end_of_battle
        picks = spread(tidy_blasts(legal) if phase == "blast" else legal, 6)
        ends = [table_after(view, self.seat, action) for action in picks]
        rounds = self.effort // (len(view["seats"]) * len(picks))
        worths = []
        for table, shares in ends:
            if shares is not None:
                worths.append(shares[self.seat])
            else:
                worths.append(sum(self.ride(copied(table), rng)[self.seat] for _ in range(rounds)) / rounds)
        return picks[max(range(len(picks)), key=lambda i: worths[i])]

    def drive(self, table: Table, fighting: bool, legal: Sequence[str], rng: random.Random) -> str:
        """Many lines from here; each seat learns apart from the others what pays."""
        alive = [i for i, seat in enumerate(table) if seat[TOWERS] > 0]
        menus: dict[int, list[tuple[int, int]]] = {}
        for i in alive:
            menus[i] = cards_of(table, i) if fighting else sensible_orders(table[i])
        tries = {i: [0] * len(menus[i]) for i in alive}
        gains = {i: [0.0] * len(menus[i]) for i in alive}
        for line in range(1, self.effort // max(len(alive), 2) + 1):
            picks: dict[int, int] = {}
            keen = 0.5 * math.log(line + 1)
            for i in alive:
                top, pick = -1.0, 0
                for k, tried in enumerate(tries[i]):
                    worth = 9 + rng.random() if not tried else gains[i][k] / tried + math.sqrt(keen / tried) * 0.9
                    if worth > top:
                        top, pick = worth, k
                picks[i] = pick
            now = copied(table)
            shares: Shares | None
            if fighting:
                cards: list[Card | None] = [None] * len(now)
                for i in alive:
                    cards[i] = menus[i][picks[i]]
                shares = resolve(now, cards)
            else:
                for i in alive:
                    order(now[i], *menus[i][picks[i]])
                shares = resolve(now, self.habits(now, rng))
            if shares is None:
                shares = self.ride(now, rng)
            for i in alive:
                tries[i][picks[i]] += 1
                gains[i][picks[i]] += shares[i]
        mine = tries[self.seat]
        most = max(mine)
        if fighting:
            weights = [float(t) if t >= 0.3 * most else 0.0 for t in mine]
        else:
            weights = [float(t) if t >= 0.8 * most else 0.0 for t in mine]
        chosen = menus[self.seat][drawn(rng, weights)]
        answer = text_of(chosen) if fighting else f"build {chosen[0]} {chosen[1]}"
        return answer if answer in legal else legal[0]

    def ride(self, table: Table, rng: random.Random) -> Shares:
        """A line to its end, everybody by habit."""
        for _ in range(self.horizon):
            for seat in table:
                if seat[TOWERS] > 0 and seat[GOLD]:
                    left = seat[GOLD]
                    if left > 1 and rng.random() < (0.4 if seat[SALOONS] == 0 else 0.12):
                        order(seat, 0, 1)
                        left -= 2
                    mines = best_mines(left, seat[MINES])
                    if mines:
                        order(seat, mines, 0)
            shares = resolve(table, self.habits(table, rng))
            if shares is not None:
                return shares
        alive = [i for i, seat in enumerate(table) if seat[TOWERS] > 0]
        looks = [math.exp(-0.8 * rounds_to_goal(s[GOLD], s[MINES])) * (s[TOWERS] + s[MERCS]) for s in table]
        total = sum(looks[i] for i in alive)
        return [looks[i] / total if i in alive else 0.0 for i in range(len(table))]

    def habits(self, table: Table, rng: random.Random) -> list[Card | None]:
        """A card for everybody, as a rough captain plays: finish the weak, stop the rich, hide at the last tower."""
        count = len(table)
        cards: list[Card | None] = [None] * count
        army = 0
        for seat in table:
            if seat[TOWERS] > 0:
                army += seat[MERCS]
        for i in range(count):
            me = table[i]
            if me[TOWERS] <= 0:
                continue
            mercs = me[MERCS]
            foes = army - mercs
            menu: list[Card] = []
            weights: list[float] = []
            for j in range(count):
                you = table[j]
                if j == i or you[TOWERS] <= 0:
                    continue
                coming = you[GOLD] + you[MINES]
                raid = 0.8 + 0.6 * mercs / you[TOWERS]
                if mercs >= you[TOWERS]:
                    raid += 3
                elif 2 * mercs >= you[TOWERS]:
                    raid += 0.5
                hit = min(mercs, you[MINES] + you[SALOONS])
                blast = 0.1 + 0.25 * hit
                if coming >= GOAL:
                    blast += 5 if coming - mercs < GOAL else 1
                    raid += 1
                elif coming + you[MINES] >= GOAL:
                    blast += 1
                    raid += 0.5
                if 2 * foes >= me[TOWERS]:
                    blast *= 0.6
                menu.append((RAID, j))
                weights.append(raid)
                menu.append((TNT, j))
                weights.append(blast)
            guard = 0.3 + 0.3 * mercs
            if foes >= me[TOWERS]:
                guard += 1.5 + mercs
            if me[GOLD] + me[MINES] >= GOAL:
                guard += 1
            menu.append((DEFEND, menu[0][1] if menu else (i + 1) % count))
            weights.append(guard)
            cards[i] = menu[drawn(rng, weights)]
        return cards


# ---------------------------------------------------------------- vintner


@parlour.bot("vintner")
class Vintner(parlour.Bot):
    """Tastes positions instead of playing them out: a weighed value one round ahead, and a balanced mix of cards.

    The cards of a round are a small matrix game among all seats whose entries are the value of the next round's
    table. Regrets against each other's running mixes bring it near balance, and the card is drawn from that mix.
    """

    rehearsals = 700  # rounds of regret for the cards
    glances = 120  # the same, for each order that is weighed
    peace = 2.2  # weight of the way to the goal, left in peace: of the logarithm of its rounds
    war = 1.2  # the same, once the others have thrown what they have
    wall = 0.02  # of a tower
    last_walls = 0.3  # of the logarithm of the towers
    arms = 0.1  # of the logarithm of the garrison
    fear = 1.0  # of what the others could send against the towers
    impatience = 0.03  # what a tower weighs more with each late round, so that no game goes in circles for ever

    @classmethod
    def plays(cls, game: parlour.Game, players: int) -> bool:
        """Photon Rush only."""
        return bool(game.id == "photon-rush")

    stray = 0.4  # how often a seat is thought to play anything at all
    tower = wall  # what a tower weighs in this round

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """One of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        rng = random.Random(self.rng.below(1 << 30))
        phase = view["phase"]
        self.tower = self.wall + self.impatience * max(0, view["round"] - 7)
        if phase == "action":
            menu, mix, _ = self.balance(read_table(view), self.rehearsals, rng)
            floor = 0.4 * max(mix)
            answer = text_of(menu[drawn(rng, [p if p >= floor else 0.0 for p in mix])])
            return answer if answer in legal else legal[0]
        if phase == "build":
            return self.furnish(read_table(view), legal, rng)
        table_after = end_of_blast if phase == "blast" else end_of_battle
        picks = tidy_blasts(legal) if phase == "blast" else spread(legal, 200)

        def worth(action: str) -> float:
            table, shares = table_after(view, self.seat, action)
            return (shares or self.value(table))[self.seat]

        return max(picks, key=worth)

    def value(self, table: Table) -> Shares:
        """Everybody's chance to win, as a round begins: race, walls, arms, and what could come over the hill."""
        army = 0.0
        alive = 0
        for seat in table:
            if seat[TOWERS] > 0:
                army += seat[MERCS] + 0.6 * seat[SALOONS]
                alive += 1
        weights = []
        for seat in table:
            towers = seat[TOWERS]
            if towers <= 0:
                weights.append(0.0)
                continue
            mercs, saloons, mines = seat[MERCS], seat[SALOONS], seat[MINES]
            coming = (army - mercs - 0.6 * saloons) / (0.5 + 0.5 * (alive - 1))
            peace = rounds_to_goal(seat[GOLD], mines)
            war = rounds_to_goal(seat[GOLD], max(0, mines - int(coming)))
            score = -self.peace * math.log(0.7 + peace) - self.war * math.log(0.7 + min(war, peace + 4))
            score += self.tower * towers + self.last_walls * math.log(towers)
            score += self.arms * math.log(1 + mercs + 1.4 * saloons)
            score -= self.fear * min(2.5, coming / (towers + 0.3 * mercs))
            weights.append(math.exp(score))
        total = sum(weights)
        return [weight / total for weight in weights]

    def balance(self, table: Table, rounds: int, rng: random.Random) -> tuple[list[Card], list[float], float]:
        """This seat's cards, how often to play each, and what the round is then worth to it."""
        alive = [i for i, seat in enumerate(table) if seat[TOWERS] > 0]
        menus = [cards_of(table, i) for i in alive]
        sizes = [len(menu) for menu in menus]
        strides = [1] * len(alive)
        for p in range(1, len(alive)):
            strides[p] = strides[p - 1] * sizes[p - 1]
        known: dict[int, Shares] = {}
        if len(alive) > 3:
            rounds //= 2  # the matrix is many times as wide
        regrets = [[0.0] * size for size in sizes]
        totals = [[0.0] * size for size in sizes]
        me = alive.index(self.seat)
        earned = weighed = 0.0
        for step in range(1, rounds + 1):
            mixes = []
            picks = []
            for p in range(len(alive)):
                mix = [r if r > 0 else 0.0 for r in regrets[p]]
                total = sum(mix)
                mix = [r / total for r in mix] if total > 0 else [1 / sizes[p]] * sizes[p]
                tally = totals[p]
                for k, share in enumerate(mix):
                    tally[k] += share * step
                mixes.append(mix)
                picks.append(drawn(rng, mix) if rng.random() > self.stray else rng.randrange(sizes[p]))
            code = sum(pick * stride for pick, stride in zip(picks, strides, strict=True))
            for p, seat in enumerate(alive):
                base = code - picks[p] * strides[p]
                worths = []
                for k in range(sizes[p]):
                    at = base + k * strides[p]
                    shares = known.get(at)
                    if shares is None:
                        now = copied(table)
                        cards: list[Card | None] = [None] * len(table)
                        for q, other in enumerate(alive):
                            cards[other] = menus[q][k if q == p else picks[q]]
                        shares = resolve(now, cards) or self.value(now)
                        known[at] = shares
                    worths.append(shares[seat])
                mean = sum(w * share for w, share in zip(worths, mixes[p], strict=True))
                if p == me:
                    earned += mean * step
                    weighed += step
                mine = regrets[p]
                for k, worth in enumerate(worths):
                    mine[k] = max(mine[k] + worth - mean, 0.0)
        total = sum(totals[me])
        return menus[me], [share / total for share in totals[me]], earned / weighed

    def furnish(self, table: Table, legal: Sequence[str], rng: random.Random) -> str:
        """An order: each sensible one is followed by a glance at the cards, the others' orders guessed three times."""
        menu = sensible_orders(table[self.seat])
        if len(menu) == 1:
            return f"build {menu[0][0]} {menu[0][1]}"
        sums = [0.0] * len(menu)
        for _ in range(3):
            guess = copied(table)
            for i, seat in enumerate(guess):
                if i != self.seat and seat[TOWERS] > 0 and seat[GOLD]:
                    saloons = 1 if seat[GOLD] > 1 and rng.random() < (0.5 if not seat[SALOONS] else 0.2) else 0
                    order(seat, best_mines(seat[GOLD] - 2 * saloons, seat[MINES]), saloons)
            seed = rng.randrange(1 << 30)
            for k, (mines, saloons) in enumerate(menu):
                now = copied(guess)
                order(now[self.seat], mines, saloons)
                sums[k] += self.balance(now, self.glances, random.Random(seed))[2]
        best = max(sums)
        weights = [math.exp((s - best) * 100) for s in sums]
        mines, saloons = menu[drawn(rng, [w if w > 0.15 else 0.0 for w in weights])]
        answer = f"build {mines} {saloons}"
        return answer if answer in legal else legal[0]
