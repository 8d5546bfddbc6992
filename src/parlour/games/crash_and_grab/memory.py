"""Crash & Grab as a player remembers it: how the others fly, and so what kind of players they are."""

from __future__ import annotations

from typing import Any, Final, final

from parlour.rules.events import Event
from parlour.rules.memory import Watch

# What a player of each style (as `judge.py` numbers them) does in a turn: counted in 12 games each with two sensible
# players, and never quite 0. The last is whoever none of the others explains.
HABITS: Final = {
    "boost": [0.32, 0.29, 0.14, 0.31, 0.32],
    "no boost": [0.68, 0.71, 0.86, 0.69, 0.68],
    "card 2": [0.51, 0.52, 0.92, 0.45, 0.64],
    "card 3": [0.22, 0.21, 0.02, 0.16, 0.14],
    "card x": [0.27, 0.27, 0.08, 0.4, 0.22],
    "collision": [0.35, 0.42, 0.11, 0.02, 0.26],
    "no collision": [0.65, 0.58, 0.89, 0.97, 0.74],
}
PRIOR: Final = [0.55, 0.1, 0.1, 0.1, 0.15]


@final
class CrashMemory(Watch):
    """Whose turn it is, what it has planned once that is turned up, Boosts and collisions are seen by all (CG-40 to
    CG-70)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat, PRIOR)
        self.turns: Turns = Turns()

    def see(self, event: Event) -> None:
        for seat, done in self.turns.see(event):
            if done in HABITS:
                self.note(seat, HABITS[done])

    def facts(self) -> dict[str, Any]:
        turns = self.turns
        return {**super().facts(), "turn": [turns.seat, turns.saucer, turns.boosted, turns.collided]}

    def refill(self, facts: dict[str, Any]) -> None:
        super().refill(facts)
        turns = self.turns
        turns.seat, turns.saucer, turns.boosted, turns.collided = facts["turn"]


@final
class Turns:
    """What is noticed of a turn: the card, whether its saucer flew into another one, whether it made a Boost."""

    def __init__(self) -> None:
        self.seat: int = -1  # whose turn it is
        self.saucer: str = ""
        self.boosted: bool = False
        self.collided: bool = False

    def see(self, event: Event) -> list[tuple[int, str]]:
        """Who did what kinds of things, now that it is known."""
        facts = event.facts
        kind = event.kind
        if kind == "turn-began":
            found = self.over()
            self.seat = facts["seat"]
            self.saucer = facts["saucer"]
            self.boosted = False
            self.collided = False
            return found
        if self.seat >= 0 and facts.get("saucer") == self.saucer:
            if kind == "revealed":
                return [(self.seat, "card " + facts["card"])]
            if kind == "boosted":
                self.boosted = True
            elif kind == "collided":
                self.collided = True
        return []

    def over(self) -> list[tuple[int, str]]:
        if self.seat < 0:
            return []
        collided = "collision" if self.collided else "no collision"
        return [(self.seat, collided), (self.seat, "boost" if self.boosted else "no boost")]


MEMORY: Final = CrashMemory
