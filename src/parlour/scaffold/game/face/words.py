"""Under Cups in sentences; `python -m parlour.faces.catalogues` collects new ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.rules.events import Event
from parlour.rules.game import Parts

from ..parts import UnderCupsParts
from . import text

View = Mapping[str, Any]
Facts = Mapping[str, Any]


class UnderCupsWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: UnderCupsParts) -> None:
        super().__init__(folder, lang, names)
        self.use(parts)

    def use(self, parts: Parts) -> None:
        assert isinstance(parts, UnderCupsParts)
        self.parts = parts

    def coins(self, count: int) -> str:
        return self.n("{count} coin", "{count} coins", count)

    # -- what may be done ----------------------------------------------------------------------

    def action(self, action: str, view: View) -> str:
        if action == "doubt":
            return self.t("Doubt the bid of {total}", total=view["bid"])
        return self.t("Bid {total}", total=action.split(" ")[1])

    def rank_actions(self, view: View, legal: list[str]) -> list[str]:
        """The doubt first, then the bids by their totals."""
        return sorted(legal, key=lambda action: int(action.partition(" ")[2] or 0))

    def question(self, view: View, seat: int) -> str:
        dice = view["dice"][seat]
        if view["bid"] is None:
            return self.t("Your dice show {dice}. What do all cups show together, at least?", dice=dice)
        return self.t("Your dice show {dice}. Do you bid more than {bid}, or doubt it?", dice=dice, bid=view["bid"])

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        return TELLERS[event.kind](self, event.facts)

    def tell_round_began(self, facts: Facts) -> str:
        return self.t("Round {round} begins.", round=facts["round"])

    def tell_threw(self, facts: Facts) -> str:
        if "dice" in facts:
            return self.t("Your dice show {dice}.", dice=facts["dice"])
        return self.t("{seat} throws the dice under a cup.", seat=self.who(facts["seat"]))

    def tell_bid(self, facts: Facts) -> str:
        return self.t("{seat} bids {total}.", seat=self.who(facts["seat"]), total=facts["total"])

    def tell_doubted(self, facts: Facts) -> str:
        return self.t("{seat} doubts {bidder}.", seat=self.who(facts["seat"]), bidder=self.who(facts["bidder"]))

    def tell_revealed(self, facts: Facts) -> str:
        dice = self.list_of([str(dice) for dice in facts["dice"]])
        sentence = "The cups are lifted: {dice} make {total}, and the bid was {bid}."
        return self.t(sentence, dice=dice, total=facts["total"], bid=facts["bid"])

    def tell_lost_coin(self, facts: Facts) -> str:
        seat, left = self.who(facts["seat"]), self.coins(facts["left"])
        return self.t("{seat} loses a coin and has {left}.", seat=seat, left=left)

    def tell_over(self, facts: Facts) -> str:
        return self.t("The game is over.")

    def reason(self, reason: str) -> str:
        return {"coins": self.t("Somebody has no coins left; most coins decide.")}[reason]

    # -- the table -----------------------------------------------------------------------------

    def table(self, view: View, seat: int | None) -> str:
        return text.table(self, view, seat)


TELLERS: dict[str, Callable[[UnderCupsWords, Facts], str]] = {
    "round-began": UnderCupsWords.tell_round_began,
    "threw": UnderCupsWords.tell_threw,
    "bid": UnderCupsWords.tell_bid,
    "doubted": UnderCupsWords.tell_doubted,
    "revealed": UnderCupsWords.tell_revealed,
    "lost-coin": UnderCupsWords.tell_lost_coin,
    "over": UnderCupsWords.tell_over,
}

WORDS = UnderCupsWords
