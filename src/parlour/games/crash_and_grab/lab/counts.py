"""Crash & Grab: what is counted, in its own words. All of it is read from positions as the spec writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What is counted, as reports call it.
SENTENCES = {
    "booster": "a Booster",
    "energy": "Energy",
    "boosters": "Boosters",
    "upgrades": "upgrades",
    "ended.crew": "manned stations",
    "ended.round limit": "the round limit",
    "taken.pilot": "place a pilot",
    "taken.order": "choose the turn order",
    "taken.go": "choose who flies first",
    "taken.site": "choose a crash site",
    "taken.roll": "roll",
    "taken.move": "fly",
    "taken.stay": "stay",
    "taken.launch": "launch",
    "taken.crash": "crash the other",
    "taken.push": "push the other",
    "taken.airlock": "exchange by the airlock",
    "taken.share": "hand over",
    "taken.boost": "boost",
    "taken.give": "give away",
    "taken.steal": "steal",
    "taken.energize": "take Energy",
    "taken.place": "place a crewmember",
    "taken.upgrade": "buy an upgrade",
    "taken.pass": "pass",
}

EFFECTS = {
    "blastoff": "blast-off-thrusters",
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
}  # answers that use an upgrade


def first_seat(position: Mapping[str, Any]) -> int:
    """CG-25: who holds the Probe at the start, a seat that is drawn; the others follow clockwise."""
    return int(position["probe"])


def roles(position: Mapping[str, Any]) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in range(position["players"])]
    for saucer in position["saucers"]:
        found[saucer["seat"]].append(saucer["color"])
    return found


def rounds(position: Mapping[str, Any]) -> int:
    return int(position["round"])


def things(position: Mapping[str, Any]) -> list[dict[str, int]]:
    """What each player has at the end: boosters, energy, and the upgrades by name."""
    found: list[dict[str, int]] = [{"boosters": 0, "energy": 0, "upgrades": 0} for _ in range(position["players"])]
    for saucer in position["saucers"]:
        own = found[saucer["seat"]]
        own["boosters"] += saucer["boosters"]
        own["energy"] += saucer["energy"]
        own["upgrades"] += len(saucer["upgrades"])
        for upgrade in saucer["upgrades"]:
            own[upgrade] = 1
    return found


def deed(action: str) -> str:
    """Upgrades that are kept or not by name, plans by their card, other answers by their first word."""
    kind, *rest = action.split()
    if kind == "keep":
        return f"keep {rest[0]}"
    return f"plan {rest[1]}" if kind == "plan" else kind


def gifts(position: Mapping[str, Any]) -> list[str]:
    """CG-24: every upgrade of the deck, and what a saucer can have."""
    return [*position["deck"], "booster", "energy"]


def give(position: dict[str, Any], seat: int, thing: str) -> None:
    """An upgrade from the deck, a Booster or an Energy for one player (of two saucers: the first) at the start."""
    saucer = next(saucer for saucer in position["saucers"] if saucer["seat"] == seat)
    if thing in ("booster", "energy"):
        saucer["boosters" if thing == "booster" else "energy"] += 1
        return
    position["deck"].remove(thing)
    saucer["upgrades"] = sorted([*saucer["upgrades"], thing])
    if thing == "cargo-hold":
        saucer["boosters"] += 3  # CG-135: what it brings, it brings when it is played


def removals(components: Mapping[str, Any]) -> list[str]:
    return [upgrade["id"] for upgrade in components["upgrade"]]


def remove(components: dict[str, Any], thing: str) -> None:
    """An upgrade out of the game, whoever plays (CG-24)."""
    card = next(upgrade for upgrade in components["upgrade"] if upgrade["id"] == thing)
    card["not_with_players"] = [count["players"] for count in components["count"]]


def name(words: Any, what: str) -> str:
    """Colours and upgrades as they are called, plans by their card."""
    kind, _, rest = what.removeprefix("taken.").partition(" ")
    if kind in words.parts.color_names:
        return str(words.label(kind))
    if kind == "plan" and rest:
        return str(words.t("plan the card {card}", card=words.card(rest)))
    upgrade = rest if kind == "keep" else EFFECTS.get(kind, kind)
    if upgrade not in words.parts.upgrade_names:
        return ""
    called = words.upgrade(upgrade)
    return str(words.t("keep {upgrade}", upgrade=called) if kind == "keep" else called)
