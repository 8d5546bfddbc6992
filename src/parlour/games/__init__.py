"""The games, one folder each, with the same file names and reading order in all.

The package can be called: `parlour.games()` lists the ids of the games that can be played, those of this folder and
those that other packages declare by an entry point `parlour.games`.
"""

from __future__ import annotations

import sys
import warnings
from functools import cache
from pathlib import Path
from types import ModuleType

from parlour.rules.errors import UnfinishedGame
from parlour.rules.game import find, games_of_others


def ids() -> tuple[str, ...]:
    """The ids of all games that can be played. One that is half finished is named in a warning and left out."""
    return tuple(id for id in names() if playable(id))


def names() -> tuple[str, ...]:
    """The ids of all games that are there, whether they can be played or not."""
    here = [folder.name.replace("_", "-") for folder in Path(__file__).parent.iterdir() if is_game(folder)]
    return tuple(sorted({*here, *games_of_others()}))


def is_game(folder: Path) -> bool:
    return folder.name.isidentifier() and not folder.name.startswith("_") and any(folder.glob("*.py"))


@cache
def playable(id: str) -> bool:
    try:
        find(id)
    except UnfinishedGame as error:
        warnings.warn(str(error), stacklevel=3)
        return False
    return True


class _Box(ModuleType):
    # Python binds a package to the name `parlour.games` as soon as one of its games is
    # imported; being callable, it can be the public function of that name as well.
    def __call__(self) -> tuple[str, ...]:
        return ids()


sys.modules[__name__].__class__ = _Box
