"""The bot that knows nothing: any legal action, all equally likely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.bots.bot import Bot, bot


@bot("random")
class RandomBot(Bot):
    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        return legal[self.rng.below(len(legal))]
