"""How an action is chosen on the board: the path of picks for each legal action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.faces.look import Look
from parlour.games.crash_and_grab.face.board.tiles import View, tiles_of, whose
from parlour.games.crash_and_grab.parts import DIRECTIONS, Field

FLIGHTS = ("move", "launch", "boost")
PLAIN_VERBS = ("stay", "pass", "roll", "crash", "push", "energize", "upgrade")

# The card of each end-of-turn effect.
EFFECTS = {
    "wormhole": "wormhole-generator",
    "afterburner": "afterburner",
    "pulse": "pulse-cannon",
    "tractor": "tractor-beam",
    "teleport": "saucer-teleporter",
    "cloak": "cloaking-device",
    "distress": "distress-signaler",
    "legs": "landing-legs",
    "quake": "quake-maker",
    "triangulate": "organic-triangulator",
}


def picks(look: Look) -> dict[str, list[str]]:
    """The path on the board that chooses each action."""
    return paths(look.view, look.seat, look.legal)


def paths(view: View, seat: int | None, legal: Sequence[str]) -> dict[str, list[str]]:
    if seat is None or not legal:
        return {}
    tiles = tiles_of(view)
    gifts: dict[str, int] = {}  # how many saucers a crewmember could be given to
    for action in legal:
        if action.startswith("give "):
            member = action.split(" ")[1]
            gifts[member] = gifts.get(member, 0) + 1
    return {action: path(view, tiles, action, gifts) for action in legal}


def path(view: View, tiles: Field, action: str, gifts: Mapping[str, int]) -> list[str]:
    verb, *rest = action.split(" ")
    if verb in PLAIN_VERBS:
        return [verb]
    first = rest[0] if rest else ""
    if verb in FLIGHTS:
        return [f"fly-{first}-{rest[1]}"]
    if verb == "plan":
        return [f"card-{rest[1]}", f"dir-{rest[2]}"]
    if verb == "order":
        return [f"order-{first}"]
    if verb == "go":
        return [f"saucer-{first}"]
    if verb == "pilot":
        return [f"crew-{first}-{view['lost'][first][0]}"]
    if verb == "site":
        return [site_pick(tiles, first)]
    if verb == "blastoff":
        here = tiles.layout.cells[whose(view, view["turn"]["saucer"])["at"]]
        return [f"space-{tiles.layout.names[tiles.layout.next[4 * here + DIRECTIONS.index(first)]]}"]
    if verb == "keep":
        return [f"up-{first}"]
    if verb == "give":
        return [f"crew-{first}", f"saucer-{rest[1]}"] if gifts[first] > 1 else [f"crew-{first}"]
    if verb in EFFECTS:
        return [f"up-{EFFECTS[verb]}", *effect(tiles, verb, rest)]
    return [f"crew-{first}"]  # airlock, share, steal, place


def effect(tiles: Field, verb: str, rest: list[str]) -> list[str]:
    """What an end-of-turn effect is used on."""
    if verb == "cloak":
        return []
    if verb in ("wormhole", "pulse"):
        return [f"saucer-{rest[0]}"]
    if verb in ("afterburner", "triangulate"):
        return [f"space-{rest[0]}"]
    if verb == "teleport":
        return [site_pick(tiles, rest[0])]
    if verb == "legs":
        return [f"fly-{rest[0]}-1"]
    if verb == "quake":
        return [f"tile-{rest[0]}", f"turn-{rest[1]}"]
    return [f"crew-{member}" for member in rest]  # tractor, distress


def site_pick(tiles: Field, number: str) -> str:
    return f"space-{tiles.layout.names[tiles.site[int(number)]]}"
