"""Mogul as a player remembers it: how many tokens the others have, and what kind of bidders they are."""

from __future__ import annotations

from typing import Any, Final, final

from parlour.games.mogul.parts import MogulParts
from parlour.games.mogul.rules import HAND
from parlour.rules.events import Event
from parlour.rules.game import Parts
from parlour.rules.memory import Watch

# How often a player of each style (as `judge.py` numbers them) borrows when it is asked, and pays or withdraws with a
# pot of each size: counted in 150 games each with two sensible players, and never quite 0. The last is whoever none of
# the others explains.
HABITS: Final = {
    "loan": [0.07, 0.02, 0.46, 0.97, 0.27],
    "no-loan": [0.93, 0.97, 0.54, 0.02, 0.73],
    "pay 0": [0.9, 0.93, 0.89, 0.84, 0.94],
    "withdraw 0": [0.1, 0.07, 0.11, 0.16, 0.06],
    "pay 1": [0.88, 0.81, 0.85, 0.82, 0.9],
    "withdraw 1": [0.12, 0.19, 0.15, 0.18, 0.1],
    "pay 2": [0.79, 0.3, 0.85, 0.85, 0.75],
    "withdraw 2": [0.21, 0.7, 0.15, 0.15, 0.25],
    "pay 3": [0.6, 0.18, 0.72, 0.79, 0.67],
    "withdraw 3": [0.4, 0.82, 0.28, 0.21, 0.33],
}
PRIOR: Final = [0.55, 0.1, 0.1, 0.1, 0.15]


@final
class MogulMemory(Watch):
    """Every token that goes from hand to hand is seen by all, so all hands can be counted (KR-5)."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat, PRIOR)
        self.gains: dict[int, int] = {}  # by seat: tokens gained since the set-up, less those paid

    def see(self, event: Event) -> None:
        facts = event.facts
        done = what_was_done(event)
        if done:
            self.note(facts["seat"], HABITS[done])
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
        return {**super().facts(), "gains": {str(seat): tokens for seat, tokens in self.gains.items()}}

    def refill(self, facts: dict[str, Any]) -> None:
        super().refill(facts)
        self.gains = {int(seat): tokens for seat, tokens in facts["gains"].items()}


def what_was_done(event: Event) -> str:
    """A bid by what lay in the pot, or what was said to a loan; or nothing."""
    facts = event.facts
    if event.kind == "paid":
        return f"pay {size_of(facts['pot'] - 1)}"
    if event.kind == "withdrew":
        return f"withdraw {size_of(facts['tokens'])}"
    return event.kind if event.kind in ("loan", "no-loan") else ""


def size_of(pot: int) -> int:
    """A pot is empty, small, middling or large."""
    return 0 if pot == 0 else 1 if pot < 3 else 2 if pot < 6 else 3


MEMORY: Final = MogulMemory
