"""Crash & Grab: saucers that knock each other off the board for a Pilot, an Engineer, a Doctor and a Scientist.

Two to six players; simultaneous plans, then one turn after the other; dice and a deck of upgrades. Games between
players who know what they do last 5 to 9 rounds.
"""

from __future__ import annotations

from parlour.rules.check import LARGEST
from parlour.rules.game import Game, Option

GAME = Game(
    id="crash-and-grab",
    title="Crash & Grab",
    players=range(2, 7),
    options=[
        Option("boost_limit", None, "CG-72", "Boosts a saucer may make in a turn", low=1, high=LARGEST, nullable=True),
        Option("round_limit", None, "CG-114", "Rounds after which the game ends", low=1, high=LARGEST, nullable=True),
    ],
    package=__name__,
    players_rule="CG-1",
    about="Fly, collide, relaunch: man all four stations of your saucer before the others knock you off the board.",
    minutes=(30, 60),
    usual_players=4,
)
