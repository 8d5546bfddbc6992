"""Mogul: bid, withdraw, take or sell, before the crash comes, for three to six speculators.

One seat acts at a time; tokens and the order of the deck are hidden; no chance after the set-up; 17 to 28 rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.rules.errors import InvalidOptions
from parlour.rules.game import Game, Option, given_options


class MogulGame(Game):
    def check_table(self, players: int | Any | None, options: Mapping[str, Any] | Any | None) -> int:
        table = super().check_table(players, options)
        if table == 6 and given_options(options).get("quick_start", False):
            raise InvalidOptions("option quick_start: there is no quick start with 6 players (KR-3)")
        return table


GAME = MogulGame(
    id="mogul",
    title="Mogul",
    players=range(3, 7),
    options=[
        Option("quick_start", False, "KR-3", "Begin with a second share each (3 to 5 players)", choices=(False, True)),
        Option("loan_cost", 1, "KR-4", "Points that a loan of two tokens costs", choices=(1, 2)),
    ],
    package=__name__,
    players_rule="KR-2",
    about="Bid a token to stay in or pocket the pot: the last two divide a share and a sale, until the market crashes.",
    minutes=(20, 40),
    usual_players=4,
)
