"""Gold n' Crash: the rules, after the spec's rule ids GC-1 to GC-72.

Two airship crews lay cards into three columns each, put cards into a Treasure and bomb the other's Zeppelins. A turn is
two actions; only the seat whose turn it is ever decides anything, and nothing is left to chance after the set-up.
The less obvious ideas:

- Everything that can lie somewhere, 72 crew cards and 8 Guests, is in exactly one *pile*: a deck, a hand, a column, the
  place over a Zeppelin, the box. The whole table is one packed vector (`parlour._vecs`), `table`, so that a copy costs
  next to nothing: `table[pile]` is the top card of a pile, `table[UNDER + card]` the card beneath that one, or -1, and
  `table[SIZE + pile]` the number of cards. The first two are entries of the same vector, so that "where the next card
  is written" is an index into it (`link`), and a card leaves the middle of a hand just as it leaves the top of a pile.
  A hand is kept sorted, its first card on top.
- An action that needs a further choice leaves a *question* (`ask`): a Secure, Manoeuvre, Call back or Observe. While
  one is open, `answers` lists what may be said and `answer` carries it out, and asks again or lets the action go on.
- What a card can be aimed at depends on its type and column only. `targets` holds three bits, one for each column,
  for each type, so that what may be played from a hand is a look into a table.
- What a card laid into a column is going to bring about is known as soon as it lies there: the events `played` and
  `moved` say it (`due`), before anything hidden is turned over, so that a board can announce it.
- Every action has one code, whatever is asked: they are in `parts.py`, with their strings. The reasons for which an
  action is refused are in `notation.py`.
- No number here is large: the round of a position and a round limit are at most 10^9, a file has at most 118,800 crew
  cards (99 copies of 1,200 codes) of 99 Gold.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.games.gold_n_crash.parts import (
    BOARD,
    BOMB,
    BY_CARDS,
    BY_GOLD,
    BY_PLAYS,
    BY_TYPE,
    COLUMNS,
    DISCARD_FROM,
    DRAW,
    FISH,
    GOLD,
    MOVE,
    OBSERVED,
    ORDERS,
    PASS,
    PLAY,
    RECALL,
    REINFORCE,
    SECURE,
    SECURE_FROM,
    STEP_FROM,
    STEP_TO,
    TYPES,
    GoldParts,
)
from parlour.rules.chance import Rng
from parlour.rules.outcome import Outcome
from parlour.rules.state import IN_LISTS, NOBODY, State

# The piles of seat 0; those of seat 1 come SEAT later.
DECK: Final[i64] = 0
DISCARD: Final[i64] = 1
TREASURE: Final[i64] = 2
HAND: Final[i64] = 3
COLUMN: Final[i64] = 4  # and 5, 6
GUEST: Final[i64] = 7  # and 8, 9: over a Zeppelin
SEAT: Final[i64] = 10
LOOK: Final[i64] = 20  # the two cards of an Observe, the one that was on top beneath the other
BOX: Final[i64] = 21
SIZE: Final[i64] = 22  # + pile
UNDER: Final[i64] = 44  # + card

# Questions in the middle of an action.
NOTHING: Final[i64] = 0
SECURE_ASKED: Final[i64] = 1
MANOEUVRE: Final[i64] = 2
CALL_BACK: Final[i64] = 3
OBSERVE: Final[i64] = 4
EFFECTS: Final = ["", "secure", "manoeuvre", "call-back", "observe"]

# How the game ended.
NOT_ENDED: Final[i64] = 0
ZEPPELINS: Final[i64] = 1
BY_COUNT: Final[i64] = 2
ROUND_LIMIT: Final[i64] = 3
ENDINGS: Final = ["", "zeppelins", "gold", "round limit"]

ALL: Final[i64] = 7  # all three columns, as a mask
BESIDE: Final = vec[i64]([2, 5, 2])  # GC-7: the columns adjacent to each, as masks
NEAR: Final = vec[i64]([0, 2, 5, 7, 2, 2, 7, 7])  # the columns adjacent to some column of a mask


# -- codes of answers, made once; never changed ----------------------------------------------------------


def codes_by_mask(columns: list[int], first: int) -> vec[vec[i64]]:
    """For every mask of columns the codes, counted from `first`, of the answers that start from one of these: the
    column that each answer starts from is given."""
    found = vec[vec[i64]]()
    for mask in range(1 << COLUMNS):
        found = append(found, vec[i64]([first + i for i, column in enumerate(columns) if mask >> column & 1]))
    return found


def codes_of_acts() -> vec[vec[i64]]:
    """The same for discarding; with 8 added to the mask, a card can be drawn as well."""
    found = codes_by_mask([0, 1, 2], DISCARD_FROM)
    for mask in range(1 << COLUMNS):
        found = append(found, vec[i64]([DRAW] + [code for code in found[mask]]))
    return found


ACTS: Final = codes_of_acts()
SECURES: Final = codes_by_mask([0, 1, 2], SECURE_FROM)
RECALLS: Final = codes_by_mask([0, 1, 2], RECALL)
MOVES: Final = codes_by_mask(STEP_FROM, MOVE)
OBSERVES: Final = vec[i64]([OBSERVED + i for i in range(len(ORDERS))])
PASSING: Final = vec[i64]([PASS])


# -- rules that a board asks as well, of what it may know -------------------------------------------------


def destroys(strength: i64, robustness: i64) -> bool:
    """GC-30."""
    return robustness <= strength


def ending_of_turn(last_turn: bool, second: bool, number: i64, limit: i64) -> i64:
    """How the game ends with a turn, or NOT_ENDED: the last turn, or the second seat's in round `number`; 0 is no
    `limit`."""
    if last_turn:
        return BY_COUNT  # GC-61
    if limit > 0 and second and number >= limit:
        return ROUND_LIMIT  # GC-64
    return NOT_ENDED


@final
@mypyc_attr(free_list_len=1)  # whoever plays a copy to its end and makes the next has the room of the last
class GoldNCrash(State):
    """A game of Gold n' Crash."""

    def __init__(self, parts: GoldParts, options: dict[str, Any], like: GoldNCrash | None = None) -> None:
        """An empty table, or a copy of the game `like`."""
        super().__init__(2)
        self.parts: GoldParts = parts
        self.options: dict[str, Any] = options  # GC-2: exactly as given; never changed
        if like is not None:
            # What every action asks for comes first: fields lie in memory in the order in which they stand here.
            self.turn: i64 = like.turn
            self.ended: i64 = like.ended
            self.pending: i64 = like.pending  # the open question
            self.table: vec[i64] = like.table[:]
            self.destroyed: i64 = like.destroyed  # mask of Zeppelins, bit 3 * seat + column
            self.plays: i64 = like.plays  # four bits for each column: cards played there in this turn
            self.actions_left: i64 = like.actions_left
            self.column: i64 = like.column  # of a Secure that is asked: where it was played
            self.left: i64 = like.left  # of a Secure that is asked: how often still
            self.resisted: i64 = like.resisted  # two bits for each Zeppelin: the strongest attack it has resisted
            self.robustness: vec[i64] = like.robustness  # 3 * seat + column; never changes, so copies share it
            self.round: i64 = like.round
            self.first: i64 = like.first
            self.crew: i64 = like.crew  # of seat 0, as a number of `parts.crews`; seat 1 has the other
            self.round_limit: i64 = like.round_limit  # 0 for none
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
        self.robustness = vec[i64]([0 for _ in range(2 * COLUMNS)])
        self.table = vec[i64]([0 if SIZE <= place < UNDER else -1 for place in range(UNDER + len(parts.code_of))])

    def clone(self) -> GoldNCrash:
        return GoldNCrash(self.parts, self.options, self)

    def deal_again(self, rng: Rng) -> bool:
        positions.deal_again(self, rng)
        return True

    # -- who is asked, and what ----------------------------------------------------------------------

    def actor(self) -> i64:
        return self.turn if self.ended == NOT_ENDED else NOBODY

    def codes(self, seat: i64) -> vec[i64]:
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

    def put(self, card: i64, pile: i64) -> None:
        """Lay a card on top of a pile."""
        table = self.table
        table[UNDER + card] = table[pile]
        table[pile] = card
        table[SIZE + pile] += 1

    def take(self, pile: i64) -> i64:
        """Take the top card off a pile."""
        table = self.table
        card = table[pile]
        table[pile] = table[UNDER + card]
        table[SIZE + pile] -= 1
        return card

    def move(self, source: i64, target: i64) -> i64:
        """The top card of one pile goes onto another; that card."""
        card = self.take(source)
        self.put(card, target)
        return card

    def bottom(self, pile: i64) -> i64:
        """Where the card beneath the lowest one of a pile is written."""
        table = self.table
        link = pile
        while table[link] >= 0:
            link = UNDER + table[link]
        return link

    def sink(self, card: i64, pile: i64) -> None:
        """Push a card under a pile."""
        table = self.table
        table[self.bottom(pile)] = card
        table[UNDER + card] = -1
        table[SIZE + pile] += 1

    def hold(self, card: i64, seat: i64) -> None:
        """Take a card in hand, in its place."""
        table = self.table
        hand = SEAT * seat + HAND
        link = hand
        while 0 <= table[link] < card:
            link = UNDER + table[link]
        table[UNDER + card] = table[link]
        table[link] = card
        table[SIZE + hand] += 1

    def take_in_hand(self, seat: i64, pile: i64) -> i64:
        """The top card of a pile of a seat goes to its hand; that card."""
        card = self.take(SEAT * seat + pile)
        self.hold(card, seat)
        return card

    def from_hand(self, code: i64, seat: i64) -> i64:
        """Take a card of this code, which is there, out of the hand."""
        table = self.table
        code_of = self.parts.code_of
        hand = SEAT * seat + HAND
        link = hand
        card = table[link]
        while code_of[card] != code:
            link = UNDER + card
            card = table[link]
        table[link] = table[UNDER + card]
        table[SIZE + hand] -= 1
        return card

    def pile(self, pile: i64) -> vec[i64]:
        """The cards of a pile, the top card last (GC-8)."""
        table = self.table
        size = table[SIZE + pile]
        found = vec[i64]([0 for _ in range(size)])
        card = table[pile]
        for place in range(size - 1, -1, -1):
            found[place] = card
            card = table[UNDER + card]
        return found

    def size(self, pile: i64) -> i64:
        return self.table[SIZE + pile]

    def reach(self, pile: i64, most: i64) -> i64:
        """The number of cards in a pile, counted up to `most`."""
        size = self.table[SIZE + pile]
        return size if size < most else most

    def filled_columns(self, seat: i64) -> i64:
        """Mask of the columns of a seat that hold a card."""
        table = self.table
        at = SEAT * seat + COLUMN
        mask: i64 = 0
        if table[at] >= 0:
            mask = 1
        if table[at + 1] >= 0:
            mask |= 2
        if table[at + 2] >= 0:
            mask |= 4
        return mask

    # -- what follows from the piles -----------------------------------------------------------------

    def crew_of_seat(self, seat: i64) -> i64:
        return self.crew if seat == 0 else 1 - self.crew

    def plays_in(self, column: i64) -> i64:
        return self.plays >> 4 * column & 15

    def destroyed_of(self, seat: i64) -> i64:
        """The destroyed Zeppelins of a seat, as a mask of columns."""
        return self.destroyed >> COLUMNS * seat & 7

    def is_last_turn(self) -> bool:
        """GC-61: the other seat's deck had run out when this turn began, and only its owner takes from it."""
        return self.table[SEAT * (1 - self.turn) + DECK] < 0

    # -- the three actions of a turn (GC-17 to GC-21, GC-24, GC-40, GC-41) ---------------------------

    def acts(self, seat: i64) -> vec[i64]:
        """What a seat may do when an action is due."""
        table = self.table
        own = SEAT * seat
        index = self.discardable(seat)
        if table[own + DECK] >= 0:
            index |= 8  # GC-20
        without_plays = ACTS[index]
        card = table[own + HAND]
        targets: i64 = 0
        if card >= 0:
            targets = self.targets(seat) & self.open_columns(seat) * 0o111111
        if targets == 0:
            return without_plays if len(without_plays) > 0 else PASSING  # GC-19
        parts = self.parts
        code_of = parts.code_of
        type_of = parts.type_of
        if IN_LISTS:
            found = without_plays[:]  # appending is dear there
        else:
            found = vec[i64](capacity=4 + COLUMNS * table[SIZE + own + HAND])
            for act in without_plays:
                found = append(found, act)
        before: i64 = -1
        while card >= 0:
            code = code_of[card]
            if code != before:  # copies of a code lie together and are one choice
                before = code
                columns = targets >> COLUMNS * type_of[card]
                play = PLAY + COLUMNS * code
                if columns & 1:
                    found = append(found, play)
                if columns & 2:
                    found = append(found, play + 1)
                if columns & 4:
                    found = append(found, play + 2)
            card = table[UNDER + card]
        return found if len(found) > 0 else PASSING  # GC-19

    def open_columns(self, seat: i64) -> i64:
        """GC-21: the columns, as a mask, that do not have the most cards of the three; all if they are equally high."""
        table = self.table
        at = SIZE + SEAT * seat + COLUMN
        a = table[at]
        b = table[at + 1]
        c = table[at + 2]
        most = a if a > b else b
        if c > most:
            most = c
        found: i64 = 0
        if a < most:
            found = 1
        if b < most:
            found |= 2
        if c < most:
            found |= 4
        return found if found != 0 else ALL

    def targets(self, seat: i64) -> i64:
        """GC-24: for each type, in three bits, the columns where its play effect has a target."""
        table = self.table
        own = SEAT * seat
        found: i64 = ALL << COLUMNS * GOLD
        found |= ALL ^ self.destroyed_of(1 - seat)  # BOMB is type 0
        found |= self.filled_columns(1 - seat) << COLUMNS * BOARD
        if table[own + DISCARD] >= 0:
            found |= ALL << COLUMNS * FISH
        if table[own + DECK] >= 0:
            found |= ALL << COLUMNS * REINFORCE
        return found | NEAR[self.filled_columns(seat)] << COLUMNS * SECURE

    def discardable(self, seat: i64) -> i64:
        """GC-41: the columns, as a mask, whose last card has a discard effect that can be carried out."""
        table = self.table
        type_of = self.parts.type_of
        at = SEAT * seat + COLUMN
        effects = self.discard_effects(seat)
        found: i64 = 0
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

    def is_loose(self, card: i64) -> bool:
        """GC-56: whether a card on top of a Treasure can be taken off it. A Guest locks itself and all under it."""
        return 0 <= card < self.parts.guests_from

    def loose_cards(self, seat: i64) -> i64:
        """GC-56: how many cards of a Treasure lie above its topmost Guest."""
        found: i64 = 0
        card = self.table[SEAT * seat + TREASURE]
        while self.is_loose(card):
            found += 1
            card = self.table[UNDER + card]
        return found

    def discard_effects(self, seat: i64) -> i64:
        """GC-41: a mask of the types whose discard effect can be carried out now. GC-47: never `gold`."""
        table = self.table
        own = SEAT * seat
        other = SEAT - own
        found: i64 = 0
        if self.is_loose(table[other + TREASURE]):
            found = 1 << BOMB
        columns = SIZE + own + COLUMN
        if table[columns] + table[columns + 1] + table[columns + 2] >= 2:
            found |= 1 << BOARD | 1 << FISH
        if table[SIZE + own + DECK] >= 2:
            found |= 1 << REINFORCE
        if table[other + DISCARD] >= 0:
            found |= 1 << SECURE
        return found

    def draw(self, seat: i64) -> None:
        """GC-20."""
        card = self.take_in_hand(seat, DECK)
        if self.listener is not None:
            # GC-72: only its owner is told which card it is.
            self.tell("drew", "GC-20", {"seat": seat}, {"card": self.parts.name(card)}, (seat,), True)
            self.tell_empty_deck(seat)
        self.finish()

    def pass_on(self, seat: i64) -> None:
        """GC-19."""
        if self.listener is not None:
            self.tell("passed", "GC-19", {"seat": seat})
        self.finish()

    # -- playing a card (GC-22 to GC-26) -------------------------------------------------------------

    def play_card(self, seat: i64, code: i64, column: i64) -> None:
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

    def count(self, seat: i64, column: i64, kind: i64) -> i64:
        """How many cards of a type lie in a column."""
        table = self.table
        type_of = self.parts.type_of
        found: i64 = 0
        card = table[SEAT * seat + COLUMN + column]
        while card >= 0:
            if type_of[card] == kind:
                found += 1
            card = table[UNDER + card]
        return found

    def carried_out(self, seat: i64, column: i64, kind: i64, times: i64) -> i64:
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
        found: i64 = 0
        for near in range(COLUMNS):
            if BESIDE[column] >> near & 1:
                found += self.table[SIZE + own + COLUMN + near]
        return found if found < times else times

    def tell_lapse(self, seat: i64, kind: i64, times: i64) -> None:
        """GC-26: what cannot be carried out any more is left out."""
        if times > 0:
            self.tell("lapsed", "GC-26", {"seat": seat, "type": TYPES[kind], "times": times})

    # -- the play effects (GC-30 to GC-37) -----------------------------------------------------------

    def bomb(self, seat: i64, column: i64, strength: i64) -> None:
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

    def wins_for_sure(self, seat: i64, column: i64, strength: i64) -> bool:
        """GC-60: whether a Bomb destroys the last Zeppelin, as far as everybody knows."""
        down = self.destroyed_of(1 - seat) | 1 << column
        return down == ALL and destroys(strength, max(self.parts.robustness))

    def board(self, seat: i64, column: i64, times: i64) -> None:
        """GC-33."""
        other = SEAT - SEAT * seat
        while times > 0:
            times -= 1
            card = self.move(other + COLUMN + column, other + DISCARD)
            if self.listener is not None:
                facts = {"seat": seat, "owner": 1 - seat, "card": self.parts.name(card), "column": column}
                self.tell("boarded", "GC-33", facts)

    def fish(self, seat: i64, times: i64) -> None:
        """GC-34."""
        while times > 0:
            times -= 1
            card = self.take_in_hand(seat, DISCARD)
            if self.listener is not None:
                self.tell("fished", "GC-34", {"seat": seat, "card": self.parts.name(card)})

    def reinforce(self, seat: i64, times: i64) -> None:
        """GC-35."""
        while times > 0:
            times -= 1
            card = self.take_in_hand(seat, DECK)
            if self.listener is not None:
                drawn = {"card": self.parts.name(card)}
                self.tell("reinforced", "GC-35", {"seat": seat}, drawn, (seat,), True)  # GC-72

    def tell_empty_deck(self, seat: i64) -> None:
        if self.table[SEAT * seat + DECK] < 0:
            self.tell("deck-ran-out", "GC-61", {"seat": seat})

    # -- discarding a card (GC-40 to GC-48) ----------------------------------------------------------

    def discard(self, seat: i64, column: i64) -> None:
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

    def ask(self, effect: i64, column: i64, left: i64) -> None:
        """Put a question to the seat whose turn it is; for a Secure, where it was played and how often it is asked."""
        self.pending = effect
        self.column = column
        self.left = left

    def answers(self, seat: i64) -> vec[i64]:
        effect = self.pending
        if effect == SECURE_ASKED:
            return SECURES[BESIDE[self.column] & self.filled_columns(seat)]
        if effect == MANOEUVRE:
            return MOVES[self.filled_columns(seat)]
        if effect == CALL_BACK:
            return RECALLS[self.filled_columns(seat)]
        return OBSERVES

    def answer(self, seat: i64, code: i64) -> None:
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

    def secure(self, seat: i64, source: i64) -> None:
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

    def manoeuvre(self, seat: i64, source: i64, target: i64) -> None:
        """GC-43: its play effect does not happen."""
        own = SEAT * seat + COLUMN
        card = self.move(own + source, own + target)
        if self.listener is not None:
            facts = {"seat": seat, "card": self.parts.name(card), "from": source, "to": target}
            self.tell("moved", "GC-43", {**facts, **self.due(seat, target, False)})
        self.settle(seat, target)  # GC-51

    def call_back(self, seat: i64, column: i64) -> None:
        """GC-44."""
        card = self.take_in_hand(seat, COLUMN + column)
        if self.listener is not None:
            self.tell("called-back", "GC-44", {"seat": seat, "card": self.parts.name(card), "column": column})

    def observe(self, seat: i64, order: i64) -> None:
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

    def settle(self, seat: i64, column: i64) -> None:
        """After a card was played or moved into a column: its Guest (GC-55), then three of a type (GC-50, GC-51)."""
        if self.guest_content(seat, column):
            guest = self.move(SEAT * seat + GUEST + column, SEAT * seat + TREASURE)
            if self.listener is not None:
                facts = {"seat": seat, "guest": self.parts.name(guest), "column": column}
                self.tell("guest-secured", "GC-55", facts)
        if self.is_third(seat, column):
            self.empty(seat, column)

    def due(self, seat: i64, column: i64, won: bool) -> dict[str, Any]:
        """What `settle` will do about the card that has just come into a column, as facts for everybody: its effect
        does not change that, unless it wins."""
        guest = self.table[SEAT * seat + GUEST + column]
        earned = not won and self.guest_content(seat, column)
        return {"earns": self.parts.name(guest) if earned else None, "third": not won and self.is_third(seat, column)}

    def guest_content(self, seat: i64, column: i64) -> bool:
        """GC-57: whether there is a Guest over a column whose requirement is met by what lies there now."""
        guest = self.table[SEAT * seat + GUEST + column]
        if guest < 0:
            return False
        return self.guest_count(seat, column) >= self.parts.required[guest - self.parts.guests_from]

    def guest_count(self, seat: i64, column: i64) -> i64:
        """GC-5: how much there is of what the Guest over a column counts."""
        table = self.table
        parts = self.parts
        pile = SEAT * seat + COLUMN + column
        guest = table[SEAT * seat + GUEST + column] - parts.guests_from
        counted = parts.requirement[guest]
        if counted == BY_PLAYS:
            return self.plays_in(column) if seat == self.turn else 0  # GC-58: plays are events, not cards lying there
        if counted == BY_CARDS:
            return table[SIZE + pile]
        if counted == BY_TYPE:
            return self.count(seat, column, parts.required_type[guest])
        found: i64 = 0
        seen: i64 = 0
        card = table[pile]
        while card >= 0:
            if counted == BY_GOLD:
                found += parts.gold_of[card]
            elif seen >> parts.type_of[card] & 1 == 0:  # BY_TYPES
                seen |= 1 << parts.type_of[card]
                found += 1
            card = table[UNDER + card]
        return found

    def most_of_a_type(self, seat: i64, column: i64) -> i64:
        """GC-50: of the type that a column has most of, how many cards lie there."""
        most: i64 = 0
        for kind in range(len(TYPES)):
            number = self.count(seat, column, kind)
            if number > most:
                most = number
        return most

    def is_third(self, seat: i64, column: i64) -> bool:
        """GC-50: whether the last card of a column is the third of its type there."""
        return self.count(seat, column, self.parts.type_of[self.table[SEAT * seat + COLUMN + column]]) >= 3

    def empty(self, seat: i64, column: i64) -> None:
        """GC-52: the column is laid onto the discard pile as it lies, its last card on top."""
        table = self.table
        pile = SEAT * seat + COLUMN + column
        discard = SEAT * seat + DISCARD
        if self.listener is not None:
            cards = self.parts.names(self.pile(pile))
            self.tell("emptied", "GC-50", {"seat": seat, "column": column, "cards": cards})
        table[self.bottom(pile)] = table[discard]
        table[discard] = table[pile]
        table[pile] = -1
        table[SIZE + discard] += table[SIZE + pile]
        table[SIZE + pile] = 0

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

    def end(self, ending: i64) -> None:
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

    def treasure_gold(self, seat: i64) -> i64:
        """GC-62."""
        table = self.table
        gold_of = self.parts.gold_of
        total: i64 = 0
        card = table[SEAT * seat + TREASURE]
        while card >= 0:
            total += gold_of[card]
            card = table[UNDER + card]
        return total

    # -- the edges: notation, positions and views ----------------------------------------------------

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(self, code)

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
