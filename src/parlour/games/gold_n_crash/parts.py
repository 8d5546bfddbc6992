"""Gold n' Crash: cards, Zeppelins and Guests of the component file, checked and made into tables.

Every single card is an int, numbered in the order of the codes, copies of one code next to each other; the Guests
come after the crew cards. `codes` and everything indexed by a code is about kinds of cards, the rest about single ones.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.check import Check
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Parts

COLUMNS: Final[i64] = 3

BOMB: Final[i64] = 0
BOARD: Final[i64] = 1
FISH: Final[i64] = 2
REINFORCE: Final[i64] = 3
SECURE: Final[i64] = 4
GOLD: Final[i64] = 5
TYPES: Final = ["bomb", "board", "fish", "reinforce", "secure", "gold"]
NO_TYPE: Final[i64] = 6  # a Guest's

# GC-3: what the rules do for each type; a component file may not say otherwise.
PLAY_EFFECTS: Final = ["bomb", "board", "fish", "reinforce", "secure", ""]
DISCARD_EFFECTS: Final = ["crack", "manoeuvre", "call-back", "observe", "loot", ""]

# GC-5: what a Guest's requirement counts.
BY_GOLD: Final[i64] = 0
BY_PLAYS: Final[i64] = 1
BY_CARDS: Final[i64] = 2
BY_TYPES: Final[i64] = 3
BY_TYPE: Final[i64] = 4
REQUIREMENTS: Final = ["gold", "plays", "cards", "types", "type"]

# Codes of the actions: the same action has the same one whatever is asked. There are as many as three columns for each
# code of a card and PLAY; a file has at most 1,200 codes of cards (two crews, six types, 0 to 99 Gold).
DRAW: Final[i64] = 0
PASS: Final[i64] = 1
DISCARD_FROM: Final[i64] = 2  # + column
SECURE_FROM: Final[i64] = 5  # + column
RECALL: Final[i64] = 8  # + column
MOVE: Final[i64] = 11  # + number of a step between adjacent columns
OBSERVED: Final[i64] = 15  # + number of an answer
PLAY: Final[i64] = 21  # + 3 * card code + column

STEP_FROM: Final = [0, 1, 1, 2]
STEP_TO: Final = [1, 0, 2, 1]
ORDERS: Final = ["top 1 2", "top 2 1", "top 1 bottom 2", "top 2 bottom 1", "bottom 1 2", "bottom 2 1"]


@final
class GoldParts(Parts):
    """What lies in the box."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        check = Check(InvalidComponents)
        self.read_setup(check, data)
        self.read_crews(check, data)
        self.read_types(check, data)
        self.read_cards(check, data)
        self.read_guests(check, data)
        # For observations: by code, how much of its copies one is; by a number of cards, how much of all cards it is.
        self.portion: vec[float] = vec[float]([1.0 / float(copies) for copies in self.copies])
        cards = len(self.code_of)
        self.part_of_cards: vec[float] = vec[float]([float(some) / float(cards) for some in range(cards + 1)])
        self.deck_numbers: vec[vec[i64]] = vec[vec[i64]]([self.numbers_of_deck(crew) for crew in range(2)])
        self.write_actions()

    def read_setup(self, check: Check, data: dict[str, Any]) -> None:
        names = ("discard_at_start", "hand_at_start", "columns", "guests_per_player", "actions_per_turn")
        setup = check.keys(data.get("setup"), names, "setup", others=True)
        self.discard_at_start: int = check.integer(setup["discard_at_start"], "setup.discard_at_start", 0, 1000)
        self.hand_at_start: int = check.integer(setup["hand_at_start"], "setup.hand_at_start", 0, 1000)
        check.integer(setup["columns"], "setup.columns", COLUMNS, COLUMNS)
        check.integer(setup["guests_per_player"], "setup.guests_per_player", COLUMNS, COLUMNS)
        self.actions_per_turn: int = check.integer(setup["actions_per_turn"], "setup.actions_per_turn", 1, 9)
        zeppelins = check.keys(data.get("zeppelins"), ("robustness",), "zeppelins", others=True)
        # GC-4, GC-23: an attack has strength 3 at most, so a higher robustness could never be destroyed.
        self.robustness: list[int] = check.integers(zeppelins["robustness"], "zeppelins.robustness", COLUMNS, 1, 3)
        self.orders_of_robustness: list[tuple[int, ...]] = sorted(set(permutations(self.robustness)))
        self.zeppelin_orders: vec[i64] = vec[i64]([found for order in self.orders_of_robustness for found in order])

    def read_crews(self, check: Check, data: dict[str, Any]) -> None:
        self.crews: list[str] = []
        self.crew_names: dict[str, dict[str, str]] = {}  # by language
        self.letters: list[str] = []
        names: list[dict[str, Any]] = []
        for i, crew in enumerate(check.sequence(data.get("crews"), "crews", 2)):
            found = check.keys(crew, ("id", "letter", "name_en", "name_fr"), f"crews.{i}", others=True)
            self.crews.append(check.string(found["id"], f"crews.{i}.id"))
            self.letters.append(check.string(found["letter"], f"crews.{i}.letter"))
            check.string(found["name_en"], f"crews.{i}.name_en")
            check.string(found["name_fr"], f"crews.{i}.name_fr")
            names.append(found)
        check.that(self.crews[0] != self.crews[1], "crews.1.id", "the crews must have different ids")
        check.that(self.letters[0] != self.letters[1], "crews.1.letter", "the crews must have different letters")
        for lang in ("en", "fr"):
            self.crew_names[lang] = {crew["id"]: crew["name_" + lang] for crew in names}

    def read_types(self, check: Check, data: dict[str, Any]) -> None:
        seen: list[str] = []
        for i, kind in enumerate(check.sequence(data.get("types"), "types", len(TYPES))):
            found = check.keys(kind, ("id", "play", "discard"), f"types.{i}", others=True)
            name = check.one_of(found["id"], TYPES, f"types.{i}.id")
            check.that(name not in seen, f"types.{i}.id", f'"{name}" is listed twice')
            seen.append(name)
            check.one_of(found["play"], [PLAY_EFFECTS[TYPES.index(name)]], f"types.{i}.play")
            check.one_of(found["discard"], [DISCARD_EFFECTS[TYPES.index(name)]], f"types.{i}.discard")

    def read_cards(self, check: Check, data: dict[str, Any]) -> None:
        kinds: dict[str, tuple[int, int, int, int]] = {}  # by code: crew, type, Gold, copies
        for i, card in enumerate(check.sequence(data.get("cards"), "cards")):
            where = f"cards.{i}."
            found = check.keys(card, ("code", "crew", "type", "gold", "copies"), f"cards.{i}", others=True)
            crew = self.crews.index(check.one_of(found["crew"], self.crews, where + "crew"))
            kind = TYPES.index(check.one_of(found["type"], TYPES, where + "type"))
            gold = check.integer(found["gold"], where + "gold", 0, 99)
            code = f"{self.letters[crew]}-{TYPES[kind]}-{gold}"
            check.one_of(found["code"], [code], where + "code")  # GC-3
            check.that(code not in kinds, where + "code", f'"{code}" is listed twice')
            kinds[code] = (crew, kind, gold, check.integer(found["copies"], where + "copies", 1, 99))
        self.codes: list[str] = sorted(kinds)
        self.copies: vec[i64] = vec[i64]()  # by code
        self.first_copy: vec[i64] = vec[i64]()  # by code: its first single card
        self.code_of: vec[i64] = vec[i64]()  # by single card, and so are the next three
        self.crew_of: vec[i64] = vec[i64]()
        self.type_of: vec[i64] = vec[i64]()
        self.gold_of: vec[i64] = vec[i64]()
        for code in self.codes:
            crew, kind, gold, copies = kinds[code]
            self.add_cards(crew, kind, gold, copies)
        for crew, name in enumerate(self.crews):
            least = self.discard_at_start + self.hand_at_start + 1
            why = f"at least {least} cards are needed, so that a deck is left to draw from"
            check.that(len(self.deck(crew)) >= least, f"cards of the crew {name}", why)

    def add_cards(self, crew: int, kind: i64, gold: int, copies: int) -> None:
        """So many single cards of the next code."""
        number = len(self.copies)
        self.copies = append(self.copies, copies)
        self.first_copy = append(self.first_copy, len(self.code_of))
        for _ in range(copies):
            self.code_of = append(self.code_of, number)
            self.crew_of = append(self.crew_of, crew)
            self.type_of = append(self.type_of, kind)
            self.gold_of = append(self.gold_of, gold)

    def read_guests(self, check: Check, data: dict[str, Any]) -> None:
        self.guests_from: i64 = len(self.code_of)  # the first single card that is a Guest
        self.codes_of_cards: i64 = len(self.codes)  # the first code that is a Guest's
        self.guest_names: dict[str, dict[str, str]] = {"en": {}, "fr": {}}
        guests: dict[str, dict[str, Any]] = {}
        for i, guest in enumerate(check.sequence(data.get("guests"), "guests")):
            where = f"guests.{i}."
            keys = ("code", "gold", "kind", "n", "type", "name_en", "name_fr")
            found = check.keys(guest, keys, f"guests.{i}", others=True)
            code = check.string(found["code"], where + "code")
            check.that(code not in guests and code not in self.codes, where + "code", f'"{code}" is listed twice')
            check.one_of(found["kind"], REQUIREMENTS, where + "kind")
            check.integer(found["gold"], where + "gold", 0, 99)
            check.integer(found["n"], where + "n", 1, 99)
            check.one_of(found["type"], TYPES if found["kind"] == "type" else [""], where + "type")
            for lang in ("en", "fr"):
                self.guest_names[lang][code] = check.string(found["name_" + lang], f"{where}name_{lang}")
            guests[code] = found
        check.that(len(guests) >= 2 * COLUMNS, "guests", f"at least {2 * COLUMNS} Guests are needed")
        self.requirement: vec[i64] = vec[i64]()  # by Guest, counted from 0, and so are the next two
        self.required: vec[i64] = vec[i64]()
        self.required_type: vec[i64] = vec[i64]()
        for code in sorted(guests):
            found = guests[code]
            self.add_cards(-1, NO_TYPE, found["gold"], 1)
            self.codes.append(code)
            self.requirement = append(self.requirement, REQUIREMENTS.index(found["kind"]))
            self.required = append(self.required, found["n"])
            kind: i64 = TYPES.index(found["type"]) if found["kind"] == "type" else NO_TYPE
            self.required_type = append(self.required_type, kind)
        self.code_numbers: dict[str, int] = {code: number for number, code in enumerate(self.codes)}

    def write_actions(self) -> None:
        """All actions as strings, by their codes, and back."""
        columns = range(COLUMNS)
        self.actions: list[str] = ["draw", "pass"]
        self.actions += [f"discard {int(column)}" for column in columns]
        self.actions += [f"secure {int(column)}" for column in columns]
        self.actions += [f"recall {int(column)}" for column in columns]
        self.actions += [f"move {source} {target}" for source, target in zip(STEP_FROM, STEP_TO, strict=True)]
        self.actions += [f"observe {order}" for order in ORDERS]
        self.actions += [
            f"play {card} {int(column)}" for card in self.codes[: self.codes_of_cards] for column in columns
        ]
        self.action_codes: dict[str, int] = {action: code for code, action in enumerate(self.actions)}
        self.action_count = len(self.actions)
        self.codes_fit = True

    # -- names of cards --------------------------------------------------------------------------

    def name(self, card: i64) -> str:
        """The code of a single card."""
        return self.codes[self.code_of[card]]

    def names(self, cards: vec[i64]) -> list[str]:
        return [self.codes[self.code_of[card]] for card in cards]

    def deck(self, crew: i64) -> list[str]:
        """All cards of a crew, as codes, sorted."""
        return [self.name(card) for card in range(len(self.crew_of)) if self.crew_of[card] == crew]

    def numbers_of_deck(self, crew: i64) -> vec[i64]:
        """The same by the numbers of the codes."""
        return vec[i64]([self.code_of[card] for card in range(len(self.crew_of)) if self.crew_of[card] == crew])

    def guests(self) -> list[str]:
        return self.codes[self.codes_of_cards :]


def make_parts(data: dict[str, Any]) -> GoldParts:
    return GoldParts(data)
