"""Photon Rush: bluff, raids and explosions for two to four bases of a space western.

Simultaneous, no chance, elimination; 8 to 10 rounds between players who know what they do.
"""

from __future__ import annotations

from parlour.rules.game import Game, Option

GAME = Game(
    id="photon-rush",
    title="Photon Rush",
    players=range(2, 5),
    options=[
        Option("towers", 5, "PR-3", "Defence towers that every base starts with", low=1, high=20),
        Option("round_limit", None, "PR-4", "Rounds after which the game ends", low=1, high=1000, nullable=True),
    ],
    package=__name__,
    players_rule="PR-2",
    about="Dig, drink, raid and blow each other up: everybody chooses in secret, everybody finds out together.",
    minutes=(15, 30),
    usual_players=3,
)
