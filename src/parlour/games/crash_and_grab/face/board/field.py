"""On the board: markers, sites, crew and saucers, and the spaces and tiles that can be picked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.games.crash_and_grab.face.board.look import CrashLook
from parlour.games.crash_and_grab.face.board.tiles import CELL, EDGE, STEPS, Sky, centre, whose
from parlour.games.crash_and_grab.parts import DIRECTIONS, PLAIN


def sky_label(look: CrashLook) -> str:
    size = look.layout.size
    return look.words.t("The board, {size} by {size} spaces, a1 in the north-west", size=size)


def sides(look: CrashLook, box: int = 0, crashes: Mapping[str, int] | None = None) -> list[dict[str, Any]]:
    """The direction markers, each on the middle of its side, or beside a ghost that flies off there."""
    words, near, far = look.words, EDGE // 2, box - EDGE // 2
    along = dict.fromkeys(DIRECTIONS, box // 2)
    for way, place in (crashes or {}).items():
        if abs(place - along[way]) < 125:
            along[way] += 125 if place < along[way] else -125
    places = {"n": (along["n"], near), "e": (far, along["e"]), "s": (along["s"], far), "w": (near, along["w"])}
    return [
        {
            "way": way,
            "x": places[way][0],
            "y": places[way][1],
            "turn": {"e": 90, "w": -90}.get(way, 0),
            "icon": look.view["markers"][way],
            "name": look.marker(way),
            "label": words.t("{dir}: {marker}", dir=words.direction(way), marker=look.marker(way)),
            "pick": look.pick(f"dir-{way}"),
        }
        for way in DIRECTIONS
    ]


def sites(look: CrashLook, drawn: Sky) -> list[dict[str, Any]]:
    taken = {look.layout.cells[space] for space in look.view["board_crew"]}
    taken |= {look.layout.cells[s["at"]] for s in look.view["saucers"] if s["at"] is not None}
    return [
        {"number": number, "x": x, "y": y, "taken": cell in taken, "label": site_label(look, number)}
        for cell, number, x, y in drawn.sites
    ]


def site_label(look: CrashLook, number: int) -> str:
    space = look.layout.names[look.tiles.site[number]]
    return look.words.t("Crash site {number} ({space})", number=number, space=space)


def crew_on_board(look: CrashLook) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for space, member in look.view["board_crew"].items():
        x, y = centre(look.layout, look.layout.cells[space])
        about = look.member(member)
        found.append({**about, "x": x, "y": y, "label": f"{about['label']}, {space}"})
    return found


def saucers_on_board(look: CrashLook) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    here: dict[str, int] = {}
    for saucer in look.view["saucers"]:
        space = saucer["at"]
        if space is None:
            continue
        x, y = centre(look.layout, look.layout.cells[space])
        nth = here[space] = here.get(space, 0) + 1
        shared = sum(other["at"] == space for other in look.view["saucers"]) > 1
        if shared:  # two on one space, in the middle of a collision
            x, y = (x - 13, y - 10) if nth == 1 else (x + 13, y + 12)
        color = saucer["color"]
        found.append(
            {
                "color": color,
                "x": x,
                "y": y,
                "active": color == look.active,
                "mine": saucer["seat"] == look.seat,
                "label": look.saucer_label(saucer),
                "pick": look.pick(f"saucer-{color}"),
            }
        )
    return sorted(found, key=lambda s: bool(s["active"]))


def trail(look: CrashLook) -> str:
    """The way of an interrupted flight, as far as the view tells it."""
    motion = look.view["motion"]
    if motion is None:
        return ""
    at = whose(look.view, motion["saucer"])["at"]
    if at is None:
        return ""
    x, y = centre(look.layout, look.layout.cells[at])
    points = [centre(look.layout, look.layout.cells[space]) for space, _, _ in motion["launches"]]
    made = motion["dist"] - motion["left"]
    across, down = STEPS[motion["dir"]]
    if not points or points[-1] != (x, y):
        points.append((x, y))
    if not motion["launches"]:
        points.insert(0, (x - across * made * CELL, y - down * made * CELL))
    far = EDGE + look.layout.size * CELL
    inside = all(EDGE < a < far and EDGE < b < far for a, b in points)
    return "M" + "L".join(f"{a} {b}" for a, b in points) if inside and len(points) > 1 else ""


def spots(look: CrashLook) -> list[dict[str, Any]]:
    """The spaces that can be picked."""
    found: list[dict[str, Any]] = []
    for name in sorted(look.names):
        if name.startswith("space-"):
            space = name[6:]
            cell = look.layout.cells[space]
            x, y = centre(look.layout, cell)
            kind = look.tiles.cell[cell]
            label = look.words.t("Space {space}", space=space) if kind == PLAIN else site_label(look, kind)
            found.append({"pick": name, "x": x, "y": y, "label": label, "site": kind != PLAIN})
    return found


def quakes(look: CrashLook, drawn: Sky) -> list[dict[str, Any]]:
    """The tiles that can be picked."""
    return [
        {**tile, "pick": f"tile-{tile['slot']}", "label": look.words.slot(tile["slot"])}
        for tile in drawn.tiles
        if f"tile-{tile['slot']}" in look.names
    ]
