"""Photon Rush: whom a network meets while it learns. Every one has a taste of its own, drawn by chance.

- *Sensible* ones race for gold and look one step ahead, as greedy players do; some are of another style of the judge.
- *Counters* count what lies on the table after one more step, each kind of thing for as much as their taste says.
- *Bargainers* think one round through for everybody at the same time, all cards against all cards, and value what comes
  of it by how soon a base has its gold, how safe it is and how well armed. Some go on until nobody wants to change and
  draw from that mixture; others answer what they expect of rivals who think one step less.
- *Schemers* follow a plan: what they build and when, whom they fear, whom they strike.

Nobody is met twice, so there is no single opponent whose habits could be learnt.
"""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.photon_rush.codes import card_code, order_code
from parlour.games.photon_rush.judge import JUDGE, SENSIBLE, UNKNOWN
from parlour.games.photon_rush.rules import (
    ACTION,
    BATTLE,
    BLAST,
    BUILD,
    DEFEND,
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    OVER,
    RAID,
    SALOONS,
    TNT,
    TOWERS,
    PhotonRush,
    least,
)
from parlour.rules.chance import Rng
from parlour.rules.judge import share_of_win
from parlour.rules.state import State

WON: Final = 100.0
TRIES: Final[i64] = 3
SLIP: Final[i64] = 8  # percent of a careless player's answers that are anything at all
FINE: Final[i64] = 1_000_000

# Of 20 partners so many are of each kind.
SOBER: Final[i64] = 6
OF_A_STYLE: Final[i64] = 3
COUNTING: Final[i64] = 3
BARGAINING: Final[i64] = 5  # the rest: schemers
STYLED: Final[i64] = 0
COUNTER: Final[i64] = 1
BARGAINER: Final[i64] = 2
SCHEMER: Final[i64] = 3

MOST_JOINT: Final[i64] = 130  # combinations of cards that a bargainer thinks through: those of three
BALANCED: Final[i64] = 3  # how a bargainer thinks: so many steps ahead of who plays anything, or till all are content
ROUNDS: Final[i64] = 60  # of bargaining
FORGET: Final = 0.97

GOLD_MOST: Final[i64] = 30
MINES_MOST: Final[i64] = 16
LONGEST_RACE: Final[i64] = 11


def race_table() -> vec[float]:
    """By gold and mines: collections until a base that is left in peace has 15 gold, with a part of one for how near
    the one before comes."""
    most = [[gold for _ in range(MINES_MOST + 1)] for gold in range(GOLD_MOST + 1)]
    found = [[float(LONGEST_RACE) for _ in range(MINES_MOST + 1)] for _ in range(GOLD_MOST + 1)]
    for rounds in range(1, LONGEST_RACE + 1):
        before = most
        most = []
        for gold in range(GOLD_MOST + 1):
            row: list[int] = []
            for mines in range(MINES_MOST + 1):
                best = 0
                for bought in range(min(gold, 12) + 1 if rounds > 1 else 1):
                    kept = gold - bought
                    kept = min(GOLD_MOST, kept + mines if mines > 0 or kept > 0 else 1)
                    best = max(best, before[kept][min(MINES_MOST, mines + bought)])
                row.append(best)
                if best >= 15 and found[gold][mines] == float(LONGEST_RACE):
                    gained = max(1, best - before[gold][mines])
                    found[gold][mines] = float(rounds) - min(0.9, (best - 15) / gained)
            most.append(row)
    return vec[float]([hours for row in found for hours in row])


RACE: Final = race_table()


def race_hours(gold: i64, mines: i64) -> float:
    return RACE[least(gold, GOLD_MOST) * (MINES_MOST + 1) + least(mines, MINES_MOST)]


def hours(state: PhotonRush, seat: i64) -> float:
    """How long a base still races, with what it builds."""
    has = state.has
    return race_hours(has[GOLD + seat], has[MINES + seat] + has[NEW_MINES + seat])


def race_order(gold: i64, mines: i64) -> i64:
    """How many mines to buy for the fastest race; of equals the fewest."""
    best = 99.0
    found: i64 = 0
    for bought in range(gold + 1):
        kept = gold - bought
        then = kept + mines if mines > 0 or kept > 0 else 1
        time: float = 1.0
        if then < 15:
            time += race_hours(then, mines + bought)
        if time < best - 0.02:
            best = time
            found = bought
    return found


def draw_between(rng: Rng, low: float, high: float) -> float:
    """Any number between these."""
    return low + (high - low) * (float(rng.below(1000)) / 999.0)


@final
class Partner:
    """One opponent: of a style, or with a taste."""

    def __init__(self, rng: Rng) -> None:
        self.style: i64 = SENSIBLE
        lot = rng.below(20)
        if lot < SOBER + OF_A_STYLE:
            self.kind: i64 = STYLED
            if lot >= SOBER:
                self.style = rng.below(UNKNOWN + 1)
        elif lot < SOBER + OF_A_STYLE + COUNTING:
            self.kind = COUNTER
        elif lot < SOBER + OF_A_STYLE + COUNTING + BARGAINING:
            self.kind = BARGAINER
        else:
            self.kind = SCHEMER
        self.slips: i64 = SLIP * rng.below(3)
        # A counter's: what a mercenary, a tower, a mine, a saloon and those under construction are worth, in gold.
        self.wary: bool = rng.below(4) == 0  # goes by the worst that it can think of
        self.rivalry: float = 0.5 * float(rng.below(4))  # what the best of the others has counts so much
        self.tastes: vec[float] = vec[float]([3.0 * float(rng.below(1000)) / 1000.0 for _ in range(6)])
        # A bargainer's: what a base's hope of the win is made of.
        self.hurry: float = draw_between(rng, 1.0, 3.0)
        self.start: float = draw_between(rng, 0.2, 1.0)
        self.safety: float = draw_between(rng, 0.3, 2.0)
        self.foes: float = draw_between(rng, 0.15, 0.6)
        self.arms: float = draw_between(rng, 0.2, 1.2)
        self.saloon: float = draw_between(rng, 0.5, 2.0)
        self.walls: float = draw_between(rng, 0.2, 1.2)
        self.depth: i64 = 1 + rng.below(BALANCED)
        self.heat: float = draw_between(rng, 0.02, 0.12)
        self.caution: float = draw_between(rng, 0.1, 0.5)  # how likely T.N.T. on it is thought to be when it builds
        # A schemer's: when it hires, and how much it is for each card.
        self.first_saloon: float = draw_between(rng, 0.0, 7.0)  # mines before it
        self.next_saloon: float = draw_between(rng, 0.5, 4.0)
        self.most_saloons: i64 = rng.below(5)
        self.keep_up: float = draw_between(rng, 0.0, 1.2)  # with the most saloons that a rival has
        self.calm: float = draw_between(rng, 0.0, 1.0)
        self.fear: float = draw_between(rng, 0.5, 2.5)
        self.poke: float = draw_between(rng, 0.0, 2.0)
        self.kill: float = draw_between(rng, 1.0, 6.0)
        self.charge: float = draw_between(rng, 0.0, 4.0)
        self.leader_only: bool = rng.below(2) == 0
        self.sharp: float = draw_between(rng, 1.0, 4.0)

    def answer(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, PhotonRush)
        codes = state.codes(seat)
        if self.slips > 0 and rng.below(100) < self.slips:
            return codes[rng.below(len(codes))]
        if self.kind == STYLED:
            return JUDGE.answer_in_style(state, seat, codes, rng, self.style)
        if state.phase == BLAST or state.phase == BATTLE:
            return JUDGE.lean(state, seat, codes, rng)
        if self.kind == SCHEMER:
            return self.plan_order(state, seat) if state.phase == BUILD else self.plan_card(state, seat, rng)
        if self.kind == BARGAINER:
            if state.phase == BUILD:
                return self.order(state, seat)
            found = self.bargain(state, seat, rng)
            if found >= 0:
                return found
        return self.count(state, seat, JUDGE.shortlist(state, seat, codes), rng)

    # -- counters ------------------------------------------------------------------------------------

    def count(self, state: PhotonRush, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """The answer after which most is counted, when the round is over and all others have done anything."""
        totals = vec[float](capacity=16)
        for code in codes:
            total = 0.0
            for _ in range(TRIES):
                end = state.clone()
                end.apply(seat, code)
                self.finish_round(end, rng)
                found: float = self.lead(end, seat)
                if not self.wary:
                    total += found
                elif found < total:
                    total = found
            totals = append(totals, total)
        best: i64 = 0
        for i in range(1, len(codes)):
            if totals[i] > totals[best]:
                best = i
        return codes[best]

    def finish_round(self, state: PhotonRush, rng: Rng) -> None:
        now = state.round
        while state.phase != OVER and state.round == now:
            actor = state.actor()
            if state.phase == BUILD or state.phase == ACTION:
                codes = state.codes(actor)
                state.apply(actor, codes[rng.below(len(codes))])
            else:
                state.apply(actor, JUDGE.lean(state, actor, state.codes(actor), rng))

    def lead(self, state: PhotonRush, seat: i64) -> float:
        outcome = state.result()
        if outcome is not None:
            return WON * (share_of_win(outcome, seat) - 0.5)
        most = -WON
        for other in range(state.players):
            if other != seat:
                worth: float = self.worth(state, other)
                if worth > most:
                    most = worth
        return self.worth(state, seat) - self.rivalry * most

    def worth(self, state: PhotonRush, seat: i64) -> float:
        has = state.has
        if has[OUT + seat] != 0:
            return -0.5 * WON
        tastes = self.tastes
        return (
            float(has[GOLD + seat])
            + tastes[0] * float(has[MERCS + seat])
            + tastes[1] * float(has[TOWERS + seat])
            + tastes[2] * float(has[MINES + seat])
            + tastes[3] * float(has[SALOONS + seat])
            + tastes[4] * float(has[NEW_MINES + seat])
            + tastes[5] * float(has[NEW_SALOONS + seat])
        )

    # -- bargainers ----------------------------------------------------------------------------------

    def shares(self, state: PhotonRush, into: vec[float], at: i64) -> None:
        """Everybody's hope of the win: soon rich, hard to ruin, well armed."""
        has = state.has
        players = state.players
        outcome = state.result()
        if outcome is not None:
            for seat in range(players):
                into[at + seat] = share_of_win(outcome, seat)
            return
        army: i64 = 0
        for seat in range(players):
            if has[OUT + seat] == 0:
                army += has[MERCS + seat] + has[SALOONS + seat]
        total = 0.0
        for seat in range(players):
            hope = 0.0
            if has[OUT + seat] == 0:
                towers = float(has[TOWERS + seat])
                foes = float(army - has[MERCS + seat] - has[SALOONS + seat])
                saloons = float(has[SALOONS + seat] + has[NEW_SALOONS + seat])
                hope = math.pow(self.start + hours(state, seat), -self.hurry)
                hope *= math.pow(towers / (towers + self.foes * foes), self.safety)
                hope *= math.pow(1.0 + float(has[MERCS + seat]) + self.saloon * saloons, self.arms)
                hope *= math.pow(0.5 + towers, self.walls)
            into[at + seat] = hope
            total += hope
        if total > 0.0:
            for seat in range(players):
                into[at + seat] /= total

    def order(self, state: PhotonRush, seat: i64) -> i64:
        """What looks best if nobody strikes, and for a part if all mines are blasted that can be."""
        has = state.has
        gold = has[GOLD + seat]
        mines = has[MINES + seat]
        foe: i64 = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0 and has[MERCS + other] > foe:
                foe = has[MERCS + other]
        best = -1.0
        found = order_code(0, 0)
        most = gold // state.parts.saloon_cost
        for saloons in range(most + 1):
            left = gold - saloons * state.parts.saloon_cost
            for bought in range(left + 1):
                if saloons > 0 and bought != left and bought != race_order(left, mines):
                    continue
                hope = 0.0
                for struck in range(2):
                    rest = mines - foe if struck == 1 else mines
                    if rest < 0:
                        rest = 0
                    then = left - bought + rest
                    worth: float = math.pow(
                        self.start + (0.0 if then >= 15 else race_hours(then, rest + bought)), -self.hurry
                    )
                    men = float(has[MERCS + seat]) + self.saloon * float(has[SALOONS + seat] + saloons)
                    worth *= math.pow(1.0 + men, self.arms)
                    hope += worth * (self.caution if struck == 1 else 1.0 - self.caution)
                if hope > best:
                    best = hope
                    found = order_code(bought, saloons)
        return found

    def bargain(self, state: PhotonRush, seat: i64, rng: Rng) -> i64:
        """A card, all cards of all having been thought through; -1 if there are too many."""
        players = state.players
        cards: list[vec[i64]] = []
        strides = vec[i64]([0 for _ in range(players)])
        joint: i64 = 1
        for other in range(players):
            strides[other] = joint
            if state.has[OUT + other] == 0:
                cards.append(JUDGE.shortlist(state, other, state.codes(other)))
                joint *= len(cards[other])
            else:
                cards.append(vec[i64]())
        if joint > MOST_JOINT:
            return -1
        worths = vec[float]([0.0 for _ in range(joint * players)])
        for number in range(joint):
            end = state.clone()
            end.waiting = end.inside
            for other in range(players):
                many: i64 = len(cards[other])
                if many > 0:
                    end.apply(other, cards[other][number // strides[other] % many])
            while end.phase == BATTLE or end.phase == BLAST:
                actor = end.actor()
                end.apply(actor, JUDGE.lean(end, actor, end.codes(actor), rng))
            self.shares(end, worths, number * players)
        if self.depth == BALANCED:
            mix = self.balance(cards, strides, worths, seat)
        else:
            mix = self.outthink(cards, strides, worths, seat)
        total = 0.0
        for chance in mix:
            total += chance
        left: float = total * (float(rng.below(FINE)) / float(FINE))
        own = cards[seat]
        for i in range(len(own)):
            left -= mix[i]
            if left < 0.0:
                return own[i]
        return own[len(own) - 1]

    def expect(
        self, cards: list[vec[i64]], strides: vec[i64], worths: vec[float], mixes: list[vec[float]], seat: i64
    ) -> vec[float]:
        """What each card of a seat brings it, if the others draw theirs so."""
        players: i64 = len(cards)
        own: i64 = len(cards[seat])
        found = vec[float]([0.0 for _ in range(own)])
        joint: i64 = len(worths) // players
        for number in range(joint):
            chance = 1.0
            for other in range(players):
                many: i64 = len(cards[other])
                if other != seat and many > 0:
                    chance *= mixes[other][number // strides[other] % many]
            if chance > 0.0:
                found[number // strides[seat] % own] += chance * worths[number * players + seat]
        return found

    def outthink(self, cards: list[vec[i64]], strides: vec[i64], worths: vec[float], seat: i64) -> vec[float]:
        """The best answer to others who think one step less; whoever thinks none plays anything."""
        mixes = even_mixes(cards)
        for step in range(self.depth):
            last = step == self.depth - 1
            next_mixes: list[vec[float]] = []
            for other in range(len(cards)):
                if len(cards[other]) == 0 or (last and other != seat):
                    next_mixes.append(mixes[other])
                else:
                    found = self.expect(cards, strides, worths, mixes, other)
                    next_mixes.append(soften(found, self.heat * 0.3 if last else self.heat))
            mixes = next_mixes
        return mixes[seat]

    def balance(self, cards: list[vec[i64]], strides: vec[i64], worths: vec[float], seat: i64) -> vec[float]:
        """All mix their cards by what they regret, again and again; what it has mixed on average."""
        regrets: list[vec[float]] = [vec[float]([0.0 for _ in range(len(own))]) for own in cards]
        mixes = even_mixes(cards)
        average = vec[float]([0.0 for _ in range(len(cards[seat]))])
        for turn in range(ROUNDS):
            for i in range(len(average)):
                average[i] += float(turn + 1) * mixes[seat][i]
            next_mixes: list[vec[float]] = []
            for other in range(len(cards)):
                mix = mixes[other]
                if len(mix) == 0:
                    next_mixes.append(mix)
                    continue
                found = self.expect(cards, strides, worths, mixes, other)
                mean = 0.0
                for i in range(len(mix)):
                    mean += mix[i] * found[i]
                regret = regrets[other]
                total = 0.0
                for i in range(len(mix)):
                    regret[i] = FORGET * regret[i] + found[i] - mean
                    if regret[i] > 0.0:
                        total += regret[i]
                if total > 0.0:
                    fresh = vec[float]([0.0 for _ in range(len(mix))])
                    for i in range(len(mix)):
                        if regret[i] > 0.0:
                            fresh[i] = regret[i] / total
                    next_mixes.append(fresh)
                else:
                    next_mixes.append(mix)
            mixes = next_mixes
        return average

    # -- schemers ------------------------------------------------------------------------------------

    def plan_order(self, state: PhotonRush, seat: i64) -> i64:
        has = state.has
        gold = has[GOLD + seat]
        own = has[SALOONS + seat]
        soonest = 99.0
        most: i64 = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0:
                time: float = hours(state, other)
                if time < soonest:
                    soonest = time
                if has[SALOONS + other] > most:
                    most = has[SALOONS + other]
        saloons: i64 = 0
        if own < self.most_saloons and float(has[MINES + seat]) >= self.first_saloon + self.next_saloon * float(own):
            saloons = 1
        while float(own + saloons) < self.keep_up * float(most) and saloons < 3:
            saloons += 1
        saloons = least(saloons, gold // state.parts.saloon_cost)
        if soonest < 1.9 or hours(state, seat) < 1.9:
            saloons = 0
        left = gold - saloons * state.parts.saloon_cost
        return order_code(least(race_order(left, has[MINES + seat]), left), saloons)

    def plan_card(self, state: PhotonRush, seat: i64, rng: Rng) -> i64:
        """Cards by how much it is for each of them."""
        has = state.has
        mercs = has[MERCS + seat]
        towers = float(has[TOWERS + seat])
        goal = state.parts.goal
        force: i64 = 0
        single: i64 = 0
        leader: i64 = -1
        lead = 99.0
        anyone: i64 = -1
        for other in JUDGE.others(state, seat, rng):
            if has[OUT + other] != 0:
                continue
            anyone = other
            force += has[MERCS + other]
            if has[MERCS + other] > single:
                single = has[MERCS + other]
            time: float = hours(state, other)
            if time < lead:
                lead = time
                leader = other
        wins = has[GOLD + seat] + has[MINES + seat] >= goal
        odds = vec[float]([0.0 for _ in range(12)])
        guard: float = self.calm if float(force) < towers else self.fear
        if float(single) >= towers:
            guard *= 1.5
        if wins or hours(state, seat) < lead:
            guard *= 1.5
        odds[card_code(DEFEND, anyone)] = guard
        for other in range(state.players):
            if other == seat or has[OUT + other] != 0:
                continue
            if has[GOLD + other] + has[MINES + other] >= goal and not wins:
                if has[TOWERS + other] <= mercs:
                    odds[card_code(RAID, other)] += 8.0
                odds[card_code(TNT, other)] += 15.0
            if mercs >= has[TOWERS + other] + 2 * has[MERCS + other]:
                odds[card_code(RAID, other)] += 2.0 * self.kill
            elif mercs >= has[TOWERS + other]:
                odds[card_code(RAID, other)] += self.kill
            elif other == leader or not self.leader_only:
                odds[card_code(RAID, other)] += self.poke * float(mercs) / float(has[TOWERS + other])
            bricks = has[MINES + other] + has[SALOONS + other] + has[NEW_MINES + other] + has[NEW_SALOONS + other]
            if other == leader or not self.leader_only:
                odds[card_code(TNT, other)] += self.charge * float(least(mercs, bricks)) / (0.5 + hours(state, other))
        top = 0.0
        for one in odds:
            if one > top:
                top = one
        if top <= 0.0:
            return card_code(DEFEND, anyone)
        total = 0.0
        for i in range(12):
            odds[i] = math.pow(odds[i] / top, self.sharp) if odds[i] > 0.0 else 0.0
            total += odds[i]
        left: float = total * (float(rng.below(FINE)) / float(FINE))
        for i in range(12):
            if odds[i] > 0.0:
                left -= odds[i]
                if left < 0.0:
                    return i
        return card_code(DEFEND, anyone)


def even_mixes(cards: list[vec[i64]]) -> list[vec[float]]:
    found: list[vec[float]] = []
    for own in cards:
        many: i64 = len(own)
        found.append(vec[float]([1.0 / float(many) for _ in range(many)]))
    return found


def soften(worths: vec[float], heat: float) -> vec[float]:
    """Better ones more often: a chance for each."""
    best = -1e300
    for worth in worths:
        if worth > best:
            best = worth
    found = vec[float]([0.0 for _ in range(len(worths))])
    total = 0.0
    for i in range(len(worths)):
        found[i] = math.exp((worths[i] - best) / heat)
        total += found[i]
    for i in range(len(worths)):
        found[i] /= total
    return found


PARTNER: Final = Partner
