"""Crusgallo: the cavern, that is the cards on the table and everything that follows from where they lie.

The ideas (how a card lies after so many turns, CR-4 and CR-5, is in `parts.py`):

- `cells` is a square window of the unbounded grid, one byte a cell (see `parts.py`); it grows when a card
  comes near its edge. A *spot* is where and how a card lies, independent of the window: x, y and the turn in one int.
- A corner of a card has two neighbour cells outside the card (the others are its own), so whether a crystal there
  makes a link (CR-15) depends on the place alone. `links[cell]` says for a card with its top-left cell there, upright
  (lower four bits) and turned on its side (upper four), at which of its corners a crystal would make a link; 0 if no
  card may lie there, because it would cover a lit orb (CR-18) or no bare cell (CR-19). A card fits if one of its
  crystals is at one of these corners: one `and`.
- `frontier` lists the spots of cells with links. Laying a card changes the links around it only. So finding all
  placements costs as much as there is frontier, however many cards lie on the table.
- Copies of a game share one `Cavern` until one of them lays a card (`own`).
- The cells in the middle of a card are blank, so sets (CR-21) form along its two short sides only: six squares (CR-23).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.crusgallo.parts import BARE, CELLS, CORNERS, CRYSTAL, LIT, ORB, THIRD, CrusgalloParts, width_of

TOP_LEFT: Final = 1
TOP_RIGHT: Final = 2
BOTTOM_LEFT: Final = 4
BOTTOM_RIGHT: Final = 8
TURNED_SHIFT: Final = 4  # the bits of a card turned on its side, in `links`

CENTRE: Final = 512  # of the numbers that stand for x and y in a spot
FARTHEST: Final = 400  # the largest x or y, either way; play from 0 0 reaches 135
SPOT_BITS: Final = 22
SPOT_MASK: Final = (1 << SPOT_BITS) - 1
SYMBOL_BITS: Final = 8  # of a cell's symbol, where one number has both
MIDDLE: Final = 16  # in what `visible` finds: the middle of the card is seen
ORIGIN: Final = CENTRE << 12 | CENTRE << 2  # 0 0 0, where the first card of a phase lies

SIZE: Final = 40  # of a new window
GROWTH: Final = 16  # how much a window grows on each side
NEAR: Final = 5  # cells before the edge, and after the card, that the rules look at
UNLISTED: Final = -1  # in `links`: not in the frontier


def spot_of(x: int, y: int, turn: int) -> int:
    return (y + CENTRE) << 12 | (x + CENTRE) << 2 | turn


def spot_x(spot: int) -> int:
    return (spot >> 2 & 1023) - CENTRE


def spot_y(spot: int) -> int:
    return (spot >> 12 & 1023) - CENTRE


class Cavern:
    """The table of one phase."""

    def __init__(self, parts: CrusgalloParts, like: Cavern | None = None) -> None:
        """An empty table, or a copy of the table `like`."""
        self.parts: CrusgalloParts = parts
        self.shared: bool = False  # several games look at this table, so it must not be changed
        if like is not None:
            self.size: i64 = like.size
            self.offset: i64 = like.offset  # column of x = 0 and row of y = 0 in the window
            self.cells: bytes = like.cells  # what is visible
            self.links: list[int] = like.links[:]
            self.frontier: list[int] = like.frontier[:]  # spots of cells with links; some have lost them
            self.lost: int = like.lost  # how many of these there are
            self.laid: list[int] = like.laid[:]  # card << SPOT_BITS | spot, in the order laid
            self.lit: list[int] = like.lit[:]  # spot << 1 | with a gem, in the order lit
            return
        self.size = SIZE
        self.offset = SIZE // 2 - 1
        self.cells = bytes(SIZE * SIZE)
        self.links = [UNLISTED] * (SIZE * SIZE)
        self.frontier = []
        self.lost = 0
        self.laid = []
        self.lit = []

    def own(self) -> Cavern:
        """This table if only one game looks at it, else a copy of it that may be changed."""
        return Cavern(self.parts, self) if self.shared else self

    # -- the window ----------------------------------------------------------------------------

    def cell_of(self, spot: int) -> i64:
        away = self.offset - CENTRE
        where: i64 = spot
        return ((where >> 12 & 1023) + away) * self.size + (where >> 2 & 1023) + away

    def spot_at(self, cell: i64) -> int:
        """The spot of an upright card with its top-left corner at this cell."""
        away = CENTRE - self.offset
        size = self.size
        return int((cell // size + away) << 12 | (cell % size + away) << 2)

    def in_window(self, x: int, y: int) -> bool:
        """Whether all cells of a card at x, y, and those around them, are in the window."""
        last = self.size - NEAR
        column = x + self.offset
        row = y + self.offset
        return 0 < column < last and 0 < row < last

    def make_room(self, spot: int) -> None:
        """Let the window grow until a card can be laid at a spot."""
        while True:
            last = self.size - NEAR - 4
            column = spot_x(spot) + self.offset
            row = spot_y(spot) + self.offset
            if NEAR <= column <= last and NEAR <= row <= last:
                return
            self.grow()

    def grow(self) -> None:
        old = int(self.size)
        size = old + 2 * GROWTH
        cells = bytearray(size * size)
        links = [UNLISTED] * (size * size)
        for row in range(old):
            start = (row + GROWTH) * size + GROWTH
            cells[start : start + old] = self.cells[row * old : row * old + old]
            links[start : start + old] = self.links[row * old : row * old + old]
        self.cells = bytes(cells)
        self.links = links
        self.size = size
        self.offset += GROWTH

    # -- where a card may lie (CR-15 to CR-19) -------------------------------------------------

    def placements(self, card: int, found: list[int]) -> None:
        """Add `card << SPOT_BITS | spot` to `found` for all spots where a card may lie."""
        at = self.parts.crystals_at
        upright: i64 = at[4 * card]
        clockwise: i64 = at[4 * card + 1] << TURNED_SHIFT
        upside_down: i64 = at[4 * card + 2]
        anticlockwise: i64 = at[4 * card + 3] << TURNED_SHIFT
        links = self.links
        size = self.size
        away = self.offset - CENTRE
        code: i64 = card << SPOT_BITS
        for listed in self.frontier:
            spot: i64 = listed
            link: i64 = links[((spot >> 12) + away) * size + (spot >> 2 & 1023) + away]
            if link == 0:
                continue
            spot |= code
            if link & upright:
                found.append(spot)
            if link & clockwise:
                found.append(spot | 1)
            if link & upside_down:
                found.append(spot | 2)
            if link & anticlockwise:
                found.append(spot | 3)

    def fits_somewhere(self, card: int) -> bool:
        """Whether a card may lie anywhere."""
        at = self.parts.crystals_at
        corners = at[4 * card] | at[4 * card + 2] | (at[4 * card + 1] | at[4 * card + 3]) << TURNED_SHIFT
        links = self.links
        for spot in self.frontier:
            if links[self.cell_of(spot)] & corners:
                return True
        return False

    def fits(self, card: int, spot: int) -> bool:
        """Whether a card may lie at a spot."""
        if not self.in_window(spot_x(spot), spot_y(spot)):
            return False
        link = self.links[self.cell_of(spot)]
        if link <= 0:
            return False
        turn = spot & 3
        corners = self.parts.crystals_at[4 * card + turn]
        return (link & (corners << TURNED_SHIFT if turn & 1 else corners)) != 0

    def links_at(self, cell: i64) -> i64:
        """What `links` says of a card with its top-left cell here, from the cells around it."""
        cells = self.cells
        row1 = cell + self.size
        row2 = row1 + self.size
        # The 2 x 2 cells that both ways of lying have in common, then two more each.
        a: i64 = cells[cell]
        b: i64 = cells[cell + 1]
        c: i64 = cells[row1]
        d: i64 = cells[row1 + 1]
        common = a | b | c | d
        if common >= LIT:  # CR-18
            return 0
        bare = a == BARE or b == BARE or c == BARE or d == BARE
        found: i64 = 0
        e: i64 = cells[row2]
        f: i64 = cells[row2 + 1]
        if (e | f) < LIT and (bare or e == BARE or f == BARE):  # CR-19
            row3 = row2 + self.size
            up = cell - self.size
            if cells[cell - 1] >> 4 == 1 or cells[up] >> 4 == 1:
                found = TOP_LEFT
            if cells[cell + 2] >> 4 == 1 or cells[up + 1] >> 4 == 1:
                found |= TOP_RIGHT
            if cells[row2 - 1] >> 4 == 1 or cells[row3] >> 4 == 1:
                found |= BOTTOM_LEFT
            if cells[row2 + 2] >> 4 == 1 or cells[row3 + 1] >> 4 == 1:
                found |= BOTTOM_RIGHT
        e = cells[cell + 2]
        f = cells[row1 + 2]
        if (e | f) < LIT and (bare or e == BARE or f == BARE):
            up = cell - self.size
            if cells[cell - 1] >> 4 == 1 or cells[up] >> 4 == 1:
                found |= TOP_LEFT << TURNED_SHIFT
            if cells[cell + 3] >> 4 == 1 or cells[up + 2] >> 4 == 1:
                found |= TOP_RIGHT << TURNED_SHIFT
            if cells[row1 - 1] >> 4 == 1 or cells[row2] >> 4 == 1:
                found |= BOTTOM_LEFT << TURNED_SHIFT
            if cells[row1 + 3] >> 4 == 1 or cells[row2 + 2] >> 4 == 1:
                found |= BOTTOM_RIGHT << TURNED_SHIFT
        return found

    def relink(self, cell: i64, turn: int) -> None:
        """Bring `links` and `frontier` up to date after a card was laid at a cell.

        A card that would touch or cover it, or an orb next to it that has just been lit, has its top-left cell
        at most three cells before the new card and one behind it.
        """
        links = self.links
        frontier = self.frontier
        size = self.size
        wide: i64 = 3 if turn & 1 else 2
        row: i64 = cell - 3 * size - 3
        end: i64 = row + (9 - wide) * size
        while row < end:
            at: i64 = row
            while at < row + wide + 4:
                link = self.links_at(at)
                before: i64 = links[at]
                if link != before and (link != 0 or before > 0):
                    if before < 0:
                        frontier.append(self.spot_at(at))
                    elif link == 0:
                        self.lost += 1
                    elif before == 0:
                        self.lost -= 1
                    links[at] = int(link)
                at += 1
            row += size
        if self.lost > 32 and self.lost * 2 > len(frontier):
            self.tidy()

    def link_all(self) -> None:
        """Bring `links` and `frontier` of a new table up to date after all its cards were laid.

        The same as `relink` for each card in the order laid, but each cell is looked at once.
        """
        links = self.links
        frontier = self.frontier
        size = self.size
        done = bytearray(size * size)
        for code in self.laid:
            wide: i64 = 2 + (code & 1)
            row: i64 = self.cell_of(code) - 3 * size - 3
            end: i64 = row + (9 - wide) * size
            while row < end:
                at: i64 = row
                while at < row + wide + 4:
                    if done[at] == 0:
                        done[at] = 1
                        link = self.links_at(at)
                        if link != 0:
                            frontier.append(self.spot_at(at))
                            links[at] = int(link)
                    at += 1
                row += size

    def tidy(self) -> None:
        """Take out of the frontier what has lost its links."""
        kept: list[int] = []
        for spot in self.frontier:
            cell = self.cell_of(spot)
            if self.links[cell] != 0:
                kept.append(spot)
            else:
                self.links[cell] = UNLISTED
        self.frontier = kept
        self.lost = 0

    # -- what a card would do there (CR-21 to CR-26) -------------------------------------------

    def lights(self, card: int, spot: int) -> list[int]:
        """The orbs that light when a card is laid at a spot, as `cell << SYMBOL_BITS | symbol`, in reading order
        (CR-30).

        Nothing is changed by asking.
        """
        found: list[int] = []
        size = self.size
        cell = self.cell_of(spot)
        turn = spot & 3
        faces = self.parts.faces
        at = 16 * card + 4 * turn
        a: i64 = faces[at]
        b: i64 = faces[at + 1]
        c: i64 = faces[at + 2]
        d: i64 = faces[at + 3]
        if turn & 1:
            self.light_along(cell - size, size, -1, a, c, found)
            self.light_along(cell - size + 2, size, 1, b, d, found)
        else:
            self.light_along(cell - 1, 1, -size, a, b, found)
            self.light_along(cell - 1 + 2 * size, 1, size, c, d, found)
        if len(found) > 1:
            found.sort()
        return found

    def light_along(self, start: i64, step: i64, out: i64, second: i64, third: i64, found: list[int]) -> None:
        """The three squares along a short side with the symbols `second` and `third`.

        `start` is the cell before that side, `step` leads along it and `out` away from the card.
        """
        cells = self.cells
        outer2: i64 = cells[start + step + out]
        outer3: i64 = cells[start + 2 * step + out]
        if outer2 >= CRYSTAL:
            first: i64 = cells[start]
            outer1: i64 = cells[start + out]
            if first >= CRYSTAL and outer1 >= CRYSTAL:
                orb = orb_of_set(first, second, outer1, outer2)
                if orb >= 0:
                    add_orb(found, orb, start, step, out, first, second, outer1, outer2)
            if outer3 >= CRYSTAL:
                orb = orb_of_set(second, third, outer2, outer3)
                if orb >= 0:
                    add_orb(found, orb, start + step, step, out, second, third, outer2, outer3)
        if outer3 >= CRYSTAL:
            last: i64 = cells[start + 3 * step]
            outer4: i64 = cells[start + 3 * step + out]
            if last >= CRYSTAL and outer4 >= CRYSTAL:
                orb = orb_of_set(third, last, outer3, outer4)
                if orb >= 0:
                    add_orb(found, orb, start + 2 * step, step, out, third, last, outer3, outer4)

    # -- laying and lighting -------------------------------------------------------------------

    def put(self, card: int, spot: int) -> None:
        """Lay a card; the links are not up to date until `relink`."""
        self.make_room(spot)
        turn = spot & 3
        image = self.parts.images[4 * card + turn]
        wide: i64 = width_of(turn)
        row = self.cell_of(spot)
        cells = bytearray(self.cells)
        at: i64 = 0
        while at < CELLS:
            cells[row : row + wide] = image[at : at + wide]
            at += wide
            row += self.size
        self.cells = bytes(cells)
        self.laid.append(card << SPOT_BITS | spot)

    def light(self, cell: i64, gem: int) -> None:
        """An orb lights, with a gem (1) or without (0)."""
        cells = bytearray(self.cells)
        cells[cell] = cells[cell] | LIT
        self.cells = bytes(cells)
        self.lit.append(self.spot_at(cell) << 1 | gem)

    def sets_around(self, cell: int) -> list[list[int]]:
        """The sets that an orb belongs to: for each the cells of its three crystals (for events; not fast)."""
        size = int(self.size)
        found: list[list[int]] = []
        for corner in (cell - size - 1, cell - size, cell - 1, cell):
            square = [corner, corner + 1, corner + size, corner + size + 1]
            values = [self.cells[at] & ~LIT if at == cell else self.cells[at] for at in square]
            if min(values) >= CRYSTAL:
                orb = orb_of_set(values[0], values[1], values[2], values[3])
                if orb >= 0 and square[orb] == cell:
                    found.append([at for at in square if at != cell])
        return found

    def unlit_set(self) -> int:
        """A cell whose orb belongs to a set but is not lit, or -1 (for positions from outside)."""
        cells = self.cells
        size = self.size
        for code in self.laid:
            start: i64 = self.cell_of(code) - size - 1
            row: i64 = start
            while row < start + 4 * size:
                corner: i64 = row
                while corner < row + 4:
                    a: i64 = cells[corner]
                    b: i64 = cells[corner + 1]
                    c: i64 = cells[corner + size]
                    d: i64 = cells[corner + size + 1]
                    if a >= CRYSTAL and b >= CRYSTAL and c >= CRYSTAL and d >= CRYSTAL:
                        orb = orb_of_set(a, b, c, d)
                        if orb >= 0:
                            return int(corner + (orb & 1) + (size if orb & 2 else 0))
                    corner += 1
                row += size
        return -1

    # -- what is seen of it, for whoever draws it ----------------------------------------------

    def visible(self) -> list[int]:
        """For each card in the order laid, which of its symbols are seen and not lit, a bit each, and its `MIDDLE`."""
        size = int(self.size)
        top: list[int] = [-1] * (size * size)  # the card that is seen at each cell
        for i, code in enumerate(self.laid):
            start = int(self.cell_of(code))
            wide = width_of(code)
            for row in range(start, start + (5 - wide) * size, size):
                for cell in range(row, row + wide):
                    top[cell] = i
        away = [[x + y * size for x, y in corners] for corners in CORNERS]
        found: list[int] = []
        for i, code in enumerate(self.laid):
            start = int(self.cell_of(code))
            seen = MIDDLE if top[start + size + 1] == i else 0
            corners = away[code & 1]
            for corner in range(4):
                cell = start + corners[corner]
                if top[cell] == i and self.cells[cell] < LIT:
                    seen |= 1 << corner
            found.append(seen)
        return found

    def cards_that_lit(self) -> dict[tuple[int, int], int]:
        """For each orb (x, y) that was lit by a card laid on this table, that card, by the order laid."""
        found: dict[tuple[int, int], int] = {}
        again = Cavern(self.parts)
        for i, code in enumerate(self.laid):
            card = code >> SPOT_BITS
            spot = code & SPOT_MASK
            again.make_room(spot)
            lit = again.lights(card, spot)
            again.put(card, spot)
            for orb in lit:
                again.light(orb >> SYMBOL_BITS, 0)
                where = again.spot_at(orb >> SYMBOL_BITS)
                found[spot_x(where), spot_y(where)] = i
        return found


def orb_of_set(a: i64, b: i64, c: i64, d: i64) -> i64:
    """CR-21, CR-22: which of four symbols is the unlit orb of a set with the other three; -1 if they are none."""
    if a >= ORB:
        if a < LIT and b < ORB and c < ORB and d < ORB and is_set(b, c, d):
            return 0
    elif b >= ORB:
        if b < LIT and c < ORB and d < ORB and is_set(a, c, d):
            return 1
    elif c >= ORB:
        if c < LIT and d < ORB and is_set(a, b, d):
            return 2
    elif ORB <= d < LIT and is_set(a, b, c):
        return 3
    return -1


def is_set(a: i64, b: i64, c: i64) -> bool:
    """CR-22: one colour or three, and one shape or three."""
    return THIRD[(a - CRYSTAL) * 9 + b - CRYSTAL] == c - CRYSTAL


def add_orb(found: list[int], orb: i64, corner: i64, step: i64, out: i64, a: i64, b: i64, c: i64, d: i64) -> None:
    """Add the orb of the square that begins at `corner`. CR-25: it lights once, in however many sets it is."""
    cell = corner + (step if orb & 1 else 0) + (out if orb & 2 else 0)
    symbol = a if orb == 0 else b if orb == 1 else c if orb == 2 else d
    lit = int(cell << SYMBOL_BITS | symbol)
    if lit not in found:
        found.append(lit)


def extent(codes: list[int]) -> tuple[int, int, int, int]:
    """The smallest x and y of cards that lie, or may lie, there, and the smallest that lie behind them all."""
    if len(codes) == 0:
        return 0, 0, 2, 3
    left = top = SPOT_MASK
    right = bottom = -SPOT_MASK
    for code in codes:
        x = spot_x(code)
        y = spot_y(code)
        wide = width_of(code)
        left = min(left, x)
        top = min(top, y)
        right = max(right, x + wide)
        bottom = max(bottom, y + 5 - wide)
    return left, top, right, bottom
