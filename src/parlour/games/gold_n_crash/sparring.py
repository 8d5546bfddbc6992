"""Gold n' Crash: whom a network meets while it learns. Every one has a taste of its own, drawn by chance.

Of ten of them six look one step ahead, as greedy players do, but with other weights: what a hand, columns and bombs are
worth to them, and how much the other's count. The others are of the judge's styles. Many err now and then. Nobody is
met twice, so there is no single opponent whose habits could be learnt.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.gold_n_crash.judge import JUDGE, STYLES
from parlour.games.gold_n_crash.parts import COLUMNS
from parlour.games.gold_n_crash.rules import DECK, NOT_ENDED, NOTHING, SEAT, SIZE, UNDER, GoldNCrash
from parlour.rules.chance import Rng
from parlour.rules.judge import share_of_win
from parlour.rules.state import State

LONGEST: Final = 1000  # answers of a game
WON: Final = 100.0
LOOKING_AHEAD: Final[i64] = 6  # of 10 partners
SLIP: Final[i64] = 4  # percent of a careless player's answers that are anything at all


@final
class Captain:
    """One opponent: of a style, or with a taste."""

    def __init__(self, rng: Rng) -> None:
        self.style: i64 = -1 if rng.below(10) < LOOKING_AHEAD else rng.below(STYLES)
        self.slips: i64 = SLIP * rng.below(3)
        # What a hand, own columns, the other's columns, own bombs and the other's are worth, against the judge's.
        self.tastes: vec[float] = vec[float]([0.4 + 0.1 * float(rng.below(13)) for _ in range(5)])

    def answer(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, GoldNCrash)
        codes = state.codes(seat)
        if self.slips > 0 and rng.below(100) < self.slips:
            return codes[rng.below(len(codes))]
        if self.style >= 0:
            return JUDGE.answer_in_style(state, seat, codes, rng, self.style)
        world = hide_unknown(state, seat, rng)
        best = codes[0]
        most = -1e9
        equal: i64 = 0
        for code in codes:
            end = world.clone()
            end.apply(seat, code)
            while end.pending != NOTHING:
                end.apply(seat, JUDGE.lean(end, seat, end.codes(seat), rng))
            found: float = self.lead(end, seat)
            if found > most:
                most = found
                best = code
                equal = 1
            elif found == most:
                equal += 1
                if rng.below(equal) == 0:
                    best = code
        return best

    def lead(self, state: GoldNCrash, seat: i64) -> float:
        if state.ended != NOT_ENDED:
            outcome = state.result()
            assert outcome is not None
            return WON * (share_of_win(outcome, seat) - 0.5)
        other = 1 - seat
        tastes = self.tastes
        future: float = JUDGE.future(state)
        return (
            JUDGE.treasure(state, seat)
            - JUDGE.treasure(state, other)
            + future * tastes[0] * JUDGE.cards(state, seat)
            + future * tastes[1] * JUDGE.columns(state, seat)
            - future * tastes[2] * JUDGE.columns(state, other)
            + tastes[3] * JUDGE.bombs(state, seat, future)
            - tastes[4] * JUDGE.bombs(state, other, future)
        )


def hide_unknown(state: GoldNCrash, seat: i64, rng: Rng) -> GoldNCrash:
    """The same table, with the own deck cut anywhere and the other's Zeppelins as they may be: nobody looks at them."""
    world = state.clone()
    cut_deck(world, seat, rng)
    other = 1 - seat
    down = state.destroyed_of(other)
    orders = state.parts.zeppelin_orders
    while True:
        first = COLUMNS * rng.below(len(orders) // COLUMNS)
        fits = True
        for column in range(COLUMNS):
            robustness = orders[first + column]
            if down >> column & 1:
                fits = fits and robustness == state.robustness[COLUMNS * other + column]
            else:
                fits = fits and robustness > state.resisted >> 2 * (COLUMNS * other + column) & 3
        if fits:
            break
    world.robustness = state.robustness[:]
    for column in range(COLUMNS):
        world.robustness[COLUMNS * other + column] = orders[first + column]
    return world


def cut_deck(state: GoldNCrash, seat: i64, rng: Rng) -> None:
    """Lay some cards from the top of a deck under it."""
    table = state.table
    deck = SEAT * seat + DECK
    size = table[SIZE + deck]
    if size < 2:
        return
    top = table[deck]
    last = top  # of those that go under
    for _ in range(rng.below(size - 1)):
        last = table[UNDER + last]
    under = state.bottom(deck)
    table[deck] = table[UNDER + last]
    table[UNDER + last] = -1
    table[under] = top


PARTNER: Final = Captain
