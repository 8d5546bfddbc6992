"""Crash & Grab in sentences, English and French. The table as text is in `text.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from parlour.faces.words import Words
from parlour.games.crash_and_grab.face import text
from parlour.games.crash_and_grab.parts import BONUSES, CARDS, CrashParts
from parlour.rules.errors import IllegalAction
from parlour.rules.events import Event

ARTICLE = "la Soucoupe "


class CrashWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: CrashParts) -> None:
        super().__init__(folder, lang, names)
        self.parts = parts

    # -- names -----------------------------------------------------------------------------------

    def color(self, color: str) -> str:
        """A colour as an adjective: red, rouge."""
        return self.parts.color_names[color]["fr"] if self.lang == "fr" else color

    def label(self, color: str) -> str:
        """A saucer goes by its colour: Green, Verte (it is a Soucoupe)."""
        return self.labels.get(color) or self.color(color).capitalize()

    @cached_property
    def labels(self) -> dict[str, str]:
        return {
            "red": self.t("Red"),
            "yellow": self.t("Yellow"),
            "blue": self.t("Blue"),
            "green": self.t("Green"),
            "purple": self.t("Purple"),
            "pink": self.t("Pink"),
        }

    def saucer(self, color: str) -> str:
        """The same inside a sentence: Green, la Soucoupe verte."""
        return f"{ARTICLE}{self.label(color).lower()}" if self.lang == "fr" else self.label(color)

    def begin(self, sentence: str) -> str:
        return sentence[:1].upper() + sentence[1:] if sentence.startswith(ARTICLE) else sentence

    def type(self, type: str) -> str:
        return self.parts.type_names[type][self.lang]

    def crew(self, member: str) -> str:
        return self.crews[member]

    @cached_property
    def crews(self) -> dict[str, str]:
        """All crewmembers by their ids: a board names each of them several times."""
        members = [member.split("-") for member in self.parts.crew_ids]
        return {
            f"{color}-{type}": self.t("{color} {type}", color=self.color(color), type=self.type(type))
            for color, type in members
        }

    def the(self, member: str) -> str:
        """A crewmember with its article: the red Pilot, le Pilote rouge, l’Ingénieur rouge."""
        crew = self.crew(member)
        if self.lang != "fr":
            return f"the {crew}"
        return f"l’{crew}" if crew[0].lower() in "aeiouyéèêh" else f"le {crew}"

    def upgrade(self, card: str) -> str:
        return self.typeset(self.parts.upgrade_names[card][self.lang])

    def upgrade_text(self, card: str) -> str:
        return self.typeset(self.parts.upgrade_names[card][f"text_{self.lang}"])

    def direction(self, letter: str) -> str:
        return self.directions[letter]

    @cached_property
    def directions(self) -> dict[str, str]:
        return {"n": self.t("north"), "e": self.t("east"), "s": self.t("south"), "w": self.t("west")}

    def card(self, card: str) -> str:
        """A movement card (CG-11)."""
        bonus, distance = BONUSES[self.parts.bonus[CARDS.index(card)]], self.distance(card)
        if bonus == "booster":
            return self.t("{distance} with a Booster", distance=distance)
        return self.t("{distance} with an Energy", distance=distance) if bonus == "energy" else distance

    def distance(self, card: str) -> str:
        """How far a movement card lets a saucer fly."""
        low, *more = self.parts.distances[CARDS.index(card)]
        return self.t("{low} to {high}", low=low, high=more[-1]) if more else str(low)

    def rotation(self, rotation: str) -> str:
        return self.t("clockwise") if rotation == "clockwise" else self.t("counter-clockwise")

    def boosters(self, count: int) -> str:
        return self.n("{count} Booster", "{count} Boosters", count)

    def slot(self, slot: str) -> str:
        return {
            "nw": self.t("north-west tile"),
            "ne": self.t("north-east tile"),
            "sw": self.t("south-west tile"),
            "se": self.t("south-east tile"),
            "n": self.t("north tile"),
            "e": self.t("east tile"),
            "s": self.t("south tile"),
            "w": self.t("west tile"),
            "c": self.t("centre tile"),
        }.get(slot, slot)

    def quarters(self, count: int) -> str:
        return self.n("{count} quarter turn", "{count} quarter turns", count)

    # -- what may be done ------------------------------------------------------------------------

    def action(self, action: str, view: Mapping[str, Any]) -> str:
        return self.begin(self.answer(action, view))

    def answer(self, action: str, view: Mapping[str, Any]) -> str:
        verb, *rest = action.split(" ")
        if verb in ("move", "launch", "boost"):
            way, distance = self.direction(rest[0]), int(rest[1])
            if verb == "move":
                return self.t("Fly {dir}, distance {distance}", dir=way, distance=distance)
            if verb == "launch":
                return self.t("Launch {dir}, distance {distance}", dir=way, distance=distance)
            return self.t("Boost {dir}, distance {distance}", dir=way, distance=distance)
        if verb == "plan":
            sentence = "{saucer}: card {card}, {dir}"
            return self.t(sentence, saucer=self.saucer(rest[0]), card=self.card(rest[1]), dir=self.direction(rest[2]))
        if verb == "give":
            return self.t("Give {crew} to {saucer}", crew=self.the(rest[0]), saucer=self.saucer(rest[1]))
        if verb == "keep":
            return self.t("Keep {upgrade}: {text}", upgrade=self.upgrade(rest[0]), text=self.upgrade_text(rest[0]))
        if verb == "site":
            space = text.TextField(view, self.parts).site_space(int(rest[0])) if view else ""
            return self.t("Crash site {number} ({space})", number=rest[0], space=space)
        if verb == "order" and rest[0] != "roll":
            return self.t("Turns go {rotation}", rotation=self.rotation(rest[0]))
        if len(rest) == 1 and verb in ("airlock", "share", "steal", "place"):
            return self.about_crew(verb, self.the(rest[0]))
        if len(rest) == 1 and verb in ("pilot", "go"):
            if verb == "go":
                return self.t("{saucer} flies", saucer=self.saucer(rest[0]))
            return self.t("Place the first crewmember of {saucer}", saucer=self.saucer(rest[0]))
        if verb == "blastoff":
            return self.t("Slide one space {dir}", dir=self.direction(rest[0]))
        if rest and verb != "order":
            return self.effect(verb, rest, view)
        return self.plain(verb, rest)

    def rank_actions(self, view: Mapping[str, Any], legal: list[str]) -> list[str]:
        """What there is little of first: `pass` and `cloak` before the sixty spaces to jump to."""
        verbs = [action.split(" ")[0] for action in legal]
        return sorted(legal, key=lambda action: verbs.count(action.split(" ")[0]))

    def plain(self, verb: str, rest: list[str]) -> str:
        if verb == "order":
            return self.t("Roll the rotation die")
        return {
            "stay": self.t("Stay where you are"),
            "roll": self.t("Roll the placement die"),
            "crash": self.t("Crash the saucer you hit"),
            "push": self.t("Push the saucer you hit"),
            "energize": self.t("Take 1 Energy"),
            "upgrade": self.t("Buy an upgrade for 2 Energy"),
            "cloak": self.t("Cloaking Device: leave the board until the end of the round"),
            "pass": self.t("Pass"),
        }[verb]

    def about_crew(self, verb: str, crew: str) -> str:
        if verb == "airlock":
            return self.t("Exchange it for {crew}", crew=crew)
        if verb == "share":
            return self.t("Hand over {crew}", crew=crew)
        if verb == "steal":
            return self.t("Steal {crew}", crew=crew)
        return self.t("Place {crew}", crew=crew)

    def effect(self, verb: str, rest: list[str], view: Mapping[str, Any]) -> str:
        """An end-of-turn effect."""
        first = rest[0]
        if verb == "wormhole":
            return self.t("Wormhole Generator: trade places with {saucer}", saucer=self.saucer(first))
        if verb == "pulse":
            return self.t("Pulse Cannon: push {saucer}", saucer=self.saucer(first))
        if verb == "afterburner":
            return self.t("Afterburner: jump to {space}", space=first)
        if verb == "triangulate":
            return self.t("Organic Triangulator: jump to {space}", space=first)
        if verb == "tractor":
            return self.t("Tractor Beam: pick up {crew}", crew=self.the(first))
        if verb == "teleport":
            space = text.TextField(view, self.parts).site_space(int(first)) if view else ""
            return self.t("Saucer Teleporter: jump to crash site {number} ({space})", number=first, space=space)
        if verb == "distress":
            sentence = "Distress Signaler: take {taken} for {given}"
            return self.t(sentence, taken=self.the(first), given=self.the(rest[1]))
        if verb == "legs":
            return self.t("Landing Legs: one space {dir}", dir=self.direction(first))
        return self.t("Quake Maker: {slot}, {turns}", slot=self.slot(first), turns=self.quarters(int(rest[1])))

    # -- what is asked ---------------------------------------------------------------------------

    def question(self, view: Mapping[str, Any], seat: int) -> str:
        return self.begin(self.bare_question(view, seat))

    def bare_question(self, view: Mapping[str, Any], seat: int) -> str:
        phase = view["phase"]
        pending = view["pending"] or {}
        turn = view["turn"] or {}
        if phase == "plan":
            color = next(s["color"] for s in view["saucers"] if s["seat"] == seat and s["plan"] is None)
            return self.t("Which card and which direction do you plan for {saucer}?", saucer=self.saucer(color))
        if phase == "move":
            return self.t("Where does {saucer} fly?", saucer=self.saucer(turn["saucer"]))
        if phase == "penalty":
            sentence = "{saucer} has crashed: which crewmember do you give away, and to whom?"
            return self.t(sentence, saucer=self.saucer(pending["saucer"]))
        if phase == "reward":
            sentence = "{saucer} has crashed on your turn: what is your reward?"
            return self.t(sentence, saucer=self.saucer(pending["saucer"]))
        if phase == "site":
            return self.t("Where is {saucer} placed?", saucer=self.saucer(pending["saucer"]))
        if phase == "airlock":
            sentence = "{saucer} has picked up {crew}: do you exchange it for another on the board?"
            return self.t(sentence, saucer=self.saucer(pending["saucer"]), crew=self.the(pending["crew"]))
        if phase == "share":
            return self.t("Your saucers meet: who changes over to the saucer of its colour?")
        if phase == "launch":
            return self.t("An accelerator! Where to?")
        if phase == "waste":
            return self.t("An empty crash site: do you use the Waste Accelerator?")
        return {
            "pilot": self.t("Whose crewmember is placed on the board?"),
            "order": self.t("Which way round do the turns go?"),
            "pick": self.t("Which of your saucers flies first?"),
            "start": self.t("Do you use your Blast Off Thrusters before your card is turned up?"),
            "mines": self.t("You hit a saucer: does it crash or is it pushed?"),
            "boost": self.t("Do you Boost?"),
            "crew": self.t("Which lost crewmember comes onto the board?"),
            "end": self.t("Which end-of-turn upgrade do you use?"),
            "upgrade": self.t("Do you buy an upgrade?"),
            "keep": self.t("Which card do you keep?"),
        }[phase]

    # -- what a judge sees -----------------------------------------------------------------------

    def gain(self, name: str, which: int, change: float) -> str:
        more = change > 0
        count = round(abs(change))
        if name == "matching":
            return self.t("more crew of the own colour") if more else self.t("less crew of the own colour")
        if name == "reach":
            return self.t("wanted crew within better reach") if more else self.t("wanted crew farther out of reach")
        if count == 0:
            return ""
        if name == "stations":
            if more:
                return self.n("one more station filled", "{count} more stations filled", count)
            return self.n("one station emptied", "{count} stations emptied", count)
        if name == "energy":
            if more:
                return self.n("{count} Energy more", "{count} Energy more", count)
            return self.n("{count} Energy less", "{count} Energy less", count)
        if name == "boosters":
            if more:
                return self.n("{count} Booster more", "{count} Boosters more", count)
            return self.n("{count} Booster less", "{count} Boosters less", count)
        if more:
            return self.n("{count} upgrade more", "{count} upgrades more", count)
        return self.n("{count} upgrade less", "{count} upgrades less", count)

    # -- what happened ---------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """Every kind of event has a method of its name: `set-off` is told by `tell_set_off`."""
        told: str = getattr(self, "tell_" + event.kind.replace("-", "_"))({**event.facts, "rule": event.rule})
        return self.begin(told)

    def tell_round_began(self, facts: Mapping[str, Any]) -> str:
        return self.t(
            "Round {round} begins; {seat} has the Probe.", round=facts["round"], seat=self.seat(facts["probe"])
        )

    def tell_chose_pilot(self, facts: Mapping[str, Any]) -> str:
        return self.t("{seat} sends {crew} to the board.", seat=self.seat(facts["seat"]), crew=self.the(facts["crew"]))

    def tell_crew_placed(self, facts: Mapping[str, Any]) -> str:
        sentence = "The die shows {roll}: {crew} comes to crash site {site}, {space}."
        return self.t(
            sentence, roll=facts["roll"], crew=self.the(facts["crew"]), site=facts["site"], space=facts["space"]
        )

    def tell_planned(self, facts: Mapping[str, Any]) -> str:
        saucer = self.saucer(facts["saucer"])
        if "card" in facts:
            sentence = "You have planned for {saucer}: card {card}, {dir}."
            return self.t(sentence, saucer=saucer, card=self.card(facts["card"]), dir=self.direction(facts["dir"]))
        return self.t("{seat} has planned for {saucer}.", seat=self.seat(facts["seat"]), saucer=saucer)

    def tell_spun(self, facts: Mapping[str, Any]) -> str:
        return self.t("The rotation die says: {rotation}.", rotation=self.rotation(facts["direction"]))

    def tell_ordered(self, facts: Mapping[str, Any]) -> str:
        seat = self.seat(facts["seat"])
        if facts["direction"] == "roll":
            return self.t("{seat} leaves the direction to the die.", seat=seat)
        return self.t("{seat} has the turns go {rotation}.", seat=seat, rotation=self.rotation(facts["direction"]))

    def tell_override(self, facts: Mapping[str, Any]) -> str:
        return self.t("{saucer} gets an Override Token: any direction.", saucer=self.saucer(facts["saucer"]))

    def tell_turn_began(self, facts: Mapping[str, Any]) -> str:
        return self.t(
            "The turn of {seat}: {saucer}.", seat=self.seat(facts["seat"]), saucer=self.saucer(facts["saucer"])
        )

    def tell_placed(self, facts: Mapping[str, Any]) -> str:
        saucer = self.saucer(facts["saucer"])
        if "roll" in facts:
            sentence = "The die shows {roll}: {saucer} is placed on crash site {site}, {space}."
            return self.t(sentence, roll=facts["roll"], saucer=saucer, site=facts["site"], space=facts["space"])
        sentence = "{saucer} picks crash site {site}, {space}."
        return self.t(sentence, saucer=saucer, site=facts["site"], space=facts["space"])

    def tell_revealed(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} turns up its card: {card}, {dir}."
        return self.t(
            sentence,
            saucer=self.saucer(facts["saucer"]),
            card=self.card(facts["card"]),
            dir=self.direction(facts["dir"]),
        )

    def tell_gained_boosters(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} gains {what} and has {total} now."
        what = self.boosters(facts["count"])
        return self.t(sentence, saucer=self.saucer(facts["saucer"]), what=what, total=facts["boosters"])

    def tell_gained_energy(self, facts: Mapping[str, Any]) -> str:
        about = {"saucer": self.saucer(facts["saucer"]), "count": facts["count"], "total": facts["energy"]}
        if "victim" in facts:
            sentence = "{saucer} gains {count} Energy for crashing {other} and has {total} now."
            return self.t(sentence, **about, other=self.saucer(facts["victim"]))
        return self.t("{saucer} gains {count} Energy and has {total} now.", **about)

    def tell_set_off(self, facts: Mapping[str, Any]) -> str:
        saucer, way = self.saucer(facts["saucer"]), self.direction(facts["dir"])
        sentence = "{saucer} sets off from {space}: {dir}, distance {distance}."
        if facts["cause"] in ("push", "pulse"):
            sentence = "{saucer} is pushed from {space}: {dir}, distance {distance}."
        return self.t(sentence, saucer=saucer, space=facts["from"], dir=way, distance=facts["distance"])

    def tell_flew(self, facts: Mapping[str, Any]) -> str:
        return self.t("{saucer} flies to {space}.", saucer=self.saucer(facts["saucer"]), space=facts["to"])

    def tell_stayed(self, facts: Mapping[str, Any]) -> str:
        return self.t("{saucer} stays.", saucer=self.saucer(facts["saucer"]))

    def tell_boosted(self, facts: Mapping[str, Any]) -> str:
        left = self.boosters(facts["boosters"])
        return self.t("{saucer} boosts; {left} left.", saucer=self.saucer(facts["saucer"]), left=left)

    def tell_crashed(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} flies off the board at {space} and crashes."
        if facts["rule"] == "CG-136":
            sentence = "Mines: {saucer} crashes on {space}."
        return self.t(sentence, saucer=self.saucer(facts["saucer"]), space=facts["from"])

    def tell_picked_up(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} picks up {crew} on {space}."
        return self.t(sentence, saucer=self.saucer(facts["saucer"]), crew=self.the(facts["crew"]), space=facts["space"])

    def tell_exchanged(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} exchanges {left} for {crew} on {space}."
        return self.t(
            sentence,
            saucer=self.saucer(facts["saucer"]),
            left=self.the(facts["left"]),
            crew=self.the(facts["crew"]),
            space=facts["space"],
        )

    def tell_shared(self, facts: Mapping[str, Any]) -> str:
        return self.t("{giver} hands {crew} over to {taker}.", **self.changing(facts))

    def tell_gave(self, facts: Mapping[str, Any]) -> str:
        return self.t("{giver} has to give {crew} to {taker}.", **self.changing(facts))

    def tell_stole(self, facts: Mapping[str, Any]) -> str:
        return self.t("{taker} steals {crew} from {giver}.", **self.changing(facts))

    def changing(self, facts: Mapping[str, Any]) -> dict[str, str]:
        """Who changes over from whom to whom."""
        giver, taker = self.saucer(facts["giver"]), self.saucer(facts["taker"])
        return {"giver": giver, "taker": taker, "crew": self.the(facts["crew"])}

    def tell_collided(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} hits {other} on {space}."
        return self.t(
            sentence, saucer=self.saucer(facts["saucer"]), other=self.saucer(facts["other"]), space=facts["space"]
        )

    def tell_launched(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} is launched from {space}: {dir}, distance {distance}."
        return self.t(
            sentence,
            saucer=self.saucer(facts["saucer"]),
            space=facts["space"],
            dir=self.direction(facts["dir"]),
            distance=facts["distance"],
        )

    def tell_rested(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} has no launch left and rests on {space}."
        return self.t(sentence, saucer=self.saucer(facts["saucer"]), space=facts["space"])

    def tell_chose_crew(self, facts: Mapping[str, Any]) -> str:
        return self.t("{seat} sends {crew} to the board.", seat=self.seat(facts["seat"]), crew=self.the(facts["crew"]))

    def tell_relocated(self, facts: Mapping[str, Any]) -> str:
        sentence = "{upgrade}: {saucer} goes from {space} to {to}."
        return self.t(
            sentence,
            upgrade=self.upgrade(facts["upgrade"]),
            saucer=self.saucer(facts["saucer"]),
            space=facts["from"],
            to=facts["to"],
        )

    def tell_traded_places(self, facts: Mapping[str, Any]) -> str:
        sentence = "Wormhole: {saucer} ({space}) and {other} ({to}) trade places."
        return self.t(
            sentence,
            saucer=self.saucer(facts["saucer"]),
            other=self.saucer(facts["other"]),
            space=facts["from"],
            to=facts["to"],
        )

    def tell_pulsed(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} fires its Pulse Cannon at {other}."
        return self.t(sentence, saucer=self.saucer(facts["saucer"]), other=self.saucer(facts["other"]))

    def tell_cloaked(self, facts: Mapping[str, Any]) -> str:
        return self.t("{saucer} cloaks and leaves the board.", saucer=self.saucer(facts["saucer"]))

    def tell_swapped_crew(self, facts: Mapping[str, Any]) -> str:
        sentence = "Distress signal: {saucer} gets {taken} from {other} for {given}."
        return self.t(
            sentence,
            saucer=self.saucer(facts["saucer"]),
            other=self.saucer(facts["other"]),
            taken=self.the(facts["taken"]),
            given=self.the(facts["given"]),
        )

    def tell_quaked(self, facts: Mapping[str, Any]) -> str:
        sentence = "Quake! {saucer} turns the {slot} by {turns}."
        turns = self.quarters(facts["quarters"])
        return self.t(sentence, saucer=self.saucer(facts["saucer"]), slot=self.slot(facts["slot"]), turns=turns)

    def tell_bought(self, facts: Mapping[str, Any]) -> str:
        sentence = "{saucer} pays {cost} Energy for an upgrade; {energy} left."
        return self.t(sentence, saucer=self.saucer(facts["saucer"]), cost=facts["cost"], energy=facts["energy"])

    def tell_reshuffled(self, facts: Mapping[str, Any]) -> str:
        return self.t("The deck is empty: the discards become the deck.")

    def tell_drew(self, facts: Mapping[str, Any]) -> str:
        if "card" in facts:
            return self.t("You draw {upgrade}.", upgrade=self.upgrade(facts["card"]))
        return self.t("{saucer} draws a card.", saucer=self.saucer(facts["saucer"]))

    def tell_kept(self, facts: Mapping[str, Any]) -> str:
        saucer, card = self.saucer(facts["saucer"]), self.upgrade(facts["card"])
        if not facts["discarded"]:
            return self.t("{saucer} keeps {upgrade}.", saucer=saucer, upgrade=card)
        other = self.upgrade(facts["discarded"][0])
        return self.t("{saucer} keeps {upgrade} and discards {other}.", saucer=saucer, upgrade=card, other=other)

    def tell_probe(self, facts: Mapping[str, Any]) -> str:
        seat = self.seat(facts["seat"])
        if facts["seat"] == facts["before"]:
            return self.t("{seat} keeps the Probe.", seat=seat)
        return self.t("The Probe goes to {seat}.", seat=seat)

    def tell_over(self, facts: Mapping[str, Any]) -> str:
        return self.t("The game is over.")

    def reason(self, reason: str) -> str:
        if reason == "crew":
            return self.t("All stations are manned.")
        return self.t("The round limit is reached; most stations manned decides.")

    def forecast(self, action: str, view: Mapping[str, Any], events: Sequence[Event]) -> str:
        """Of a flight only where it leads, not that it begins and each space on the way."""
        passed = {id(first) for first, then in pairwise(events) if first.kind == then.kind == "flew"}
        told = [event for event in events[1:] if event.kind != "set-off" and id(event) not in passed]
        return super().forecast(action, view, [*events[:1], *told])

    def refusal(self, error: IllegalAction) -> str:
        """The facts of a refusal are ids; here they get their names."""
        facts = dict(error.facts)
        for key, value in error.facts.items():
            if key in ("saucer", "first", "second"):
                facts[key] = self.saucer(str(value))
            elif key == "crew":
                facts[key] = self.the(str(value))
            elif key == "upgrade":
                facts[key] = self.upgrade(str(value))
            elif key == "card" and value in ("2", "3", "x"):
                facts[key] = self.card(str(value))
            elif key == "dir":
                facts[key] = self.direction(str(value))
        sentence = self.t(error.why, **facts) if facts else self.t(error.why)
        return self.begin(f"{sentence} ({error.rule})")

    # -- the table -------------------------------------------------------------------------------

    def table(self, view: Mapping[str, Any], seat: int | None) -> str:
        return text.table(self, view, seat)


WORDS = CrashWords
