"""Crusgallo: what is to be seen of a table, worked out for whoever draws it (`board.py`)."""

from __future__ import annotations

from parlour.games.crusgallo.cavern import SPOT_BITS, SPOT_MASK, Cavern, spot_x, spot_y
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.parts import LIT
from parlour.games.crusgallo.rules import Crusgallo

MIDDLE = 16  # in what `visible` finds: the middle of the card is seen


def ghosts(state: Crusgallo) -> list[int]:
    """The placements that may be chosen: by card, then in reading order, then by turn."""
    return sorted([code for code in state.actions(0) if code >= LOWEST_PLACE])


def stars(state: Crusgallo, ghosts: list[int]) -> dict[int, list[int]]:
    """The placements that light something: the orbs, each as `treasure << 3 | colour`."""
    found: dict[int, list[int]] = {}
    for code in ghosts:
        lit = state.lights(code)
        if len(lit) > 0:
            found[code] = lit
    return found


def extent(codes: list[int]) -> tuple[int, int, int, int]:
    """The smallest x and y of cards that lie, or may lie, there, and the smallest that lie behind them all."""
    if len(codes) == 0:
        return 0, 0, 2, 3
    left = top = SPOT_MASK
    right = bottom = -SPOT_MASK
    for code in codes:
        x = spot_x(code)
        y = spot_y(code)
        flat = code & 1
        left = min(left, x)
        top = min(top, y)
        right = max(right, x + 2 + flat)
        bottom = max(bottom, y + 3 - flat)
    return left, top, right, bottom


def visible(cavern: Cavern) -> list[int]:
    """For each card in the order laid, which of its symbols are seen and not lit, a bit each, and its `MIDDLE`."""
    size = int(cavern.size)
    top: list[int] = [-1] * (size * size)  # the card that is seen at each cell
    for i, code in enumerate(cavern.laid):
        start = int(cavern.cell_of(code))
        wide = 2 + (code & 1)
        for row in range(start, start + (5 - wide) * size, size):
            for cell in range(row, row + wide):
                top[cell] = i
    found: list[int] = []
    for i, code in enumerate(cavern.laid):
        start = int(cavern.cell_of(code))
        across, down = (2, size) if code & 1 else (1, 2 * size)
        seen = MIDDLE if top[start + size + 1] == i else 0
        for corner in range(4):
            cell = start + (across if corner & 1 else 0) + (down if corner & 2 else 0)
            if top[cell] == i and cavern.cells[cell] < LIT:
                seen |= 1 << corner
        found.append(seen)
    return found


def lit_by(state: Crusgallo) -> dict[tuple[int, int], int]:
    """For each orb on the table that was lit there, which card did it, by the order laid."""
    found: dict[tuple[int, int], int] = {}
    cavern = Cavern(state.parts)
    for i, code in enumerate(state.cavern.laid):
        card, spot = code >> SPOT_BITS, code & SPOT_MASK
        cavern.make_room(spot)
        lit = cavern.lights(card, spot)
        cavern.put(card, spot)
        for cell in lit:
            cavern.light(cell, 0)
            where = cavern.spot_at(cell)
            found[spot_x(where), spot_y(where)] = i
    return found
