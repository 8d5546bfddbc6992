"""Beside the board: the mat of each saucer, and the supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from parlour.games.crash_and_grab.face import text
from parlour.games.crash_and_grab.face.board.sight import Sight, card_face
from parlour.games.crash_and_grab.face.board.top import manned
from parlour.games.crash_and_grab.parts import TYPES


def mats(sight: Sight) -> list[dict[str, Any]]:
    """Those of the seat that looks first, then clockwise."""
    saucers, players = sight.view["saucers"], sight.view["players"]
    first = sight.seat or 0
    return [mat(sight, s) for s in sorted(saucers, key=lambda s: (s["seat"] - first) % players)]


def mat(sight: Sight, saucer: Mapping[str, Any]) -> dict[str, Any]:
    words, color = sight.words, saucer["color"]
    stations = []
    for type in sight.parts.types:
        crew = [sight.member(member) for member in saucer["crew"] if member.endswith(type)]
        crew.sort(key=lambda member: member["color"] != color)  # the matching one first
        for member in crew:
            matching = member["color"] == color
            rule = words.t("matching, it stays (CG-3)") if matching else words.t("off-coloured (CG-3)")
            member["label"] = f"{member['label']}, {rule}"
        tokens = Markup("").join(sight.token(member) for member in crew)
        empty = words.t("{type}: nobody yet", type=words.type(type))
        stations.append({"type": type, "name": words.type(type), "crew": tokens, "empty": empty})
    count = len({member.split("-")[1] for member in saucer["crew"]})
    used = sight.turn.get("used", []) if color == sight.active else []
    upgrades = [{**sight.upgrade(card), "used": card in used} for card in saucer["upgrades"]]
    return {
        "color": color,
        "name": words.label(color),
        "seat": words.seat(saucer["seat"]),
        "you": words.t("you") if saucer["seat"] == sight.seat else "",
        "at": saucer["at"],
        "label": sight.saucer_label(saucer),
        "pick": sight.pick(f"saucer-{color}"),
        "emblem": sight.emblem(color),
        "active": color == sight.active,
        "wins": sight.view["winner"] == saucer["seat"],
        "badges": badges(sight, saucer),
        "count": count,
        "manned": manned(sight, count, TYPES),
        "stations": stations,
        "energy": saucer["energy"],
        "energy_label": words.t("{count} Energy: two buy an upgrade (CG-92)", count=saucer["energy"]),
        "boosters": saucer["boosters"],
        "boosters_label": boosters_label(sight, saucer["boosters"]),
        "plan": plan(sight, saucer),
        "upgrades": upgrades,
        "upgrades_title": words.t("Upgrades"),
        "used": words.t("used this turn"),
    }


def boosters_label(sight: Sight, count: int) -> str:
    return sight.words.t("{boosters}: each is a further move (CG-70)", boosters=sight.words.boosters(count))


def badges(sight: Sight, saucer: Mapping[str, Any]) -> list[tuple[str, str]]:
    words, view = sight.words, sight.view
    found = []
    best = max(sight.counts)
    if view["winner"] == saucer["seat"]:
        found.append(("wins", words.t("wins!")))
    elif sight.counts.count(best) <= view["players"] // 2 and sight.counts[saucer["seat"]] == best:
        found.append(("leads", words.t("leads")))
    if view["probe"] == saucer["seat"]:
        found.append(("probe", words.t("Probe")))
    if saucer["override"]:
        found.append(("override", words.t("Override")))
    if saucer["color"] in sight.turn.get("crashed", []):
        found.append(("crashed", words.t("crashed")))
    elif saucer["at"] is None:
        found.append(("off", words.t("off the board")))
    if saucer["color"] == sight.active:
        found.append(("now", words.t("flies now")))
    elif saucer["done"] and view["phase"] != "over":
        found.append(("done", words.t("turn done")))
    return found


def plan(sight: Sight, saucer: Mapping[str, Any]) -> dict[str, Any]:
    """CG-31: nothing, face down, one's own secret, or turned up."""
    found = saucer["plan"]
    label = text.plan(sight.words, saucer)
    if found is None:
        return {"kind": "none", "label": label, "card": ""}
    if found["card"] is None:
        return {"kind": "down", "label": label, "card": ""}
    way = found["dir"]
    state = "up" if saucer["revealed"] else "own"
    icon = sight.view["markers"][way]
    label = f"{label} ({sight.marker(way)})"
    return {"kind": state, "label": label, "card": card_face(found["card"]), "icon": icon, "way": way}


def supply(sight: Sight) -> dict[str, Any]:
    words, view = sight.words, sight.view
    queues = []
    for color, types in view["lost"].items():
        crew = Markup("").join(sight.token(sight.member(f"{color}-{type}")) for type in types)
        none = words.t("{saucer}: nobody", saucer=words.label(color))
        queues.append({"name": words.label(color), "none": none, "crew": crew})
    deck = view["deck"]
    return {
        "title": words.t("Lost crew"),
        "about": words.t("The first of each queue can come back onto the board (CG-86)"),
        "queues": queues,
        "deck": words.n("{count} upgrade in the deck", "{count} upgrades in the deck", deck),
        "discard": [sight.upgrade(card) for card in view["discard"]],
        "discard_title": words.t("Discarded"),
        "drawn": words.n("{count} card drawn", "{count} cards drawn", len(view["drawn"])) if view["drawn"] else "",
    }
