"""The deal of a set-up laid out as chance steps (`game.new(deal="chance")`), for those who need chance to be explicit.

A set-up is drawn by a game's `deal` from a `Dealer`. Here the dealer draws nothing: it deals what it was told, and
where it has not been told yet, the next draw is a chance step, all outcomes equally likely. A shuffle of n things is
n - 1 steps. So this works for every game, whatever its set-up; how many deals there are is another matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.chance import Dealer, Rng
from parlour.rules.errors import InvalidPosition, RulesError
from parlour.rules.events import Event
from parlour.rules.game import Game, Parts
from parlour.rules.outcome import Outcome
from parlour.rules.state import NATURE, State

T = TypeVar("T")


class DrawNeeded(Exception):
    """The dealer has to draw what it was not told: one of so many outcomes. After it so many draws follow for certain,
    each with one outcome less than the one before: the rest of a shuffle."""

    def __init__(self, outcomes: int, falling: int = 0) -> None:
        super().__init__(outcomes, falling)
        self.outcomes = outcomes
        self.falling = falling


class DealerByScript(Dealer):
    """Draws what a list says, one after the other; `DrawNeeded` at its end."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(Rng(0))
        self.script: list[int] = script
        self.place: int = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.place == len(self.script):
            raise DrawNeeded(n)
        drawn = self.script[self.place]
        if drawn < 0 or drawn >= n:
            raise InvalidPosition(f"draws.{self.place}: a number from 0 to {n - 1} is needed, not {drawn}")
        self.place += 1
        return drawn

    def roll(self, sides: int) -> int:
        return self.below(sides) + 1

    def choice(self, things: list[T]) -> T:
        return things[self.below(len(things))]

    def shuffle(self, things: list[Any]) -> None:
        for i in range(len(things) - 1, 0, -1):
            if self.place == len(self.script):
                raise DrawNeeded(i + 1, i - 1)
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]

    def insert(self, things: list[Any], thing: Any, places: int) -> None:
        things.insert(len(things) - self.below(places), thing)


class DealerByLeast(DealerByScript):
    """Draws the first outcome always, and writes down how many there were."""

    def __init__(self) -> None:
        super().__init__([])
        self.counts: vec[i64] = vec[i64]()

    def below(self, n: int) -> int:
        if n > 1:
            self.counts = append(self.counts, n)
        return 0

    def shuffle(self, things: list[Any]) -> None:
        for i in range(len(things) - 1, 0, -1):
            self.below(i + 1)


class Dealing(State):
    """A game whose set-up chance deals step by step; when it is dealt, this is the game itself.

    Till then nobody sees anything, and a position is the draws that were made.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: dict[str, Any],
        parts: Parts,
        script: list[int],
        like: Dealing | None = None,
    ) -> None:
        """A deal after so many draws, or a copy of the deal `like`, which is not done yet."""
        super().__init__(players)
        self.game: Game = game
        self.options: dict[str, Any] = options  # complete
        self.parts: Parts = parts
        self.script: list[int] = script[:]  # what has been drawn
        self.outcomes: i64 = 0  # how many the next draw has
        self.falling: i64 = 0  # how many draws after it are known already: each has one outcome less
        self.counts: vec[i64] = vec[i64]()  # how many outcomes each draw has, where that is known beforehand
        self.table: State | None = None  # the game, once it is dealt
        if like is not None:
            self.outcomes = like.outcomes
            self.falling = like.falling
            self.counts = like.counts
            return
        self.deal()
        if self.outcomes > 0 and game.deals_steadily(options, parts):
            dealer = DealerByLeast()
            game.deal(players, options, dealer, parts)
            self.counts = dealer.counts

    def deal(self) -> None:
        dealer = DealerByScript(self.script)
        try:
            setup = self.game.deal(int(self.players), self.options, dealer, self.parts)
        except DrawNeeded as needed:
            self.outcomes = needed.outcomes
            self.falling = needed.falling
            return
        if dealer.place < len(self.script):
            raise InvalidPosition(f"draws: the set-up is dealt by {dealer.place} draws, not {len(self.script)}")
        self.outcomes = 0
        self.table = self.game.begin(int(self.players), self.options, setup, self.parts)
        self.table.listener = self.listener

    def dealt_game(self) -> State:
        """The game; an error as long as there is none."""
        if self.table is None:
            raise RulesError("the set-up is still being dealt: only chance can act")
        return self.table

    def actor(self) -> i64:
        return NATURE if self.table is None else self.table.actor()

    def awaited(self) -> i64:
        return 0 if self.table is None else self.table.awaited()

    def codes(self, seat: i64) -> vec[i64]:
        if self.table is None:
            return vec[i64]([outcome for outcome in range(self.outcomes)])
        return self.table.codes(seat)

    def apply(self, seat: i64, code: i64) -> None:
        if self.table is None:
            self.script.append(int(code))
            drawn: i64 = len(self.script)
            if drawn < len(self.counts):
                self.outcomes = self.counts[drawn]
            elif self.falling > 0 and len(self.counts) == 0:
                self.outcomes -= 1
                self.falling -= 1
            else:
                self.deal()
        else:
            self.table.apply(seat, code)

    def weights(self) -> list[int]:
        return [] if self.table is None else self.table.weights()

    def glimpse(self, seat: i64, code: i64) -> i64:
        return 0 if self.table is None else self.table.glimpse(seat, code)

    def notation(self, seat: i64, code: i64) -> str:
        return f"deal {int(code)}" if self.table is None else self.table.notation(seat, code)

    def read(self, seat: i64, action: str) -> i64:
        return self.dealt_game().read(seat, action)

    def turn_rule(self) -> str:
        return self.game.players_rule if self.table is None else self.table.turn_rule()

    def game_id(self) -> str:
        return self.game.id

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source

    def position(self) -> dict[str, Any]:
        return {**self.view(None), "draws": self.script[:]} if self.table is None else self.table.position()

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        if self.table is not None:
            return self.table.view(seat)
        if seat is not None:
            self._check_seat(seat)
        return {"game": self.game.id, "players": int(self.players), "options": dict(self.options), "to_act": "chance"}

    def result(self) -> Outcome | None:
        return None if self.table is None else self.table.result()

    def clone(self) -> State:
        if self.table is not None:
            return self.table.clone()
        return Dealing(self.game, int(self.players), self.options, self.parts, self.script, self)

    def simultaneous(self) -> bool:
        return self.table is not None and self.table.simultaneous()

    def listen(self, listener: Callable[[Event], None] | None) -> None:
        self.listener = listener
        if self.table is not None:
            self.table.listen(listener)

    def tell_opening(self) -> None:
        self.dealt_game().tell_opening()

    def observation(self, seat: int | Any, out: Any = None) -> Any:
        return self.dealt_game().observation(seat, out)
