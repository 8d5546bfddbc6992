"""Two opponents for Photon Rush, written from its rules alone: `cooper` and `lamplighter`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import exp, log
from typing import TYPE_CHECKING, Any

import parlour

if TYPE_CHECKING:
    from parlour import Event, Game

GOAL = 15
RAID, DEFEND, TNT = 0, 1, 2
VERBS = ("raid", "defend", "tnt")

# A base as a list of numbers: gold, mercenaries, towers, mines, saloons, new mines, new saloons.
G, M, T, MI, SA, NM, NS = range(7)
Base = list[int]
Card = tuple[int, int]
KEYS = ("gold", "mercs", "towers", "mines", "saloons", "new_mines", "new_saloons")


def bases_of(view: Mapping[str, Any]) -> list[Base | None]:
    """The bases as lists, `None` for those that are out."""
    return [None if seat["out"] is not None else [int(seat[key]) for key in KEYS] for seat in view["seats"]]


def pace(gold: int, mines: int) -> float:
    """Rounds to the goal for a miner whom nobody disturbs (a fraction: how far the last round is needed)."""
    before = gold
    for rounds in range(1, 20):
        g, m = gold, mines
        for left in range(rounds, 0, -1):
            bought = g if left >= 3 else 0
            g += m - bought
            m += bought
            if left == rounds and g == 0 and m == bought:
                g = 1  # relief
        if g >= GOAL:
            return rounds - 1 + max(0.0, (GOAL - before) / (g - before)) if g > before else float(rounds)
        before = g
    return 20.0


PACE = [[pace(gold, mines) for mines in range(31)] for gold in range(31)]


def pace_of(base: Base) -> float:
    """`pace` of a base at the end of a round."""
    return PACE[min(base[G], 30)][min(base[MI] + base[NM], 30)]


def play_round(
    bases: Sequence[Base | None], cards: Sequence[Card | None]
) -> tuple[list[Base | None], list[float] | None]:
    """The position after this round and the shares of a win, if there is one. Blasts and losses by rule of thumb."""
    n = len(bases)
    new: list[Base | None] = [None if base is None else base[:] for base in bases]
    armies = [0 if base is None else base[M] for base in bases]
    hits = [0] * n
    raided: dict[int, list[int]] = {}
    for seat, card in enumerate(cards):
        if card is not None and card[0] == RAID:
            raided.setdefault(card[1], []).append(seat)
    for target, raiders in raided.items():
        card = cards[target]
        total = sum(armies[raider] for raider in raiders)
        if card is not None and card[0] == DEFEND:
            guard = armies[target]
            lost = min(total, 2 * guard)
            home = new[target]
            assert home is not None
            home[M] -= min(guard, total // 2)
            hits[target] = total - lost
            for raider in sorted(raiders, key=lambda r: -armies[r]):
                troop = new[raider]
                assert troop is not None
                taken = min(lost, armies[raider])
                troop[M] -= taken
                lost -= taken
        else:
            hits[target] = 2 * total if card is not None and card[0] == TNT else total
    standing = 0
    for seat, base in enumerate(new):
        if base is not None:
            base[T] = max(0, base[T] - hits[seat])
            standing += base[T] > 0
    if standing >= 2:
        for seat, card in enumerate(cards):
            if card is not None and card[0] == TNT:
                target_base = new[card[1]]
                if target_base is None or target_base[T] == 0:
                    continue
                left = armies[seat]
                for kind in (MI, SA, NM, NS) if target_base[G] + target_base[MI] >= GOAL else (SA, MI, NS, NM):
                    gone = min(left, target_base[kind])
                    target_base[kind] -= gone
                    left -= gone
                    if not left:
                        break
    if standing == 0:
        best = max(base[M] for base in new if base is not None)
        shares = [1.0 if base is not None and base[M] == best else 0.0 for base in new]
        total_share = sum(shares)
        return new, [share / total_share for share in shares]
    rich = False
    for seat, base in enumerate(new):
        if base is None:
            continue
        if base[T] == 0:
            new[seat] = None
            continue
        if standing == 1:
            return new, [1.0 if other == seat else 0.0 for other in range(n)]
        base[G] += base[MI] if base[G] or base[MI] else 1
        base[M] += base[SA] if base[M] or base[SA] else 1
        rich = rich or base[G] >= GOAL
    if rich:
        keys = [(b[T], b[M]) if b is not None and b[G] >= GOAL else (-1, -1) for b in new]
        top = max(keys)
        shares = [1.0 if key == top else 0.0 for key in keys]
        total_share = sum(shares)
        return new, [share / total_share for share in shares]
    return new, None


# The worth of a base between two rounds, as weights of what `traits` lists: for a duel, and for more bases.
DUEL = (-0.6, 1.5, 0.5, 1.1, -0.8, -0.5, 0.7, 0.7, 0.04, 0.0, -0.15)
CROWD = (-0.6, 0.6, 0.4, 1.0, -0.5, -0.8, 0.5, 0.5, 0.03, 0.0, -0.15)


def traits(bases: Sequence[Base | None], seat: int) -> tuple[float, ...]:
    """What speaks for the base of `seat` at the end of a round, next to the others."""
    base = bases[seat]
    assert base is not None
    strongest = total = 0
    weakest = 99
    for other, rival in enumerate(bases):
        if rival is not None and other != seat:
            army = rival[M]
            total += army
            if army > strongest:
                strongest = army
            if rival[T] < weakest:
                weakest = rival[T]
    towers = base[T]
    clock = PACE[min(base[G], 30)][min(base[MI] + base[NM], 30)]
    return (
        clock,
        log(1 + base[M]),
        float(base[SA] + base[NS]) ** 0.7,
        log(1 + towers),
        min(1.0, strongest / towers),
        min(1.0, total / towers),
        min(1.0, base[M] / weakest),
        1.0 if clock <= 1 else 0.0,
        float(base[G]),
        1.0 / (0.5 + clock),
        PACE[min(base[G], 30)][min(max(0, base[MI] + base[NM] - strongest), 30)],
    )


def chances(bases: Sequence[Base | None]) -> list[float]:
    """Everybody's chance to win, judged at the end of a round."""
    alive = [seat for seat, base in enumerate(bases) if base is not None]
    weights = DUEL if len(alive) == 2 else CROWD
    worth = [0.0] * len(bases)
    for seat in alive:
        worth[seat] = exp(sum(w * x for w, x in zip(weights, traits(bases, seat), strict=True)))
    total = sum(worth)
    return [w / total for w in worth]


def outlook(bases: Sequence[Base | None], cards: Sequence[Card | None]) -> list[float]:
    """Everybody's chance to win after these cards."""
    new, won = play_round(bases, cards)
    return chances(new) if won is None else won


class Cooper(parlour.Bot):
    """Looks one round ahead: answers as wary people would, against rivals who do likewise."""

    about = "one round ahead, against rivals who answer each other"
    heat = 0.06  # how far rivals are from always taking their best card
    whim = 0.012  # how far it is itself

    @classmethod
    def plays(cls, game: Game, players: int) -> bool:
        """Photon Rush only."""
        return game.id == "photon-rush"

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """The answer with the best outlook at the end of the round."""
        if len(legal) == 1:
            return legal[0]
        bases = bases_of(view)
        if view["phase"] == "build":
            return self._order(bases, legal)
        if view["phase"] == "action":
            _, _, worths = self._meet(bases)
            best = max(worths, key=lambda card: worths[card] + self._noise())
            return f"{VERBS[best[0]]} {best[1]}"
        return self._detail(view, bases, legal)

    def _noise(self) -> float:
        return -self.whim * log(-log((self.rng.below(999_999) + 1) / 1_000_001))

    def _cards(self, bases: Sequence[Base | None], seat: int) -> list[Card]:
        """What a seat may reasonably play; among four, rivals are thought to pick the nearest targets only."""
        others = [other for other, base in enumerate(bases) if base is not None and other != seat]
        cards: list[Card] = [(DEFEND, others[0])]
        raids, blasts = others, others
        if len(others) == 3 and seat != self.seat:
            frail = min(others, key=lambda o: (bases[o] or [0] * 7)[T])
            leader = min(others, key=lambda o: pace_of(bases[o] or [0] * 7))
            raids = sorted({frail, self.seat})
            blasts = sorted({leader, self.seat})
        cards += [(RAID, other) for other in raids]
        cards += [(TNT, other) for other in blasts]
        return cards

    def _meet(self, bases: Sequence[Base | None]) -> tuple[list[int], list[dict[Card, float]], dict[Card, float]]:
        """Who is in, how often each plays which card, and the worth of mine: all answer each other, with slips."""
        alive = [seat for seat, base in enumerate(bases) if base is not None]
        options = [self._cards(bases, seat) for seat in alive]
        table: list[tuple[tuple[int, ...], list[float]]] = []
        cards: list[Card | None] = [None] * len(bases)
        for picks in product(*(range(len(option)) for option in options)):
            for place, pick in enumerate(picks):
                cards[alive[place]] = options[place][pick]
            result = outlook(bases, cards)
            table.append((picks, [result[seat] for seat in alive]))
        mixes = [[1.0 / len(option)] * len(option) for option in options]
        values: list[list[float]] = []
        steps = 10 if len(table) < 400 else 5
        for step in range(steps):
            values = [[0.0] * len(option) for option in options]
            for picks, result in table:
                joint = 1.0
                for place, pick in enumerate(picks):
                    joint *= mixes[place][pick]
                for place, pick in enumerate(picks):
                    values[place][pick] += joint * result[place]
            for place, mix in enumerate(mixes):
                for pick, share in enumerate(mix):
                    values[place][pick] /= max(share, 1e-12)
            if step == steps - 1:
                break
            pull = 1.0 / (1 + step * 0.5)
            for place, mix in enumerate(mixes):
                top = max(values[place])
                strength = [exp((value - top) / self.heat) + 0.01 for value in values[place]]
                total = sum(strength)
                mixes[place] = [(1 - pull) * old + pull * s / total for old, s in zip(mix, strength, strict=True)]
        mine = alive.index(self.seat)
        named = [dict(zip(option, mix, strict=True)) for option, mix in zip(options, mixes, strict=True)]
        return alive, named, dict(zip(options[mine], values[mine], strict=True))

    def _guess(self, base: Base, soldier: bool) -> tuple[int, int]:
        """What a rival will order: nothing near the goal, else mines, with a saloon if it is a soldier."""
        clock = PACE[min(base[G], 30)][min(base[MI], 30)]
        if clock <= 2 or base[G] == 0:
            return 0, 0
        saloons = 1 if soldier and base[G] >= 2 else 0
        return base[G] - 2 * saloons, saloons

    def _order(self, bases: list[Base | None], legal: Sequence[str]) -> str:
        """The order with the best outlook over the likeliest cards and two guesses at the rivals' orders."""
        me = bases[self.seat]
        assert me is not None
        scenes: list[list[Base | None]] = []
        for soldier in (False, True):
            scene = [None if base is None else base[:] for base in bases]
            for seat, base in enumerate(scene):
                if base is not None:
                    mines, saloons = self._guess(base, soldier)
                    if seat != self.seat or not soldier:
                        base[NM], base[NS] = mines, saloons
                        base[G] -= mines + 2 * saloons
            scenes.append(scene)
        alive, mixes, _ = self._meet(scenes[0])
        joints: list[tuple[float, list[Card | None]]] = []
        for picks in product(*(mix.items() for mix in mixes)):
            joint = 1.0
            cards: list[Card | None] = [None] * len(bases)
            for seat, (card, share) in zip(alive, picks, strict=True):
                joint *= share
                cards[seat] = card
            joints.append((joint, cards))
        joints.sort(key=lambda entry: -entry[0])
        joints = joints[:40]
        orders = [tuple(int(word) for word in action.split()[1:]) for action in legal]
        if len(orders) > 16:
            full = me[G]
            orders = [o for o in orders if o == (0, 0) or (o[1] <= 3 and o[0] in (0, 1, full - 2 * o[1], full // 2))]
        best, best_worth = legal[0], -1.0
        for mines, saloons in orders:
            worth = 0.0
            for scene in scenes:
                base = me[:]
                base[G] -= mines + 2 * saloons
                base[NM], base[NS] = mines, saloons
                scene[self.seat] = base
                worth += sum(joint * outlook(scene, cards)[self.seat] for joint, cards in joints)
            worth += self._noise() / 4
            if worth > best_worth:
                best, best_worth = f"build {mines} {saloons}", worth
        return best

    def _detail(self, view: Mapping[str, Any], bases: list[Base | None], legal: Sequence[str]) -> str:
        """Which buildings to blast, or whom to take out: play each answer to the end of the round."""
        best, best_worth = legal[0], -1.0
        for action in legal[:400]:
            state = self.game.imagine(view, self.rng)
            state.play(self.seat, action)
            for _ in range(12):
                if state.outcome is not None or state.position()["phase"] not in ("battle", "blast"):
                    break
                seat = state.to_act[0]
                state.play(seat, self.rng.choice(list(state.legal(seat))))
            if state.outcome is not None:
                winners = state.outcome.winners
                worth = 1 / len(winners) if self.seat in winners else 0.0
            else:
                after = bases_of(state.position())
                worth = chances(after)[self.seat] if after[self.seat] is not None else 0.0
            if worth > best_worth:
                best, best_worth = action, worth
        return best


class Lamplighter(parlour.Bot):
    """Plays by a book of rules and by what it has seen of each rival, with a die so that it cannot be read."""

    about = "a book of rules, a memory of its rivals, and a die"

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.seen: dict[int, list[float]] = {}  # per rival: how often it raided, defended, blasted
        self.grudge: dict[tuple[int, int], float] = {}  # how often a rival has gone for a seat
        self.drinks = self.rng.choice([0, 0, 1, 1, 1])  # saloons it wants early on
        self.boldness = 0.9 + self.rng.below(30) / 100

    @classmethod
    def plays(cls, game: Game, players: int) -> bool:
        """Photon Rush only."""
        return game.id == "photon-rush"

    def see(self, event: Event) -> None:
        """Remember the cards that were turned up."""
        if event.kind != "revealed":
            return
        for seat, text in enumerate(event.facts["cards"]):
            if text is not None and seat != self.seat:
                verb, target = text.split()
                counts = self.seen.setdefault(seat, [0.0, 0.0, 0.0])
                for kind in range(3):
                    counts[kind] *= 0.9
                counts[VERBS.index(verb)] += 1
                if verb != "defend":
                    key = (seat, int(target))
                    self.grudge[key] = self.grudge.get(key, 0.0) * 0.8 + 1

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        """Look up the page of the book."""
        if len(legal) == 1:
            return legal[0]
        bases = bases_of(view)
        if view["phase"] == "build":
            return self._shop(bases, int(view["round"]), legal)
        if view["phase"] == "action":
            return self._act(bases, legal)
        if view["phase"] == "blast":
            return self._blast(view, bases, legal)
        return self._shoot(view, bases, legal)

    def _die(self) -> float:
        return self.rng.below(1_000_000) / 1_000_000

    # building

    def _shop(self, bases: list[Base | None], number: int, legal: Sequence[str]) -> str:
        me = bases[self.seat]
        assert me is not None
        rivals = [base for seat, base in enumerate(bases) if base is not None and seat != self.seat]
        gold, mines, saloons = me[G], me[MI], me[SA]
        clock = PACE[min(gold, 30)][min(mines, 30)]
        muster = max(base[M] + 2 * base[SA] for base in rivals)
        if gold + mines >= GOAL:  # the win is there: every coin is a reserve against T.N.T.
            return "build 0 0"
        hurry = min(PACE[min(base[G], 30)][min(base[MI], 30)] for base in rivals)
        if number == 1:
            thirsty = self._die() < 0.05 + 0.15 * self.drinks
            return "build 0 1" if thirsty and "build 0 1" in legal else f"build {gold} 0"
        want = 0
        if clock > 2.5 and hurry > 1:
            if saloons < self.drinks or me[M] + 2 * saloons < muster - 2 - self._die() * 1.5:
                want = 1
            if gold >= 6 and me[M] + 2 * saloons + 2 < muster:
                want = 2
            if saloons == 0 and number > 2 and self._die() < 0.25:
                want = max(want, 1)
        want = min(want, gold // 2)
        rest = gold - 2 * want
        # mines pay while there is time for them; after that what lies in the chest is safe
        if clock <= 2.2:
            rest = 0
        action = f"build {rest} {want}"
        return action if action in legal else "build 0 0"

    # the cards

    def _habits(self, bases: list[Base | None], seat: int) -> list[float]:
        """How likely a rival is thought to raid, to defend, to blast."""
        base = bases[seat]
        assert base is not None
        shares = [2.0, 1.1, 1.3]
        counts = self.seen.get(seat, [0.0, 0.0, 0.0])
        danger = max(b[M] for s, b in enumerate(bases) if b is not None and s != seat)
        crowd = sum(b[M] for s, b in enumerate(bases) if b is not None and s != seat)
        shares = [share + 0.8 * count for share, count in zip(shares, counts, strict=True)]
        if danger >= base[T]:
            shares[DEFEND] *= 2.6
            shares[TNT] *= 0.6
        elif crowd >= base[T]:
            shares[DEFEND] *= 1.5
        elif danger * 2 < base[T]:
            shares[DEFEND] *= 0.6
        rivals = [b for s, b in enumerate(bases) if b is not None and s != seat]
        if any(b[G] + b[MI] >= GOAL for b in rivals):
            shares[TNT] *= 2.5
        if any(b[T] <= base[M] for b in rivals):
            shares[RAID] *= 1.5
        total = sum(shares)
        return [share / total for share in shares]

    def _aim(self, bases: list[Base | None], seat: int, kind: int) -> float:
        """How likely the target of a rival's card is mine."""
        weights: dict[int, float] = {}
        for other, base in enumerate(bases):
            if base is None or other == seat:
                continue
            if kind == RAID:
                weight = 4.0 / (1 + base[T]) + 1.5 / (1 + pace_of(base))
                if base[T] <= (bases[seat] or [0, 0])[M]:
                    weight *= 2
            else:
                weight = (0.2 + base[MI] + base[SA] + base[NM] + base[NS]) / (1 + pace_of(base))
            weights[other] = weight * (1 + 0.3 * self.grudge.get((seat, other), 0.0))
        return weights[self.seat] / max(1e-9, sum(weights.values()))

    def _act(self, bases: list[Base | None], legal: Sequence[str]) -> str:
        me = bases[self.seat]
        assert me is not None
        rivals = [seat for seat, base in enumerate(bases) if base is not None and seat != self.seat]
        habits = {seat: self._habits(bases, seat) for seat in rivals}
        duel = len(rivals) == 1
        # what may come at me this round: expected hits, and the chance that it is fatal (plain and doubled)
        hits, fatal, double = 0.0, 1.0, 1.0
        for seat in rivals:
            rival = bases[seat]
            assert rival is not None
            chance = habits[seat][RAID] * self._aim(bases, seat, RAID)
            hits += chance * rival[M]
            if rival[M] >= me[T]:
                fatal *= 1 - chance
            if 2 * rival[M] >= me[T]:
                double *= 1 - chance
        crowd = sum((bases[seat] or [0, 0])[M] for seat in rivals)
        fatal, double = 1 - fatal, 1 - double
        if fatal == 0 and crowd >= me[T]:
            fatal = 0.08
        if double == 0 and 2 * crowd >= me[T]:
            double = 0.08
        tower = 8.0 / (1 + me[T])  # what one of my towers is worth
        life = 24.0
        winning = me[G] + me[MI] >= GOAL
        if winning:
            life = 45.0
        points: dict[str, float] = {}
        guarded = 0.0
        for seat in rivals:
            rival = bases[seat]
            assert rival is not None
            guarded += habits[seat][RAID] * self._aim(bases, seat, RAID) * min(rival[M], 2 * me[M]) * 1.1
        plain = -0.4 * hits * tower - fatal * life
        pierced = 0.0
        for seat in rivals:
            rival = bases[seat]
            assert rival is not None
            if rival[M] - 2 * me[M] >= me[T]:
                pierced += habits[seat][RAID] * self._aim(bases, seat, RAID)
        for action in legal:
            verb, target = action.split()
            foe = int(target)
            base = bases[foe]
            assert base is not None
            guard = habits[foe][DEFEND]
            clock = pace_of(base)
            foe_wins = base[G] + base[MI] >= GOAL
            lead = 12.0 / (1.0 + clock) + 0.25 * base[M]  # how much this rival is in my way
            if verb == "defend":
                points[action] = guarded - pierced * life
            elif verb == "raid":
                others = sum(habits[s][RAID] * 0.5 * (bases[s] or [0, 0])[M] for s in rivals if s != foe)
                expected = me[M] * (1 - guard) * (1 + habits[foe][TNT])
                gain = min(expected, base[T]) * (5.0 / (1 + base[T])) * (0.5 + 0.25 * lead)
                gain -= guard * min(me[M], 2 * base[M]) * 1.5
                if me[M] >= base[T]:
                    gain += (1 - guard) * (30.0 if duel else 9.0 + 3.0 * lead)
                    if foe_wins:
                        gain += (1 - guard) * 18
                elif 2 * me[M] >= base[T]:
                    gain += habits[foe][TNT] * (30.0 if duel else 9.0 + 3.0 * lead)
                elif me[M] + others >= base[T]:
                    gain += (1 - guard) * 2.0
                points[action] = self.boldness * gain + plain
            else:
                stock = base[MI] + base[SA] + base[NM] + base[NS]
                broken = min(me[M], stock)
                gain = broken * (2.0 + 0.6 * lead)
                need = base[G] + base[MI] - GOAL + 1
                if foe_wins and need <= min(me[M], base[MI]):
                    gain += 22
                elif clock <= 2 and broken >= 2:
                    gain += 4
                points[action] = gain - 2 * hits * tower - double * life
        if winning:  # the coin is all but in the chest: only what keeps me alive and unblasted counts
            for action in points:
                if action.startswith("tnt"):
                    points[action] -= 3
        return self._draw(points, 0.4)

    def _draw(self, points: dict[str, float], heat: float) -> str:
        """One of the better answers, the best most often. All `defend` answers count as one."""
        shields = [action for action in points if action.startswith("defend")]
        keep = {action: value for action, value in points.items() if action not in shields[1:]}
        top = max(keep.values())
        weights = {action: exp((value - top) / heat) for action, value in keep.items() if value > top - 3 * heat}
        mark = self._die() * sum(weights.values())
        for action, weight in weights.items():
            mark -= weight
            if mark <= 0:
                return action
        return max(weights, key=lambda action: weights[action])

    # details

    def _blast(self, view: Mapping[str, Any], bases: list[Base | None], legal: Sequence[str]) -> str:
        card = view["cards"][self.seat]
        base = bases[int(card.split()[1])]
        assert base is not None
        need = base[G] + base[MI] - GOAL + 1
        near = pace_of(base) <= 4
        worth = (3.0, 2.8, 2.2, 2.6) if near else (2.4, 3.1, 1.9, 2.8)

        def value(action: str) -> float:
            kinds = [int(word) for word in action.split()[1:]]
            score = sum(k * w for k, w in zip(kinds, worth, strict=True)) + 0.2 * self._die()
            return score + (50 if 0 < need <= kinds[0] else 0)

        return max(legal, key=value)

    def _shoot(self, view: Mapping[str, Any], bases: list[Base | None], legal: Sequence[str]) -> str:
        raiders = [
            seat
            for seat, card in enumerate(view["cards"])
            if card == f"raid {self.seat}" and int(view["seats"][seat]["mercs"]) > 0
        ]

        def value(action: str) -> float:
            score = 0.0
            for seat, taken in zip(raiders, (int(word) for word in action.split()[1:]), strict=True):
                army = int(view["seats"][seat]["mercs"])
                base = bases[seat]
                clock = pace_of(base) if base is not None else 9.0
                score += sum((1 + 0.3 * (army - k)) for k in range(taken)) + taken * 1.5 / (1 + clock)
            return score + 0.1 * self._die()

        return max(legal, key=value)


parlour.bot("cooper")(Cooper)
parlour.bot("lamplighter")(Lamplighter)
