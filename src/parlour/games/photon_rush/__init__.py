"""Photon Rush: bluff, raids and explosions for two to four bases of a space western.

Simultaneous, no chance, elimination; 8 to 10 rounds between players who know what they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from parlour.games.photon_rush import positions
from parlour.games.photon_rush.parts import PhotonParts
from parlour.games.photon_rush.rules import PhotonRush
from parlour.games.photon_rush.words import PhotonWords
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import Check
from parlour.rules.errors import InvalidSetup
from parlour.rules.game import Game, Option, Parts


class PhotonRushGame(Game):
    def make_parts(self, data: dict[str, Any]) -> Parts:
        return PhotonParts(data)

    def deal(self, players: int, options: dict[str, Any], dealer: Dealer, parts: Parts) -> dict[str, Any]:
        return {}  # PR-9

    def begin(self, players: int, options: dict[str, Any], setup: dict[str, Any], parts: Parts) -> PhotonRush:
        assert isinstance(parts, PhotonParts)
        Check(InvalidSetup).that(not setup, "setup", "nothing is chosen in set-up: {} is needed (PR-9)")
        state = PhotonRush(players, options["towers"], options["round_limit"] or 0, parts)
        state.begin_round()
        return state

    def restore(self, position: dict[str, Any], parts: Parts) -> PhotonRush:
        assert isinstance(parts, PhotonParts)
        return positions.restore(position, parts)

    def dream(self, view: dict[str, Any], rng: Rng, parts: Parts) -> PhotonRush:
        assert isinstance(parts, PhotonParts)
        return positions.dream(view, rng, parts)

    def words(self, lang: str = "en", names: Sequence[str] | None = None) -> PhotonWords:
        parts = self.parts()
        assert isinstance(parts, PhotonParts)
        return PhotonWords(self.folder, lang, names, parts.bases)


GAME = PhotonRushGame(
    id="photon-rush",
    title="Photon Rush",
    players=range(2, 5),
    options=[
        Option("towers", 5, "PR-3", "Defence towers that every base starts with", low=1, high=20),
        Option("round_limit", None, "PR-4", "Rounds after which the game ends", low=1, high=1000, nullable=True),
    ],
    folder=str(Path(__file__).parent),
    players_rule="PR-2",
    about="Dig, drink, raid and blow each other up: everybody chooses in secret, everybody finds out together.",
    minutes=(15, 30),
)
