"""Mogul in sentences.

No sentence tells how many tokens another seat has: events carry a hand as a private fact of its owner only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.mogul.face import text
from parlour.games.mogul.parts import MogulParts
from parlour.games.mogul.positions import sketch
from parlour.games.mogul.rules import LENT, Mogul
from parlour.rules.events import Event
from parlour.rules.game import Parts

View = Mapping[str, Any]
Facts = Mapping[str, Any]


class MogulWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: MogulParts) -> None:
        super().__init__(folder, lang, names)
        self.use(parts)

    def use(self, parts: Parts) -> None:
        assert isinstance(parts, MogulParts)
        self.parts = parts
        self.colour_names = {colour: self.name_colour(colour) for colour in parts.colours}
        self.share_names = {colour: self.name_share(colour) for colour in parts.colours}
        self.share_counts: dict[tuple[int, str], str] = {}  # as many as a colour has shares

    def name_colour(self, colour: str) -> str:
        known = {
            "brown": self.t("brown"),
            "pink": self.t("pink"),
            "blue": self.t("blue"),
            "green": self.t("green"),
            "yellow": self.t("yellow"),
        }
        return known.get(colour, colour)

    def name_share(self, colour: str) -> str:
        known = {
            "brown": self.t("brown share"),
            "pink": self.t("pink share"),
            "blue": self.t("blue share"),
            "green": self.t("green share"),
            "yellow": self.t("yellow share"),
        }
        return known.get(colour) or self.t("{colour} share", colour=colour)

    def sketch(self, view: View) -> Mogul:
        """What can be seen, as a state: prices and premiums are asked from the rules."""
        return sketch(view, self.parts)

    # -- shares, tokens, points ----------------------------------------------------------------

    def colours(self, card: str) -> tuple[str, str]:
        """Centre and border of a share."""
        share = self.parts.number[card]
        return self.parts.colours[self.parts.centre[share]], self.parts.colours[self.parts.border[share]]

    def colour(self, colour: str) -> str:
        return self.colour_names[colour]

    def share(self, colour: str) -> str:
        return self.share_names[colour]

    def shares(self, count: int, colour: str) -> str:
        """So many shares of a colour. Boards count the same few all the time."""
        known = self.share_counts.get((count, colour))
        if known is None:
            known = self.share_counts[count, colour] = self.count_shares(count, colour)
        return known

    def count_shares(self, count: int, colour: str) -> str:
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

    # -- what may be done ----------------------------------------------------------------------

    def action(self, action: str, view: View) -> str:
        verb, _, number = action.partition(" ")
        centre, border = self.colours(view["revealed"])
        if verb == "loan":
            cost = self.points(view["options"]["loan_cost"])
            return self.t("Take a loan: {tokens} for {points}", tokens=self.tokens(LENT), points=cost)
        if verb == "pay":
            return self.t("Pay a token and stay in")
        if verb == "withdraw":
            if view["pot"] == 0:
                return self.t("Withdraw (the pot is empty)")
            return self.t("Withdraw and take the pot: {tokens}", tokens=self.tokens(view["pot"]))
        if verb == "take":
            return self.t("Take the {share}", share=self.share(centre))
        if verb == "sell":
            worth = self.sketch(view).worth(int(number), self.parts.colours.index(border))
            return self.sale(int(number), border, worth)
        if view["phase"] == "loan":
            return self.t("Take no loan")
        if view["winner_action"] == "take":
            return self.t("Keep your shares")
        return self.t("Leave the {share}", share=self.share(centre))

    def sale(self, count: int, colour: str, points: int) -> str:
        if count == 0:
            return self.t("Sell nothing")
        return self.t("Sell {shares} for {points}", shares=self.shares(count, colour), points=self.points(points))

    def rank_actions(self, view: View, legal: Sequence[str]) -> list[str]:
        """The sales by number, not as strings."""
        return sorted(legal, key=lambda action: (action.partition(" ")[0], int(action.partition(" ")[2] or 0)))

    def question(self, view: View, seat: int) -> str:
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

    # -- what a judge sees ---------------------------------------------------------------------

    def gain(self, name: str, which: int, change: float) -> str:
        count = round(abs(change))
        if name == "shares":
            promise = self.t("shares that promise more") if change > 0 else self.t("shares that promise less")
            return self.about(self.colour(self.parts.colours[which]), promise)
        if count == 0:
            return ""
        if name == "points":
            if change > 0:
                return self.n("{count} point more", "{count} points more", count)
            return self.n("{count} point less", "{count} points less", count)
        if change > 0:
            return self.n("{count} token more", "{count} tokens more", count)
        return self.n("{count} token less", "{count} tokens less", count)

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        return TELLERS[event.kind](self, event.facts)

    def tell_revealed(self, facts: Facts) -> str:
        return self.n(
            "Round {round}: the {share} with a {border} border is revealed; {count} card is left in the deck.",
            "Round {round}: the {share} with a {border} border is revealed; {count} cards are left in the deck.",
            facts["deck"],
            round=facts["round"],
            share=self.share(facts["centre"]),
            border=self.colour(facts["border"]),
        )

    def tell_premium(self, facts: Facts) -> str:
        return self.t(
            "{seat} gets a premium of {points} for {shares}.",
            seat=self.seat(facts["seat"]),
            points=self.points(facts["points"]),
            shares=self.shares(facts["points"], facts["colour"]),
        )

    def tell_loan(self, facts: Facts) -> str:
        sentence = "{seat} takes a loan: {tokens} for {points}."
        seat, tokens, points = self.seat(facts["seat"]), self.tokens(facts["tokens"]), self.points(facts["points"])
        return self.t(sentence, seat=seat, tokens=tokens, points=points) + self.hand(facts)

    def tell_no_loan(self, facts: Facts) -> str:
        return self.t("{seat} takes no loan.", seat=self.seat(facts["seat"]))

    def tell_bank_closed(self, facts: Facts) -> str:
        left = self.tokens(facts["bank"])
        return self.t("The bank is down to {tokens}: nobody can borrow any more.", tokens=left)

    def tell_paid(self, facts: Facts) -> str:
        sentence = "{seat} pays a token; the pot holds {tokens}."
        pot = self.tokens(facts["pot"])
        return self.t(sentence, seat=self.seat(facts["seat"]), tokens=pot) + self.hand(facts)

    def tell_withdrew(self, facts: Facts) -> str:
        seat = self.seat(facts["seat"])
        if facts["tokens"] == 0:
            return self.t("{seat} withdraws; the pot was empty.", seat=seat) + self.hand(facts)
        pot = self.tokens(facts["tokens"])
        return self.t("{seat} withdraws and takes {tokens}.", seat=seat, tokens=pot) + self.hand(facts)

    def hand(self, facts: Facts) -> str:
        """For the owner alone: nobody else's event has this fact (KR-5)."""
        if "hand" not in facts:
            return ""
        return " " + self.t("You have {tokens}.", tokens=self.tokens(facts["hand"]))

    def tell_won_auction(self, facts: Facts) -> str:
        sentence = "{seat} wins the auction; {runner_up} is the runner-up."
        return self.t(sentence, seat=self.seat(facts["seat"]), runner_up=self.seat(facts["runner_up"]))

    def tell_took(self, facts: Facts) -> str:
        return self.t("{seat} takes the {share}.", seat=self.seat(facts["seat"]), share=self.share(facts["centre"]))

    def tell_first_player(self, facts: Facts) -> str:
        return self.t("{seat} is first player in the next round.", seat=self.seat(facts["seat"]))

    def tell_sold(self, facts: Facts) -> str:
        if facts["count"] == 0:
            return self.tell_kept_shares(facts)
        return self.t(
            "{seat} sells {shares} for {points}, {price} each.",
            seat=self.seat(facts["seat"]),
            shares=self.shares(facts["count"], facts["colour"]),
            points=self.points(facts["points"]),
            price=facts["price"],
        )

    def tell_kept_shares(self, facts: Facts) -> str:
        return self.t("{seat} sells nothing.", seat=self.seat(facts["seat"]))

    def tell_left_share(self, facts: Facts) -> str:
        return self.t("{seat} does not want the share.", seat=self.seat(facts["seat"]))

    def tell_discarded(self, facts: Facts) -> str:
        return self.t("Nobody takes the {share}: it is discarded.", share=self.share(facts["centre"]))

    def tell_crash(self, facts: Facts) -> str:
        return self.t("The Crash card! The market is closed and shares are worth nothing.")

    def tell_counted(self, facts: Facts) -> str:
        return self.t(
            "{seat} has {tokens}, worth {points}: {score} in all.",
            seat=self.seat(facts["seat"]),
            tokens=self.tokens(facts["tokens"]),
            points=self.points(facts["points"]),
            score=facts["score"],
        )

    def tell_over(self, facts: Facts) -> str:
        return self.t("The game is over.")

    def reason(self, reason: str) -> str:
        return {
            "points": self.t("Most points decide."),
            "shares": self.t("Points are equal; most shares decide."),
            "shared": self.t("Points and shares are equal."),
        }[reason]

    # -- the table -----------------------------------------------------------------------------

    def table(self, view: View, seat: int | None) -> str:
        return text.table(self, view, seat)

    def round(self, view: View) -> str:
        """Which round it is, and what part of it."""
        phases = {
            "loan": self.t("loans"),
            "auction": self.t("auction"),
            "winner": self.t("the winner's choice"),
            "runner_up": self.t("the runner-up's choice"),
            "over": self.t("the game is over"),
        }
        return self.t("Round {round}, {phase}", round=view["round"], phase=phases[view["phase"]])

    def standing(self, view: View, seat: int) -> str:
        """What has become of a seat in this auction."""
        auction = self.sketch(view)
        if auction.is_decided() and seat == auction.winner():
            return self.t("winner")
        if auction.is_decided() and seat == auction.runner_up():
            return self.t("runner-up")
        return "" if auction.bids(seat) else self.t("withdrawn")

    def by_colour(self, cards: Sequence[str]) -> list[int]:
        """How many shares of each colour there are."""
        centres = [self.colours(card)[0] for card in cards]
        return [centres.count(colour) for colour in self.parts.colours]

    def unseen(self, view: View) -> list[str]:
        """The shares still in the deck."""
        seen = {card for shares in [view["discard"], [view["revealed"]], *view["shares"]] for card in shares}
        return [card for card in self.parts.ids[: self.parts.crash] if card not in seen]


TELLERS: dict[str, Callable[[MogulWords, Facts], str]] = {
    "revealed": MogulWords.tell_revealed,
    "premium": MogulWords.tell_premium,
    "loan": MogulWords.tell_loan,
    "no-loan": MogulWords.tell_no_loan,
    "bank-closed": MogulWords.tell_bank_closed,
    "paid": MogulWords.tell_paid,
    "withdrew": MogulWords.tell_withdrew,
    "won-auction": MogulWords.tell_won_auction,
    "took": MogulWords.tell_took,
    "first-player": MogulWords.tell_first_player,
    "sold": MogulWords.tell_sold,
    "kept-shares": MogulWords.tell_kept_shares,
    "left-share": MogulWords.tell_left_share,
    "discarded": MogulWords.tell_discarded,
    "crash": MogulWords.tell_crash,
    "counted": MogulWords.tell_counted,
    "over": MogulWords.tell_over,
}

WORDS = MogulWords
