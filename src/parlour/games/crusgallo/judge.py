"""Crusgallo as a bot sees it: bonds released, gems on the dragon, treasures, cards to spare.

Which placements deserve a thought is told by the game's own `judgement`; a search plays a few cards on, drawn from the
known composition of the unseen ones, and compares what was reached.
"""

from __future__ import annotations

from typing import Final

from parlour.games.crusgallo.codes import LOWEST_PLACE, PLACE
from parlour.games.crusgallo.judgement import worth
from parlour.games.crusgallo.parts import COLOURS
from parlour.games.crusgallo.rules import Crusgallo
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge
from parlour.rules.state import State

BONDS: Final = 18
WIDTH: Final = 12  # placements that a search thinks about


class CrusgalloJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 8.0
        self.horizon = 3
        self.glances = 1

    def standing(self, state: State, seat: int) -> float:
        """In released bonds, counted from the middle of the game."""
        assert isinstance(state, Crusgallo)
        treasures: float = 0.6 * bits(state.treasures) + 0.15 * bits(state.half)
        if state.phase == 1:
            left = 0
            for colour in range(COLOURS):
                left += state.bonds >> 2 * colour & 3
            return treasures - left
        # In the second phase every gem on the dragon counts as much as three bonds, and so do cards to spare.
        trapped = bits(state.dragon)
        spare: float = 1.2 * bits(state.row)
        if trapped == COLOURS:
            spare *= 2.0
        return treasures + 3.0 * trapped + spare

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: int, codes: list[int], rng: Rng) -> int:
        """The placement that looks best at once."""
        assert isinstance(state, Crusgallo)
        if state.step != PLACE:
            return codes[rng.below(len(codes))]
        best = codes[0]
        most = -1000
        equal = 0
        for code in codes:
            points = worth(state, code)
            if points > most:
                most = points
                best = code
                equal = 1
            elif points == most:
                equal += 1
                if rng.below(equal) == 0:
                    best = code
        return best

    def shortlist(self, state: State, seat: int, codes: list[int]) -> list[int]:
        assert isinstance(state, Crusgallo)
        if state.step != PLACE or len(codes) <= WIDTH:
            return codes
        order: list[int] = []  # points and place in the list, as one number
        for i in range(len(codes)):
            points = worth(state, codes[i]) if codes[i] >= LOWEST_PLACE else 20
            order.append((500 - points) << 16 | i)
        order.sort()
        return [codes[rated & 0xFFFF] for rated in order[:WIDTH]]

    def promise(self, state: State, seat: int, code: int) -> float:
        """The chances that a placement opens and closes."""
        assert isinstance(state, Crusgallo)
        return 0.0005 * worth(state, code) if state.step == PLACE else 0.0

    def sight(self, state: State, seat: int) -> int:
        assert isinstance(state, Crusgallo)
        return state.card + 1


def bits(mask: int) -> int:
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


JUDGE = CrusgalloJudge()
