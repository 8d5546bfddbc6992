"""How an action is chosen on the board: the path of picks for each legal action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from parlour.faces.look import Look
from parlour.games.crash_and_grab import upgrades
from parlour.games.crash_and_grab.face.board.tiles import STEPS, View, tiles_of, whose
from parlour.games.crash_and_grab.face.words import CrashWords
from parlour.games.crash_and_grab.notation import EFFECT_VERBS
from parlour.games.crash_and_grab.parts import DIRECTIONS, UPGRADES, CrashParts, Field

FLIGHTS = ("move", "launch", "boost")
MANY_FLIGHTS = 10  # if there are more, the direction is chosen first, then the distance
PLAIN_VERBS = ("stay", "pass", "roll", "crash", "push", "energize", "upgrade")

# The card of each end-of-turn effect.
EFFECTS = {verb: UPGRADES[card] for verb, card in zip(EFFECT_VERBS, upgrades.EFFECTS, strict=True)}


def picks(look: Look) -> dict[str, list[str]]:
    """The path on the board that chooses each action."""
    return paths(look.view, parts_of(look), look.seat, look.legal)


def parts_of(look: Look) -> CrashParts:
    """The components that this table is played with."""
    assert isinstance(look.words, CrashWords)
    return look.words.parts


def paths(view: View, parts: CrashParts, seat: int | None, legal: Sequence[str]) -> dict[str, list[str]]:
    if seat is None or not legal:
        return {}
    tiles = tiles_of(view, parts)
    many = sum(action.split(" ")[0] in FLIGHTS for action in legal) > MANY_FLIGHTS
    gifts: dict[str, int] = {}  # how many saucers a crewmember could be given to
    for action in legal:
        if action.startswith("give "):
            member = action.split(" ")[1]
            gifts[member] = gifts.get(member, 0) + 1
    return {action: path(view, tiles, action, gifts, many) for action in legal}


def path(view: View, tiles: Field, action: str, gifts: Mapping[str, int], many: bool = False) -> list[str]:
    verb, *rest = action.split(" ")
    if many and verb in FLIGHTS:
        return [f"dir-{rest[0]}", *flight(view, tiles, rest)]
    if verb in PLAIN_VERBS:
        return [verb]
    if verb == "give" and gifts[rest[0]] == 1:  # there is nobody else to give it to
        rest = rest[:1]
    objects = OBJECTS[verb](view, tiles, rest)
    return [f"up-{EFFECTS[verb]}", *objects] if verb in EFFECTS else objects


def nothing(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return []


def flight(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"fly-{rest[0]}-{rest[1]}"]


def one_space_flight(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"fly-{rest[0]}-1"]


def plan(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"card-{rest[1]}", f"dir-{rest[2]}"]


def order(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"order-{rest[0]}"]


def saucer(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"saucer-{rest[0]}"]


def crew(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"crew-{member}" for member in rest]


def first_crew(view: View, tiles: Field, rest: list[str]) -> list[str]:
    """The one in front of the queue of a colour."""
    return [f"crew-{rest[0]}-{view['lost'][rest[0]][0]}"]


def gift(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"crew-{rest[0]}", *(f"saucer-{color}" for color in rest[1:])]


def card(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"up-{rest[0]}"]


def space(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"space-{rest[0]}"]


def site(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"space-{tiles.layout.names[tiles.site[int(rest[0])]]}"]


def next_space(view: View, tiles: Field, rest: list[str]) -> list[str]:
    here = tiles.layout.cells[whose(view, view["turn"]["saucer"])["at"]]
    return [f"space-{tiles.layout.names[tiles.layout.next[4 * here + DIRECTIONS.index(rest[0])]]}"]


def tile_turn(view: View, tiles: Field, rest: list[str]) -> list[str]:
    return [f"tile-{rest[0]}", f"turn-{rest[1]}"]


# By verb: the things on the board that an action is about; an end-of-turn effect has its card before them.
OBJECTS: dict[str, Callable[[View, Field, list[str]], list[str]]] = {
    "plan": plan,
    "order": order,
    "pilot": first_crew,
    "go": saucer,
    "site": site,
    "blastoff": next_space,
    "move": flight,
    "launch": flight,
    "boost": flight,
    "airlock": crew,
    "share": crew,
    "give": gift,
    "steal": crew,
    "place": crew,
    "keep": card,
    "wormhole": saucer,
    "afterburner": space,
    "pulse": saucer,
    "tractor": crew,
    "teleport": site,
    "cloak": nothing,
    "distress": crew,
    "legs": one_space_flight,
    "quake": tile_turn,
    "triangulate": space,
}


# -- what a click in vain may have meant -------------------------------------------------------------

CREW_VERBS = ("steal", "place", "share", "airlock")
SPACE_VERBS = {f"up-{EFFECTS[verb]}": verb for verb in ("afterburner", "triangulate")}  # by the card that is picked
SAUCER_VERBS = {f"up-{EFFECTS[verb]}": verb for verb in ("wormhole", "pulse")}


def attempts(look: Look, picked: Sequence[str], names: Sequence[str]) -> list[str]:
    """What somebody may have meant who clicks on a crewmember, a saucer or a space."""
    verbs = {action.split(" ")[0] for action in look.legal}
    card = picked[0] if picked else ""
    for name in names:
        kind, _, rest = name.partition("-")
        if kind == "crew" and card == f"up-{EFFECTS['tractor']}":
            return [f"tractor {rest}"]
        if kind == "crew" and "give" in verbs:
            return [f"give {rest} {action.split(' ')[2]}" for action in look.legal[:1]]
        if kind == "crew" and (found := [f"{verb} {rest}" for verb in CREW_VERBS if verb in verbs]):
            return found
        if kind == "saucer" and picked and "give" in verbs:
            return [f"give {picked[0].removeprefix('crew-')} {rest}"]
        if kind == "saucer" and (verb := SAUCER_VERBS.get(card)):
            return [f"{verb} {rest}"]
        if name.startswith("sky@"):
            return space_attempts(look, verbs, card, name)
    return []


def space_attempts(look: Look, verbs: set[str], card: str, name: str) -> list[str]:
    """The same for a space of the sky."""
    view = look.view
    layout = tiles_of(view, parts_of(look)).layout
    x, y = (int(float(part) // 1) for part in name.removeprefix("sky@").split(","))
    if not (0 <= x < layout.size and 0 <= y < layout.size):
        return []
    if verb := SPACE_VERBS.get(card):
        return [f"{verb} {layout.names[y * layout.size + x]}"]
    flights = [verb for verb in FLIGHTS if verb in verbs]
    saucer = whose(view, view["turn"]["saucer"]) if flights else None
    if saucer is None or saucer["at"] is None:
        return []
    here = layout.cells[saucer["at"]]
    right, down = x - here % layout.size, y - here // layout.size
    for way, (dx, dy) in STEPS.items():
        distance = right * dx + down * dy
        if distance > 0 and (right, down) == (dx * distance, dy * distance):
            return [f"{verb} {way} {distance}" for verb in flights]
    return ["stay"] if (right, down) == (0, 0) and "move" in verbs else []
