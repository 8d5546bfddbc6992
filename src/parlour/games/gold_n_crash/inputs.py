"""Gold n' Crash: what a network reads of it, and the kinds of answers that it learns to give.

Every card on its way to a Treasure is seen by all, so who remembers knows both (GC-36, GC-46), and a network is told
what they hold; a world that was imagined without such a memory has likely ones. Of hidden cards (both decks, the
other's hand) it is told how many there are of each type, of hidden Zeppelins how likely they fall. What a card would do
where is told outright, so that a small network need not find it out.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.gold_n_crash.judge import JUDGE
from parlour.games.gold_n_crash.parts import (
    BOARD,
    BOMB,
    BY_CARDS,
    BY_GOLD,
    BY_PLAYS,
    BY_TYPE,
    COLUMNS,
    GOLD,
    PLAY,
    SECURE,
    TYPES,
    GoldParts,
)
from parlour.games.gold_n_crash.rules import (
    BESIDE,
    COLUMN,
    DECK,
    DISCARD,
    GUEST,
    HAND,
    LOOK,
    NOTHING,
    SEAT,
    SECURE_ASKED,
    SIZE,
    TREASURE,
    UNDER,
    GoldNCrash,
)
from parlour.rules.features import as_float, seat_name
from parlour.rules.game import Parts
from parlour.rules.network import Inputs
from parlour.rules.state import State

# Sorts of cards: each type with little Gold and with more, and the Gold cards.
SORTS: Final[i64] = 11
MORE: Final[i64] = 2  # Gold
KINDS: Final[i64] = PLAY + SORTS * COLUMNS  # of answers: plays by sort and column, all others by their codes

COLUMN_NAMES: Final = ["left", "middle", "right"]
SORT_NAMES: Final = [*[f"{kind} worth {gold}" for kind in TYPES[:GOLD] for gold in ("1", "more")], "gold"]
TABLE_NAMES: Final = [
    *["you act first", "you act last", "the other acts first", "the other acts last", "last turn"],
    *["asked for: secure", "asked for: manoeuvre", "asked for: call-back", "asked for: observe"],
    *["how often it still secures", "lead in Gold", "lead by the judge", "future", "hand by the judge"],
]
SEAT_NAMES: Final = [
    *["cards in the deck", "at most six cards in the deck", "at most two cards in the deck", "cards in hand"],
    *["Gold", "Gold that lies loose", "Gold on top of the Treasure", "Gold on top of the discard pile"],
    *["Gold on the second discarded card", "one Zeppelin is down", "two Zeppelins are down"],
]
PLACE_NAMES: Final = [
    *["cards", "open", "Gold", *[f"a {kind}" for kind in TYPES], *[f"a second {kind}" for kind in TYPES]],
    *[*[f"last card is a {kind}" for kind in TYPES], "Gold on the last card", "Gold on the card before"],
    *["Zeppelin is down", "chance of the next Bomb", "chance of the Bomb after it", "Gold of the Guest"],
    *["how near the Guest is", "the Guest adds up Gold", "the Guest counts plays", "the Guest counts cards"],
    *["the Guest counts types", *[f"the Guest counts {kind}" for kind in TYPES]],
    *["Gold for a Secure", "Gold for a Board", "cards played in this turn"],
]
TABLE: Final[i64] = 14
OF_SEAT: Final[i64] = 11
TOP_CARDS: Final[i64] = 3  # of the own discard pile: what can be fished
CARD: Final[i64] = 7  # the six types, and the Gold
PLACE: Final[i64] = 41  # a column with its Zeppelin and its Guest
# Where each of them begins, and how many there are.
SEATS: Final[i64] = TABLE
IN_HAND: Final[i64] = SEATS + 2 * OF_SEAT
DISCARDED: Final[i64] = IN_HAND + SORTS
LOOKED_AT: Final[i64] = DISCARDED + TOP_CARDS * CARD
UNSEEN: Final[i64] = LOOKED_AT + 2 * CARD
PLACES: Final[i64] = UNSEEN + 12
CONTENT: Final[i64] = PLACES + 2 * COLUMNS * PLACE
ALL_INPUTS: Final[i64] = CONTENT + COLUMNS * SORTS


@final
class GoldInputs(Inputs):
    def names(self, players: int, parts: Parts) -> list[str]:
        seats = [seat_name(step) for step in range(players)]
        found = list(TABLE_NAMES)
        found += [f"{who}: {name}" for who in seats for name in SEAT_NAMES]
        found += [f"you: {sort} in hand" for sort in SORT_NAMES]
        card = [*TYPES, "Gold"]
        found += [f"you: card {place + 1} of the discard pile: {name}" for place in range(TOP_CARDS) for name in card]
        found += [f"you: card {place} you look at: {name}" for place in (1, 2) for name in card]
        found += [f"{who}: {kind} not seen yet" for who in seats for kind in TYPES]
        found += [f"{who}: {column} column: {name}" for who in seats for column in COLUMN_NAMES for name in PLACE_NAMES]
        return found + [f"{column} Guest: content with {sort}" for column in COLUMN_NAMES for sort in SORT_NAMES]

    def size(self, state: State) -> i64:
        return ALL_INPUTS

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, GoldNCrash)
        future: float = JUDGE.future(state)
        self.fill_table(state, seat, out, at)
        for step in range(2):
            who = seat if step == 0 else 1 - seat
            self.fill_seat(state, who, out, at + SEATS + step * OF_SEAT)
            places = at + PLACES + step * COLUMNS * PLACE
            opened = state.open_columns(who)
            for column in range(COLUMNS):
                self.fill_place(state, who, column, out, places + column * PLACE)
                if opened >> column & 1:
                    out[places + column * PLACE + 1] = 1.0
            self.fill_zeppelins(state, seat, who, out, places)
            worth: float = JUDGE.treasure(state, who) + future * JUDGE.columns(state, who)
            worth += JUDGE.bombs(state, who, future)
            out[at + 11] += 0.1 * worth if step == 0 else -0.1 * worth
        out[at + 10] = 2.0 * (out[at + SEATS + 4] - out[at + SEATS + OF_SEAT + 4])
        out[at + 12] = future
        out[at + 13] = 0.2 * JUDGE.cards(state, seat)
        self.fill_cards(state, seat, out, at)
        for column in range(COLUMNS):
            self.fill_content(state, seat, column, out, at)

    def fill_table(self, state: GoldNCrash, seat: i64, out: vec[float], at: i64) -> None:
        acts: i64 = 0 if state.actions_left > 1 else 1
        out[at + acts if state.turn == seat else at + 2 + acts] = 1.0
        if state.is_last_turn():
            out[at + 4] = 1.0
        if state.pending != NOTHING:
            out[at + 4 + state.pending] = 1.0
            if state.pending == SECURE_ASKED:
                out[at + 9] = as_float(state.left) / 2.0

    def fill_seat(self, state: GoldNCrash, who: i64, out: vec[float], at: i64) -> None:
        table = state.table
        gold_of = state.parts.gold_of
        own = SEAT * who
        deck = table[SIZE + own + DECK]
        out[at] = as_float(deck) / 26.0
        if deck <= 6:
            out[at + 1] = 1.0
        if deck <= 2:
            out[at + 2] = 1.0
        out[at + 3] = as_float(table[SIZE + own + HAND]) / 5.0
        gold: i64 = 0
        loose: i64 = 0
        locked = False
        card = table[own + TREASURE]
        if state.is_loose(card):
            out[at + 6] = as_float(gold_of[card]) / 4.0
        while card >= 0:
            gold += gold_of[card]
            if not state.is_loose(card):
                locked = True  # GC-56
            if not locked:
                loose += gold_of[card]
            card = table[UNDER + card]
        out[at + 4] = as_float(gold) / 20.0
        out[at + 5] = as_float(loose) / 10.0
        card = table[own + DISCARD]
        if card >= 0:
            out[at + 7] = as_float(gold_of[card]) / 4.0
            card = table[UNDER + card]
            if card >= 0:
                out[at + 8] = as_float(gold_of[card]) / 4.0
        down = state.destroyed_of(who)
        number = (down & 1) + (down >> 1 & 1) + (down >> 2 & 1)
        if number > 0:
            out[at + 8 + (number if number < 2 else 2)] = 1.0

    # -- cards that lie in no column -----------------------------------------------------------------

    def fill_cards(self, state: GoldNCrash, seat: i64, out: vec[float], at: i64) -> None:
        table = state.table
        own = SEAT * seat
        card = table[own + HAND]
        while card >= 0:
            out[at + IN_HAND + self.sort(state.parts, card)] += 0.5
            card = table[UNDER + card]
        card = table[own + DISCARD]
        for place in range(TOP_CARDS):
            if card >= 0:
                self.fill_card(state.parts, card, out, at + DISCARDED + place * CARD)
                card = table[UNDER + card]
        # GC-48: decks hold cards of their own crew only, and so does an Observe.
        self.count_unseen(state, seat, own + DECK, out, at)
        self.count_unseen(state, seat, SEAT - own + DECK, out, at)
        self.count_unseen(state, seat, SEAT - own + HAND, out, at)
        if state.turn == seat:
            card = table[LOOK]
            if card >= 0:  # card 2 lies on card 1
                self.fill_card(state.parts, card, out, at + LOOKED_AT + CARD)
                self.fill_card(state.parts, table[UNDER + card], out, at + LOOKED_AT)
        else:
            self.count_unseen(state, seat, LOOK, out, at)

    def fill_card(self, parts: GoldParts, card: i64, out: vec[float], at: i64) -> None:
        out[at + parts.type_of[card]] = 1.0
        out[at + 6] = as_float(parts.gold_of[card]) / 4.0

    def count_unseen(self, state: GoldNCrash, seat: i64, pile: i64, out: vec[float], at: i64) -> None:
        """The cards of a pile that the seat does not see, by crew and type."""
        table = state.table
        parts = state.parts
        type_of = parts.type_of
        crew_of = parts.crew_of
        crew = state.crew_of_seat(seat)
        card = table[pile]
        while card >= 0:
            place = at + UNSEEN + type_of[card]
            out[place if crew_of[card] == crew else place + 6] += 0.25
            card = table[UNDER + card]

    def sort(self, parts: GoldParts, card: i64) -> i64:
        kind = parts.type_of[card]
        return 2 * kind + 1 if kind != GOLD and parts.gold_of[card] >= MORE else 2 * kind

    # -- columns, with what lies over them -----------------------------------------------------------

    def fill_place(self, state: GoldNCrash, who: i64, column: i64, out: vec[float], at: i64) -> None:
        table = state.table
        parts = state.parts
        pile = SEAT * who + COLUMN + column
        card = table[pile]
        if card >= 0:
            out[at + 15 + parts.type_of[card]] = 1.0
            out[at + 21] = as_float(parts.gold_of[card]) / 4.0
            under = table[UNDER + card]
            if under >= 0:
                out[at + 22] = as_float(parts.gold_of[under]) / 4.0
        gold: i64 = 0
        types: i64 = 0
        kinds: i64 = 0  # three bits for each type: how many there are
        while card >= 0:
            gold += parts.gold_of[card]
            kind = parts.type_of[card]
            if kinds >> 3 * kind & 7 == 0:
                types += 1
                out[at + 3 + kind] = 1.0
            else:
                out[at + 9 + kind] = 1.0
            kinds += 1 << 3 * kind
            card = table[UNDER + card]
        cards = table[SIZE + pile]
        out[at] = as_float(cards) / 3.0
        out[at + 2] = as_float(gold) / 9.0
        guest = table[SEAT * who + GUEST + column]
        if guest >= 0:
            number = guest - parts.guests_from
            counted = parts.requirement[number]
            out[at + 26] = as_float(parts.gold_of[guest]) / 5.0
            out[at + 27] = JUDGE.near(state, guest, gold, cards, types, kinds)
            out[at + 28 + counted + (parts.required_type[number] if counted == BY_TYPE else 0)] = 1.0
        out[at + 38] = self.secure_gold(state, who, column, (kinds >> 3 * SECURE & 7) + 1) / 6.0
        out[at + 39] = self.board_gold(state, 1 - who, column, (kinds >> 3 * BOARD & 7) + 1) / 6.0
        if who == state.turn:
            out[at + 40] = as_float(state.plays_in(column))

    def secure_gold(self, state: GoldNCrash, who: i64, column: i64, times: i64) -> float:
        """GC-36: what so many cards of the columns beside this one bring, the best one first each time."""
        table = state.table
        gold_of = state.parts.gold_of
        piles = SEAT * who + COLUMN
        near = BESIDE[column]
        one = table[piles + 1] if near == 2 else table[piles]
        two: i64 = -1 if near == 2 else table[piles + 2]
        gold: i64 = 0
        while times > 0 and (one >= 0 or two >= 0):
            times -= 1
            if two < 0 or (one >= 0 and gold_of[one] >= gold_of[two]):
                gold += gold_of[one]
                one = table[UNDER + one]
            else:
                gold += gold_of[two]
                two = table[UNDER + two]
        return as_float(gold)

    def board_gold(self, state: GoldNCrash, owner: i64, column: i64, times: i64) -> float:
        """GC-33: what so many of the last cards of a column are worth to its owner."""
        table = state.table
        card = table[SEAT * owner + COLUMN + column]
        gold: i64 = 0
        while times > 0 and card >= 0:
            times -= 1
            gold += state.parts.gold_of[card]
            card = table[UNDER + card]
        return as_float(gold)

    def fill_zeppelins(self, state: GoldNCrash, seat: i64, owner: i64, out: vec[float], at: i64) -> None:
        """Which Zeppelins are down, and how likely each of the others falls to the next Bomb and to the one after it:
        its owner has looked at those that have resisted (GC-31)."""
        orders = state.parts.zeppelin_orders
        down = state.destroyed_of(owner)
        known = down
        resisted = state.resisted >> 2 * COLUMNS * owner
        for column in range(COLUMNS):
            if down >> column & 1:
                out[at + column * PLACE + 23] = 1.0
            elif seat == owner and resisted >> 2 * column & 3 > 0:
                known |= 1 << column
        possible = 0.0
        for first in range(0, len(orders), COLUMNS):
            fits = True
            for column in range(COLUMNS):
                robustness = orders[first + column]
                if known >> column & 1:
                    if robustness != state.robustness[COLUMNS * owner + column]:
                        fits = False
                elif robustness <= resisted >> 2 * column & 3:
                    fits = False
            if not fits:
                continue
            possible += 1.0
            for column in range(COLUMNS):
                if down >> column & 1 == 0:
                    short = orders[first + column] - state.count(1 - owner, column, BOMB)
                    if short <= 1:
                        out[at + column * PLACE + 24] += 1.0
                    if short <= 2:
                        out[at + column * PLACE + 25] += 1.0
        if possible > 1.0:
            for column in range(COLUMNS):
                out[at + column * PLACE + 24] /= possible
                out[at + column * PLACE + 25] /= possible

    def fill_content(self, state: GoldNCrash, seat: i64, column: i64, out: vec[float], at: i64) -> None:
        """Which sorts of cards would bring the seat the Guest of a column at once (GC-55)."""
        parts = state.parts
        guest = state.table[SEAT * seat + GUEST + column]
        if guest < 0:
            return
        number = guest - parts.guests_from
        counted = parts.requirement[number]
        missing = parts.required[number] - state.guest_count(seat, column)
        place = at + PLACES + column * PLACE
        first = at + CONTENT + column * SORTS
        if counted != BY_GOLD and missing > 1:
            return
        for sort in range(SORTS):
            kind = sort >> 1
            brings: i64 = 1
            if counted == BY_GOLD:
                brings = 4 if kind == GOLD else 1 + (sort & 1)
            elif counted == BY_TYPE:
                brings = 1 if kind == parts.required_type[number] else 0
            elif counted != BY_PLAYS and counted != BY_CARDS and out[place + 3 + kind] != 0.0:
                brings = 0  # there is one of this type already
            if brings >= missing:
                out[first + sort] = 1.0

    # -- kinds of answers ----------------------------------------------------------------------------

    def answers(self, players: i64) -> i64:
        return KINDS

    def kind(self, state: State, seat: i64, code: i64) -> i64:
        assert isinstance(state, GoldNCrash)
        if code < PLAY:
            return code
        parts = state.parts
        play = code - PLAY
        return PLAY + COLUMNS * self.sort(parts, parts.first_copy[play // COLUMNS]) + play % COLUMNS


INPUTS: Final = GoldInputs()
