"""Photon Rush as a bot sees it.

What counts is how soon a base will hold 15 gold, whether it will still stand then, and whom its mercenaries can
frighten. Everything is put into pieces of gold.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.games.photon_rush.parts import FIELD
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
)
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, ambition, logistic
from parlour.rules.state import State

GONE: Final = -30.0  # a base that has been destroyed


class PhotonJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 5.0
        self.horizon = 1000  # to the end: a game lasts seven rounds or so
        self.habit = 100  # a better guess at the others than what a young tree knows of them
        self.looks: int = 2  # in how many worlds an imagined player looks

    def standing(self, state: State, seat: int) -> float:
        assert isinstance(state, PhotonRush)
        has = state.has
        if has[OUT + seat] != 0 or has[TOWERS + seat] == 0:
            return GONE + has[OUT + seat]
        goal = state.parts.goal
        gold = has[GOLD + seat]
        mines = has[MINES + seat]
        # Gold in three collections; a mine under construction misses the first of them.
        income = mines * 3 + has[NEW_MINES + seat] * 2
        rich: float = gold + 0.8 * income
        if gold + mines >= goal:
            rich += 8.0  # only a raid or T.N.T. keeps it from winning
        men: float = has[MERCS + seat] + 1.2 * has[SALOONS + seat] + 0.8 * has[NEW_SALOONS + seat]
        # Every base fears for its towers while somebody can raid them away.
        threat = 0
        for other in range(state.players):
            if other != seat and has[OUT + other] == 0 and has[MERCS + other] > threat:
                threat = has[MERCS + other]
        towers = has[TOWERS + seat]
        safety: float = 1.5 * towers
        if threat >= towers:
            safety -= 4.0
        elif 2 * threat >= towers:
            safety -= 1.0
        return rich + 1.2 * men + safety

    def settled(self, state: State, mark: int) -> bool:
        """Battles and blasts are questions in the middle of a reveal."""
        assert isinstance(state, PhotonRush)
        return state.phase != BATTLE and state.phase != BLAST

    # -- a player who takes a moment: what `greedy` does, in fewer worlds -----------------------------

    def sensible(self, state: State, seat: int, codes: list[int], rng: Rng) -> int:
        assert isinstance(state, PhotonRush)
        if state.phase == BUILD:
            return self.invest(state, seat)
        if state.phase == ACTION:
            return self.look(state, seat, codes, rng)
        if state.phase == BLAST:
            return self.blast(state, seat)
        return codes[rng.below(len(codes))]

    def invest(self, state: PhotonRush, seat: int) -> int:
        """Mines for all the gold, but not for what wins at the next collection."""
        has = state.has
        gold = has[GOLD + seat]
        spare = gold + has[MINES + seat] - state.parts.goal
        return (gold if spare < 0 else min(spare, gold)) // state.parts.mine_cost

    def look(self, state: PhotonRush, seat: int, codes: list[int], rng: Rng) -> int:
        """The card that looks best if the others play in a hurry."""
        worth = self.shortlist(state, seat, codes)
        totals = [0.0] * len(worth)
        others = [other for other in state.owing() if other != seat]
        for _ in range(self.looks):
            world = state.clone()
            for other in others:
                world.apply(other, self.card(state, other, state.actions(other), rng))
            for i in range(len(worth)):
                end = world.clone()
                end.apply(seat, worth[i])
                while not self.settled(end, 0):
                    actor = end.actor()
                    end.apply(actor, self.lean(end, actor, end.actions(actor), rng))
                totals[i] = totals[i] + self.prospect(end, seat)
        best = 0
        for i in range(1, len(worth)):
            if totals[i] > totals[best]:
                best = i
        return worth[best]

    def prospect(self, state: PhotonRush, seat: int) -> float:
        """One seat's part of `chances`."""
        if state.phase == OVER:
            return self.chances(state)[seat]
        mine = self.standing(state, seat)
        beaten = 0.0
        for other in range(state.players):
            if other != seat:
                lead: float = (mine - self.standing(state, other)) / self.scale
                beaten += logistic(lead)
        return ambition(beaten / (state.players - 1), state.players)

    def shortlist(self, state: State, seat: int, codes: list[int]) -> list[int]:
        """One Defend will do, whoever is its target (PR-22); and gold that is kept is not kept beside a saloon."""
        assert isinstance(state, PhotonRush)
        found: list[int] = []
        if state.phase == ACTION:
            watching = False
            for code in codes:
                if code >> 3 == DEFEND:
                    if watching:
                        continue
                    watching = True
                found.append(code)
            return found
        if state.phase == BUILD:
            gold = state.has[GOLD + seat]
            for code in codes:
                saloons = code >> FIELD
                if saloons == 0 or code - (saloons << FIELD) + saloons * state.parts.saloon_cost >= gold:
                    found.append(code)
            return found
        return codes

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: int, codes: list[int], rng: Rng) -> int:
        assert isinstance(state, PhotonRush)
        if state.phase == BUILD:
            return self.order(state, seat, rng)
        if state.phase == ACTION:
            return self.card(state, seat, codes, rng)
        if state.phase == BLAST:
            return self.blast(state, seat)
        return codes[rng.below(len(codes))]

    def order(self, state: PhotonRush, seat: int, rng: Rng) -> int:
        """Hold the gold when 15 are two collections away; else spend it all, now and then on a saloon."""
        has = state.has
        gold = has[GOLD + seat]
        if gold + 2 * has[MINES + seat] >= state.parts.goal:
            return 0
        saloons = 0
        most = gold // state.parts.saloon_cost
        if most > 0 and rng.below(3) == 0:
            saloons = 1 + rng.below(most)
        mines = (gold - saloons * state.parts.saloon_cost) // state.parts.mine_cost
        return saloons << FIELD | mines

    def card(self, state: PhotonRush, seat: int, codes: list[int], rng: Rng) -> int:
        """Stop a base that is about to win; destroy one that can be destroyed; else a raid, a blast or a watch."""
        has = state.has
        mercs = has[MERCS + seat]
        leader = -1
        lead = -1
        for other in range(state.players):
            if other == seat or has[OUT + other] != 0:
                continue
            wealth = has[GOLD + other] + 2 * has[MINES + other]
            if wealth > lead:
                lead = wealth
                leader = other
            if has[TOWERS + other] <= mercs and rng.below(2) == 0:
                return RAID << 3 | other
        dice = rng.below(10)
        if has[GOLD + leader] + has[MINES + leader] >= state.parts.goal and dice < 8:
            return TNT << 3 | leader
        if dice < 3:
            return codes[rng.below(len(codes))]
        if dice < 5:
            return DEFEND << 3 | leader
        if dice < 7:
            return TNT << 3 | leader
        return RAID << 3 | leader

    def blast(self, state: PhotonRush, seat: int) -> int:
        """Working mines first, then saloons, then what is being built."""
        has = state.has
        target = has[CARD + seat] & 7
        left = state.blast_size(seat)
        code = 0
        shift = 0
        for kind in (MINES, SALOONS, NEW_MINES, NEW_SALOONS):
            number = has[kind + target]
            if number > left:
                number = left
            code |= number << shift
            left -= number
            shift += FIELD
        return code

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


JUDGE = PhotonJudge()
