"""Crusgallo as a bot sees it: bonds released, gems on the dragon, treasures, cards to spare.

Which placements deserve a thought is told by `worth`, which knows no more than the table shows (menus are sorted by it
too); a search plays a few cards on, drawn from the known composition of the unseen ones, and compares what was reached.
A point of `worth` is a tenth of a released bond. What counts:

    FOR_BOND       an orb lights that takes a bond off a creature, or puts a gem on the dragon
    FOR_TREASURE   a treasure is collected
    FOR_HALF       the first of a treasure's two orbs lights
    OPEN           a square with two crystals and an orb worth lighting, and a bare cell for the third crystal
    COVERED        the same with a cell that can be covered
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.crusgallo.cavern import SPOT_BITS, SPOT_MASK, SYMBOL_BITS
from parlour.games.crusgallo.parts import BARE, CELLS, COLOURS, CRYSTAL, LIT, ORB, width_of
from parlour.games.crusgallo.rules import BEGUN, COLLECTED, LOWEST_PLACE, PLACE, WON, Crusgallo, count
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge
from parlour.rules.state import State

WIDTH: Final = 12  # placements that a search thinks about
FOR_BOND: Final = 10
FOR_TREASURE: Final = 5
FOR_HALF: Final = 1
OPEN: Final = 2
COVERED: Final = 1


class CrusgalloJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 8.0
        self.horizon = 3
        self.glances = 1

    def standing(self, state: State, seat: i64) -> float:
        """In released bonds, counted from the middle of the game."""
        assert isinstance(state, Crusgallo)
        treasures: float = 0.6 * count(state.treasures) + 0.15 * count(state.half)
        if state.phase == 1:
            left = 0
            for colour in range(COLOURS):
                left += state.bonds >> 2 * colour & 3
            return treasures - left
        # In the second phase every gem on the dragon counts as much as three bonds, and so do cards to spare.
        trapped = count(state.dragon)
        spare: float = 1.2 * count(state.row)
        if trapped == COLOURS:
            spare *= 2.0
        return treasures + 3.0 * trapped + spare

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """The placement that looks best at once."""
        assert isinstance(state, Crusgallo)
        if state.step != PLACE:
            return codes[rng.below(len(codes))]
        best = codes[0]
        most = -1000
        equal = 0
        for code in codes:
            points = worth(state, code)
            if points > most:
                most = points
                best = code
                equal = 1
            elif points == most:
                equal += 1
                if rng.below(equal) == 0:
                    best = code
        return best

    def shortlist(self, state: State, seat: i64, codes: vec[i64]) -> vec[i64]:
        assert isinstance(state, Crusgallo)
        if state.step != PLACE or len(codes) <= WIDTH:
            return codes
        order: list[int] = []  # points and place in the list, as one number
        for i in range(len(codes)):
            points = worth(state, codes[i]) if codes[i] >= LOWEST_PLACE else 20
            order.append((500 - points) << 16 | i)
        order.sort()
        return vec[i64]([codes[rated & 0xFFFF] for rated in order[:WIDTH]])

    def promise(self, state: State, seat: i64, code: i64) -> float:
        """The chances that a placement opens and closes."""
        assert isinstance(state, Crusgallo)
        return 0.0005 * worth(state, code) if state.step == PLACE else 0.0

    def sight(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Crusgallo)
        return state.card + 1


# -- how good a placement looks --------------------------------------------------------------------------


def worth(state: Crusgallo, code: int) -> int:
    """Points for a placement that `actions` lists: what it does at once, and the chances it opens and closes."""
    if code < LOWEST_PLACE:
        return 0
    return gain(state, code) + prospects(state, code)


def gain(state: Crusgallo, code: int) -> int:
    """Points for what a placement does at once."""
    points = 0
    for effect in state.effects(code):
        if effect & WON:
            points += FOR_BOND
        if effect & COLLECTED:
            points += FOR_TREASURE
        if effect & BEGUN:
            points += FOR_HALF
    return points


def wanted_colours(state: Crusgallo) -> int:
    """Mask of the colours still worth lighting: creatures with bonds, or colours that the dragon lacks."""
    found = 0
    for colour in range(COLOURS):
        if state.can_enchant(colour):
            found |= 1 << colour
    return found


def prospects(state: Crusgallo, code: int) -> int:
    """How many points of chances a placement opens, less those it closes, in the squares around the card."""
    card = code >> SPOT_BITS
    spot = code & SPOT_MASK
    cavern = state.cavern
    cells = cavern.cells
    size = cavern.size
    turn = spot & 3
    wide: i64 = width_of(turn)
    across: i64 = wide + 2
    down: i64 = 7 - wide
    corner = cavern.cell_of(spot) - size - 1
    useful = wanted_colours(state)
    before: list[int] = []
    row: i64 = 0
    while row < down:
        column: i64 = 0
        while column < across:
            before.append(cells[corner + row * size + column])
            column += 1
        row += 1
    after = before[:]
    image = state.parts.images[4 * card + turn]
    place = across + 1
    at: i64 = 0
    while at < CELLS:
        after[place] = image[at]
        at += 1
        place += 1 if at % wide else across - wide + 1
    for orb in cavern.lights(card, spot):
        far: i64 = (orb >> SYMBOL_BITS) - int(corner)
        place = far // size * across + far % size
        after[place] = after[place] | LIT
    points = 0
    row = 0
    while row < down - 1:
        start = row * across
        while start < row * across + across - 1:
            points += prospect(
                after[start], after[start + 1], after[start + across], after[start + across + 1], useful
            ) - prospect(before[start], before[start + 1], before[start + across], before[start + across + 1], useful)
            start += 1
        row += 1
    return points


def prospect(a: i64, b: i64, c: i64, d: i64, useful: int) -> int:
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


JUDGE = CrusgalloJudge()
