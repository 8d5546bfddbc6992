"""The trading floor: the revealed share, deck, bank, pot, the row of bidders, and the plates to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from parlour.games.mogul.face.board.market import Market
from parlour.games.mogul.face.board.pieces import tip
from parlour.games.mogul.face.words import Facts
from parlour.games.mogul.positions import crash_places
from parlour.games.mogul.rules import LENT

PATTERNS: Final = 5  # emblems and hatchings: one for each colour of the box
COINS: Final = 12  # more than that are not drawn one by one


def revealed_card(market: Market) -> dict[str, Any]:
    view, words = market.view, market.words
    if market.over:
        says = words.t("The Crash card ends the game at once.")
        return {"crash": True, "label": says, "tip": tip(says, "KR-54"), "pick": "", "taken": False}
    pays = words.t("Each {share} in front of a player has just paid 1 point.", share=words.share(market.centre))
    sells = words.t(
        "This round only {colour} can be sold, at {points} a share.",
        colour=words.colour(market.border),
        points=words.points(market.price),
    )
    shown = words.t(
        "Revealed: {share}, {border} border", share=words.share(market.centre), border=words.colour(market.border)
    )
    return {
        "crash": False,
        "id": view["revealed"],
        "k": market.pays % PATTERNS,
        "b": market.sells % PATTERNS,
        "colour": market.labels[market.pays],
        "border": market.labels[market.sells],
        "taken": words.t("taken by {seat}", seat=words.seat(view["first_player"])) if market.taken else "",
        "label": f"{shown}. {pays} {sells}",
        "tip": tip(f"{shown}. {pays} {sells}", "KR-8"),
        "pick": words.action("take", view) if "take" in market.look.legal else "",
        "pays": words.t("pays +1"),
        "sells": words.t("sells at {price}", price=market.price),
    }


def deck(market: Market) -> dict[str, Any]:
    """How many cards are left, and how near the Crash is."""
    words = market.words
    left: int = market.view["deck"]
    places = crash_places(left)
    if market.over:
        near = says = words.n("{count} card is left.", "{count} cards are left.", left)
    elif left == 1:
        near, says = words.t("Crash next!"), words.t("The last card is the Crash card.")
    elif left == places:
        near = words.t("Crash: 1 in {count}", count=left)
        says = words.t("The next card is the Crash card with a chance of 1 in {count}.", count=left)
    else:
        near = words.n("safe: {count} card", "safe: {count} cards", left - places)
        says = words.n(
            "The Crash card is one of the last five: it cannot come with the next card.",
            "The Crash card is one of the last five: it cannot come with the next {count} cards.",
            left - places,
        )
    return {
        "left": left,
        "near": near,
        "danger": not market.over and left == places,
        "safe": left - places,
        "last": places,
        "label": words.n("Deck: {count} card.", "Deck: {count} cards.", left) + " " + says,
        "tip": tip(says, "KR-21"),
    }


def bank(market: Market) -> dict[str, Any]:
    words = market.words
    left: int = market.view["bank"]
    cost = words.points(market.view["options"]["loan_cost"])
    if market.state.lends():
        sentence = "The bank has {tokens}. A loan before the auction gives {loan} and costs {points}."
        says = words.t(sentence, tokens=words.tokens(left), loan=words.tokens(LENT), points=cost)
        rule, offer = "KR-29", words.t("lends {count} for {points}", count=LENT, points=cost)
    else:
        says = words.t("The bank has {tokens}: nobody can borrow any more.", tokens=words.tokens(left))
        rule, offer = "KR-31", words.t("closed")
    return {
        "left": left,
        "offer": offer,
        "tip": tip(says, rule),
        "pick": words.action("loan", market.view) if "loan" in market.look.legal else "",
    }


def pot(market: Market) -> dict[str, Any]:
    words = market.words
    tokens: int = market.view["pot"]
    says = words.t("The pot holds {tokens}. Whoever withdraws takes it all.", tokens=words.tokens(tokens))
    return {
        "tokens": tokens,
        "coins": min(tokens, COINS),
        "more": tokens > COINS,
        "tip": tip(says, "KR-36"),
    }


def bidder(market: Market, seat: int) -> dict[str, Any]:
    """A seat in the row of bidders: in, out (and as which), winner, runner-up."""
    words = market.words
    if market.over:
        place = place_of(market, seat)
        state, label = ("won" if place == 1 else "", words.t("{place}.", place=place))
    elif seat == market.winner:
        state, label = "won", words.t("won")
    elif seat == market.runner_up:
        state, label = "second", words.t("2nd")
    elif not market.state.bids(seat):
        state, label = "out", words.t("out {place}", place=market.withdrawn.index(seat) + 1)
    elif market.view["phase"] == "loan":
        state, label = "", "?" if seat == market.asked else ""
    else:
        state, label = "in", words.t("in")
    said = words.standing(market.view, seat) or label
    return {
        "seat": seat,
        "state": state,
        "label": label,
        "asked": seat == market.asked,
        "first": seat == market.view["first_player"] and not market.over,
        "title": words.about(words.seat(seat), said) if said else words.seat(seat),
    }


def place_of(market: Market, seat: int) -> int:
    """Where a seat has come in."""
    outcome = market.look.outcome
    assert outcome is not None
    before = 0
    for group in outcome.ranking:
        if seat in group:
            break
        before += len(group)
    return before + 1


# -- what the seat can do -----------------------------------------------------------------------------------------


def plates(market: Market) -> list[dict[str, str]]:
    """The brass plates on the floor: all answers but the sales, which are at the desk."""
    legal = market.look.legal
    return [plate(market, action) for action in PLATES if action in legal]


def plate(market: Market, action: str) -> dict[str, str]:
    """A plate says what its answer would do, from the event that it would be."""
    event = market.announcements[action]
    name, detail = CONSEQUENCES[event.kind](market, event.facts)
    verb, _, number = action.partition(" ")
    return {
        "pick": f"{verb}-{number}" if number else verb,
        "kind": verb,
        "name": name,
        "detail": detail,
        "label": market.words.action(action, market.view),
    }


def take(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    return words.t("Take"), words.t("the {share}", share=words.share(facts["centre"]))


def pay(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    return words.t("Pay 1"), words.t("and stay in")


def withdraw(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    if facts["tokens"] == 0:
        return words.t("Withdraw"), words.t("the pot is empty")
    return words.t("Withdraw"), words.t("and take {tokens}", tokens=words.tokens(facts["tokens"]))


def borrow(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    cost = words.points(facts["points"])
    return words.t("Borrow {count}", count=facts["tokens"]), words.t("for {points}", points=cost)


def borrow_nothing(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    return words.t("No loan"), words.t("this round")


def sell(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    if facts["count"] == 0:
        return words.t("Sell none"), words.t("so that nobody sells")
    price = words.t("for {points}", points=words.points(facts["points"]))
    return words.t("Sell {count}", count=facts["count"]), price


def keep_shares(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    return words.t("Keep"), words.t("all your shares")


def leave_share(market: Market, facts: Facts) -> tuple[str, str]:
    words = market.words
    return words.t("Leave"), words.t("the {share}", share=words.share(market.centre))


PLATES: Final = ("take", "pay", "withdraw", "loan", "sell 0", "decline")
CONSEQUENCES: dict[str, Callable[[Market, Facts], tuple[str, str]]] = {
    "took": take,
    "paid": pay,
    "withdrew": withdraw,
    "loan": borrow,
    "no-loan": borrow_nothing,
    "sold": sell,
    "kept-shares": keep_shares,
    "left-share": leave_share,
}
