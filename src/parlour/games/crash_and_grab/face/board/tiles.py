"""The ground of the board: its tiles, what never moves on them, and where things are in the drawing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup

from parlour.games.crash_and_grab.face import text
from parlour.games.crash_and_grab.parts import ACCELERATOR, PLAIN, CrashParts, Field, Layout

View = Mapping[str, Any]

CELL = 60  # a space in the units of the drawing
EDGE = 44  # the frame around the spaces, with the direction markers
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
TINTS = {"nw": "t0", "ne": "t1", "sw": "t2", "se": "t3", "c": "t5"}  # strips are t4


def whose(view: View, color: str) -> dict[str, Any]:
    """The saucer of a colour."""
    found: dict[str, Any] = next(saucer for saucer in view["saucers"] if saucer["color"] == color)
    return found


def tiles_of(view: View, parts: CrashParts) -> Field:
    return text.TextField(view, parts).board


class Sky(NamedTuple):
    """What never moves on a board, in the units of the drawing."""

    size: int
    box: int
    tiles: list[dict[str, Any]]
    sites: list[tuple[int, int, int, int]]  # cell, number, x, y
    ground: Markup  # tiles, lines and coordinates
    accelerators: Markup


def centre(layout: Layout, cell: int) -> tuple[int, int]:
    return EDGE + cell % layout.size * CELL + CELL // 2, EDGE + cell // layout.size * CELL + CELL // 2


@lru_cache(maxsize=64)
def sky(parts: CrashParts, layout_id: str, key: tuple[int, ...]) -> Sky:
    layout = parts.layouts[layout_id]
    tiles = parts.board(layout, list(key))
    size, far = layout.size, layout.size * CELL
    lines = [f"M{EDGE + i * CELL} {EDGE}v{far}M{EDGE} {EDGE + i * CELL}h{far}" for i in range(1, size)]
    sites, accelerators = [], []
    for cell, kind in enumerate(tiles.cell):
        x, y = centre(layout, cell)
        if kind == ACCELERATOR:
            accelerators.append((x, y))
        elif kind != PLAIN:
            sites.append((cell, kind, x, y))
    slots = [
        {
            "slot": slot.name,
            "tint": TINTS.get(slot.name, "t4"),
            "x": EDGE + slot.x * CELL,
            "y": EDGE + slot.y * CELL,
            "w": slot.w * CELL,
            "h": slot.h * CELL,
        }
        for slot in layout.slots
    ]
    ground = [rect(f"tile {slot['tint']}", slot, 0, f'data-place="tile-{slot["slot"]}" ') for slot in slots]
    ground.append(f'<rect x="{EDGE}" y="{EDGE}" width="{far}" height="{far}" fill="url(#cg-dots)"/>')
    ground.append(f'<path class="grid" d="{"".join(lines)}"/>')
    ground += [rect("rim", slot, 5) for slot in slots]
    for i in range(size):
        at = EDGE + i * CELL
        ground.append(f'<text class="name east" x="{at + 55}" y="{EDGE + 15}">{layout.names[i][0]}</text>')
        ground.append(f'<text class="name" x="{EDGE + 5}" y="{at + 15}">{i + 1}</text>')
    marks = [f'<use href="#cg-accelerator" x="{x - 26}" y="{y - 26}" width="52" height="52"/>' for x, y in accelerators]
    return Sky(size, far + 2 * EDGE, slots, sites, Markup("".join(ground)), Markup("".join(marks)))


def rect(classes: str, slot: Mapping[str, Any], round: int, more: str = "") -> str:
    x, y, w, h = slot["x"], slot["y"], slot["w"], slot["h"]
    return f'<rect {more}class="{classes}" x="{x}" y="{y}" width="{w}" height="{h}" rx="{round}"/>'
