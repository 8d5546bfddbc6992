"""What a player remembers of what it saw, beyond what a view shows.

A view does not repeat what everybody could have counted; a player with a good memory knows it all the same. A game
where that matters supplies a `Memory` of its own as `MEMORY` in the file `memory.py` of its folder.
"""

from __future__ import annotations

import math
from typing import Any

from mypy_extensions import mypyc_attr

from parlour.rules.events import Event
from parlour.rules.game import Game, Parts


@mypyc_attr(allow_interpreted_subclasses=True)
class Memory:
    """Remembers nothing. It is fed with the events its seat may know, and with nothing else."""

    def __init__(self, seat: int) -> None:
        self.seat: int = seat

    def see(self, event: Event) -> None:
        """An event as this seat may know it."""

    def recall(self, view: dict[str, Any], parts: Parts) -> dict[str, Any]:
        """The view of a game that is played with these parts, with what is remembered filled in."""
        return view

    def likely_styles(self, seat: int) -> list[float]:
        """How well each of the judge's styles explains what a seat has done so far, against each other. None at all, as
        here: nothing is known of that seat."""
        return []

    def familiarity(self) -> float:
        """How well the others are known, 0 to 1: so far a search that imagines them as it does is to be followed."""
        return 0.0

    def facts(self) -> dict[str, Any]:
        """All that is remembered, as plain data; `refill` takes it back."""
        return {}

    def refill(self, facts: dict[str, Any]) -> None:
        """Remember what another memory of this kind gave as its `facts`."""

    def __reduce__(self) -> tuple[Any, ...]:
        return recollect, (type(self), self.seat, self.facts())


@mypyc_attr(allow_interpreted_subclasses=True)
class Watch(Memory):
    """Remembers how well each style of its game explains what the other seats have done so far."""

    def __init__(self, seat: int, prior: list[float]) -> None:
        super().__init__(seat)
        self.prior: list[float] = prior  # how likely each style is before anything has been seen
        self.scores: dict[int, list[float]] = {}  # by seat: the log-likelihood of what it has done, by style

    def note(self, seat: int, chances: list[float]) -> None:
        """A seat has done something that a player of each style does with such a chance."""
        if seat == self.seat:
            return
        scores = self.scores.setdefault(seat, [math.log(chance) for chance in self.prior])
        for style in range(len(scores)):
            scores[style] += math.log(chances[style])

    def likely_styles(self, seat: int) -> list[float]:
        scores = self.scores.get(seat)
        if scores is None:
            return self.prior[:]
        best = max(scores)
        weights = [math.exp(score - best) for score in scores]
        total = sum(weights)
        return [weight / total for weight in weights]

    def facts(self) -> dict[str, Any]:
        return {"scores": {str(seat): scores for seat, scores in self.scores.items()}}

    def refill(self, facts: dict[str, Any]) -> None:
        self.scores = {int(seat): list(scores) for seat, scores in facts["scores"].items()}


def recollect(kind: type[Memory], seat: int, facts: dict[str, Any]) -> Memory:
    """A memory from what its `__reduce__` gave."""
    memory = kind(seat)
    memory.refill(facts)
    return memory


def memory_of(game: Game, seat: int) -> Memory:
    """The memory of a seat before anything has happened; one that remembers nothing where a game has none."""
    module = game.module("memory")
    if module is None:
        return Memory(seat)
    memory = module.MEMORY(seat)
    assert isinstance(memory, Memory)
    return memory
