"""Mogul in sentences, and its table as text.

No sentence tells how many tokens another seat has: events carry a hand as a private fact of its owner only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.mogul.parts import MogulParts
from parlour.rules.events import Event

LOAN = 2  # KR-29: tokens
COLUMN = 7
LONGEST_NAME = 16  # so that a row fits into 80 columns


class MogulWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: MogulParts) -> None:
        super().__init__(folder, lang, names)
        self.parts = parts

    # -- shares, tokens, points ----------------------------------------------------------------

    def colours(self, card: str) -> tuple[str, str]:
        """Centre and border of a share; a card of another file is known by its id."""
        share = self.parts.number.get(card, self.parts.crash)
        if share < self.parts.crash:
            return self.parts.colours[self.parts.centre[share]], self.parts.colours[self.parts.border[share]]
        centre, _, rest = card.partition("-")
        return centre, rest.partition("-")[0]

    def colour(self, colour: str) -> str:
        known = {
            "brown": self.t("brown"),
            "pink": self.t("pink"),
            "blue": self.t("blue"),
            "green": self.t("green"),
            "yellow": self.t("yellow"),
        }
        return known.get(colour, colour)

    def share(self, colour: str) -> str:
        known = {
            "brown": self.t("brown share"),
            "pink": self.t("pink share"),
            "blue": self.t("blue share"),
            "green": self.t("green share"),
            "yellow": self.t("yellow share"),
        }
        return known.get(colour) or self.t("{colour} share", colour=colour)

    def shares(self, count: int, colour: str) -> str:
        known = {
            "brown": self.n("{count} brown share", "{count} brown shares", count),
            "pink": self.n("{count} pink share", "{count} pink shares", count),
            "blue": self.n("{count} blue share", "{count} blue shares", count),
            "green": self.n("{count} green share", "{count} green shares", count),
            "yellow": self.n("{count} yellow share", "{count} yellow shares", count),
        }
        return known.get(colour) or self.n("{count} {colour} share", "{count} {colour} shares", count, colour=colour)

    def tokens(self, count: int) -> str:
        return self.n("{count} token", "{count} tokens", count)

    def points(self, count: int) -> str:
        return self.n("{count} point", "{count} points", count)

    def in_play(self, view: Mapping[str, Any], colour: str) -> int:
        """KR-45: the price of a colour."""
        return sum(self.colours(card)[0] == colour for shares in view["shares"] for card in shares)

    # -- what may be done ----------------------------------------------------------------------

    def action(self, action: str, view: Mapping[str, Any]) -> str:
        verb, _, number = action.partition(" ")
        centre, border = self.colours(view["revealed"])
        if verb == "loan":
            cost = self.points(view["options"]["loan_cost"])
            return self.t("Take a loan: {tokens} for {points}", tokens=self.tokens(LOAN), points=cost)
        if verb == "pay":
            return self.t("Pay a token and stay in")
        if verb == "withdraw":
            if view["pot"] == 0:
                return self.t("Withdraw (the pot is empty)")
            return self.t("Withdraw and take the pot: {tokens}", tokens=self.tokens(view["pot"]))
        if verb == "take":
            return self.t("Take the {share}", share=self.share(centre))
        if verb == "sell":
            return self.sale(int(number), border, self.in_play(view, border))
        if view["phase"] == "loan":
            return self.t("Take no loan")
        if view["winner_action"] == "take":
            return self.t("Keep your shares")
        return self.t("Leave the {share}", share=self.share(centre))

    def sale(self, count: int, colour: str, price: int) -> str:
        if count == 0:
            return self.t("Sell nothing")
        points = self.points(count * price)
        return self.t("Sell {shares} for {points}", shares=self.shares(count, colour), points=points)

    def ranked(self, view: Mapping[str, Any], legal: Sequence[str]) -> list[str]:
        """The sales by number, not as strings."""
        return sorted(legal, key=lambda action: (action.partition(" ")[0], int(action.partition(" ")[2] or 0)))

    def question(self, view: Mapping[str, Any], seat: int) -> str:
        centre, border = self.colours(view["revealed"])
        phase = view["phase"]
        if phase == "loan":
            return self.t("Do you want a loan? The bank has {tokens}.", tokens=self.tokens(view["bank"]))
        if phase == "auction":
            return self.t("Do you stay in the auction? The pot holds {tokens}.", tokens=self.tokens(view["pot"]))
        if phase == "winner":
            sentence = "You have won the auction: do you take the {share}, or sell {colour}?"
            return self.t(sentence, share=self.share(centre), colour=self.colour(border))
        if view["winner_action"] == "take":
            sentence = "You are the runner-up and the share is taken: do you sell {colour}?"
            return self.t(sentence, colour=self.colour(border))
        return self.t("You are the runner-up: do you take the {share}?", share=self.share(centre))

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        facts = event.facts
        kind = event.kind
        if kind in ("revealed", "premium", "crash", "counted", "over"):
            return self.market(kind, facts)
        if kind in ("loan", "no-loan", "bank-closed"):
            return self.loans(kind, facts)
        if kind in ("paid", "withdrew", "won-auction"):
            return self.bidding(kind, facts)
        return self.dealing(kind, facts)

    def market(self, kind: str, facts: Mapping[str, Any]) -> str:
        """Reveal and premiums; the crash and the count."""
        if kind == "revealed":
            return self.n(
                "Round {round}: the {share} with a {border} border is revealed; {count} card is left in the deck.",
                "Round {round}: the {share} with a {border} border is revealed; {count} cards are left in the deck.",
                facts["deck"],
                round=facts["round"],
                share=self.share(facts["centre"]),
                border=self.colour(facts["border"]),
            )
        if kind == "premium":
            premium = self.points(facts["points"])
            shares = self.shares(facts["points"], facts["colour"])
            return self.t(
                "{seat} gets a premium of {points} for {shares}.",
                seat=self.seat(facts["seat"]),
                points=premium,
                shares=shares,
            )
        if kind == "crash":
            return self.t("The Crash card! The market is closed and shares are worth nothing.")
        if kind == "counted":
            return self.t(
                "{seat} has {tokens}, worth {points}: {score} in all.",
                seat=self.seat(facts["seat"]),
                tokens=self.tokens(facts["tokens"]),
                points=self.points(facts["points"]),
                score=facts["score"],
            )
        return self.t("The game is over.")

    def loans(self, kind: str, facts: Mapping[str, Any]) -> str:
        if kind == "bank-closed":
            left = self.tokens(facts["bank"])
            return self.t("The bank is down to {tokens}: nobody can borrow any more.", tokens=left)
        seat = self.seat(facts["seat"])
        if kind == "no-loan":
            return self.t("{seat} takes no loan.", seat=seat)
        sentence = "{seat} takes a loan: {tokens} for {points}."
        loan = self.t(sentence, seat=seat, tokens=self.tokens(facts["tokens"]), points=self.points(facts["points"]))
        return loan + self.hand(facts)

    def bidding(self, kind: str, facts: Mapping[str, Any]) -> str:
        seat = self.seat(facts["seat"])
        if kind == "won-auction":
            sentence = "{seat} wins the auction; {runner_up} is the runner-up."
            return self.t(sentence, seat=seat, runner_up=self.seat(facts["runner_up"]))
        if kind == "paid":
            sentence = "{seat} pays a token; the pot holds {tokens}."
            return self.t(sentence, seat=seat, tokens=self.tokens(facts["pot"])) + self.hand(facts)
        if facts["tokens"] == 0:
            return self.t("{seat} withdraws; the pot was empty.", seat=seat) + self.hand(facts)
        pot = self.tokens(facts["tokens"])
        return self.t("{seat} withdraws and takes {tokens}.", seat=seat, tokens=pot) + self.hand(facts)

    def hand(self, facts: Mapping[str, Any]) -> str:
        """For the owner alone: nobody else's event has this fact (KR-5)."""
        if "hand" not in facts:
            return ""
        return " " + self.t("You have {tokens}.", tokens=self.tokens(facts["hand"]))

    def dealing(self, kind: str, facts: Mapping[str, Any]) -> str:
        """What the winner and the runner-up do."""
        if kind == "discarded":
            return self.t("Nobody takes the {share}: it is discarded.", share=self.share(facts["centre"]))
        seat = self.seat(facts["seat"])
        if kind == "took":
            return self.t("{seat} takes the {share}.", seat=seat, share=self.share(facts["centre"]))
        if kind == "first-player":
            return self.t("{seat} is first player in the next round.", seat=seat)
        if kind == "left-share":
            return self.t("{seat} does not want the share.", seat=seat)
        if kind == "kept-shares" or facts["count"] == 0:
            return self.t("{seat} sells nothing.", seat=seat)
        return self.t(
            "{seat} sells {shares} for {points}, {price} each.",
            seat=seat,
            shares=self.shares(facts["count"], facts["colour"]),
            points=self.points(facts["points"]),
            price=facts["price"],
        )

    def reason(self, reason: str) -> str:
        return {
            "points": self.t("Most points decide."),
            "shares": self.t("Points are equal; most shares decide."),
            "shared": self.t("Points and shares are equal."),
        }[reason]

    # -- the table -----------------------------------------------------------------------------

    def table(self, view: Mapping[str, Any], seat: int | None) -> str:
        cards = [card for shares in view["shares"] for card in shares]
        colours = self.columns_of([*cards, *view["discard"]])
        piles = {self.t("in play"): cards, self.t("discarded"): view["discard"]}
        if unseen := self.unseen(view):
            piles[self.t("not yet seen")] = unseen
        names = [self.seat(i)[:LONGEST_NAME] for i in range(view["players"])]
        width = max(len(name) for name in [*names, *piles]) + 4
        heads = [self.t("points"), self.t("tokens"), *[self.colour(colour) for colour in colours]]
        lines = [*self.heading(view), "", " " * width + columns(heads)]
        for i, name in enumerate(names):
            first = i == view["first_player"] and view["phase"] != "over"
            mark = (">" if i in view["to_act"] else " ") + ("*" if i == seat else " ") + ("1" if first else " ")
            hand = "?" if view["tokens"][i] is None else view["tokens"][i]
            cells = columns([view["scores"][i], hand, *self.by_colour(view["shares"][i], colours)])
            lines.append(f"{f'{mark} {name}':{width}}{cells}  {self.standing(view, i)}".rstrip())
        lines.append("")
        for label, pile in piles.items():
            lines.append(f"    {label:{width - 4}}" + columns(["", "", *self.by_colour(pile, colours)]))
        return "\n".join([*lines, "", self.t("> is asked, * is you, 1 is first player, ? is hidden")])

    def round(self, view: Mapping[str, Any]) -> str:
        """Which round it is, and what part of it."""
        phases = {
            "loan": self.t("loans"),
            "auction": self.t("auction"),
            "winner": self.t("the winner's choice"),
            "runner_up": self.t("the runner-up's choice"),
            "over": self.t("the game is over"),
        }
        return self.t("Round {round}, {phase}", round=view["round"], phase=phases[view["phase"]])

    def heading(self, view: Mapping[str, Any]) -> list[str]:
        """The round, what lies in the middle, and the card that all is about."""
        middle = self.t("Deck {deck}, bank {bank}, pot {pot}", deck=view["deck"], bank=view["bank"], pot=view["pot"])
        lines = [f"{self.round(view)}   |   {middle}"]
        if view["phase"] == "over":
            return [*lines, self.t("Revealed: the Crash card")]
        centre, border = self.colours(view["revealed"])
        shown = self.t("Revealed: {share}, {border} border", share=self.share(centre), border=self.colour(border))
        if view["winner_action"] == "take":
            shown += " " + self.t("(taken)")
        price = self.points(self.in_play(view, border))
        sentence = "This round only {colour} can be sold, at {points} a share."
        sale = self.t(sentence, colour=self.colour(border), points=price)
        return [*lines, shown, sale]

    def standing(self, view: Mapping[str, Any], seat: int) -> str:
        """What has become of a seat in this auction."""
        out = view["withdrawn"]
        if view["phase"] in ("winner", "runner_up") and seat not in out:
            return self.t("winner")
        if view["phase"] in ("winner", "runner_up") and seat == out[-1]:
            return self.t("runner-up")
        return self.t("withdrawn") if seat in out else ""

    def columns_of(self, cards: Sequence[str]) -> list[str]:
        """The box's colours, or those that the cards of another component file show."""
        shown = {self.colours(card)[0] for card in cards}
        return self.parts.colours if shown <= set(self.parts.colours) else sorted(shown)

    def by_colour(self, cards: Sequence[str], colours: Sequence[str]) -> list[int]:
        centres = [self.colours(card)[0] for card in cards]
        return [centres.count(colour) for colour in colours]

    def unseen(self, view: Mapping[str, Any]) -> list[str]:
        """The shares still in the deck; none where the view is of another component file."""
        seen = {card for shares in [view["discard"], [view["revealed"]], *view["shares"]] for card in shares}
        left = [card for card in self.parts.ids[: self.parts.crash] if card not in seen]
        in_deck = view["deck"] - (view["phase"] != "over")
        return left if len(left) == in_deck else []


def columns(cells: Sequence[object]) -> str:
    return "".join(f"{cell!s:>{COLUMN}}" for cell in cells)


WORDS = MogulWords
