"""Gold n' Crash: two airship crews race for a Treasure and bomb each other's Zeppelins.

Two players, turn by turn, with hidden hands and decks, no chance after the set-up; about 28 rounds between players who
aim for Gold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.rules.chance import Rng
from parlour.rules.check import Check
from parlour.rules.errors import InvalidOptions, InvalidPosition
from parlour.rules.game import Game, Option, Parts
from parlour.rules.state import State


class GoldNCrashGame(Game):
    def complete_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: value[:] if isinstance(value, list) else value for name, value in options.items()
        }  # GC-2: as given

    def restore(self, position: dict[str, Any], parts: Parts) -> State:
        return super().restore(self.with_options(position), parts)

    def dream(self, view: dict[str, Any], rng: Rng, parts: Parts) -> State:
        return super().dream(self.with_options(view), rng, parts)

    def with_options(self, position: dict[str, Any]) -> dict[str, Any]:
        """A position, or a view, with its own copy of the options, which must be ones this game has."""
        check = Check(InvalidPosition)
        try:
            players = self.check_table(
                check.integer(position["players"], "players"), check.mapping(position["options"], "options")
            )
        except InvalidOptions as error:
            raise InvalidPosition(str(error)) from error
        return {**position, "options": self.complete_options(players, position["options"])}


GAME = GoldNCrashGame(
    id="gold-n-crash",
    title="Gold n' Crash",
    players=range(2, 3),
    options=[
        Option("first", "random", "GC-2", "Who starts", choices=["random", 0, 1]),
        Option(
            "crews",
            "random",
            "GC-2",
            "The crew of each seat",
            choices=["random", ["octopirate", "meowmurai"], ["meowmurai", "octopirate"]],
        ),
        Option("round_limit", None, "GC-2", "Rounds after which the game ends", low=1, high=10**9, nullable=True),
    ],
    package=__name__,
    players_rule="GC-2",
    about="Two airship crews side by side: fill your columns, hide your Gold, and bomb the Zeppelins across.",
    minutes=(20, 30),
)
