"""Crusgallo: how good a placement looks, for menus and simple players. It knows no more than the table shows.

A point is a tenth of a released bond. What counts:

    RELEASED   an orb lights that takes a bond off a creature, or puts a gem on the dragon
    COLLECTED  a treasure is collected
    BEGUN      the first of a treasure's two orbs lights
    OPEN       a square with two crystals and an orb worth lighting, and a bare cell for the third crystal
    COVERED    the same with a cell that can be covered
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.crusgallo.cavern import SPOT_BITS, SPOT_MASK
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.parts import BARE, COLOURS, CRYSTAL, LIT, ORB
from parlour.games.crusgallo.rules import Crusgallo

RELEASED: Final = 10
COLLECTED: Final = 5
BEGUN: Final = 1
OPEN: Final = 2
COVERED: Final = 1


def wanted(state: Crusgallo) -> int:
    """Mask of the colours still worth lighting: creatures with bonds, or colours that the dragon lacks."""
    found = 0
    for colour in range(COLOURS):
        if state.can_enchant(colour):
            found |= 1 << colour
    return found


def gain(state: Crusgallo, code: int) -> int:
    """Points for what a placement does at once."""
    points = 0
    half = state.half
    bonds = state.bonds
    dragon = state.dragon
    for orb in state.lights(code):
        colour = orb & 7
        treasure = orb >> 3
        if state.phase == 1:
            if bonds >> 2 * colour & 3:
                bonds -= 1 << 2 * colour
                points += RELEASED
        elif dragon >> colour & 1 == 0:
            dragon |= 1 << colour
            points += RELEASED
        if treasure:
            points += COLLECTED if half >> treasure & 1 else BEGUN
            half |= 1 << treasure
    return points


def worth(state: Crusgallo, code: int) -> int:
    """Points for a placement that `actions` lists: what it does at once, and the chances it opens and closes."""
    if code < LOWEST_PLACE:
        return 0
    return gain(state, code) + chances(state, code)


def chances(state: Crusgallo, code: int) -> int:
    """How many points of chances a placement opens, less those it closes, in the squares around the card."""
    card = code >> SPOT_BITS
    spot = code & SPOT_MASK
    cavern = state.cavern
    cells = cavern.cells
    size = cavern.size
    turn = spot & 3
    wide: i64 = 3 if turn & 1 else 2
    across: i64 = wide + 2
    down: i64 = 7 - wide
    corner = cavern.cell_of(spot) - size - 1
    useful = wanted(state)
    before: list[int] = []
    row: i64 = 0
    while row < down:
        column: i64 = 0
        while column < across:
            before.append(cells[corner + row * size + column])
            column += 1
        row += 1
    after = before[:]
    faces = state.parts.faces
    at = 16 * card + 4 * turn
    top = across + 1
    after[top] = faces[at]
    after[top + wide - 1] = faces[at + 1]
    after[top + (4 - wide) * across] = faces[at + 2]
    after[top + (4 - wide) * across + wide - 1] = faces[at + 3]
    middle = top + (1 if wide == 3 else across)
    after[middle] = 1
    after[middle + (across if wide == 3 else 1)] = 1
    for cell in cavern.lights(card, spot):
        far: i64 = cell - int(corner)
        place = far // size * across + far % size
        after[place] = after[place] | LIT
    points = 0
    row = 0
    while row < down - 1:
        start = row * across
        while start < row * across + across - 1:
            points += chance(
                after[start], after[start + 1], after[start + across], after[start + across + 1], useful
            ) - chance(before[start], before[start + 1], before[start + across], before[start + across + 1], useful)
            start += 1
        row += 1
    return points


def chance(a: i64, b: i64, c: i64, d: i64, useful: int) -> int:
    """Points for a square that lacks one crystal."""
    orb: i64 = 0
    crystals = 0
    other: i64 = 0
    if CRYSTAL <= a < ORB:
        crystals += 1
    elif a >= ORB and orb == 0:
        orb = a
    else:
        other = a
    if CRYSTAL <= b < ORB:
        crystals += 1
    elif b >= ORB and orb == 0:
        orb = b
    else:
        other = b
    if CRYSTAL <= c < ORB:
        crystals += 1
    elif c >= ORB and orb == 0:
        orb = c
    else:
        other = c
    if CRYSTAL <= d < ORB:
        crystals += 1
    elif d >= ORB and orb == 0:
        orb = d
    else:
        other = d
    if crystals != 2 or orb == 0 or orb >= LIT or other >= LIT:
        return 0
    if useful >> int(orb & 7) & 1 == 0 and orb < ORB + 8:
        return 0
    return OPEN if other == BARE else COVERED
