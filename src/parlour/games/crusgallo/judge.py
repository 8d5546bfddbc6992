"""Crusgallo as a bot sees it: the score to be expected, from cards to spare and treasures.

Which placements deserve a thought is told by `worth`, which knows no more than the table shows and which cards have not
been seen yet (menus are sorted by it too); a search plays some cards on by it, drawn from the known composition of the
unseen ones, and compares what was reached. What counts:

    FOR_BOND       an orb lights that takes a bond off a creature, or puts a gem on the dragon
    FOR_TREASURE   a treasure is collected
    FOR_HALF       the first of a treasure's two orbs lights
    BURIED         an unlit orb of a treasure is covered
    CHANCES        squares that may become sets, by what they lack (`shape_of`) and by what their orb is worth: nothing
                   if the crystal that two others need is on no card that is left

What was reached is judged by what was learnt of other games (`inputs.py`), so one card is played on; with other
components, of which nothing was learnt, it is `expected_score`, and eight are. That stays for `greedy` and for words.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from parlour._vecs import append, vec
from parlour.games.crusgallo.cavern import SYMBOL_BITS
from parlour.games.crusgallo.codes import LOWEST_PLACE
from parlour.games.crusgallo.parts import BARE, BIT, CELLS, COLOURS, CRYSTAL, LIT, ORB, THIRD, width_of
from parlour.games.crusgallo.rules import BEGUN, COLLECTED, OVER, PLACE, WON, Crusgallo, count
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, Term, logistic
from parlour.rules.network import Learned
from parlour.rules.state import State

WIDTH: Final[i64] = 6  # placements that a search thinks about
UNLEARNT: Final[i64] = 8  # cards that are played on where nothing was learnt
FOR_BOND: Final[i64] = 10_000
FOR_TREASURE: Final[i64] = 5_000
FOR_HALF: Final[i64] = 1_000
FOR_MAGIC: Final[i64] = 20_000
BURIED: Final[i64] = 2_000
WANTED: Final[i64] = 100  # an orb whose light takes a bond off, or binds the dragon
SECOND: Final[i64] = 30  # more, or by itself, if it is the second of a treasure that is begun

# What a game takes and brings, about: cards for a released bond, for a gem on the dragon, for the whole second phase;
# treasures with every card; how much of a treasure the first of its orbs is.
FOR_A_BOND: Final = 1.9
FOR_A_GEM: Final = 1.35
FOR_THE_DRAGON: Final = 8.5
COLLECTED_BY_A_CARD: Final = 0.05
HALF_COLLECTED: Final = 0.35

# What a cell is to somebody who looks for squares that may become sets.
BARE_CELL: Final[i64] = 0
BLANK_CELL: Final[i64] = 1
CRYSTAL_CELL: Final[i64] = 2
ORB_CELL: Final[i64] = 3
LIT_CELL: Final[i64] = 4
SEEN: Final[i64] = 5  # so many there are

# A square with an orb: what it lacks. CHANCES: the weight of each, for what the orb is worth.
HOPELESS: Final[i64] = 0
OPEN: Final[i64] = 1  # one crystal, for a bare cell
COVERED: Final[i64] = 2  # one crystal, over a blank cell or another orb
TWO_OPEN: Final[i64] = 3  # two crystals, for bare cells
TWO_COVERED: Final[i64] = 4  # two crystals, and something is to be covered
CHANCES: Final = vec[i64]([0, 20, 10, 5, 3])


def cell_kind(symbol: i64) -> i64:
    if symbol == BARE:
        return BARE_CELL
    if symbol >= LIT:
        return LIT_CELL
    if symbol >= ORB:
        return ORB_CELL
    return CRYSTAL_CELL if symbol >= CRYSTAL else BLANK_CELL


def shape_of(square: list[int]) -> int:
    """What a square lacks. Three crystals that are no set, and none at all, are hopeless, and so is a lit orb."""
    crystals = square.count(int(CRYSTAL_CELL))
    bare = square.count(int(BARE_CELL))
    if LIT_CELL in square or ORB_CELL not in square:
        return int(HOPELESS)
    if crystals == 2:
        return int(OPEN if bare == 1 else COVERED)
    if crystals == 1:
        return int(TWO_OPEN if bare == 2 else TWO_COVERED)
    return int(HOPELESS)


def shapes() -> vec[i64]:
    """The same for all squares, by the kinds of their cells in reading order."""
    found = vec[i64](capacity=625)
    kinds = range(int(SEEN))
    for a in kinds:
        for b in kinds:
            for c in kinds:
                for d in kinds:
                    found = append(found, shape_of([a, b, c, d]))
    return found


KIND_OF: Final = vec[i64]([cell_kind(symbol) for symbol in range(i64(256))])
SHAPES: Final = shapes()


@final
class Eye:
    """What is the same for all placements of a moment: which orbs are worth lighting, which crystals may still come,
    and what the squares on the table are worth as they are."""

    def __init__(self, state: Crusgallo) -> None:
        self.values: vec[i64] = orb_values(state)  # by symbol
        self.left: vec[i64] = crystals_left(state)  # by kind: how many are on the cards that are left
        self.cells: vec[u8] = state.cavern.cells
        self.size: i64 = state.cavern.size
        self.known: vec[i64] = vec[i64]([-1 for _ in range(self.size * self.size)])  # by cell: see `now`

    def now(self, at: i64) -> i64:
        """Points for the square on the table of which this is the top-left cell."""
        found = self.known[at]
        if found < 0:
            cells = self.cells
            under = at + self.size
            found = self.square(i64(cells[at]), i64(cells[at + 1]), i64(cells[under]), i64(cells[under + 1]))
            self.known[at] = found
        return found

    def square(self, a: i64, b: i64, c: i64, d: i64) -> i64:
        """Points for a square with these symbols. Of two orbs the better one is the one to light."""
        shape = SHAPES[125 * KIND_OF[a] + 25 * KIND_OF[b] + 5 * KIND_OF[c] + KIND_OF[d]]
        if shape == HOPELESS:
            return 0
        best: i64 = 0
        first: i64 = -1
        second: i64 = -1
        values = self.values
        if a >= ORB:
            best = values[a]
        elif a >= CRYSTAL:
            first = a - CRYSTAL
        if b >= ORB:
            if values[b] > best:
                best = values[b]
        elif b >= CRYSTAL:
            second = first
            first = b - CRYSTAL
        if c >= ORB:
            if values[c] > best:
                best = values[c]
        elif c >= CRYSTAL:
            second = first
            first = c - CRYSTAL
        if d >= ORB:
            if values[d] > best:
                best = values[d]
        elif d >= CRYSTAL:
            second = first
            first = d - CRYSTAL
        points = CHANCES[shape] * best
        if shape > COVERED:
            return points
        lots = self.left[THIRD[9 * first + second]]
        # Of equal squares the one whose crystal is on more cards.
        return points * (1000 + lots) // 1005 if lots > 0 else 0


def orb_values(state: Crusgallo) -> vec[i64]:
    """What it is worth to light an orb, by its symbol."""
    found = vec[i64]([0 for _ in range(LIT)])
    cards = state.parts.treasure_card
    for colour in range(COLOURS):
        value = WANTED if state.can_enchant(colour) else 0
        found[ORB + colour] = value
        for treasure in range(i64(1), len(cards)):
            begun = state.half >> treasure & 1 == 1 and state.treasures & BIT[cards[treasure]] == 0
            found[ORB + 8 * treasure + colour] = value + SECOND if begun else value
    return found


def crystals_left(state: Crusgallo) -> vec[i64]:
    """How many crystals of each kind are on cards that nobody has seen, or that lie in the row."""
    cards = state.row | state.reserve
    for i in range(state.drawn, len(state.pile)):
        cards |= BIT[state.pile[i]]
    found = vec[i64]([0 for _ in range(9)])
    faces = state.parts.faces
    card: i64 = 0
    while cards != 0:
        if cards & 1:
            for at in range(16 * card, 16 * card + 4):
                if faces[at] < ORB:
                    found[faces[at] - CRYSTAL] += 1
        cards >>= 1
        card += 1
    return found


@final
class CrusgalloJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.horizon = 1  # and then what was learnt; where nothing was, more (`steps`)
        self.learned = True
        self.glances = 1

    def steps(self, state: State) -> i64:
        return super().steps(state) if self.learned and self.learnt(state) is not None else UNLEARNT

    def learnt(self, state: State) -> Learned | None:
        """It has learnt what scores the cards of the box bring."""
        return super().learnt(state) if state.components_source() is None else None

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
        eye = Eye(state)
        best = codes[0]
        most: i64 = -1_000_000
        equal = 0
        for code in codes:
            points = rate(state, code, eye)
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
        eye = Eye(state)
        best = vec[i64](capacity=WIDTH + 1)
        points_of = vec[i64](capacity=WIDTH + 1)  # of the best, descending
        for code in codes:
            points = rate(state, code, eye) if code >= LOWEST_PLACE else FOR_MAGIC
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
        return 0.0000005 * float(worth(state, code)) if state.step == PLACE else 0.0

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
    return rate(state, code, Eye(state))


def rate(state: Crusgallo, code: i64, eye: Eye) -> i64:
    """The same, for somebody who has looked at the table already. What is no placement has no points."""
    if code < LOWEST_PLACE:
        return 0
    way = state.parts.way_of(code)
    cell = state.cavern.cell_of(code)
    lit = state.cavern.lights(way, cell)
    points = prospects(state, way, cell, lit, eye)
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


def prospects(state: Crusgallo, way: i64, cell: i64, lit: vec[i64], eye: Eye) -> i64:
    """How many points of chances a placement opens, less those it closes, in the squares around the card."""
    cells = state.cavern.cells
    images = state.parts.images
    size = state.cavern.size
    wide = width_of(way)
    across = wide + 2  # the card and what is around it
    down = 7 - wide
    corner = cell - size - 1
    last = corner + (down - 1) * size
    points: i64 = 0
    after = vec[i64](capacity=20)
    row = corner
    while row <= last:
        end = row + across - 1
        for at in range(row, end):
            after = append(after, i64(cells[at]))
            if row < last:
                points -= eye.now(at)
        after = append(after, i64(cells[end]))
        row += size
    place = across + 1
    column: i64 = 0
    for at in range(CELLS * way, CELLS * way + CELLS):
        old = after[place + column]
        if old >= ORB + 8 and old < LIT:
            points -= BURIED
        after[place + column] = images[at]
        column += 1
        if column == wide:
            column = 0
            place += across
    for orb in lit:
        far = (orb >> SYMBOL_BITS) - corner
        after[far // size * across + far % size] |= LIT
    start: i64 = 0
    while start < across * (down - 1):
        for at in range(start, start + across - 1):
            under = at + across
            points += eye.square(after[at], after[at + 1], after[under], after[under + 1])
        start += across
    return points


JUDGE = CrusgalloJudge()
