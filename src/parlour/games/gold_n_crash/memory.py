"""Gold n' Crash as a player remembers it: what lies in the other's Treasure, and what kind of player the other is."""

from __future__ import annotations

from typing import Any, Final, final

from parlour.games.gold_n_crash.parts import GoldParts
from parlour.rules.events import Event
from parlour.rules.game import Parts
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
    """Every draw, play and discard is seen by all (GC-20, GC-22, GC-40), and so is every card on its way to a Treasure,
    where it then lies face down (GC-36, GC-46)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat, PRIOR)
        self.treasures: list[list[str]] = [[], []]  # by seat: what went there, the top card last

    def see(self, event: Event) -> None:
        facts = event.facts
        done = what_was_done(event)
        if done in HABITS:
            self.note(facts["seat"], HABITS[done])
        if event.kind in ("secured", "looted"):
            self.treasures[facts["seat"]].append(facts["card"])
        elif event.kind == "guest-secured":
            self.treasures[facts["seat"]].append(facts["guest"])
        elif event.kind == "cracked" and self.treasures[facts["owner"]]:
            self.treasures[facts["owner"]].pop()

    def recall(self, view: dict[str, Any], parts: Parts) -> dict[str, Any]:
        assert isinstance(parts, GoldParts)
        seats = [{**seat} for seat in view["seats"]]
        for who, seat in enumerate(seats):
            shown, remembered = seat["treasure"], self.treasures[who]
            # Whoever came late, or plays on from a made-up position, has not seen it all and does not pretend to.
            if len(shown) != len(remembered):
                return view
            if any(card is not None and card != name for card, name in zip(shown, remembered, strict=True)):
                return view
            seat["treasure"] = list(remembered)
        return {**view, "seats": seats} if can_be(seats, parts) else view

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "treasures": [list(cards) for cards in self.treasures]}

    def refill(self, facts: dict[str, Any]) -> None:
        super().refill(facts)
        self.treasures = [list(cards) for cards in facts["treasures"]]


def can_be(seats: list[dict[str, Any]], parts: GoldParts) -> bool:
    """Whether there are as many copies of every card as these seats show."""
    left = list(parts.copies)
    for seat in seats:
        hand = seat["hand"] if isinstance(seat["hand"], list) else []
        for pile in (seat["discard"], seat["treasure"], hand, *seat["columns"]):
            for card in pile:
                number = parts.code_numbers[card]
                left[number] -= 1
                if left[number] < 0:
                    return False
    return True


def what_was_done(event: Event) -> str:
    """An action of a turn by its kind, or nothing."""
    if event.kind == "drew":
        return "draw"
    if event.kind == "discarded":
        return "discard"
    return str(event.facts["card"]).split("-")[1] if event.kind == "played" else ""


MEMORY: Final = GoldMemory
