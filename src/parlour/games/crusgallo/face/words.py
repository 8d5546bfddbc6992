"""Crusgallo in sentences, and its table as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.face import text
from parlour.games.crusgallo.judgement import RELEASED, worth
from parlour.games.crusgallo.parts import GRADES, KINDS, ORB, TITLES, CrusgalloParts
from parlour.games.crusgallo.positions import dream
from parlour.games.crusgallo.rules import Crusgallo
from parlour.rules.chance import Rng
from parlour.rules.errors import IllegalAction, RulesError
from parlour.rules.events import Event
from parlour.rules.game import Parts


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
        return self.t("the card with {symbols}", symbols=self.listed([self.symbol(value) for value in shown]))

    def treasures(self, ids: Sequence[str]) -> str:
        return self.listed([self.treasure(id) for id in ids]) or self.t("none")

    def where(self, x: int, y: int) -> str:
        """A place on the table, as seen from the top-left corner of the first card."""
        steps = []
        if x:
            steps.append(self.t("{count} to the right", count=x) if x > 0 else self.t("{count} to the left", count=-x))
        if y:
            steps.append(self.t("{count} down", count=y) if y > 0 else self.t("{count} up", count=-y))
        if not steps:
            return self.t("where the first card began")
        return self.t("{steps} from where the first card began", steps=self.listed(steps))

    def orbs(self, colours: Sequence[str]) -> str:
        return self.listed([self.t("the {colour} orb", colour=self.colour(colour)) for colour in colours])

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
        effects = state.consequences(action)
        done: list[str] = []
        if effects["lit"]:
            done.append(self.t("lights {orbs}", orbs=self.orbs([orb[2] for orb in effects["lit"]])))
        if effects["treasures"]:
            done.append(self.t("collects {cards}", cards=self.treasures(effects["treasures"])))
        return self.about(where, ", ".join(done)) if done else where

    def ranked(self, view: Mapping[str, Any], legal: list[str]) -> list[str]:
        """The best-looking actions first (`judgement.py`). The magic counts as the bond it releases."""
        state = self.world(view)
        if state is None:
            return legal
        points: dict[str, int] = {}
        for action in legal:
            code = state.read(0, action)
            points[action] = worth(state, code) if code >= LOWEST_PLACE else RELEASED if "magic" in action else 0
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

    def refusal(self, error: IllegalAction) -> str:
        facts = dict(error.facts)
        if "colour" in facts:
            facts["colour"] = self.colour(str(facts["colour"]))
        if facts.get("card") in self.parts.number:
            facts["card"] = self.card(str(facts["card"]))
        return super().refusal(IllegalAction(error.rule, error.why, facts))

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        facts = event.facts
        kind = event.kind
        if kind in ("lit", "released", "freed", "bound", "enchanted"):
            return self.gem_event(kind, facts)
        card = self.card(facts["card"]) if "card" in facts else ""
        name = self.treasure(facts["card"]) if "card" in facts else ""
        if kind == "drawn":
            left = self.n("{count} card is left", "{count} cards are left", facts["left"])
            if name:
                return self.t("You draw the treasure {name}; {left}.", name=name, left=left)
            return self.t("You draw a card; {left}.", left=left)
        if kind == "placed":
            turn = self.turn(facts["r"])
            if name:
                return self.t("You lay the treasure {name}, {turn}.", name=name, turn=turn)
            return self.t("You lay a card, {turn}.", turn=turn)
        if kind == "collected":
            return self.t("The treasure {name} is yours.", name=name)
        if kind == "completed":
            return self.bonus(facts["kind"])
        if kind == "discarded":
            return self.t("You set {card} aside: it cannot be laid.", card=card)
        if kind == "phase-won":
            return self.n(
                "All creatures are free! Trapping the Dragon begins with {count} card.",
                "All creatures are free! Trapping the Dragon begins with {count} cards.",
                len(facts["row"]),
            )
        if kind == "reinforced":
            return self.t("The battle treasures bring one more card: {card}.", card=card)
        if kind == "colour-missing":
            return self.t("No card shows {orb}.", orb=self.orbs([facts["colour"]]))
        if kind == "gave-up":
            return self.t("You give up {card}.", card=card)
        if kind == "found":
            return self.t("For {orb} you get {card} from the deck.", card=card, orb=self.orbs([facts["colour"]]))
        if kind == "ran-out":
            if facts["phase"] == 1 or not facts["cards"]:
                return self.t("The cards have run out.")
            return self.t("No card can be laid any more.")
        if kind == "left":
            return self.t("You leave the cavern without using the magic.")
        if kind == "trapped":
            spare = self.n("{count} card to spare", "{count} cards to spare", len(facts["cards"]))
            return self.t("The Black Dragon is trapped, with {spare}!", spare=spare)
        return self.t("The game is over: {rank}", rank=self.rank(facts["wealth"], facts["title"]))

    def gem_event(self, kind: str, facts: Mapping[str, Any]) -> str:
        colour = facts["colour"]
        if kind == "lit":
            sets = [", ".join(self.crystal(code) for _, _, code in crystals) for crystals in facts["sets"]]
            sentence = "{sets}: {orb} lights up."
            if not facts["gem"]:
                sentence = "{sets}: {orb} lights up, without a gem."
            said = self.t(sentence, sets=self.clauses(sets), orb=self.orbs([colour]))
            return said[:1].upper() + said[1:]
        if kind == "released":
            left = self.n("{count} bond is left", "{count} bonds are left", facts["left"])
            return self.t("A bond of the {creature} is released; {left}.", creature=self.creature(colour), left=left)
        if kind == "freed":
            return self.t("The {creature} is free!", creature=self.creature(colour))
        if kind == "bound":
            left = self.n("{count} colour is missing", "{count} colours are missing", facts["left"])
            return self.t("A {gem} binds the Black Dragon; {left}.", gem=self.gem(colour), left=left)
        if facts["phase"] == 1:
            return self.t("Magic takes a bond off the {creature}.", creature=self.creature(colour))
        return self.t("Magic puts a {gem} on the Black Dragon.", gem=self.gem(colour))

    def bonus(self, kind: str) -> str:
        return {
            "riches": self.t("All three riches: they count as one treasure more."),
            "magic": self.t("All three magic treasures: the magic can be used once."),
            "battle": self.t("All three battle treasures: one more card against the dragon."),
        }[kind]

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
        state = self.world(view)
        if view["phase"] == 1:
            phase = self.t("First phase: Freeing the Creatures")
        else:
            phase = self.t("Second phase: Trapping the Dragon")
        lines = [phase, ""]
        if state is None:
            lines += [" ".join(str(part) for part in placed) for placed in view["table"]]
        else:
            lines += text.cavern_map(state) or [self.t("(no card on the table)")]
        lines += ["", *self.gems(view), "", *self.holdings(view)]
        if state is not None:
            lines += self.hand(view)
        if view["step"] == "place":
            lines += [
                "",
                *folded(self.t("r2 is a crystal, @b an orb, *b a lit orb, .. a blank cell.")),
                *folded(
                    self.t("Notation: place CARD X Y R; X and Y are the card's top-left cell, R how it is turned.")
                ),
            ]
        return "\n".join(lines)

    def gems(self, view: Mapping[str, Any]) -> list[str]:
        """One line a colour: what is still to be done, and the gems in the supply."""
        lines: list[str] = []
        for colour, letter in zip(self.parts.colours, text.letters(self.parts), strict=True):
            name = f"  @{letter} {self.colour(colour):8}"
            if view["phase"] == 1:
                bonds = view["bonds"][colour]
                left = self.n("{count} bond", "{count} bonds", bonds) if bonds else self.t("free")
                lines.append(f"{name} {self.creature(colour):18} {'#' * bonds:4}{left}")
            else:
                bound = self.t("on the dragon") if view["dragon"][colour] else self.t("missing")
                supply = self.t("{count} in the supply", count=view["supply"][colour])
                lines.append(f"{name} {bound:20} {supply}")
        return lines

    def holdings(self, view: Mapping[str, Any]) -> list[str]:
        lines = folded(self.t("Treasures: {cards}", cards=self.treasures(view["treasures"])))
        for kind, names, cards in zip(KINDS, self.parts.kind_names, self.parts.kind_cards, strict=True):
            if set(self.parts.cards(cards)) <= set(view["treasures"]):
                used = (kind == "magic" and view["magic_used"]) or (kind == "battle" and view["battle_drawn"])
                state = self.t("used") if used else self.t("complete")
                lines.append("  " + self.about(names[self.lang], state))
        if view["phase"] == 1:
            counts = {"draw": view["draw"], "reserve": view["reserve"]}
            lines.append(self.t("Draw pile: {draw} cards, reserve: {reserve} cards", **counts))
        else:
            lines.append(self.t("Cavern deck: {count} cards", count=len(view["deck"])))
        if view["aside"]:
            lines.append(self.n("Set aside: {count} card", "Set aside: {count} cards", len(view["aside"])))
        return lines

    def hand(self, view: Mapping[str, Any]) -> list[str]:
        """The waiting card, each way round; or the face-up cards."""
        if view["card"] is not None:
            name = self.treasure(view["card"])
            title = self.about(self.t("The drawn card"), name) if name else self.t("The drawn card")
            lines = ["", f"{title} ({self.t('notation: {card}', card=view['card'])})"]
            return lines + ["  " + line for line in text.four_turns(self.parts.number[view["card"]], self.parts)]
        if not view["row"]:
            return []
        drawn = [text.short_card(self.parts.number[id], self.parts) for id in view["row"]]
        lines = ["", self.t("The face-up cards, each after its notation (upper / lower corners):")]
        return lines + [
            "  " + "".join(f"{card:31}" for card in drawn[i : i + 3]).rstrip() for i in range(0, len(drawn), 3)
        ]


def folded(line: str, width: int = 98) -> list[str]:
    """A long line, broken at spaces."""
    lines: list[str] = []
    for word in line.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word if not lines else "  " + word)
    return lines


WORDS = CrusgalloWords
