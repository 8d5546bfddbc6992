"""The games of this repository. Others may be installed: what holds for every game is tested on them too, but only
those here have files in this folder that whole games are compared with."""

from __future__ import annotations

import parlour


def games_here() -> list[str]:
    return [game for game in parlour.games() if parlour.game(game).package.startswith("parlour.games.")]
