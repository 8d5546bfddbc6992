"""Gold n' Crash in sentences. The table as text is in `text.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.faces.words import Words
from parlour.games.gold_n_crash.face.text import draw_table
from parlour.games.gold_n_crash.parts import REQUIREMENTS, TYPES, GoldParts
from parlour.rules.events import Event


class GoldWords(Words):
    def __init__(self, folder: str, lang: str, names: Sequence[str] | None, parts: GoldParts) -> None:
        super().__init__(folder, lang, names)
        self.crews = parts.crew_names[lang]
        self.letters = dict(zip(parts.crews, parts.letters, strict=True))
        self.guests = {code: self.typeset(name) for code, name in parts.guest_names[lang].items()}
        self.guest_gold = {code: parts.gold_of[parts.first_copy[parts.code_numbers[code]]] for code in self.guests}
        # GC-5: by Guest, what its requirement counts, how much of it, and of which type (or none).
        self.requirements = {
            code: (REQUIREMENTS[parts.requirement[i]], parts.required[i], [*TYPES, ""][parts.required_type[i]])
            for i, code in enumerate(parts.guests())
        }
        self.types = {
            "bomb": self.t("Bomb"),
            "board": self.t("Board"),
            "fish": self.t("Fish"),
            "reinforce": self.t("Reinforce"),
            "secure": self.t("Secure"),
            "gold": self.t("Gold"),
        }
        self.discard_effects = {
            "bomb": self.t("Crack the safe"),
            "board": self.t("Manoeuvre"),
            "fish": self.t("Call back"),
            "reinforce": self.t("Observe"),
            "secure": self.t("Loot"),
        }

    # -- cards ---------------------------------------------------------------------------------

    def choice(self, option: str, value: object) -> str:
        if option == "first" and isinstance(value, int):
            return self.seat_name(value)
        if isinstance(value, (list, tuple)):
            return ", ".join(self.about(self.seat_name(seat), self.crews[crew]) for seat, crew in enumerate(value))
        return super().choice(option, value)

    def card(self, code: str, crew: str = "") -> str:
        """A card by type and Gold, "Bomb 1"; a card that is not of the crew given has its letter too, "Bomb 1 (m)"."""
        if code in self.guests:
            return self.guest(code)
        letter, kind, gold = code.split("-")
        name = f"{self.types[kind]} {gold}"
        return name if not crew or letter == self.letters[crew] else f"{name} ({letter})"

    def guest(self, code: str) -> str:
        return self.t("{guest} ({gold} Gold)", guest=self.guests[code], gold=self.guest_gold[code])

    def gold(self, code: str) -> int:
        """What a card or a Guest is worth (GC-62)."""
        return self.guest_gold[code] if code in self.guest_gold else int(code.split("-")[2])

    def cards(self, codes: Sequence[str]) -> str:
        return self.listed([self.card(code) for code in codes])

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
            return self.t("Play {card} into column {column}", card=self.card(rest[0], mine["crew"]), column=rest[1])
        last = mine["columns"][int(rest[0])][-1]
        card = self.card(last, mine["crew"])
        if verb == "discard":
            effect = self.discard_effects[last.split("-")[1]]
            return self.t("Discard {card} from column {column}: {effect}", card=card, column=rest[0], effect=effect)
        if verb == "secure":
            return self.t("Secure {card} from column {column}", card=card, column=rest[0])
        if verb == "recall":
            return self.t("Call back {card} from column {column}", card=card, column=rest[0])
        return self.t("Move {card} from column {source} to column {target}", card=card, source=rest[0], target=rest[1])

    def order(self, words: Sequence[str], view: Mapping[str, Any]) -> str:
        """How two observed cards go back: `top 1 bottom 2` and the like."""
        seen = (view.get("pending") or {}).get("cards") or [None, None]
        names = []
        for number, card in enumerate(seen, 1):
            names.append(self.t("card {number}", number=number) if card is None else f"{self.card(card)} [{number}]")
        first, second = (names[int(word) - 1] for word in words if word.isdigit())
        if "top" in words and "bottom" in words:
            return self.t("{first} on top, {second} to the bottom", first=first, second=second)
        if "top" in words:
            return self.t("{first} on top, {second} right beneath it", first=first, second=second)
        return self.t("Both to the bottom: {first}, and {second} as the very last", first=first, second=second)

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
                "Which column beside column {column} do you secure a card from? {count} card to go.",
                "Which column beside column {column} do you secure a card from? {count} cards to go.",
                pending["left"],
                column=pending["column"],
            )
        if effect == "manoeuvre":
            return self.t("Which last card do you move to the column beside it?")
        if effect == "call-back":
            return self.t("Which last card do you take back in hand?")
        return self.t("You look at the two top cards of your deck. Where does each of them go?")

    # -- what happened -------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """One sentence for each kind; a fact that its reader may not know is not in the event (GC-72)."""
        facts: dict[str, Any] = dict(event.facts)
        kind = event.kind
        for who in ("seat", "owner"):
            if who in facts:
                facts[who] = self.seat(facts[who])
        if kind in ("drew", "reinforced", "looked", "observed", "resisted", "destroyed"):
            return self.hidden(kind, facts)
        if "card" in facts:
            facts["card"] = self.card(facts["card"])
        if "guest" in facts:
            facts["guest"] = self.guest(facts["guest"])
        if kind in ("lapsed", "emptied", "treasures-opened"):
            return self.counted(kind, facts)
        if kind == "over":
            return self.t("The game is over.")
        return {
            "passed": self.t("{seat} cannot do anything and passes."),
            "deck-ran-out": self.t("The deck of {seat} has run out."),
            "played": self.t("{seat} plays {card} into column {column}."),
            "guest-left": self.t("The Guest {guest} of {seat} leaves the game."),
            "boarded": self.t("{seat} boards column {column} of {owner}: {card} is discarded."),
            "fished": self.t("{seat} fishes {card} out of the discard pile."),
            "discarded": self.t("{seat} discards {card} from column {column}."),
            "cracked": self.t("{seat} cracks the safe of {owner}: {card} goes onto the discard pile."),
            "looted": self.t("{seat} loots {card} from the discard pile of {owner}."),
            "secured": self.t("{seat} secures {card} from column {column}."),
            "moved": self.t("{seat} moves {card} from column {from} to column {to}."),
            "called-back": self.t("{seat} calls {card} back from column {column}."),
            "guest-secured": self.t("{seat} secures the Guest {guest} of column {column}."),
            "turn-began": self.t("Round {round}: it is the turn of {seat}."),
            "last-turn": self.t("It is the last turn of the game."),
        }[kind].format(**facts)

    def hidden(self, kind: str, facts: dict[str, Any]) -> str:
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
            sentence = "{seat} puts the two cards back: {top} on top, {bottom} to the bottom."
            return self.t(sentence, seat=facts["seat"], top=facts["top"], bottom=facts["bottom"])
        where = {key: facts[key] for key in ("seat", "owner", "column", "strength")}
        if kind == "destroyed":
            sentence = (
                "{seat} destroys Zeppelin {column} of {owner}, robustness {robustness}, with strength {strength}."
            )
            return self.t(sentence, **where, robustness=facts["robustness"])
        if "robustness" in facts:
            sentence = (
                "{seat} bombs Zeppelin {column} of {owner} with strength {strength}. "
                "It resisted: its robustness is {robustness}."
            )
            return self.t(sentence, **where, robustness=facts["robustness"])
        return self.t("{seat} bombs Zeppelin {column} of {owner} with strength {strength}. It resisted.", **where)

    def counted(self, kind: str, facts: dict[str, Any]) -> str:
        if kind == "lapsed":
            return self.n(
                "{type} could not be carried out {count} time.",
                "{type} could not be carried out {count} times.",
                facts["times"],
                type=self.types[facts["type"]],
            )
        if kind == "emptied":
            return self.t(
                "Three of a type: column {column} of {seat} goes onto the discard pile ({cards}).",
                column=facts["column"],
                seat=facts["seat"],
                cards=self.cards(facts["cards"]),
            )
        found = [
            self.t("{seat} has {gold} Gold", seat=self.seat(seat), gold=gold) for seat, gold in enumerate(facts["gold"])
        ]
        return self.t("The Treasures are opened: {treasures}.", treasures=self.listed(found))

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
