"""Gold n' Crash: what a seat may know (GC-71), as numbers.

Copies of a card look the same, so cards are counted: how many of the copies of each code lie in each place that the
seat can see. The order of a pile is told by heights, one for each copy of a code: those of the copies in the place that
is named first, from the top of the pile down, then those in the second place, and so on. So no pile is too long.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.gold_n_crash.parts import COLUMNS, TYPES, GoldParts
from parlour.games.gold_n_crash.rules import (
    COLUMN,
    DECK,
    DISCARD,
    EFFECTS,
    ENDINGS,
    GUEST,
    HAND,
    LOOK,
    NOT_ENDED,
    NOTHING,
    SEAT,
    SECURE_ASKED,
    SIZE,
    TREASURE,
    UNDER,
    GoldNCrash,
)
from parlour.rules.features import Features, as_float, seat_name, squash
from parlour.rules.game import Parts
from parlour.rules.state import State

# Where things are told: what is said once, then of each seat, then where the Guests are, where the cards are, how high.
OPTIONS: Final[i64] = 9  # each is absent, or one of three
TURN: Final[i64] = 18
LOOKED_AT: Final[i64] = 14  # two cards, by the six types and the Gold; they are of the seat's own crew (GC-48)
OWN_SEAT: Final[i64] = 2
SEAT_SIZE: Final[i64] = 24
GUEST_PLACES: Final[i64] = 4  # of each seat: over three Zeppelins, in the Treasure
CARD_PLACES: Final[i64] = 5  # of each seat: discard pile, Treasure, three columns; and the seat's own hand

TABLE_SIZE: Final[i64] = 43  # the first four of these together

USUAL_ROUND: Final[i64] = 20
USUAL_GOLD: Final[i64] = 3
USUAL_TIMES: Final[i64] = 2  # that a Secure is asked

COLUMN_NAMES: Final = ["left", "middle", "right"]
TURN_NAMES: Final = [
    *["round", "actions left", "last turn"],
    *[f"cards played into the {column} column in this turn" for column in COLUMN_NAMES],
    *[f"asked for: {effect}" for effect in EFFECTS[1:]],
    *[f"a Secure was played into the {column} column" for column in COLUMN_NAMES],
    *["how often it still secures", "the game is over"],
    *[f"ended by: {ending}" for ending in ENDINGS[1:]],
]
SEAT_NAMES: Final = [
    *["begins each round", "has the turn", "asked now"],
    *["cards in the deck", "cards in the hand", "cards in the discard pile", "cards in the Treasure"],
]
ZEPPELIN_NAMES: Final = ["destroyed", "strongest attack resisted", "robustness 1", "robustness 2", "robustness 3"]


def card_name(parts: GoldParts, code: int) -> str:
    """What a kind of card is called, such as "Meowmurai Bomb worth 1"."""
    card = parts.first_copy[code]
    if card >= parts.guests_from:
        return f"Guest {parts.guest_names['en'][parts.codes[code]]}"
    crew = parts.crew_names["en"][parts.crews[parts.crew_of[card]]]
    return f"{crew} {TYPES[parts.type_of[card]].title()} worth {parts.gold_of[card]}"


@final
class GoldFeatures(Features):
    def names(self, players: int, parts: Parts) -> list[str]:
        assert isinstance(parts, GoldParts)
        seats = [seat_name(step) for step in range(players)]
        named = [card_name(parts, code) for code in range(len(parts.codes))]
        cards = named[: parts.codes_of_cards]
        guests = named[parts.codes_of_cards :]
        found = [
            *["option: anybody begins", "option: seat 0 begins", "option: seat 1 begins"],
            *["option: any crews", *[f"option: seat 0 has the {crew} crew" for crew in parts.crews]],
            *["option: no round limit", "option: a round limit", "round limit"],
            *TURN_NAMES,
        ]
        for card in ("1", "2"):  # as answers name them
            found += [f"card {card} you look at: {kind.title()}" for kind in TYPES]
            found.append(f"card {card} you look at: its worth in Gold")
        found += [f"you sit in seat {seat}" for seat in range(players)]
        for who in seats:
            found += [f"{who}: {crew} crew" for crew in parts.crews]
            found += [f"{who}: {name}" for name in SEAT_NAMES]
            for column in COLUMN_NAMES:
                found += [f"{who}: {column} Zeppelin: {name}" for name in ZEPPELIN_NAMES]
        for who in seats:
            for place in [*[f"over the {column} Zeppelin" for column in COLUMN_NAMES], "in the Treasure"]:
                found += [f"{who}: {guest} {place}" for guest in guests]
        found += [f"you: {card} in hand" for card in cards]
        for who in seats:
            for place in ["discard pile", "Treasure", *[f"{column} column" for column in COLUMN_NAMES]]:
                found += [f"{who}: {card} in the {place}" for card in cards]
        for code, card in enumerate(named):
            copies = parts.copies[code]
            found += [f"{card}: height of copy {int(copy + 1)} in its pile" for copy in range(copies)]
        return found

    def size(self, state: State) -> i64:
        assert isinstance(state, GoldNCrash)
        parts = state.parts
        guests = len(parts.code_of) - parts.guests_from
        places = 2 * GUEST_PLACES * guests + (2 * CARD_PLACES + 1) * parts.codes_of_cards
        return TABLE_SIZE + 2 * SEAT_SIZE + places + len(parts.code_of)

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, GoldNCrash)
        if len(state.options) > 0:
            self.fill_options(state, out, at)
        self.fill_turn(state, seat, out, at + OPTIONS)
        out[at + TABLE_SIZE - OWN_SEAT + seat] = 1.0
        at += TABLE_SIZE
        self.fill_seat(state, seat, True, out, at)
        self.fill_seat(state, 1 - seat, False, out, at + SEAT_SIZE)
        self.fill_cards(state, seat, out, at + 2 * SEAT_SIZE)

    def fill_options(self, state: GoldNCrash, out: vec[float], at: i64) -> None:
        """GC-2: exactly as given."""
        options = state.options
        if "first" in options:
            first = options["first"]
            out[at if first == "random" else at + 1 if first == 0 else at + 2] = 1.0
        if "crews" in options:
            crews = options["crews"]
            out[at + 3 if crews == "random" else at + 4 if crews == state.parts.crews else at + 5] = 1.0
        if "round_limit" in options:
            if state.round_limit == 0:
                out[at + 6] = 1.0
            else:
                out[at + 7] = 1.0
                out[at + 8] = squash(state.round_limit, USUAL_ROUND)

    def fill_turn(self, state: GoldNCrash, seat: i64, out: vec[float], at: i64) -> None:
        """How far the turn has come, and what is asked in it."""
        table = state.table
        parts = state.parts
        actions = as_float(parts.actions_per_turn)
        out[at] = squash(state.round, USUAL_ROUND)
        out[at + 1] = as_float(state.actions_left) / actions
        if state.is_last_turn():
            out[at + 2] = 1.0
        if state.plays != 0:
            for column in range(COLUMNS):
                out[at + 3 + column] = as_float(state.plays_in(column)) / actions
        if state.pending != NOTHING:
            out[at + 5 + state.pending] = 1.0
        if state.pending == SECURE_ASKED:
            out[at + 10 + state.column] = 1.0
            out[at + 13] = squash(state.left, USUAL_TIMES)
        if state.ended != NOT_ENDED:
            out[at + 14] = 1.0
            out[at + 14 + state.ended] = 1.0
        if seat == state.turn:
            at += TURN + 7  # card 2 lies on card 1
            card = table[LOOK]
            while card >= 0:
                out[at + parts.type_of[card]] = 1.0
                out[at + 6] = squash(parts.gold_of[card], USUAL_GOLD)
                at -= 7
                card = table[UNDER + card]

    def fill_seat(self, state: GoldNCrash, who: i64, own: bool, out: vec[float], at: i64) -> None:
        """Crew, turn, sizes and Zeppelins of a seat; of its own the seat has seen more."""
        table = state.table
        part_of_cards = state.parts.part_of_cards
        out[at + state.crew_of_seat(who)] = 1.0
        if who == state.first:
            out[at + 2] = 1.0
        if who == state.turn:
            out[at + 3] = 1.0
            if state.ended == NOT_ENDED:
                out[at + 4] = 1.0
        sizes = SIZE + SEAT * who
        out[at + 5] = part_of_cards[table[sizes + DECK]]
        out[at + 6] = part_of_cards[table[sizes + HAND]]
        out[at + 7] = part_of_cards[table[sizes + DISCARD]]
        out[at + 8] = part_of_cards[table[sizes + TREASURE]]
        at += 9
        down = state.destroyed_of(who)
        for column in range(COLUMNS):
            zeppelin = COLUMNS * who + column
            resisted = state.resisted >> 2 * zeppelin & 3
            destroyed = down >> column & 1 == 1
            if destroyed:
                out[at] = 1.0
            if resisted > 0:
                out[at + 1] = as_float(resisted) / 3.0
            if destroyed or (own and resisted > 0):  # GC-31: its owner has looked at it when it was attacked
                out[at + 1 + state.robustness[zeppelin]] = 1.0
            at += 5

    def fill_cards(self, state: GoldNCrash, seat: i64, out: vec[float], at: i64) -> None:
        """Where every Guest and every card lies that the seat can see, and how high."""
        table = state.table
        parts = state.parts
        guests = len(parts.code_of) - parts.guests_from
        codes = parts.codes_of_cards
        hand = at + 2 * GUEST_PLACES * guests
        heights = hand + (2 * CARD_PLACES + 1) * codes
        next_height = parts.first_copy[:]  # by code: which of its heights is told next
        card = table[SEAT * seat + HAND]
        while card >= 0:
            code = parts.code_of[card]
            out[hand + code] += parts.portion[code]
            card = table[UNDER + card]
        for step in range(2):
            own = SEAT * seat if step == 0 else SEAT - SEAT * seat
            guests_at = at + step * GUEST_PLACES * guests
            for column in range(COLUMNS):
                guest = table[own + GUEST + column]
                if guest >= 0:
                    out[guests_at + column * guests + guest - parts.guests_from] = 1.0
            cards_at = hand + codes + step * CARD_PLACES * codes
            self.fill_pile(state, own + DISCARD, out, cards_at, heights, next_height)
            if step == 0 or state.ended != NOT_ENDED:  # at the end all Treasures are opened
                self.fill_pile(state, own + TREASURE, out, cards_at + codes, heights, next_height)
            self.fill_guests(state, own + TREASURE, out, guests_at + COLUMNS * guests, heights)
            for column in range(COLUMNS):
                place = cards_at + (2 + column) * codes
                self.fill_pile(state, own + COLUMN + column, out, place, heights, next_height)

    def fill_pile(
        self, state: GoldNCrash, pile: i64, out: vec[float], at: i64, heights: i64, next_height: vec[i64]
    ) -> None:
        """How many copies of each code lie in a pile, and how high they lie."""
        table = state.table
        card = table[pile]
        if card < 0:
            return
        parts = state.parts
        code_of = parts.code_of
        portion = parts.portion
        part_of_cards = parts.part_of_cards
        guests_from = parts.guests_from
        height = table[SIZE + pile]
        while card >= 0:
            if card < guests_from:
                code = code_of[card]
                out[at + code] += portion[code]
                copy = next_height[code]
                out[heights + copy] = part_of_cards[height]
                next_height[code] = copy + 1
            height -= 1
            card = table[UNDER + card]

    def fill_guests(self, state: GoldNCrash, treasure: i64, out: vec[float], at: i64, heights: i64) -> None:
        """GC-56: the Guests in a Treasure, which lie open, and how high."""
        table = state.table
        guests_from = state.parts.guests_from
        height = table[SIZE + treasure]
        card = table[treasure]
        while card >= 0:
            if card >= guests_from:
                out[at + card - guests_from] = 1.0
                out[heights + card] = state.parts.part_of_cards[height]
            height -= 1
            card = table[UNDER + card]


FEATURES: Final = GoldFeatures()
