"""Mogul: bid, withdraw, take or sell, before the crash comes, for three to six speculators.

One seat acts at a time; tokens and the order of the deck are hidden; no chance after the set-up; 17 to 28 rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.games.mogul import positions
from parlour.games.mogul.parts import MogulParts
from parlour.games.mogul.rules import Mogul
from parlour.games.mogul.words import MogulWords
from parlour.rules.chance import Dealer, Rng
from parlour.rules.errors import InvalidOptions
from parlour.rules.game import Game, Option, Parts, given


class MogulGame(Game):
    def make_parts(self, data: dict[str, Any]) -> Parts:
        return MogulParts(data)

    def check_table(self, players: object, options: object) -> int:
        table = super().check_table(players, options)
        if table == 6 and given(options).get("quick_start", False):
            raise InvalidOptions("option quick_start: there is no quick start with 6 players (KR-3)")
        return table

    def deal(self, players: int, options: dict[str, Any], dealer: Dealer, parts: Parts) -> dict[str, Any]:
        assert isinstance(parts, MogulParts)
        return positions.deal(players, options["quick_start"], dealer, parts)

    def begin(self, players: int, options: dict[str, Any], setup: dict[str, Any], parts: Parts) -> Mogul:
        assert isinstance(parts, MogulParts)
        return positions.begin(players, options["quick_start"], options["loan_cost"], setup, parts)

    def restore(self, position: dict[str, Any], parts: Parts) -> Mogul:
        assert isinstance(parts, MogulParts)
        return positions.restore(position, parts)

    def dream(self, view: dict[str, Any], rng: Rng, parts: Parts) -> Mogul:
        assert isinstance(parts, MogulParts)
        return positions.dream(view, rng, parts)

    def words(self, lang: str = "en", names: Sequence[str] | None = None) -> MogulWords:
        parts = self.parts()
        assert isinstance(parts, MogulParts)
        return MogulWords(self.folder, lang, names, parts)


GAME = MogulGame(
    id="mogul",
    title="Mogul",
    players=range(3, 7),
    options=[
        Option("quick_start", False, "KR-3", "Begin with a second share each (3 to 5 players)", choices=(False, True)),
        Option("loan_cost", 1, "KR-4", "Points that a loan of two tokens costs", choices=(1, 2)),
    ],
    folder=str(Path(__file__).parent),
    players_rule="KR-2",
    about="Bid a token to stay in or pocket the pot: the last two divide a share and a sale, until the market crashes.",
    minutes=(20, 40),
)
