"""Gold n' Crash: the rules, after the spec's rule ids GC-1 to GC-72.

Two airship crews lay cards into three columns each, put cards into a Treasure and bomb the other's Zeppelins. A turn is
two actions; only the seat whose turn it is ever decides anything, and nothing is left to chance after the set-up.
The less obvious ideas:

- Everything that can lie somewhere, 72 crew cards and 8 Guests, is in exactly one *pile*: a deck, a hand, a column, the
  place over a Zeppelin, the box. The whole table is one flat list of ints, `table`, so that a copy costs next to
  nothing: `table[pile]` is the top card of a pile and `table[UNDER + card]` the card beneath that one, or -1. Both are
  entries of the same list, so that "where the next card is written" is an index into it (`link`), and a card leaves
  the middle of a hand just as it leaves the top of a pile. A hand is kept sorted, its first card on top.
- An action that needs a further choice leaves a *question* (`ask`): a Secure, Manoeuvre, Call back or Observe. While
  one is open, `answers` lists what may be said and `answer` carries it out, and asks again or lets the action go on.
- What a card can be aimed at depends on its type and column only. `targets` holds three bits, one for each column,
  for each type, so that what may be played from a hand is a look into a table.
- What a card laid into a column is going to bring about is known as soon as it lies there: the events `played` and
  `moved` say it (`due`), before anything hidden is turned over, so that a board can announce it.
- Action codes are small ints: those below, and from PLAY on `PLAY + 3 * card code + column`. Their strings, and the
  reasons for which one is refused, are in `notation.py`.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from parlour.games.gold_n_crash.parts import (
    BOARD,
    BOMB,
    BY_CARDS,
    BY_GOLD,
    BY_PLAYS,
    BY_TYPES,
    COLUMNS,
    FISH,
    GOLD,
    PLAY,
    REINFORCE,
    SECURE,
    TYPES,
    GoldParts,
)
from parlour.rules.outcome import Outcome
from parlour.rules.state import NOBODY, State

# The piles of seat 0; those of seat 1 come SEAT later.
DECK: Final = 0
DISCARD: Final = 1
TREASURE: Final = 2
HAND: Final = 3
COLUMN: Final = 4  # and 5, 6
GUEST: Final = 7  # and 8, 9: over a Zeppelin
SEAT: Final = 10
LOOK: Final = 20  # the two cards of an Observe, the one that was on top beneath the other
BOX: Final = 21
UNDER: Final = 22  # + card

# Questions in the middle of an action.
NOTHING: Final = 0
SECURE_ASKED: Final = 1
MANOEUVRE: Final = 2
CALL_BACK: Final = 3
OBSERVE: Final = 4
EFFECTS: Final = ["", "secure", "manoeuvre", "call-back", "observe"]

# How the game ended.
NOT_ENDED: Final = 0
ZEPPELINS: Final = 1
BY_COUNT: Final = 2
ROUND_LIMIT: Final = 3
ENDINGS: Final = ["", "zeppelins", "gold", "round limit"]

# Action codes.
DRAW: Final = 0
PASS: Final = 1
DISCARD_FROM: Final = 2  # + column
SECURE_FROM: Final = 5  # + column
RECALL: Final = 8  # + column
MOVE: Final = 11  # + number of a step between adjacent columns
OBSERVED: Final = 15  # + number of an answer

ALL: Final = 7  # all three columns, as a mask
BESIDE: Final = [2, 5, 2]  # GC-7: the columns adjacent to each, as masks
NEAR: Final = [0, 2, 5, 7, 2, 2, 7, 7]  # the columns adjacent to some column of a mask
STEP_FROM: Final = [0, 1, 1, 2]
STEP_TO: Final = [1, 0, 2, 1]
ORDERS: Final = ["top 1 2", "top 2 1", "top 1 bottom 2", "top 2 bottom 1", "bottom 1 2", "bottom 2 1"]

# Codes of the columns of a mask; with 8 added to the index, a card can be drawn as well. Never changed.
COLUMNS_OF: Final[list[list[int]]] = [[c for c in range(COLUMNS) if mask >> c & 1] for mask in range(8)]
ACTS: Final[list[list[int]]] = [
    ([DRAW] if index >> COLUMNS else []) + [DISCARD_FROM + c for c in COLUMNS_OF[index & ALL]] for index in range(16)
]
SECURES: Final[list[list[int]]] = [[SECURE_FROM + c for c in columns] for columns in COLUMNS_OF]
RECALLS: Final[list[list[int]]] = [[RECALL + c for c in columns] for columns in COLUMNS_OF]
MOVES: Final[list[list[int]]] = [[MOVE + i for i in range(4) if STEP_FROM[i] in columns] for columns in COLUMNS_OF]
OBSERVES: Final[list[int]] = [OBSERVED + i for i in range(6)]
PASSING: Final[list[int]] = [PASS]


# -- rules that a board asks as well, of what it may know -------------------------------------------------


def destroys(strength: int, robustness: int) -> bool:
    """GC-30."""
    return robustness <= strength


def guest_count(parts: GoldParts, guest: int, cards: list[int], plays: int) -> int:
    """GC-5, GC-57: how much there is of what a Guest counts, in a column with these cards and plays of this turn."""
    counted = parts.requirement[guest - parts.guests_from]
    if counted == BY_PLAYS:
        return plays  # GC-58: plays are events, not cards lying there
    if counted == BY_CARDS:
        return len(cards)
    found = 0
    if counted == BY_GOLD:
        for card in cards:
            found += parts.gold_of[card]
        return found
    if counted == BY_TYPES:
        seen = 0
        for card in cards:
            bit = 1 << parts.type_of[card]
            if seen & bit == 0:
                found += 1
                seen |= bit
        return found
    kind = parts.required_type[guest - parts.guests_from]
    for card in cards:
        if parts.type_of[card] == kind:
            found += 1
    return found


def ending_of_turn(last_turn: bool, second: bool, number: int, limit: int) -> int:
    """How the game ends with a turn, or NOT_ENDED: the last turn, or the second seat's in round `number`; 0 is no
    `limit`."""
    if last_turn:
        return BY_COUNT  # GC-61
    if limit > 0 and second and number >= limit:
        return ROUND_LIMIT  # GC-64
    return NOT_ENDED


class GoldNCrash(State):
    """A game of Gold n' Crash."""

    def __init__(self, parts: GoldParts, options: dict[str, Any], like: GoldNCrash | None = None) -> None:
        """An empty table, or a copy of the game `like`."""
        super().__init__(2)
        self.parts: GoldParts = parts
        self.options: dict[str, Any] = options  # GC-2: exactly as given; never changed
        if like is not None:
            self.round_limit: int = like.round_limit  # 0 for none
            self.crew: int = like.crew  # of seat 0, as a number of `parts.crews`; seat 1 has the other
            self.first: int = like.first
            self.round: int = like.round
            self.turn: int = like.turn
            self.actions_left: int = like.actions_left
            self.pending: int = like.pending  # the open question
            self.column: int = like.column  # of a Secure that is asked: where it was played
            self.left: int = like.left  # of a Secure that is asked: how often still
            self.ended: int = like.ended
            self.plays: int = like.plays  # four bits for each column: cards played there in this turn
            self.destroyed: int = like.destroyed  # mask of Zeppelins, bit 3 * seat + column
            self.resisted: int = like.resisted  # two bits for each Zeppelin: the strongest attack it has resisted
            self.robustness: list[int] = like.robustness  # 3 * seat + column; never changes, so copies share it
            self.table: list[int] = like.table[:]
            return
        self.round_limit = options.get("round_limit") or 0
        self.crew = 0
        self.first = 0
        self.round = 1
        self.turn = 0
        self.actions_left = parts.actions_per_turn
        self.pending = NOTHING
        self.column = 0
        self.left = 0
        self.ended = NOT_ENDED
        self.plays = 0
        self.destroyed = 0
        self.resisted = 0
        self.robustness = [0] * (2 * COLUMNS)
        self.table = [-1] * (UNDER + len(parts.code_of))

    def clone(self) -> GoldNCrash:
        return GoldNCrash(self.parts, self.options, self)

    # -- who is asked, and what ----------------------------------------------------------------------

    def actor(self) -> i64:
        return self.turn if self.ended == NOT_ENDED else NOBODY

    def actions(self, seat: i64) -> list[int]:
        if self.pending != NOTHING:
            return self.answers(seat)
        return self.acts(seat)

    def apply(self, seat: i64, code: i64) -> None:
        if self.pending != NOTHING:
            self.answer(seat, code)
        elif code >= PLAY:
            self.play_card(seat, (code - PLAY) // COLUMNS, (code - PLAY) % COLUMNS)
        elif code == DRAW:
            self.draw(seat)
        elif code == PASS:
            self.pass_on(seat)
        else:
            self.discard(seat, code - DISCARD_FROM)

    # -- piles ---------------------------------------------------------------------------------------

    def put(self, card: int, pile: int) -> None:
        """Lay a card on top of a pile."""
        table = self.table
        table[UNDER + card] = table[pile]
        table[pile] = card

    def take(self, pile: int) -> int:
        """Take the top card off a pile."""
        table = self.table
        card = table[pile]
        table[pile] = table[UNDER + card]
        return card

    def move(self, source: int, target: int) -> int:
        """The top card of one pile goes onto another; that card."""
        table = self.table
        card = table[source]
        under = UNDER + card
        table[source] = table[under]
        table[under] = table[target]
        table[target] = card
        return card

    def sink(self, card: int, pile: int) -> None:
        """Push a card under a pile."""
        table = self.table
        link = pile
        while table[link] >= 0:
            link = UNDER + table[link]
        table[link] = card
        table[UNDER + card] = -1

    def hold(self, card: int, seat: int) -> None:
        """Take a card in hand, in its place."""
        table = self.table
        link = SEAT * seat + HAND
        while 0 <= table[link] < card:
            link = UNDER + table[link]
        table[UNDER + card] = table[link]
        table[link] = card

    def take_in_hand(self, seat: int, pile: int) -> int:
        """The top card of a pile of a seat goes to its hand; that card."""
        card = self.take(SEAT * seat + pile)
        self.hold(card, seat)
        return card

    def from_hand(self, code: int, seat: int) -> int:
        """Take a card of this code out of the hand; -1 if there is none."""
        table = self.table
        code_of = self.parts.code_of
        link = SEAT * seat + HAND
        while table[link] >= 0:
            card = table[link]
            if code_of[card] == code:
                table[link] = table[UNDER + card]
                return card
            link = UNDER + card
        return -1

    def pile(self, pile: int) -> list[int]:
        """The cards of a pile, the top card last (GC-8)."""
        found: list[int] = []
        card = self.table[pile]
        while card >= 0:
            found.append(card)
            card = self.table[UNDER + card]
        found.reverse()
        return found

    def size(self, pile: int) -> int:
        table = self.table
        found = 0
        card = table[pile]
        while card >= 0:
            found += 1
            card = table[UNDER + card]
        return found

    def reach(self, pile: int, most: int) -> int:
        """The number of cards in a pile, counted up to `most`."""
        table = self.table
        found = 0
        card = table[pile]
        while card >= 0 and found < most:
            found += 1
            card = table[UNDER + card]
        return found

    def filled_columns(self, seat: int) -> int:
        """Mask of the columns of a seat that hold a card."""
        table = self.table
        at = SEAT * seat + COLUMN
        mask = 0
        if table[at] >= 0:
            mask = 1
        if table[at + 1] >= 0:
            mask |= 2
        if table[at + 2] >= 0:
            mask |= 4
        return mask

    # -- what follows from the piles -----------------------------------------------------------------

    def crew_of_seat(self, seat: int) -> int:
        return self.crew if seat == 0 else 1 - self.crew

    def plays_in(self, column: int) -> int:
        return self.plays >> 4 * column & 15

    def destroyed_of(self, seat: int) -> int:
        """The destroyed Zeppelins of a seat, as a mask of columns."""
        return self.destroyed >> COLUMNS * seat & 7

    def is_last_turn(self) -> bool:
        """GC-61: the other seat's deck had run out when this turn began, and only its owner takes from it."""
        return self.table[SEAT * (1 - self.turn) + DECK] < 0

    # -- the three actions of a turn (GC-17 to GC-21, GC-24, GC-40, GC-41) ---------------------------

    def acts(self, seat: int) -> list[int]:
        """What a seat may do when an action is due."""
        table = self.table
        own = SEAT * seat
        index = self.discardable(seat)
        if table[own + DECK] >= 0:
            index |= 8  # GC-20
        card = table[own + HAND]
        found = ACTS[index]
        if card >= 0:
            targets = self.targets(seat) & self.open_columns(seat) * 0o111111
            if targets != 0:
                found = found[:]
                parts = self.parts
                code_of = parts.code_of
                shift_of = parts.shift_of
                plays = parts.plays
                code = -1
                while card >= 0:
                    if code_of[card] != code:  # copies of a code lie together and are one choice
                        code = code_of[card]
                        mask = targets >> shift_of[code] & ALL
                        if mask != 0:
                            found.extend(plays[code << COLUMNS | mask])
                    card = table[UNDER + card]
        return found if len(found) > 0 else PASSING  # GC-19

    def open_columns(self, seat: int) -> int:
        """GC-21: the columns, as a mask, that do not have the most cards of the three; all if they are equally high."""
        at = SEAT * seat + COLUMN
        a = self.size(at)
        b = self.size(at + 1)
        c = self.size(at + 2)
        most = a if a > b else b
        if c > most:
            most = c
        found = 0
        if a < most:
            found = 1
        if b < most:
            found |= 2
        if c < most:
            found |= 4
        return found if found != 0 else ALL

    def targets(self, seat: int) -> int:
        """GC-24: for each type, in three bits, the columns where its play effect has a target."""
        table = self.table
        own = SEAT * seat
        found = ALL << COLUMNS * GOLD
        found |= ALL ^ self.destroyed_of(1 - seat)  # BOMB is type 0
        found |= self.filled_columns(1 - seat) << COLUMNS * BOARD
        if table[own + DISCARD] >= 0:
            found |= ALL << COLUMNS * FISH
        if table[own + DECK] >= 0:
            found |= ALL << COLUMNS * REINFORCE
        return found | NEAR[self.filled_columns(seat)] << COLUMNS * SECURE

    def discardable(self, seat: int) -> int:
        """GC-41: the columns, as a mask, whose last card has a discard effect that can be carried out."""
        table = self.table
        type_of = self.parts.type_of
        at = SEAT * seat + COLUMN
        effects = self.discard_effects(seat)
        found = 0
        card = table[at]
        if card >= 0 and effects >> type_of[card] & 1:
            found = 1
        card = table[at + 1]
        if card >= 0 and effects >> type_of[card] & 1:
            found |= 2
        card = table[at + 2]
        if card >= 0 and effects >> type_of[card] & 1:
            found |= 4
        return found

    def discard_effects(self, seat: int) -> int:
        """GC-41: a mask of the types whose discard effect can be carried out now. GC-47: never `gold`."""
        table = self.table
        own = SEAT * seat
        other = SEAT - own
        found = 0
        if 0 <= table[other + TREASURE] < self.parts.guests_from:  # GC-56: a Guest locks what lies under it
            found = 1 << BOMB
        if self.two_in_columns(seat):
            found |= 1 << BOARD | 1 << FISH
        if self.has_two(own + DECK):
            found |= 1 << REINFORCE
        if table[other + DISCARD] >= 0:
            found |= 1 << SECURE
        return found

    def two_in_columns(self, seat: int) -> bool:
        """Whether the three columns hold two cards together."""
        at = SEAT * seat + COLUMN
        filled = self.filled_columns(seat)
        return filled & (filled - 1) != 0 or self.has_two(at) or self.has_two(at + 1) or self.has_two(at + 2)

    def has_two(self, pile: int) -> bool:
        table = self.table
        card = table[pile]
        return card >= 0 and table[UNDER + card] >= 0

    def draw(self, seat: int) -> None:
        """GC-20."""
        card = self.take_in_hand(seat, DECK)
        if self.listener is not None:
            # GC-72: only its owner is told which card it is.
            self.tell("drew", "GC-20", {"seat": seat}, {"card": self.parts.name(card)}, (seat,), True)
            self.tell_empty_deck(seat)
        self.finish()

    def pass_on(self, seat: int) -> None:
        """GC-19."""
        if self.listener is not None:
            self.tell("passed", "GC-19", {"seat": seat})
        self.finish()

    # -- playing a card (GC-22 to GC-26) -------------------------------------------------------------

    def play_card(self, seat: int, code: int, column: int) -> None:
        card = self.from_hand(code, seat)
        self.put(card, SEAT * seat + COLUMN + column)  # GC-22
        self.plays += 1 << 4 * column
        kind = self.parts.type_of[card]
        times = self.count(seat, column, kind)  # GC-23
        carried = self.carried_out(seat, column, kind, times)
        if self.listener is not None:
            facts = {"seat": seat, "card": self.parts.name(card), "column": column, "times": times}
            won = kind == BOMB and self.wins_for_sure(seat, column, times)
            self.tell("played", "GC-22", {**facts, "carried": carried, **self.due(seat, column, won)})
        if kind == BOMB:
            self.bomb(seat, column, times)
            if self.ended != NOT_ENDED:
                return  # GC-60
        elif kind == BOARD:
            self.board(seat, column, carried)
        elif kind == FISH:
            self.fish(seat, carried)
        elif kind == REINFORCE:
            self.reinforce(seat, carried)
        elif kind == SECURE:
            self.ask(SECURE_ASKED, column, times)
            return  # what follows the effect follows the last answer
        if self.listener is not None:
            self.tell_lapse(seat, kind, times - carried)
            if kind == REINFORCE:
                self.tell_empty_deck(seat)
        self.settle(seat, column)  # GC-25: the Guest, then the third card
        self.finish()

    def count(self, seat: int, column: int, kind: int) -> int:
        """How many cards of a type lie in a column."""
        table = self.table
        type_of = self.parts.type_of
        found = 0
        card = table[SEAT * seat + COLUMN + column]
        while card >= 0:
            if type_of[card] == kind:
                found += 1
            card = table[UNDER + card]
        return found

    def carried_out(self, seat: int, column: int, kind: int, times: int) -> int:
        """GC-26: how many times of so many the effect of a card can be carried out."""
        own = SEAT * seat
        if kind == BOARD:
            return self.reach(SEAT - own + COLUMN + column, times)
        if kind == FISH:
            return self.reach(own + DISCARD, times)
        if kind == REINFORCE:
            return self.reach(own + DECK, times)
        if kind != SECURE:
            return times
        found = 0
        for near in COLUMNS_OF[BESIDE[column]]:
            found += self.reach(own + COLUMN + near, times - found)
        return found

    def tell_lapse(self, seat: int, kind: int, times: int) -> None:
        """GC-26: what cannot be carried out any more is left out."""
        if times > 0:
            self.tell("lapsed", "GC-26", {"seat": seat, "type": TYPES[kind], "times": times})

    # -- the play effects (GC-30 to GC-37) -----------------------------------------------------------

    def bomb(self, seat: int, column: int, strength: int) -> None:
        """GC-30: one check against the number of bombs in the column."""
        table = self.table
        other = 1 - seat
        zeppelin = COLUMNS * other + column
        robustness = self.robustness[zeppelin]
        if not destroys(strength, robustness):
            bits = 2 * zeppelin
            news = self.resisted >> bits & 3 < strength  # else all know beforehand that it will resist again
            if news:
                self.resisted = self.resisted & ~(3 << bits) | strength << bits
            if self.listener is not None:
                # GC-31: all hear that it resisted; the owner has looked at it.
                facts = {"seat": seat, "owner": other, "column": column, "strength": strength}
                self.tell("resisted", "GC-31", facts, {"robustness": robustness}, (other,), news)
            return
        self.destroyed |= 1 << zeppelin
        if self.listener is not None:
            attack = {"seat": seat, "owner": other, "column": column, "strength": strength, "robustness": robustness}
            self.tell("destroyed", "GC-30", attack, None, (), True)
        place = SEAT * other + GUEST + column
        if table[place] >= 0:  # GC-32
            guest = self.move(place, BOX)
            if self.listener is not None:
                self.tell("guest-left", "GC-32", {"seat": other, "guest": self.parts.name(guest), "column": column})
        if self.destroyed_of(other) == ALL:
            self.end(ZEPPELINS)  # GC-60

    def wins_for_sure(self, seat: int, column: int, strength: int) -> bool:
        """GC-60: whether a Bomb destroys the last Zeppelin, as far as everybody knows."""
        down = self.destroyed_of(1 - seat) | 1 << column
        return down == ALL and destroys(strength, max(self.parts.robustness))

    def board(self, seat: int, column: int, times: int) -> None:
        """GC-33."""
        other = SEAT - SEAT * seat
        for _ in range(times):
            card = self.move(other + COLUMN + column, other + DISCARD)
            if self.listener is not None:
                facts = {"seat": seat, "owner": 1 - seat, "card": self.parts.name(card), "column": column}
                self.tell("boarded", "GC-33", facts)

    def fish(self, seat: int, times: int) -> None:
        """GC-34."""
        for _ in range(times):
            card = self.take_in_hand(seat, DISCARD)
            if self.listener is not None:
                self.tell("fished", "GC-34", {"seat": seat, "card": self.parts.name(card)})

    def reinforce(self, seat: int, times: int) -> None:
        """GC-35."""
        for _ in range(times):
            card = self.take_in_hand(seat, DECK)
            if self.listener is not None:
                drawn = {"card": self.parts.name(card)}
                self.tell("reinforced", "GC-35", {"seat": seat}, drawn, (seat,), True)  # GC-72

    def tell_empty_deck(self, seat: int) -> None:
        if self.table[SEAT * seat + DECK] < 0:
            self.tell("deck-ran-out", "GC-61", {"seat": seat})

    # -- discarding a card (GC-40 to GC-48) ----------------------------------------------------------

    def discard(self, seat: int, column: int) -> None:
        """GC-40: the last card of the column goes onto the pile, then does its discard effect."""
        own = SEAT * seat
        other = SEAT - own
        card = self.move(own + COLUMN + column, own + DISCARD)
        kind = self.parts.type_of[card]
        if self.listener is not None:
            self.tell("discarded", "GC-40", {"seat": seat, "card": self.parts.name(card), "column": column})
        if kind == BOMB:
            card = self.move(other + TREASURE, other + DISCARD)  # GC-42, GC-48: whichever crew the card is of
            if self.listener is not None:
                facts = {"seat": seat, "owner": 1 - seat, "card": self.parts.name(card)}
                self.tell("cracked", "GC-42", facts, None, (), True)
            self.finish()
        elif kind == BOARD:
            self.ask(MANOEUVRE, 0, 0)
        elif kind == FISH:
            self.ask(CALL_BACK, 0, 0)
        elif kind == REINFORCE:
            self.move(own + DECK, LOOK)
            self.move(own + DECK, LOOK)
            if self.listener is not None:
                cards = self.parts.names(self.pile(LOOK))
                self.tell("looked", "GC-45", {"seat": seat}, {"cards": cards}, (seat,), True)
            self.ask(OBSERVE, 0, 0)
        else:
            card = self.move(other + DISCARD, own + TREASURE)  # GC-46
            if self.listener is not None:
                facts = {"seat": seat, "owner": 1 - seat, "card": self.parts.name(card)}
                self.tell("looted", "GC-46", facts)
            self.finish()

    # -- questions in the middle of an action (GC-36, GC-43 to GC-45) --------------------------------

    def ask(self, effect: int, column: int, left: int) -> None:
        """Put a question to the seat whose turn it is; for a Secure, where it was played and how often it is asked."""
        self.pending = effect
        self.column = column
        self.left = left

    def answers(self, seat: int) -> list[int]:
        effect = self.pending
        if effect == SECURE_ASKED:
            return SECURES[BESIDE[self.column] & self.filled_columns(seat)]
        if effect == MANOEUVRE:
            return MOVES[self.filled_columns(seat)]
        if effect == CALL_BACK:
            return RECALLS[self.filled_columns(seat)]
        return OBSERVES

    def answer(self, seat: int, code: int) -> None:
        """Carry out an answer, then ask again (a Secure only) or go on with the action."""
        effect = self.pending
        if effect == SECURE_ASKED:
            self.secure(seat, code - SECURE_FROM)
            return
        self.pending = NOTHING
        if effect == MANOEUVRE:
            self.manoeuvre(seat, STEP_FROM[code - MOVE], STEP_TO[code - MOVE])
        elif effect == CALL_BACK:
            self.call_back(seat, code - RECALL)
        else:
            self.observe(seat, code - OBSERVED)
        self.finish()

    def secure(self, seat: int, source: int) -> None:
        """GC-36: one repetition."""
        own = SEAT * seat
        card = self.move(own + COLUMN + source, own + TREASURE)
        if self.listener is not None:
            self.tell("secured", "GC-36", {"seat": seat, "card": self.parts.name(card), "column": source})
        self.left -= 1
        if self.left > 0 and BESIDE[self.column] & self.filled_columns(seat) != 0:
            return  # the same question, with the cards as they are now
        column = self.column
        if self.listener is not None:
            self.tell_lapse(seat, SECURE, self.left)
        self.ask(NOTHING, 0, 0)
        self.settle(seat, column)  # GC-25
        self.finish()

    def manoeuvre(self, seat: int, source: int, target: int) -> None:
        """GC-43: its play effect does not happen."""
        own = SEAT * seat + COLUMN
        card = self.move(own + source, own + target)
        if self.listener is not None:
            facts = {"seat": seat, "card": self.parts.name(card), "from": source, "to": target}
            self.tell("moved", "GC-43", {**facts, **self.due(seat, target, False)})
        self.settle(seat, target)  # GC-51

    def call_back(self, seat: int, column: int) -> None:
        """GC-44."""
        card = self.take_in_hand(seat, COLUMN + column)
        if self.listener is not None:
            self.tell("called-back", "GC-44", {"seat": seat, "card": self.parts.name(card), "column": column})

    def observe(self, seat: int, order: int) -> None:
        """GC-45: cards are named from the upper to the lower."""
        deck = SEAT * seat + DECK
        second = self.take(LOOK)
        first = self.take(LOOK)
        if order & 1:
            first, second = second, first
        if order < 2:
            self.put(second, deck)
            self.put(first, deck)
        elif order < 4:
            self.sink(second, deck)
            self.put(first, deck)
        else:
            self.sink(first, deck)
            self.sink(second, deck)
        if self.listener is not None:
            # GC-72: the others are told how many went where, not which.
            where = {"seat": seat, "top": 2 - order // 2, "bottom": order // 2}
            self.tell("observed", "GC-45", where, {"order": ORDERS[order]}, (seat,))

    # -- Guests and third cards (GC-50 to GC-59) -----------------------------------------------------

    def settle(self, seat: int, column: int) -> None:
        """After a card was played or moved into a column: its Guest (GC-55), then three of a type (GC-50, GC-51)."""
        if self.guest_content(seat, column):
            guest = self.move(SEAT * seat + GUEST + column, SEAT * seat + TREASURE)
            if self.listener is not None:
                facts = {"seat": seat, "guest": self.parts.name(guest), "column": column}
                self.tell("guest-secured", "GC-55", facts)
        if self.is_third(seat, column):
            self.empty(seat, column)

    def due(self, seat: int, column: int, won: bool) -> dict[str, Any]:
        """What `settle` will do about the card that has just come into a column, as facts for everybody: its effect
        does not change that, unless it wins."""
        guest = self.table[SEAT * seat + GUEST + column]
        earned = not won and self.guest_content(seat, column)
        return {"earns": self.parts.name(guest) if earned else None, "third": not won and self.is_third(seat, column)}

    def guest_content(self, seat: int, column: int) -> bool:
        """GC-57: whether there is a Guest over a column whose requirement is met by what lies there now."""
        parts = self.parts
        guest = self.table[SEAT * seat + GUEST + column]
        if guest < 0:
            return False
        plays = self.plays_in(column) if seat == self.turn else 0
        cards = self.pile(SEAT * seat + COLUMN + column)
        return guest_count(parts, guest, cards, plays) >= parts.required[guest - parts.guests_from]

    def is_third(self, seat: int, column: int) -> bool:
        """GC-50: whether the last card of a column is the third of its type there."""
        return self.count(seat, column, self.parts.type_of[self.table[SEAT * seat + COLUMN + column]]) >= 3

    def empty(self, seat: int, column: int) -> None:
        """GC-52: the column is laid onto the discard pile as it lies, its last card on top."""
        table = self.table
        pile = SEAT * seat + COLUMN + column
        discard = SEAT * seat + DISCARD
        if self.listener is not None:
            cards = self.parts.names(self.pile(pile))
            self.tell("emptied", "GC-50", {"seat": seat, "column": column, "cards": cards})
        link = pile
        while table[link] >= 0:
            link = UNDER + table[link]
        table[link] = table[discard]
        table[discard] = table[pile]
        table[pile] = -1

    # -- the end of an action and of a turn (GC-17, GC-61, GC-64) ------------------------------------

    def finish(self) -> None:
        """An action is complete."""
        self.actions_left -= 1
        if self.actions_left == 0:
            self.end_turn()

    def end_turn(self) -> None:
        ending = ending_of_turn(self.is_last_turn(), self.turn != self.first, self.round, self.round_limit)
        if ending != NOT_ENDED:
            self.end(ending)
        else:
            self.turn = 1 - self.turn
            self.actions_left = self.parts.actions_per_turn
            self.plays = 0
            if self.turn == self.first:
                self.round += 1
            if self.listener is not None:
                self.tell("turn-began", "GC-17", {"seat": self.turn, "round": self.round})
                if self.is_last_turn():
                    self.tell("last-turn", "GC-61", {"seat": self.turn})

    # -- the end -------------------------------------------------------------------------------------

    def end(self, ending: int) -> None:
        """GC-65: everything else stays as it was in the last action."""
        self.ended = ending
        self.actions_left = 0
        if self.listener is not None:
            treasures = [self.parts.names(self.pile(SEAT * seat + TREASURE)) for seat in (0, 1)]
            golds = [self.treasure_gold(seat) for seat in (0, 1)]
            self.tell("treasures-opened", "GC-71", {"treasures": treasures, "gold": golds}, None, (), True)
            outcome = self.result()
            assert outcome is not None
            self.tell("over", "GC-1", outcome.to_dict())

    def result(self) -> Outcome | None:
        if self.ended == NOT_ENDED:
            return None
        golds = (self.treasure_gold(0), self.treasure_gold(1))
        reason = ENDINGS[self.ended]
        if self.ended == ZEPPELINS:
            winner = self.turn  # GC-1
        elif golds[0] == golds[1]:
            return Outcome((0, 1), ((0, 1),), golds, reason)  # GC-63
        else:
            winner = 0 if golds[0] > golds[1] else 1  # GC-62
        return Outcome((winner,), ((winner,), (1 - winner,)), golds, reason)  # GC-66

    def treasure_gold(self, seat: int) -> int:
        """GC-62."""
        total = 0
        for card in self.pile(SEAT * seat + TREASURE):
            total += self.parts.gold_of[card]
        return total

    # -- the edges: notation, positions and views ----------------------------------------------------

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(self, seat, code)

    def read(self, seat: i64, action: str) -> i64:
        return notation.read(self, seat, action)

    def turn_rule(self) -> str:
        return "GC-17"

    def position(self) -> dict[str, Any]:
        return positions.position(self)

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        return positions.view(self, None if seat is None else self._check_seat(seat))

    def game_id(self) -> str:
        return "gold-n-crash"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source


# The edges know the state, so they come last.
from parlour.games.gold_n_crash import notation, positions  # noqa: E402
