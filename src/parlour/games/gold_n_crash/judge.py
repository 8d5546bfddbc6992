"""Gold n' Crash as a bot sees it: the Gold in the Treasure, what can still get there, and the Zeppelins."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.gold_n_crash.parts import (
    BOMB,
    BY_CARDS,
    BY_GOLD,
    BY_TYPE,
    BY_TYPES,
    COLUMNS,
    DISCARD_FROM,
    DRAW,
    GOLD,
    PLAY,
    REINFORCE,
    SECURE,
    SECURE_FROM,
)
from parlour.games.gold_n_crash.rules import (
    COLUMN,
    DECK,
    GUEST,
    HAND,
    LOOK,
    NOTHING,
    SEAT,
    SECURE_ASKED,
    TREASURE,
    UNDER,
    GoldNCrash,
)
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, Term
from parlour.rules.network import Learned
from parlour.rules.state import State

# Styles of players: what they like to do.
SENSIBLE: Final[i64] = 0
BOMBER: Final[i64] = 1
RAIDER: Final[i64] = 2  # boards, fishes, and discards for what that does
HOARDER: Final[i64] = 3  # draws, and plays Gold and Secures
UNKNOWN: Final[i64] = 4  # another of them with every answer
STYLES: Final[i64] = 5
# By style: a draw, a discard, and the play of a Bomb, Board, Fish, Reinforce, Secure, Gold.
TASTES: Final = vec[vec[i64]](
    [
        vec[i64]([1, 2, 2, 2, 2, 3, 4, 3]),
        vec[i64]([1, 0, 4, 1, 1, 3, 1, 1]),
        vec[i64]([1, 3, 2, 4, 3, 1, 2, 1]),
        vec[i64]([2, 0, 0, 1, 1, 2, 4, 3]),
    ]
)

WON: Final = 60.0  # the third destroyed Zeppelin


@final
class GoldJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 6.0
        self.horizon = 0
        self.glances = 12
        self.fresh = 64  # to imagine a world takes as long as a dozen iterations
        self.floor = 0.7
        self.least = 0.1
        # What things are worth, in Gold.
        self.one_down: float = 4.0  # a destroyed Zeppelin, to the other side
        self.two_down: float = 11.0  # two of them
        self.held: float = 0.7  # a card in hand
        self.held_gold: float = 0.15  # each Gold on it
        self.laid: float = 0.1  # a card in a column
        self.laid_gold: float = 0.45  # each Gold on the last card there
        self.ample: i64 = 5  # cards in hand that can be played soon
        self.surplus: float = 0.3  # the part of its worth that any further one has
        self.styles = STYLES
        self.casting = False
        self.heed: float = 0.0  # the network's part in what is expected where an imagined game stops: for trials

    def foresee(self, state: State, seat: i64) -> list[float]:
        found = super().foresee(state, seat)
        if self.heed > 0.0:
            known = self.learnt(state)
            if known is not None:
                said = known.foresee(state, seat)
                for i in range(len(found)):
                    found[i] += self.heed * (said[i] - found[i])
        return found

    def learnt(self, state: State) -> Learned | None:
        """What was learnt was learnt in the usual game: other components and options are other games."""
        assert isinstance(state, GoldNCrash)
        if state.round_limit != 0 or state.parts.source is not None:
            return None
        return super().learnt(state)

    def standing(self, state: State, seat: i64) -> float:
        assert isinstance(state, GoldNCrash)
        future = self.future(state)
        promised = self.cards(state, seat) + self.columns(state, seat)
        return self.treasure(state, seat) + future * promised + self.bombs(state, seat, future)

    def terms(self, state: State, seat: i64) -> list[Term]:
        assert isinstance(state, GoldNCrash)
        future = self.future(state)
        gold = self.treasure(state, seat)
        hand = future * self.cards(state, seat)
        columns = future * self.columns(state, seat)
        number = self.count_fallen(state, seat)
        down = self.down(number)
        lined = self.bombs(state, seat, future) - down
        return [
            Term("treasure", gold, gold),
            Term("hand", hand, hand),
            Term("columns", columns, columns),
            Term("zeppelins", float(number), down),
            Term("bombs", lined, lined),
        ]

    def treasure(self, state: GoldNCrash, seat: i64) -> float:
        """The Gold in the Treasure; what lies open there may be cracked."""
        table = state.table
        parts = state.parts
        gold: float = 0.0
        card = table[SEAT * seat + TREASURE]
        safe = False
        while card >= 0:
            if card >= parts.guests_from:
                safe = True  # GC-56: what lies under a Guest stays
            worth: float = float(parts.gold_of[card])
            gold += worth if safe else 0.93 * worth
            card = table[UNDER + card]
        return gold

    def future(self, state: GoldNCrash) -> float:
        """The future counts as long as there is one."""
        deck = state.size(DECK)
        other_deck = state.size(SEAT + DECK)
        left = deck if deck < other_deck else other_deck
        return 1.0 if left >= 8 else float(left + 1) / 9.0

    def cards(self, state: GoldNCrash, seat: i64) -> float:
        """A hand is worth having, Secures and Gold most; but two actions a turn do not get rid of more than a few."""
        table = state.table
        parts = state.parts
        worth = 0.0
        number: i64 = 0
        card = table[SEAT * seat + HAND]
        while card >= 0:
            kind = parts.type_of[card]
            worth += self.held + self.held_gold * float(parts.gold_of[card])
            if kind == SECURE:
                worth += 0.8
            elif kind == BOMB or kind == REINFORCE:
                worth += 0.2
            number += 1
            card = table[UNDER + card]
        if number > self.ample:
            worth *= (float(self.ample) + self.surplus * float(number - self.ample)) / float(number)
        return worth

    def columns(self, state: GoldNCrash, seat: i64) -> float:
        """Gold in the columns can be secured, the last cards first; Guests ask for certain columns."""
        table = state.table
        parts = state.parts
        worth = 0.0
        for column in range(COLUMNS):
            card = table[SEAT * seat + COLUMN + column]
            share = self.laid_gold
            types: i64 = 0
            gold: i64 = 0
            cards: i64 = 0
            kinds: i64 = 0  # three bits for each type: how many there are
            while card >= 0:
                worth += share * float(parts.gold_of[card]) + self.laid
                share *= 0.6
                gold += parts.gold_of[card]
                cards += 1
                kind = parts.type_of[card]
                if kinds >> 3 * kind & 7 == 0:
                    types += 1
                kinds += 1 << 3 * kind
                card = table[UNDER + card]
            guest = table[SEAT * seat + GUEST + column]
            if guest >= 0:
                near = self.near(state, guest, gold, cards, types, kinds)
                worth += 0.6 * near * near * float(parts.gold_of[guest])
        return worth

    def near(self, state: GoldNCrash, guest: i64, gold: i64, cards: i64, types: i64, kinds: i64) -> float:
        """How near a column is to what its Guest asks for: 0 to 1."""
        parts = state.parts
        number = guest - parts.guests_from
        asked = parts.required[number]
        counted = parts.requirement[number]
        have: i64 = 0
        if counted == BY_TYPE:
            have = kinds >> 3 * parts.required_type[number] & 7
        elif counted == BY_GOLD:
            have = gold
        elif counted == BY_CARDS:
            have = cards
        elif counted == BY_TYPES:
            have = types
        return 1.0 if have >= asked else float(have) / float(asked)

    def bombs(self, state: GoldNCrash, seat: i64, future: float) -> float:
        """Zeppelins that are down, and bombs lined up before those that are not."""
        down = state.destroyed_of(1 - seat)
        number = self.count_fallen(state, seat)
        worth = 0.0
        for column in range(COLUMNS):
            if down >> column & 1 == 0:
                lined = state.count(seat, column, BOMB)
                if lined > 0:
                    worth += 0.5 * float(lined) * future
        return self.down(number) + worth * float(1 + number)

    def down(self, number: i64) -> float:
        """What so many destroyed Zeppelins of the other side are worth."""
        if number == 0:
            return 0.0
        if number == 1:
            return self.one_down
        return self.two_down if number == 2 else WON

    def count_fallen(self, state: GoldNCrash, seat: i64) -> i64:
        """How many Zeppelins of the other side are down."""
        down = state.destroyed_of(1 - seat)
        return (down & 1) + (down >> 1 & 1) + (down >> 2 & 1)

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """The best card into the Treasure; of two plays that come to mind the one with a Secure, a Gold or a Bomb."""
        assert isinstance(state, GoldNCrash)
        if state.pending == SECURE_ASKED:
            best = codes[0]
            most: i64 = -1
            for code in codes:
                card = state.table[SEAT * seat + COLUMN + code - SECURE_FROM]
                if state.parts.gold_of[card] > most:
                    most = state.parts.gold_of[card]
                    best = code
            return best
        one = codes[rng.below(len(codes))]
        if state.pending != NOTHING:
            return one
        two = codes[rng.below(len(codes))]
        return one if self.liking(state, one) >= self.liking(state, two) else two

    def answer_in_style(self, state: State, seat: i64, codes: vec[i64], rng: Rng, style: i64) -> i64:
        """What a player of a style likes best, and any of equal ones."""
        assert isinstance(state, GoldNCrash)
        if style == UNKNOWN:
            style = rng.below(UNKNOWN)
        if style == SENSIBLE or state.pending != NOTHING:
            return self.lean(state, seat, codes, rng)
        taste = TASTES[style]
        best = codes[0]
        most: i64 = -1
        equal = 0
        for code in codes:
            likes: i64 = 0
            if code >= PLAY:
                likes = taste[2 + state.parts.type_of[state.parts.first_copy[(code - PLAY) // COLUMNS]]]
            elif code == DRAW:
                likes = taste[0]
            elif code >= DISCARD_FROM and code < SECURE_FROM:
                likes = taste[1]
            if likes > most:
                most = likes
                best = code
                equal = 1
            elif likes == most:
                equal += 1
                if rng.below(equal) == 0:
                    best = code
        return best

    def liking(self, state: GoldNCrash, code: i64) -> i64:
        if code < PLAY:
            return 1
        kind = state.parts.type_of[state.parts.first_copy[(code - PLAY) // COLUMNS]]
        if kind == SECURE:
            return 4
        return 3 if kind == GOLD or kind == REINFORCE else 2

    # -- what a step shows, and when an action is over ---------------------------------------------

    def is_settled(self, state: State, mark: i64) -> bool:
        assert isinstance(state, GoldNCrash)
        return state.pending == NOTHING

    def sight(self, state: State, seat: i64) -> i64:
        """The cards that this seat has in hand, or looks at."""
        assert isinstance(state, GoldNCrash)
        table = state.table
        code_of = state.parts.code_of
        seen: i64 = 0
        card = table[SEAT * seat + HAND]
        while card >= 0:
            code = code_of[card] + 3
            seen += code * code * code
            card = table[UNDER + card]
        if state.turn == seat:
            card = table[LOOK]
            while card >= 0:
                seen += 5 * code_of[card] + 1
                card = table[UNDER + card]
        return seen


JUDGE = GoldJudge()
