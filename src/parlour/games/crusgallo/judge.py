"""Crusgallo as a bot sees it: the score to be expected, from cards to spare and treasures.

Which placements deserve a thought is told by `worth`, which knows no more than the table shows (menus are sorted by it
too); a search plays a few cards on, drawn from the known composition of the unseen ones, and compares what was reached.
A point of `worth` is a tenth of a released bond. What counts:

    FOR_BOND       an orb lights that takes a bond off a creature, or puts a gem on the dragon
    FOR_TREASURE   a treasure is collected
    FOR_HALF       the first of a treasure's two orbs lights
    OPEN           a square with two crystals and an orb worth lighting, and a bare cell for the third crystal
    COVERED        the same with a cell that can be covered
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crusgallo.cavern import SYMBOL_BITS
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.parts import BARE, CELLS, COLOURS, CRYSTAL, LIT, ORB, width_of
from parlour.games.crusgallo.rules import BEGUN, COLLECTED, OVER, PLACE, WON, Crusgallo, count
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, Term, logistic
from parlour.rules.state import State

WIDTH: Final[i64] = 6  # placements that a search thinks about
FOR_BOND: Final[i64] = 10
FOR_TREASURE: Final[i64] = 5
FOR_HALF: Final[i64] = 1
OPEN: Final[i64] = 2
COVERED: Final[i64] = 1
FOR_MAGIC: Final[i64] = 20

# What a game takes and brings, about: cards for a released bond, for a gem on the dragon, for the whole second phase;
# treasures with every card; how much of a treasure the first of its orbs is.
FOR_A_BOND: Final = 1.9
FOR_A_GEM: Final = 1.35
FOR_THE_DRAGON: Final = 8.5
COLLECTED_BY_A_CARD: Final = 0.05
HALF_COLLECTED: Final = 0.35

# What a cell is to somebody who looks for squares that lack one crystal.
BARE_CELL: Final[i64] = 0
BLANK_CELL: Final[i64] = 1
CRYSTAL_CELL: Final[i64] = 2
WANTED_ORB: Final[i64] = 3
OTHER_ORB: Final[i64] = 4
LIT_ORB: Final[i64] = 5
SEEN: Final[i64] = 6  # so many there are


def cell_kind(symbol: i64, wanted: i64) -> i64:
    """What a cell with a symbol is, if the colours of the mask `wanted` are; the orbs of treasures always are."""
    if symbol == BARE:
        return BARE_CELL
    if symbol >= LIT:
        return LIT_ORB
    if symbol >= ORB:
        return WANTED_ORB if symbol >= ORB + 8 or wanted >> (symbol & 7) & 1 else OTHER_ORB
    return CRYSTAL_CELL if symbol >= CRYSTAL else BLANK_CELL


def cell_kinds() -> vec[vec[i64]]:
    """For each mask of wanted colours, the kind of a cell by its symbol."""
    found = vec[vec[i64]]()
    for wanted in range(i64(64)):
        found = append(found, vec[i64]([cell_kind(symbol, wanted) for symbol in range(i64(256))]))
    return found


def prospect(square: list[int]) -> int:
    """Points for a square that lacks one crystal: two crystals and a wanted orb, and what can be covered. The first
    of two orbs is the one to light."""
    others = [kind for kind in square if kind != CRYSTAL_CELL]
    if len(others) != 2 or LIT_ORB in others:
        return 0
    orbs = [kind for kind in others if kind >= WANTED_ORB]
    if not orbs or orbs[0] != WANTED_ORB:
        return 0
    return int(OPEN if BARE_CELL in others else COVERED)


def prospect_table() -> vec[i64]:
    """The same for all squares, by the kinds of their cells in reading order."""
    found = vec[i64](capacity=1296)
    kinds = range(int(SEEN))
    for a in kinds:
        for b in kinds:
            for c in kinds:
                for d in kinds:
                    found = append(found, prospect([a, b, c, d]))
    return found


KINDS_FOR: Final = cell_kinds()
PROSPECTS: Final = prospect_table()


@final
class CrusgalloJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.horizon = 3
        self.glances = 1

    def standing(self, state: State, seat: i64) -> float:
        """The score to be expected, in thousands."""
        assert isinstance(state, Crusgallo)
        return expected_score(state) / 1000.0

    def solo(self, state: State) -> float:
        """As much of a wealthy Champion's score, which is the highest."""
        assert isinstance(state, Crusgallo)
        highest = state.parts.scores[-1][-1]
        return expected_score(state) / float(highest) if highest > 0 else 0.5

    def terms(self, state: State, seat: i64) -> list[Term]:
        """What lies on the table, by rule of thumb; the rest of the expected score is what it says beyond that."""
        assert isinstance(state, Crusgallo)
        treasures = float(state.treasure_count())
        half = float(begun_treasures(state))
        found = [Term("treasures", treasures, 0.06 * treasures), Term("half", half, 0.015 * half)]
        if state.phase == 1:
            bonds = float(bonds_left(state))
            found.append(Term("bonds", bonds, -0.1 * bonds))
        else:
            gems = float(count(state.dragon))
            spare = float(count(state.row))
            found += [Term("gems", gems, 0.3 * gems), Term("spare", spare, 0.12 * spare)]
        beyond = expected_score(state) / 1000.0
        for term in found:
            beyond -= term.worth
        return [*found, Term("score", beyond, beyond)]

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """The placement that looks best at once."""
        assert isinstance(state, Crusgallo)
        if state.step != PLACE:
            return codes[rng.below(len(codes))]
        kinds = KINDS_FOR[wanted_colours(state)]
        best = codes[0]
        most: i64 = -1000
        equal = 0
        for code in codes:
            points = rate(state, code, kinds)
            if points > most:
                most = points
                best = code
                equal = 1
            elif points == most:
                equal += 1
                if rng.below(equal) == 0:
                    best = code
        return best

    def shortlist(self, state: State, seat: i64, codes: vec[i64]) -> vec[i64]:
        """The placements that look best, those before that are found before."""
        assert isinstance(state, Crusgallo)
        if state.step != PLACE or len(codes) <= WIDTH:
            return codes
        kinds = KINDS_FOR[wanted_colours(state)]
        best = vec[i64](capacity=WIDTH + 1)
        points_of = vec[i64](capacity=WIDTH + 1)  # of the best, descending
        for code in codes:
            points = rate(state, code, kinds) if code >= LOWEST_PLACE else FOR_MAGIC
            at: i64 = len(best)
            if at == WIDTH:
                if points <= points_of[at - 1]:
                    continue
                at -= 1
            else:
                best = append(best, code)
                points_of = append(points_of, points)
            while at > 0 and points_of[at - 1] < points:
                best[at] = best[at - 1]
                points_of[at] = points_of[at - 1]
                at -= 1
            best[at] = code
            points_of[at] = points
        return best

    def promise(self, state: State, seat: i64, code: i64) -> float:
        """The chances that a placement opens and closes."""
        assert isinstance(state, Crusgallo)
        return 0.0005 * float(worth(state, code)) if state.step == PLACE else 0.0

    def sight(self, state: State, seat: i64) -> i64:
        """The next card. Cards are so far apart that no two pairs of a placement and a card look alike to a search,
        which adds up codes and what is seen."""
        assert isinstance(state, Crusgallo)
        return (state.card + 1) * 128


# -- what score is to be expected ------------------------------------------------------------------------


def expected_score(state: Crusgallo) -> float:
    """From how many cards will be to spare, and how many treasures will have been collected (CR-52 to CR-54)."""
    if state.step == OVER:
        return float(state.score())
    treasures = float(state.treasure_count()) + HALF_COLLECTED * float(begun_treasures(state))
    freed = 1.0
    if state.phase == 1:
        bonds = bonds_left(state)
        cards = float(len(state.pile) - state.drawn + (1 if state.card >= 0 else 0))
        needed = FOR_A_BOND * float(bonds)
        doubt = 0.8 + 0.1 * float(bonds)
        freed = logistic((cards - needed + 0.5) / doubt)
        spare = cards - needed + float(count(state.reserve)) - FOR_THE_DRAGON
        coming = needed if needed < cards else cards
        doubt += 0.5
    else:
        lacking = float(COLOURS - count(state.dragon))
        spare = float(count(state.row)) - FOR_A_GEM * lacking
        doubt = 0.15 + 0.25 * lacking
        coming = 0.0
    # Cards beyond those that make a Champion can be used for more treasures.
    if spare > 3.0:
        coming += spare - 3.0
    treasures += COLLECTED_BY_A_CARD * coming
    unsure = 0.25 + 0.03 * coming
    scores = state.parts.scores
    total = 0.0
    left = 1.0  # of all chances: those of this grade and better ones
    for grade in range(3):
        better = 0.0
        if grade < 2:
            better = logistic((treasures + 0.5 - float(state.parts.grade_from[grade + 1])) / unsure)
        score = float(scores[0][grade]) + freed * float(scores[1][grade] - scores[0][grade])
        for title in range(2, 6):
            reached = logistic((spare - float(title - 2) + 0.5) / doubt)
            if reached > freed:
                reached = freed
            score += reached * float(scores[title][grade] - scores[title - 1][grade])
        total += (left - better) * score
        left = better
    return total


def bonds_left(state: Crusgallo) -> i64:
    """Bonds that still hold the creatures."""
    left: i64 = 0
    for colour in range(COLOURS):
        left += state.bonds >> 2 * colour & 3
    return left


def begun_treasures(state: Crusgallo) -> i64:
    """Treasures with one of their two orbs lit."""
    cards = state.parts.treasure_card
    found: i64 = 0
    for number in range(1, len(cards)):
        if state.half >> number & 1 == 1 and state.treasures >> cards[number] & 1 == 0:
            found += 1
    return found


# -- how good a placement looks --------------------------------------------------------------------------


def worth(state: Crusgallo, code: i64) -> i64:
    """Points for a placement that `codes` lists: what it does at once, and the chances it opens and closes."""
    return rate(state, code, KINDS_FOR[wanted_colours(state)])


def rate(state: Crusgallo, code: i64, kinds: vec[i64]) -> i64:
    """The same, where the kinds of cells (by symbol) are known. What is no placement has no points."""
    if code < LOWEST_PLACE:
        return 0
    way = state.parts.way_of(code)
    cell = state.cavern.cell_of(code)
    lit = state.cavern.lights(way, cell)
    points = prospects(state, way, cell, lit, kinds)
    return points + gain(state.effects_of(lit)) if len(lit) > 0 else points


def gain(effects: vec[i64]) -> i64:
    """Points for what a placement does at once."""
    points: i64 = 0
    for effect in effects:
        if effect & WON:
            points += FOR_BOND
        if effect & COLLECTED:
            points += FOR_TREASURE
        if effect & BEGUN:
            points += FOR_HALF
    return points


def wanted_colours(state: Crusgallo) -> i64:
    """Mask of the colours still worth lighting: creatures with bonds, or colours that the dragon lacks."""
    found: i64 = 0
    for colour in range(COLOURS):
        if state.can_enchant(colour):
            found |= 1 << colour
    return found


def prospects(state: Crusgallo, way: i64, cell: i64, lit: vec[i64], kinds: vec[i64]) -> i64:
    """How many points of chances a placement opens, less those it closes, in the squares around the card."""
    cells = state.cavern.cells
    images = state.parts.images
    size = state.cavern.size
    wide = width_of(way)
    across = wide + 2  # the card and what is around it
    down = 7 - wide
    corner = cell - size - 1
    before = vec[i64](capacity=20)
    row = corner
    while row < corner + down * size:
        for at in range(row, row + across):
            before = append(before, kinds[i64(cells[at])])
        row += size
    after = before[:]
    place = across + 1
    column: i64 = 0
    for at in range(CELLS * way, CELLS * way + CELLS):
        after[place + column] = kinds[images[at]]
        column += 1
        if column == wide:
            column = 0
            place += across
    for orb in lit:
        far = (orb >> SYMBOL_BITS) - corner
        after[far // size * across + far % size] = LIT_ORB
    points: i64 = 0
    start: i64 = 0
    while start < across * (down - 1):
        for at in range(start, start + across - 1):
            under = at + across
            points += (
                PROSPECTS[216 * after[at] + 36 * after[at + 1] + 6 * after[under] + after[under + 1]]
                - PROSPECTS[216 * before[at] + 36 * before[at + 1] + 6 * before[under] + before[under + 1]]
            )
        start += across
    return points


JUDGE = CrusgalloJudge()
