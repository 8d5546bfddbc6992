"""The board of Under Cups: everybody's cup and coins, and the ladder of totals that can be bid.

Everything is made from a look. What an answer would do is asked of the rules (`look.previews`), never worked out here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.look import Look
from parlour.rules.state import CHANCE

from ..words import UnderCupsWords
from .picks import picks
from .pieces import cup, purse, rung

__all__ = ["board", "picks", "recap"]


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    words, view = look.words, look.view
    assert isinstance(words, UnderCupsWords)
    players = view["players"]
    parts = words.parts
    bid = view["bid"] or 0
    lost = view["options"]["coins"] * players - sum(view["coins"])
    return {
        "round": words.t("Round {round}", round=view["round"]),
        "standing": words.t("The bid is {bid}", bid=bid) if bid else words.t("No bid yet"),
        "seats": [seat_shown(words, view, i, look.seat) for i in range(players)],
        "ladder": [
            rung(words, total, bid, f"bid {total}" in look.legal)
            for total in range(parts.lowest(players), parts.highest(players) + 1)
        ],
        "doubt": words.action("doubt", view) if "doubt" in look.legal else "",
        "text": {
            "seats": words.t("The cups"),
            "ladder": words.t("The totals"),
            "box": words.t("The box: {coins}", coins=words.coins(lost)),
            "you": words.t("you"),
        },
    }


def seat_shown(
    words: UnderCupsWords,
    view: Mapping[str, Any],
    seat: int,
    looking: int | None,
) -> dict[str, Any]:
    """One seat: whose it is, its cup and its coins."""
    dice = view["dice"]
    return {
        "number": seat,
        "name": words.seat(seat),
        "you": seat == looking,
        "asked": view["to_act"] != CHANCE and seat in view["to_act"],
        "cup": cup(words, seat < len(dice), dice[seat] if seat < len(dice) else None),
        "purse": purse(words, view["coins"][seat]),
    }


def recap(view: Mapping[str, Any]) -> list[str]:
    """The kinds of events, beginning with the first, that stay in sight until they happen again."""
    return ["revealed", "lost-coin"]
