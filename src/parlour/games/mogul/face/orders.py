"""Mogul's standing orders: a seat keeps paying up to so many tokens in this auction, or declines every loan.

They save clicks, never decisions: when the tokens are used up the seat is asked again. Nothing is counted along the
way. "Up to N" is kept as the number of tokens that stay in the hand, which falls only by paying as long as the seat is
in the auction; so a step taken back, or a server started again, changes nothing about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.games.mogul.face.words import MogulWords

View = Mapping[str, Any]
USUAL = 3  # tokens that are offered first


def accept(view: View, seat: int, name: str, value: object) -> dict[str, Any] | None:
    """What is kept of an order; `None` if it cannot be given now."""
    if name == "loans" and value is True and view["phase"] != "over":
        return {"decline": True}
    if name == "pay" and bids(view, seat) and isinstance(value, int) and not isinstance(value, bool):
        tokens: int = view["tokens"][seat]
        if 1 <= value <= tokens:
            return {"round": view["round"], "keep": tokens - value}
    return None


def answer(view: View, seat: int, legal: Sequence[str], orders: Mapping[str, Any]) -> str | None:
    """The answer that a seat's orders give to the question it is asked, if they say anything about it."""
    if "loans" in orders and view["phase"] == "loan" and "decline" in legal:
        return "decline"
    if tokens_left(view, seat, orders) and "pay" in legal:
        return "pay"
    return None


def bids(view: View, seat: int) -> bool:
    return view["phase"] == "auction" and seat not in view["withdrawn"]


def tokens_left(view: View, seat: int, orders: Mapping[str, Any]) -> int:
    """How many tokens an order would still pay in this auction."""
    order = orders.get("pay")
    if order is None or order["round"] != view["round"] or not bids(view, seat):
        return 0
    tokens: int = view["tokens"][seat]
    return max(0, tokens - int(order["keep"]))


def form(view: View, seat: int, orders: Mapping[str, Any], words: MogulWords) -> dict[str, Any] | None:
    """What `orders.html` needs; nothing when there is nothing left to order."""
    if view["phase"] == "over":
        return None
    tokens: int = view["tokens"][seat]
    paying = tokens_left(view, seat, orders)
    return {
        "can_pay": bids(view, seat) and tokens > 0,
        "most": tokens,
        "usual": min(USUAL, max(1, tokens)),
        "paying": words.n("Paying up to {count} more token", "Paying up to {count} more tokens", paying)
        if paying
        else "",
        "lends": words.sketch(view).lends(),
        "declines": "loans" in orders,
    }
