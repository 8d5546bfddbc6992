"""Crusgallo: lay cavern cards, light orbs, free six creatures and trap the Black Dragon.

For one player; the order of the cards is hidden and chance draws a card now and then; 35 to 46 decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.games.crusgallo import positions
from parlour.games.crusgallo.parts import CrusgalloParts
from parlour.games.crusgallo.rules import Crusgallo
from parlour.games.crusgallo.words import CrusgalloWords
from parlour.rules.chance import Dealer, Rng
from parlour.rules.game import Game, Parts
from parlour.rules.state import State


class CrusgalloGame(Game):
    def make_parts(self, data: dict[str, Any]) -> Parts:
        return CrusgalloParts(data)

    def deal(self, players: int, options: dict[str, Any], dealer: Dealer, parts: Parts) -> dict[str, Any]:
        assert isinstance(parts, CrusgalloParts)
        return positions.deal(dealer, parts)

    def begin(self, players: int, options: dict[str, Any], setup: dict[str, Any], parts: Parts) -> Crusgallo:
        assert isinstance(parts, CrusgalloParts)
        return positions.begin(setup, parts)

    def restore(self, position: dict[str, Any], parts: Parts) -> Crusgallo:
        assert isinstance(parts, CrusgalloParts)
        return positions.restore(position, parts)

    def dream(self, view: dict[str, Any], rng: Rng, parts: Parts) -> Crusgallo:
        assert isinstance(parts, CrusgalloParts)
        return positions.dream(view, rng, parts)

    def kept(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Crusgallo)
        return {"treasures": state.treasure_count()}

    def words(self, lang: str = "en", names: Sequence[str] | None = None) -> CrusgalloWords:
        parts = self.parts()
        assert isinstance(parts, CrusgalloParts)
        return CrusgalloWords(self.folder, lang, names, parts)


GAME = CrusgalloGame(
    id="crusgallo",
    title="Crusgallo",
    players=range(1, 2),  # CR-1
    options=[],  # CR-2
    folder=str(Path(__file__).parent),
    players_rule="CR-1",
    about="Lay crystals around orbs to free six magical creatures, then trap the Black Dragon: a puzzle for one.",
    minutes=(20, 40),
)
