"""A small game that the box does not have: two hidden dice each, weighted and private chance, one guess a seat.

Everybody gets two dice under a cup, both in one step of chance (their sum, so 7 is likelier than 2), and sees only its
own. Then each seat in turn says whether the total of all cups is `high` or `low`; whoever is right wins. It is
played in plain Python on whichever engine there is.
"""

from __future__ import annotations

from typing import Any

from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction
from parlour.rules.outcome import Outcome
from parlour.rules.state import NATURE, NOBODY, State

SUMS = list(range(2, 13))
WAYS = [6 - abs(7 - total) for total in SUMS]  # of 36
WORDS = ["low", "high"]


class Cups(State):
    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.dice: list[int] = []  # by seat, as far as they are thrown
        self.said: list[int] = []

    def clone(self) -> Cups:
        other = Cups(self.players)
        other.dice, other.said = self.dice[:], self.said[:]
        return other

    def actor(self) -> int:
        if len(self.dice) < self.players:
            return NATURE
        return len(self.said) if len(self.said) < self.players else NOBODY

    def actions(self, seat: int) -> list[int]:
        return SUMS if seat == NATURE else [0, 1]

    def weights(self) -> list[int]:
        return WAYS

    def glimpse(self, seat: int, code: int) -> int:
        return code if seat == len(self.dice) else 0

    def apply(self, seat: int, code: int) -> None:
        if seat == NATURE:
            thrower = len(self.dice)
            self.dice.append(code)
            if self.listener is not None:
                self.tell("threw", "TOY-1", {"seat": thrower}, {"dice": code}, (thrower,), reveals=True)
        else:
            self.said.append(code)
            if self.listener is not None:
                self.tell("said", "TOY-2", {"seat": seat, "word": WORDS[code]})

    def notation(self, seat: int, code: int) -> str:
        return f"throw {code}" if seat == NATURE else WORDS[code]

    def read(self, seat: int, action: str) -> int:
        if action not in WORDS:
            raise IllegalAction("TOY-2", "say “low” or “high”")
        return WORDS.index(action)

    def turn_rule(self) -> str:
        return "TOY-2"

    def game_id(self) -> str:
        return "cups"

    def position(self) -> dict[str, Any]:
        return {
            "game": "cups",
            "players": self.players,
            "options": {},
            "to_act": "chance" if self.actor() == NATURE else self.owing(),
            "dice": self.dice[:],
            "said": [WORDS[code] for code in self.said],
        }

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        seen = self.position()
        if self.actor() != NOBODY:
            seen["dice"] = [dice if i == seat else None for i, dice in enumerate(self.dice)]
        return seen

    def result(self) -> Outcome | None:
        if self.actor() != NOBODY:
            return None
        right = int(sum(self.dice) > 7 * self.players)
        winners = tuple(seat for seat, code in enumerate(self.said) if code == right)
        losers = tuple(seat for seat in range(self.players) if seat not in winners)
        ranking = tuple(group for group in (winners, losers) if group)
        return Outcome(winners, ranking, (None,) * self.players, "total")


def restore(position: dict[str, Any]) -> Cups:
    state = Cups(position["players"])
    state.dice = list(position["dice"])
    state.said = [WORDS.index(word) for word in position["said"]]
    return state


def dream(view: dict[str, Any], rng: Rng) -> Cups:
    dice = [SUMS[rng.weighted(WAYS)] if seen is None else seen for seen in view["dice"]]
    return restore({**view, "dice": dice})
