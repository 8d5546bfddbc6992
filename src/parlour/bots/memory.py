"""What a bot remembers of what it saw, beyond what a view shows.

A view does not repeat what everybody could have counted; a player with a good memory knows it all the same.
A memory is fed with the events its seat may know, and with nothing else.
"""

from __future__ import annotations

from typing import Any

from parlour.rules.events import Event


class Memory:
    """Remembers nothing."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def see(self, event: Event) -> None:
        """An event as this seat may know it."""

    def recall(self, view: dict[str, Any]) -> dict[str, Any]:
        """The view with what is remembered filled in."""
        return view


class TokenMemory(Memory):
    """Mogul: every token that goes from hand to hand is seen by all, so all hands can be counted (KR-5)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.gained: dict[int, int] = {}
        self.from_the_start = False

    def see(self, event: Event) -> None:
        facts = event.facts
        if event.kind == "paid":
            self.gain(facts["seat"], -1)
        elif event.kind in ("withdrew", "loan"):
            self.gain(facts["seat"], facts["tokens"])

    def gain(self, seat: int, tokens: int) -> None:
        self.gained[seat] = self.gained.get(seat, 0) + tokens

    def recall(self, view: dict[str, Any]) -> dict[str, Any]:
        hands = [6 + self.gained.get(seat, 0) for seat in range(view["players"])]
        known = view["tokens"]
        fits = all(shown is None or shown == hand for shown, hand in zip(known, hands, strict=True))
        # Whoever came late, or plays on from a made-up position, has not seen it all and does not pretend to.
        if fits and min(hands) >= 0 and sum(hands) + view["pot"] + view["bank"] == 45:
            return {**view, "tokens": hands}
        return view


MEMORIES: dict[str, type[Memory]] = {"mogul": TokenMemory}


def memory_of(game_id: str, seat: int) -> Memory:
    return MEMORIES.get(game_id, Memory)(seat)
