"""How a game ended."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from parlour._vecs import vec


@final
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


def rank_rows(keys: vec[i64], width: i64) -> tuple[tuple[int, ...], ...]:
    """`rank` where the seats' keys stand one after the other, so many numbers each."""
    seats = len(keys) // width
    return rank(
        {int(seat): tuple([int(key) for key in keys[seat * width : (seat + 1) * width]]) for seat in range(seats)}
    )


def returns_of_rows(keys: vec[i64], width: i64) -> list[float]:
    """`State.returns` of a game that is over, by the keys of its seats (two or more): no ranking has to be made."""
    seats = len(keys) // width
    found: list[float] = []
    for seat in range(seats):
        before: i64 = 0
        equal: i64 = 0
        for other in range(seats):
            place: i64 = 0
            while place < width and keys[other * width + place] == keys[seat * width + place]:
                place += 1
            if place == width:
                equal += 1
            elif keys[other * width + place] > keys[seat * width + place]:
                before += 1
        beaten = float(before) + float(equal + 1) / 2.0 - 1.0
        found.append(1.0 - 2.0 * beaten / float(seats - 1))
    return found
