"""A bot whose judge has other settings: `variant:ahead=2,explore=1.5:search:400`.

    PYTHONPATH=bench parlour arena crash-and-grab --load variants \
        --seats variant:ahead=2:search:400,search:400,search:400 --games 201

Any setting of the game's judge (`parlour/rules/judge.py`, and what its own adds) can be named; the rest stays as it is.

`without:2:search:400` imagines nobody as a player of that style (Photon Rush): how it fares with those who are.

`inclined:0.04:search:100` searches as it is, and in the end prefers what a network of the game has learnt to answer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import i64

import parlour
from parlour._vecs import vec
from parlour.bots.bot import Bot, UnknownBot, make_bot
from parlour.bots.engine.search import Arm
from parlour.bots.greedy import ThinkingBot
from parlour.bots.search import SearchBot
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


@parlour.bot("inclined")
class InclinedBot(SearchBot):
    about = "a search that leans to what was learnt when it chooses: inclined:0.04:search:100"
    offered = False
    DOUBTED = 4  # what was tried so many times looks half as good, or as bad, as its figures say
    NEVER = 0.002  # no answer counts as less likely than that

    def limit(self, budget: str) -> None:
        pull, _, name = budget.partition(":")
        kind, _, iterations = name.partition(":")
        if kind != "search":
            raise UnknownBot(f"{name!r} is no search")
        self.pull = float(pull)  # of a place, for each time that one answer is e times as likely as another
        super().limit(iterations)

    def think(self, view: Mapping[str, Any], legal: Sequence[str]) -> Any:
        search, world = super().think(view, legal)
        known = self.judge.learnt(world)
        codes = [world.read(self.seat, action) for action in legal]
        chances = known.chances(world, self.seat, vec[i64](codes)) if known is not None else vec[float]()
        self.likely = dict(zip(codes, chances, strict=True)) if len(chances) > 0 else {}
        return search, world

    def decide(self, arms: list[Arm], leeway: float, instincts: list[float]) -> Arm:
        mean = sum(arm.total for arm in arms) / sum(arm.visits for arm in arms)

        def look(arm: Arm) -> float:
            seen = (arm.mean() - mean) * arm.visits / (arm.visits + self.DOUBTED)
            return seen + self.pull * math.log(max(self.likely.get(arm.code, 1.0), self.NEVER))

        return max(arms, key=look)
