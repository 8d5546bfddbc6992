"""Photon Rush as a bot sees it.

What counts is how soon a base will hold 15 gold, whether it will still stand then, and whom its mercenaries can
frighten. Everything is put into pieces of gold.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.bots.engine.judge import Judge
from parlour.games.photon_rush.parts import FIELD
from parlour.games.photon_rush.rules import (
    BUILD,
    GOLD,
    MASK,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    SALOONS,
    TOWERS,
    PhotonRush,
)
from parlour.rules.chance import Rng
from parlour.rules.state import State

GONE: Final = -30.0  # a base that has been destroyed


class PhotonJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 5.0
        self.horizon = 2

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

    def lean(self, state: State, seat: int, codes: list[int], rng: Rng) -> int:
        """Spend most gold, mines first; then any card, defending more often while towers are low."""
        assert isinstance(state, PhotonRush)
        if state.phase == BUILD:
            # Of two orders the dearer one.
            one = codes[rng.below(len(codes))]
            two = codes[rng.below(len(codes))]
            return one if self.cost(state, one) >= self.cost(state, two) else two
        return codes[rng.below(len(codes))]

    def cost(self, state: PhotonRush, order: int) -> int:
        return (order & MASK) * state.parts.mine_cost + (order >> FIELD) * state.parts.saloon_cost

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
