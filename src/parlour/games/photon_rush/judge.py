"""Photon Rush as a bot sees it.

What counts is how soon a base will hold 15 gold, whether it will still stand then, and whom its mercenaries can
frighten. Everything is put into pieces of gold.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.games.photon_rush.codes import amount, blast_code, card_code, order_code
from parlour.games.photon_rush.rules import (
    ACTION,
    BATTLE,
    BLAST,
    BUILD,
    CARD,
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
from parlour.games.photon_rush.sober import sober_answers
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, Term, ambition, logistic
from parlour.rules.network import Learned
from parlour.rules.state import State

GONE: Final = -30.0  # a base that has been destroyed
BRINK: Final = 8.0  # a base that wins at the next collection
TO_THE_END: Final[i64] = 1000  # steps: a game lasts seven rounds or so
USUAL_TOWERS: Final[i64] = 5
FOR_TWO: Final[i64] = 2  # at a table for two nothing need be drawn that both do not come to mix

# Kinds of players that others are imagined as. `memory.py` says which of them explains what a seat has done.
SENSIBLE: Final[i64] = 0
ECONOMY: Final[i64] = 1  # mines; watches its base, and stops whoever is about to win
RAIDER: Final[i64] = 2  # saloons; raids the weakest base
BOMBER: Final[i64] = 3  # mines, a few mercenaries, and T.N.T. on whoever leads
HURRIED: Final[i64] = 4
WALL: Final[i64] = 5  # mines, and Defend in every round
UNKNOWN: Final[i64] = 6  # another of them with every choice
LEARNED: Final[i64] = 7  # plays as a network has learnt to
KEEPER: Final[i64] = 8  # mines, and T.N.T. on whoever it leaves least: two of them keep a third down without a word


@mypyc_attr(allow_interpreted_subclasses=True)
class PhotonJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 5.0
        self.horizon = 3  # a round or so, and then what was learnt; where nothing was, to the end (`steps`)
        self.learned = True
        self.mixes = True
        self.habit = 100  # a better guess at the others than what a young tree knows of them
        self.styles = 9
        self.leeway = 0.005
        self.anchor = 0.15
        # The parts of first cards that are drawn from others than was learnt.
        self.first_raids: float = 0.27
        self.first_defends: float = 0.06
        self.first_anchor: float = 1.0  # in the first round
        self.order_leeway: float = 0.17  # in the first round, where nothing was learnt
        self.card_leeway: float = 0.05  # likewise
        self.looks: i64 = 2  # in how many worlds an imagined player looks
        self.absent: i64 = -1  # a style that nobody is of who is of another with every choice: for trials without it
        self.own_learnt: bool = True  # whether the thinker's own imagined answers are those that a network has learnt

    def standing(self, state: State, seat: i64) -> float:
        assert isinstance(state, PhotonRush)
        has = state.has
        if has[OUT + seat] != 0 or has[TOWERS + seat] == 0:
            return GONE + float(has[OUT + seat])
        return (
            float(has[GOLD + seat])
            + 0.8 * self.income(state, seat)
            + self.brink(state, seat)
            + 1.2 * self.men(state, seat)
            + (1.5 * float(has[TOWERS + seat]) - self.fear(state, seat))
        )

    def terms(self, state: State, seat: i64) -> list[Term]:
        assert isinstance(state, PhotonRush)
        has = state.has
        if has[OUT + seat] != 0 or has[TOWERS + seat] == 0:
            return [Term("gone", 1.0, GONE + float(has[OUT + seat]))]
        gold = float(has[GOLD + seat])
        income = self.income(state, seat)
        brink = self.brink(state, seat)
        men = self.men(state, seat)
        towers = float(has[TOWERS + seat])
        fear = self.fear(state, seat)
        return [
            Term("gold", gold, gold),
            Term("income", income, 0.8 * income),
            Term("brink", brink / BRINK, brink),
            Term("men", men, 1.2 * men),
            Term("towers", towers, 1.5 * towers),
            Term("fear", fear, -fear),
        ]

    def income(self, state: PhotonRush, seat: i64) -> float:
        """Gold in three collections; a mine under construction misses the first of them."""
        return float(state.has[MINES + seat] * 3 + state.has[NEW_MINES + seat] * 2)

    def brink(self, state: PhotonRush, seat: i64) -> float:
        """Only a raid or T.N.T. keeps it from winning."""
        return BRINK if state.has[GOLD + seat] + state.has[MINES + seat] >= state.parts.goal else 0.0

    def men(self, state: PhotonRush, seat: i64) -> float:
        """Mercenaries, and those that saloons will send."""
        has = state.has
        return float(has[MERCS + seat]) + 1.2 * float(has[SALOONS + seat]) + 0.8 * float(has[NEW_SALOONS + seat])

    def fear(self, state: PhotonRush, seat: i64) -> float:
        """Every base fears for its towers while somebody can raid them away."""
        has = state.has
        threat: i64 = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0 and has[MERCS + other] > threat:
                threat = has[MERCS + other]
        towers = has[TOWERS + seat]
        if threat >= towers:
            return 4.0
        return 1.0 if 2 * threat >= towers else 0.0

    def freedom(self, state: State) -> float:
        """In the first round nobody knows anybody: what looks worse is often as good, and must not be foreseen."""
        assert isinstance(state, PhotonRush)
        if state.round > 1:
            return self.leeway
        if self.learnt(state) is not None:
            return self.first_anchor
        return self.order_leeway if state.phase == BUILD else self.card_leeway

    def instincts(self, state: State, seat: i64, codes: vec[i64]) -> list[float]:
        """In the first round what was learnt is much the same always, and could be foreseen: there other cards come
        too (docs/bots.md)."""
        assert isinstance(state, PhotonRush)
        found = self.as_learnt(state, seat, codes)
        if state.round > 1 or not found or state.phase == BUILD:
            return found
        found = stir(found, [code >> 2 == RAID for code in codes], self.first_raids)
        return stir(found, [code >> 2 == DEFEND for code in codes], self.first_defends)

    def as_learnt(self, state: PhotonRush, seat: i64, codes: vec[i64]) -> list[float]:
        """How likely these answers are among all that there are: a Defend that stands for all (PR-22) is as likely as
        all of them together were learnt to be."""
        known = self.learnt(state)
        if known is None:
            return []
        every = state.codes(seat)
        chances = self.chances_known(known, state, seat, every)
        if len(chances) == 0:
            return []
        watching = 0.0
        by_code: dict[int, float] = {}
        for i in range(len(every)):
            by_code[int(every[i])] = chances[i]
            if state.phase == ACTION and every[i] >> 2 == DEFEND:
                watching += chances[i]
        defends = sum([state.phase == ACTION and code >> 2 == DEFEND for code in codes])
        return [
            watching / float(defends) if state.phase == ACTION and code >> 2 == DEFEND else by_code[int(code)]
            for code in codes
        ]

    def chances_known(self, known: Learned, state: PhotonRush, seat: i64, codes: vec[i64]) -> vec[float]:
        """How likely a network gives each of these answers; the first order is not its own choice."""
        return first_order_chances(codes) if opens(state) else known.chances(state, seat, codes)

    def by_heart(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        assert isinstance(state, PhotonRush)
        if opens(state) and self.learnt(state) is not None:
            return draw_first_order(codes, rng)
        return super().by_heart(state, seat, codes, rng)

    def learnt(self, state: State) -> Learned | None:
        """What was learnt was learnt in the usual game: other components and options are other games."""
        assert isinstance(state, PhotonRush)
        if state.full_towers != USUAL_TOWERS or state.round_limit != 0 or state.parts.source is not None:
            return None
        return super().learnt(state)

    def steps(self, state: State) -> i64:
        return self.horizon if self.learnt(state) is not None else TO_THE_END

    def is_settled(self, state: State, mark: i64) -> bool:
        """Battles and blasts are questions in the middle of a reveal."""
        assert isinstance(state, PhotonRush)
        return state.phase != BATTLE and state.phase != BLAST

    # -- a player who takes a moment: what `greedy` does, in fewer worlds -----------------------------

    def sensible(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        assert isinstance(state, PhotonRush)
        if self.own_learnt:
            return self.by_network(state, seat, codes, rng)
        return self.consider(state, seat, codes, rng)

    def by_network(self, state: PhotonRush, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """An order or a card as it was learnt, drawn; where nothing was learnt, a considered one."""
        if state.phase == BUILD or state.phase == ACTION:
            code = self.by_heart(state, seat, codes, rng)
            if code >= 0:
                return code
        return self.consider(state, seat, codes, rng)

    def consider(self, state: PhotonRush, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        if state.phase == BUILD:
            return self.invest(state, seat)
        if state.phase == ACTION:
            return self.look(state, seat, codes, rng)
        if state.phase == BLAST:
            return self.blast(state, seat)
        return codes[rng.below(len(codes))]

    def invest(self, state: PhotonRush, seat: i64) -> i64:
        """Mines for all the gold, but not for what wins at the next collection."""
        has = state.has
        gold = has[GOLD + seat]
        spare = gold + has[MINES + seat] - state.parts.goal
        return order_code((gold if spare < 0 else least(spare, gold)) // state.parts.mine_cost, 0)

    def look(self, state: PhotonRush, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """The card that looks best if the others play in a hurry."""
        worth = self.shortlist(state, seat, codes)
        totals = vec[float]([0.0 for _ in range(len(worth))])
        others = state.awaited() & ~(1 << seat)
        for _ in range(self.looks):
            world = state.clone()
            for other in range(state.players):
                if others >> other & 1:
                    world.apply(other, self.card(state, other, state.codes(other), rng))
            for i in range(len(worth)):
                end = world.clone()
                end.apply(seat, worth[i])
                while not self.is_settled(end, 0):
                    actor = end.actor()
                    end.apply(actor, self.lean(end, actor, end.codes(actor), rng))
                totals[i] += self.prospect(end, seat)
        best: i64 = 0
        equal: i64 = 1
        for i in range(1, len(worth)):
            if totals[i] > totals[best]:
                best = i
                equal = 1
            elif totals[i] == totals[best]:
                equal += 1
                if rng.below(equal) == 0:  # no seat is preferred to another
                    best = i
        return worth[best]

    def prospect(self, state: PhotonRush, seat: i64) -> float:
        """One seat's part of `chances`."""
        if state.phase == OVER:
            return self.chances(state)[seat]
        mine = self.standing(state, seat)
        beaten = 0.0
        for other in range(state.players):
            if other != seat:
                lead: float = (mine - self.standing(state, other)) / self.scale
                beaten += logistic(lead)
        return ambition(beaten / float(state.players - 1), state.players)

    def shortlist(self, state: State, seat: i64, codes: vec[i64]) -> vec[i64]:
        """One Defend will do, whoever is its target (PR-22); and gold that is kept is not kept beside a saloon."""
        assert isinstance(state, PhotonRush)
        found = vec[i64](capacity=16)
        if state.phase == ACTION:
            watching = False
            for code in codes:
                if code >> 2 == DEFEND:
                    if watching:
                        continue
                    watching = True
                found = append(found, code)
            return found
        if state.phase == BUILD:
            gold = state.has[GOLD + seat]
            for code in codes:
                saloons = amount(code, 1)
                if saloons == 0 or amount(code, 0) + saloons * state.parts.saloon_cost >= gold:
                    found = append(found, code)
            return found
        return codes

    def sober(self, state: State, seat: i64, codes: vec[i64]) -> vec[i64]:
        assert isinstance(state, PhotonRush)
        return sober_answers(state, seat, codes)

    # -- players who are not like this one -----------------------------------------------------------

    def answer_in_style(self, state: State, seat: i64, codes: vec[i64], rng: Rng, style: i64) -> i64:
        assert isinstance(state, PhotonRush)
        if style == UNKNOWN:
            style = rng.below(UNKNOWN)
            while style == self.absent:
                style = rng.below(UNKNOWN)
        if style == LEARNED:
            return self.by_network(state, seat, codes, rng)
        if style == SENSIBLE:
            return self.consider(state, seat, codes, rng)
        if style == HURRIED or state.phase == BATTLE or state.phase == BLAST:
            return self.lean(state, seat, codes, rng)
        if state.phase == BUILD:
            return self.styled_order(state, seat, style)
        return self.styled_card(state, seat, rng, style)

    def styled_order(self, state: PhotonRush, seat: i64, style: i64) -> i64:
        has = state.has
        parts = state.parts
        gold = has[GOLD + seat]
        if style != RAIDER and gold + 2 * has[MINES + seat] >= parts.goal:
            return order_code(0, 0)
        saloons: i64 = 0
        if style == RAIDER:
            if has[MINES + seat] >= 2:
                saloons = gold // parts.saloon_cost
        elif style == BOMBER and has[MERCS + seat] + has[SALOONS + seat] < 2 and gold >= parts.saloon_cost:
            saloons = 1
        return order_code((gold - saloons * parts.saloon_cost) // parts.mine_cost, saloons)

    def styled_card(self, state: PhotonRush, seat: i64, rng: Rng, style: i64) -> i64:
        has = state.has
        leader: i64 = -1
        weakest: i64 = -1
        lead: i64 = -1
        for other in self.others(state, seat, rng):
            if has[OUT + other] != 0:
                continue
            wealth = has[GOLD + other] + 2 * has[MINES + other]
            if wealth > lead:
                lead = wealth
                leader = other
            if weakest < 0 or has[TOWERS + other] < has[TOWERS + weakest]:
                weakest = other
        if style == KEEPER:
            hit = (
                leader
                if has[GOLD + leader] + has[MINES + leader] >= state.parts.goal
                else self.hardest_hit(state, seat)
            )
            return card_code(TNT, hit if hit >= 0 else leader)
        dice = rng.below(10)
        if style == RAIDER:
            return card_code(RAID, weakest) if dice < 8 else card_code(DEFEND, leader)
        if style == BOMBER:
            return card_code(TNT, leader) if dice < 7 else card_code(DEFEND, leader)
        if style == ECONOMY:
            if has[GOLD + leader] + has[MINES + leader] >= state.parts.goal or dice < 2:
                return card_code(TNT, leader)
            if dice < 4:
                return card_code(RAID, weakest)
        return card_code(DEFEND, leader)

    def hardest_hit(self, state: PhotonRush, seat: i64) -> i64:
        """Of whose buildings T.N.T. of this seat would take the largest part; -1 where nobody stands out."""
        has = state.has
        found: i64 = -1
        lost: i64 = 0  # of so many
        of: i64 = 1
        for other in range(state.players):
            if other == seat or has[OUT + other] != 0:
                continue
            owned = has[MINES + other] + has[SALOONS + other] + has[NEW_MINES + other] + has[NEW_SALOONS + other]
            hit = least(has[MERCS + seat], owned)
            if owned == 0:
                continue
            if hit * of > lost * owned:
                found, lost, of = other, hit, owned
            elif hit * of == lost * owned:
                found = -1
        return found

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        assert isinstance(state, PhotonRush)
        if state.phase == BUILD:
            return self.order(state, seat, rng)
        if state.phase == ACTION:
            return self.card(state, seat, codes, rng)
        if state.phase == BLAST:
            return self.blast(state, seat)
        return codes[rng.below(len(codes))]

    def order(self, state: PhotonRush, seat: i64, rng: Rng) -> i64:
        """Hold the gold when 15 are two collections away; else spend it all, now and then on a saloon."""
        has = state.has
        gold = has[GOLD + seat]
        if gold + 2 * has[MINES + seat] >= state.parts.goal:
            return order_code(0, 0)
        saloons: i64 = 0
        most = gold // state.parts.saloon_cost
        if most > 0 and rng.below(3) == 0:
            saloons = 1 + rng.below(most)
        mines = (gold - saloons * state.parts.saloon_cost) // state.parts.mine_cost
        return order_code(mines, saloons)

    def card(self, state: PhotonRush, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """Stop a base that is about to win; destroy one that can be destroyed; else a raid, a blast or a watch."""
        has = state.has
        mercs = has[MERCS + seat]
        leader: i64 = -1
        lead: i64 = -1
        for other in self.others(state, seat, rng):
            if has[OUT + other] != 0:
                continue
            wealth = has[GOLD + other] + 2 * has[MINES + other]
            if wealth > lead:
                lead = wealth
                leader = other
            if has[TOWERS + other] <= mercs and rng.below(2) == 0:
                return card_code(RAID, other)
        dice = rng.below(10)
        if has[GOLD + leader] + has[MINES + leader] >= state.parts.goal and dice < 8:
            return card_code(TNT, leader)
        if dice < 3:
            return codes[rng.below(len(codes))]
        if dice < 5:
            return card_code(DEFEND, leader)
        if dice < 7:
            return card_code(TNT, leader)
        return card_code(RAID, leader)

    def others(self, state: PhotonRush, seat: i64, rng: Rng) -> vec[i64]:
        """The other seats in a random order, all equally likely: all bases are alike, so none may be the first choice
        for where it sits."""
        many = state.players - 1
        if many == 1:
            return vec[i64]([1 - seat])
        first = rng.below(many)
        step = 1 if rng.below(2) == 0 else many - 1  # of two or three, all orders are turns one way or the other
        return vec[i64]([(seat + 1 + (first + i * step) % many) % state.players for i in range(many)])

    def blast(self, state: PhotonRush, seat: i64) -> i64:
        """Working mines first, then saloons, then what is being built."""
        has = state.has
        target = has[CARD + seat] & 3
        left = state.blast_size(seat)
        mines = least(has[MINES + target], left)
        left -= mines
        saloons = least(has[SALOONS + target], left)
        left -= saloons
        new_mines = least(has[NEW_MINES + target], left)
        left -= new_mines
        return blast_code(mines, saloons, new_mines, least(has[NEW_SALOONS + target], left))

    def reopen(self, view: dict[str, Any], seat: int) -> dict[str, Any]:
        """Nobody else has chosen yet, as far as this seat can tell (PR-14, PR-20)."""
        if view["phase"] != "build" and view["phase"] != "action":
            return view
        building = view["phase"] == "build"
        seats = [dict(base) for base in view["seats"]]
        owing: list[int] = []
        for i in range(len(seats)):
            if seats[i]["out"] is None and (not building or seats[i]["gold"] > 0):
                owing.append(i)
                seats[i]["choice"] = None
        return {**view, "seats": seats, "to_act": owing}


def opens(state: PhotonRush) -> bool:
    """Whether this is a first order (PR-14) that is drawn, whatever else was learnt."""
    return state.round == 1 and state.phase == BUILD and state.players > FOR_TWO


def first_order_chances(codes: vec[i64]) -> vec[float]:
    """How likely each of these is as a first order; nothing where none of them is one."""
    total: i64 = 0
    for code in codes:
        total += parts_of_three(code)
    found = vec[float](capacity=len(codes))
    for code in codes:
        if total > 0:
            found = append(found, float(parts_of_three(code)) / float(total))
    return found


def draw_first_order(codes: vec[i64], rng: Rng) -> i64:
    """A first order, drawn; -1 where none of these is one."""
    total: i64 = 0
    for code in codes:
        total += parts_of_three(code)
    left: i64 = rng.below(total) if total > 0 else 0
    for code in codes:
        left -= parts_of_three(code)
        if left < 0:
            return code
    return -1


def parts_of_three(order: i64) -> i64:
    """How many of three first orders are this one: two mines, or a saloon. Networks have practised to go on from both;
    who always opens alike can be read."""
    mines = amount(order, 0)
    saloons = amount(order, 1)
    if saloons == 0:
        return 2 if mines == 2 else 0
    return 1 if mines == 0 and saloons == 1 else 0


def stir(chances: list[float], free: list[bool], part: float) -> list[float]:
    """The same chances, but for a part that all the free ones share evenly."""
    count = sum(free)
    if count == 0:
        return chances
    return [(1.0 - part) * chances[i] + (part / float(count) if free[i] else 0.0) for i in range(len(chances))]


JUDGE = PhotonJudge()
