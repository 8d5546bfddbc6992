"""Crusgallo in plain characters: the cavern with its coordinates, and cards.

r2   a crystal: orange, red or purple; 1 single, 2 double, 3 triple
@b   an orb, by the first letter of its colour, or two where one is not enough
*b   the same orb, lit
..   the blank middle of a card
"""

from __future__ import annotations

from parlour.games.crusgallo.parts import BARE, BLANK, LIT, ORB, TURNED, CrusgalloParts
from parlour.games.crusgallo.rules import Crusgallo

ROOMY = 4  # characters a column, while the cavern is narrow enough for a page
TIGHT = 3
PAGE = 92  # characters for the columns


def letters(parts: CrusgalloParts) -> list[str]:
    """The shortest beginnings of the orb colours that tell them apart."""
    length = 1
    while len({colour[:length] for colour in parts.colours}) < len(parts.colours):
        length += 1
    return [colour[:length] for colour in parts.colours]


def symbol(value: int, parts: CrusgalloParts) -> str:
    if value == BARE:
        return ""
    if value == BLANK:
        return ".."
    if value >= ORB:
        return ("*" if value >= LIT else "@") + letters(parts)[value & 7]
    return parts.symbol(value)


def cavern_map(state: Crusgallo) -> list[str]:
    """The visible symbols with their coordinates, in as many blocks as the width of a page needs."""
    cavern = state.cavern
    size, offset = cavern.size, cavern.offset
    taken = [i for i, value in enumerate(cavern.cells) if value != BARE]
    if not taken:
        return []
    rows = range(min(taken) // size, max(taken) // size + 1)
    left, right = min(cell % size for cell in taken), max(cell % size for cell in taken)
    width = ROOMY if (right - left + 1) * ROOMY <= PAGE else TIGHT
    lines: list[str] = []
    for start in range(left, right + 1, PAGE // width):
        columns = range(start, min(start + PAGE // width, right + 1))
        if lines:
            lines.append("")
        # With tight columns only every other number fits.
        numbers = [f"{x - offset:>{width}}" if width == ROOMY or not (x - offset) % 2 else " " * width for x in columns]
        lines.append("    y\\x" + "".join(numbers))
        for y in rows:
            shown = "".join(f"{symbol(cavern.cells[y * size + x], state.parts):>{width}}" for x in columns)
            lines.append(f"{y - offset:>6} {shown}".rstrip())
    return lines


def turned_card(card: int, turn: int, parts: CrusgalloParts) -> list[str]:
    """A card as it lies after so many quarter turns: three lines upright, two on its side."""
    at = 16 * card + 4 * turn
    a, b, c, d = (f"{symbol(value, parts):>2}" for value in parts.faces[at : at + 4])
    if turn & 1:
        return [f"{a} .. {b}", f"{c} .. {d}"]
    return [f"{a} {b}", ".. ..", f"{c} {d}"]


def four_turns(card: int, parts: CrusgalloParts) -> list[str]:
    """The four ways to lay a card, side by side, each under the number that stands for it in a move."""
    drawings = [[f"R={turn}", *turned_card(card, turn, parts)] for turn in range(len(TURNED))]
    return [
        "   ".join(f"{drawing[i] if i < len(drawing) else '':10}" for drawing in drawings).rstrip() for i in range(4)
    ]


def short_card(card: int, parts: CrusgalloParts) -> str:
    """A card in one line: its upper and its lower corners."""
    a, b, c, d = (symbol(value, parts) for value in parts.faces[16 * card : 16 * card + 4])
    return f"{parts.ids[card]:8} {a} {b} / {c} {d}"
