"""Mogul's board: the trading floor inside the score loop, the desk of the seat that looks, and the quotation board.

Everything is made from the seat's view. What just happened is worked out from it too: with tokens in the pot the last
to bid has paid; with none the last to withdraw has left. Pieces have names of their own, so that they glide: shares
are called by their ids, markers by their seats; tokens are all alike and have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from parlour.faces.drawing import part
from parlour.faces.look import Look
from parlour.games.mogul.face.words import LOAN, MogulWords
from parlour.games.mogul.parts import MogulParts
from parlour.rules.outcome import rank

View = Mapping[str, Any]

LOOP: Final = 32  # spaces that board.css can lay out around the floor
PATTERNS: Final = 5  # emblems and hatchings: one for each colour of the box
LAST: Final = 5  # KR-21: the Crash card is one of so many last cards
PER_POINT: Final = 5  # KR-55
COINS: Final = 12  # more than that are not drawn one by one
CROWDS: Final = ["", "", " pair", " crowd", " crowd", " throng", " throng"]  # by the number of markers on a space


class Mark(NamedTuple):
    """A player's marker on the score loop."""

    seat: int
    lap: str
    title: str


class Space(NamedTuple):
    """A space of the score loop."""

    number: int
    crowd: str
    marks: list[Mark]


class Cell(NamedTuple):
    """A player's shares of one colour on the quotation board."""

    face: str
    title: str
    held: int
    premium: int
    cards: list[str]
    sum: int  # what they would bring this round


def picks(look: Look) -> dict[str, list[str]]:
    """Shares are sold by picking them one after the other, then the deal; all else is one pick."""
    found: dict[str, list[str]] = {}
    for action in look.legal:
        verb, _, number = action.partition(" ")
        if verb == "sell":
            found[action] = [*(f"share-{i}" for i in range(1, int(number) + 1)), f"sell-{number}"]
        else:
            found[action] = [verb]
    return found


def board(look: Look) -> dict[str, Any]:
    view, seat, legal, words = look.view, look.seat, look.legal, look.words
    assert isinstance(words, MogulWords)
    market = Market(view, seat, words)
    return {
        "phase": view["phase"],
        "over": market.over,
        "text": texts(words),
        "tape": tape(market, legal),
        "card": revealed_card(market, legal),
        "deck": deck(market),
        "bank": bank(market, legal),
        "pot": pot(market),
        "bidders": [bidder(market, i) for i in market.seats],
        "plates": plates(market, legal),
        "desk": desk(market, legal) if seat is not None else None,
        "columns": [column(market, k) for k in range(len(market.colours))],
        "rows": [row(market, i) for i in market.seats],
        "piles": piles(market),
        "loop": "loop" if words.parts.spaces == LOOP else "line",
        "spaces": spaces(words, words.parts, tuple(view["scores"])),
        "track": track_text(market),
    }


class Market:
    """A view with the numbers that follow from it."""

    def __init__(self, view: View, seat: int | None, words: MogulWords) -> None:
        self.view = view
        self.seat = seat
        self.words = words
        self.seats = range(view["players"])
        self.over: bool = view["phase"] == "over"
        self.asked: int | None = view["to_act"][0] if view["to_act"] else None
        self.centre, self.border = ("", "") if self.over else words.colours(view["revealed"])
        centres = [[words.colours(card)[0] for card in shares] for shares in view["shares"]]
        shown = {colour for held in centres for colour in held} | {self.centre, self.border} - {""}
        shown.update(words.colours(card)[0] for card in view["discard"])
        self.colours: list[str] = words.parts.colours if shown <= set(words.parts.colours) else sorted(shown)
        self.held = [[held.count(colour) for colour in self.colours] for held in centres]  # by seat and colour
        self.prices = [
            0 if self.over else sum(held[k] for held in self.held) for k in range(len(self.colours))
        ]  # KR-45
        self.pays = -1 if self.over else self.colours.index(self.centre)  # the colour of the premium
        self.sells = -1 if self.over else self.colours.index(self.border)  # the colour of the sale
        self.price = 0 if self.over else self.prices[self.sells]
        self.withdrawn: list[int] = view["withdrawn"]
        self.taken: bool = view["winner_action"] == "take"
        decided = view["phase"] in ("winner", "runner_up")
        self.winner = next(i for i in self.seats if i not in self.withdrawn) if decided else None
        self.runner_up = self.withdrawn[-1] if decided else None
        scores = view["scores"]
        self.ranking = rank({i: (scores[i], len(view["shares"][i]) if self.over else 0) for i in self.seats})
        self.last = self.last_mover()
        self.said: dict[tuple[int, int], str] = {}  # numbers of shares, as text

    def last_mover(self) -> int | None:
        """Who acted last, as far as the view tells."""
        phase = self.view["phase"]
        if phase == "auction" and self.view["pot"] > 0:
            assert self.asked is not None
            players = len(self.seats)
            before = [(self.asked - step) % players for step in range(1, players)]
            return next(i for i in before if i not in self.withdrawn)
        if phase == "runner_up":
            return self.winner
        return self.withdrawn[-1] if self.withdrawn else None

    def cards(self, seat: int) -> list[list[str]]:
        """A seat's shares, by colour."""
        found: list[list[str]] = [[] for _ in self.colours]
        for card in self.view["shares"][seat]:
            found[self.colours.index(self.words.colours(card)[0])].append(card)
        return found

    def premium(self, seat: int) -> int:
        """KR-27: what the reveal of this round has brought; the card itself, if taken, came later."""
        if self.over:
            return 0
        return self.held[seat][self.pays] - (self.taken and seat == self.winner)

    def flag(self, k: int) -> str:
        """What a colour is for in this round."""
        return "sale" if k == self.sells else "premium" if k == self.pays else ""

    def shares(self, count: int, k: int) -> str:
        if (count, k) not in self.said:
            self.said[count, k] = self.words.shares(count, self.colours[k])
        return self.said[count, k]

    def code(self, k: int) -> str:
        """What the ticker calls a colour."""
        t = self.words.t
        colour = self.colours[k]
        known = {"brown": t("BRN"), "pink": t("PNK"), "blue": t("BLU"), "green": t("GRN"), "yellow": t("YLW")}
        return known.get(colour, colour[:3].upper())


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


# -- the ticker tape: where we are, what just happened, who is asked ------------------------------------------


def tape(market: Market, legal: Sequence[str]) -> dict[str, Any]:
    view, words = market.view, market.words
    mine = bool(legal) and market.seat is not None
    return {
        "round": words.round(view),
        "news": news(market),
        "now": words.question(view, market.seat) if mine and market.seat is not None else waiting(market),
        "mine": mine,
    }


def news(market: Market) -> str:
    """What just happened, from what can be seen."""
    view, words = market.view, market.words
    if market.over:
        return words.t("The Crash card! The market is closed and shares are worth nothing.")
    if market.last is None:
        return premiums(market)
    seat = words.seat(market.last)
    if view["phase"] == "auction":
        if view["pot"] > 0:
            pot = words.tokens(view["pot"])
            return words.t("{seat} pays a token; the pot holds {tokens}.", seat=seat, tokens=pot)
        return words.t("{seat} has withdrawn; the pot is empty again.", seat=seat)
    if view["phase"] == "winner":
        assert market.winner is not None
        winner = words.seat(market.winner)
        return words.t("{seat} wins the auction; {runner_up} is the runner-up.", seat=winner, runner_up=seat)
    if market.taken:
        return words.t("{seat} takes the {share}.", seat=seat, share=words.share(market.centre))
    return words.t("{seat} has chosen the sale, not the share.", seat=seat)


def premiums(market: Market) -> str:
    words = market.words
    paid = [f"{words.seat(i)} +{market.premium(i)}" for i in market.seats if market.premium(i)]
    if not paid:
        return words.t("The {share} brings nobody a premium.", share=words.share(market.centre))
    return words.t("Premiums for {colour}: {list}.", colour=words.colour(market.centre), list=", ".join(paid))


def waiting(market: Market) -> str:
    """What somebody else is asked, or who has won."""
    view, words = market.view, market.words
    if market.asked is None:
        winners = words.listed([words.seat(i) for i in market.ranking[0]])
        points = words.points(view["scores"][market.ranking[0][0]])
        if len(market.ranking[0]) > 1:
            return words.t("{winners} share the victory with {points} each.", winners=winners, points=points)
        return words.t("{winner} wins with {points}.", winner=winners, points=points)
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


# -- the floor: the revealed share, deck, bank, pot -------------------------------------------------------------


def tip(sentence: str, rule: str) -> dict[str, str]:
    """What a thing says about itself, with the rule behind it."""
    return {"says": sentence, "rule": rule}


def revealed_card(market: Market, legal: Sequence[str]) -> dict[str, Any]:
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
        "code": market.code(market.pays),
        "border": market.code(market.sells),
        "taken": words.t("taken by {seat}", seat=words.seat(view["first_player"])) if market.taken else "",
        "label": f"{shown}. {pays} {sells}",
        "tip": tip(f"{shown}. {pays} {sells}", "KR-8"),
        "pick": words.action("take", view) if "take" in legal else "",
        "pays": words.t("pays +1"),
        "sells": words.t("sells at {price}", price=market.price),
    }


def deck(market: Market) -> dict[str, Any]:
    """How many cards are left, and how near the Crash is."""
    words = market.words
    left: int = market.view["deck"]
    if market.over:
        near = says = words.n("{count} card is left.", "{count} cards are left.", left)
    elif left == 1:
        near, says = words.t("Crash next!"), words.t("The last card is the Crash card.")
    elif left <= LAST:
        near = words.t("Crash: 1 in {count}", count=left)
        says = words.t("The next card is the Crash card with a chance of 1 in {count}.", count=left)
    else:
        near = words.n("safe: {count} card", "safe: {count} cards", left - LAST)
        says = words.n(
            "The Crash card is one of the last five: it cannot come with the next card.",
            "The Crash card is one of the last five: it cannot come with the next {count} cards.",
            left - LAST,
        )
    return {
        "left": left,
        "near": near,
        "danger": not market.over and left <= LAST,
        "safe": max(0, left - LAST),
        "last": min(left, LAST),
        "label": words.n("Deck: {count} card.", "Deck: {count} cards.", left) + " " + says,
        "tip": tip(says, "KR-21"),
    }


def bank(market: Market, legal: Sequence[str]) -> dict[str, Any]:
    words = market.words
    left: int = market.view["bank"]
    cost = words.points(market.view["options"]["loan_cost"])
    if left < LOAN:
        says = words.t("The bank has {tokens}: nobody can borrow any more.", tokens=words.tokens(left))
        rule = "KR-31"
    else:
        sentence = "The bank has {tokens}. A loan before the auction gives {loan} and costs {points}."
        says = words.t(sentence, tokens=words.tokens(left), loan=words.tokens(LOAN), points=cost)
        rule = "KR-29"
    return {
        "left": left,
        "closed": words.t("closed") if left < LOAN else words.t("lends {count} for {points}", count=LOAN, points=cost),
        "tip": tip(says, rule),
        "pick": words.action("loan", market.view) if "loan" in legal else "",
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
    out = market.withdrawn.index(seat) + 1 if seat in market.withdrawn else 0
    if market.over:
        place = 1 + sum(len(group) for group in market.ranking[: group_of(market, seat)])
        state, label = ("won" if place == 1 else "", words.t("{place}.", place=place))
    elif seat == market.winner:
        state, label = "won", words.t("won")
    elif seat == market.runner_up:
        state, label = "second", words.t("2nd")
    elif out:
        state, label = "out", words.t("out {place}", place=out)
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


def group_of(market: Market, seat: int) -> int:
    return next(place for place, group in enumerate(market.ranking) if seat in group)


# -- what the seat can do -----------------------------------------------------------------------------------------


def plates(market: Market, legal: Sequence[str]) -> list[dict[str, str]]:
    """The brass plates on the floor: all answers but the sales, which are at the desk."""
    return [
        plate(market, action) for action in ("take", "pay", "withdraw", "loan", "sell 0", "decline") if action in legal
    ]


def plate(market: Market, action: str) -> dict[str, str]:
    view, words = market.view, market.words
    verb, _, number = action.partition(" ")
    share = words.share(market.centre)
    name, detail = {
        "take": (words.t("Take"), words.t("the {share}", share=share)),
        "pay": (words.t("Pay 1"), words.t("and stay in")),
        "withdraw": (words.t("Withdraw"), pot_text(market)),
        "loan": (
            words.t("Borrow {count}", count=LOAN),
            words.t("for {points}", points=words.points(view["options"]["loan_cost"])),
        ),
        "decline": refusal(market, share),
        "sell": sale(market, int(number or 0)),
    }[verb]
    pick = f"sell-{number}" if verb == "sell" else verb
    return {"pick": pick, "kind": verb, "name": name, "detail": detail, "label": words.action(action, view)}


def pot_text(market: Market) -> str:
    tokens: int = market.view["pot"]
    if tokens == 0:
        return market.words.t("the pot is empty")
    return market.words.t("and take {tokens}", tokens=market.words.tokens(tokens))


def refusal(market: Market, share: str) -> tuple[str, str]:
    words = market.words
    if market.view["phase"] == "loan":
        return words.t("No loan"), words.t("this round")
    if market.taken:
        return words.t("Keep"), words.t("all your shares")
    return words.t("Leave"), words.t("the {share}", share=share)


def sale(market: Market, count: int) -> tuple[str, str]:
    words = market.words
    if count == 0:
        return words.t("Sell 0"), words.t("so that nobody sells")
    return words.t("Sell {count}", count=count), words.t("for {points}", points=words.points(count * market.price))


# -- the desk: one's own tokens and shares --------------------------------------------------------------------------


def desk(market: Market, legal: Sequence[str]) -> dict[str, Any]:
    view, words = market.view, market.words
    seat = market.seat
    assert seat is not None
    tokens: int = view["tokens"][seat]
    most = max((int(action[5:]) for action in legal if action.startswith("sell ")), default=0)
    cards = market.cards(seat)
    says = words.t("You have {tokens}.", tokens=words.tokens(tokens))
    worth = words.n("worth {count} point", "worth {count} points", tokens // PER_POINT)
    return {
        "seat": seat,
        "title": words.t("Your desk"),
        "tokens": tokens,
        "coins": min(tokens, COINS),
        "worth": worth,
        "tip": tip(says + " " + words.t("At the end every five tokens make a point."), "KR-55"),
        "pick": words.action("pay", view) if "pay" in legal else "",
        "hand": words.t("Your tokens"),
        "groups": [group(market, k, cards[k], most if k == market.sells else 0) for k in range(len(cards)) if cards[k]],
        "none": "" if view["shares"][seat] else words.t("You have no shares."),
        "hint": words.t("Pick the shares to sell one by one, then the deal.") if most else "",
        "deals": [plate(market, f"sell {count}") for count in range(1, most + 1)],
    }


def group(market: Market, k: int, cards: Sequence[str], most: int) -> dict[str, Any]:
    """One's shares of a colour; those that can be sold now can be picked one after the other."""
    words = market.words
    count = len(cards)
    value = words.n(
        "{count} point if sold at today's price", "{count} points if sold at today's price", count * market.prices[k]
    )
    return {
        "k": k % PATTERNS,
        "code": market.code(k),
        "cards": cards,
        "most": most,
        "sums": [i * market.prices[k] for i in range(1, count + 1)],
        "labels": [words.sale(i, market.colours[k], market.prices[k]) for i in range(1, most + 1)],
        "count": count,
        "label": f"{market.shares(count, k)}, {value}",
        "price": market.prices[k],
    }


# -- the quotation board ----------------------------------------------------------------------------------------------


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
        "code": market.code(k),
        "name": colour,
        "price": count,
        "flag": market.flag(k),
        "tip": tip(closed, "KR-60") if market.over else tip(says, "KR-45"),
    }


def row(market: Market, seat: int) -> dict[str, Any]:
    """A player: points, tokens or a closed hand, standing in the auction, and shares by colour."""
    view, words = market.view, market.words
    score: int = view["scores"][seat]
    lap = score // words.parts.spaces
    tokens = view["tokens"][seat]
    place = market.withdrawn.index(seat) + 1 if seat in market.withdrawn else 0
    standing = words.standing(view, seat)
    if place and seat != market.runner_up:
        standing = f"{place}. {standing}"
    if market.over and tokens is not None:
        standing = f"(+{tokens // PER_POINT})"
    return {
        "seat": seat,
        "name": words.seat(seat),
        "you": seat == market.seat,
        "asked": seat == market.asked,
        "last": seat == market.last,
        "out": bool(place) and seat != market.runner_up,
        "score": score,
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
    worth = words.points(tokens // PER_POINT)
    return words.t("{tokens}, worth {points}", tokens=words.tokens(tokens), points=worth)


def lead(market: Market, seat: int) -> str:
    """What those with the most points are called; nobody leads while all are equal."""
    if seat not in market.ranking[0]:
        return ""
    if market.over:
        return market.words.t("winner")
    return market.words.t("leads") if len(market.ranking) > 1 else ""


def cells(market: Market, seat: int) -> list[Cell]:
    words = market.words
    cards = market.cards(seat)
    found = []
    for k, held in enumerate(market.held[seat]):
        sold = k == market.sells and held > 0
        title = market.shares(held, k) if held else ""
        if sold:
            points = words.points(held * market.price)
            title = words.t("{shares}: {points} if sold now", shares=title, points=points)
        premium = market.premium(seat) if k == market.pays else 0
        face = f"k{k % PATTERNS} {market.flag(k)}".rstrip()
        found.append(Cell(face, title, held, premium, cards[k], held * market.price if sold else 0))
    return found


def piles(market: Market) -> list[dict[str, Any]]:
    """What is out of the game, and what is still to come."""
    view, words = market.view, market.words
    found = [{"name": words.t("discarded"), "counts": words.by_colour(view["discard"], market.colours)}]
    if unseen := words.unseen(view):
        found.append({"name": words.t("not yet seen"), "counts": words.by_colour(unseen, market.colours)})
    return found


# -- the score loop ---------------------------------------------------------------------------------------------------


@part
def spaces(words: MogulWords, parts: MogulParts, scores: tuple[int, ...]) -> list[Any]:
    """The score track, with the markers of all seats."""
    marks: list[list[Mark]] = [[] for _ in range(parts.spaces)]
    for seat, score in enumerate(scores):
        lap = score // parts.spaces
        title = words.about(words.seat(seat), words.points(score))
        marks[parts.space(score)].append(Mark(seat, f"{lap:+d}".replace("-", "−") if lap else "", title))
    return [Space(number, CROWDS[len(marks[number])], marks[number]) for number in range(parts.spaces)]


def track_text(market: Market) -> str:
    words = market.words
    scores = ", ".join(words.about(words.seat(i), str(market.view["scores"][i])) for i in market.seats)
    return words.t("The score track is a loop of {count} spaces: {scores}.", count=words.parts.spaces, scores=scores)
