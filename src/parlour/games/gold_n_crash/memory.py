"""Gold n' Crash as a player remembers it: what the other has done with its turns, and so what kind of player it is."""

from __future__ import annotations

from typing import Final, final

from parlour.rules.events import Event
from parlour.rules.memory import Watch

# What a player of each style (as `judge.py` numbers them) does with its actions: counted in 150 games each with a
# sensible player, and never quite 0. The last is whoever none of the others explains.
HABITS: Final = {
    "draw": [0.24, 0.32, 0.22, 0.57, 0.26],
    "discard": [0.24, 0.02, 0.28, 0.02, 0.19],
    "bomb": [0.09, 0.11, 0.08, 0.02, 0.09],
    "board": [0.08, 0.1, 0.08, 0.02, 0.09],
    "fish": [0.08, 0.11, 0.11, 0.02, 0.08],
    "reinforce": [0.09, 0.12, 0.08, 0.14, 0.1],
    "secure": [0.09, 0.11, 0.07, 0.14, 0.09],
    "gold": [0.09, 0.11, 0.08, 0.14, 0.09],
}
PRIOR: Final = [0.45, 0.1, 0.1, 0.1, 0.25]


@final
class GoldMemory(Watch):
    """Every draw, play and discard is seen by all (GC-20, GC-22, GC-40)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat, PRIOR)

    def see(self, event: Event) -> None:
        done = what_was_done(event)
        if done in HABITS:
            self.note(event.facts["seat"], HABITS[done])


def what_was_done(event: Event) -> str:
    """An action of a turn by its kind, or nothing."""
    if event.kind == "drew":
        return "draw"
    if event.kind == "discarded":
        return "discard"
    return str(event.facts["card"]).split("-")[1] if event.kind == "played" else ""


MEMORY: Final = GoldMemory
