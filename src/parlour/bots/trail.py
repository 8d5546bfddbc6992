"""Where a seat was asked before: by this a bot sees that it goes in circles."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

ENDLESS = 2000  # steps after which a game counts as one that goes round, though a number in it may grow for ever


class Trail:
    """What a seat saw whenever it was asked, and at which step of the game that was."""

    def __init__(self) -> None:
        self.steps: dict[bytes, list[int]] = {}  # by a digest of what was seen

    def returns(self, view: Mapping[str, Any], step: int) -> int:
        """Note that a seat sees this at a step, and how often it has seen it before; rounds are not counted. Steps that
        were taken back are forgotten."""
        seen = json.dumps({key: value for key, value in view.items() if key != "round"}, sort_keys=True)
        here = hashlib.blake2b(seen.encode(), digest_size=8).digest()
        earlier = [known for known in self.steps.get(here, []) if known < step]
        self.steps[here] = [*earlier, step]
        return max(len(earlier), 1 if step > ENDLESS else 0)
