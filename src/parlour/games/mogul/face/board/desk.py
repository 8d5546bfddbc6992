"""The desk of the seat that looks: its own tokens and shares, and the sales it can choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.games.mogul.face.board.floor import COINS, PATTERNS, plate
from parlour.games.mogul.face.board.market import Market
from parlour.games.mogul.face.board.pieces import tip
from parlour.games.mogul.rules import points_for


def desk(market: Market) -> dict[str, Any]:
    view, words = market.view, market.words
    seat = market.seat
    assert seat is not None
    tokens: int = view["tokens"][seat]
    most = max((int(action[5:]) for action in market.look.legal if action.startswith("sell ")), default=0)
    cards = market.cards[seat]
    says = words.t("You have {tokens}.", tokens=words.tokens(tokens))
    worth = words.n("worth {count} point", "worth {count} points", points_for(tokens))
    return {
        "seat": seat,
        "title": words.t("Your desk"),
        "tokens": tokens,
        "coins": min(tokens, COINS),
        "worth": worth,
        "tip": tip(says + " " + words.t("At the end every five tokens make a point."), "KR-55"),
        "pick": words.action("pay", view) if "pay" in market.look.legal else "",
        "hand": words.t("Your tokens"),
        "groups": [group(market, k, cards[k], most if k == market.sells else 0) for k in range(len(cards)) if cards[k]],
        "none": "" if view["shares"][seat] else words.t("You have no shares."),
        "hint": words.t("Pick the shares to sell one by one, then the button that sells them.") if most else "",
        "deals": [plate(market, f"sell {count}") for count in range(1, most + 1)],
    }


def group(market: Market, k: int, cards: Sequence[str], most: int) -> dict[str, Any]:
    """One's shares of a colour; those that can be sold now can be picked one after the other."""
    words = market.words
    count = len(cards)
    value = words.n(
        "{count} point if sold at today's price", "{count} points if sold at today's price", market.worth(count, k)
    )
    sums = [market.announcements[f"sell {i}"].facts["points"] for i in range(1, most + 1)]
    return {
        "k": k % PATTERNS,
        "colour": market.labels[k],
        "cards": cards,
        "most": most,
        "sums": sums,
        "labels": [words.sale(i, market.colours[k], points) for i, points in enumerate(sums, 1)],
        "count": count,
        "label": f"{market.shares(count, k)}, {value}",
        "price": market.prices[k],
    }
