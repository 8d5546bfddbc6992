"""Mogul as a player remembers it: how many tokens the others have."""

from __future__ import annotations

from typing import Any, Final, final

from parlour.games.mogul.parts import MogulParts
from parlour.games.mogul.rules import HAND
from parlour.rules.events import Event
from parlour.rules.game import Parts
from parlour.rules.memory import Memory


@final
class MogulMemory(Memory):
    """Every token that goes from hand to hand is seen by all, so all hands can be counted (KR-5)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.gains: dict[int, int] = {}  # by seat: tokens gained since the set-up, less those paid

    def see(self, event: Event) -> None:
        facts = event.facts
        if event.kind == "paid":
            self.gain(facts["seat"], -1)
        elif event.kind in ("withdrew", "loan"):
            self.gain(facts["seat"], facts["tokens"])

    def gain(self, seat: int, tokens: int) -> None:
        self.gains[seat] = self.gains.get(seat, 0) + tokens

    def recall(self, view: dict[str, Any], parts: Parts) -> dict[str, Any]:
        assert isinstance(parts, MogulParts)
        hands = [HAND + self.gains.get(seat, 0) for seat in range(view["players"])]
        known = view["tokens"]
        fits = all(shown is None or shown == hand for shown, hand in zip(known, hands, strict=True))
        # Whoever came late, or plays on from a made-up position, has not seen it all and does not pretend to.
        if fits and min(hands) >= 0 and sum(hands) + view["pot"] + view["bank"] == parts.tokens:
            return {**view, "tokens": hands}
        return view

    def facts(self) -> dict[str, Any]:
        return {str(seat): tokens for seat, tokens in self.gains.items()}

    def refill(self, facts: dict[str, Any]) -> None:
        self.gains = {int(seat): tokens for seat, tokens in facts.items()}


MEMORY: Final = MogulMemory
