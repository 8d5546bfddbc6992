"""Mogul as a bot sees it: points, tokens, and what the shares in front of a player will still bring."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.mogul.parts import COLOURS, DECLINE, LOAN, PAY, SELL, TAKE, WITHDRAW
from parlour.games.mogul.rules import AUCTION, LOANS, SCORES, SOLD, TOKENS, WINNER, Mogul
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, Term
from parlour.rules.network import Learned
from parlour.rules.state import State

# Styles of players: how they bid, and when they borrow.
SENSIBLE: Final[i64] = 0
CAUTIOUS: Final[i64] = 1  # leaves early, never borrows
EAGER: Final[i64] = 2  # stays in for more than it is worth
BORROWER: Final[i64] = 3  # takes every loan, and spends it
UNKNOWN: Final[i64] = 4  # another of them with every answer
STYLES: Final[i64] = 5
EAGERNESS: Final = vec[float]([0.8, 0.35, 1.6, 1.1])  # the part of the prize that a player of a style pays

UNTURNED: Final[i64] = 2  # cards that are still in the deck when the crash comes, on average


@final
class MogulJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 6.0
        self.horizon = 0
        self.explore = 1.6
        self.glances = 24
        self.styles = STYLES
        self.casting = False

    def learnt(self, state: State) -> Learned | None:
        """What was learnt was learnt in the usual game: other components and options are other games."""
        assert isinstance(state, Mogul)
        if state.quick_start or state.loan_cost != 1 or state.parts.source is not None:
            return None
        return super().learnt(state)

    def standing(self, state: State, seat: i64) -> float:
        assert isinstance(state, Mogul)
        worth = float(state.has[SCORES + seat]) + self.token(state) * float(state.has[TOKENS + seat])
        for colour in range(COLOURS):
            worth += self.shares(state, seat, colour)
        return worth

    def terms(self, state: State, seat: i64) -> list[Term]:
        assert isinstance(state, Mogul)
        score = float(state.has[SCORES + seat])
        tokens = float(state.has[TOKENS + seat])
        found = [Term("points", score, score), Term("tokens", tokens, self.token(state) * tokens)]
        for colour in range(COLOURS):
            worth = self.shares(state, seat, colour)
            found.append(Term("shares", worth, worth, int(colour)))
        return found

    def shares(self, state: Mogul, seat: i64, colour: i64) -> float:
        """What a seat's shares of a colour will still bring."""
        own = state.shares_owned(seat, colour)
        return float(own) * self.share(state, colour, state.price(colour)) if own > 0 else 0.0

    def rounds(self, state: Mogul) -> float:
        """Rounds that are still to come, about."""
        left = len(state.deck) - state.top - 1 - UNTURNED
        return float(left) if left > 0 else 0.5

    def token(self, state: Mogul) -> float:
        """Tokens win auctions while there are any; at the end five are a point."""
        rounds = self.rounds(state)
        return 0.2 + 0.3 * (rounds if rounds < 10.0 else 10.0) / 10.0

    def share(self, state: Mogul, colour: i64, price: i64) -> float:
        """A share brings a premium for every card of its colour to come, and its price if there is a chance to sell."""
        parts = state.parts
        deck = state.deck
        centres: i64 = 0
        borders: i64 = 0
        for i in range(state.top, len(deck)):
            card = deck[i]
            if card != parts.crash:
                if parts.centre[card] == colour:
                    centres += 1
                elif parts.border[card] == colour:
                    borders += 1
        return self.share_worth(centres, borders, self.part_to_come(state), price)

    def part_to_come(self, state: Mogul) -> float:
        """The part of the cards left in the deck that will be turned up."""
        left = len(state.deck) - state.top
        return self.rounds(state) / float(left) if left > 0 else 0.0  # none: the Crash was the last card

    def share_worth(self, centres: i64, borders: i64, turned: float, price: i64) -> float:
        """The same by the cards to come: so many of its colour, and so many that let it be sold."""
        missed = 1.0
        for _ in range(borders):
            missed *= 1.0 - 0.45 * turned
        return float(centres) * turned + (1.0 - missed) * float(price)

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        assert isinstance(state, Mogul)
        if state.phase == AUCTION:
            return self.bid(state, seat, rng)
        if state.phase == LOANS:
            return LOAN if state.has[TOKENS + seat] < 3 and rng.below(3) == 0 else DECLINE
        sale = state.sellable(seat)
        if state.phase == WINNER:
            return TAKE if self.take_gain(state, seat) >= self.sale_gain(state, seat) else SELL + sale
        if state.winner_action == SOLD:
            return TAKE
        return SELL + sale if self.sale_gain(state, seat) > 0.0 else DECLINE

    def answer_in_style(self, state: State, seat: i64, codes: vec[i64], rng: Rng, style: i64) -> i64:
        """Styles differ in how much they bid and whether they borrow; what they do with a share is the same."""
        assert isinstance(state, Mogul)
        if len(codes) == 1:
            return codes[0]
        if style == UNKNOWN:
            style = rng.below(UNKNOWN)
        if style != SENSIBLE:
            if state.phase == AUCTION:
                return self.bid_up_to(state, seat, EAGERNESS[style])
            if state.phase == LOANS:
                few = state.has[TOKENS + seat] < 3
                return LOAN if style == BORROWER or (style == EAGER and few) else DECLINE
        return self.lean(state, seat, codes, rng)

    def bid(self, state: Mogul, seat: i64, rng: Rng) -> i64:
        return self.bid_up_to(state, seat, 0.1 * (4 + int(rng.below(9))))

    def bid_up_to(self, state: Mogul, seat: i64, eager: float) -> i64:
        """Stay in while the better action, less what a runner-up gets, is worth the pot that is given up."""
        prize = self.prize(state, self.take_gain(state, seat), self.sale_gain(state, seat))
        return PAY if prize * eager > self.token(state) * float(state.pot + 1) else WITHDRAW

    def prize(self, state: Mogul, take: float, sale: float) -> float:
        """What staying in is for: the better action; but the last to withdraw may still do the other thing (KR-48)."""
        better = take if take > sale else sale
        other = sale if take > sale else take
        return better - other if other > 0.0 and state.is_down_to_two() else better

    def take_gain(self, state: Mogul, seat: i64) -> float:
        colour = state.parts.centre[state.revealed]
        price = state.price(colour)
        own = state.shares_owned(seat, colour)
        after = self.share(state, colour, price + 1)
        return float(own + 1) * after - float(own) * self.share(state, colour, price)

    def sale_gain(self, state: Mogul, seat: i64) -> float:
        own = state.sellable(seat)
        if own == 0:
            return 0.0
        colour = state.parts.border[state.revealed]
        price = state.price(colour)
        return float(own) * (float(price) - self.share(state, colour, price))

    # -- what a step shows, and when a round is over -----------------------------------------------

    def mark(self, state: State) -> i64:
        assert isinstance(state, Mogul)
        return state.top

    def is_settled(self, state: State, mark: i64) -> bool:
        """The hammer has fallen and the next share is turned up."""
        assert isinstance(state, Mogul)
        return state.top > mark

    def sight(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Mogul)
        return state.revealed


JUDGE = MogulJudge()
