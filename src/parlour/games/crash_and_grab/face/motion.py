"""Crash & Grab in beats: saucers fly space by space, hit each other and fall off the edge; crew change saucers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Maker, beats_by_kind, fall, fly, mark, move, spot
from parlour.rules.events import Event

Facts = Mapping[str, Any]
STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

# Nothing on the table moves by these, or the events that follow show it.
SILENT = ("round-began", "set-off", "ordered", "spun", "chose-crew", "chose-pilot", "reshuffled", "over")


def beats(event: Event) -> list[Beat]:
    return beats_by_kind(event, BEATS)


def saucer(color: str) -> str:
    return f"saucer-{color}"


def space(name: str, across: int = 0, down: int = 0) -> str:
    """A space like `c7`, or what lies beside it, on the map."""
    return spot("sky", ord(name[0]) - ord("a") + across, int(name[1:]) - 1 + down)


def flight(facts: Facts) -> list[Beat]:
    return [[move(saucer(facts["saucer"]), space(facts["to"]), space(facts["from"]))]]


def fall_off(facts: Facts) -> list[Beat]:
    """Over the edge, one space further."""
    color = facts["saucer"]
    return [[fall(saucer(color), space(facts["from"], *STEPS[facts["dir"]]))], [mark(f"mat-{color}", "loss")]]


def collision(facts: Facts) -> list[Beat]:
    return [[mark(space(facts["space"]), "hit"), mark(saucer(facts["other"]), "hit")]]


def launch(facts: Facts) -> list[Beat]:
    return [[mark(space(facts["space"]), "lit")]]


def rest(facts: Facts) -> list[Beat]:
    return [[mark(saucer(facts["saucer"]), "look")]]


def placing(facts: Facts) -> list[Beat]:
    color = facts["saucer"]
    return [[move(saucer(color), space(facts["space"]), f"mat-{color}")]]


def cloaking(facts: Facts) -> list[Beat]:
    color = facts["saucer"]
    return [[move(saucer(color), f"mat-{color}", space(facts["from"]))]]


def place_swap(facts: Facts) -> list[Beat]:
    return [[move(saucer(facts["saucer"]), space(facts["to"])), move(saucer(facts["other"]), space(facts["from"]))]]


def crew(member: str, to: str, start: str = "") -> list[Beat]:
    return [[move(f"crew-{member}", to, start)]]


def pick_up(facts: Facts) -> list[Beat]:
    return crew(facts["crew"], f"mat-{facts['saucer']}", space(facts["space"]))


def crew_placing(facts: Facts) -> list[Beat]:
    return crew(facts["crew"], space(facts["space"]))


def hand_over(facts: Facts) -> list[Beat]:
    return crew(facts["crew"], f"mat-{facts['taker']}", f"mat-{facts['giver']}")


def exchange(facts: Facts) -> list[Beat]:
    here = space(facts["space"])
    mat = f"mat-{facts['saucer']}"
    return [[move(f"crew-{facts['crew']}", mat, here), move(f"crew-{facts['left']}", here, mat)]]


def crew_swap(facts: Facts) -> list[Beat]:
    mine, theirs = f"mat-{facts['saucer']}", f"mat-{facts['other']}"
    return [[move(f"crew-{facts['taken']}", mine, theirs), move(f"crew-{facts['given']}", theirs, mine)]]


def plan(facts: Facts) -> list[Beat]:
    """A card is laid face down; what is on it is for nobody."""
    return [[mark(f"plan-{facts['saucer']}", "look")]]


def booster_gain(facts: Facts) -> list[Beat]:
    return [[mark(f"boosters-{facts['saucer']}", "gain", f"+{facts['count']}")]]


def energy_gain(facts: Facts) -> list[Beat]:
    return [[mark(f"energy-{facts['saucer']}", "gain", f"+{facts['count']}")]]


def boost(facts: Facts) -> list[Beat]:
    return [[mark(f"boosters-{facts['saucer']}", "loss")]]


def purchase(facts: Facts) -> list[Beat]:
    return [[fly("i #cg-energy", f"energy-{facts['saucer']}", "upgrades", facts["cost"])]]


def card_draw(facts: Facts) -> list[Beat]:
    return [[fly("upback", "upgrades", f"mat-{facts['saucer']}")]]


def keep(facts: Facts) -> list[Beat]:
    return [[mark(f"mat-{facts['saucer']}", "gain", "+1")]]


def pulse(facts: Facts) -> list[Beat]:
    return [[mark(saucer(facts["saucer"]), "lit")], [mark(saucer(facts["other"]), "hit")]]


def quake(facts: Facts) -> list[Beat]:
    return [[mark(f"tile-{facts['slot']}", "hit")]]


def probe(facts: Facts) -> list[Beat]:
    return [[move("probe")]] if facts["seat"] != facts["before"] else []


def of_saucer(facts: Facts) -> list[Beat]:
    """The saucer whose turn it is, or that stays where it is."""
    return [[mark(saucer(facts["saucer"]), "look")]]


BEATS: dict[str, Maker] = {
    "planned": plan,
    "override": plan,
    "revealed": plan,
    "turn-began": of_saucer,
    "stayed": of_saucer,
    "placed": placing,
    "flew": flight,
    "relocated": flight,
    "crashed": fall_off,
    "collided": collision,
    "launched": launch,
    "rested": rest,
    "cloaked": cloaking,
    "traded-places": place_swap,
    "picked-up": pick_up,
    "crew-placed": crew_placing,
    "gave": hand_over,
    "stole": hand_over,
    "shared": hand_over,
    "exchanged": exchange,
    "swapped-crew": crew_swap,
    "gained-boosters": booster_gain,
    "gained-energy": energy_gain,
    "boosted": boost,
    "bought": purchase,
    "drew": card_draw,
    "kept": keep,
    "pulsed": pulse,
    "quaked": quake,
    "probe": probe,
}
