"""Photon Rush in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.photon_rush.face import text
from parlour.games.photon_rush.parts import PhotonParts
from parlour.rules.errors import IllegalAction
from parlour.rules.events import Event

SEAT = re.compile(r"seat (\d+)")  # how refusals name a base


class PhotonWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: PhotonParts) -> None:
        super().__init__(folder, lang, names)
        self.bases = [base[lang] for base in parts.bases]

    def seat_name(self, seat: int) -> str:
        return self.bases[seat] if seat < len(self.bases) else super().seat_name(seat)

    def number(self, seat: int) -> int:
        """The Red Drillers are many, whoever leads them is one."""
        return 2 if seat < len(self.bases) and self.seat(seat) == self.bases[seat] else 1

    def who(self, seat: int) -> str:
        return self.t("the {base}", base=self.bases[seat]) if self.number(seat) == 2 else self.seat(seat)

    def begin(self, sentence: str) -> str:
        bases = [self.t("the {base}", base=base) for base in self.bases]
        begun = any(sentence.startswith(base) for base in bases)
        return sentence[:1].upper() + sentence[1:] if begun else sentence

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
        return self.listed(found) or self.t("nothing")

    # -- what may be done ----------------------------------------------------------------------

    def action(self, action: str, view: Mapping[str, Any]) -> str:
        verb, *rest = action.split(" ")
        numbers = [int(word) for word in rest]
        if verb == "build":
            if not any(numbers):
                return self.t("Build nothing")
            return self.t("Build {buildings}", buildings=self.buildings(*numbers))
        if verb == "take":
            raiders = raiding_seats(view)
            losses = [
                self.t("{count} of {seat}", count=number, seat=self.who(raider))
                for raider, number in zip(raiders, numbers, strict=True)
            ]
            return self.t("Take out {losses}", losses=self.listed(losses))
        if verb == "blast":
            return self.t("Blow up {buildings}", buildings=self.buildings(*numbers))
        return self.card(action)

    def card(self, action: str) -> str:
        verb, target = action.split(" ")
        seat = self.who(int(target))
        if verb == "raid":
            return self.t("Raid {seat}", seat=seat)
        if verb == "tnt":
            return self.t("Photon T.N.T. against {seat}", seat=seat)
        return self.t("Defend")  # PR-22: the target means nothing

    def question(self, view: Mapping[str, Any], seat: int) -> str:
        phase = view["phase"]
        gold = view["seats"][seat]["gold"]
        if phase == "build":
            return self.t("What do you build with {gold}? A mine costs 1, a saloon 2.", gold=self.gold(gold))
        if phase == "action":
            return self.t("Which card do you play, and against whom?")
        if phase == "battle":
            return self.t("Whose raiders do your defenders take out?")
        target = int(view["cards"][seat].split(" ")[1])
        return self.t("What does your T.N.T. blow up at {seat}?", seat=self.who(target))

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        return self.begin(self.happening(event))

    def happening(self, event: Event) -> str:
        facts = event.facts
        seat, number = (self.who(facts["seat"]), self.number(facts["seat"])) if "seat" in facts else ("", 1)
        kind = event.kind
        if kind == "round-began":
            return self.t("Round {round} begins.", round=facts["round"])
        if kind == "opened":
            opened = self.buildings(facts["mines"], facts["saloons"])
            return self.n("{seat} opens {buildings}.", "{seat} open {buildings}.", number, seat=seat, buildings=opened)
        if kind == "answered":
            if "action" in facts:
                return self.t("Your secret choice: {choice}.", choice=self.action(facts["action"], {}))
            return self.n("{seat} has chosen.", "{seat} have chosen.", number, seat=seat)
        if kind == "built":
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
        if kind == "revealed":
            shown = [
                self.about(self.seat(i), self.card(card)) for i, card in enumerate(facts["cards"]) if card is not None
            ]
            return self.t("The cards are turned up. {cards}.", cards=self.clauses(shown))
        if kind == "battle":
            return self.battle(facts)
        if kind == "damaged":
            return self.damage(facts)
        if kind == "blasted":
            gone = self.buildings(facts["mines"], facts["saloons"], facts["new_mines"], facts["new_saloons"])
            return self.n(
                "{seat} blows up {buildings} of {target}.",
                "{seat} blow up {buildings} of {target}.",
                number,
                seat=seat,
                buildings=gone,
                target=self.who(facts["target"]),
            )
        if kind == "destroyed":
            return self.t("The base of {seat} is destroyed; it is out of the game.", seat=seat)
        if kind == "collected":
            return self.collected(facts)
        return self.t("The game is over.")

    def battle(self, facts: Mapping[str, Any]) -> str:
        seats = [*facts["raiders"], facts["defender"]]
        lost = [
            self.loss(seat, many)
            for seat, many in zip(seats, [*facts["raiders_lost"], facts["defenders_lost"]], strict=True)
        ]
        return self.t("Battle at {seat}: {losses}.", seat=self.who(facts["defender"]), losses=self.listed(lost))

    def loss(self, seat: int, many: int) -> str:
        who, number = self.who(seat), self.number(seat)
        if many == 0:
            return self.n("{seat} loses nobody", "{seat} lose nobody", number, seat=who)
        return self.n("{seat} loses {mercs}", "{seat} lose {mercs}", number, seat=who, mercs=self.mercs(many))

    def damage(self, facts: Mapping[str, Any]) -> str:
        about = {
            "raiders": self.listed([self.who(raider) for raider in facts["raiders"]]),
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

    def collected(self, facts: Mapping[str, Any]) -> str:
        got = []
        if facts["gold"]:
            gold = self.gold(facts["gold"])
            got.append(self.t("{gold} as a help (no gold, no mine)", gold=gold) if facts["gold_relief"] else gold)
        if facts["mercs"]:
            mercs = self.mercs(facts["mercs"])
            help = "{mercs} as a help (no mercenary, no saloon)"
            got.append(self.t(help, mercs=mercs) if facts["mercs_relief"] else mercs)
        number = self.number(facts["seat"])
        about = {"seat": self.who(facts["seat"]), "what": self.listed(got)}
        return self.n("{seat} collects {what}.", "{seat} collect {what}.", number, **about)

    def reason(self, reason: str) -> str:
        return {
            "last-standing": self.t("It is the last base standing."),
            "all-destroyed": self.t("All bases are destroyed; most mercenaries left decides."),
            "gold": self.t("The planet deed is bought with 15 gold."),
            "round-limit": self.t("The round limit is reached; most gold decides."),
        }[reason]

    # -- the table -----------------------------------------------------------------------------

    def table(self, view: Mapping[str, Any], seat: int | None) -> str:
        return text.table(self, view, seat)


def raiding_seats(view: Mapping[str, Any]) -> list[int]:
    """The seats that a `take` lists, in its order."""
    defender = view["queue"][0]
    raid = f"raid {defender}"
    return [i for i, card in enumerate(view["cards"]) if card == raid and view["seats"][i]["mercs"] > 0]


WORDS = PhotonWords
