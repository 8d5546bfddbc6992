"""Beside the board: the mat of each saucer, and the supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from parlour.games.crash_and_grab.face import text
from parlour.games.crash_and_grab.face.board.look import CrashLook, card_face
from parlour.games.crash_and_grab.face.board.top import stations_filled
from parlour.games.crash_and_grab.parts import TYPES


def mats(look: CrashLook) -> list[dict[str, Any]]:
    """Those of the seat that looks first, then clockwise."""
    saucers, players = look.view["saucers"], look.view["players"]
    first = look.seat or 0
    return [mat(look, s) for s in sorted(saucers, key=lambda s: (s["seat"] - first) % players)]


def mat(look: CrashLook, saucer: Mapping[str, Any]) -> dict[str, Any]:
    words, color = look.words, saucer["color"]
    stations = []
    for type in look.parts.types:
        crew = [look.member(member) for member in saucer["crew"] if member.endswith(type)]
        crew.sort(key=lambda member: member["color"] != color)  # the matching one first
        for member in crew:
            matching = member["color"] == color
            rule = words.t("matching, it stays (CG-3)") if matching else words.t("off-coloured (CG-3)")
            member["label"] = f"{member['label']}, {rule}"
        tokens = Markup("").join(look.token(member) for member in crew)
        empty = words.t("{type}: nobody yet", type=words.type(type))
        stations.append({"type": type, "name": words.type(type), "crew": tokens, "empty": empty})
    count = look.parts.stations(saucer["crew"])
    used = look.turn.get("used", []) if color == look.active else []
    upgrades = [{**look.upgrade(card), "used": card in used} for card in saucer["upgrades"]]
    return {
        "color": color,
        "name": words.label(color),
        "seat": words.seat(saucer["seat"]),
        "you": words.t("you") if saucer["seat"] == look.seat else "",
        "at": saucer["at"],
        "label": look.saucer_label(saucer),
        "pick": look.pick(f"saucer-{color}"),
        "emblem": look.emblem(color),
        "active": color == look.active,
        "wins": look.view["winner"] == saucer["seat"],
        "badges": badges(look, saucer),
        "count": count,
        "manned": stations_filled(look, count, TYPES),
        "stations": stations,
        "energy": saucer["energy"],
        "energy_label": words.t("{count} Energy: two buy an upgrade (CG-92)", count=saucer["energy"]),
        "boosters": saucer["boosters"],
        "boosters_label": boosters_label(look, saucer["boosters"]),
        "plan": plan(look, saucer),
        "upgrades": upgrades,
        "upgrades_title": words.t("Upgrades"),
        "used": words.t("used this turn"),
    }


def boosters_label(look: CrashLook, count: int) -> str:
    return look.words.t("{boosters}: each is a further move (CG-70)", boosters=look.words.boosters(count))


def badges(look: CrashLook, saucer: Mapping[str, Any]) -> list[tuple[str, str]]:
    words, view = look.words, look.view
    found = []
    best = max(look.counts)
    if view["winner"] == saucer["seat"]:
        found.append(("wins", words.t("wins!")))
    elif look.counts.count(best) <= view["players"] // 2 and look.counts[saucer["seat"]] == best:
        found.append(("leads", words.t("leads")))
    if view["probe"] == saucer["seat"]:
        found.append(("probe", words.t("Probe")))
    if saucer["override"]:
        found.append(("override", words.t("Override")))
    if saucer["color"] in look.turn.get("crashed", []):
        found.append(("crashed", words.t("crashed")))
    elif saucer["at"] is None:
        found.append(("off", words.t("off the board")))
    if saucer["color"] == look.active:
        found.append(("now", words.t("flies now")))
    elif saucer["done"] and view["phase"] != "over":
        found.append(("done", words.t("turn done")))
    return found


def plan(look: CrashLook, saucer: Mapping[str, Any]) -> dict[str, Any]:
    """CG-31: nothing, face down, one's own secret, or turned up."""
    found = saucer["plan"]
    label = text.plan(look.words, saucer)
    if found is None:
        return {"kind": "none", "label": label, "card": ""}
    if found["card"] is None:
        return {"kind": "down", "label": label, "card": ""}
    way = found["dir"]
    state = "up" if saucer["revealed"] else "own"
    icon = look.view["markers"][way]
    label = f"{label} ({look.marker(way)})"
    return {"kind": state, "label": label, "card": card_face(found["card"]), "icon": icon, "way": way}


def supply(look: CrashLook) -> dict[str, Any]:
    words, view = look.words, look.view
    queues = []
    for color, types in view["lost"].items():
        crew = Markup("").join(look.token(look.member(f"{color}-{type}")) for type in types)
        none = words.t("{saucer}: nobody", saucer=words.label(color))
        queues.append({"name": words.label(color), "none": none, "crew": crew})
    deck = view["deck"]
    return {
        "title": words.t("Lost crew"),
        "about": words.t("The first of each queue can come back onto the board (CG-86)"),
        "queues": queues,
        "deck": words.n("{count} upgrade in the deck", "{count} upgrades in the deck", deck),
        "discard": [look.upgrade(card) for card in view["discard"]],
        "discard_title": words.t("Discarded"),
        "drawn": words.n("{count} card drawn", "{count} cards drawn", len(view["drawn"])) if view["drawn"] else "",
    }
