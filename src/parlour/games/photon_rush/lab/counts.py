"""Photon Rush: what is counted, in its own words. All of it is read from positions as the spec writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

STARTERS: Final = ("gold", "mercs", "mines", "saloons")

# What is counted, as reports call it.
SENTENCES = {
    "gold": "gold",
    "mercs": "mercenaries",
    "mines": "mines",
    "saloons": "saloons",
    "towers": "towers",
    "removed": "removed",
    "ended.gold": "gold",
    "ended.last-standing": "the last base standing",
    "ended.all-destroyed": "the fall of all bases",
    "ended.round-limit": "the round limit",
    "taken.build nothing": "build nothing",
    "taken.build mines": "build mines",
    "taken.build saloons": "build saloons",
    "taken.build both": "build both",
    "taken.raid": "raid",
    "taken.tnt": "T.N.T.",
    "taken.defend": "defend",
    "taken.take": "take raiders out",
    "taken.blast": "blow up",
}


def roles(position: Mapping[str, Any]) -> list[list[str]]:
    """PR-9: all bases are alike, and everything is done at the same time: a difference between them is chance, or a
    fault of the players."""
    return [[] for _ in position["seats"]]


def rounds(position: Mapping[str, Any]) -> int:
    return int(position["round"])


def things(position: Mapping[str, Any]) -> list[dict[str, int]]:
    """What each base has at the end."""
    names = ("gold", "mercs", "mines", "saloons", "towers")
    return [
        {name: seat[name] for name in names} | {"removed": int(seat["out"] is not None)} for seat in position["seats"]
    ]


def deed(action: str) -> str:
    """Orders by what is built, cards by their names."""
    kind, *numbers = action.split()
    if kind != "build":
        return kind
    mines, saloons = numbers
    return {(False, False): "build nothing", (True, False): "build mines", (False, True): "build saloons"}.get(
        (mines != "0", saloons != "0"), "build both"
    )


def gifts(position: Mapping[str, Any]) -> list[str]:
    return list(STARTERS)


def give(position: dict[str, Any], seat: int, thing: str) -> None:
    """One more of a thing for one base at the start."""
    position["seats"][seat][thing] += 1
