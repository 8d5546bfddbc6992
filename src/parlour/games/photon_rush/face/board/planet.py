"""The planet of Photon Rush with its bases, and arrows between them."""

from __future__ import annotations

from functools import cache
from math import hypot
from typing import Any

from parlour.faces.drawing import part
from parlour.games.photon_rush.face.words import target_of

# Where the bases are on the planet.
POINTS = {
    "l": (56, 100),
    "r": (144, 100),
    "tl": (56, 48),
    "tr": (144, 48),
    "b": (100, 166),
    "bl": (56, 152),
    "br": (144, 152),
}

Node = tuple[int, str, bool, str, str, int]  # a seat, where it lies, whether it is out, its mark, card and mercenaries


@part
def planet(label: str, nodes: tuple[Node, ...]) -> dict[str, Any]:
    where = {seat: POINTS[place] for seat, place, *_ in nodes}
    shown = []
    arrows = []
    for seat, _, out, mark, card, mercs in nodes:
        x, y = where[seat]
        shield = card.startswith("defend")
        shown.append({"seat": seat, "x": x, "y": y, "out": out, "shield": shield, "mark": mark})
        if card and not shield:
            drawn = arrow(where[seat], where[target_of(card)])
            arrows.append({"seat": seat, "kind": card.split(" ")[0], "mercs": mercs, **drawn})
    return {"nodes": shown, "arrows": arrows, "label": label}


@cache
def arrow(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    """A bent arrow between two bases; the one back bends to the other side."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    bend = 20
    middle = ((start[0] + end[0]) / 2 - uy * bend, (start[1] + end[1]) / 2 + ux * bend)
    tip = toward(end, middle, 21)
    tail = toward(start, middle, 19)
    # The direction of the tip is that of the curve there: from the bend to the tip.
    mx, my = tip[0] - middle[0], tip[1] - middle[1]
    reach = hypot(mx, my)
    vx, vy = mx / reach, my / reach
    left = (tip[0] - vx * 9 - vy * 6, tip[1] - vy * 9 + vx * 6)
    right = (tip[0] - vx * 9 + vy * 6, tip[1] - vy * 9 - vx * 6)
    # What it carries is shown on the first half, so that it does not hide what comes the other way.
    at = [0.41 * a + 0.46 * b + 0.13 * c for a, b, c in zip(tail, middle, tip, strict=True)]
    return {
        "path": "M{:.0f} {:.0f}Q{:.0f} {:.0f} {:.0f} {:.0f}".format(*tail, *middle, *tip),
        "head": "M{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}z".format(*tip, *left, *right),
        "x": round(at[0]),
        "y": round(at[1]),
    }


def toward(point: tuple[float, float], other: tuple[float, float], distance: float) -> tuple[float, float]:
    """From a point some way towards another."""
    length = hypot(other[0] - point[0], other[1] - point[1])
    return (
        point[0] + (other[0] - point[0]) / length * distance,
        point[1] + (other[1] - point[1]) / length * distance,
    )
