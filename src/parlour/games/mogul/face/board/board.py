"""Mogul's board: the trading floor inside the score loop, the desk of the seat that looks, and the quotation board.

Everything is made from a look: `market` asks the rules what there is to know, then the page from top to bottom: `tape`,
`floor`, `desk`, `quotes`; `picks` says how an answer is chosen. Pieces have names of their own, so that they glide:
shares are called by their ids, markers by their seats; tokens are all alike and have none.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.faces.look import Look
from parlour.games.mogul.face.board import desk, floor, quotes
from parlour.games.mogul.face.board.market import Market, announcements
from parlour.games.mogul.face.board.picks import picks
from parlour.games.mogul.face.board.pieces import spaces
from parlour.games.mogul.face.board.tape import tape
from parlour.games.mogul.face.words import MogulWords

__all__ = ["announcements", "board", "picks"]

LOOP: Final = 32  # spaces that board.css can lay out around the floor


def board(look: Look) -> dict[str, Any]:
    """What the template needs."""
    market = Market(look)
    words = market.words
    return {
        "phase": look.view["phase"],
        "over": market.over,
        "text": texts(words),
        "tape": tape(market),
        "card": floor.revealed_card(market),
        "deck": floor.deck(market),
        "bank": floor.bank(market),
        "pot": floor.pot(market),
        "bidders": [floor.bidder(market, i) for i in market.seats],
        "plates": floor.plates(market),
        "desk": desk.desk(market) if look.seat is not None else None,
        "columns": quotes.columns(market),
        "rows": [quotes.row(market, i) for i in market.seats],
        "piles": quotes.piles(market),
        "loop": "loop" if words.parts.spaces == LOOP else "line",
        "spaces": spaces(words, words.parts, tuple(look.view["scores"])),
        "track": track_text(market),
    }


def texts(words: MogulWords) -> dict[str, str]:
    """Labels that are always the same."""
    t = words.t
    return {
        "floor": t("The trading floor"),
        "board": t("The quotation board"),
        "auction": t("The auction"),
        "choices": t("What you can do"),
        "price": t("Price"),
        "player": t("Player"),
        "you": t("you"),
        "sale": t("sale"),
        "premium": t("pays"),
        "share": t("share"),
        "crash": t("crash"),
        "pot": t("Pot"),
        "bank": t("Bank"),
        "deck": t("Deck"),
    }


def track_text(market: Market) -> str:
    words = market.words
    scores = ", ".join(words.about(words.seat(i), str(market.view["scores"][i])) for i in market.seats)
    return words.t("The score track is a loop of {count} spaces: {scores}.", count=words.parts.spaces, scores=scores)
