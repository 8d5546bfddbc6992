"""Under Cups: which numbers of the component file cannot be changed, and why."""

from __future__ import annotations

from typing import Final

# Patterns of keys, such as "counts.*", each with the reason. All other numbers change the game.
PRINTED: Final[dict[str, str]] = {}
