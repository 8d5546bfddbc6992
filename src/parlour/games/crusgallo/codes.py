"""Crusgallo: what is asked (steps) and the numbers that answers have."""

from __future__ import annotations

from typing import Final

PLACE: Final = 0
LAST: Final = 1
EXCHANGE: Final = 2
BATTLE_DRAW: Final = 3
SEARCH: Final = 4
OVER: Final = 5
STEPS: Final = ["place", "last", "exchange", "battle", "search", "over"]

# A placement is `card << SPOT_BITS | spot`. All other answers have smaller numbers: the magic on a colour 0 to 5, and
STOP: Final = 6
DISCARD: Final = 7
GIVE_UP: Final = 64  # + card
LOWEST_PLACE: Final = 1 << 12
