"""A bot whose judge has other settings: `variant:ahead=2,explore=1.5:search:400`.

    PYTHONPATH=bench parlour arena crash-and-grab --load variants \
        --seats variant:ahead=2:search:400,search:400,search:400 --games 201

Any setting of the game's judge (`parlour/rules/judge.py`, and what its own adds) can be named; the rest stays as it is.

`without:2:search:400` imagines nobody as a player of that style (Photon Rush): how it fares with those who are.

`variant:incline=0.04:search:100` leans to what a network of the game has learnt to answer, where there is one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import parlour
from parlour.bots.bot import Bot, UnknownBot, make_bot
from parlour.bots.greedy import ThinkingBot
from parlour.rules.events import Event
from parlour.rules.memory import Memory


@parlour.bot("variant")
class VariantBot(Bot):
    about = "another bot, with other settings of its judge: variant:explore=2:search:400"
    offered = False

    def __init__(self, game: parlour.Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.seed = seed
        self.bot: ThinkingBot | None = None

    def limit(self, budget: str) -> None:
        changes, _, name = budget.partition(":")
        bot = make_bot(name, self.game, self.seat, self.seed, self.components)
        if not isinstance(bot, ThinkingBot):
            raise UnknownBot(f"{name!r} has no judge")
        bot.judge = type(bot.judge)()
        for change in changes.split(","):
            setting, _, value = change.partition("=")
            known = getattr(bot.judge, setting, None)
            if known is None:
                raise UnknownBot(f"the judge of {self.game.title} has no setting {setting!r}")
            setattr(bot.judge, setting, type(known)(float(value)))
        self.bot = bot

    def see(self, event: Event) -> None:
        assert self.bot is not None, "which bot? For example variant:explore=2:search:400"
        self.bot.see(event)

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        assert self.bot is not None, "which bot? For example variant:explore=2:search:400"
        return self.bot.choose(view, legal)


class Forgetful(Memory):
    """A memory that knows nothing of one style: what its players do has to be explained by the others."""

    def __init__(self, memory: Memory, style: int) -> None:
        super().__init__(memory.seat)
        self.memory = memory
        self.style = style

    def see(self, event: Event) -> None:
        self.memory.see(event)

    def recall(self, view: dict[str, Any], parts: Any) -> dict[str, Any]:
        return self.memory.recall(view, parts)

    def likely_styles(self, seat: int) -> list[float]:
        known = self.memory.likely_styles(seat)
        known[self.style] = 0.0
        return [weight / sum(known) for weight in known]


@parlour.bot("without")
class WithoutBot(VariantBot):
    about = "a search that imagines nobody of one style: without:2:search:400"

    def limit(self, budget: str) -> None:
        style, _, name = budget.partition(":")
        super().limit(f"absent={style}:{name}")
        assert self.bot is not None
        self.bot.memory = Forgetful(self.bot.memory, int(style))
