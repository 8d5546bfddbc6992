"""Mogul: whom a network meets while it learns. Every one has a taste of its own, drawn by chance: how much it pays for
what it wants, how it values each colour, when it borrows, and how often it errs."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.mogul.judge import JUDGE
from parlour.games.mogul.parts import COLOURS, DECLINE, LOAN, PAY, SELL, TAKE, WITHDRAW
from parlour.games.mogul.rules import AUCTION, LOANS, SOLD, TOKENS, WINNER, Mogul
from parlour.rules.chance import Rng
from parlour.rules.state import State

LONGEST: Final = 2000  # answers of a game
DECK: Final[i64] = 28  # cards that are left in the first round, among three
SLIP: Final[i64] = 5  # percent of a careless player's answers that are anything at all


@final
class Bidder:
    """One bidder."""

    def __init__(self, rng: Rng) -> None:
        self.slips: i64 = SLIP * rng.below(3)
        self.eager: float = 0.4 + 0.1 * float(rng.below(14))  # the part of the prize that it pays
        self.waver: i64 = rng.below(5)  # tenths, by which that may differ from bid to bid
        self.poor: i64 = rng.below(7)  # it borrows with fewer tokens than that
        self.early: i64 = 10 * rng.below(3)  # and in any case in so many first rounds
        self.tastes: vec[float] = vec[float]([0.6 + 0.1 * float(rng.below(9)) for _ in range(COLOURS)])
        self.hasty: float = 0.7 + 0.1 * float(rng.below(7))  # how readily it sells

    def answer(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Mogul)
        codes = state.codes(seat)
        if self.slips > 0 and rng.below(100) < self.slips:
            return codes[rng.below(len(codes))]
        if state.phase == LOANS:
            few = state.has[TOKENS + seat] < self.poor
            return LOAN if few or len(state.deck) - state.top > DECK - self.early else DECLINE
        colour = state.parts.centre[state.revealed]
        take: float = JUDGE.take_gain(state, seat) * self.tastes[colour]
        sale: float = JUDGE.sale_gain(state, seat) * self.hasty
        if state.phase == AUCTION:
            prize: float = JUDGE.prize(state, take, sale)
            eager: float = self.eager + 0.1 * float(rng.below(2 * self.waver + 1) - self.waver)
            return PAY if prize * eager > JUDGE.token(state) * float(state.pot + 1) and len(codes) > 1 else WITHDRAW
        number = state.sellable(seat)
        if state.phase == WINNER:
            return TAKE if take >= sale else SELL + number
        if state.winner_action == SOLD:
            return TAKE if take > 0.0 else DECLINE
        return SELL + number if sale > 0.0 else DECLINE


PARTNER: Final = Bidder
