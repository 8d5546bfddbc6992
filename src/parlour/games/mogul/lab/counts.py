"""Mogul: what is counted, in its own words. All of it is read from positions as the spec writes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

# What is counted, as reports call it.
SENTENCES = {
    "token": "token",
    "point": "point",
    "tokens": "tokens",
    "shares": "shares",
    "ended.points": "points",
    "ended.shares": "shares, with equal points",
    "ended.shared": "a shared first place",
    "taken.loan": "take a loan",
    "taken.decline": "decline",
    "taken.pay": "pay a token",
    "taken.withdraw": "withdraw",
    "taken.take": "take the share",
    "taken.sell": "sell",
}


def first_seat(position: Mapping[str, Any]) -> int:
    """KR-22: the first player of the first round is drawn, so turn order is not the order of the seats."""
    return int(position["first_player"])


def rounds(position: Mapping[str, Any]) -> int:
    return int(position["round"])


def things(position: Mapping[str, Any]) -> list[dict[str, int]]:
    """What each player has at the end: tokens, and shares by their centre."""
    found: list[dict[str, int]] = []
    for tokens, shares in zip(position["tokens"], position["shares"], strict=True):
        colours = Counter(share.split("-")[0] for share in shares)
        found.append({"tokens": tokens, "shares": len(shares), **{f"{name} shares": n for name, n in colours.items()}})
    return found


def deed(action: str) -> str:
    return action.split()[0]


def gifts(position: Mapping[str, Any]) -> list[str]:
    return ["token", "point"]


def give(position: dict[str, Any], seat: int, thing: str) -> None:
    """A token from the bank, or a point, for one player at the start."""
    if thing == "point":
        position["scores"][seat] += 1
    else:
        position["bank"] -= 1
        position["tokens"][seat] += 1


def name(words: Any, what: str) -> str:
    """Shares by their colour."""
    colour, _, rest = what.partition(" ")
    if rest == "shares" and colour in words.colour_names:
        return str(words.t("shares ({colour})", colour=words.colour(colour)))
    return ""
