"""Crash & Grab as a bot sees it: stations filled, crew within reach, and what helps to get there."""

from __future__ import annotations

from typing import Any, Final

from parlour.bots.engine.judge import Judge
from parlour.games.crash_and_grab.parts import SITES
from parlour.games.crash_and_grab.rules import CrashAndGrab
from parlour.games.crash_and_grab.table import (
    ABOARD,
    AT,
    BITS,
    CARDS_OF,
    DISCS,
    FUEL,
    ON_SITE,
    OVER,
    PASS,
    PILOT,
    PILOT_ROLL,
    PLAN,
    REWARD,
    UPGRADE,
)
from parlour.rules.chance import Rng
from parlour.rules.state import State

STATIONS: Final = [0.0, 8.0, 17.0, 28.0, 45.0]  # worth of so many filled stations: the last ones are the hardest


class CrashJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 8.0
        self.horizon = 0
        self.secret = True  # CG-31: a plan stays face down till it is executed
        self.glances = 24

    def standing(self, state: State, seat: int) -> float:
        assert isinstance(state, CrashAndGrab)
        if state.players == 2:
            return self.saucer(state, 2 * seat) + self.saucer(state, 2 * seat + 1)
        return self.saucer(state, seat)

    def saucer(self, state: CrashAndGrab, saucer: int) -> float:
        has = state.has
        types = state.types_aboard(saucer)
        worth: float = STATIONS[BITS[types]]
        # Crew of its own colour cannot be stolen.
        worth += 0.8 * BITS[has[ABOARD + saucer] >> 4 * state.colors[saucer] & 15]
        fuel = has[FUEL + saucer]
        discs = has[DISCS + saucer]
        worth += (
            0.9 * (fuel if fuel < 4 else 4) + 1.0 * (discs if discs < 4 else 4) + 2.2 * many(has[CARDS_OF + saucer])
        )
        cell = has[AT + saucer]
        if cell < 0:
            return worth + 0.5
        best = 0.0
        for number in range(1, SITES + 1):
            member = has[ON_SITE + number]
            if member >= 0 and types >> (member & 3) & 1 == 0:
                near = self.near(state, cell, state.board.site[number])
                if near > best:
                    best = near
        return worth + best

    def near(self, state: CrashAndGrab, cell: int, site: int) -> float:
        """How good the way to a crewmember looks: in line is best, then close."""
        size = state.board.layout.size
        across = cell % size - site % size
        down = cell // size - site // size
        if across < 0:
            across = -across
        if down < 0:
            down = -down
        if across == 0 or down == 0:
            away = across + down
            return 3.5 if away <= 3 else (3.0 if away <= 5 else 1.5)
        return 2.0 - 0.15 * (across + down)

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: int, codes: list[int], rng: Rng) -> int:
        """Anything; but steal where one can, and buy upgrades."""
        assert isinstance(state, CrashAndGrab)
        if state.phase == REWARD:
            return self.dearest(state, seat, codes, rng)
        if state.phase == UPGRADE:
            return codes[0]
        code = codes[rng.below(len(codes))]
        if code == PASS:
            code = codes[rng.below(len(codes))]
        return code

    def dearest(self, state: CrashAndGrab, seat: int, codes: list[int], rng: Rng) -> int:
        """A theft that fills a station, if there is one."""
        best = codes[0]
        most = -1.0
        for code in codes:
            after = state.clone()
            after.apply(seat, code)
            worth = self.standing(after, seat)
            if worth > most:
                most = worth
                best = code
        return best

    # -- when a turn is over -------------------------------------------------------------------------

    def mark(self, state: State) -> int:
        """The turn; while plans are made, the first turn of the next round."""
        assert isinstance(state, CrashAndGrab)
        if state.phase == PLAN or state.phase == PILOT or state.phase == PILOT_ROLL:
            return (state.round + 1) << 4
        return (state.round << 4) + state.turns_done + 1

    def settled(self, state: State, mark: int) -> bool:
        assert isinstance(state, CrashAndGrab)
        return (state.round << 4) + state.turns_done >= mark or state.phase == OVER

    def reopen(self, view: dict[str, Any], seat: int) -> dict[str, Any]:
        """Nobody else has planned yet, as far as this seat can tell (CG-30)."""
        if view["phase"] != "plan":
            return view
        saucers = [dict(saucer) if saucer["seat"] == seat else {**saucer, "plan": None} for saucer in view["saucers"]]
        owing = sorted({saucer["seat"] for saucer in saucers if saucer["plan"] is None})
        return {**view, "saucers": saucers, "to_act": owing}


def many(mask: int) -> int:
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


JUDGE = CrashJudge()
