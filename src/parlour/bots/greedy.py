"""The bot that looks one step ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.bots.bot import Bot, bot
from parlour.bots.engine.glance import glance
from parlour.rules.events import Event
from parlour.rules.game import Game
from parlour.rules.judge import judge_of
from parlour.rules.memory import memory_of
from parlour.rules.state import State


class ThinkingBot(Bot):
    """A bot that imagines the worlds which look like its view, and judges what may come of an action in them."""

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.judge = judge_of(game.id)
        self.memory = memory_of(game, seat)

    def see(self, event: Event) -> None:
        self.memory.see(event)

    def ready(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """What worlds are imagined from: the view, what was seen earlier, no answers that nobody has seen."""
        known = self.memory.recall(dict(view), self.game.parts(self.components))
        return self.judge.reopen(known, self.seat)

    def imagine(self, ready: dict[str, Any]) -> State:
        return self.game.imagine(ready, self.rng, self.components)

    def expected_places(self, view: Mapping[str, Any], legal: Sequence[str], worlds: int) -> list[float]:
        """For each action, the expected place after it (1 the first, 0 the last), over so many worlds."""
        ready = self.ready(view)
        imagined = [self.imagine(ready) for _ in range(worlds)]
        codes = vec[i64]([imagined[0].read(self.seat, action) for action in legal])
        return glance(imagined, self.judge, self.seat, codes, self.rng)


@bot("greedy")
class GreedyBot(ThinkingBot):
    about = "takes what looks best at once"

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        values = self.expected_places(view, legal, self.judge.glances)
        best = max(values)
        # Equal ones are equally likely: a greedy player has no habits that can be read.
        return self.rng.choice([action for action, value in zip(legal, values, strict=True) if value >= best - 1e-9])
