"""Gold n' Crash: what lies where on the table, as positions and views tell it (GC-70, GC-71).

Everything that can lie somewhere, 72 crew cards and 8 Guests, is in exactly one *pile*: a deck, a hand, a column, the
place over a Zeppelin, the box. The whole table is one flat list of ints, `table`, so that a copy costs next to nothing:

    table[pile]            the top card of a pile, or -1
    table[UNDER + card]    the card beneath this one, or -1

A pile's top and a card's beneath are entries of the same list, so that "where the next card is
written" is an index into it (`link`), and a card leaves the middle of a hand just as it leaves the top of a pile.
A hand is kept sorted, its first card on top.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.games.gold_n_crash.parts import COLUMNS, GoldParts
from parlour.rules.state import State

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

EVERYTHING: Final = -2  # as a viewer: the position itself
SPECTATOR: Final = -1


class GoldTable(State):
    """A table of Gold n' Crash: piles, Zeppelins, whose turn it is and what is asked. The rules are in `rules.py`."""

    def __init__(self, parts: GoldParts, options: dict[str, Any], like: GoldTable | None = None) -> None:
        """An empty table, or a copy of the table `like`."""
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

    # -- piles ---------------------------------------------------------------------------------

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

    def filled(self, seat: int) -> int:
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

    # -- what follows from the piles -------------------------------------------------------------

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

    def treasure_gold(self, seat: int) -> int:
        """GC-62."""
        total = 0
        for card in self.pile(SEAT * seat + TREASURE):
            total += self.parts.gold_of[card]
        return total

    def game_id(self) -> str:
        return "gold-n-crash"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source

    # -- position (GC-70) and view (GC-71) -------------------------------------------------------

    def position(self) -> dict[str, Any]:
        return self._shape(EVERYTHING)

    def view(self, seat: int | None) -> dict[str, Any]:
        if seat is None:
            return self._shape(SPECTATOR)
        self._check_seat(seat)
        return self._shape(seat)

    def _shape(self, viewer: int) -> dict[str, Any]:
        over = self.ended != NOT_ENDED
        options = {name: value[:] if isinstance(value, list) else value for name, value in self.options.items()}
        return {
            "game": "gold-n-crash",
            "players": 2,
            "options": options,
            "to_act": [] if over else [self.turn],
            "first": self.first,
            "round": self.round,
            "turn": self.turn,
            "actions_left": self.actions_left,
            "plays": [self.plays_in(column) for column in range(COLUMNS)],
            "last_turn": self.is_last_turn(),
            "pending": self._pending_shape(viewer),
            "ended": ENDINGS[self.ended] if over else None,
            "seats": [self._seat_shape(0, viewer), self._seat_shape(1, viewer)],
            "box": sorted(self.parts.names(self.pile(BOX))),
        }

    def _pending_shape(self, viewer: int) -> dict[str, Any] | None:
        if self.pending == NOTHING:
            return None
        found: dict[str, Any] = {"effect": EFFECTS[self.pending]}
        if self.pending == SECURE_ASKED:
            found["column"] = self.column
            found["left"] = self.left
        elif self.pending == OBSERVE:
            cards = self.parts.names(self.pile(LOOK))
            found["cards"] = cards if viewer == self.turn or viewer == EVERYTHING else [None] * len(cards)
        return found

    def _seat_shape(self, seat: int, viewer: int) -> dict[str, Any]:
        parts = self.parts
        own = SEAT * seat
        everything = viewer == EVERYTHING
        owner = viewer == seat or everything
        deck: Any = parts.names(self.pile(own + DECK)) if everything else self.size(own + DECK)
        hand: Any = sorted(parts.names(self.pile(own + HAND))) if owner else self.size(own + HAND)
        treasure: list[str | None] = []
        for card in self.pile(own + TREASURE):
            open_to_all = card >= parts.guests_from or self.ended != NOT_ENDED
            treasure.append(parts.name(card) if owner or open_to_all else None)
        guests: list[str | None] = []
        for column in range(COLUMNS):
            guest = self.table[own + GUEST + column]
            guests.append(parts.name(guest) if guest >= 0 else None)
        return {
            "crew": parts.crews[self.crew_of_seat(seat)],
            "deck": deck,
            "discard": parts.names(self.pile(own + DISCARD)),
            "hand": hand,
            "columns": [parts.names(self.pile(own + COLUMN + column)) for column in range(COLUMNS)],
            "zeppelins": [self._zeppelin_shape(seat, column, viewer) for column in range(COLUMNS)],
            "guests": guests,
            "treasure": treasure,
        }

    def _zeppelin_shape(self, seat: int, column: int, viewer: int) -> dict[str, Any]:
        resisted = self.resisted >> 2 * (COLUMNS * seat + column) & 3
        destroyed = self.destroyed_of(seat) >> column & 1 == 1
        # GC-31: who owns it has looked at it when it was attacked; nobody has looked at the others.
        known = destroyed or viewer == EVERYTHING or (viewer == seat and resisted > 0)
        return {
            "robustness": self.robustness[COLUMNS * seat + column] if known else None,
            "resisted": resisted,
            "destroyed": destroyed,
        }
