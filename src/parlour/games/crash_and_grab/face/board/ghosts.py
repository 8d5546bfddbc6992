"""Over the board: the ways that could be flown, with what would happen on them."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from parlour.games.crash_and_grab.face.board.field import sides
from parlour.games.crash_and_grab.face.board.forecast import Forecast, Happening, answer_forecast, plan_forecast
from parlour.games.crash_and_grab.face.board.look import CrashLook
from parlour.games.crash_and_grab.face.board.picks import FLIGHTS
from parlour.games.crash_and_grab.face.board.pieces import sign
from parlour.games.crash_and_grab.face.board.tiles import CELL, EDGE, STEPS, centre, whose
from parlour.games.crash_and_grab.parts import CARDS, DIRECTIONS


def flights(look: CrashLook) -> list[dict[str, Any]]:
    """What each flight that may be chosen would do, with its target on the board."""
    if look.active is None:
        return []
    found: list[dict[str, Any]] = []
    edges: set[str] = set()  # sides off which a target is drawn already
    for action in look.legal:
        verb, *rest = action.split(" ")
        if verb not in (*FLIGHTS, "legs"):
            continue
        way, distance = rest[0], int(rest[1]) if len(rest) > 1 else 1
        label = look.words.action(action, look.view)
        found.append(ghost(look, answer_forecast(look, action), label, look.active, way, distance))
    found.sort(key=lambda target: (DIRECTIONS.index(target["way"]), target["k"]))
    for target in found:
        target["drawn"] = not target["outside"] or target["way"] not in edges
        if target["outside"]:
            edges.add(target["way"])
    return found


def ghost(look: CrashLook, forecast: Forecast, label: str, color: str, way: str, distance: int) -> dict[str, Any]:
    across, down = STEPS[way]
    start = look.layout.cells[whose(look.view, color)["at"]]
    x, y = centre(look.layout, start)
    here, room = start, 0
    while look.layout.next[4 * here + DIRECTIONS.index(way)] >= 0:
        here = look.layout.next[4 * here + DIRECTIONS.index(way)]
        room += 1
    outside = distance > room
    reach = room * CELL + (CELL + EDGE) // 2 if outside else distance * CELL
    told = [tell(look, happening) for happening in forecast.happens]
    tight = not outside and is_taken(look, start + distance * (across + down * look.layout.size))
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
        "off": forecast.first_off,
        "icons": Markup("".join([icon(look, happens) for happens in forecast.happens if happens.kind != "rest"])),
        **way_of(look, forecast, way),
    }


def is_taken(look: CrashLook, cell: int) -> bool:
    """Whether somebody is on a space."""
    space = look.layout.names[cell]
    return space in look.view["board_crew"] or any(saucer["at"] == space for saucer in look.view["saucers"])


def way_of(look: CrashLook, forecast: Forecast, way: str) -> dict[str, Any]:
    """Lines for each saucer of a flight, marks on spaces, and where they come to rest."""
    across, down = STEPS[way]
    legs, marks, ends = [], [], []
    for leg in forecast.legs:
        x, y = centre(look.layout, leg.start)
        a, b = centre(look.layout, leg.end)
        if leg.off:
            a, b = a + across * (CELL + EDGE) // 2, b + down * (CELL + EDGE) // 2
            marks.append(("off", a, b))
        elif (a, b) != (x, y):
            ends.append((leg.color, a, b))
        if (a, b) != (x, y):
            legs.append((leg.color, f"M{x + 30 * across} {y + 26 * down}L{a} {b}"))
    for happening in forecast.happens:
        if happening.kind in ("grab", "hit", "mines", "launch", "win"):
            a, b = centre(look.layout, happening.cell)
            marks.append(("hit" if happening.kind == "mines" else happening.kind, a, b))
    return {"legs": legs, "marks": marks, "ends": ends}


def tell(look: CrashLook, happening: Happening) -> str:
    return look.words.begin(sentence(look, happening))


def sentence(look: CrashLook, happening: Happening) -> str:
    words, saucer = look.words, look.words.saucer(happening.color)
    space = look.layout.names[happening.cell]
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


def icon(look: CrashLook, happening: Happening) -> Markup:
    """A happening as a small picture."""
    color, type = happening.color, ""
    kind = "hit" if happening.kind == "mines" else happening.kind
    if kind == "grab":
        color, type = happening.what.split("-")
    elif kind == "hit":
        color = happening.what
    return sign(kind, color, type, look.letters[color])


def plan_ghosts(look: CrashLook) -> list[dict[str, Any]]:
    """While planning: for each direction, the ways of the three cards from where the saucer is now."""
    if look.view["phase"] != "plan" or not look.legal:
        return []
    color = look.legal[0].split(" ")[1]
    if whose(look.view, color)["at"] is None:
        return []
    found = []
    for side in sides(look):
        cards = []
        for i, card in enumerate(CARDS):
            way, distance = side["way"], max(look.parts.distances[i])
            drawn = ghost(look, plan_forecast(look, color, way, distance), "", color, way, distance)
            cards.append({**drawn, "card": card})
        x, y = centre(look.layout, look.layout.cells[whose(look.view, color)["at"]])
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
        {
            "way": ghost["way"],
            "leg": ghost["legs"][0][1],
            "marks": [mark for mark in ghost["marks"] if mark[0] in ("grab", "hit", "launch")],
        }
        for ghost in longest.values()
        if ghost["legs"]
    ]
