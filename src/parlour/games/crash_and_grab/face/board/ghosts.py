"""Over the board: the ways that could be flown, with what would happen on them."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from parlour.games.crash_and_grab.face.board.field import sides
from parlour.games.crash_and_grab.face.board.foresight import Flight, Happening, foresee
from parlour.games.crash_and_grab.face.board.picks import FLIGHTS
from parlour.games.crash_and_grab.face.board.pieces import sign
from parlour.games.crash_and_grab.face.board.sight import Sight
from parlour.games.crash_and_grab.face.board.tiles import CELL, EDGE, STEPS, centre, whose
from parlour.games.crash_and_grab.parts import CARDS, DIRECTIONS


def flights(sight: Sight) -> list[dict[str, Any]]:
    """What each flight that may be chosen would do, with its target on the board."""
    if sight.active is None:
        return []
    found: list[dict[str, Any]] = []
    edges: set[str] = set()  # sides off which a target is drawn already
    for action in sight.legal:
        verb, *rest = action.split(" ")
        if verb not in (*FLIGHTS, "legs"):
            continue
        way, distance = rest[0], int(rest[1]) if len(rest) > 1 else 1
        found.append(ghost(sight, action, sight.active, way, distance))
    found.sort(key=lambda target: (DIRECTIONS.index(target["way"]), target["k"]))
    for target in found:
        target["drawn"] = not target["outside"] or target["way"] not in edges
        if target["outside"]:
            edges.add(target["way"])
    return found


def ghost(sight: Sight, action: str, color: str, way: str, distance: int) -> dict[str, Any]:
    flight = foresee(sight.view, sight.tiles, color, way, distance)
    across, down = STEPS[way]
    start = sight.layout.cells[whose(sight.view, color)["at"]]
    x, y = centre(sight.layout, start)
    here, room = start, 0
    while sight.layout.next[4 * here + DIRECTIONS.index(way)] >= 0:
        here = sight.layout.next[4 * here + DIRECTIONS.index(way)]
        room += 1
    outside = distance > room
    reach = room * CELL + (CELL + EDGE) // 2 if outside else distance * CELL
    told = [tell(sight, happening) for happening in flight.happens]
    label = sight.words.action(action, sight.view) if action else ""
    tight = not outside and taken(sight, start + distance * (across + down * sight.layout.size))
    return {
        "pick": f"fly-{way}-{distance}",
        "way": way,
        "k": distance,
        "x": x + across * reach - (17 if tight else 0),
        "y": y + down * reach + (17 if tight else 0),
        "tight": tight,
        "outside": outside,
        "drawn": True,
        "label": f"{label}. {' '.join(told)}",
        "told": told,
        "off": flight.first_off,
        "icons": Markup("").join(icon(sight, happens) for happens in flight.happens if happens.kind != "rest"),
        **way_of(sight, flight, way),
    }


def taken(sight: Sight, cell: int) -> bool:
    """Whether somebody is on a space."""
    space = sight.layout.names[cell]
    return space in sight.view["board_crew"] or any(saucer["at"] == space for saucer in sight.view["saucers"])


def way_of(sight: Sight, flight: Flight, way: str) -> dict[str, Any]:
    """Lines for each saucer of a flight, marks on spaces, and where they come to rest."""
    across, down = STEPS[way]
    legs, marks, ends = [], [], []
    for leg in flight.legs:
        x, y = centre(sight.layout, leg.start)
        a, b = centre(sight.layout, leg.end)
        if leg.off:
            a, b = a + across * (CELL + EDGE) // 2, b + down * (CELL + EDGE) // 2
            marks.append(("off", a, b))
        elif (a, b) != (x, y):
            ends.append((leg.color, a, b))
        if (a, b) != (x, y):
            legs.append((leg.color, f"M{x + 30 * across} {y + 26 * down}L{a} {b}"))
    for happening in flight.happens:
        if happening.kind in ("grab", "hit", "mines", "launch", "win"):
            a, b = centre(sight.layout, happening.cell)
            marks.append(("hit" if happening.kind == "mines" else happening.kind, a, b))
    return {"legs": legs, "marks": marks, "ends": ends}


def tell(sight: Sight, happening: Happening) -> str:
    return sight.words.begin(foretold(sight, happening))


def foretold(sight: Sight, happening: Happening) -> str:
    words, saucer = sight.words, sight.words.saucer(happening.color)
    space = sight.layout.names[happening.cell]
    if happening.kind == "grab":
        crew = words.the(happening.what)
        return words.t("{saucer} picks up {crew} on {space}.", saucer=saucer, crew=crew, space=space)
    if happening.kind in ("hit", "mines"):
        other = words.saucer(happening.what)
        return words.t("{saucer} hits {other} on {space}.", saucer=saucer, other=other, space=space)
    if happening.kind == "off":
        return words.t("{saucer} flies off the board at {space} and crashes.", saucer=saucer, space=space)
    if happening.kind == "launch":
        return words.t("{saucer} reaches the accelerator on {space}.", saucer=saucer, space=space)
    if happening.kind == "win":
        return words.t("{saucer} has the whole crew!", saucer=saucer)
    return words.t("{saucer} flies to {space}.", saucer=saucer, space=space)


def icon(sight: Sight, happening: Happening) -> Markup:
    """A happening as a small picture."""
    color, type = happening.color, ""
    kind = "hit" if happening.kind == "mines" else happening.kind
    if kind == "grab":
        color, type = happening.what.split("-")
    elif kind == "hit":
        color = happening.what
    return sign(kind, color, type, sight.letters[color])


def plan_ghosts(sight: Sight) -> list[dict[str, Any]]:
    """While planning: for each direction, the ways of the three cards from where the saucer is now."""
    if sight.view["phase"] != "plan" or not sight.legal:
        return []
    color = sight.legal[0].split(" ")[1]
    if whose(sight.view, color)["at"] is None:
        return []
    found = []
    for side in sides(sight):
        cards = []
        for i, card in enumerate(CARDS):
            drawn = ghost(sight, "", color, side["way"], max(sight.parts.distances[i]))
            cards.append({**drawn, "card": card})
        x, y = centre(sight.layout, sight.layout.cells[whose(sight.view, color)["at"]])
        turn = 90 * DIRECTIONS.index(side["way"])
        found.append({"pick": side["pick"], "label": side["label"], "cards": cards, "x": x, "y": y, "turn": turn})
    return found


def crashes(flights: list[dict[str, Any]], plans: list[dict[str, Any]]) -> dict[str, int]:
    """By side of the board: where along it a ghost leaves the board."""
    ghosts = [*flights, *(ghost for plan in plans for ghost in plan["cards"])]
    return {ghost["way"]: ghost["x" if ghost["way"] in "ns" else "y"] for ghost in ghosts if ghost["outside"]}


def rays(flights: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By direction: the way of the longest flight, under the targets of all."""
    longest = {ghost["way"]: ghost for ghost in flights}
    return [
        {"leg": ghost["legs"][0][1], "marks": [mark for mark in ghost["marks"] if mark[0] in ("grab", "hit", "launch")]}
        for ghost in longest.values()
        if ghost["legs"]
    ]
