"""Crusgallo: the cavern, that is the cards on the table and everything that follows from where they lie.

The ideas (how a card lies after so many turns, CR-4 and CR-5, is in `parts.py`; a *way* is a card and its turn):

- `cells` is a square window of the unbounded grid, one symbol a cell (see `parts.py`); it grows when a card
  comes near its edge. A *cell* is a number in that window, a *place* one that does not depend on it (see `codes.py`).
- A corner of a card has two neighbour cells outside the card (the others are its own), so whether a crystal there
  makes a link (CR-15) depends on the place alone. The *links* of a cell say for a card with its top-left cell there,
  upright (lower four bits) and turned on its side (upper four), at which of its corners a crystal would make a link; 0
  if no card may lie there, because it would cover a lit orb (CR-18) or no bare cell (CR-19). A card fits if one of its
  crystals is at one of these corners: one `and`.
- `frontier` lists the cells with links, together with these. Laying a card changes the links around it only. So finding
  all placements is a walk along the frontier, however many cards lie on the table.
- Copies of a game share one `Cavern` until one of them lays a card (`own`).
- The cells in the middle of a card are blank, so sets (CR-21) form along its two short sides only: six squares (CR-23).

All is packed vectors (`parlour._vecs`) of small numbers: symbols and links are below 256, codes below 2^28
(641,601 places of a position, 240 ways to lie), entries of the frontier below 2^58. The two vectors with an entry for
each cell of the window have small elements, eight and sixteen bits: they are most of a game's memory. A card brings at
most 42 cells to the frontier, so 60 cards never bring more than 2,520.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i16, i64, u8

from parlour._vecs import PACKED, append, vec
from parlour.games.crusgallo.codes import LOWEST_PLACE, place_at, place_x, place_y
from parlour.games.crusgallo.parts import (
    BARE,
    CELLS,
    CORNERS,
    CRYSTAL,
    LIT,
    ORB,
    THIRD,
    TURNED,
    CrusgalloParts,
    width_of,
)
from parlour.rules.nodes import part_numbers

TOP_LEFT: Final[i64] = 1
TOP_RIGHT: Final[i64] = 2
BOTTOM_LEFT: Final[i64] = 4
BOTTOM_RIGHT: Final[i64] = 8
TURNED_SHIFT: Final[i64] = 4  # the bits of a card turned on its side, in its links

FARTHEST: Final = 400  # the largest x or y of a position, either way; play from 0 0 reaches 135
SYMBOL_BITS: Final[i64] = 8  # of a cell's symbol, where one number has both
SYMBOL_MASK: Final[i64] = 255
CELL_BITS: Final[i64] = 22  # of a cell in an entry of the frontier: a window has at most 1128 * 1128 cells
CELL_MASK: Final[i64] = 4194303
LINK_MASK: Final[i64] = 255  # the links, above the cell
CODE_SHIFT: Final[i64] = 30  # the lowest code of a placement there, above both
MIDDLE: Final = 16  # in what `visible` finds: the middle of the card is seen

SIZE: Final[i64] = 40  # of a new window
OFFSET: Final[i64] = 19
GROWTH: Final[i64] = 16  # how much a window grows on each side
NEAR: Final[i64] = 5  # cells before the edge, and after the card, that the rules look at
UNLISTED: Final[i16] = -1  # in `listed_at`: not in the frontier

# Symbols (see `parts.py`) as `cells` has them.
BARE_CELL: Final[u8] = 0
LIT_CELL: Final[u8] = 128

STEPS_OF_SORTING: Final = vec[i64]([701, 301, 132, 57, 23, 10, 4, 1])


def fitting_turns() -> vec[u8]:
    """By the corners of an upright card that hold a crystal and the links of a cell, `corners << 8 | link`: a mask of
    the turns in which the card fits there."""
    found = vec[u8](capacity=4096)
    for corners in range(16):
        for link in range(256):
            turns = 0
            for turn in range(4):
                here = 0  # the corners with a crystal as the card lies
                for place, corner in enumerate(TURNED[turn]):
                    if corners >> corner & 1:
                        here |= 1 << place
                if link & (here << 4 if turn & 1 else here):
                    turns |= 1 << turn
            found = append(found, u8(turns))
    return found


FITTING: Final = fitting_turns()
TURNS_IN: Final = vec[i64]([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4])  # by mask: how many turns it has

# Ranges of 2,048 codes, in which `Cavern.nth_placement` counts; the last one has all that are farther away.
SPAN_SHIFT: Final[i64] = 41  # of an entry of the frontier: `CODE_SHIFT` and eleven bits
LAST_SPAN: Final[i64] = 63
NOTHING_COUNTED: Final = vec[i64]([0 for _ in range(64)])

# What `Cavern.relink` has to know of a row of cells, a bit each: 16 bits where a card lies, 16 where a lit orb is, 16
# where a crystal is. By symbol, those of the first cell.
LIT_ROW: Final[i64] = 16
CRYSTAL_ROW: Final[i64] = 32
ROW: Final[i64] = 65535


def row_bits() -> vec[i64]:
    found = vec[i64](capacity=256)
    for symbol in range(256):
        bits = 0
        if symbol != BARE:
            bits = 1
        if symbol >= LIT:
            bits |= 1 << 16
        if symbol >> 4 == 1:
            bits |= 1 << 32
        found = append(found, bits)
    return found


ROW_BITS: Final = row_bits()


def bare_cells(size: i64) -> vec[u8]:
    """The cells of a window of this size where no card lies."""
    found = vec[u8](capacity=size * size)
    for _ in range(size * size):
        found = append(found, BARE_CELL)
    return found


def nothing_listed(size: i64) -> vec[i16]:
    """`listed_at` of such a window."""
    found = vec[i16](capacity=size * size)
    for _ in range(size * size):
        found = append(found, UNLISTED)
    return found


NEW_CELLS: Final = bare_cells(SIZE)
NOTHING_LISTED: Final = nothing_listed(SIZE)


@final
class Cavern:
    """The table of one phase."""

    def __init__(self, parts: CrusgalloParts, like: Cavern | None = None) -> None:
        """An empty table, or a copy of the table `like`."""
        self.parts: CrusgalloParts = parts
        self.shared: bool = False  # several games look at this table, so it must not be changed
        if like is not None:
            self.size: i64 = like.size
            self.offset: i64 = like.offset  # column of x = 0 and row of y = 0 in the window
            self.cells: vec[u8] = like.cells[:]  # what is visible
            self.listed_at: vec[i16] = like.listed_at[:]  # by cell: where the frontier has it
            # Cells with their links (some have lost them) and the lowest code of a placement there (see `list_link`).
            self.frontier: vec[i64] = like.frontier[:]
            self.lost: i64 = like.lost  # how many of these have lost their links
            self.laid: vec[i64] = like.laid[:]  # codes of placements, in the order laid
            self.lit: vec[i64] = like.lit[:]  # cell << 1 | with a gem, in the order lit
            return
        self.size = SIZE
        self.offset = OFFSET
        self.cells = NEW_CELLS[:]
        self.listed_at = NOTHING_LISTED[:]
        self.frontier = vec[i64]()
        self.lost = 0
        self.laid = vec[i64]()
        self.lit = vec[i64]()

    def own(self) -> Cavern:
        """This table if only one game looks at it, else a copy of it that may be changed."""
        return Cavern(self.parts, self) if self.shared else self

    # -- the window ----------------------------------------------------------------------------

    def cell_at(self, x: i64, y: i64) -> i64:
        return (y + self.offset) * self.size + x + self.offset

    def cell_of(self, code: i64) -> i64:
        """The top-left cell of a placement."""
        place = self.parts.place_of(code)
        return self.cell_at(place_x(place), place_y(place))

    def symbol_at(self, cell: i64) -> i64:
        """What is visible at a cell."""
        return i64(self.cells[cell])

    def x_at(self, cell: i64) -> i64:
        return cell % self.size - self.offset

    def y_at(self, cell: i64) -> i64:
        return cell // self.size - self.offset

    def in_window(self, x: i64, y: i64) -> bool:
        """Whether all cells of a card at x, y, and those around them, are in the window."""
        last = self.size - NEAR
        column = x + self.offset
        row = y + self.offset
        return 0 < column < last and 0 < row < last

    def make_room(self, x: i64, y: i64) -> None:
        """Let the window grow until a card can be laid at x, y."""
        growth: i64 = 0
        while not (
            NEAR <= x + self.offset + growth <= self.size + 2 * growth - NEAR - 4
            and NEAR <= y + self.offset + growth <= self.size + 2 * growth - NEAR - 4
        ):
            growth += GROWTH
        if growth > 0:
            self.grow(growth)

    def grow(self, growth: i64) -> None:
        """Let the window grow by so many cells on each side."""
        old = self.size
        size = old + 2 * growth
        cells = bare_cells(size)
        listed_at = nothing_listed(size)
        for cell in range(old * old):
            moved = moved_cell(cell, old, growth)
            cells[moved] = self.cells[cell]
            listed_at[moved] = self.listed_at[cell]
        self.cells = cells
        self.listed_at = listed_at
        self.frontier = vec[i64](
            [listed & ~CELL_MASK | moved_cell(listed & CELL_MASK, old, growth) for listed in self.frontier]
        )
        self.lit = vec[i64]([moved_cell(orb >> 1, old, growth) << 1 | orb & 1 for orb in self.lit])
        self.size = size
        self.offset += growth

    # -- where a card may lie (CR-15 to CR-19) -------------------------------------------------

    def placements(self, card: i64, found: vec[i64]) -> vec[i64]:
        """`found` with the codes of all placements of a card after what it has."""
        way = 4 * card
        corners = self.parts.crystals_at[way] << 8
        for listed in self.frontier:
            turns = FITTING[corners | listed >> CELL_BITS & LINK_MASK]
            if turns == 0:
                continue
            code = (listed >> CODE_SHIFT) + way
            if turns & 1:
                found = append(found, code)
            if turns & 2:
                found = append(found, code + 1)
            if turns & 4:
                found = append(found, code + 2)
            if turns & 8:
                found = append(found, code + 3)
        return found

    def count_placements(self, card: i64) -> i64:
        """How many placements a card has."""
        corners = self.parts.crystals_at[4 * card] << 8
        found: i64 = 0
        for listed in self.frontier:
            found += TURNS_IN[i64(FITTING[corners | listed >> CELL_BITS & LINK_MASK])]
        return found

    def nth_placement(self, card: i64, nth: i64) -> i64:
        """The code of one of the placements of a card, by its place among them in ascending order; -1 if there are not
        so many. Placements are counted by ranges of codes first; only those in one of them have to be sorted, as far
        as needed."""
        corners = self.parts.crystals_at[4 * card] << 8
        counts = NOTHING_COUNTED[:]
        for listed in self.frontier:
            span = min(listed >> SPAN_SHIFT, LAST_SPAN)
            counts[span] += TURNS_IN[i64(FITTING[corners | listed >> CELL_BITS & LINK_MASK])]
        wanted: i64 = 0
        while nth >= counts[wanted]:
            if wanted == LAST_SPAN:
                return -1
            nth -= counts[wanted]
            wanted += 1
        items = vec[i64]()  # codes of cells, and below each the turns that fit
        for listed in self.frontier:
            if min(listed >> SPAN_SHIFT, LAST_SPAN) == wanted:
                turns = i64(FITTING[corners | listed >> CELL_BITS & LINK_MASK])
                if turns != 0:
                    items = append(items, listed >> CODE_SHIFT << 4 | turns)
        low: i64 = 0
        high: i64 = len(items) - 1
        while low < high:  # what is sought lies between the two
            right, left = part_numbers(items, low, high)
            before = nth  # how many placements are to be skipped after those that are now lower
            for place in range(low, right + 1):
                before -= TURNS_IN[items[place] & 15]
            if before < 0:
                high = right
                continue
            for place in range(right + 1, left):  # the pivot, or nothing
                turns = items[place] & 15
                if before < TURNS_IN[turns]:
                    return (items[place] >> 4) + 4 * card + nth_turn(turns, before)
                before -= TURNS_IN[turns]
            nth = before
            low = left
        return (items[low] >> 4) + 4 * card + nth_turn(items[low] & 15, nth)

    def fits_somewhere(self, card: i64) -> bool:
        """Whether a card may lie anywhere."""
        at = self.parts.crystals_at
        corners = at[4 * card] | at[4 * card + 2] | (at[4 * card + 1] | at[4 * card + 3]) << TURNED_SHIFT
        for listed in self.frontier:
            if listed >> CELL_BITS & corners:
                return True
        return False

    def fits(self, way: i64, x: i64, y: i64) -> bool:
        """Whether a card may lie so at a place."""
        if not self.in_window(x, y):
            return False
        place = i64(self.listed_at[self.cell_at(x, y)])
        if place < 0:
            return False
        link = self.frontier[place] >> CELL_BITS & LINK_MASK
        corners = self.parts.crystals_at[way]
        return (link & (corners << TURNED_SHIFT if way & 1 else corners)) != 0

    def list_link(self, cell: i64, link: i64) -> i64:
        """What the frontier has of a cell with these links."""
        code = LOWEST_PLACE + self.parts.ways * place_at(self.x_at(cell), self.y_at(cell))
        return code << CODE_SHIFT | link << CELL_BITS | cell

    def relink(self, cell: i64, turn: i64) -> None:
        """Bring the frontier up to date after a card was laid at a cell.

        A card that would touch or cover it, or an orb next to it that has just been lit, has its top-left cell
        at most three cells before the new card and one behind it.
        """
        cells = self.cells
        listed_at = self.listed_at
        frontier = self.frontier
        size = self.size
        wide = width_of(turn)
        columns = wide + 4
        rows = 9 - wide
        row = cell - 3 * size - 3
        end = row + rows * size
        if PACKED:
            links = links_by_rows(cells, size, row, rows, columns)
        else:  # plain Python looks at the cells one by one sooner than it gathers bits
            links = links_by_cells(cells, size, row, rows, columns)
        next_link: i64 = 0
        while row < end:
            at = row
            while at < row + columns:
                link = links[next_link]
                next_link += 1
                place = i64(listed_at[at])
                if place >= 0:
                    before = frontier[place] >> CELL_BITS & LINK_MASK
                    if link != before:
                        if link == 0:
                            self.lost += 1
                        elif before == 0:
                            self.lost -= 1
                        frontier[place] += (link - before) << CELL_BITS
                elif link != 0:
                    listed_at[at] = i16(len(frontier))
                    frontier = append(frontier, self.list_link(at, link))
                at += 1
            row += size
        self.frontier = frontier
        if self.lost > 32 and self.lost * 2 > len(self.frontier):
            self.tidy()

    def link_all(self) -> None:
        """Bring the frontier of a new table up to date after all its cards were laid.

        The same as `relink` for each card in the order laid, but each cell is looked at once.
        """
        cells = self.cells
        size = self.size
        done = bytearray(int(size * size))
        for code in self.laid:
            wide = width_of(self.parts.way_of(code))
            row = self.cell_of(code) - 3 * size - 3
            end = row + (9 - wide) * size
            while row < end:
                at = row
                while at < row + wide + 4:
                    if done[at] == 0:
                        done[at] = 1
                        link = links_at(cells, size, at)
                        if link != 0:
                            self.listed_at[at] = i16(len(self.frontier))
                            self.frontier = append(self.frontier, self.list_link(at, link))
                    at += 1
                row += size

    def tidy(self) -> None:
        """Take out of the frontier what has lost its links."""
        listed_at = self.listed_at
        linked = vec[i64](capacity=len(self.frontier))
        for listed in self.frontier:
            if listed >> CELL_BITS & LINK_MASK:
                listed_at[listed & CELL_MASK] = i16(len(linked))
                linked = append(linked, listed)
            else:
                listed_at[listed & CELL_MASK] = UNLISTED
        self.frontier = linked
        self.lost = 0

    # -- what a card would do there (CR-21 to CR-26) -------------------------------------------

    def lights(self, way: i64, cell: i64) -> vec[i64]:
        """The orbs that light when a card is laid at a cell, as `cell << SYMBOL_BITS | symbol`, in reading order
        (CR-30).

        Nothing is changed by asking.
        """
        size = self.size
        faces = self.parts.faces
        a = faces[4 * way]
        b = faces[4 * way + 1]
        c = faces[4 * way + 2]
        d = faces[4 * way + 3]
        found = vec[i64]()
        if way & 1:
            found = light_along(self.cells, cell - size, size, -1, a, c, found)
            found = light_along(self.cells, cell - size + 2, size, 1, b, d, found)
        else:
            found = light_along(self.cells, cell - 1, 1, -size, a, b, found)
            found = light_along(self.cells, cell - 1 + 2 * size, 1, size, c, d, found)
        if len(found) > 1:
            sort(found)
        return found

    # -- laying and lighting -------------------------------------------------------------------

    def put(self, code: i64) -> i64:
        """Lay a card and say at which cell; the links are not up to date until `relink`."""
        place = self.parts.place_of(code)
        x = place_x(place)
        y = place_y(place)
        self.make_room(x, y)
        way = self.parts.way_of(code)
        images = self.parts.images
        cells = self.cells
        wide = width_of(way)
        start = self.cell_at(x, y)
        cell = start
        column: i64 = 0
        for at in range(CELLS * way, CELLS * way + CELLS):
            cells[cell + column] = u8(images[at])
            column += 1
            if column == wide:
                column = 0
                cell += self.size
        self.laid = append(self.laid, code)
        return start

    def light(self, cell: i64, gem: i64) -> None:
        """An orb lights, with a gem (1) or without (0)."""
        self.cells[cell] |= LIT_CELL
        self.lit = append(self.lit, cell << 1 | gem)

    def sets_around(self, cell: i64) -> list[list[int]]:
        """The sets that an orb belongs to: for each the cells of its three crystals (for events; not fast)."""
        size = int(self.size)
        found: list[list[int]] = []
        for corner in (cell - size - 1, cell - size, cell - 1, cell):
            square = [int(at) for at in (corner, corner + 1, corner + size, corner + size + 1)]
            values = [self.symbol_at(at) & ~LIT if at == cell else self.symbol_at(at) for at in square]
            if min(values) >= CRYSTAL:
                orb = orb_of_set(values[0], values[1], values[2], values[3])
                if orb >= 0 and square[orb] == cell:
                    found.append([at for at in square if at != cell])
        return found

    def unlit_set(self) -> i64:
        """A cell whose orb belongs to a set but is not lit, or -1 (for positions from outside)."""
        size = self.size
        for code in self.laid:
            start = self.cell_of(code) - size - 1
            row = start
            while row < start + 4 * size:
                corner = row
                while corner < row + 4:
                    a = self.symbol_at(corner)
                    b = self.symbol_at(corner + 1)
                    c = self.symbol_at(corner + size)
                    d = self.symbol_at(corner + size + 1)
                    if a >= CRYSTAL and b >= CRYSTAL and c >= CRYSTAL and d >= CRYSTAL:
                        orb = orb_of_set(a, b, c, d)
                        if orb >= 0:
                            return corner + (orb & 1) + (size if orb & 2 else 0)
                    corner += 1
                row += size
        return -1

    # -- what is seen of it, for whoever draws it ----------------------------------------------

    def visible(self) -> list[int]:
        """For each card in the order laid, which of its symbols are seen and not lit, a bit each, and its `MIDDLE`."""
        size = int(self.size)
        top: list[int] = [-1] * (size * size)  # the card that is seen at each cell
        ways = [int(self.parts.way_of(code)) for code in self.laid]
        starts = [int(self.cell_of(code)) for code in self.laid]
        for i, start in enumerate(starts):
            wide = int(width_of(ways[i]))
            for row in range(start, start + (5 - wide) * size, size):
                for cell in range(row, row + wide):
                    top[cell] = i
        away = [[x + y * size for x, y in corners] for corners in CORNERS]
        found: list[int] = []
        for i, start in enumerate(starts):
            seen = MIDDLE if top[start + size + 1] == i else 0
            corners = away[ways[i] & 1]
            for corner in range(4):
                cell = start + corners[corner]
                if top[cell] == i and self.symbol_at(cell) < LIT:
                    seen |= 1 << corner
            found.append(seen)
        return found

    def cards_that_lit(self) -> dict[tuple[int, int], int]:
        """For each orb (x, y) that was lit by a card laid on this table, that card, by the order laid."""
        found: dict[tuple[int, int], int] = {}
        again = Cavern(self.parts)
        for i, code in enumerate(self.laid):
            again.make_room(self.parts.x_of(code), self.parts.y_of(code))
            lit = again.lights(self.parts.way_of(code), again.cell_of(code))
            again.put(code)
            for orb in lit:
                cell = orb >> SYMBOL_BITS
                again.light(cell, 0)
                found[int(again.x_at(cell)), int(again.y_at(cell))] = i
        return found

    def extent(self, codes: list[int]) -> tuple[int, int, int, int]:
        """The smallest x and y of the cards, and of more that may lie there, and the smallest that lie behind them."""
        cards: list[int] = [int(code) for code in self.laid] + codes
        if not cards:
            return 0, 0, 2, 3
        parts = self.parts
        left: i64 = parts.x_of(cards[0])
        top: i64 = parts.y_of(cards[0])
        right = left
        bottom = top
        for code in cards:
            x = parts.x_of(code)
            y = parts.y_of(code)
            wide = width_of(parts.way_of(code))
            left = min(left, x)
            top = min(top, y)
            right = max(right, x + wide)
            bottom = max(bottom, y + 5 - wide)
        return left, top, right, bottom


def moved_cell(cell: i64, old: i64, growth: i64) -> i64:
    """Where a cell of a window of the size `old` is after its growth."""
    return (cell // old + growth) * (old + 2 * growth) + cell % old + growth


def nth_turn(turns: i64, nth: i64) -> i64:
    """The turn at a place among those of a mask."""
    turn: i64 = 0
    while nth > 0 or turns >> turn & 1 == 0:
        nth -= turns >> turn & 1
        turn += 1
    return turn


def bits_of_row(cells: vec[u8], first: i64, count: i64) -> i64:
    """What so many cells from the first on are (`ROW_BITS`)."""
    found: i64 = 0
    for column in range(count):
        found |= ROW_BITS[i64(cells[first + column])] << column
    return found


def links_by_cells(cells: vec[u8], size: i64, first: i64, rows: i64, columns: i64) -> vec[i64]:
    """`links_at` of all cells of an area, row by row."""
    starts = range(first, first + rows * size, size)
    return vec[i64]([links_at(cells, size, at) for row in starts for at in range(row, row + columns)])


def links_by_rows(cells: vec[u8], size: i64, first: i64, rows: i64, columns: i64) -> vec[i64]:
    """The same as `links_by_cells`, for all cells of a row at once."""
    found = vec[i64](capacity=rows * columns)
    start = first - 1  # a row begins with the column before the first
    wide = columns + 4
    # The row above the one that is looked at, that row, and three below.
    above = bits_of_row(cells, start - size, wide)
    here = bits_of_row(cells, start, wide)
    below = bits_of_row(cells, start + size, wide)
    second = bits_of_row(cells, start + 2 * size, wide)
    for row in range(rows):
        third = bits_of_row(cells, start + (row + 3) * size, wide)
        lit = (here | below) >> LIT_ROW & ROW
        full = here & below & ROW
        lit_upright = lit | second >> LIT_ROW & ROW
        full_upright = full & second
        upright = ~(lit_upright | lit_upright >> 1 | full_upright & full_upright >> 1)  # CR-18, CR-19
        turned = ~(lit | lit >> 1 | lit >> 2 | full & full >> 1 & full >> 2)
        over = above >> CRYSTAL_ROW
        on = here >> CRYSTAL_ROW
        under = below >> CRYSTAL_ROW
        under2 = second >> CRYSTAL_ROW
        under3 = third >> CRYSTAL_ROW
        a = on << 1 | over
        b = (on >> 2 | over >> 1) & upright
        c = (under2 << 1 | under3) & upright
        d = (under2 >> 2 | under3 >> 1) & upright
        e = a & turned
        a = a & upright
        f = (on >> 3 | over >> 2) & turned
        g = (under << 1 | under2) & turned
        h = (under >> 3 | under2 >> 2) & turned
        some = a | b | c | d | e | f | g | h
        above = here
        here = below
        below = second
        second = third
        for column in range(1, columns + 1):
            link: i64 = 0
            if some >> column & 1:
                link = (
                    (a >> column & 1)
                    | (b >> column & 1) << 1
                    | (c >> column & 1) << 2
                    | (d >> column & 1) << 3
                    | (e >> column & 1) << 4
                    | (f >> column & 1) << 5
                    | (g >> column & 1) << 6
                    | (h >> column & 1) << 7
                )
            found = append(found, link)
    return found


def links_at(cells: vec[u8], size: i64, cell: i64) -> i64:
    """The links of a card with its top-left cell here, from the cells around it."""
    row1 = cell + size
    row2 = row1 + size
    # The 2 x 2 cells that both ways of lying have in common, then two more each.
    a = cells[cell]
    b = cells[cell + 1]
    c = cells[row1]
    d = cells[row1 + 1]
    if (a | b | c | d) >= LIT_CELL:  # CR-18
        return 0
    bare = a == BARE_CELL or b == BARE_CELL or c == BARE_CELL or d == BARE_CELL
    found: i64 = 0
    e = cells[row2]
    f = cells[row2 + 1]
    up = cell - size
    if (e | f) < LIT_CELL and (bare or e == BARE_CELL or f == BARE_CELL):  # CR-19
        row3 = row2 + size
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
    if (e | f) < LIT_CELL and (bare or e == BARE_CELL or f == BARE_CELL):
        if cells[cell - 1] >> 4 == 1 or cells[up] >> 4 == 1:
            found |= TOP_LEFT << TURNED_SHIFT
        if cells[cell + 3] >> 4 == 1 or cells[up + 2] >> 4 == 1:
            found |= TOP_RIGHT << TURNED_SHIFT
        if cells[row1 - 1] >> 4 == 1 or cells[row2] >> 4 == 1:
            found |= BOTTOM_LEFT << TURNED_SHIFT
        if cells[row1 + 3] >> 4 == 1 or cells[row2 + 2] >> 4 == 1:
            found |= BOTTOM_RIGHT << TURNED_SHIFT
    return found


def light_along(cells: vec[u8], start: i64, step: i64, out: i64, second: i64, third: i64, found: vec[i64]) -> vec[i64]:
    """`found` with the orbs of the three squares along a short side with the symbols `second` and `third`.

    `start` is the cell before that side, `step` leads along it and `out` away from the card.
    """
    outer2 = i64(cells[start + step + out])
    outer3 = i64(cells[start + 2 * step + out])
    if outer2 >= CRYSTAL:
        first = i64(cells[start])
        outer1 = i64(cells[start + out])
        if first >= CRYSTAL and outer1 >= CRYSTAL:
            orb = orb_of_set(first, second, outer1, outer2)
            if orb >= 0:
                found = with_orb(found, orb, start, step, out, first, second, outer1, outer2)
        if outer3 >= CRYSTAL:
            orb = orb_of_set(second, third, outer2, outer3)
            if orb >= 0:
                found = with_orb(found, orb, start + step, step, out, second, third, outer2, outer3)
    if outer3 >= CRYSTAL:
        last = i64(cells[start + 3 * step])
        outer4 = i64(cells[start + 3 * step + out])
        if last >= CRYSTAL and outer4 >= CRYSTAL:
            orb = orb_of_set(third, last, outer3, outer4)
            if orb >= 0:
                found = with_orb(found, orb, start + 2 * step, step, out, third, last, outer3, outer4)
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


def with_orb(found: vec[i64], orb: i64, corner: i64, step: i64, out: i64, a: i64, b: i64, c: i64, d: i64) -> vec[i64]:
    """`found` with the orb of the square that begins at `corner`. CR-25: it lights once, in however many sets it is."""
    cell = corner + (step if orb & 1 else 0) + (out if orb & 2 else 0)
    symbol = a if orb == 0 else b if orb == 1 else c if orb == 2 else d
    lit = cell << SYMBOL_BITS | symbol
    for other in found:
        if other == lit:
            return found
    return append(found, lit)


def sort(numbers: vec[i64]) -> None:
    """Put numbers in ascending order, as Shell does: each finds its place among those so many steps before it, at last
    among all."""
    if not PACKED:
        unpacked: Any = numbers
        unpacked.sort()
        return
    for step in STEPS_OF_SORTING:
        for end in range(step, len(numbers)):
            number = numbers[end]
            at = end
            while at >= step and numbers[at - step] > number:
                numbers[at] = numbers[at - step]
                at -= step
            numbers[at] = number
