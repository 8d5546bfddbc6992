"""Under Cups: how much do all the dice show together? Bid higher, or doubt the last bid.

One seat acts at a time; every seat's dice are hidden from the others; a round begins with chance; 3 to 20 minutes.
"""

from __future__ import annotations

from parlour.rules.game import Game, Option

GAME = Game(
    id="under-cups",
    title="Under Cups",
    players=range(2, 5),
    options=[Option("coins", 3, "UC-3", "Coins that everybody starts with", low=1, high=9)],
    package=__name__,
    players_rule="UC-2",
    about="Everybody looks under one cup and bids on all of them: say a little more, or doubt what was said.",
    minutes=(3, 20),
)
