"""Crash & Grab: saucers that knock each other off the board for a Pilot, an Engineer, a Doctor and a Scientist.

Two to six players; simultaneous plans, then one turn after the other; dice and a deck of upgrades. Games between
players who know what they do last 5 to 9 rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.games.crash_and_grab import positions, setups
from parlour.games.crash_and_grab.parts import CrashParts
from parlour.games.crash_and_grab.rules import CrashAndGrab
from parlour.games.crash_and_grab.words import CrashWords
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import LARGEST
from parlour.rules.game import Game, Option, Parts


class CrashAndGrabGame(Game):
    def make_parts(self, data: dict[str, Any]) -> Parts:
        return CrashParts(data)

    def deal(self, players: int, options: dict[str, Any], dealer: Dealer, parts: Parts) -> dict[str, Any]:
        assert isinstance(parts, CrashParts)
        return setups.deal(players, dealer, parts)

    def begin(self, players: int, options: dict[str, Any], setup: dict[str, Any], parts: Parts) -> CrashAndGrab:
        assert isinstance(parts, CrashParts)
        return setups.begin(players, options, setup, parts)

    def restore(self, position: dict[str, Any], parts: Parts) -> CrashAndGrab:
        assert isinstance(parts, CrashParts)
        return positions.restore(position, parts)

    def dream(self, view: dict[str, Any], rng: Rng, parts: Parts) -> CrashAndGrab:
        assert isinstance(parts, CrashParts)
        return positions.dream(view, rng, parts)

    def words(self, lang: str = "en", names: Sequence[str] | None = None) -> CrashWords:
        parts = self.parts()
        assert isinstance(parts, CrashParts)
        return CrashWords(self.folder, lang, names, parts)


GAME = CrashAndGrabGame(
    id="crash-and-grab",
    title="Crash & Grab",
    players=range(2, 7),
    options=[
        Option("boost_limit", None, "CG-72", "Boosts a saucer may make in a turn", low=1, high=LARGEST, nullable=True),
        Option("round_limit", None, "CG-114", "Rounds after which the game ends", low=1, high=LARGEST, nullable=True),
    ],
    folder=str(Path(__file__).parent),
    players_rule="CG-1",
    about="Fly, collide, relaunch: man all four stations of your saucer before the others knock you off the board.",
    minutes=(30, 60),
)
