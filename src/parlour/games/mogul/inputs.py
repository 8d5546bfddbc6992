"""Mogul: what a network reads of it, and the kinds of answers that it learns to give.

Every token that changes hands is seen by all, so who remembers knows all hands (KR-5), and a network is told them; a
world that was imagined without such a memory has likely ones. Of the deck it is told what is left and not in which
order. Colours are told by what they mean in this round: that of the share first, then that which may be sold, then the
others.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.mogul.judge import JUDGE
from parlour.games.mogul.parts import COLOURS, SELL
from parlour.games.mogul.rules import RUNNER_UP, SCORES, SEATS, SHARES, SOLD, TOKENS, Mogul
from parlour.rules.features import as_float, seat_name
from parlour.rules.game import Parts
from parlour.rules.network import Inputs
from parlour.rules.state import State

TABLE_NAMES: Final = [
    *["loans", "auction", "winner", "the share is left", "may sell beside the winner", "rounds to come", "bank", "pot"],
    *["may be the last round", "two are bidding", "a token is worth"],
]
SEAT_NAMES: Final = ["worth", "score", "tokens", "one token", "no token", "bids", "begins", "asked"]
COLOUR_NAMES: Final = ["price", "cards to come", "chances to sell to come", "a share is worth"]
ROLES: Final = ["the share", "what may be sold", "another", "a second other", "a third other"]
TABLE: Final[i64] = 11
SEAT: Final[i64] = 8
COLOUR: Final[i64] = 4  # and what each seat has of it
SURE: Final[i64] = 5  # the Crash card is among so many last ones (KR-21)

# Kinds of answers: those that are no sale by their codes, and sales of none, some or all.
SALES: Final[i64] = SELL
NONE: Final[i64] = 0
SOME: Final[i64] = 1
EVERY: Final[i64] = 2
KINDS: Final[i64] = 8


def roles_of(centre: i64, border: i64) -> vec[i64]:
    """By colour: the place at which it is told, where these two are those of the card that is turned up."""
    found = vec[i64](capacity=8)
    others: i64 = 2
    for colour in range(COLOURS):
        if colour == centre:
            found = append(found, 0)
        elif colour == border:
            found = append(found, 1)
        else:
            found = append(found, others)
            others += 1
    return found


def role_table() -> vec[vec[i64]]:
    found = vec[vec[i64]]()
    for centre in range(COLOURS):
        for border in range(COLOURS):
            found = append(found, roles_of(centre, border))
    return found


ROLE_TABLE: Final = role_table()


@final
class MogulInputs(Inputs):
    def names(self, players: int, parts: Parts) -> list[str]:
        found = list(TABLE_NAMES)
        for step in range(players):
            found += [f"{seat_name(step)}: {name}" for name in SEAT_NAMES]
        for role in ROLES:
            found += [f"{role}: {name}" for name in COLOUR_NAMES]
            found += [f"{role}: {seat_name(step)} has" for step in range(players)]
        return found

    def size(self, state: State) -> i64:
        return TABLE + state.players * SEAT + COLOURS * (COLOUR + state.players)

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, Mogul)
        if state.phase < RUNNER_UP:
            out[at + state.phase] = 1.0
        elif state.winner_action == SOLD:
            out[at + 3] = 1.0
        else:
            out[at + 4] = 1.0
        left = len(state.deck) - state.top
        out[at + 5] = as_float(left) / 16.0
        out[at + 6] = as_float(state.bank) / 16.0
        out[at + 7] = as_float(state.pot) / 6.0
        if left <= SURE:
            out[at + 8] = 1.0
        if state.is_down_to_two():
            out[at + 9] = 1.0
        out[at + 10] = JUDGE.token(state)
        colours = at + TABLE + state.players * SEAT
        self.fill_colours(state, seat, out, colours)
        self.fill_seats(state, seat, out, at + TABLE, colours)

    def fill_colours(self, state: Mogul, seat: i64, out: vec[float], at: i64) -> None:
        parts = state.parts
        deck = state.deck
        has = state.has
        players = state.players
        crash = parts.crash
        width = COLOUR + players
        roles = self.roles(state)
        for i in range(state.top, len(deck)):
            card = deck[i]
            if card != crash:
                out[at + width * roles[parts.centre[card]] + 1] += 0.25
                out[at + width * roles[parts.border[card]] + 2] += 0.25
        turned: float = JUDGE.part_to_come(state)
        for colour in range(COLOURS):
            first = at + roles[colour] * width
            price: i64 = 0
            shares = SHARES + SEATS * colour
            for step in range(players):
                who = seat + step
                if who >= players:
                    who -= players
                own = has[shares + who]
                price += own
                out[first + COLOUR + step] = as_float(own) / 3.0
            out[first] = as_float(price) / 5.0
            centres = i64(4.0 * out[first + 1])
            borders = i64(4.0 * out[first + 2])
            out[first + 3] = JUDGE.share_worth(centres, borders, turned, price) / 5.0

    def roles(self, state: Mogul) -> vec[i64]:
        """By colour: what it means in this round."""
        parts = state.parts
        centre: i64 = 0
        border: i64 = 1
        if state.revealed != parts.crash:
            centre = parts.centre[state.revealed]
            border = parts.border[state.revealed]
        return ROLE_TABLE[centre * COLOURS + border]

    def fill_seats(self, state: Mogul, seat: i64, out: vec[float], at: i64, colours: i64) -> None:
        """`colours` is where these are told."""
        has = state.has
        players = state.players
        width = COLOUR + players
        token: float = JUDGE.token(state)
        first = at
        for step in range(players):
            who = seat + step
            if who >= players:
                who -= players
            tokens = has[TOKENS + who]
            score = has[SCORES + who]
            points: float = as_float(score) if score >= 0 else -as_float(-score)
            worth: float = points + token * as_float(tokens)
            for role in range(COLOURS):
                place = colours + role * width
                worth += 15.0 * out[place + COLOUR + step] * out[place + 3]
            out[at] = worth / 12.0
            out[at + 1] = points / 12.0
            if step > 0:
                out[at] -= out[first]
                out[at + 1] -= out[first + 1]
            out[at + 2] = as_float(tokens) / 10.0
            if tokens == 1:
                out[at + 3] = 1.0
            elif tokens == 0:
                out[at + 4] = 1.0
            if state.still_in >> who & 1:
                out[at + 5] = 1.0
            if state.first_player == who:
                out[at + 6] = 1.0
            if state.turn == who:
                out[at + 7] = 1.0
            at += SEAT

    # -- kinds of answers ----------------------------------------------------------------------------

    def answers(self, players: i64) -> i64:
        return KINDS

    def kind(self, state: State, seat: i64, code: i64) -> i64:
        assert isinstance(state, Mogul)
        if code < SELL:
            return code
        number = code - SELL
        return SALES + (NONE if number == 0 else EVERY if number == state.sellable(seat) else SOME)


INPUTS: Final = MogulInputs()
