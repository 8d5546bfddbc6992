"""Crusgallo in plain characters: the cavern with its coordinates, and cards.

r2   a crystal: orange, red or purple; 1 single, 2 double, 3 triple
@b   an orb, by the first letter of its colour, or two where one is not enough
*b   the same orb, lit
..   the blank middle of a card
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parlour.games.crusgallo.parts import BARE, BLANK, LIT, ORB, TURNED, CrusgalloParts
from parlour.games.crusgallo.rules import Crusgallo

if TYPE_CHECKING:
    from parlour.games.crusgallo.face.words import CrusgalloWords

View = Mapping[str, Any]

ROOMY = 4  # characters a column, while the cavern is narrow enough for a page
TIGHT = 3
PAGE = 92  # characters for the columns


def table(words: CrusgalloWords, view: View) -> str:
    state = words.world(view)
    if view["phase"] == 1:
        phase = words.t("First phase: Freeing the Creatures")
    else:
        phase = words.t("Second phase: Trapping the Dragon")
    lines = [phase, ""]
    if state is None:
        lines += [" ".join(str(part) for part in placed) for placed in view["table"]]
    else:
        lines += cavern_map(state) or [words.t("(no card on the table)")]
    lines += ["", *gems(words, view), "", *holdings(words, view, state)]
    if state is not None:
        lines += hand(words, view)
    if view["step"] == "place":
        lines += [
            "",
            *fold_line(words.t("r2 is a crystal, @b an orb, *b a lit orb, .. a blank cell.")),
            *fold_line(
                words.t("Notation: place CARD X Y R; X and Y are the card's top-left cell, R how it is turned.")
            ),
        ]
    return "\n".join(lines)


def gems(words: CrusgalloWords, view: View) -> list[str]:
    """One line a colour: what is still to be done, and the gems in the supply."""
    lines: list[str] = []
    for colour, letter in zip(words.parts.colours, letters(words.parts), strict=True):
        name = f"  @{letter} {words.colour(colour):8}"
        if view["phase"] == 1:
            bonds = view["bonds"][colour]
            left = words.n("{count} bond", "{count} bonds", bonds) if bonds else words.t("free")
            lines.append(f"{name} {words.creature(colour):18} {'#' * bonds:4}{left}")
        else:
            bound = words.t("on the dragon") if view["dragon"][colour] else words.t("missing")
            supply = words.t("{count} in the supply", count=view["supply"][colour])
            lines.append(f"{name} {bound:20} {supply}")
    return lines


def holdings(words: CrusgalloWords, view: View, state: Crusgallo | None) -> list[str]:
    lines = fold_line(words.t("Treasures: {cards}", cards=words.treasures(view["treasures"])))
    used_up = [False, view["magic_used"], view["battle_drawn"]]
    for kind, names in enumerate(words.parts.kind_names):
        if state is not None and state.has_all(kind):
            how = words.t("used") if used_up[kind] else words.t("complete")
            lines.append("  " + words.about(names[words.lang], how))
    if view["phase"] == 1:
        counts = {"draw": view["draw"], "reserve": view["reserve"]}
        lines.append(words.t("Draw pile: {draw} cards, reserve: {reserve} cards", **counts))
    else:
        lines.append(words.t("Cavern deck: {count} cards", count=len(view["deck"])))
    if view["aside"]:
        lines.append(words.n("Set aside: {count} card", "Set aside: {count} cards", len(view["aside"])))
    return lines


def hand(words: CrusgalloWords, view: View) -> list[str]:
    """The waiting card, each way round; or the face-up cards."""
    if view["card"] is not None:
        name = words.treasure(view["card"])
        title = words.about(words.t("The drawn card"), name) if name else words.t("The drawn card")
        lines = ["", f"{title} ({words.t('notation: {card}', card=view['card'])})"]
        return lines + ["  " + line for line in four_turns(words.parts.number[view["card"]], words.parts)]
    if not view["row"]:
        return []
    drawn = [short_card(words.parts.number[id], words.parts) for id in view["row"]]
    lines = ["", words.t("The face-up cards, each after its notation (upper / lower corners):")]
    return lines + ["  " + "".join(f"{card:31}" for card in drawn[i : i + 3]).rstrip() for i in range(0, len(drawn), 3)]


def fold_line(line: str, width: int = 98) -> list[str]:
    """A long line, broken at spaces."""
    lines: list[str] = []
    for word in line.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word if not lines else "  " + word)
    return lines


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
