"""Questions that were asked before: their codes as lists and as sorted texts, without making them again.

Most questions of a game are one of a few. A menu is found by the codes themselves, so there is nothing to invalidate;
one that hits the place of another takes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec

if TYPE_CHECKING:
    from parlour.rules.state import State

PLACES: Final[i64] = 256  # a power of two
LONG: Final[i64] = 64  # codes of a question that is hardly ever asked again: keeping them would only take room
VERY_LONG: Final[i64] = 512  # the same, where sorting them is saved too
HASH: Final[i64] = 0xFFFFFF  # what is kept of a number that places are found by


@final
class Menus:
    """What lists of codes have been turned into."""

    def __init__(self) -> None:
        self.codes: vec[vec[i64]] = vec[vec[i64]]()  # by place: what the list or the texts there were made from
        self.lists: list[list[int]] = []
        self.texts: list[list[str]] = []
        for _ in range(PLACES):
            self.codes = append(self.codes, vec[i64]())
            self.lists.append([])
            self.texts.append([])

    def list_of(self, codes: vec[i64]) -> list[int]:
        """The codes as a list, mostly the same one for the same codes: it must not be changed."""
        if len(codes) > LONG:
            return [int(code) for code in codes]
        place = place_of(codes)
        if not same(self.codes[place], codes):
            self.codes[place] = codes
            self.lists[place] = [int(code) for code in codes]
        return self.lists[place]

    def ascending(self, codes: vec[i64]) -> list[int]:
        """The codes as a sorted list of the caller's own."""
        if len(codes) > VERY_LONG:
            return sorted([int(code) for code in codes])
        place: i64 = len(codes)
        for code in codes:
            place = place * 31 + code & HASH
        place = place & PLACES - 1
        if not same(self.codes[place], codes):
            self.codes[place] = codes
            self.lists[place] = sorted([int(code) for code in codes])
        return self.lists[place][:]

    def sorted_texts(self, state: State, seat: i64) -> list[str]:
        """The sorted action strings of a seat, in a list of the caller's own, where a code always means the same."""
        codes = state.codes(seat)
        place = place_of(codes)
        if not same(self.codes[place], codes):
            texts = [state.notation(seat, code) for code in codes]
            texts.sort()
            self.codes[place] = codes
            self.texts[place] = texts
        return self.texts[place][:]


def place_of(codes: vec[i64]) -> i64:
    length = len(codes)
    return (length + 5 * codes[0] + 37 * codes[length - 1]) & PLACES - 1 if length > 0 else 0


def contains(codes: vec[i64], wanted: i64) -> bool:
    """Whether a code is one of these."""
    for code in codes:
        if code == wanted:
            return True
    return False


def same(one: vec[i64], other: vec[i64]) -> bool:
    """Whether two vectors hold the same numbers."""
    length = len(one)
    if len(other) != length:
        return False
    for i in range(length):
        if one[i] != other[i]:
            return False
    return True
