"""Crash & Grab: a state as JSON (section 14), in full or as a seat may see it (section 15)."""

from __future__ import annotations

from typing import Any

from parlour.games.crash_and_grab.flight import Flight
from parlour.games.crash_and_grab.parts import CARDS, DIRECTIONS, SITES, UPGRADES
from parlour.games.crash_and_grab.table import (
    ABOARD,
    AT,
    CARDS_OF,
    DISCS,
    EXCHANGE,
    FUEL,
    LOST,
    ON_SITE,
    ORDER,
    PENALTY,
    PHASES,
    PILOT,
    PILOT_ROLL,
    PLACE_ROLL,
    PLANNED,
    PUT,
    REWARD,
    ROTATIONS,
    SHARE,
    SITE,
    STEPS,
)
from parlour.rules.state import NATURE

SIDES = "ab"


def shape(s: Flight, viewer: int, everything: bool) -> dict[str, Any]:
    parts = s.parts
    drawn = cards_of(s.drawn)
    deck = cards_of(s.deck)
    return {
        "game": "crash-and-grab",
        "players": s.players,
        "options": {
            "boost_limit": s.boost_limit if s.boost_limit > 0 else None,
            "round_limit": s.round_limit if s.round_limit > 0 else None,
        },
        "to_act": "chance" if s.asked == NATURE else s.owing(),
        "phase": PHASES[s.phase],
        "round": s.round,
        "probe": s.probe,
        "direction": ROTATIONS[s.direction] if s.direction >= 0 else None,
        "turns_done": s.turns_done,
        "tiles": tiles_shape(s),
        "markers": {DIRECTIONS[i]: parts.markers[s.markers[i]] for i in range(4)},
        "crew_target": s.count.target,
        "lost": lost_shape(s),
        "board_crew": board_shape(s),
        "saucers": [saucer_shape(s, saucer, viewer, everything) for saucer in range(s.saucers)],
        "deck": deck if everything else len(deck),
        "discard": cards_of(s.discard),
        "drawn": drawn if everything or (s.turn_seat >= 0 and viewer == s.turn_seat) else [None] * len(drawn),
        "turn": turn_shape(s),
        "motion": motion_shape(s),
        "pending": pending_shape(s),
        "winner": s.winner if s.winner >= 0 else None,
    }


def cards_of(mask: int) -> list[str]:
    return [UPGRADES[i] for i in range(len(UPGRADES)) if mask >> i & 1]


def crew_of(s: Flight, mask: int) -> list[str]:
    return sorted([s.parts.crew[i] for i in range(len(s.parts.crew)) if mask >> i & 1])


def tiles_shape(s: Flight) -> list[dict[str, Any]]:
    slots = s.board.layout.slots
    tiles = s.board.tiles
    return [
        {"slot": slots[i].name, "tile": tiles[i] >> 3, "side": SIDES[tiles[i] >> 2 & 1], "turn": tiles[i] & 3}
        for i in range(len(tiles))
    ]


def lost_shape(s: Flight) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    colors = [*s.colors, s.extra] if s.extra >= 0 else s.colors
    for color in sorted(colors, key=s.parts.colors.__getitem__):
        queue = s.has[LOST + color]
        types: list[str] = []
        while queue != 0:
            types.append(s.parts.types[(queue & 7) - 1])
            queue >>= 3
        found[s.parts.colors[color]] = types
    return found


def board_shape(s: Flight) -> dict[str, str]:
    found: dict[str, str] = {}
    for number in range(1, SITES + 1):
        member = s.has[ON_SITE + number]
        if member >= 0:
            found[s.space(s.board.site[number])] = s.parts.crew[member]
    return {space: found[space] for space in sorted(found)}


def saucer_shape(s: Flight, saucer: int, viewer: int, everything: bool) -> dict[str, Any]:
    has = s.has
    plan = has[PLANNED + saucer]
    revealed = s.revealed >> saucer & 1 == 1
    planned: dict[str, Any] | None = None
    if plan >= 0:
        if everything or revealed or s.seat_of(saucer) == viewer:
            planned = {"card": CARDS[plan >> 2], "dir": DIRECTIONS[plan & 3]}
        else:
            planned = {"card": None, "dir": None}  # CG-31
    return {
        "color": s.color_of(saucer),
        "seat": s.seat_of(saucer),
        "at": s.space(has[AT + saucer]) if has[AT + saucer] >= 0 else None,
        "crew": crew_of(s, has[ABOARD + saucer]),
        "energy": has[FUEL + saucer],
        "boosters": has[DISCS + saucer],
        "upgrades": cards_of(has[CARDS_OF + saucer]),
        "plan": planned,
        "revealed": revealed,
        "override": s.override >> saucer & 1 == 1,
        "done": s.done >> saucer & 1 == 1,
    }


def turn_shape(s: Flight) -> dict[str, Any] | None:
    if s.turn_seat < 0:
        return None
    return {
        "seat": s.turn_seat,
        "saucer": s.color_of(s.active) if s.active >= 0 else None,
        "step": STEPS[s.step],
        "free": s.free != 0,
        "distance": s.distance if s.distance >= 0 else None,
        "boosts": s.boosts,
        "acquired": s.acquired != 0,
        "used": cards_of(s.used),
        "crashed": [s.color_of(saucer) for saucer in s.crashed],
    }


def motion_shape(s: Flight) -> dict[str, Any] | None:
    if s.flying < 0:
        return None
    return {
        "saucer": s.color_of(s.flying),
        "dir": DIRECTIONS[s.heading],
        "dist": s.reach,
        "left": s.left,
        "pushed": s.flying != s.active,
        "launches": [[s.space(way >> 6), DIRECTIONS[way >> 4 & 3], way & 15] for way in s.launches],
        "took": s.took != 0,
    }


def pending_shape(s: Flight) -> dict[str, Any] | None:
    phase = s.phase
    crew = s.parts.crew[s.member] if s.member >= 0 else ""
    if phase == PILOT or phase == ORDER:
        return {"seat": s.asked}
    if phase == PILOT_ROLL:
        return {"seat": s.seat_of(s.subject), "crew": crew}
    if phase == SITE or phase == PLACE_ROLL or phase == SHARE:
        return {"seat": s.seat_of(s.subject), "saucer": s.color_of(s.subject)}
    if phase == EXCHANGE:
        return {"seat": s.seat_of(s.subject), "saucer": s.color_of(s.subject), "crew": crew}
    if phase == PENALTY or phase == REWARD:
        return {"saucer": s.color_of(s.subject)}
    if phase == PUT:
        return {"crew": crew}
    return None
