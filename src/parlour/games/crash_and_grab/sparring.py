"""Crash & Grab: whom a network meets while it learns. Every one has a taste of its own, drawn by chance.

Of ten of them four look ahead to the end of a turn, or of the round that they plan for, as greedy players do, but with
other weights: what stations, crew of the own colour, energy, Boosters, upgrades and the way to the next crewmember are
worth to them, and how much the best of the others counts. The rest are of the judge's styles. Many err now and then.
Nobody is met twice, so there is no single opponent whose habits could be learnt.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.crash_and_grab.judge import (
    JUDGE,
    STATIONS,
    STYLES,
    boosters,
    energy,
    matching,
    reach,
    stations_of,
    upgrades,
)
from parlour.games.crash_and_grab.rules import PLAN, PLANNED, CrashAndGrab
from parlour.rules.chance import Rng
from parlour.rules.state import NATURE, State

LONGEST: Final = 3000  # answers of a game
WON: Final = 100.0
LOOKING_AHEAD: Final[i64] = 4  # of 10 partners
ROUNDS: Final[i64] = 8  # that are imagined for each plan, at most
SLIP: Final[i64] = 4  # percent of a careless player's answers that are anything at all


@final
class Pilot:
    """One opponent: of a style, or with a taste."""

    def __init__(self, rng: Rng) -> None:
        self.style: i64 = -1 if rng.below(10) < LOOKING_AHEAD else rng.below(STYLES)
        self.slips: i64 = SLIP * rng.below(3)
        # What stations, own colour, energy, Boosters, upgrades and the way to crew are worth, against the judge's.
        self.tastes: vec[float] = vec[float]([0.4 + 0.1 * float(rng.below(13)) for _ in range(6)])
        self.rounds: i64 = 1 + rng.below(ROUNDS)
        self.envy: float = 0.1 * float(rng.below(11))  # how much the best of the others counts

    def answer(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, CrashAndGrab)
        codes = state.codes(seat)
        if self.slips > 0 and rng.below(100) < self.slips:
            return codes[rng.below(len(codes))]
        if self.style >= 0:
            return JUDGE.answer_in_style(state, seat, codes, rng, self.style)
        planning = state.phase == PLAN
        if not planning and state.turn_seat != seat:
            return JUDGE.sensible(state, seat, codes, rng)  # what comes of it hangs on what others have planned
        world = hide_plans(state, seat)
        best = codes[0]
        most = -1e9
        for code in codes:
            worth: float = 0.01 * float(rng.below(10)) + self.foresee(world, seat, code, rng)
            if planning:
                for _ in range(1, self.rounds):
                    worth += self.foresee(world, seat, code, rng)
            if worth > most:
                most = worth
                best = code
        return best

    def foresee(self, state: CrashAndGrab, seat: i64, code: i64, rng: Rng) -> float:
        """What an answer comes to when the own turn, or the round that is planned, is over, if all are sensible."""
        mark = JUDGE.mark(state)
        world = state.clone()
        world.apply(seat, code)
        while not JUDGE.is_settled(world, mark):
            actor = world.asked
            if actor == NATURE:
                world.apply(NATURE, world.chance_code(rng))
            else:
                world.apply(actor, JUDGE.sensible(world, actor, world.codes(actor), rng))
        return self.lead(world, seat)

    def lead(self, state: CrashAndGrab, seat: i64) -> float:
        if state.winner >= 0:
            return WON if state.winner == seat else -WON
        own = 0.0
        best = 0.0
        for saucer in range(state.saucers):
            worth: float = self.worth(state, saucer)
            if state.seat_of(saucer) == seat:
                own += worth
            elif worth > best:
                best = worth
        return own - self.envy * best

    def worth(self, state: CrashAndGrab, saucer: i64) -> float:
        tastes = self.tastes
        return (
            tastes[0] * STATIONS[stations_of(state, saucer)]
            + tastes[1] * matching(state, saucer)
            + tastes[2] * 0.7 * energy(state, saucer)
            + tastes[3] * 0.9 * boosters(state, saucer)
            + tastes[4] * upgrades(state, saucer)
            + tastes[5] * reach(state, saucer)
        )


def hide_plans(state: CrashAndGrab, seat: i64) -> CrashAndGrab:
    """The same table, where others have planned whatever it may be (CG-31); no own turn hangs on that,
    nor a round that is being planned."""
    world = state.clone()
    for saucer in range(world.saucers):
        hidden = world.seat_of(saucer) != seat and world.revealed >> saucer & 1 == 0
        if hidden and world.has[PLANNED + saucer] >= 0:
            world.has[PLANNED + saucer] = 0
    return world


PARTNER: Final = Pilot
