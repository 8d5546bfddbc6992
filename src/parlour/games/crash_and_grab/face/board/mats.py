"""Beside the board: the mat of each saucer, and the supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from parlour.faces.drawing import part
from parlour.games.crash_and_grab.face import text
from parlour.games.crash_and_grab.face.board.look import (
    CrashLook,
    card_face,
    crew_member,
    emblem_of,
    saucer_label,
    token_of,
    upgrade_card,
)
from parlour.games.crash_and_grab.face.board.top import stations_filled
from parlour.games.crash_and_grab.face.words import CrashWords
from parlour.games.crash_and_grab.parts import TYPES


def mats(look: CrashLook) -> list[dict[str, Any]]:
    """Those of the seat that looks first, then clockwise."""
    saucers, players = look.view["saucers"], look.view["players"]
    first = look.seat or 0
    return [mat(look, s) for s in sorted(saucers, key=lambda s: (s["seat"] - first) % players)]


def mat(look: CrashLook, saucer: Mapping[str, Any]) -> dict[str, Any]:
    color, crew = saucer["color"], tuple(saucer["crew"])
    return mat_of(
        look.words,
        color,
        saucer["seat"],
        saucer["seat"] == look.seat,
        saucer["at"],
        look.pick(f"saucer-{color}"),
        color == look.active,
        look.view["winner"] == saucer["seat"],
        badges(look, saucer),
        crew,
        tuple([look.pick(f"crew-{member}") for member in crew]),
        saucer["energy"],
        saucer["boosters"],
        tuple(plan(look, saucer).items()),
        tuple(saucer["upgrades"]),
        tuple(look.turn.get("used", ())) if color == look.active else (),
    )


@part
def mat_of(
    words: CrashWords,
    color: str,
    seat: int,
    mine: bool,
    at: str | None,
    pick: str,
    active: bool,
    wins: bool,
    badges: tuple[tuple[str, str], ...],
    crew: tuple[str, ...],
    crew_picks: tuple[str, ...],
    energy: int,
    boosters: int,
    plan: tuple[tuple[str, str], ...],
    upgrades: tuple[str, ...],
    used: tuple[str, ...],
) -> dict[str, Any]:
    """A mat from all that it shows."""
    count = words.parts.stations(list(crew))
    return {
        "color": color,
        "name": words.label(color),
        "seat": words.seat(seat),
        "you": words.t("you") if mine else "",
        "at": at,
        "label": saucer_label(words, color, seat, at),
        "pick": pick,
        "emblem": emblem_of(words, color),
        "active": active,
        "wins": wins,
        "badges": badges,
        "count": count,
        "manned": stations_filled(words, count, TYPES),
        "stations": stations(words, color, dict(zip(crew, crew_picks, strict=True))),
        "energy": energy,
        "energy_label": words.t("{count} Energy: two buy an upgrade (CG-92)", count=energy),
        "boosters": boosters,
        "boosters_label": boosters_label(words, boosters),
        "plan": dict(plan),
        "upgrades": [{**upgrade_card(words, card), "used": card in used} for card in upgrades],
        "upgrades_title": words.t("Upgrades"),
        "used": words.t("used this turn"),
    }


def stations(words: CrashWords, color: str, crew: Mapping[str, str]) -> list[dict[str, Any]]:
    """By type of crew who is there, the matching one first."""
    found = []
    for type in words.parts.types:
        tokens = []
        there = [(member.split("-")[0] == color, member) for member in crew if member.endswith(type)]
        for matching, member in sorted(there, key=lambda one: not one[0]):
            rule = words.t("matching, it stays (CG-3)") if matching else words.t("off-coloured (CG-3)")
            about = crew_member(words, member, crew[member])
            tokens.append(token_of({**about, "label": f"{about['label']}, {rule}"}))
        empty = words.t("{type}: nobody yet", type=words.type(type))
        found.append({"type": type, "name": words.type(type), "crew": Markup("".join(tokens)), "empty": empty})
    return found


def boosters_label(words: CrashWords, count: int) -> str:
    return words.t("{boosters}: each is a further move (CG-70)", boosters=words.boosters(count))


def badges(look: CrashLook, saucer: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
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
    return tuple(found)


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
    return {"kind": state, "label": label, "card": card_face(look.parts, found["card"]), "icon": icon, "way": way}


def supply(look: CrashLook) -> dict[str, Any]:
    view = look.view
    lost = tuple([(color, tuple(types)) for color, types in view["lost"].items()])
    picks = tuple([name for name in look.names if name.startswith("crew-")])
    return supply_of(look.words, lost, picks, view["deck"], tuple(view["discard"]), len(view["drawn"] or ()))


@part
def supply_of(
    words: CrashWords,
    lost: tuple[tuple[str, tuple[str, ...]], ...],
    picks: tuple[str, ...],
    deck: int,
    discard: tuple[str, ...],
    drawn: int,
) -> dict[str, Any]:
    """The supply from all that it shows; `picks` are names of crew that can be picked somewhere."""
    queues = []
    for color, types in lost:
        names = [f"{color}-{type}" for type in types]
        crew = [crew_member(words, name, f"crew-{name}" if f"crew-{name}" in picks else "") for name in names]
        none = words.t("{saucer}: nobody", saucer=words.label(color))
        queues.append({"name": words.label(color), "none": none, "crew": Markup("".join(map(token_of, crew)))})
    return {
        "title": words.t("Lost crew"),
        "about": words.t("The first of each queue can come back onto the board (CG-86)"),
        "queues": queues,
        "deck": words.n("{count} upgrade in the deck", "{count} upgrades in the deck", deck),
        "discard": [upgrade_card(words, card) for card in discard],
        "discard_title": words.t("Discarded"),
        "drawn": words.n("{count} card drawn", "{count} cards drawn", drawn) if drawn else "",
    }
