"""Crash & Grab tables for tests: name the saucers and what differs from a quiet turn of the first one.

    table = flying(saucer("red", "b2", plan="3 e"), saucer("blue", "d2"), saucer("green", "h8"))
    table.play(0, "move e 3")

The board with 2 to 4 players is the spec's reference board; crew that is not named anywhere waits in its queue,
upgrades are in the deck.
"""

from __future__ import annotations

from typing import Any

import parlour
from parlour.games.crash_and_grab.parts import UPGRADES
from table import Table

GAME = "crash-and-grab"
COLORS = ["red", "yellow", "blue", "green", "purple", "pink"]
TYPES = ["pilot", "engineer", "doctor", "scientist"]
MARKERS = {"n": "sun", "e": "asteroids", "s": "meteor", "w": "stars"}
SMALL = [{"slot": slot, "tile": i + 1, "side": "a", "turn": 0} for i, slot in enumerate(("nw", "ne", "sw", "se"))]
MEDIUM = [
    *SMALL,
    {"slot": "w", "tile": 5, "side": "a", "turn": 0},
    {"slot": "n", "tile": 6, "side": "a", "turn": 1},
    {"slot": "e", "tile": 7, "side": "a", "turn": 0},
    {"slot": "s", "tile": 8, "side": "a", "turn": 1},
    {"slot": "c", "tile": 9, "side": "b", "turn": 0},
]
LARGE = [
    *SMALL,
    {"slot": "w", "tile": 10, "side": "a", "turn": 0},
    {"slot": "n", "tile": 11, "side": "a", "turn": 1},
    {"slot": "e", "tile": 12, "side": "a", "turn": 0},
    {"slot": "s", "tile": 13, "side": "a", "turn": 1},
    {"slot": "c", "tile": 14, "side": "a", "turn": 0},
]
TILES = {2: SMALL, 3: SMALL, 4: SMALL, 5: MEDIUM, 6: LARGE}
TARGET = {2: 2, 3: 2, 4: 2, 5: 3, 6: 4}
STEP = {
    "pick": "place",
    "site": "place",
    "place_roll": "place",
    "start": "start",
    "move": "move",
    "boost": "boost",
    "end": "end",
    "upgrade": "upgrade",
    "draw": "upgrade",
    "keep": "upgrade",
}


def saucer(
    color: str,
    at: str | None,
    *crew: str,
    plan: str = "x n",
    energy: int = 0,
    boosters: int = 0,
    upgrades: tuple[str, ...] = (),
    override: bool = False,
) -> dict[str, Any]:
    card, way = plan.split(" ")
    return {
        "color": color,
        "seat": 0,
        "at": at,
        "crew": sorted(crew),
        "energy": energy,
        "boosters": boosters,
        "upgrades": sorted(upgrades),
        "plan": {"card": card, "dir": way},
        "revealed": False,
        "override": override,
        "done": False,
    }


def position(
    *saucers: dict[str, Any],
    players: int = 0,
    phase: str = "move",
    active: int = 0,
    done: tuple[int, ...] = (),
    crew: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    turn: dict[str, Any] | None = None,
    discard: tuple[str, ...] = (),
    drawn: tuple[str, ...] = (),
    **changes: Any,
) -> dict[str, Any]:
    """A position in the turn of the saucer `active` (or, in the phase plan, before all turns)."""
    count = players or len(saucers)
    each = 2 if count == 2 else 1
    planning = phase in ("plan", "rotation")
    own = {name for saucer in saucers for name in [saucer["color"]]}
    extra = [] if count == 6 else [next(color for color in reversed(COLORS) if color not in own)]
    on_board = {"b1": "pink-pilot", "h2": "pink-engineer"} if crew is None else crew
    if crew is None and "pink" not in {*own, *extra}:
        on_board = {}
    placed = {member for saucer in saucers for member in saucer["crew"]} | set(on_board.values())
    for i, item in enumerate(saucers):
        item["seat"] = i // each
        item["done"] = i in done
        item["revealed"] = i in done or (
            i == active and not planning and STEP.get(phase, "move") not in ("place", "start")
        )
        if phase == "plan":
            item["plan"] = None
    used = {card for saucer in saucers for card in saucer["upgrades"]} | set(discard) | set(drawn)
    seat = active // each
    whole: dict[str, Any] = {
        "game": GAME,
        "players": count,
        "options": {"boost_limit": None, "round_limit": None, **(options or {})},
        "to_act": list(range(count)) if phase == "plan" else "chance" if planning or phase == "draw" else [seat],
        "phase": phase,
        "round": 2,
        "probe": done[0] // each if done else seat,
        "direction": None if planning or count == 2 else "clockwise",
        "turns_done": len(done),
        "tiles": TILES[count],
        "markers": MARKERS,
        "crew_target": TARGET[count],
        "lost": {
            color: [type for type in TYPES if f"{color}-{type}" not in placed] for color in sorted([*own, *extra])
        },
        "board_crew": dict(sorted(on_board.items())),
        "saucers": list(saucers),
        "deck": [card for card in UPGRADES if card not in used and (count > 2 or card != "rotational-stabilizer")],
        "discard": sorted(discard),
        "drawn": sorted(drawn),
        "turn": None
        if planning
        else {
            "seat": seat,
            "saucer": saucers[active]["color"] if phase != "pick" else None,
            "step": STEP.get(phase, "move"),
            "free": False,
            "distance": None if phase in ("pick", "start", "move") else 2,
            "boosts": 0,
            "acquired": False,
            "used": [],
            "crashed": [],
            **(turn or {}),
        },
        "motion": None,
        "pending": None,
        "winner": None,
    }
    return {**whole, **changes}


def flying(*saucers: dict[str, Any], **changes: Any) -> Table:
    """A table with such a position."""
    return Table(parlour.game(GAME).load(position(*saucers, **changes)))


def ending(*saucers: dict[str, Any], **changes: Any) -> Table:
    """The same in the phase of the end-of-turn effects."""
    return flying(*saucers, phase="end", **changes)


def idle() -> list[dict[str, Any]]:
    """Two saucers out of everybody's way, for the second and third seat."""
    return [saucer("blue", "a8"), saucer("green", "h7")]
