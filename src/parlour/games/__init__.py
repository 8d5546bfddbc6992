"""The games, one folder each, with the same file names and reading order in all.

The package can be called: `parlour.games()` lists the ids of the games in the box.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType


def ids() -> tuple[str, ...]:
    """The ids of all games in the box: a game is a folder here."""
    folders = Path(__file__).parent.glob("*/__init__.py")
    return tuple(sorted(folder.parent.name.replace("_", "-") for folder in folders))


class _Box(ModuleType):
    # Python binds a package to the name `parlour.games` as soon as one of its games is
    # imported; being callable, it can be the public function of that name as well.
    def __call__(self) -> tuple[str, ...]:
        return ids()


sys.modules[__name__].__class__ = _Box
