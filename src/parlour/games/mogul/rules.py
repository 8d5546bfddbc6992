"""Mogul: the rules, after the spec's rule ids KR-1 to KR-60.

A stock market before the crash: each round one share is turned up, its colour pays premiums, and the players bid
for the right to take it or to sell. Tokens are hidden, so is the order of the deck; nothing is left to chance after
the set-up. The less obvious ideas:

- The deck never changes, only the place of its top does; `holder` is replaced when a share changes hands. So a copy
  of a game shares both with it. Like `has` they are packed vectors (`parlour._vecs`), of small numbers.
- How many shares of a colour a seat has is asked all the time, so it is counted in `has`; `give` keeps both the same.
- The questions of the game are few: `menu` says which one is asked, and tables in `parts.py` what may be answered.
- Nothing goes back into the deck, so the discard pile is what is nowhere else, and the round follows from the
  deck's size (section 9 of the spec).
- `still_in` is a bit mask of the seats in the auction; `withdrawn` holds the others in order, three bits each.

Action strings are in `notation.py`; set-ups, positions and views in `positions.py`.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.games.mogul.parts import (
    BIDDING,
    BROKE,
    COLOURS,
    DECLINE,
    LEFT_SHARE,
    LENDING,
    LOAN,
    PAY,
    SELL,
    SELLING,
    TAKE,
    WINNING,
    MogulParts,
)
from parlour.rules.chance import Rng
from parlour.rules.outcome import Outcome, rank_rows, returns_of_rows
from parlour.rules.state import NOBODY, State

LOANS: Final[i64] = 0
AUCTION: Final[i64] = 1
WINNER: Final[i64] = 2
RUNNER_UP: Final[i64] = 3
OVER: Final[i64] = 4
PHASES: Final = ["loan", "auction", "winner", "runner_up", "over"]

# What the winner did, while the runner-up thinks.
NOTHING: Final[i64] = 0
TOOK: Final[i64] = 1
SOLD: Final[i64] = 2
WINNER_ACTIONS: Final = [None, "take", "sell"]

# Where a seat's things are in `has`. There are at most a million tokens; a score of a position is at most 10^15, and a
# game of n shares adds less than n^3 to it.
SEATS: Final[i64] = 6
TOKENS: Final[i64] = 0
SCORES: Final[i64] = 6
SHARES: Final[i64] = 12  # of the first colour; those of the next colours follow, SEATS each

FREE: Final[i64] = -1  # the holder of a share that lies in front of nobody

HAND: Final[i64] = 6  # KR-18: tokens at the start
LENT: Final[i64] = 2  # KR-29: tokens of a loan
PER_POINT: Final[i64] = 5  # KR-55: tokens that make a point at the end

ENDINGS: Final = {"points": "KR-56", "shares": "KR-57", "shared": "KR-58"}  # by the reason of the outcome

ALL: Final = vec[i64]([0, 1, 3, 7, 15, 31, 63])  # mask of so many seats


def clockwise() -> vec[i64]:
    """KR-34: the next seat of a mask (upper bits) clockwise after a seat (lower three bits)."""
    found = vec[i64](capacity=512)
    for index in range(8 << SEATS):
        seat = index & 7
        after: i64 = -1
        for step in range(SEATS, 0, -1):
            if index >> (3 + (seat + step) % SEATS) & 1:
                after = (seat + step) % SEATS
        found = append(found, after)
    return found


NEXT: Final = clockwise()


def points_for(tokens: i64) -> i64:
    """KR-55: what tokens are worth at the end."""
    return tokens // PER_POINT


@final
@mypyc_attr(free_list_len=1)  # whoever plays a copy to its end and makes the next has the room of the last
class Mogul(State):
    """A game of Mogul."""

    def __init__(
        self, players: i64, quick_start: bool, loan_cost: i64, parts: MogulParts, like: Mogul | None = None
    ) -> None:
        """A table where nothing has been dealt, or a copy of the game `like`."""
        super().__init__(players)
        self.parts: MogulParts = parts
        self.quick_start: bool = quick_start  # option
        self.loan_cost: i64 = loan_cost  # option: points
        if like is not None:
            # What an auction asks for comes first: fields lie in memory in the order in which they stand here.
            self.phase: i64 = like.phase
            self.turn: i64 = like.turn  # the seat that is asked, NOBODY when over
            self.pot: i64 = like.pot
            self.still_in: i64 = like.still_in  # mask of the seats that have not withdrawn
            self.withdrawn: i64 = like.withdrawn  # the seats that have, three bits each, the last one lowest
            # What each seat has: has[TOKENS + seat], has[SCORES + seat], has[SHARES + SEATS * colour + seat].
            self.has: vec[i64] = like.has[:]
            self.revealed: i64 = like.revealed  # a card; it stays here after it was taken
            self.winner_action: i64 = like.winner_action
            self.first_player: i64 = like.first_player  # of this round; from a take on, of the next (KR-52)
            self.bank: i64 = like.bank
            self.top: i64 = like.top  # place of the next card in the deck
            self.deck: vec[i64] = like.deck  # never changed, so it is shared
            self.holder: vec[i64] = like.holder  # by share: the seat that owns it, or FREE; replaced, never changed
            return
        self.phase = OVER
        self.turn = NOBODY
        self.first_player = 0
        self.deck = vec[i64]()
        self.top = 0
        self.revealed = 0
        self.bank = parts.tokens - HAND * players
        self.pot = 0
        self.still_in = ALL[players]
        self.withdrawn = 0
        self.winner_action = NOTHING
        self.holder = vec[i64]([FREE for _ in range(parts.crash)])
        self.has = vec[i64]([0 for _ in range(SHARES + SEATS * COLOURS)])
        for seat in range(players):
            self.has[TOKENS + seat] = HAND  # KR-17, KR-18

    def clone(self) -> Mogul:
        return Mogul(self.players, self.quick_start, self.loan_cost, self.parts, self)

    def deal_again(self, rng: Rng) -> bool:
        if self.quick_start:
            return False
        positions.deal_again(self, rng)
        return True

    # -- who is asked, and what ---------------------------------------------------------------

    def actor(self) -> i64:
        return self.turn

    def awaited(self) -> i64:
        return 1 << self.turn if self.turn >= 0 else 0

    def menu(self, seat: i64) -> i64:
        """Which of the game's questions (`parts.answers`) the seat is asked."""
        phase = self.phase
        if phase == AUCTION:
            return BIDDING if self.has[TOKENS + seat] > 0 else BROKE  # KR-35, KR-36, KR-37
        if phase == LOANS:
            return LENDING
        if phase == WINNER:
            return WINNING + 2 * self.sellable(seat)
        if self.winner_action == SOLD:
            return LEFT_SHARE  # KR-50
        return SELLING + 2 * self.sellable(seat)

    def codes(self, seat: i64) -> vec[i64]:
        return self.parts.answers[self.menu(seat)]

    def actions(self, seat: i64) -> list[int]:
        return self.parts.lists[self.menu(seat)]

    def apply(self, seat: i64, code: i64) -> None:
        phase = self.phase
        if phase == AUCTION:
            if code == PAY:
                self.pay(seat)
            else:
                self.withdraw(seat)
        elif phase == LOANS:
            self.answer_loan(seat, code)
        elif phase == WINNER:
            self.win(seat, code)
        else:
            self.follow(seat, code)

    # -- reveal and premiums (KR-26, KR-27) ----------------------------------------------------

    def begin_round(self) -> None:
        self.still_in = ALL[self.players]
        self.withdrawn = 0
        self.winner_action = NOTHING
        parts = self.parts
        card = self.deck[self.top]
        self.top = self.top + 1
        self.revealed = card
        if card == parts.crash:
            self.crash()
            return
        colour = parts.centre[card]
        if self.listener is not None:
            self.tell_reveal(card, colour)
        # KR-27: the revealed card itself is nobody's yet.
        has = self.has
        shares = SHARES + SEATS * colour
        for seat in range(self.players):
            has[SCORES + seat] += has[shares + seat]
        self.turn = self.first_player
        self.phase = LOANS if self.lends() else AUCTION

    def tell_opening(self) -> None:
        """KR-26, KR-27: the first card lies there before anybody is asked, and its premiums are paid."""
        if self.revealed != self.parts.crash:
            self.tell_reveal(self.revealed, self.parts.centre[self.revealed])

    def tell_reveal(self, card: i64, colour: i64) -> None:
        parts = self.parts
        facts = {
            "round": self.round(),
            "card": parts.ids[card],
            "centre": parts.colours[colour],
            "border": parts.colours[parts.border[card]],
            "deck": len(self.deck) - self.top,
        }
        self.tell("revealed", "KR-26", facts, reveals=True)
        for seat in range(self.players):
            points = self.premium(seat)
            if points > 0:
                self.tell("premium", "KR-27", {"seat": seat, "points": points, "colour": parts.colours[colour]})

    def premium(self, seat: i64) -> i64:
        """KR-27: what the reveal of this round's card brings a seat; who takes that card later gets nothing for it."""
        owned = self.shares_owned(seat, self.parts.centre[self.revealed])
        return owned - 1 if self.holder[self.revealed] == seat else owned

    def round(self) -> i64:
        """The number of cards turned up so far."""
        dealt = 2 * self.players if self.quick_start else self.players
        return self.parts.crash + 1 - dealt - (len(self.deck) - self.top)

    def shares_owned(self, seat: i64, colour: i64) -> i64:
        """How many shares of a colour lie in front of a seat."""
        return self.has[SHARES + SEATS * colour + seat]

    def give(self, share: i64, seat: i64) -> None:
        """Lay a share that is free in front of a seat; nobody else has this `holder` yet."""
        self.holder[share] = seat
        self.has[SHARES + SEATS * self.parts.centre[share] + seat] += 1

    # -- loans (KR-28 to KR-33) ----------------------------------------------------------------

    def lends(self) -> bool:
        """KR-31: with less than a loan in the bank nobody is asked. No token ever comes back to it."""
        return self.bank >= LENT

    def answer_loan(self, seat: i64, code: i64) -> None:
        if code == LOAN:
            has = self.has
            self.bank = self.bank - LENT
            has[TOKENS + seat] += LENT
            has[SCORES + seat] -= self.loan_cost  # KR-29, KR-33: below 0 too
            if self.listener is not None:
                facts = {"seat": seat, "tokens": LENT, "points": self.loan_cost, "bank": self.bank}
                self.tell("loan", "KR-29", facts, {"hand": has[TOKENS + seat]}, (int(seat),))
                if not self.lends():
                    self.tell("bank-closed", "KR-31", {"bank": self.bank})
        elif self.listener is not None:
            self.tell("no-loan", "KR-28", {"seat": seat})
        after = seat + 1
        if after == self.players:
            after = 0
        if after == self.first_player or not self.lends():  # KR-28
            self.phase = AUCTION
            self.turn = self.first_player  # KR-34
        else:
            self.turn = after

    # -- auction (KR-34 to KR-40) --------------------------------------------------------------

    def pay(self, seat: i64) -> None:
        """KR-35: one token into the pot."""
        has = self.has
        has[TOKENS + seat] -= 1
        self.pot = self.pot + 1
        self.turn = NEXT[self.still_in << 3 | seat]
        if self.listener is not None:
            self.tell("paid", "KR-35", {"seat": seat, "pot": self.pot}, {"hand": has[TOKENS + seat]}, (int(seat),))

    def withdraw(self, seat: i64) -> None:
        """KR-36: the whole pot, and out. It looks the same with tokens in hand or without (KR-37)."""
        has = self.has
        pot = self.pot
        has[TOKENS + seat] += pot
        self.pot = 0
        still_in = self.still_in ^ 1 << seat
        self.still_in = still_in
        self.withdrawn = self.withdrawn << 3 | seat
        after = NEXT[still_in << 3 | seat]
        self.turn = after
        if self.listener is not None:
            self.tell("withdrew", "KR-36", {"seat": seat, "tokens": pot}, {"hand": has[TOKENS + seat]}, (int(seat),))
        if still_in & still_in - 1 == 0:  # KR-38: one seat is left
            self.phase = WINNER
            if self.listener is not None:
                self.tell("won-auction", "KR-38", {"seat": after, "runner_up": seat})

    def is_decided(self) -> bool:
        """Whether the auction of this round has a winner and a runner-up."""
        return self.phase == WINNER or self.phase == RUNNER_UP

    def winner(self) -> i64:
        """KR-38: the only one who has not withdrawn."""
        return NEXT[self.still_in << 3 | self.runner_up()]

    def bids(self, seat: i64) -> bool:
        """KR-36: whether a seat has not withdrawn from this auction."""
        return self.still_in >> seat & 1 == 1

    def is_down_to_two(self) -> bool:
        """KR-40: whether at most two are bidding, so that who withdraws now is the runner-up."""
        rest = self.still_in & self.still_in - 1
        return rest & rest - 1 == 0

    def runner_up(self) -> i64:
        """KR-40: who withdrew last."""
        return self.withdrawn & 7

    # -- the winner's action (KR-41 to KR-47) --------------------------------------------------

    def sellable(self, seat: i64) -> i64:
        """KR-43: how many shares of the border colour the seat owns."""
        return self.shares_owned(seat, self.parts.border[self.revealed])

    def win(self, seat: i64, code: i64) -> None:
        runner_up = self.runner_up()
        if code == TAKE:
            self.take(seat)
            if self.sellable(runner_up) == 0:  # KR-49
                self.begin_round()
                return
            self.winner_action = TOOK
        else:
            self.sell(seat, code - SELL)
            self.winner_action = SOLD
        self.phase = RUNNER_UP
        self.turn = runner_up

    def take(self, seat: i64) -> None:
        self.holder = self.holder[:]
        self.give(self.revealed, seat)  # KR-42
        self.first_player = seat  # KR-52
        if self.listener is not None:
            parts = self.parts
            card = self.revealed
            facts = {"seat": seat, "card": parts.ids[card], "centre": parts.colours[parts.centre[card]]}
            self.tell("took", "KR-42", facts)
            self.tell("first-player", "KR-52", {"seat": seat})

    def price(self, colour: i64) -> i64:
        """KR-45: the number of shares of a colour owned by all players together."""
        has = self.has
        shares = SHARES + SEATS * colour
        found: i64 = 0
        for seat in range(self.players):
            found += has[shares + seat]
        return found

    def worth(self, number: i64, colour: i64) -> i64:
        """KR-45: what so many shares of a colour bring in one sale, each the price before it."""
        return number * self.price(colour)

    def sell(self, seat: i64, number: i64) -> None:
        """KR-44: the first ids go. KR-46: they are out of the game."""
        colour = self.parts.border[self.revealed]
        price = self.price(colour)
        points = self.worth(number, colour)
        before = self.holder
        if number > 0:
            has = self.has
            holder = before[:]
            left = number
            for share in self.parts.of_colour[colour]:
                if holder[share] == seat and left > 0:
                    holder[share] = FREE
                    left -= 1
            self.holder = holder
            has[SHARES + SEATS * colour + seat] -= number
            has[SCORES + seat] += points
        if self.listener is not None:
            facts = {
                "seat": seat,
                "colour": self.parts.colours[colour],
                "cards": [self.parts.ids[share] for share in range(len(before)) if before[share] != self.holder[share]],
                "count": number,
                "price": price,
                "points": points,
            }
            self.tell("sold", "KR-45" if number > 0 else "KR-47", facts)

    # -- the runner-up's action (KR-48 to KR-53) -----------------------------------------------

    def follow(self, seat: i64, code: i64) -> None:
        if code == TAKE:
            self.take(seat)
        elif code != DECLINE:
            self.sell(seat, code - SELL)
        elif self.listener is not None:
            if self.winner_action == SOLD:
                self.tell("left-share", "KR-50", {"seat": seat})
                card = self.revealed
                facts = {"card": self.parts.ids[card], "centre": self.parts.colours[self.parts.centre[card]]}
                self.tell("discarded", "KR-51", facts)
            else:
                self.tell("kept-shares", "KR-49", {"seat": seat})
        self.begin_round()  # KR-53

    # -- the end --------------------------------------------------------------------------------

    def crash(self) -> None:
        """KR-54: no premiums, no loans, no auction."""
        self.phase = OVER
        self.turn = NOBODY
        has = self.has
        if self.listener is not None:
            self.tell("crash", "KR-54", {"round": self.round()}, reveals=True)
        for seat in range(self.players):
            points = points_for(has[TOKENS + seat])  # to a negative score as well
            has[SCORES + seat] += points
            if self.listener is not None:
                facts = {"seat": seat, "tokens": has[TOKENS + seat], "points": points, "score": has[SCORES + seat]}
                self.tell("counted", "KR-55", facts, reveals=True)
        if self.listener is not None:
            outcome = self.result()
            assert outcome is not None
            self.tell("over", ENDINGS[outcome.reason], outcome.to_dict())

    def result(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores = [int(self.has[SCORES + seat]) for seat in range(self.players)]
        ranking = rank_rows(self.merits(), 2)
        if len(ranking[0]) > 1:
            reason = "shared"  # KR-58
        elif scores.count(max(scores)) > 1:
            reason = "shares"
        else:
            reason = "points"
        return Outcome(ranking[0], ranking, tuple(scores), reason)

    def merits(self) -> vec[i64]:
        """KR-56, KR-57, KR-60: what the seats are ranked by, the score and the number of shares of each."""
        found = vec[i64]([0 for _ in range(2 * self.players)])
        for seat in range(self.players):
            found[2 * seat] = self.has[SCORES + seat]
        for holder in self.holder:
            if holder >= 0:
                found[2 * holder + 1] += 1
        return found

    def returns(self) -> list[float]:
        return returns_of_rows(self.merits(), 2) if self.phase == OVER else [0.0] * int(self.players)

    # -- the edges: notation, positions and views ----------------------------------------------

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(code)

    def legal_texts(self, seat: i64) -> list[str]:
        texts = self.parts.texts[self.menu(seat)]
        if len(texts) == 0:
            texts.extend(super().legal_texts(seat))
        return texts[:]

    def read(self, seat: i64, action: str) -> i64:
        return notation.read(self, seat, action)

    def turn_rule(self) -> str:
        return notation.TURN_RULES[self.phase]

    def game_id(self) -> str:
        return "mogul"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source

    def position(self) -> dict[str, Any]:
        return positions.position(self)

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        return positions.view(self, None if seat is None else self._check_seat(seat))


def max_length(players: int, options: dict[str, Any], parts: MogulParts) -> int:
    """A round for each card: two questions for each seat (loan, withdrawal), a payment for each token (whoever takes
    the pot has withdrawn), and what the last two do."""
    return int(parts.crash) * (2 * players + int(parts.tokens) + 2)


# The edges know the state, so they come last.
from parlour.games.mogul import notation, positions  # noqa: E402
