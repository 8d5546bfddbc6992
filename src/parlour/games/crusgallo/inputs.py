"""Crusgallo: what a network reads of it.

All of it follows from what lies on the table and from which cards have not been seen yet. Which of these are in the
draw pile, and in which order, nobody knows (CR-8), so they are counted together with the reserve. What counts is told
outright: which orbs are worth lighting, what the squares around them lack, and how many cards show it. Each phase has
numbers of its own, and those of the other one are zeros.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.crusgallo.judge import (
    COVERED,
    FOR_A_BOND,
    FOR_A_GEM,
    HOPELESS,
    JUDGE,
    KIND_OF,
    OPEN,
    SHAPES,
    begun_treasures,
    bonds_left,
)
from parlour.games.crusgallo.parts import BATTLE, BIT, COLOURS, CRYSTAL, GRADES, LIT, ORB, RICHES, THIRD
from parlour.games.crusgallo.rules import EXCHANGE, LAST, Crusgallo, count
from parlour.rules.features import as_float
from parlour.rules.game import Parts
from parlour.rules.network import Inputs
from parlour.rules.state import State

TABLE_NAMES: Final = [
    *["second phase", "a card is to be given up", "last question", "score that the judge expects"],
    *["treasures", "begun treasures", "prosperous", "wealthy", "one treasure more rises", "two treasures more rise"],
    *["all riches", "magic to be used", "battle card to come"],
]
PHASE_NAMES: Final = [
    *[
        "cards to come",
        "bonds or gems to come",
        "cards to spare",
        "colours that are wanted",
        "colours with three bonds",
    ],
    *["colours with two bonds", "the table is empty"],
    # Orbs whose light takes a bond off a creature, or binds the dragon.
    *[
        "wanted orbs in sight",
        "wanted orbs to come",
        "wanted orbs that are short",
        "bonds or gems without an orb in sight",
    ],
    *["wanted orbs that lack one crystal", "and are to be covered", "wanted orbs that lack two"],
    *["bonds or gems within a crystal", "colours within a crystal", "cards that light a wanted orb"],
    *["crystals that light a wanted orb", "the card in hand lights wanted orbs"],
    # Orbs of treasures.
    *["second orbs in sight", "second orbs that lack one crystal", "cards that light a second orb"],
    *["the card in hand lights second orbs", "whole treasures in sight", "first orbs that lack one crystal"],
    *["treasures that are to come"],
]
TABLE: Final[i64] = 13
PHASE: Final[i64] = 26

# What is found out of each colour, one after the other in a vector.
IN_SIGHT: Final[i64] = 0
TO_COME: Final[i64] = 1
NEAR: Final[i64] = 2  # lack one crystal, which is on a card that is left
COLOUR: Final[i64] = 3

# What an orb is to somebody who wants treasures.
NO_TREASURE: Final[i64] = 0
FIRST: Final[i64] = 1
SECOND: Final[i64] = 2

# What `Survey.lacks` finds besides a kind of crystal.
LACKS_ALL: Final[i64] = -1
LACKS_COVERED: Final[i64] = 9
LACKS_TWO: Final[i64] = 32


@final
class CrusgalloInputs(Inputs):
    def names(self, players: int, parts: Parts) -> list[str]:
        return [
            *TABLE_NAMES,
            *[f"first phase: {name}" for name in PHASE_NAMES],
            *[f"second phase: {name}" for name in PHASE_NAMES],
        ]

    def size(self, state: State) -> i64:
        return TABLE + 2 * PHASE

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, Crusgallo)
        if state.phase == 2:
            out[at] = 1.0
        if state.step == EXCHANGE:
            out[at + 1] = 1.0
        elif state.step == LAST:
            out[at + 2] = 1.0
        out[at + 3] = JUDGE.solo(state)
        out[at + 4] = as_float(state.treasure_count()) / 5.0
        out[at + 5] = as_float(begun_treasures(state)) / 3.0
        grade = state.grade()
        if grade > 0:
            out[at + 5 + grade] = 1.0
        if grade + 1 < len(GRADES):
            rise = state.treasures_to_rise()
            if rise == 1:
                out[at + 8] = 1.0
            elif rise == 2:
                out[at + 9] = 1.0
        if state.has_all(RICHES):
            out[at + 10] = 1.0
        if state.has_magic():
            out[at + 11] = 1.0
        if not state.battle_drawn and state.has_all(BATTLE):
            out[at + 12] = 1.0
        self.fill_phase(state, out, at + TABLE + (PHASE if state.phase == 2 else 0))

    def fill_phase(self, state: Crusgallo, out: vec[float], at: i64) -> None:
        if state.phase == 1:
            cards = len(state.pile) - state.drawn + (1 if state.card >= 0 else 0)
            lacking = bonds_left(state)
            out[at + 1] = as_float(lacking) / 10.0
            out[at + 2] = (as_float(cards) - FOR_A_BOND * as_float(lacking)) / 5.0
        else:
            cards = count(state.row)
            lacking = COLOURS - count(state.dragon)
            out[at + 1] = as_float(lacking) / 3.0
            out[at + 2] = (as_float(cards) - FOR_A_GEM * as_float(lacking)) / 3.0
        out[at] = as_float(cards) / 10.0
        if len(state.cavern.laid) == 0:
            out[at + 6] = 1.0
        Survey(state).fill(out, at + 7)
        for colour in range(COLOURS):
            if state.can_enchant(colour):
                out[at + 3] += 0.25
            if state.phase == 1:
                bonds = state.bonds >> 2 * colour & 3
                if bonds == 3:
                    out[at + 4] += 0.5
                elif bonds == 2:
                    out[at + 5] += 0.5


@final
class Survey:
    """What the orbs on the table, and the cards that are left, are good for."""

    def __init__(self, state: Crusgallo) -> None:
        self.state: Crusgallo = state
        self.left: i64 = cards_left(state)
        self.lots: vec[i64] = vec[i64]([0 for _ in range(9)])  # by kind of crystal: on how many of these cards
        self.colours: vec[i64] = vec[i64]([0 for _ in range(COLOURS * COLOUR)])
        self.treasures_left: i64 = 0
        self.wanted_kinds: i64 = 0  # masks: the crystals that light such an orb
        self.second_kinds: i64 = 0
        self.lack_one: i64 = 0  # wanted orbs, by what they lack
        self.lack_covered: i64 = 0
        self.lack_two: i64 = 0
        self.seconds: i64 = 0
        self.seconds_near: i64 = 0
        self.firsts: vec[i64] = vec[i64]([0 for _ in range(10)])  # by treasure: its orbs in sight, if none is lit
        self.firsts_near: i64 = 0
        self.count_cards()
        self.count_orbs()

    def count_cards(self) -> None:
        """The crystals, orbs and treasures of the cards that are left."""
        parts = self.state.parts
        faces = parts.faces
        cards = self.left
        card: i64 = 0
        while cards != 0:
            if cards & 1:
                if parts.treasure[card] > 0:
                    self.treasures_left += 1
                kinds: i64 = 0
                for at in range(16 * card, 16 * card + 4):
                    face = faces[at]
                    if face >= ORB:
                        self.colours[(face & 7) * COLOUR + TO_COME] += 1
                    elif kinds >> (face - CRYSTAL) & 1 == 0:
                        kinds |= 1 << (face - CRYSTAL)
                        self.lots[face - CRYSTAL] += 1
            cards >>= 1
            card += 1

    def count_orbs(self) -> None:
        """The unlit orbs in sight."""
        cells = self.state.cavern.cells
        size = self.state.cavern.size
        for at in range(size, len(cells) - size):
            symbol = i64(cells[at])
            if ORB <= symbol < LIT:
                self.look_at(at, symbol)

    def look_at(self, at: i64, symbol: i64) -> None:
        state = self.state
        size = state.cavern.size
        colour = symbol & 7
        wanted = state.can_enchant(colour)
        treasure = symbol - ORB >> 3
        part = NO_TREASURE
        if treasure > 0 and state.treasures & BIT[state.parts.treasure_card[treasure]] == 0:
            part = SECOND if state.half >> treasure & 1 else FIRST
        if wanted:
            self.colours[colour * COLOUR + IN_SIGHT] += 1
        if part == SECOND:
            self.seconds += 1
        elif part == FIRST:
            self.firsts[treasure] += 1
        if not wanted and part == NO_TREASURE:
            return
        open_kinds: i64 = 0
        covered_kinds: i64 = 0
        two = False
        for corner in range(4):  # the squares of which it is one cell
            found = self.lacks(at - (corner & 1) - (size if corner & 2 else 0))
            if found == LACKS_TWO:
                two = True
            elif found >= LACKS_COVERED:
                covered_kinds |= 1 << (found - LACKS_COVERED)
            elif found >= 0:
                open_kinds |= 1 << found
        kinds = open_kinds | covered_kinds
        if wanted:
            self.wanted_kinds |= kinds
            if kinds != 0:
                self.colours[colour * COLOUR + NEAR] += 1
            if open_kinds != 0:
                self.lack_one += 1
            elif covered_kinds != 0:
                self.lack_covered += 1
            elif two:
                self.lack_two += 1
        if kinds != 0:
            if part == SECOND:
                self.second_kinds |= kinds
                self.seconds_near += 1
            elif part == FIRST:
                self.firsts_near += 1

    def lacks(self, at: i64) -> i64:
        """What a square with an unlit orb lacks: a kind of crystal (from `LACKS_COVERED` on: over what lies there),
        `LACKS_TWO`, or `LACKS_ALL` if nothing that is left helps."""
        cells = self.state.cavern.cells
        under = at + self.state.cavern.size
        a = i64(cells[at])
        b = i64(cells[at + 1])
        c = i64(cells[under])
        d = i64(cells[under + 1])
        shape = SHAPES[125 * KIND_OF[a] + 25 * KIND_OF[b] + 5 * KIND_OF[c] + KIND_OF[d]]
        if shape == HOPELESS:
            return LACKS_ALL
        if shape > COVERED:
            return LACKS_TWO
        first: i64 = -1
        second: i64 = -1
        if CRYSTAL <= a < ORB:
            first = a - CRYSTAL
        if CRYSTAL <= b < ORB:
            second = first
            first = b - CRYSTAL
        if CRYSTAL <= c < ORB:
            second = first
            first = c - CRYSTAL
        if CRYSTAL <= d < ORB:
            second = first
            first = d - CRYSTAL
        kind = THIRD[9 * first + second]
        if self.lots[kind] == 0:
            return LACKS_ALL
        return kind if shape == OPEN else LACKS_COVERED + kind

    def fill(self, out: vec[float], at: i64) -> None:
        state = self.state
        for colour in range(COLOURS):
            if not state.can_enchant(colour):
                continue
            needed: i64 = 1
            if state.phase == 1:
                needed = state.bonds >> 2 * colour & 3
            in_sight = self.colours[colour * COLOUR + IN_SIGHT]
            to_come = self.colours[colour * COLOUR + TO_COME]
            near = self.colours[colour * COLOUR + NEAR]
            out[at] += as_float(in_sight) / 10.0
            out[at + 1] += as_float(to_come) / 20.0
            if in_sight + to_come < needed + 2:
                out[at + 2] += as_float(needed + 2 - in_sight - to_come) / 3.0
            if in_sight < needed:
                out[at + 3] += as_float(needed - in_sight) / 5.0
            out[at + 7] += as_float(near if near < needed else needed) / 4.0
            if near > 0:
                out[at + 8] += 0.25
        out[at + 4] = as_float(self.lack_one) / 4.0
        out[at + 5] = as_float(self.lack_covered) / 4.0
        out[at + 6] = as_float(self.lack_two) / 8.0
        out[at + 9] = self.share_with(self.wanted_kinds)
        out[at + 10] = as_float(count(self.wanted_kinds)) / 5.0
        out[at + 11] = as_float(self.in_hand(self.wanted_kinds)) / 2.0
        out[at + 12] = as_float(self.seconds) / 3.0
        out[at + 13] = as_float(self.seconds_near) / 2.0
        out[at + 14] = self.share_with(self.second_kinds)
        out[at + 15] = as_float(self.in_hand(self.second_kinds)) / 2.0
        for orbs in self.firsts:
            if orbs == 2:
                out[at + 16] += 0.25
        out[at + 17] = as_float(self.firsts_near) / 3.0
        out[at + 18] = as_float(self.treasures_left) / 5.0

    def share_with(self, kinds: i64) -> float:
        """Of the cards that are left, the part that shows one of these crystals."""
        if kinds == 0:
            return 0.0
        found: i64 = 0
        cards = self.left
        card: i64 = 0
        while cards != 0:
            if cards & 1 and self.kinds_on(card) & kinds:
                found += 1
            cards >>= 1
            card += 1
        return as_float(found) / as_float(count(self.left)) if found > 0 else 0.0

    def in_hand(self, kinds: i64) -> i64:
        """How many of these crystals the card shows that waits to be laid."""
        return count(self.kinds_on(self.state.card) & kinds) if self.state.card >= 0 else 0

    def kinds_on(self, card: i64) -> i64:
        """The crystals that a card shows, a mask."""
        faces = self.state.parts.faces
        found: i64 = 0
        for at in range(16 * card, 16 * card + 4):
            if faces[at] < ORB:
                found |= 1 << (faces[at] - CRYSTAL)
        return found


def cards_left(state: Crusgallo) -> i64:
    """The cards that may still be laid: those that nobody has seen, the one that waits, and the row."""
    cards = state.row | state.reserve
    if state.card >= 0:
        cards |= BIT[state.card]
    for i in range(state.drawn, len(state.pile)):
        cards |= BIT[state.pile[i]]
    return cards


INPUTS: Final = CrusgalloInputs()
