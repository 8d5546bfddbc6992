"""Photon Rush in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.photon_rush.face import text
from parlour.games.photon_rush.parts import PhotonParts
from parlour.games.photon_rush.positions import sketch
from parlour.rules.errors import IllegalAction
from parlour.rules.events import Event
from parlour.rules.game import Parts

View = Mapping[str, Any]
Facts = Mapping[str, Any]
SEAT = re.compile(r"seat (\d+)")  # how refusals name a base


class PhotonWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: PhotonParts) -> None:
        super().__init__(folder, lang, names)
        self.use(parts)

    def use(self, parts: Parts) -> None:
        assert isinstance(parts, PhotonParts)
        self.parts = parts
        self.bases = [base[self.lang] for base in parts.bases]
        self.named = tuple([self.t("the {base}", base=base) for base in self.bases])

    def seat_name(self, seat: int) -> str:
        return self.bases[seat] if seat < len(self.bases) else super().seat_name(seat)

    def place(self, seat: int) -> str:
        return self.seat_name(seat)

    def number(self, seat: int) -> int:
        """The Red Drillers are many, whoever leads them is one."""
        return 2 if seat < len(self.bases) and self.seat(seat) == self.bases[seat] else 1

    def who(self, seat: int) -> str:
        return self.named[seat] if self.number(seat) == 2 else self.seat(seat)

    def begin(self, sentence: str) -> str:
        return sentence[:1].upper() + sentence[1:] if sentence.startswith(self.named) else sentence

    def refusal(self, error: IllegalAction) -> str:
        """The error names bases by their seats."""
        facts = {
            name: SEAT.sub(lambda found: self.who(int(found[1])), fact) if isinstance(fact, str) else fact
            for name, fact in error.facts.items()
        }
        return self.begin(super().refusal(IllegalAction(error.rule, error.why, facts)))

    # -- buildings, counted --------------------------------------------------------------------

    def mines(self, count: int) -> str:
        return self.n("{count} mine", "{count} mines", count)

    def saloons(self, count: int) -> str:
        return self.n("{count} saloon", "{count} saloons", count)

    def new_mines(self, count: int) -> str:
        return self.n("{count} mine under construction", "{count} mines under construction", count)

    def new_saloons(self, count: int) -> str:
        return self.n("{count} saloon under construction", "{count} saloons under construction", count)

    def mercs(self, count: int) -> str:
        return self.n("{count} mercenary", "{count} mercenaries", count)

    def gold(self, count: int) -> str:
        return self.n("{count} gold", "{count} gold", count)

    def buildings(self, mines: int, saloons: int, new_mines: int = 0, new_saloons: int = 0) -> str:
        found = [self.mines(mines)] if mines else []
        found += [self.saloons(saloons)] if saloons else []
        found += [self.new_mines(new_mines)] if new_mines else []
        found += [self.new_saloons(new_saloons)] if new_saloons else []
        return self.list_of(found) or self.t("nothing")

    # -- what may be done ----------------------------------------------------------------------

    def action(self, action: str, view: View) -> str:
        verb, *rest = action.split(" ")
        numbers = [int(word) for word in rest]
        if verb == "build":
            if not any(numbers):
                return self.t("Build nothing")
            return self.t("Build {buildings}", buildings=self.buildings(*numbers))
        if verb == "take":
            raiders = self.raiders(view)
            losses = [
                self.t("{count} of {seat}", count=number, seat=self.who(raider))
                for raider, number in zip(raiders, numbers, strict=True)
            ]
            return self.t("Take out {losses}", losses=self.list_of(losses))
        if verb == "blast":
            return self.t("Blow up {buildings}", buildings=self.buildings(*numbers))
        if verb == "defend":  # PR-22: the target means nothing, yet all will see it
            return self.t("Defend (showing {seat})", seat=self.who(*numbers))
        return self.card(action)

    def card(self, action: str) -> str:
        verb, target = action.split(" ")
        seat = self.who(int(target))
        if verb == "raid":
            return self.t("Raid {seat}", seat=seat)
        if verb == "tnt":
            return self.t("Photon T.N.T. against {seat}", seat=seat)
        return self.t("Defend")  # PR-22: the target means nothing

    def question(self, view: View, seat: int) -> str:
        phase = view["phase"]
        gold = view["seats"][seat]["gold"]
        if phase == "build":
            sentence = "What do you build with {gold}? A mine costs {mine}, a saloon {saloon}."
            return self.t(sentence, gold=self.gold(gold), mine=self.parts.cost(1, 0), saloon=self.parts.cost(0, 1))
        if phase == "action":
            return self.t("Which card do you play, and against whom?")
        if phase == "battle":
            return self.t("Whose raiders do your defenders take out?")
        return self.t("What does your T.N.T. blow up at {seat}?", seat=self.who(target_of(view["cards"][seat])))

    def raiders(self, view: View) -> list[int]:
        """The seats that a `take` lists, in its order."""
        return sketch(view, self.parts).raiders(view["queue"][0])

    # -- what a judge sees ---------------------------------------------------------------------

    def gain(self, name: str, which: int, change: float) -> str:
        more = change > 0
        count = round(abs(change))
        if name == "gone":
            return self.t("a base that is destroyed") if more else ""
        if name == "income":
            return self.t("more gold from mines to come") if more else self.t("less gold from mines to come")
        if name == "brink":
            return self.t("on the brink of winning") if more else self.t("no longer on the brink of winning")
        if name == "men":
            return self.t("more mercenaries, now or soon") if more else self.t("fewer mercenaries, now or soon")
        if name == "fear":
            return self.t("towers that a raid could take") if more else self.t("towers that are safer from raids")
        if count == 0:
            return ""
        if name == "towers":
            if more:
                return self.n("{count} tower more", "{count} towers more", count)
            return self.n("{count} tower less", "{count} towers less", count)
        if more:
            return self.n("{count} gold more", "{count} gold more", count)
        return self.n("{count} gold less", "{count} gold less", count)

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        return self.begin(TELLERS[event.kind](self, event.facts))

    def tell_round_began(self, facts: Facts) -> str:
        return self.t("Round {round} begins.", round=facts["round"])

    def tell_opened(self, facts: Facts) -> str:
        return self.n(
            "{seat} opens {buildings}.",
            "{seat} open {buildings}.",
            self.number(facts["seat"]),
            seat=self.who(facts["seat"]),
            buildings=self.buildings(facts["mines"], facts["saloons"]),
        )

    def tell_answered(self, facts: Facts) -> str:
        if "action" in facts:
            return self.t("Your secret choice: {choice}.", choice=self.action(facts["action"], {}))
        number, seat = self.number(facts["seat"]), self.who(facts["seat"])
        return self.n("{seat} has chosen.", "{seat} have chosen.", number, seat=seat)

    def tell_built(self, facts: Facts) -> str:
        number, seat = self.number(facts["seat"]), self.who(facts["seat"])
        if facts["cost"] == 0:
            return self.n("{seat} builds nothing.", "{seat} build nothing.", number, seat=seat)
        return self.n(
            "{seat} pays {cost} for {buildings}.",
            "{seat} pay {cost} for {buildings}.",
            number,
            seat=seat,
            cost=self.gold(facts["cost"]),
            buildings=self.buildings(facts["mines"], facts["saloons"]),
        )

    def tell_revealed(self, facts: Facts) -> str:
        cards = [self.about(self.seat(i), self.card(card)) for i, card in enumerate(facts["cards"]) if card is not None]
        return self.t("The cards are turned up. {cards}.", cards=self.clauses(cards))

    def tell_battle(self, facts: Facts) -> str:
        seats = [*facts["raiders"], facts["defender"]]
        lost = [
            self.loss(seat, many)
            for seat, many in zip(seats, [*facts["raiders_lost"], facts["defenders_lost"]], strict=True)
        ]
        return self.t("Battle at {seat}: {losses}.", seat=self.who(facts["defender"]), losses=self.list_of(lost))

    def loss(self, seat: int, many: int) -> str:
        who, number = self.who(seat), self.number(seat)
        if many == 0:
            return self.n("{seat} loses nobody", "{seat} lose nobody", number, seat=who)
        return self.n("{seat} loses {mercs}", "{seat} lose {mercs}", number, seat=who, mercs=self.mercs(many))

    def tell_damaged(self, facts: Facts) -> str:
        about = {
            "raiders": self.list_of([self.who(raider) for raider in facts["raiders"]]),
            "seat": self.who(facts["seat"]),
            "left": self.n("{count} tower is left", "{count} towers are left", facts["towers"]),
        }
        if facts["doubled"]:
            return self.n(
                "Damage to {seat} by {raiders}: {count}, doubled by the T.N.T. there; {left}.",
                "Damage to {seat} by {raiders}: {count}, doubled by the T.N.T. there; {left}.",
                facts["damage"],
                **about,
            )
        return self.n(
            "Damage to {seat} by {raiders}: {count}; {left}.",
            "Damage to {seat} by {raiders}: {count}; {left}.",
            facts["damage"],
            **about,
        )

    def tell_blasted(self, facts: Facts) -> str:
        gone = self.buildings(facts["mines"], facts["saloons"], facts["new_mines"], facts["new_saloons"])
        return self.n(
            "{seat} blows up {buildings} of {target}.",
            "{seat} blow up {buildings} of {target}.",
            self.number(facts["seat"]),
            seat=self.who(facts["seat"]),
            buildings=gone,
            target=self.who(facts["target"]),
        )

    def tell_destroyed(self, facts: Facts) -> str:
        return self.t("The base of {seat} is destroyed; it is out of the game.", seat=self.who(facts["seat"]))

    def tell_collected(self, facts: Facts) -> str:
        got = []
        if facts["gold"]:
            gold = self.gold(facts["gold"])
            got.append(self.t("{gold} as a help (no gold, no mine)", gold=gold) if facts["gold_relief"] else gold)
        if facts["mercs"]:
            mercs = self.mercs(facts["mercs"])
            help = "{mercs} as a help (no mercenary, no saloon)"
            got.append(self.t(help, mercs=mercs) if facts["mercs_relief"] else mercs)
        number = self.number(facts["seat"])
        about = {"seat": self.who(facts["seat"]), "what": self.list_of(got)}
        return self.n("{seat} collects {what}.", "{seat} collect {what}.", number, **about)

    def tell_over(self, facts: Facts) -> str:
        return self.t("The game is over.")

    def reason(self, reason: str) -> str:
        return {
            "last-standing": self.t("It is the last base standing."),
            "all-destroyed": self.t("All bases are destroyed; most mercenaries left decides."),
            "gold": self.t("The planet deed is bought with {goal}.", goal=self.gold(self.parts.goal)),
            "round-limit": self.t("The round limit is reached; most gold decides."),
        }[reason]

    # -- the table -----------------------------------------------------------------------------

    def table(self, view: View, seat: int | None) -> str:
        return text.table(self, view, seat)


def target_of(card: str) -> int:
    """The seat that a card is played against."""
    return int(card.split(" ")[1])


TELLERS: dict[str, Callable[[PhotonWords, Facts], str]] = {
    "round-began": PhotonWords.tell_round_began,
    "opened": PhotonWords.tell_opened,
    "answered": PhotonWords.tell_answered,
    "built": PhotonWords.tell_built,
    "revealed": PhotonWords.tell_revealed,
    "battle": PhotonWords.tell_battle,
    "damaged": PhotonWords.tell_damaged,
    "blasted": PhotonWords.tell_blasted,
    "destroyed": PhotonWords.tell_destroyed,
    "collected": PhotonWords.tell_collected,
    "over": PhotonWords.tell_over,
}

WORDS = PhotonWords
