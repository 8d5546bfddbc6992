"""The quotation board: a column for each colour, a row for each player, and the piles."""

from __future__ import annotations

from typing import Any, NamedTuple

from parlour.faces.drawing import part
from parlour.games.mogul.face.board.floor import PATTERNS
from parlour.games.mogul.face.board.market import Market, colour_label, flag
from parlour.games.mogul.face.board.pieces import tip
from parlour.games.mogul.face.words import MogulWords
from parlour.games.mogul.rules import points_for


class Cell(NamedTuple):
    """A player's shares of one colour on the quotation board."""

    face: str
    title: str
    held: int
    premium: int
    cards: tuple[str, ...]
    sum: int  # what they would bring this round


class Trade(NamedTuple):
    """What one player's shares are worth in this round."""

    sells: int  # the colour of the sale, -1 when the market is closed
    pays: int  # the colour of the premium
    worth: int  # what the player's shares of the colour of the sale would bring
    premium: int


def columns(market: Market) -> list[dict[str, Any]]:
    return columns_of(market.words, tuple(market.prices), market.sells, market.pays)


@part
def columns_of(words: MogulWords, prices: tuple[int, ...], sells: int, pays: int) -> list[Any]:
    """The heads of the columns."""
    return [column(words, k, price, flag(k, sells, pays), sells < 0) for k, price in enumerate(prices)]


def column(words: MogulWords, k: int, price: int, use: str, closed: bool) -> dict[str, Any]:
    name = words.parts.colours[k]
    label = colour_label(words, name)
    if closed:
        says = tip(words.t("The market is closed: shares that were not sold are worth nothing."), "KR-60")
    else:
        sentence = words.n(
            "{colour}: {count} share is in play, so each would sell for {points}.",
            "{colour}: {count} shares are in play, so each would sell for {points}.",
            price,
            colour=label,
            points=words.points(price),
        )
        says = tip(sentence, "KR-45")
    return {"k": k % PATTERNS, "colour": label, "name": words.colour(name), "price": price, "flag": use, "tip": says}


def row(market: Market, seat: int) -> dict[str, Any]:
    """A player: points, tokens or a closed hand, standing in the auction, and shares by colour."""
    view, words, sells = market.view, market.words, market.sells
    place = 0 if market.state.bids(seat) else market.withdrawn.index(seat) + 1
    held = len(market.cards[seat][sells]) if sells >= 0 else 0
    return row_of(
        words,
        seat,
        seat == market.seat,
        seat == market.asked,
        seat == market.last,
        place if seat != market.runner_up else 0,
        view["scores"][seat],
        lead(market, seat),
        seat == view["first_player"] and not market.over,
        view["tokens"][seat],
        words.standing(view, seat),
        tuple([tuple(cards) for cards in market.cards[seat]]),
        Trade(sells, market.pays, market.worth(held, sells) if held else 0, market.premiums[seat]),
    )


@part
def row_of(
    words: MogulWords,
    seat: int,
    you: bool,
    asked: bool,
    last: bool,
    out: int,
    score: int,
    lead: str,
    first: bool,
    tokens: int | None,
    standing: str,
    cards: tuple[tuple[str, ...], ...],
    trade: Trade,
) -> dict[str, Any]:
    """A row from all that it shows; `out` is the place among those who have withdrawn, the runner-up apart."""
    lap = words.parts.lap(score)
    closed = trade.sells < 0
    if out:
        standing = f"{out}. {standing}"
    if closed and tokens is not None:
        standing = f"(+{points_for(tokens)})"
    return {
        "seat": seat,
        "name": words.seat(seat),
        "you": you,
        "asked": asked,
        "last": last,
        "out": out > 0,
        "score": str(score).replace("-", "−"),
        "points": words.points(score),
        "lap": words.t("lap {number}", number=lap + 1) if lap > 0 else "",
        "lead": lead,
        "first": words.t("first player") if first else "",
        "tokens": tokens,
        "hand": hand(words, tokens, closed),
        "standing": standing,
        "cells": [cell(words, k, held, trade) for k, held in enumerate(cards)],
    }


def hand(words: MogulWords, tokens: int | None, closed: bool) -> str:
    if tokens is None:
        return words.t("hidden tokens")
    if not closed:
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


def cell(words: MogulWords, k: int, cards: tuple[str, ...], trade: Trade) -> Cell:
    held = len(cards)
    title = words.shares(held, words.parts.colours[k]) if held else ""
    worth = trade.worth if k == trade.sells and held else 0
    if worth:
        title = words.t("{shares}: {points} if sold now", shares=title, points=words.points(worth))
    face = f"k{k % PATTERNS} {flag(k, trade.sells, trade.pays)}".rstrip()
    return Cell(face, title, held, trade.premium if k == trade.pays else 0, cards, worth)


def piles(market: Market) -> list[dict[str, Any]]:
    """What is out of the game, and what is still to come."""
    return piles_of(market.words, tuple(market.view["discard"]), tuple(market.words.unseen(market.view)))


@part
def piles_of(words: MogulWords, discard: tuple[str, ...], unseen: tuple[str, ...]) -> list[Any]:
    found = [{"name": words.t("discarded"), "counts": words.by_colour(discard)}]
    if unseen:
        found.append({"name": words.t("not yet seen"), "counts": words.by_colour(unseen)})
    return found
