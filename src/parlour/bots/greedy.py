"""The bot that looks one step ahead."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.bots.bot import Bot, bot
from parlour.bots.engine.certain import certain_win
from parlour.bots.engine.glance import glance
from parlour.bots.trail import Trail
from parlour.rules.events import Event
from parlour.rules.game import Game
from parlour.rules.judge import judge_of, sober_codes
from parlour.rules.memory import memory_of
from parlour.rules.state import State

CIRCLES = 8  # times that the game may come back to one place before anything is tried there
SHARE = 0.1  # of the time for a decision: looking for a win that is certain


class ThinkingBot(Bot):
    """A bot that imagines the worlds which look like its view, and judges what may come of an action in them."""

    def __init__(self, game: Game, seat: int, seed: object) -> None:
        super().__init__(game, seat, seed)
        self.judge = judge_of(game.id)
        self.memory = memory_of(game, seat)
        self.trail = Trail()  # where it was asked before
        self.questions = 0
        self.returns = 0  # the same, as whoever makes a bot anew for every question has counted it

    def see(self, event: Event) -> None:
        self.memory.see(event)

    def ready(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """What worlds are imagined from: the view, what was seen earlier, no answers that nobody has seen."""
        known = self.memory.recall(dict(view), self.game.parts(self.components))
        return self.judge.reopen(known, self.seat)

    def imagine(self, ready: dict[str, Any], like: State | None = None) -> State:
        """A world that looks like this view; after a first one (`like`) some games need not read it again."""
        again = getattr(self.game.module("positions"), "dream_again", None)
        world: State
        if like is None or again is None:
            world = self.game.imagine(ready, self.rng, self.components)
        else:
            world = again(like, self.seat, self.rng)
        self.judge.suppose(world, self.seat, self.rng)
        return world

    def imagine_some(self, ready: dict[str, Any], count: int) -> list[State]:
        """So many of them, as if they were imagined one by one."""
        first = self.imagine(ready)
        return [first, *[self.imagine(ready, first) for _ in range(count - 1)]]

    def certain_line(self, worlds: list[State], states: int, seconds: float) -> list[int]:
        """The codes of a line of the seat's own answers that wins in all worlds, or none. So many states are looked at
        for it, and for no longer than a tenth of the time there is for the decision (0: no limit)."""
        if worlds[0].players == 1 or worlds[0].simultaneous():
            return []
        end = time.perf_counter() + SHARE * seconds if seconds > 0 else 0.0
        return [int(code) for code in certain_win(worlds, self.judge, self.seat, states, end)]

    def worlds(self, view: Mapping[str, Any], count: int) -> list[State]:
        """So many worlds that look like this view."""
        ready = self.ready(view)
        dreams = getattr(self.game.module("positions"), "dreams", None)
        if dreams is None:
            return self.imagine_some(ready, count)
        found: list[State] = dreams(ready, self.rng, self.game.parts(self.components), count)
        return found

    def expected_places(self, imagined: list[State], legal: Sequence[str]) -> list[float]:
        """For each action, the expected place after it (1 the first, 0 the last), over these worlds."""
        codes = [imagined[0].read(self.seat, action) for action in legal]
        return glance(imagined, self.judge, self.seat, codes, self.rng)

    def sober(self, world: State, legal: Sequence[str]) -> list[str]:
        """The actions without those that nobody in their senses would choose."""
        names = {world.read(self.seat, action): action for action in legal}
        return [names[code] for code in sober_codes(self.judge, world, self.seat, list(names))]

    def goes_in_circles(self, view: Mapping[str, Any]) -> bool:
        """Whether something else should be tried: the more often, the oftener the game has been just here before."""
        again = self.times_met(view)
        return again > 0 and self.rng.below(CIRCLES) < again

    def times_met(self, view: Mapping[str, Any]) -> int:
        """How often the game has been just here before, to this seat's eyes."""
        self.questions += 1
        return max(self.returns, self.trail.returns(view, self.questions))


@bot("greedy")
class GreedyBot(ThinkingBot):
    about = "takes what looks best at once"

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        if len(legal) == 1:
            return legal[0]
        imagined = self.worlds(view, self.judge.glances)
        sober = self.sober(imagined[0], legal)
        values = self.expected_places(imagined, sober)
        if self.goes_in_circles(view):
            # What looked best has led here again, and would for ever: something else, whatever it is.
            return self.rng.choice(list(legal))
        best = max(values)
        # Equal ones are equally likely: a greedy player has no habits that can be read.
        return self.rng.choice([action for action, value in zip(sober, values, strict=True) if value >= best - 1e-9])
