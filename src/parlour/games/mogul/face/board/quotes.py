"""The quotation board: a column for each colour, a row for each player, and the piles."""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.games.mogul.face.board.floor import PATTERNS
from parlour.games.mogul.face.board.market import Market
from parlour.games.mogul.face.board.pieces import tip
from parlour.games.mogul.rules import points_for


class Cell(NamedTuple):
    """A player's shares of one colour on the quotation board."""

    face: str
    title: str
    held: int
    premium: int
    cards: list[str]
    sum: int  # what they would bring this round


def column(market: Market, k: int) -> dict[str, Any]:
    words = market.words
    colour = words.colour(market.colours[k])
    count = market.prices[k]
    if market.over:
        closed = words.t("The market is closed: shares that were not sold are worth nothing.")
    says = words.n(
        "{colour}: {count} share is in play, so each would sell for {points}.",
        "{colour}: {count} shares are in play, so each would sell for {points}.",
        count,
        colour=colour[:1].upper() + colour[1:],
        points=words.points(count),
    )
    return {
        "k": k % PATTERNS,
        "colour": market.labels[k],
        "name": colour,
        "price": count,
        "flag": market.flag(k),
        "tip": tip(closed, "KR-60") if market.over else tip(says, "KR-45"),
    }


def row(market: Market, seat: int) -> dict[str, Any]:
    """A player: points, tokens or a closed hand, standing in the auction, and shares by colour."""
    view, words = market.view, market.words
    score: int = view["scores"][seat]
    lap = words.parts.lap(score)
    tokens = view["tokens"][seat]
    place = market.withdrawn.index(seat) + 1 if seat in market.withdrawn else 0
    standing = words.standing(view, seat)
    if place and seat != market.runner_up:
        standing = f"{place}. {standing}"
    if market.over and tokens is not None:
        standing = f"(+{points_for(tokens)})"
    return {
        "seat": seat,
        "name": words.seat(seat),
        "you": seat == market.seat,
        "asked": seat == market.asked,
        "last": seat == market.last,
        "out": bool(place) and seat != market.runner_up,
        "score": str(score).replace("-", "−"),
        "points": words.points(score),
        "lap": words.t("lap {number}", number=lap + 1) if lap > 0 else "",
        "lead": lead(market, seat),
        "first": words.t("first player") if seat == view["first_player"] and not market.over else "",
        "tokens": tokens,
        "hand": hand(market, tokens),
        "standing": standing,
        "cells": cells(market, seat),
    }


def hand(market: Market, tokens: int | None) -> str:
    words = market.words
    if tokens is None:
        return words.t("hidden tokens")
    if not market.over:
        return words.tokens(tokens)
    worth = words.points(points_for(tokens))
    return words.t("{tokens}, worth {points}", tokens=words.tokens(tokens), points=worth)


def lead(market: Market, seat: int) -> str:
    """What those with the most points are called; nobody leads while all are equal."""
    outcome = market.look.outcome
    if outcome is not None:
        return market.words.t("winner") if seat in outcome.winners else ""
    scores = market.view["scores"]
    return market.words.t("leads") if min(scores) < scores[seat] == max(scores) else ""


def cells(market: Market, seat: int) -> list[Cell]:
    words = market.words
    row = []
    for k, cards in enumerate(market.cards[seat]):
        held = len(cards)
        title = market.shares(held, k) if held else ""
        worth = 0
        if k == market.sells and held > 0:
            worth = market.worth(held, k)
            title = words.t("{shares}: {points} if sold now", shares=title, points=words.points(worth))
        premium = market.premiums[seat] if k == market.pays else 0
        face = f"k{k % PATTERNS} {market.flag(k)}".rstrip()
        row.append(Cell(face, title, held, premium, cards, worth))
    return row


def piles(market: Market) -> list[dict[str, Any]]:
    """What is out of the game, and what is still to come."""
    view, words = market.view, market.words
    found = [{"name": words.t("discarded"), "counts": words.by_colour(view["discard"])}]
    if unseen := words.unseen(view):
        found.append({"name": words.t("not yet seen"), "counts": words.by_colour(unseen)})
    return found
