"""Gold n' Crash in sentences. The table as text is in `text.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.gold_n_crash.face.text import draw_table
from parlour.games.gold_n_crash.notation import NAMES
from parlour.games.gold_n_crash.parts import BY_CARDS, BY_GOLD, BY_PLAYS, BY_TYPE, BY_TYPES, TYPES, GoldParts
from parlour.rules.errors import IllegalAction
from parlour.rules.events import Event


class GoldWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: GoldParts) -> None:
        super().__init__(folder, lang, names)
        self.parts = parts
        self.crews = parts.crew_names[lang]
        self.codes = frozenset(parts.code_numbers)
        self.letters = dict(zip(parts.crews, parts.letters, strict=True))
        self.crew_of_letter = {letter: self.crews[crew] for crew, letter in self.letters.items()}
        self.guests = {code: self.typeset(name) for code, name in parts.guest_names[lang].items()}
        self.guest_gold = {code: parts.gold_of[self.single_card(code)] for code in self.guests}
        self.card_names: dict[tuple[str, str], str] = {}  # what `card` has said
        self.types = {
            "bomb": self.t("Bomb"),
            "board": self.t("Board"),
            "fish": self.t("Fish"),
            "reinforce": self.t("Reinforce"),
            "secure": self.t("Secure"),
            "gold": self.t("Gold"),
        }
        self.columns = (self.t("left"), self.t("middle"), self.t("right"))  # what people call 0, 1 and 2
        self.discard_effects = {
            "bomb": self.t("Crack the safe"),
            "board": self.t("Manoeuvre"),
            "fish": self.t("Call back"),
            "reinforce": self.t("Observe"),
            "secure": self.t("Loot"),
        }

        # GC-3: what each type does when it is played, and when it is discarded.
        self.play_rules = {
            "bomb": self.t(
                "Played: attacks the Zeppelin opposite, as strong as there are Bombs in the column (GC-30)."
            ),
            "board": self.t("Played: the last card opposite is discarded (GC-33)."),
            "fish": self.t("Played: takes the top card of your discard pile into your hand (GC-34)."),
            "reinforce": self.t("Played: draws a card (GC-35)."),
            "secure": self.t("Played: a last card beside it goes into your Treasure (GC-36)."),
            "gold": self.t("Played: does nothing, but counts as a type (GC-37)."),
        }
        self.discard_rules = {
            "bomb": self.t("Crack the safe: the top card of the other Treasure is discarded (GC-42)."),
            "board": self.t("Manoeuvre: move one of your last cards to a column beside it (GC-43)."),
            "fish": self.t("Call back: take one of your last cards back into your hand (GC-44)."),
            "reinforce": self.t("Observe: look at two cards of your deck and put them back (GC-45)."),
            "secure": self.t("Loot: the top card of the other discard pile joins your Treasure (GC-46)."),
            "gold": self.t("Cannot be discarded (GC-47)."),
        }
        # GC-5: by Guest, what it wants, and how much of it.
        self.needs = {
            code: (self.need(parts.requirement[i], parts.required[i], parts.required_type[i]), parts.required[i])
            for i, code in enumerate(parts.guests())
        }

    def need(self, counted: int, number: int, kind: int) -> str:
        """What a Guest wants in its column."""
        if counted == BY_TYPE:
            return self.t("{number} {type} cards in the column", number=number, type=self.types[TYPES[kind]])
        return {
            BY_GOLD: self.t("{number} Gold in the column", number=number),
            BY_PLAYS: self.t("{number} cards played here in one turn", number=number),
            BY_CARDS: self.t("{number} cards in the column", number=number),
            BY_TYPES: self.t("{number} types in the column", number=number),
        }[counted]

    # -- cards ---------------------------------------------------------------------------------

    def choice(self, option: str, value: object) -> str:
        if option == "first" and isinstance(value, int):
            return self.place(value)
        if isinstance(value, (list, tuple)):
            return ", ".join(self.about(self.place(seat), self.crews[crew]) for seat, crew in enumerate(value))
        return super().choice(option, value)

    def card(self, code: str, crew: str = "") -> str:
        """A card by type and Gold, "Bomb (1 Gold)"; one that is not of the crew given has a star, "Bomb (1 Gold)*"."""
        name = self.card_names.get((code, crew))
        if name is None:
            name = self.card_names[code, crew] = self.guest(code) if code in self.guests else self.crew_card(code, crew)
        return name

    def card_of(self, code: str, crew: str) -> str:
        """A card in a sentence, where a star would be a riddle: "Bomb (1 Gold) of the other crew"."""
        card = self.card(code)
        foreign = code not in self.guests and code[0] != self.letters[crew]
        return self.t("{card} of the other crew", card=card) if foreign else card

    def crew_card(self, code: str, crew: str) -> str:
        letter, kind, gold = code.split("-")
        name = self.types[kind]
        name = f"{name} {gold}" if kind == "gold" else self.t("{type} ({gold} Gold)", type=name, gold=gold)
        return name if not crew or letter == self.letters[crew] else f"{name}*"

    def guest(self, code: str) -> str:
        return self.t("{guest} ({gold} Gold)", guest=self.guests[code], gold=self.guest_gold[code])

    def gold(self, code: str) -> int:
        """What a card or a Guest is worth (GC-62)."""
        return self.guest_gold[code] if code in self.guest_gold else int(code.split("-")[2])

    def single_card(self, code: str) -> int:
        """Any single card of a code, as the rules number them."""
        return self.parts.first_copy[self.parts.code_numbers[code]]

    def cards(self, codes: Sequence[str]) -> str:
        return self.list_of([self.card(code) for code in codes])

    # -- what may be done ----------------------------------------------------------------------

    def action(self, action: str, view: Mapping[str, Any]) -> str:
        verb, *rest = action.split(" ")
        if verb == "draw":
            return self.t("Draw a card")
        if verb == "pass":
            return self.t("Pass")
        if verb == "observe":
            return self.order(rest, view)
        mine = view["seats"][view["turn"]]
        if verb == "play":
            card, column = self.card_of(rest[0], mine["crew"]), self.columns[int(rest[1])]
            return self.t("Play {card} into the {column} column", card=card, column=column)
        column = self.columns[int(rest[0])]
        last = mine["columns"][int(rest[0])][-1]
        card = self.card_of(last, mine["crew"])
        if verb == "discard":
            effect = self.discard_effects[last.split("-")[1]]
            return self.t("Discard {card} from the {column} column: {effect}", card=card, column=column, effect=effect)
        if verb == "secure":
            return self.t("Put {card} from the {column} column into your Treasure", card=card, column=column)
        if verb == "recall":
            return self.t("Call back {card} from the {column} column", card=card, column=column)
        target = self.columns[int(rest[1])]
        return self.t("Move {card} from the {source} to the {target} column", card=card, source=column, target=target)

    def order(self, words: Sequence[str], view: Mapping[str, Any]) -> str:
        """How two observed cards go back: `top 1 bottom 2` and the like."""
        seen = (view.get("pending") or {}).get("cards") or [None, None]
        if None in seen:
            names = [self.t("the first card"), self.t("the second card")]
        elif seen[0] == seen[1]:
            card = self.card(seen[0])
            names = [self.t("{card}, the first", card=card), self.t("{card}, the second", card=card)]
        else:
            names = [self.card(card) for card in seen]
        first, second = (names[int(word) - 1] for word in words if word.isdigit())
        if "top" in words and "bottom" in words:
            return self.t("{first} on top, {second} to the bottom", first=first, second=second)
        if "top" in words:
            return self.t("{first} on top, {second} right beneath it", first=first, second=second)
        return self.t("Both to the bottom: {first}, and {second} as the very last", first=first, second=second)

    def short_order(self, words: Sequence[str]) -> str:
        """The same in a few words, where the cards are in sight with their numbers."""
        first, second = (word for word in words if word.isdigit())
        if "top" in words and "bottom" in words:
            return self.t("{first} on top, {second} to the bottom", first=first, second=second)
        if "top" in words:
            return self.t("On top: {first}, then {second}", first=first, second=second)
        return self.t("To the bottom: {first}, then {second}", first=first, second=second)

    def question(self, view: Mapping[str, Any], seat: int) -> str:
        pending = view["pending"]
        if pending is None:
            return self.n(
                "Draw, play or discard? You have {count} action left.",
                "Draw, play or discard? You have {count} actions left.",
                view["actions_left"],
            )
        effect = pending["effect"]
        if effect == "secure":
            return self.n(
                "Which column beside the {column} one do you secure a card from? {count} card to go.",
                "Which column beside the {column} one do you secure a card from? {count} cards to go.",
                pending["left"],
                column=self.columns[pending["column"]],
            )
        if effect == "manoeuvre":
            return self.t("Which last card do you move to the column beside it?")
        if effect == "call-back":
            return self.t("Which last card do you take back into your hand?")
        return self.t("You look at the two top cards of your deck. Where does each of them go?")

    def refusal(self, error: IllegalAction) -> str:
        """The error names columns and cards as the notation does."""
        columns = dict(zip(NAMES, self.columns, strict=True))
        facts = {name: columns.get(str(fact), fact) for name, fact in error.facts.items()}
        if facts.get("card") in self.codes:
            facts["card"] = self.card(str(facts["card"]))
        return super().refusal(IllegalAction(error.rule, error.why, facts))

    # -- what a judge sees ---------------------------------------------------------------------

    def gain(self, name: str, which: int, change: float) -> str:
        more = change > 0
        count = round(abs(change))
        if name == "hand":
            return self.t("a better hand") if more else self.t("a weaker hand")
        if name == "columns":
            return self.t("columns with more to secure") if more else self.t("columns with less to secure")
        if name == "bombs":
            return self.t("Bombs better lined up") if more else self.t("Bombs lined up less well")
        if count == 0:
            return ""
        if name == "zeppelins":
            return self.n("one more Zeppelin destroyed", "{count} more Zeppelins destroyed", count) if more else ""
        if more:
            return self.t("{count} Gold more in the Treasure", count=count)
        return self.t("{count} Gold less in the Treasure", count=count)

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """One sentence for each kind; a fact that its reader may not know is not in the event (GC-72)."""
        facts: dict[str, Any] = dict(event.facts)
        kind = event.kind
        for who in ("seat", "owner"):
            if who in facts:
                facts[who] = self.seat(facts[who])
        for where in ("column", "from", "to"):
            if where in facts:
                facts[where] = self.columns[facts[where]]
        if kind in ("drew", "reinforced", "looked", "observed", "resisted", "destroyed"):
            return self.secret_event(kind, facts)
        if "card" in facts:
            facts["card"] = self.card(facts["card"])
        if "guest" in facts:
            facts["guest"] = self.guest(facts["guest"])
        if kind in ("lapsed", "emptied", "treasures-opened"):
            return self.counted_event(kind, facts)
        if kind == "over":
            return self.t("The game is over.")
        sentence = {
            "passed": self.t("{seat} cannot do anything and passes."),
            "deck-ran-out": self.t("The deck of {seat} has run out."),
            "played": self.t("{seat} plays {card} into the {column} column."),
            "guest-left": self.t("The Guest {guest} of {seat} leaves the game."),
            "boarded": self.t("{seat} boards the {column} column of {owner}: {card} is discarded."),
            "fished": self.t("{seat} fishes {card} out of the discard pile."),
            "discarded": self.t("{seat} discards {card} from the {column} column."),
            "cracked": self.t("{seat} cracks the safe of {owner}: {card} goes onto the discard pile."),
            "looted": self.t("{seat} loots {card} from the discard pile of {owner}."),
            "secured": self.t("{seat} puts {card} from the {column} column into the Treasure."),
            "moved": self.t("{seat} moves {card} from the {from} to the {to} column."),
            "called-back": self.t("{seat} calls {card} back from the {column} column."),
            "guest-secured": self.t("{seat} puts the Guest {guest} of the {column} column into the Treasure."),
            "turn-began": self.t("Round {round}: {seat}'s turn."),
            "last-turn": self.t("It is the last turn of the game."),
        }[kind]
        return self.fill(sentence, facts)

    def secret_event(self, kind: str, facts: dict[str, Any]) -> str:
        """Events of which not everybody is told the same."""
        if kind == "drew":
            if "card" in facts:
                return self.t("{seat} draws {card}.", seat=facts["seat"], card=self.card(facts["card"]))
            return self.t("{seat} draws a card.", seat=facts["seat"])
        if kind == "reinforced":
            if "card" in facts:
                return self.t("Reinforcements: {seat} draws {card}.", seat=facts["seat"], card=self.card(facts["card"]))
            return self.t("Reinforcements: {seat} draws a card.", seat=facts["seat"])
        if kind == "looked":
            if "cards" in facts:
                return self.t(
                    "{seat} looks at {cards} of the deck.", seat=facts["seat"], cards=self.cards(facts["cards"])
                )
            return self.t("{seat} looks at the two top cards of the deck.", seat=facts["seat"])
        if kind == "observed":
            if "order" in facts:
                order = self.order(facts["order"].split(" "), {})
                return self.t("{seat} puts the two cards back: {order}.", seat=facts["seat"], order=order)
            order = (
                self.t("both to the bottom"),
                self.t("one on top, one to the bottom"),
                self.t("both on top"),
            )[facts["top"]]
            return self.t("{seat} puts the two cards back: {order}.", seat=facts["seat"], order=order)
        where = {key: facts[key] for key in ("seat", "owner", "column", "strength")}
        if kind == "destroyed":
            sentence = (
                "{seat} destroys the {column} Zeppelin of {owner}, robustness {robustness}, with strength {strength}."
            )
            return self.t(sentence, **where, robustness=facts["robustness"])
        if "robustness" in facts:
            sentence = (
                "{seat} bombs the {column} Zeppelin of {owner} with strength {strength}. "
                "It resisted: its robustness is {robustness}."
            )
            return self.t(sentence, **where, robustness=facts["robustness"])
        return self.t("{seat} bombs the {column} Zeppelin of {owner} with strength {strength}. It resisted.", **where)

    def counted_event(self, kind: str, facts: dict[str, Any]) -> str:
        if kind == "lapsed":
            return self.n("{count} repetition was lost.", "{count} repetitions were lost.", facts["times"])
        if kind == "emptied":
            return self.t(
                "Three of a type: the {column} column of {seat} goes onto the discard pile ({cards}).",
                column=facts["column"],
                seat=facts["seat"],
                cards=self.cards(facts["cards"]),
            )
        found = [
            self.t("{seat} has {gold} Gold", seat=self.seat(seat), gold=gold) for seat, gold in enumerate(facts["gold"])
        ]
        return self.t("The Treasures are opened: {treasures}.", treasures=self.list_of(found))

    def reason(self, reason: str) -> str:
        return {
            "zeppelins": self.t("The last of the three Zeppelins across is destroyed."),
            "gold": self.t("A deck has run out; the Gold in the Treasure decides."),
            "round limit": self.t("The round limit is reached; the Gold in the Treasure decides."),
        }[reason]

    # -- the table -----------------------------------------------------------------------------

    def table(self, view: Mapping[str, Any], seat: int | None) -> str:
        return draw_table(self, view, seat)


WORDS = GoldWords
