"""Parlour: a box of tabletop games behind one exact and fast engine.

>>> import parlour
>>> game = parlour.game("photon-rush")
>>> state = game.new(players=2, seed=7)
>>> state.to_act
(0, 1)
>>> state.legal(0)
['build 0 0', 'build 0 1', 'build 1 0', 'build 2 0']
>>> state.play(0, "build 2 0")
>>> state.to_act
(1,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour._engine import ENGINE  # first: it decides how the modules below are loaded
from parlour.rules.batch import batch
from parlour.rules.chance import Rng
from parlour.rules.errors import (
    IllegalAction,
    InvalidComponents,
    InvalidOptions,
    InvalidPosition,
    InvalidRecord,
    InvalidSetup,
    RulesError,
    UnfinishedGame,
    UnknownGame,
)
from parlour.rules.events import Event
from parlour.rules.game import Game, Option
from parlour.rules.game import find as game
from parlour.rules.move import Move
from parlour.rules.outcome import Outcome
from parlour.rules.perft import perft
from parlour.rules.playout import playout
from parlour.rules.record import Record
from parlour.rules.state import CHANCE, State

__version__ = "0.1.0"

from parlour.bots import Bot, bot, make_bot

if TYPE_CHECKING:

    def games() -> tuple[str, ...]:
        """The ids of all games in the box."""
else:
    from parlour import games  # the package of that name can be called


__all__ = [
    "CHANCE",
    "ENGINE",
    "Bot",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidComponents",
    "InvalidOptions",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSetup",
    "Move",
    "Option",
    "Outcome",
    "Record",
    "Rng",
    "RulesError",
    "State",
    "UnfinishedGame",
    "UnknownGame",
    "batch",
    "bot",
    "game",
    "games",
    "make_bot",
    "perft",
    "playout",
]
