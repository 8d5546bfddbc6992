"""Photon Rush: whom a network meets while it learns. Every one has a taste of its own, drawn by chance.

- *Styled* ones are sensible, who race for gold and look one step ahead as greedy players do, or of another style of the
  judge.
- *Thinkers* think one round through, all cards against all cards, and value what comes of it by their taste
  (`tastes.py`). They differ in what they expect of the others: anything, or good replies to anything; what tempts at a
  glance; a good reply to that, or a reply to the reply; what all come to mix when nobody regrets anything, or when all
  answer each other with slips. Some believe more and more in what they have seen a rival play, some fear the worst.
- *Schemers* follow a plan: what they build and when, whom they fear, whom they strike, whom they pay back, and whether
  they keep down who has little.

Nobody is met twice, so there is no single opponent whose habits could be learnt.
"""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.photon_rush.codes import card_code, order_code
from parlour.games.photon_rush.judge import JUDGE, SENSIBLE, UNKNOWN, draw_first_order, opens
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
    RAID,
    SALOONS,
    SEATS,
    TNT,
    TOWERS,
    PhotonRush,
    least,
)
from parlour.games.photon_rush.tastes import (
    Taste,
    draw_between,
    draw_times,
    hours,
    race_hours,
    race_order,
    smaller,
)
from parlour.rules.chance import Rng
from parlour.rules.state import State

SLIP: Final[i64] = 5  # percent of a careless player's answers that are anything at all
FINE: Final[i64] = 1_000_000

# Of 20 partners so many are of each kind.
SOBER: Final[i64] = 2
OF_A_STYLE: Final[i64] = 1
SCHEMING: Final[i64] = 5  # the rest: thinkers
STYLED: Final[i64] = 0
SCHEMER: Final[i64] = 1
THINKER: Final[i64] = 2

# What a thinker expects of the others.
ANYTHING: Final[i64] = 0
TEMPTED: Final[i64] = 1  # what tempts at a glance
REPLYING: Final[i64] = 2  # good replies to that
BALANCED: Final[i64] = 3  # what all come to mix; it draws from that mixture itself
HALF_TEMPTED: Final[i64] = 4  # now this, now that
OUTTHINKING: Final[i64] = 5  # good replies to good replies
NAIVE: Final[i64] = 6  # good replies to anything
SLIPPING: Final[i64] = 7  # what all come to who answer each other, and slip now and then
EXPECTATIONS: Final = [ANYTHING, TEMPTED, REPLYING, HALF_TEMPTED, OUTTHINKING, NAIVE, *[BALANCED, SLIPPING] * 2]

MOST_JOINT: Final[i64] = 130  # combinations of cards that a thinker thinks through: those of three
ROUNDS: Final[i64] = 40  # of balancing
MEETINGS: Final[i64] = 8  # times that all answer each other
FORGET: Final = 0.97
SAMPLES: Final[i64] = 12  # where there are more
WORLDS: Final[i64] = 80  # rounds that are tried for one order, all orders together
TEMPTATIONS: Final = [0.5, 1.5, 0.5, 1.5, 2.0, 0.6, 0.5, 12.0]
PAYBACK: Final = 0.7  # how much of a grudge goes into T.N.T.


@final
class Partner:
    """One opponent, with a mind of its own."""

    def __init__(self, rng: Rng) -> None:
        self.style: i64 = SENSIBLE
        lot = rng.below(20)
        if lot < SOBER + OF_A_STYLE:
            self.kind: i64 = STYLED
            if lot >= SOBER:
                self.style = rng.below(UNKNOWN + 1)
        elif lot < SOBER + OF_A_STYLE + SCHEMING:
            self.kind = SCHEMER
        else:
            self.kind = THINKER
        self.slips: i64 = SLIP * rng.below(3)
        # A thinker's.
        self.taste: Taste = Taste(rng)
        self.expects: i64 = EXPECTATIONS[rng.below(10)]
        self.reply_heat: float = 0.02 * math.exp(draw_between(rng, 0.0, 2.0))  # how loosely others are thought to reply
        self.slack: float = draw_between(rng, 0.0, 0.1)  # and how often they do anything
        self.heat: float = 0.004 * math.exp(draw_between(rng, 0.0, 2.7)) if rng.below(3) == 0 else 0.0  # its own
        self.half: float = draw_between(rng, 0.0, 0.6)  # how much of a half-tempted rival is tempted
        self.learns: float = draw_between(rng, 0.5, 4.0) if rng.below(3) == 0 else 0.0  # how slowly it learns of habits
        self.gloom: float = draw_between(rng, 0.1, 0.5) if rng.below(4) == 0 else 0.0  # how much the worst counts
        self.tempts: vec[float] = vec[float]([draw_times(rng, usual, 2.0) for usual in TEMPTATIONS])
        self.tries: i64 = 4 + rng.below(28)
        self.guesses: bool = rng.below(2) == 0  # tries some cards of the others, not all by how likely they are
        # Below 5 it tries orders out (below 3 with the cards that it expects), below 8 it looks at a quiet round and at
        # one of T.N.T., then two who reckon and two with a plan.
        self.builder: i64 = rng.below(12)
        self.caution: float = draw_between(rng, 0.1, 0.5)  # how likely T.N.T. on it is thought to be when it reckons
        # What one who reckons builds for.
        self.hurry: float = draw_between(rng, 1.0, 3.0)
        self.start: float = draw_between(rng, 0.2, 1.0)
        self.arms: float = draw_between(rng, 0.2, 1.2)
        self.saloon: float = draw_between(rng, 0.5, 2.0)
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
        # How much it is for T.N.T. that leaves somebody nothing: who has little is kept down, and two go on alone.
        self.keep_down: float = draw_between(rng, 1.0, 6.0) if rng.below(2) == 0 else 0.0
        self.sharp: float = draw_between(rng, 1.0, 4.0)
        self.grudge: float = draw_between(rng, 0.5, 4.0) if rng.below(3) == 0 else 0.0
        # What it has seen of everybody: by seat, how often each card, and the last one (-1: none).
        self.shown: vec[i64] = vec[i64]([0 for _ in range(3 * SEATS)])
        self.last: vec[i64] = vec[i64]([-1 for _ in range(SEATS)])

    def watch(self, state: State, answers: dict[int, int]) -> None:
        """Be told what all have answered who were asked at the same time; before it is carried out."""
        assert isinstance(state, PhotonRush)
        if state.phase == ACTION:
            for seat in range(SEATS):
                self.last[seat] = -1
            for who, code in answers.items():
                card: i64 = code
                seat = i64(who)
                self.shown[3 * seat + (card >> 2)] += 1
                self.last[seat] = card

    def has_struck(self, other: i64, seat: i64) -> bool:
        """Whether somebody raided this seat in the last round, or set T.N.T. to it."""
        card = self.last[other]
        return card >= 0 and card >> 2 != DEFEND and card & 3 == seat

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
        if state.phase == ACTION:
            return self.think(state, seat, rng)
        if self.builder < 5:
            return self.try_orders(state, seat, rng)
        if self.builder < 8:
            return self.compare_orders(state, seat, rng)
        return self.reckon_order(state, seat) if self.builder < 10 else self.plan_order(state, seat)

    # -- thinkers: cards -----------------------------------------------------------------------------

    def think(self, state: PhotonRush, seat: i64, rng: Rng) -> i64:
        """A card, a round having been thought through."""
        cards, strides, joint = self.all_cards(state)
        if joint > MOST_JOINT:
            return self.sample(state, seat, cards, rng)
        worths = self.all_rounds(state, cards, strides, joint, rng)
        mixes = self.expected_mixes(state, seat, cards, strides, worths)
        if self.expects == BALANCED and self.heat == 0.0:
            return cards[seat][draw_from(mixes[seat], rng)]
        found = self.weigh(cards, strides, worths, mixes, seat, rng)
        return cards[seat][self.pick(found, rng)]

    def all_cards(self, state: PhotonRush) -> tuple[list[vec[i64]], vec[i64], i64]:
        """What everybody may play, how far apart the cards of each seat lie in a list of all combinations, and how many
        of these there are."""
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
        return cards, strides, joint

    def all_rounds(
        self, state: PhotonRush, cards: list[vec[i64]], strides: vec[i64], joint: i64, rng: Rng
    ) -> vec[float]:
        """What each combination is worth to everybody."""
        players = state.players
        worths = vec[float]([0.0 for _ in range(joint * players)])
        for number in range(joint):
            end = state.clone()
            end.waiting = end.inside
            for other in range(players):
                many: i64 = len(cards[other])
                if many > 0:
                    end.apply(other, cards[other][number // strides[other] % many])
            self.settle(end, rng)
            self.taste.hopes(end, worths, number * players)
        return worths

    def settle(self, state: PhotonRush, rng: Rng) -> None:
        """Battles and blasts as anybody would decide them."""
        while state.phase == BATTLE or state.phase == BLAST:
            actor = state.actor()
            state.apply(actor, JUDGE.lean(state, actor, state.codes(actor), rng))

    def pick(self, worths: vec[float], rng: Rng) -> i64:
        if self.heat > 0.0:
            return draw_from(soften(worths, self.heat), rng)
        best: i64 = 0
        equal: i64 = 1
        for i in range(1, len(worths)):
            if worths[i] > worths[best] + 1e-9:
                best = i
                equal = 1
            elif worths[i] > worths[best] - 1e-9:
                equal += 1
                if rng.below(equal) == 0:
                    best = i
        return best

    def expected_mixes(
        self, state: PhotonRush, seat: i64, cards: list[vec[i64]], strides: vec[i64], worths: vec[float]
    ) -> list[vec[float]]:
        """How likely each card of each seat is, as this one sees it."""
        players = state.players
        if self.expects == ANYTHING:
            mixes = even_mixes(cards)
        elif self.expects == BALANCED:
            mixes = self.balance(cards, strides, worths)
        elif self.expects == NAIVE:
            mixes = self.replies(cards, strides, worths, even_mixes(cards))
        elif self.expects == SLIPPING:
            mixes = self.meet(cards, strides, worths)
        else:
            mixes = [self.temptations(state, other, cards[other]) for other in range(players)]
            if self.expects != TEMPTED:
                for _ in range(2 if self.expects == OUTTHINKING else 1):
                    mixes = self.replies(cards, strides, worths, mixes)
        if self.learns > 0.0:
            for other in range(players):
                if other != seat and len(cards[other]) > 0:
                    self.believe(other, cards[other], mixes[other])
        return mixes

    def replies(
        self, cards: list[vec[i64]], strides: vec[i64], worths: vec[float], mixes: list[vec[float]]
    ) -> list[vec[float]]:
        """What everybody plays who expects these mixes."""
        found: list[vec[float]] = []
        for other in range(len(cards)):
            if len(cards[other]) == 0:
                found.append(mixes[other])
                continue
            mix = soften(expect(cards, strides, worths, mixes, other), self.reply_heat)
            many = float(len(mix))
            for i in range(len(mix)):
                mix[i] = (mix[i] + self.slack) / (1.0 + self.slack * many)
                if self.expects == HALF_TEMPTED:
                    mix[i] = self.half * mixes[other][i] + (1.0 - self.half) * mix[i]
            found.append(mix)
        return found

    def meet(self, cards: list[vec[i64]], strides: vec[i64], worths: vec[float]) -> list[vec[float]]:
        """What everybody plays when all answer each other, with slips."""
        mixes = even_mixes(cards)
        for turn in range(MEETINGS):
            fresh = self.replies(cards, strides, worths, mixes)
            pull: float = 1.0 / (1.0 + 0.5 * float(turn))
            for other in range(len(cards)):
                mix = mixes[other]
                for i in range(len(mix)):
                    mix[i] += pull * (fresh[other][i] - mix[i])
        return mixes

    def temptations(self, state: PhotonRush, seat: i64, cards: vec[i64]) -> vec[float]:
        """How tempting each card looks at a glance to the seat that holds it."""
        has = state.has
        w = self.tempts
        found = vec[float]([0.0 for _ in range(len(cards))])
        raiders: i64 = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0:
                raiders += has[MERCS + other]
        total = 0.0
        for i in range(len(cards)):
            kind = cards[i] >> 2
            target = cards[i] & 3
            worth = 0.05
            if kind == DEFEND:
                worth += w[0] + w[1] * smaller(1.5, float(raiders) / float(has[TOWERS + seat]))
            else:
                wealth = has[GOLD + target] + 2 * has[MINES + target] + has[NEW_MINES + target]
                rich: float = w[6] + float(wealth) / w[7]
                if kind == RAID:
                    hurt: float = smaller(1.0, float(has[MERCS + seat]) / float(has[TOWERS + target]))
                    worth += rich * (w[2] + w[3] * hurt + (w[4] if hurt == 1.0 else 0.0))
                else:
                    worth += rich * w[5] * float(least(has[MERCS + seat], state.buildings(target)))
            found[i] = worth
            total += worth
        for i in range(len(cards)):
            found[i] /= total
        return found

    def believe(self, seat: i64, cards: vec[i64], mix: vec[float]) -> None:
        """Bend what is expected of a seat towards what it has shown so far."""
        shown = self.shown[3 * seat] + self.shown[3 * seat + 1] + self.shown[3 * seat + 2]
        if shown == 0:
            return
        usual = vec[float]([0.0, 0.0, 0.0])
        for i in range(len(cards)):
            usual[cards[i] >> 2] += mix[i]
        total = 0.0
        for i in range(len(cards)):
            kind = cards[i] >> 2
            mix[i] *= (float(self.shown[3 * seat + kind]) + self.learns) / (float(shown) * usual[kind] + self.learns)
            total += mix[i]
        for i in range(len(cards)):
            mix[i] /= total

    def weigh(
        self,
        cards: list[vec[i64]],
        strides: vec[i64],
        worths: vec[float],
        mixes: list[vec[float]],
        seat: i64,
        rng: Rng,
    ) -> vec[float]:
        """What each card of its own is worth to it."""
        players: i64 = len(cards)
        own: i64 = len(cards[seat])
        found = vec[float]([0.0 for _ in range(own)])
        if self.guesses:
            for _ in range(self.tries):
                number: i64 = 0
                for other in range(players):
                    if other != seat and len(cards[other]) > 0:
                        number += strides[other] * draw_from(mixes[other], rng)
                for i in range(own):
                    found[i] += worths[(number + strides[seat] * i) * players + seat] / float(self.tries)
        else:
            found = expect(cards, strides, worths, mixes, seat)
        if self.gloom > 0.0:
            worst = vec[float]([9.0 for _ in range(own)])
            for number in range(len(worths) // players):
                i = number // strides[seat] % own
                if worths[number * players + seat] < worst[i]:
                    worst[i] = worths[number * players + seat]
            for i in range(own):
                found[i] = (1.0 - self.gloom) * found[i] + self.gloom * worst[i]
        return found

    def balance(self, cards: list[vec[i64]], strides: vec[i64], worths: vec[float]) -> list[vec[float]]:
        """All mix their cards by what they regret, again and again; what they have mixed on average."""
        regrets: list[vec[float]] = [vec[float]([0.0 for _ in range(len(own))]) for own in cards]
        averages: list[vec[float]] = [vec[float]([0.0 for _ in range(len(own))]) for own in cards]
        mixes = even_mixes(cards)
        for turn in range(ROUNDS):
            next_mixes: list[vec[float]] = []
            for other in range(len(cards)):
                mix = mixes[other]
                if len(mix) == 0:
                    next_mixes.append(mix)
                    continue
                average = averages[other]
                found = expect(cards, strides, worths, mixes, other)
                mean = 0.0
                for i in range(len(mix)):
                    mean += mix[i] * found[i]
                    average[i] += float(turn + 1) * mix[i]
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
        for average in averages:
            total = 0.0
            for chance in average:
                total += chance
            for i in range(len(average)):
                average[i] /= total
        return averages

    def sample(self, state: PhotonRush, seat: i64, cards: list[vec[i64]], rng: Rng) -> i64:
        """A card, where there are too many to think all of them through: others play what tempts them, or anything."""
        players = state.players
        own = cards[seat]
        mixes = [self.temptations(state, other, cards[other]) for other in range(players)]
        if self.expects == ANYTHING:
            mixes = even_mixes(cards)
        found = vec[float]([0.0 for _ in range(len(own))])
        hopes = vec[float]([0.0 for _ in range(players)])
        for _ in range(SAMPLES):
            world = state.clone()
            world.waiting = world.inside
            for other in range(players):
                if other != seat and len(cards[other]) > 0:
                    world.apply(other, cards[other][draw_from(mixes[other], rng)])
            for i in range(len(own)):
                end = world.clone()
                end.apply(seat, own[i])
                self.settle(end, rng)
                self.taste.hopes(end, hopes, 0)
                found[i] += hopes[seat]
        return own[self.pick(found, rng)]

    # -- thinkers: orders ----------------------------------------------------------------------------

    def try_orders(self, state: PhotonRush, seat: i64, rng: Rng) -> i64:
        """The order that does best when the rest of the round is guessed, a few times."""
        players = state.players
        orders = self.possible_orders(state, seat)
        cards: list[vec[i64]] = []
        mixes: list[vec[float]] = []
        if self.builder < 3:
            cards, mixes = self.foresee_cards(state, seat, rng)
        found = vec[float]([0.0 for _ in range(len(orders))])
        hopes = vec[float]([0.0 for _ in range(players)])
        times = WORLDS // len(orders)
        if times > self.tries:
            times = self.tries
        if times < 3:
            times = 3
        for _ in range(times):
            world = state.clone()
            awaited = world.awaited()
            for other in range(players):
                if other != seat and awaited >> other & 1:
                    world.apply(other, likely_order(state, other, rng))
            for i in range(len(orders)):
                end = world.clone()
                end.apply(seat, orders[i])
                for other in range(players):
                    if end.has[OUT + other] != 0:
                        continue
                    if len(mixes) > 0:
                        end.apply(other, cards[other][draw_from(mixes[other], rng)])
                    else:
                        end.apply(other, self.tempting_card(end, other, rng))
                self.settle(end, rng)
                self.taste.hopes(end, hopes, 0)
                found[i] += hopes[seat]
        return orders[self.pick(found, rng)]

    def foresee_cards(self, state: PhotonRush, seat: i64, rng: Rng) -> tuple[list[vec[i64]], list[vec[float]]]:
        """What everybody may play after likely orders, and what it expects of each; of four nothing."""
        scene = state.clone()
        for other in range(state.players):
            if scene.awaited() >> other & 1:
                scene.apply(other, likely_order(scene, other, rng))
        cards, strides, joint = self.all_cards(scene)
        mixes: list[vec[float]] = []
        if joint <= MOST_JOINT:
            worths = self.all_rounds(scene, cards, strides, joint, rng)
            mixes = self.expected_mixes(scene, seat, cards, strides, worths)
        return cards, mixes

    def tempting_card(self, state: PhotonRush, seat: i64, rng: Rng) -> i64:
        cards = JUDGE.shortlist(state, seat, state.codes(seat))
        if self.expects == ANYTHING:
            return cards[rng.below(len(cards))]
        return cards[draw_from(self.temptations(state, seat, cards), rng)]

    def possible_orders(self, state: PhotonRush, seat: i64) -> vec[i64]:
        """Few enough to try them all."""
        has = state.has
        gold = has[GOLD + seat]
        found = vec[i64](capacity=16)
        for saloons in range(least(4, gold // state.parts.saloon_cost) + 1):
            left = gold - saloons * state.parts.saloon_cost
            race = race_order(left, has[MINES + seat])
            found = append(found, order_code(left, saloons))
            if race != left:
                found = append(found, order_code(race, saloons))
            if left > 0 and race != 0:
                found = append(found, order_code(0, saloons))
            if saloons == 0 and left > 2 and race != left // 2:
                found = append(found, order_code(left // 2, 0))
        return found

    def compare_orders(self, state: PhotonRush, seat: i64, rng: Rng) -> i64:
        """The order after which it likes the table best, the others racing: if nobody strikes, and for a part if the
        strongest blasts it."""
        players = state.players
        orders = self.possible_orders(state, seat)
        scene = state.clone()
        strongest: i64 = -1
        for other in range(players):
            if other == seat or scene.has[OUT + other] != 0:
                continue
            if scene.awaited() >> other & 1:
                scene.apply(other, order_code(race_order(scene.has[GOLD + other], scene.has[MINES + other]), 0))
            if strongest < 0 or scene.has[MERCS + other] > scene.has[MERCS + strongest]:
                strongest = other
        found = vec[float]([0.0 for _ in range(len(orders))])
        hopes = vec[float]([0.0 for _ in range(players)])
        for i in range(len(orders)):
            for struck in range(2):
                end = scene.clone()
                end.apply(seat, orders[i])
                for other in range(players):
                    if end.has[OUT + other] == 0:
                        target = strongest if other == seat else seat
                        end.apply(other, card_code(TNT if struck == 1 and other == strongest else DEFEND, target))
                self.settle(end, rng)
                self.taste.hopes(end, hopes, 0)
                found[i] += hopes[seat] * (self.caution if struck == 1 else 1.0 - self.caution)
        return orders[self.pick(found, rng)]

    def reckon_order(self, state: PhotonRush, seat: i64) -> i64:
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
        for saloons in range(gold // state.parts.saloon_cost + 1):
            left = gold - saloons * state.parts.saloon_cost
            race = race_order(left, mines)
            for bought in range(left + 1):
                if saloons > 0 and bought != left and bought != race:
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
            if bricks > 0:
                part: float = float(least(mercs, bricks)) / float(bricks)
                odds[card_code(TNT, other)] += self.keep_down * part * part
        if self.grudge > 0.0:
            for other in range(state.players):
                if other != seat and has[OUT + other] == 0 and self.has_struck(other, seat):
                    odds[card_code(RAID, other)] += self.grudge * smaller(
                        1.0, float(mercs) / float(has[TOWERS + other])
                    )
                    odds[card_code(TNT, other)] += PAYBACK * self.grudge
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


def opening(state: State, seat: int, rng: Rng) -> int | None:
    """The first order that a learner is given, nine times of ten, and not always the same: it shall know how to go on
    from each, since who always opens alike can be read. None: it chooses."""
    assert isinstance(state, PhotonRush)
    if not opens(state) or rng.below(10) == 0:
        return None
    found = draw_first_order(state.codes(seat), rng)
    return int(found) if found >= 0 else None


def scatter(state: State, rng: Rng) -> None:
    """Three of ten games begin somewhere in the middle, however that may have come about."""
    assert isinstance(state, PhotonRush)
    if rng.below(10) >= 3:
        return
    has = state.has
    for seat in range(state.players):
        has[GOLD + seat] = rng.below(9)
        has[MERCS + seat] = rng.below(6) if rng.below(10) < 7 else 0
        has[TOWERS + seat] = 1 + rng.below(state.full_towers)
        has[MINES + seat] = rng.below(6) if rng.below(10) < 7 else 0
        has[SALOONS + seat] = rng.below(4) if rng.below(10) < 6 else 0
    state.round = 2 + rng.below(7)
    state.begin_round()


def likely_order(state: PhotonRush, seat: i64, rng: Rng) -> i64:
    """Mines, now and then a saloon; near the end nothing."""
    gold = state.has[GOLD + seat]
    if gold + 2 * state.has[MINES + seat] >= state.parts.goal and rng.below(10) < 8:
        return order_code(0, 0)
    saloons: i64 = 1 if gold >= state.parts.saloon_cost and rng.below(10) < 3 else 0
    mines = (gold - saloons * state.parts.saloon_cost) // state.parts.mine_cost
    return order_code(mines if rng.below(7) != 0 else mines // 2, saloons)


def expect(
    cards: list[vec[i64]], strides: vec[i64], worths: vec[float], mixes: list[vec[float]], seat: i64
) -> vec[float]:
    """What each card of a seat brings it, if the others (two at most) draw theirs so."""
    players: i64 = len(cards)
    first: i64 = -1
    second: i64 = -1
    for other in range(players):
        if other != seat and len(cards[other]) > 0:
            if first < 0:
                first = other
            else:
                second = other
    found = vec[float]([0.0 for _ in range(len(cards[seat]))])
    step = strides[seat] * players
    mix = mixes[first]
    for i in range(len(mix)):
        if second < 0:
            at = strides[first] * i * players + seat
            for k in range(len(found)):
                found[k] += mix[i] * worths[at + step * k]
            continue
        others = mixes[second]
        for j in range(len(others)):
            chance: float = mix[i] * others[j]
            if chance > 0.0:
                at = (strides[first] * i + strides[second] * j) * players + seat
                for k in range(len(found)):
                    found[k] += chance * worths[at + step * k]
    return found


def draw_from(mix: vec[float], rng: Rng) -> i64:
    """A place, as often as its number is large."""
    total = 0.0
    for chance in mix:
        total += chance
    left: float = total * (float(rng.below(FINE)) / float(FINE))
    for i in range(len(mix)):
        left -= mix[i]
        if left < 0.0:
            return i
    return len(mix) - 1


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
