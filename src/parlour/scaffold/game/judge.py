"""Under Cups as a bot sees it.

Coins are what counts. Between a bid and the doubt that may follow, a bid that is too high is half a coin lost, and one
that is true puts the next player on the spot. Bots ask this about worlds they have imagined: they know no dice but
their own.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.rules.judge import Judge
from parlour.rules.state import State

from .rules import UnderCups

TOO_HIGH: Final = -0.5
TRUE: Final = 0.2
NEAR: Final = 0.01  # for each point by which the next bid comes closer to the truth


class UnderCupsJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.horizon = 12  # a round or so beyond the tree

    def standing(self, state: State, seat: i64) -> float:
        assert isinstance(state, UnderCups)
        coins: float = float(state.coins[seat])
        if state.bid == 0 or state.is_over() or seat != state.bidder():
            return coins
        spare = sum(state.dice) - state.bid
        return coins + (TOO_HIGH if spare < 0 else TRUE - NEAR * spare)


JUDGE = UnderCupsJudge()
