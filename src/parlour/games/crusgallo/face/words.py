"""Crusgallo in sentences, and its table as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.face import text
from parlour.games.crusgallo.judge import FOR_BOND, Eye, rate
from parlour.games.crusgallo.parts import GRADES, ORB, TITLES, CrusgalloParts
from parlour.games.crusgallo.positions import dream
from parlour.games.crusgallo.rules import COLLECTED, TREASURE, Crusgallo
from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction, RulesError
from parlour.rules.events import Event
from parlour.rules.game import Parts

Facts = Mapping[str, Any]


class CrusgalloWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: CrusgalloParts) -> None:
        super().__init__(folder, lang, names)
        self.parts = parts
        self._view: Mapping[str, Any] = {}  # the view last asked about, and a state that looks like it
        self._state: Crusgallo | None = None

    def use(self, parts: Parts) -> None:
        assert isinstance(parts, CrusgalloParts)
        self.parts = parts
        self._view = {}
        self._state = None

    def seat_name(self, seat: int) -> str:
        return self.t("Adventurer")

    # -- names ---------------------------------------------------------------------------------

    def colour(self, id: str) -> str:
        return self.parts.creatures[self.parts.colours.index(id)][self.lang] if id in self.parts.colours else id

    def creature(self, colour: str) -> str:
        return self.parts.creatures[self.parts.colours.index(colour)][f"name_{self.lang}"]

    def gem(self, colour: str) -> str:
        """A gem by its colour; French adjectives agree with it."""
        known = {
            "red": self.t("red gem"),
            "orange": self.t("orange gem"),
            "yellow": self.t("yellow gem"),
            "green": self.t("green gem"),
            "blue": self.t("blue gem"),
            "purple": self.t("purple gem"),
        }
        return known.get(colour) or self.t("{colour} gem", colour=self.colour(colour))

    def crystal(self, code: str) -> str:
        """A crystal by its code: "purple double" for `p2`."""
        colour, shape = divmod(self.parts.crystals.index(code), len(self.parts.shape_names))
        names = {
            "colour": self.parts.crystal_names[colour][self.lang],
            "shape": self.parts.shape_names[shape][self.lang],
        }
        return self.t("{colour} {shape}", **names)

    def symbol(self, value: int) -> str:
        """What a corner of a card shows."""
        if value >= ORB:
            return self.t("{colour} orb", colour=self.parts.creatures[value & 7][self.lang])
        return self.crystal(self.parts.symbol(value))

    def treasure(self, id: str) -> str:
        """The name of a treasure card; nothing for any other card."""
        card = self.parts.number.get(id, -1)
        return self.typeset(self.parts.titles_of[card][self.lang]) if card >= 0 and self.parts.treasure[card] else ""

    def card(self, id: str) -> str:
        """A card as people tell it from others: by its name, or by what it shows."""
        name = self.treasure(id)
        if name:
            return self.t("the treasure {name}", name=name)
        card = self.parts.number.get(id, -1)
        if card < 0:
            return id
        shown = self.parts.faces[16 * card : 16 * card + 4]
        return self.t("the card with {symbols}", symbols=self.list_of([self.symbol(value) for value in shown]))

    def treasures(self, ids: Sequence[str]) -> str:
        return self.list_of([self.treasure(id) for id in ids]) or self.t("none")

    def where(self, x: int, y: int) -> str:
        """A place on the table, as seen from the top-left corner of the first card."""
        steps = []
        if x:
            steps.append(self.t("{count} to the right", count=x) if x > 0 else self.t("{count} to the left", count=-x))
        if y:
            steps.append(self.t("{count} down", count=y) if y > 0 else self.t("{count} up", count=-y))
        if not steps:
            return self.t("where the first card began")
        return self.t("{steps} from where the first card began", steps=self.list_of(steps))

    def orbs(self, colours: Sequence[str]) -> str:
        return self.list_of([self.t("the {colour} orb", colour=self.colour(colour)) for colour in colours])

    def turn(self, turn: int) -> str:
        return [
            self.t("upright"),
            self.t("turned to the right"),
            self.t("upside down"),
            self.t("turned to the left"),
        ][turn]

    def world(self, view: Mapping[str, Any]) -> Crusgallo | None:
        """A state that looks like a view; `None` if the cards are not those that these words know."""
        if self._view is not view:
            try:
                self._state = dream(dict(view), Rng(0), self.parts)
            except RulesError:
                self._state = None
            self._view = view
        return self._state

    # -- what may be done ----------------------------------------------------------------------

    def action(self, action: str, view: Mapping[str, Any]) -> str:
        verb, *rest = action.split(" ")
        if verb == "place":
            return self.placement(action, view)
        if verb == "magic":
            if view["phase"] == 1:
                sentence = "Magic: take a bond off the {creature} ({colour})"
                return self.t(sentence, creature=self.creature(rest[0]), colour=self.colour(rest[0]))
            return self.t("Magic: put a {gem} on the Black Dragon", gem=self.gem(rest[0]))
        if verb == "discard":
            return self.t("Discard {card}, which cannot be laid", card=self.card(rest[0]))
        if verb == "exchange":
            return self.t("Give up {card}", card=self.card(rest[0]))
        return self.t("Leave the cavern")

    def placement(self, action: str, view: Mapping[str, Any]) -> str:
        """How and where a card is laid, and what it does there."""
        _, card, x, y, turn = action.split(" ")
        facts = {"turn": self.turn(int(turn)), "where": self.where(int(x), int(y))}
        if view["phase"] == 1:
            where = self.t("Lay the card {turn}, {where}", **facts)
        else:
            where = self.t("Lay {card} {turn}, {where}", card=self.card(card), **facts)
        state = self.world(view)
        if state is None:
            return where
        code = state.read(0, action)
        effects = state.effects(code)
        treasures = [effect & TREASURE for effect in effects if effect & COLLECTED]
        done: list[str] = []
        if effects:
            done.append(self.t("lights {orbs}", orbs=self.orbs([self.parts.colours[effect & 7] for effect in effects])))
        if treasures:
            ids = sorted(self.parts.ids[self.parts.treasure_card[treasure >> 3]] for treasure in treasures)
            done.append(self.t("collects {cards}", cards=self.treasures(ids)))
        return self.about(where, ", ".join(done)) if done else where

    def rank_actions(self, view: Mapping[str, Any], legal: list[str]) -> list[str]:
        """The best-looking actions first (`judge.py`). The magic counts as the bond it releases."""
        state = self.world(view)
        if state is None:
            return legal
        eye = Eye(state)
        points: dict[str, int] = {}
        for action in legal:
            code = state.read(0, action)
            points[action] = rate(state, code, eye) if code >= LOWEST_PLACE else FOR_BOND if "magic" in action else 0
        return sorted(legal, key=lambda action: -points[action])

    def question(self, view: Mapping[str, Any], seat: int) -> str:
        step = view["step"]
        if step == "exchange":
            return self.t("No card shows {orb}. Which card do you give up?", orb=self.orbs([view["missing"]]))
        if step == "last":
            return self.t("No card can be laid any more. Do you use the magic?")
        if view["phase"] == 1:
            name = self.treasure(view["card"])
            if name:
                return self.t("Where do you lay this card, the treasure {name}?", name=name)
            return self.t("Where do you lay this card?")
        return self.t("Which card do you lay, and where?")

    def forecast(self, action: str, view: Mapping[str, Any], events: Sequence[Event]) -> str:
        """Where and how a card would lie is seen; what it lights is said."""
        if not action.startswith("place "):
            return super().forecast(action, view, events)
        if len(events) > 1:
            return " ".join([self.event(event) for event in events[1:]])
        return f"{self.t('Lay the card here, {turn}.', turn=self.turn(int(action[-1])))} {self.t('It lights no orb.')}"

    def refusal(self, error: IllegalAction) -> str:
        facts = dict(error.facts)
        if "colour" in facts:
            facts["colour"] = self.colour(str(facts["colour"]))
        if facts.get("card") in self.parts.number:
            facts["card"] = self.card(str(facts["card"]))
        return super().refusal(IllegalAction(error.rule, error.why, facts))

    # -- what a judge sees ---------------------------------------------------------------------

    def gain(self, name: str, which: int, change: float) -> str:
        more = change > 0
        count = round(abs(change))
        if name == "promise":
            if more:
                return self.t("more chances for the cards to come")
            return self.t("fewer chances for the cards to come")
        if name == "score":  # every card that is laid costs a little of it: only a gain is a reason
            return self.t("a higher score to be expected") if more else ""
        if name == "half":
            return self.t("the first half of a treasure") if more else ""
        if count == 0:
            return ""
        if name == "bonds":
            return "" if more else self.n("one bond released", "{count} bonds released", count)
        if name == "treasures":
            return self.n("one more treasure", "{count} more treasures", count) if more else ""
        if name == "gems":
            return self.n("one more gem on the dragon", "{count} more gems on the dragon", count) if more else ""
        if more:
            return self.n("one more card to spare", "{count} more cards to spare", count)
        return self.n("one card fewer to spare", "{count} cards fewer to spare", count)

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        return SENTENCES[event.kind](self, event.facts)

    def on_drawn(self, facts: Facts) -> str:
        left = self.n("{count} card is left", "{count} cards are left", facts["left"])
        if name := self.treasure(facts["card"]):
            return self.t("You draw the treasure {name}; {left}.", name=name, left=left)
        return self.t("You draw a card; {left}.", left=left)

    def on_placed(self, facts: Facts) -> str:
        turn = self.turn(facts["r"])
        if name := self.treasure(facts["card"]):
            return self.t("You lay the treasure {name}, {turn}.", name=name, turn=turn)
        return self.t("You lay a card, {turn}.", turn=turn)

    def on_discarded(self, facts: Facts) -> str:
        return self.t("You set {card} aside: it cannot be laid.", card=self.card(facts["card"]))

    def on_lit(self, facts: Facts) -> str:
        sets = [", ".join(self.crystal(code) for _, _, code in crystals) for crystals in facts["sets"]]
        sentence = "{sets}: {orb} lights up."
        if not facts["gem"]:
            sentence = "{sets}: {orb} lights up, without a gem."
        said = self.t(sentence, sets=self.clauses(sets), orb=self.orbs([facts["colour"]]))
        return said[:1].upper() + said[1:]

    def on_released(self, facts: Facts) -> str:
        left = self.n("{count} bond is left", "{count} bonds are left", facts["left"])
        creature = self.creature(facts["colour"])
        return self.t("A bond of the {creature} is released; {left}.", creature=creature, left=left)

    def on_freed(self, facts: Facts) -> str:
        return self.t("The {creature} is free!", creature=self.creature(facts["colour"]))

    def on_bound(self, facts: Facts) -> str:
        left = self.n("{count} colour is missing", "{count} colours are missing", facts["left"])
        return self.t("A {gem} binds the Black Dragon; {left}.", gem=self.gem(facts["colour"]), left=left)

    def on_collected(self, facts: Facts) -> str:
        return self.t("The treasure {name} is yours.", name=self.treasure(facts["card"]))

    def on_completed(self, facts: Facts) -> str:
        return {
            "riches": self.t("All three riches: they count as one treasure more."),
            "magic": self.t("All three magic treasures: the magic can be used once."),
            "battle": self.t("All three battle treasures: one more card against the dragon."),
        }[facts["kind"]]

    def on_enchanted(self, facts: Facts) -> str:
        if facts["phase"] == 1:
            return self.t("Magic takes a bond off the {creature}.", creature=self.creature(facts["colour"]))
        return self.t("Magic puts a {gem} on the Black Dragon.", gem=self.gem(facts["colour"]))

    def on_phase_won(self, facts: Facts) -> str:
        return self.n(
            "All creatures are free! Trapping the Dragon begins with {count} card.",
            "All creatures are free! Trapping the Dragon begins with {count} cards.",
            len(facts["row"]),
        )

    def on_reinforced(self, facts: Facts) -> str:
        return self.t("The battle treasures bring one more card: {card}.", card=self.card(facts["card"]))

    def on_colour_missing(self, facts: Facts) -> str:
        return self.t("No card shows {orb}.", orb=self.orbs([facts["colour"]]))

    def on_gave_up(self, facts: Facts) -> str:
        return self.t("You give up {card}.", card=self.card(facts["card"]))

    def on_found(self, facts: Facts) -> str:
        orb = self.orbs([facts["colour"]])
        return self.t("For {orb} you get {card} from the deck.", card=self.card(facts["card"]), orb=orb)

    def on_ran_out(self, facts: Facts) -> str:
        if facts["phase"] == 1 or not facts["cards"]:
            return self.t("The cards have run out.")
        return self.t("No card can be laid any more.")

    def on_left(self, facts: Facts) -> str:
        return self.t("You leave the cavern without using the magic.")

    def on_trapped(self, facts: Facts) -> str:
        spare = self.n("{count} card to spare", "{count} cards to spare", len(facts["cards"]))
        return self.t("The Black Dragon is trapped, with {spare}!", spare=spare)

    def on_over(self, facts: Facts) -> str:
        return self.t("The game is over: {rank}", rank=self.rank(facts["wealth"], facts["title"]))

    # -- how it ended --------------------------------------------------------------------------

    def rank(self, wealth: str, title: str) -> str:
        """Wealth and title, as in "Prosperous Knight."."""
        grade = self.parts.grade_names[GRADES.index(wealth)][self.lang]
        return self.t("{wealth} {title}.", wealth=grade, title=self.parts.title_names[TITLES.index(title)][self.lang])

    def reason(self, reason: str) -> str:
        wealth, title = reason.split(" ")
        how = {
            "commoner": self.t("Creatures are still bound."),
            "liberator": self.t("The creatures are free, and so is the dragon."),
        }.get(title) or self.t("The dragon is trapped.")
        return f"{how} {self.rank(wealth, title)}"

    # -- the table -----------------------------------------------------------------------------

    def table(self, view: Mapping[str, Any], seat: int | None) -> str:
        return text.table(self, view)


SENTENCES: dict[str, Callable[[CrusgalloWords, Facts], str]] = {
    "drawn": CrusgalloWords.on_drawn,
    "placed": CrusgalloWords.on_placed,
    "discarded": CrusgalloWords.on_discarded,
    "lit": CrusgalloWords.on_lit,
    "released": CrusgalloWords.on_released,
    "freed": CrusgalloWords.on_freed,
    "bound": CrusgalloWords.on_bound,
    "collected": CrusgalloWords.on_collected,
    "completed": CrusgalloWords.on_completed,
    "enchanted": CrusgalloWords.on_enchanted,
    "phase-won": CrusgalloWords.on_phase_won,
    "reinforced": CrusgalloWords.on_reinforced,
    "colour-missing": CrusgalloWords.on_colour_missing,
    "gave-up": CrusgalloWords.on_gave_up,
    "found": CrusgalloWords.on_found,
    "ran-out": CrusgalloWords.on_ran_out,
    "left": CrusgalloWords.on_left,
    "trapped": CrusgalloWords.on_trapped,
    "over": CrusgalloWords.on_over,
}

WORDS = CrusgalloWords
