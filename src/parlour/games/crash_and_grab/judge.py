"""Crash & Grab as a bot sees it: stations filled, crew within reach, and what helps to get there."""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.games.crash_and_grab.codes import CRASH_IT, PASS, PLANS, PUTS
from parlour.games.crash_and_grab.parts import ACCELERATOR, BITS, PLAIN, SITES, TYPES, UPGRADES, WAYS, Layout, types_in
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    BOOST,
    CARDS_OF,
    COLOR,
    CREW,
    DISCS,
    END,
    EXCHANGE,
    FUEL,
    FULL,
    KEEP,
    LAUNCH,
    MINES_HIT,
    MOVE,
    ON_SITE,
    OVER,
    PENALTY,
    PILOT,
    PILOT_ROLL,
    PLAN,
    PLANNED,
    REWARD,
    SHARE,
    START,
    UPGRADE,
    WASTE_LAUNCH,
    CrashAndGrab,
)
from parlour.games.crash_and_grab.sober import sober_flights
from parlour.rules.chance import Rng
from parlour.rules.judge import Judge, Term
from parlour.rules.network import Learned
from parlour.rules.state import State

ENOUGH: Final[i64] = 4  # more energy or Boosters than that are worth no more
FARTHEST: Final[i64] = 5  # the largest distance of a movement card, as a plan is weighed
OCCUPIED: Final[i64] = 16  # above what a cell is: another saucer is there

LOSS: Final = 6.0  # a crash on one's own turn that costs a crewmember
ASTRAY: Final = 1.0  # one that costs none
FOUND: Final = 9.0  # a crewmember for an empty station
HOME: Final = 60.0  # the last one
SPARE: Final = 2.0  # a crewmember for a station that is filled
BOOSTER: Final = 3.0  # one that is kept for another turn
# Styles of players: what else they see in a flight.
SENSIBLE: Final[i64] = 0
RAMMER: Final[i64] = 1  # flies into others
HOARDER: Final[i64] = 2  # keeps its Boosters, and likes the card that brings one
RUNNER: Final[i64] = 3  # keeps out of everybody's way
UNKNOWN: Final[i64] = 4  # another of them with every answer
STYLES: Final[i64] = 5
RAM: Final = 25.0  # what a rammer sees in a collision, and a runner fears
HOARD: Final = 12.0  # what a Booster more is to a hoarder

STATIONS: Final = vec[float](
    [0.0, 2.5, 6.0, 12.0, 45.0]
)  # worth of so many filled stations: the last ones are the hardest
MATCHING: Final = vec[float](
    [0.0, 4.0, 8.0, 11.0, 11.0]
)  # and of so many crew of its own colour, which cannot be stolen
# What an upgrade is worth: after who won the games of greedy players where that told much, else by rule of thumb.
UPGRADE_WORTH: Final = {
    "tractor-beam": 4.0,
    "boost-amplifier": 3.5,
    "time-machine": 3.5,
    "afterburner": 2.5,
    "airlock": 2.0,
    "hyperdrive": 2.0,
    "rotational-stabilizer": 2.0,
    "saucer-teleporter": 2.0,
    "wormhole-generator": 2.0,
    "acceleration-regulator": 1.5,
    "blast-off-thrusters": 1.5,
    "landing-legs": 1.5,
    "organic-triangulator": 1.5,
    "proximity-mines": 1.5,
    "pulse-cannon": 1.5,
    "waste-accelerator": 1.5,
    "regeneration-gateway": 1.2,
    "quake-maker": 1.0,
    "scavenger-bot": 0.8,
    "kinetic-siphon": 0.5,
    "cargo-hold": 0.3,  # its Boosters count by themselves
    "cloaking-device": 0.3,
    "distress-signaler": 0.3,
}
CARDS: Final = vec[float]([UPGRADE_WORTH[name] for name in UPGRADES])


@final
class CrashJudge(Judge):
    def __init__(self) -> None:
        super().__init__()
        self.scale = 8.0
        self.horizon = 0
        self.secret = True  # CG-31: a plan stays face down till it is executed
        self.glances = 24
        self.trust = 10
        self.incline = 0.02
        self.ahead: i64 = 2  # round starts that a search plays on to
        self.likely: i64 = 60  # how often, of 100, a plan that nobody has seen is imagined as a sensible one
        self.styles = STYLES
        self.casting = False

    def standing(self, state: State, seat: i64) -> float:
        assert isinstance(state, CrashAndGrab)
        if state.players == 2:
            return worth_of(state, 2 * seat) + worth_of(state, 2 * seat + 1)
        return worth_of(state, seat)

    def terms(self, state: State, seat: i64) -> list[Term]:
        assert isinstance(state, CrashAndGrab)
        if state.players != 2:
            return terms_of(state, seat)
        found = terms_of(state, 2 * seat)
        for term, more in zip(found, terms_of(state, 2 * seat + 1), strict=True):
            term.amount += more.amount
            term.worth += more.worth
        return found

    def learnt(self, state: State) -> Learned | None:
        """What was learnt was learnt in the usual game: other components and options are other games."""
        assert isinstance(state, CrashAndGrab)
        if state.boost_limit != 0 or state.round_limit != 0 or state.parts.source is not None:
            return None
        return super().learnt(state)

    # -- a hurried player ------------------------------------------------------------------------

    def lean(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """Anything; but steal where one can, and buy upgrades."""
        assert isinstance(state, CrashAndGrab)
        if state.phase == REWARD:
            return self.dearest(state, seat, codes, rng)
        if state.phase == UPGRADE:
            return codes[0]
        code = codes[rng.below(len(codes))]
        if code == PASS:
            code = codes[rng.below(len(codes))]
        return code

    def dearest(self, state: CrashAndGrab, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """A theft that fills a station, if there is one."""
        best = codes[0]
        most = -1.0
        for code in codes:
            after = state.clone()
            after.apply(seat, code)
            worth = self.standing(after, seat)
            if worth > most:
                most = worth
                best = code
        return best

    def meanwhile(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        return self.sensible(state, seat, codes, rng)

    # -- a sensible player -----------------------------------------------------------------------

    def sensible(self, state: State, seat: i64, codes: vec[i64], rng: Rng) -> i64:
        """Flies where there is crew to pick up or somebody to crash, and stays on the board."""
        assert isinstance(state, CrashAndGrab)
        phase = state.phase
        if phase == PLAN:
            saucer = state.saucer_to_plan(seat)
            return PLANS + 12 * state.has[COLOR + saucer] + self.course(state, saucer, rng)
        if phase == MOVE or phase == BOOST or phase == LAUNCH or phase == WASTE_LAUNCH:
            return self.way(state, codes, rng)
        if phase == PENALTY or phase == EXCHANGE or phase == SHARE or phase == START or phase == END or phase == KEEP:
            return self.dearest(state, seat, codes, rng)
        if phase == CREW:
            return self.wanted_most(state, seat, codes)
        if phase == MINES_HIT:
            return CRASH_IT  # it is always rewarded
        return self.lean(state, seat, codes, rng)

    def answer_in_style(self, state: State, seat: i64, codes: vec[i64], rng: Rng, style: i64) -> i64:
        """Styles differ in what they plan and how they fly; all else is done as a sensible player does it."""
        assert isinstance(state, CrashAndGrab)
        if style == UNKNOWN:
            style = rng.below(UNKNOWN)
        if style != SENSIBLE:
            phase = state.phase
            if phase == PLAN:
                saucer = state.saucer_to_plan(seat)
                return PLANS + 12 * state.has[COLOR + saucer] + self.course(state, saucer, rng, style)
            if phase == MOVE or phase == BOOST or phase == LAUNCH or phase == WASTE_LAUNCH:
                return self.way(state, codes, rng, style)
        return self.sensible(state, seat, codes, rng)

    def course(self, state: CrashAndGrab, saucer: i64, rng: Rng, style: i64 = SENSIBLE) -> i64:
        """The card and direction (as a plan holds them) that lead to most as things stand."""
        has = state.has
        cell = has[AT + saucer]
        if cell < 0:
            return rng.below(12)
        boosters = has[DISCS + saucer]
        best: i64 = 0
        most = -1000.0
        scout = Scout(state, saucer, True)
        for direction in range(WAYS):
            for distance in range(1, FARTHEST + 1):
                spare = boosters + 1 if distance == 2 else boosters
                worth: float = scout.trip(cell, direction, distance, spare) + 0.1 * float(rng.below(10))
                if style != SENSIBLE:
                    worth += taste(scout.ground, scout.neighbours, cell, direction, distance, style)
                    if style == HOARDER and distance == 2:
                        worth += HOARD
                card: i64 = 2
                if distance == 2:
                    card = 0
                    worth += BOOSTER - 0.5
                elif distance == 3:
                    card = 1
                    worth += 0.9
                if worth > most:
                    most = worth
                    best = card << 2 | direction
        return best

    def way(self, state: CrashAndGrab, codes: vec[i64], rng: Rng, style: i64 = SENSIBLE) -> i64:
        """The move, launch or Boost that leads to most."""
        saucer = state.active
        cell = state.has[AT + saucer]
        boosters = state.has[DISCS + saucer]
        if state.phase == BOOST:
            boosters -= 1
        scout = Scout(state, saucer, boosters != 0)
        best = codes[0]
        most = -1000.0
        for code in codes:
            worth: float = 0.1 * float(rng.below(10))
            if code == PASS:
                worth += BOOSTER  # it is kept
                if style == HOARDER:
                    worth += HOARD
            else:
                worth += scout.trip(cell, code >> 4 & 3, code & 15, boosters)
                if style != SENSIBLE:
                    worth += taste(scout.ground, scout.neighbours, cell, code >> 4 & 3, code & 15, style)
            if worth > most:
                most = worth
                best = code
        return best

    def wanted_most(self, state: CrashAndGrab, seat: i64, codes: vec[i64]) -> i64:
        """The lost crewmember that would help this seat, and as few others as may be (CG-86)."""
        best = codes[0]
        most: i64 = -100
        for code in codes:
            type = (code - PUTS) & 3
            gain: i64 = 0
            for saucer in range(state.saucers):
                if state.types_aboard(saucer) >> type & 1 == 0:
                    gain += 4 if state.seat_of(saucer) == seat else -1
            if gain > most:
                most = gain
                best = code
        return best

    def suppose(self, state: State, seat: i64, rng: Rng) -> None:
        """A plan that is face down is mostly one that leads somewhere (CG-31)."""
        assert isinstance(state, CrashAndGrab)
        if self.likely == 0:
            return
        has = state.has
        for saucer in range(state.saucers):
            hidden = state.seat_of(saucer) != seat and has[PLANNED + saucer] >= 0 and state.revealed >> saucer & 1 == 0
            if hidden and rng.below(100) < self.likely:
                has[PLANNED + saucer] = self.course(state, saucer, rng)

    def sober(self, state: State, seat: i64, codes: vec[i64]) -> vec[i64]:
        assert isinstance(state, CrashAndGrab)
        return sober_flights(state, seat, codes)

    # -- when a turn is over -------------------------------------------------------------------------

    def mark(self, state: State) -> i64:
        """The turn; while plans are made, the first turn of the next round."""
        assert isinstance(state, CrashAndGrab)
        if state.phase == PLAN or state.phase == PILOT or state.phase == PILOT_ROLL:
            return (state.round + 1) << 4
        return (state.round << 4) + state.turns_done + 1

    def goal(self, state: State) -> i64:
        assert isinstance(state, CrashAndGrab)
        return self.mark(state) if self.ahead == 0 else (state.round + self.ahead) << 4

    def is_settled(self, state: State, mark: i64) -> bool:
        assert isinstance(state, CrashAndGrab)
        return (state.round << 4) + state.turns_done >= mark or state.phase == OVER

    def reopen(self, view: dict[str, Any], seat: int) -> dict[str, Any]:
        """Nobody else has planned yet, as far as this seat can tell (CG-30)."""
        if view["phase"] != "plan":
            return view
        saucers = [dict(saucer) if saucer["seat"] == seat else {**saucer, "plan": None} for saucer in view["saucers"]]
        owing = sorted({saucer["seat"] for saucer in saucers if saucer["plan"] is None})
        return {**view, "saucers": saucers, "to_act": owing}


# -- what a saucer is worth ------------------------------------------------------------------------------


def worth_of(state: CrashAndGrab, saucer: i64) -> float:
    worth: float = STATIONS[stations_of(state, saucer)] + matching(state, saucer)
    worth += 0.7 * energy(state, saucer) + 0.9 * boosters(state, saucer)
    return worth + upgrades(state, saucer) + reach(state, saucer)


def terms_of(state: CrashAndGrab, saucer: i64) -> list[Term]:
    """What `worth_of` adds up."""
    stations = stations_of(state, saucer)
    alike = matching(state, saucer)
    fuel = energy(state, saucer)
    discs = boosters(state, saucer)
    cards = upgrades(state, saucer)
    near = reach(state, saucer)
    return [
        Term("stations", float(stations), STATIONS[stations]),
        Term("matching", alike, alike),
        Term("energy", fuel, 0.7 * fuel),
        Term("boosters", discs, 0.9 * discs),
        Term("upgrades", float(upgrades_held(state, saucer)), cards),
        Term("reach", near, near),
    ]


def stations_of(state: CrashAndGrab, saucer: i64) -> i64:
    """How many of its stations are filled."""
    return BITS[state.types_aboard(saucer)]


def matching(state: CrashAndGrab, saucer: i64) -> float:
    """What crew of its own colour is worth."""
    has = state.has
    return MATCHING[BITS[has[ABOARD + saucer] >> TYPES * has[COLOR + saucer] & FULL]]


def energy(state: CrashAndGrab, saucer: i64) -> float:
    """Energy, as far as there can be use for it."""
    fuel = state.has[FUEL + saucer]
    return float(fuel if fuel < ENOUGH else ENOUGH)


def boosters(state: CrashAndGrab, saucer: i64) -> float:
    """Boosters, as far as there can be use for them."""
    discs = state.has[DISCS + saucer]
    return float(discs if discs < ENOUGH else ENOUGH)


def upgrades(state: CrashAndGrab, saucer: i64) -> float:
    """What its upgrades are worth."""
    worth = 0.0
    cards = state.has[CARDS_OF + saucer]
    card: i64 = 0
    while cards != 0:
        if cards & 1 == 1:
            worth += CARDS[card]
        cards >>= 1
        card += 1
    return worth


def upgrades_held(state: CrashAndGrab, saucer: i64) -> i64:
    """How many upgrades it has."""
    number: i64 = 0
    cards = state.has[CARDS_OF + saucer]
    while cards != 0:
        number += cards & 1
        cards >>= 1
    return number


def reach(state: CrashAndGrab, saucer: i64) -> float:
    """How good the way to the next crewmember looks that it lacks; it counts double for the last station."""
    has = state.has
    cell = has[AT + saucer]
    if cell < 0:
        return 0.5
    types = state.types_aboard(saucer)
    best = 0.0
    for number in range(1, SITES + 1):
        member = has[ON_SITE + number]
        if member >= 0 and types >> (member & 3) & 1 == 0:
            near = nearness(state.board.layout, cell, state.board.site[number])
            if near > best:
                best = near
    return best if BITS[types] < 3 else 2.0 * best


def nearness(layout: Layout, cell: i64, site: i64) -> float:
    """How good the way to a crewmember looks: in line is best, then close."""
    across = layout.column[cell] - layout.column[site]
    down = layout.row[cell] - layout.row[site]
    if across < 0:
        across = -across
    if down < 0:
        down = -down
    if across == 0 or down == 0:
        away = across + down
        return 3.5 if away <= 3 else (3.0 if away <= 5 else 1.5)
    return 2.0 - 0.15 * float(across + down)


# -- what a flight brings --------------------------------------------------------------------------------


COLUMNS: Final[i64] = 16  # after the rows of a chart
LONGEST: Final[i64] = 16  # no flight is as long


def taste(ground: vec[i64], neighbours: vec[i64], cell: i64, direction: i64, distance: i64, style: i64) -> float:
    """What a player of a style sees in a flight besides what it brings: somebody on the way."""
    if style == HOARDER:
        return 0.0
    for _step in range(distance):
        cell = neighbours[4 * cell + direction]
        if cell < 0:
            return 0.0
        if ground[cell] >= OCCUPIED:
            return RAM if style == RAMMER else -RAM
    return 0.0


def paths() -> vec[i64]:
    """The places of a line that a flight passes, as a mask: by the place that it starts from, forwards or (with 16
    added to the place) backwards, and by its distance (the lowest four bits)."""
    found = vec[i64]()
    for start in range(32):
        for distance in range(LONGEST):
            passed: i64 = (1 << distance) - 1
            if start < 16:
                passed <<= start + 1
            elif distance <= start - 16:
                passed <<= start - 16 - distance
            else:
                passed = (1 << (start - 16)) - 1
            found = append(found, passed)
    return found


PATHS: Final = paths()
NO_CHART: Final = vec[i64]([0 for _ in range(32)])


@final
@mypyc_attr(free_list_len=1)
class Scout:
    """Looks ahead for one saucer: what flights would bring, as things stand."""

    def __init__(self, state: CrashAndGrab, saucer: i64, boosts: bool) -> None:
        """`boosts` says whether flights may be followed by a Boost."""
        has = state.has
        board = state.board
        self.state: CrashAndGrab = state
        self.saucer: i64 = saucer
        self.layout: Layout = board.layout
        self.neighbours: vec[i64] = board.layout.next
        self.has: vec[i64] = has
        self.wanted: i64 = FULL & ~state.types_aboard(saucer)
        self.last: bool = self.wanted & self.wanted - 1 == 0  # it lacks one type only
        self.fall: float = LOSS if state.off_coloured(saucer) != 0 else ASTRAY  # what leaving the board costs
        ground = board.cell[:]
        # Where crew and other saucers are: a mask for each row, then for each column.
        chart = NO_CHART
        if boosts and not self.last:
            chart = NO_CHART[:]
            for number in range(1, SITES + 1):
                if has[ON_SITE + number] >= 0:
                    self.enter(chart, board.site[number])
        for other in range(state.saucers):
            cell = has[AT + other]
            if other != saucer and cell >= 0:
                ground[cell] |= OCCUPIED
                if boosts and not self.last:
                    self.enter(chart, cell)
        self.ground: vec[i64] = ground  # by cell: what it is, plus OCCUPIED where another saucer is
        self.chart: vec[i64] = chart

    def enter(self, chart: vec[i64], cell: i64) -> None:
        row = self.layout.row[cell]
        column = self.layout.column[cell]
        chart[row] |= 1 << column
        chart[COLUMNS + column] |= 1 << row

    def trip(self, cell: i64, direction: i64, distance: i64, boosters: i64) -> float:
        """What a flight brings, and a Boost after it. For the last station one looks further: more launches, two
        Boosts."""
        wanted = self.wanted
        last = self.last
        launches: i64 = 1
        if last:
            launches = 2
        worth, landed = self.outlook(cell, direction, distance, wanted, launches)
        if landed < 0 or boosters == 0:
            return worth
        if not last:
            return worth + self.boost(landed, distance)
        more = 0.0
        for turn in range(WAYS):
            further, end = self.outlook(landed, turn, distance, wanted, launches - 1)
            further -= 1.0
            if boosters > 1 and end >= 0 and further < HOME - 10.0:
                for second in range(WAYS):
                    then: float = further - 1.0 + self.outlook(end, second, distance, wanted, 0)[0]
                    if then > more:
                        more = then
            if further > more:
                more = further
        return worth + more

    def boost(self, cell: i64, distance: i64) -> float:
        """What a Boost from a cell brings, if it brings anything: only where there is crew or a saucer on its way."""
        chart = self.chart
        row = self.layout.row[cell]
        column = self.layout.column[cell]
        across = chart[row]
        down = chart[COLUMNS + column]
        more = 0.0
        if down & PATHS[(16 + row) * LONGEST + distance] != 0:
            more = self.better(more, cell, 0, distance)
        if across & PATHS[column * LONGEST + distance] != 0:
            more = self.better(more, cell, 1, distance)
        if down & PATHS[row * LONGEST + distance] != 0:
            more = self.better(more, cell, 2, distance)
        if across & PATHS[(16 + column) * LONGEST + distance] != 0:
            more = self.better(more, cell, 3, distance)
        return more

    def better(self, more: float, cell: i64, turn: i64, distance: i64) -> float:
        """What a Boost in this direction brings, if that is more."""
        further: float = self.outlook(cell, turn, distance, self.wanted, 0)[0] - 1.0
        return further if further > more else more

    def outlook(self, cell: i64, heading: i64, distance: i64, wanted: i64, launches: i64) -> tuple[float, i64]:
        """What a flight brings, and where it ends (-1: off the board); as far as it is easily seen."""
        neighbours = self.neighbours
        ground = self.ground
        worth = 0.0
        for _step in range(distance):
            cell = neighbours[4 * cell + heading]
            if cell < 0:
                return worth - self.fall, cell
            kind = ground[cell]
            if kind == PLAIN:
                continue
            site = kind & ~OCCUPIED
            if site == ACCELERATOR:
                if launches == 0:
                    return worth, cell
                best, landed = self.outlook(cell, 0, distance, wanted, launches - 1)
                for turn in range(1, WAYS):
                    brings, end = self.outlook(cell, turn, distance, wanted, launches - 1)
                    if brings > best:
                        best = brings
                        landed = end
                return worth + best, landed
            member: i64 = -1
            if site != PLAIN:
                member = self.has[ON_SITE + site]
            if member >= 0:
                type = member & 3
                if wanted >> type & 1 == 1:
                    wanted &= ~(1 << type)
                    worth += FOUND if wanted != 0 else HOME
                else:
                    worth += SPARE
            if kind >= OCCUPIED:
                return worth + self.bump(cell, heading, distance, wanted), cell
        return worth, cell

    def bump(self, cell: i64, heading: i64, distance: i64, wanted: i64) -> float:
        """What it brings to push another saucer: if it crashes, its crew can be stolen."""
        state = self.state
        saucer = self.saucer
        other = state.other_on(cell, saucer)
        neighbours = self.neighbours
        for _step in range(distance):
            cell = neighbours[4 * cell + heading]
            if cell < 0:
                break
        if cell >= 0:
            return 0.0
        if state.seat_of(other) == state.seat_of(saucer):
            return -ASTRAY
        if state.stations(state.seat_of(other)) < state.stations(state.seat_of(saucer)):
            return 1.0  # energy
        if types_in(state.off_coloured(other)) & wanted == 0:
            return 1.0
        return FOUND + 4.0 if wanted & wanted - 1 != 0 else HOME


JUDGE = CrashJudge()
