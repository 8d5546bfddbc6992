"""Under Cups: which numbers of the component file cannot be changed, and why. All others change the game."""

from __future__ import annotations

from typing import Final

PRINTED: Final[dict[str, str]] = {}  # patterns of keys, such as "counts.*", each with the reason
