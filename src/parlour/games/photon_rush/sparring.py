"""Photon Rush: whom a network meets while it learns. Every one has a taste of its own, drawn by chance.

Of twenty of them nine are sensible: they race for gold and look one step ahead, as greedy players do. Six count what
lies on the table after one more step, each kind of thing for as much as their taste says. The others are of the judge's
styles. Nobody is met twice, so there is no single opponent whose habits could be learnt.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.photon_rush.judge import JUDGE, SENSIBLE, UNKNOWN
from parlour.games.photon_rush.rules import (
    ACTION,
    BATTLE,
    BLAST,
    BUILD,
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    OVER,
    SALOONS,
    TOWERS,
    PhotonRush,
)
from parlour.rules.chance import Rng
from parlour.rules.judge import share_of_win
from parlour.rules.state import State

WON: Final = 100.0
SOBER: Final[i64] = 9  # of 20 partners: sensible players
OF_A_STYLE: Final[i64] = 5  # and those of any style
TRIES: Final[i64] = 3
SLIP: Final[i64] = 8  # percent of a careless player's answers that are anything at all


@final
class Partner:
    """One opponent: of a style, or with a taste."""

    def __init__(self, rng: Rng) -> None:
        self.style: i64 = -1  # none
        drawn = rng.below(20)
        if drawn < SOBER:
            self.style = SENSIBLE
        elif drawn < SOBER + OF_A_STYLE:
            self.style = rng.below(UNKNOWN + 1)
        self.slips: i64 = SLIP * rng.below(3)
        self.wary: bool = rng.below(4) == 0  # goes by the worst that it can think of
        self.rivalry: float = 0.5 * float(rng.below(4))  # what the best of the others has counts so much
        # What a mercenary, a tower, a mine, a saloon and those under construction are worth, in gold.
        self.tastes: vec[float] = vec[float]([3.0 * float(rng.below(1000)) / 1000.0 for _ in range(6)])

    def answer(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        assert isinstance(state, PhotonRush)
        if self.slips > 0 and rng.below(100) < self.slips:
            return codes[rng.below(len(codes))]
        if self.style >= 0:
            return JUDGE.answer_in_style(state, seat, codes, rng, self.style)
        if state.phase == BLAST or state.phase == BATTLE:
            return JUDGE.lean(state, seat, codes, rng)
        return self.count(state, seat, JUDGE.shortlist(state, seat, codes), rng)

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


PARTNER: Final = Partner
