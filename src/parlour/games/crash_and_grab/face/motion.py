"""Crash & Grab in beats: saucers fly space by space, hit each other and fall off the edge; crew change saucers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, fall, fly, made, mark, move, spot
from parlour.rules.events import Event

Facts = Mapping[str, Any]
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

# Nothing on the table moves by these, or the events that follow show it.
SILENT = ("round-began", "set-off", "ordered", "spun", "chose-crew", "chose-pilot", "reshuffled", "over")


def beats(event: Event) -> list[Beat]:
    return made(event, BEATS)


def saucer(color: str) -> str:
    return f"saucer-{color}"


def space(name: str, across: int = 0, down: int = 0) -> str:
    """A space like `c7`, or what lies beside it, on the map."""
    return spot("sky", ord(name[0]) - ord("a") + across, int(name[1:]) - 1 + down)


def flew(facts: Facts) -> list[Beat]:
    return [[move(saucer(facts["saucer"]), space(facts["to"]), space(facts["from"]))]]


def relocated(facts: Facts) -> list[Beat]:
    return flew(facts)


def crashed(facts: Facts) -> list[Beat]:
    """Over the edge, one space further."""
    color = facts["saucer"]
    return [[fall(saucer(color), space(facts["from"], *STEPS[facts["dir"]]))], [mark(f"mat-{color}", "loss")]]


def collided(facts: Facts) -> list[Beat]:
    return [[mark(space(facts["space"]), "hit"), mark(saucer(facts["other"]), "hit")]]


def launched(facts: Facts) -> list[Beat]:
    return [[mark(space(facts["space"]), "lit")]]


def rested(facts: Facts) -> list[Beat]:
    return [[mark(saucer(facts["saucer"]), "look")]]


def placed(facts: Facts) -> list[Beat]:
    color = facts["saucer"]
    return [[move(saucer(color), space(facts["space"]), f"mat-{color}")]]


def cloaked(facts: Facts) -> list[Beat]:
    color = facts["saucer"]
    return [[move(saucer(color), f"mat-{color}", space(facts["from"]))]]


def traded_places(facts: Facts) -> list[Beat]:
    return [[move(saucer(facts["saucer"]), space(facts["to"])), move(saucer(facts["other"]), space(facts["from"]))]]


def crew(member: str, to: str, start: str = "") -> list[Beat]:
    return [[move(f"crew-{member}", to, start)]]


def picked_up(facts: Facts) -> list[Beat]:
    return crew(facts["crew"], f"mat-{facts['saucer']}", space(facts["space"]))


def crew_placed(facts: Facts) -> list[Beat]:
    return crew(facts["crew"], space(facts["space"]))


def handed_over(facts: Facts) -> list[Beat]:
    return crew(facts["crew"], f"mat-{facts['taker']}", f"mat-{facts['giver']}")


def exchanged(facts: Facts) -> list[Beat]:
    here = space(facts["space"])
    mat = f"mat-{facts['saucer']}"
    return [[move(f"crew-{facts['crew']}", mat, here), move(f"crew-{facts['left']}", here, mat)]]


def swapped_crew(facts: Facts) -> list[Beat]:
    mine, theirs = f"mat-{facts['saucer']}", f"mat-{facts['other']}"
    return [[move(f"crew-{facts['taken']}", mine, theirs), move(f"crew-{facts['given']}", theirs, mine)]]


def planned(facts: Facts) -> list[Beat]:
    """A card is laid face down; what is on it is for nobody."""
    return [[mark(f"plan-{facts['saucer']}", "look")]]


def gained_boosters(facts: Facts) -> list[Beat]:
    return [[mark(f"boosters-{facts['saucer']}", "gain", f"+{facts['count']}")]]


def gained_energy(facts: Facts) -> list[Beat]:
    return [[mark(f"energy-{facts['saucer']}", "gain", f"+{facts['count']}")]]


def boosted(facts: Facts) -> list[Beat]:
    return [[mark(f"boosters-{facts['saucer']}", "loss")]]


def bought(facts: Facts) -> list[Beat]:
    return [[fly("i #cg-energy", f"energy-{facts['saucer']}", "upgrades", facts["cost"])]]


def drew(facts: Facts) -> list[Beat]:
    return [[fly("upback", "upgrades", f"mat-{facts['saucer']}")]]


def kept(facts: Facts) -> list[Beat]:
    return [[mark(f"mat-{facts['saucer']}", "gain", "+1")]]


def pulsed(facts: Facts) -> list[Beat]:
    return [[mark(saucer(facts["saucer"]), "lit")], [mark(saucer(facts["other"]), "hit")]]


def quaked(facts: Facts) -> list[Beat]:
    return [[mark(f"tile-{facts['slot']}", "hit")]]


def probe(facts: Facts) -> list[Beat]:
    return [[move("probe")]] if facts["seat"] != facts["before"] else []


def of_saucer(facts: Facts) -> list[Beat]:
    """The saucer whose turn it is, or that stays where it is."""
    return [[mark(saucer(facts["saucer"]), "look")]]


BEATS: dict[str, Maker] = {
    "planned": planned,
    "override": planned,
    "revealed": planned,
    "turn-began": of_saucer,
    "stayed": of_saucer,
    "placed": placed,
    "flew": flew,
    "relocated": relocated,
    "crashed": crashed,
    "collided": collided,
    "launched": launched,
    "rested": rested,
    "cloaked": cloaked,
    "traded-places": traded_places,
    "picked-up": picked_up,
    "crew-placed": crew_placed,
    "gave": handed_over,
    "stole": handed_over,
    "shared": handed_over,
    "exchanged": exchanged,
    "swapped-crew": swapped_crew,
    "gained-boosters": gained_boosters,
    "gained-energy": gained_energy,
    "boosted": boosted,
    "bought": bought,
    "drew": drew,
    "kept": kept,
    "pulsed": pulsed,
    "quaked": quaked,
    "probe": probe,
}
