"""Photon Rush in beats: one reveal, then who hits whom, in the order of the rules; towers fall, coins come in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.motion import Beat, Effect, Maker, beats_by_kind, fly, mark
from parlour.rules.events import Event

Facts = Mapping[str, Any]
RAIDERS = 3  # hats that fly for a raid of any size

SILENT = ("over",)  # the end is a sentence


def beats(event: Event) -> list[Beat]:
    return beats_by_kind(event, BEATS)


def hats(seat: int, target: int) -> Effect:
    return fly(f"hat s{seat} #pr-merc", f"crew-{seat}", f"towers-{target}", RAIDERS)


def show_answered(facts: Facts) -> list[Beat]:
    """Something was decided; what it was stays face down."""
    return [[mark(f"who-{facts['seat']}", "look")]]


def show_revealed(facts: Facts) -> list[Beat]:
    """All cards at once: who goes where, and who holds the shield up. What comes of it follows, base by base."""
    found: Beat = []
    for seat, card in enumerate(facts["cards"]):
        if card is None:
            continue
        kind, target = card.split(" ")
        if kind == "defend":  # whatever base it was laid against
            found.append(mark(f"towers-{seat}", "resisted"))
        else:
            found.append(fly(f"reveal #pr-{kind}", f"towers-{seat}", f"towers-{target}"))
    return [found]


def show_battle(facts: Facts) -> list[Beat]:
    losses = list(zip(facts["raiders"], facts["raiders_lost"], strict=True))
    losses.append((facts["defender"], facts["defenders_lost"]))
    return [
        [hats(raider, facts["defender"]) for raider in facts["raiders"]],
        [mark(f"towers-{facts['defender']}", "resisted")],
        [mark(f"crew-{seat}", "loss", f"−{lost}") for seat, lost in losses if lost],
    ]


def show_damaged(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    return [
        [hats(raider, seat) for raider in facts["raiders"]],
        [mark(f"towers-{seat}", "hit", f"−{facts['damage']}")],
    ]


def show_blasted(facts: Facts) -> list[Beat]:
    seat, target = facts["seat"], facts["target"]
    lots = f"lots-{target}"
    lost = facts["mines"] + facts["saloons"] + facts["new_mines"] + facts["new_saloons"]
    return [[fly("reveal #pr-tnt", f"crew-{seat}", lots)], [mark(lots, "hit", f"−{lost}")]]


def show_built(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    if not facts["mines"] + facts["saloons"]:
        return []
    coins = fly("i #pr-coin", f"purse-{seat}", f"lots-{seat}", facts["cost"])
    return [[coins], [mark(f"lots-{seat}", "gain", f"+{facts['mines'] + facts['saloons']}")]]


def show_opened(facts: Facts) -> list[Beat]:
    return [[mark(f"lots-{facts['seat']}", "look")]]


def show_collected(facts: Facts) -> list[Beat]:
    seat = facts["seat"]
    found: Beat = []
    if facts["gold"]:
        found.append(mark(f"purse-{seat}", "gain", f"+{facts['gold']}"))
    if facts["mercs"]:
        found.append(mark(f"crew-{seat}", "gain", f"+{facts['mercs']}"))
    return [found]


def show_destroyed(facts: Facts) -> list[Beat]:
    return [[mark(f"base-{facts['seat']}", "hit")]]


def show_round_began(facts: Facts) -> list[Beat]:
    return [[mark("round", "look")]]


BEATS: dict[str, Maker] = {
    "answered": show_answered,
    "revealed": show_revealed,
    "battle": show_battle,
    "damaged": show_damaged,
    "blasted": show_blasted,
    "built": show_built,
    "opened": show_opened,
    "collected": show_collected,
    "destroyed": show_destroyed,
    "round-began": show_round_began,
}
