"""Photon Rush in sentences, and its table as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.photon_rush.parts import PhotonParts
from parlour.rules.events import Event


class PhotonWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: PhotonParts) -> None:
        super().__init__(folder, lang, names)
        self.bases = [base[lang] for base in parts.bases]

    def seat_name(self, seat: int) -> str:
        return self.bases[seat] if seat < len(self.bases) else super().seat_name(seat)

    def number(self, seat: int) -> int:
        """The Red Drillers are many, whoever leads them is one."""
        return 2 if seat < len(self.bases) and self.seat(seat) == self.bases[seat] else 1

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
                self.t("{count} of {seat}", count=number, seat=self.seat(raider))
                for raider, number in zip(raiders, numbers, strict=True)
            ]
            return self.t("Take out {losses}", losses=self.listed(losses))
        if verb == "blast":
            return self.t("Blow up {buildings}", buildings=self.buildings(*numbers))
        return self.card(action)

    def card(self, action: str) -> str:
        verb, target = action.split(" ")
        seat = self.seat(int(target))
        if verb == "raid":
            return self.t("Raid {seat}", seat=seat)
        if verb == "tnt":
            return self.t("Photon T.N.T. against {seat}", seat=seat)
        return self.t("Defend (showing the target {seat})", seat=seat)

    def question(self, view: Mapping[str, Any], seat: int) -> str:
        phase = view["phase"]
        gold = view["seats"][seat]["gold"]
        if phase == "build":
            return self.t("What do you build with your {gold} gold? A mine costs 1, a saloon 2.", gold=gold)
        if phase == "action":
            return self.t("Which card do you play, and against whom?")
        if phase == "battle":
            return self.t("Whose raiders do your defenders take out?")
        target = int(view["cards"][seat].split(" ")[1])
        return self.t("What does your T.N.T. blow up at {seat}?", seat=self.seat(target))

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        facts = event.facts
        seat, number = (self.seat(facts["seat"]), self.number(facts["seat"])) if "seat" in facts else ("", 1)
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
                "{seat} pays {cost} gold for {buildings}.",
                "{seat} pay {cost} gold for {buildings}.",
                number,
                seat=seat,
                cost=facts["cost"],
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
                target=self.seat(facts["target"]),
            )
        if kind == "destroyed":
            return self.t("The base of {seat} is destroyed; it is out of the game.", seat=seat)
        if kind == "collected":
            return self.collected(facts)
        return self.t("The game is over.")

    def battle(self, facts: Mapping[str, Any]) -> str:
        seats = [*facts["raiders"], facts["defender"]]
        lost = [
            self.n(
                "{seat} loses {mercs}",
                "{seat} lose {mercs}",
                self.number(seat),
                seat=self.seat(seat),
                mercs=self.mercs(many),
            )
            for seat, many in zip(seats, [*facts["raiders_lost"], facts["defenders_lost"]], strict=True)
        ]
        return self.t("Battle at {seat}: {losses}.", seat=self.seat(facts["defender"]), losses=self.listed(lost))

    def damage(self, facts: Mapping[str, Any]) -> str:
        raiders = facts["raiders"]
        number = self.number(raiders[0]) if len(raiders) == 1 else 2
        about = {
            "raiders": self.listed([self.seat(raider) for raider in raiders]),
            "seat": self.seat(facts["seat"]),
            "damage": facts["damage"],
            "left": self.n("{count} tower is left", "{count} towers are left", facts["towers"]),
        }
        if facts["doubled"]:
            return self.n(
                "{raiders} damages {seat} by {damage}, doubled by the T.N.T. there; {left}.",
                "{raiders} damage {seat} by {damage}, doubled by the T.N.T. there; {left}.",
                number,
                **about,
            )
        return self.n(
            "{raiders} damages {seat} by {damage}; {left}.",
            "{raiders} damage {seat} by {damage}; {left}.",
            number,
            **about,
        )

    def collected(self, facts: Mapping[str, Any]) -> str:
        got = [self.t("{count} gold", count=facts["gold"])] if facts["gold"] else []
        got += [self.mercs(facts["mercs"])] if facts["mercs"] else []
        number = self.number(facts["seat"])
        about = {"seat": self.seat(facts["seat"]), "what": self.listed(got)}
        if facts["gold_relief"] or facts["mercs_relief"]:
            return self.n(
                "{seat} collects {what} (help for those with nothing).",
                "{seat} collect {what} (help for those with nothing).",
                number,
                **about,
            )
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
        phases = {
            "build": self.t("building phase"),
            "action": self.t("action phase"),
            "battle": self.t("battle"),
            "blast": self.t("T.N.T. explodes"),
            "over": self.t("the game is over"),
        }
        lines = [self.t("Round {round}, {phase}", round=view["round"], phase=phases[view["phase"]]), ""]
        heads = [self.t("towers"), self.t("gold"), self.t("mercs"), self.t("mines"), self.t("saloons")]
        width = max(len(self.seat(i)) for i in range(view["players"])) + 7
        lines.append(" " * width + "".join(f"{head:>10}" for head in heads))
        for i, base in enumerate(view["seats"]):
            mark = ">" if i in view["to_act"] else " "
            you = "*" if i == seat else " "
            name = f"{mark}{you}{i} {self.seat(i)}"
            if base["out"] is not None:
                lines.append(f"{name:{width}}  " + self.t("destroyed in round {round}", round=base["out"]))
                continue
            cells = [f"{base['towers']:>10}{base['gold']:>10}{base['mercs']:>10}"]
            for there, coming in ((base["mines"], base["new_mines"]), (base["saloons"], base["new_saloons"])):
                cells.append(f"{f'{there}+{coming}' if coming else there:>10}")
            lines.append(f"{name:{width}}{''.join(cells)}")
            if base["choice"] is not None:
                lines.append("    " + self.t("Your secret choice: {choice}.", choice=self.action(base["choice"], view)))
        if view["cards"] is not None:
            lines.append("")
            for i, card in enumerate(view["cards"]):
                if card is not None:
                    lines.append("  " + self.about(self.seat(i), self.card(card)))
        lines += ["", self.t("> is asked, * is you, 2+1 is two open and one under construction")]
        return "\n".join(lines)


def raiding_seats(view: Mapping[str, Any]) -> list[int]:
    """The seats that a `take` lists, in its order."""
    defender = view["queue"][0]
    raid = f"raid {defender}"
    return [i for i, card in enumerate(view["cards"]) if card == raid and view["seats"][i]["mercs"] > 0]


WORDS = PhotonWords
