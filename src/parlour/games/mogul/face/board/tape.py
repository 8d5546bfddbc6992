"""The ticker tape: where we are, what just happened, who is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.games.mogul.face.board.market import Market
from parlour.games.mogul.face.words import Facts


def tape(market: Market) -> dict[str, Any]:
    view, words = market.view, market.words
    mine = bool(market.look.legal) and market.seat is not None
    return {
        "round": words.round(view),
        "news": news(market),
        "now": words.question(view, market.seat) if mine and market.seat is not None else waiting(market),
        "mine": mine,
    }


def news(market: Market) -> str:
    """What just happened; where that is no news any more (or nobody knows it), what this round's card has paid."""
    if market.over:
        return market.words.tell_crash({})
    for event in reversed(market.look.events):
        if event.kind in NEWS:
            return NEWS[event.kind](market, event.facts)
    return premiums(market)


def news_of_paid(market: Market, facts: Facts) -> str:
    sentence = "{seat} pays a token; the pot holds {tokens}."
    words = market.words
    return words.t(sentence, seat=words.seat(facts["seat"]), tokens=words.tokens(facts["pot"]))


def news_of_withdrew(market: Market, facts: Facts) -> str:
    words = market.words
    return words.t("{seat} has withdrawn; the pot is empty again.", seat=words.seat(facts["seat"]))


def news_of_won_auction(market: Market, facts: Facts) -> str:
    return market.words.tell_won_auction(facts)


def news_of_took(market: Market, facts: Facts) -> str:
    return market.words.tell_took(facts)


def news_of_sold(market: Market, facts: Facts) -> str:
    words = market.words
    return words.t("{seat} has chosen the sale, not the share.", seat=words.seat(facts["seat"]))


def news_of_revealed(market: Market, facts: Facts) -> str:
    return premiums(market)


NEWS: dict[str, Callable[[Market, Facts], str]] = {
    "revealed": news_of_revealed,
    "paid": news_of_paid,
    "withdrew": news_of_withdrew,
    "won-auction": news_of_won_auction,
    "took": news_of_took,
    "sold": news_of_sold,
}


def premiums(market: Market) -> str:
    words = market.words
    paid = [f"{words.seat(i)} +{market.premiums[i]}" for i in market.seats if market.premiums[i]]
    if not paid:
        return words.t("The {share} brings nobody a premium.", share=words.share(market.centre))
    return words.t("Premiums for {colour}: {list}.", colour=words.colour(market.centre), list=", ".join(paid))


def waiting(market: Market) -> str:
    """What somebody else is asked, or who has won."""
    view, words = market.view, market.words
    outcome = market.look.outcome
    if outcome is not None:
        winners = words.list_of([words.seat(i) for i in outcome.winners])
        points = words.points(view["scores"][outcome.winners[0]])
        if len(outcome.winners) > 1:
            return words.t("{winners} share the victory with {points} each.", winners=winners, points=points)
        return words.t("{winner} wins with {points}.", winner=winners, points=points)
    if market.asked is None:
        return ""  # somebody has resigned, and the game has ended in its middle
    seat = words.seat(market.asked)
    if view["phase"] == "loan":
        return words.t("{seat} is asked: a loan or not?", seat=seat)
    if view["phase"] == "auction":
        return words.t("{seat} is asked: pay or withdraw?", seat=seat)
    if view["phase"] == "winner":
        return words.t("{seat} has won the auction: take or sell?", seat=seat)
    if market.taken:
        return words.t("{seat} is the runner-up: sell or not?", seat=seat)
    return words.t("{seat} is the runner-up: take the share or not?", seat=seat)
