"""Crusgallo: lay cavern cards, light orbs, free six creatures and trap the Black Dragon.

For one player; the order of the cards is hidden and chance draws a card now and then; 35 to 46 decisions.
"""

from __future__ import annotations

from typing import Any

from parlour.games.crusgallo.rules import Crusgallo
from parlour.rules.game import Game
from parlour.rules.state import State


class CrusgalloGame(Game):
    def summary_of(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Crusgallo)
        return {"treasures": state.treasure_count()}


GAME = CrusgalloGame(
    id="crusgallo",
    title="Crusgallo",
    players=range(1, 2),  # CR-1
    options=[],  # CR-2
    package=__name__,
    players_rule="CR-1",
    about="Lay crystals around orbs to free six magical creatures, then trap the Black Dragon: a puzzle for one.",
    minutes=(20, 40),
    daily=True,
)
