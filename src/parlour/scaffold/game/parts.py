"""Under Cups: the numbers of the component file, checked."""

from __future__ import annotations

from typing import Any

from parlour.rules.check import Check
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Parts


class UnderCupsParts(Parts):
    """The dice under a cup: what they can show together, and in how many ways."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        check = Check(InvalidComponents)
        check.that("cups" in data, "cups", "this section is missing")
        cups = check.keys(data["cups"], ("dice", "sides"), "cups")
        self.dice: int = check.integer(cups["dice"], "cups.dice", 1, 5)
        self.sides: int = check.integer(cups["sides"], "cups.sides", 2, 20)
        self.sums: list[int] = list(range(self.dice, self.dice * self.sides + 1))
        self.ways: list[int] = count_ways(self.dice, self.sides)

    def lowest(self, players: int) -> int:
        """UC-8: what all dice of a table show at least."""
        return self.sums[0] * players

    def highest(self, players: int) -> int:
        """UC-8: what all dice of a table can show."""
        return self.sums[-1] * players


def count_ways(dice: int, sides: int) -> list[int]:
    """UC-5: in how many ways so many dice show each sum, from the lowest one on."""
    ways = [1]
    for _ in range(dice):
        more = [0] * (len(ways) + sides - 1)
        for i, number in enumerate(ways):
            for side in range(sides):
                more[i + side] += number
        ways = more
    return ways


def make_parts(data: dict[str, Any]) -> UnderCupsParts:
    return UnderCupsParts(data)
