"""Under Cups: the rules, UC-1 to UC-12 as `book/rules.en.md` tells them.

A round begins with chance: one cup after the other is thrown. Then the seats bid in turn, until one of them doubts.
The less obvious ideas:

- Both dice of a cup are thrown in one step of chance, of which the sum counts: `weights` says how likely each sum is.
- Only one seat sees what was thrown: `glimpse` says what an outcome of chance looks like to each of them.
- The code of a bid is its total; no total is 0, so that is the code of a doubt.

Action strings are in `notation.py`; set-ups, positions and views in `positions.py`.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from parlour.rules.outcome import Outcome, rank
from parlour.rules.state import NATURE, NOBODY, State

from .parts import UnderCupsParts

DOUBT: Final = 0


class UnderCups(State):
    """A game of Under Cups."""

    def __init__(
        self,
        players: int,
        start: int,
        parts: UnderCupsParts,
        like: UnderCups | None = None,
    ) -> None:
        """A game before its first throw, or a copy of the game `like`."""
        super().__init__(players)
        self.parts: UnderCupsParts = parts
        self.start: int = start  # option: the coins that everybody starts with
        if like is not None:
            self.round: int = like.round
            self.turn: int = like.turn  # who is asked as soon as all cups are thrown
            self.coins: list[int] = like.coins[:]  # by seat
            self.dice: list[int] = like.dice[:]  # what each cup shows, as far as they are thrown in this round
            self.bid: int = like.bid  # the last one of this round, 0 before the first
            return
        self.round = 1
        self.turn = 0
        self.coins = [start] * players
        self.dice = []
        self.bid = 0

    def clone(self) -> UnderCups:
        return UnderCups(self.players, self.start, self.parts, self)

    # -- who is asked, and what ---------------------------------------------------------------

    def actor(self) -> i64:
        if self.is_over():
            return NOBODY
        return NATURE if len(self.dice) < self.players else self.turn

    def actions(self, seat: i64) -> list[int]:
        if seat == NATURE:
            return self.parts.sums
        # UC-7, UC-8: more than the last bid, and no more than there can be.
        bids = list(range(self.lowest_bid(), self.parts.highest(self.players) + 1))
        return [DOUBT, *bids] if self.bid else bids  # UC-9

    def apply(self, seat: i64, code: i64) -> None:
        if seat == NATURE:
            self.throw(code)
        elif code == DOUBT:
            self.lift_cups(seat)
        else:
            self.raise_bid(seat, code)

    # -- the throw ----------------------------------------------------------------------------

    def weights(self) -> list[int]:
        return self.parts.ways  # UC-5

    def glimpse(self, seat: i64, code: i64) -> i64:
        return code if seat == len(self.dice) else 0  # UC-5: whose cup it is, and nobody else

    def throw(self, dice: int) -> None:
        seat = len(self.dice)
        self.dice.append(dice)
        if self.listener is not None:
            self.tell("threw", "UC-5", {"seat": seat}, {"dice": dice}, (seat,), reveals=True)

    # -- the bids -----------------------------------------------------------------------------

    def lowest_bid(self) -> int:
        return self.bid + 1 if self.bid else self.parts.lowest(self.players)

    def raise_bid(self, seat: int, total: int) -> None:
        self.bid = total
        self.turn = (seat + 1) % self.players  # UC-6
        if self.listener is not None:
            self.tell("bid", "UC-6", {"seat": seat, "total": total})

    def bidder(self) -> int:
        """Whose bid the last one is: the seat before the one that is asked."""
        return (self.turn - 1) % self.players

    # -- the doubt ----------------------------------------------------------------------------

    def lift_cups(self, seat: int) -> None:
        bidder = self.bidder()
        total = sum(self.dice)
        loser = seat if total >= self.bid else bidder  # UC-10
        self.coins[loser] -= 1
        if self.listener is not None:
            self.tell("doubted", "UC-9", {"seat": seat, "bidder": bidder})
            open_dice = {"dice": self.dice[:], "total": total, "bid": self.bid}
            self.tell("revealed", "UC-10", open_dice, reveals=True)
            self.tell("lost-coin", "UC-10", {"seat": loser, "left": self.coins[loser]})
        self.turn = loser  # UC-11
        if self.is_over():
            if self.listener is not None:
                self.tell("over", "UC-12", {})
            return
        self.round += 1
        self.dice = []
        self.bid = 0
        if self.listener is not None:
            self.tell("round-began", "UC-4", {"round": self.round})

    # -- the end ------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """UC-12: somebody has lost the last coin."""
        return min(self.coins) == 0

    def result(self) -> Outcome | None:
        if not self.is_over():
            return None
        ranking = rank({seat: (self.coins[seat],) for seat in range(self.players)})  # UC-1
        return Outcome(ranking[0], ranking, tuple(self.coins), "coins")

    # -- the edges: notation, positions and views ---------------------------------------------

    def game_id(self) -> str:
        return "under-cups"

    def turn_rule(self) -> str:
        return "UC-6"

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(self, seat, code)

    def read(self, seat: i64, action: str) -> i64:
        return notation.read(self, seat, action)

    def position(self) -> dict[str, Any]:
        return positions.position(self)

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        return positions.view(self, seat)

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source


# The edges know the state, so they come last.
from . import notation, positions  # noqa: E402
