"""How a game ended."""

from __future__ import annotations

from typing import Any


class Outcome:
    """Winners, ranking (groups of equal seats, best first), a score for each seat, and the reason."""

    def __init__(
        self,
        winners: tuple[int, ...],
        ranking: tuple[tuple[int, ...], ...],
        scores: tuple[int | None, ...],
        reason: str,
    ) -> None:
        self.winners: tuple[int, ...] = winners
        self.ranking: tuple[tuple[int, ...], ...] = ranking
        self.scores: tuple[int | None, ...] = scores
        self.reason: str = reason

    def place(self, seat: int) -> float:
        """The place of a seat, 1 for the best; seats that share places 2 and 3 both have 2.5."""
        before = 0
        for group in self.ranking:
            if seat in group:
                return before + (len(group) + 1) / 2
            before += len(group)
        raise ValueError(f"seat {seat} is not in the ranking")

    def to_dict(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "ranking": [list(group) for group in self.ranking],
            "scores": list(self.scores),
            "reason": self.reason,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.winners, self.ranking, self.scores, self.reason))

    def __reduce__(self) -> tuple[Any, ...]:
        return Outcome, (self.winners, self.ranking, self.scores, self.reason)

    def __repr__(self) -> str:
        return f"Outcome({self.winners}, {self.ranking}, {self.scores}, {self.reason!r})"


def rank(keys: dict[int, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Groups of seats with equal keys, larger keys first, seats ascending in a group."""
    groups: list[list[int]] = []  # few seats, so each looks for its place from the end on
    best: list[tuple[int, ...]] = []
    for seat in sorted(keys):
        key = keys[seat]
        place = len(best)
        while place > 0 and best[place - 1] < key:
            place -= 1
        if place > 0 and best[place - 1] == key:
            groups[place - 1].append(seat)
        else:
            groups.insert(place, [seat])
            best.insert(place, key)
    return tuple([tuple(group) for group in groups])
