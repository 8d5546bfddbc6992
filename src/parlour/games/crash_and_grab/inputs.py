"""Crash & Grab: what a network reads of it, saucer by saucer, those of the seat that is asked about first.

All of it is public: who has which crew, energy, Boosters and upgrades (CG-1 to CG-4), where everything is, and whose
turns are over. Plans (CG-31) and cards that were drawn (CG-92) are left out. How a saucer stands to the crew that it
lacks and to whom it might rob is told outright, so that a small network need not find it out from places.

Kinds of answers say what an answer brings (`prospects.py`), not where it leads: plans by card and what it may come to,
flights and what moves a saucer at the end of a turn by what they come to, crew by who lacks it, upgrades by their
names. All else (what is given and stolen, whose turn comes first) is answered as a sensible player does.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.crash_and_grab.codes import BUY, BY_ROLL, KEEPS, PASS, PLANS, PUTS, VANISH
from parlour.games.crash_and_grab.judge import FARTHEST, HOME, Scout, nearness
from parlour.games.crash_and_grab.parts import BITS, SITES, TYPES, UPGRADES, WAYS, CrashParts, types_in
from parlour.games.crash_and_grab.prospects import (
    GAINS,
    NOTHING,
    PLACES,
    SAFE,
    prospect_of,
    prospect_of_plan,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    BOOST,
    CARDS_OF,
    COLOR,
    CREW,
    DISCS,
    END,
    FUEL,
    FULL,
    KEEP,
    LAUNCH,
    MOVE,
    ON_SITE,
    PLAN,
    SITE,
    UNKNOWN,
    UPGRADE,
    WASTE_LAUNCH,
    CrashAndGrab,
)
from parlour.rules.features import as_float, seat_name
from parlour.rules.game import Parts
from parlour.rules.network import Inputs
from parlour.rules.state import State

TABLE_NAMES: Final = [
    *["planning", "round", "turns that are over"],
    *["asked for: a move", "asked for: a launch", "asked for: a Boost", "asked for: an effect"],
    *["asked for: an upgrade or none", "asked for: the distance of a Boost"],
]
SAUCER_NAMES: Final = [
    *["on the board", "a station", "two stations", "three stations", "four stations"],
    *["one of its own colour", "two of its own colour", "three of its own colour"],
    *["stations that can be robbed", "spare crew", "has the Probe", "turn is to come", "turns before it"],
    *["energy", "two energy", "four energy", "how much energy"],
    *["a Booster", "two Boosters", "three Boosters", "how many Boosters"],
    *["spaces to the nearest edge", "spaces to the other edge"],
    *["crew that it lacks", "of its own colour", "way to the nearest", "way to the second", "crew that it has"],
    *["a flight wins", "upgrades"],
    *[f"has {card}" for card in UPGRADES],
]
PAIR_NAMES: Final = ["may rob {}", "has {} in line"]
TABLE: Final[i64] = 9
PLACE: Final[i64] = 30  # of a saucer, without its cards
KINDS: Final[i64] = 23  # of cards
PAIR: Final[i64] = 2
MANY: Final[i64] = 8  # energy or Boosters are not counted beyond

# Kinds of answers. Plans: by card, then what they may come to, `NOTHING` by how near crew is.
OF_CARD: Final[i64] = GAINS + 2
FLIGHTS: Final[i64] = 3 * OF_CARD  # by what they come to, and the place where they end
PASSES: Final[i64] = FLIGHTS + GAINS * PLACES  # no Boost, no launch from a site, no effect, no choice of a site
CLOAKED: Final[i64] = PASSES + 4
BOUGHT: Final[i64] = CLOAKED + 1  # or not
KEPT: Final[i64] = BOUGHT + 2  # by card
CHOSEN: Final[i64] = KEPT + KINDS  # lost crew, by who lacks it
ALL_KINDS: Final[i64] = CHOSEN + 9


@final
class CrashInputs(Inputs):
    def names(self, players: int, parts: Parts) -> list[str]:
        assert isinstance(parts, CrashParts)
        saucers = [seat_name(step) for step in range(players)]
        if parts.count(players).saucers_each == 2:
            saucers = [f"{who}, {place} saucer" for who in saucers for place in ("first", "second")]
        found = list(TABLE_NAMES)
        for number, saucer in enumerate(saucers):
            found += [f"{saucer}: {name}" for name in SAUCER_NAMES]
            for other in saucers[:number] + saucers[number + 1 :]:
                found += [f"{saucer}: {name.format(other)}" for name in PAIR_NAMES]
        return found

    def size(self, state: State) -> i64:
        assert isinstance(state, CrashAndGrab)
        return TABLE + state.saucers * (PLACE + KINDS + PAIR * (state.saucers - 1))

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, CrashAndGrab)
        saucers = state.saucers
        if state.phase == PLAN:
            out[at] = 1.0
        out[at + 1] = as_float(least(state.round, 20)) / 10.0
        out[at + 2] = as_float(state.turns_done) / as_float(saucers)
        if state.asked == seat:
            fill_question(state, out, at + 3)
        at += TABLE
        first = seat * state.count.saucers_each
        for step in range(saucers):
            saucer = (first + step) % saucers
            fill_saucer(state, saucer, out, at)
            at += PLACE
            cards = state.has[CARDS_OF + saucer]
            card: i64 = 0
            while cards != 0:
                if cards & 1 == 1:
                    out[at + card] = 1.0
                    out[at - 1] += 0.25
                cards >>= 1
                card += 1
            at += KINDS
            for turn in range(saucers):
                other = (first + turn) % saucers
                if other != saucer:
                    fill_pair(state, saucer, other, out, at)
                    at += PAIR

    # -- kinds of answers ----------------------------------------------------------------------------

    def answers(self, players: i64) -> i64:
        return ALL_KINDS

    def kind(self, state: State, seat: i64, code: i64) -> i64:
        assert isinstance(state, CrashAndGrab)
        phase = state.phase
        if phase == PLAN:
            saucer = state.saucer_to_plan(seat)
            plan = (code - PLANS) % 12
            return (plan >> 2) * OF_CARD + plan_kind(prospect_of_plan(state, saucer, plan))
        if phase == MOVE or phase == LAUNCH:
            return flight_kind(state, seat, code)
        if phase == BOOST:
            return PASSES if code == PASS else flight_kind(state, seat, code)
        if phase == WASTE_LAUNCH:
            return PASSES + 1 if code == PASS else flight_kind(state, seat, code)
        if phase == END:
            if code == VANISH:
                return CLOAKED
            return PASSES + 2 if code == PASS else flight_kind(state, seat, code)
        if phase == SITE:
            return PASSES + 3 if code == BY_ROLL else flight_kind(state, seat, code)
        if phase == UPGRADE:
            return BOUGHT if code == BUY else BOUGHT + 1
        if phase == KEEP:
            return KEPT + code - KEEPS
        if phase == CREW:
            return CHOSEN + crew_kind(state, seat, code - PUTS)
        return -1


def plan_kind(prospect: i64) -> i64:
    gain = prospect // PLACES
    if gain < NOTHING:
        return gain
    return NOTHING + prospect % PLACES // SAFE if gain == NOTHING else gain + 2


def flight_kind(state: CrashAndGrab, seat: i64, code: i64) -> i64:
    return FLIGHTS + prospect_of(state, seat, code)


def crew_kind(state: CrashAndGrab, seat: i64, member: i64) -> i64:
    """Who lacks a crewmember: this seat, and it is of its colour; others, and to one of them it is more."""
    type = member & 3
    own: i64 = 0
    others: i64 = 0
    for saucer in range(state.saucers):
        types = state.types_aboard(saucer)
        if types >> type & 1 == 1:
            continue
        dear = state.has[COLOR + saucer] == member >> 2
        if state.seat_of(saucer) == seat:
            own = 2 if dear else most(own, 1)
        else:
            others = 2 if dear or BITS[types] == TYPES - 1 else most(others, 1)
    return 3 * own + others


def fill_question(state: CrashAndGrab, out: vec[float], at: i64) -> None:
    phase = state.phase
    if phase == MOVE:
        out[at] = 1.0
    elif phase == LAUNCH or phase == WASTE_LAUNCH:
        out[at + 1] = 1.0
    elif phase == BOOST:
        out[at + 2] = 1.0
        out[at + 5] = as_float(least(state.distance, 10)) / 5.0
    elif phase == END:
        out[at + 3] = 1.0
    elif phase == UPGRADE:
        out[at + 4] = 1.0


def fill_saucer(state: CrashAndGrab, saucer: i64, out: vec[float], at: i64) -> None:
    has = state.has
    aboard = has[ABOARD + saucer]
    types = types_in(aboard)
    own = aboard >> TYPES * has[COLOR + saucer] & FULL
    stations = BITS[types]
    fill_steps(stations, out, at + 1, 4)
    fill_steps(BITS[own], out, at + 5, 3)
    out[at + 8] = as_float(stations - BITS[own]) / 3.0
    out[at + 9] = as_float(least(members(aboard) - stations, 4)) / 3.0
    seat = state.seat_of(saucer)
    if state.probe == seat:
        out[at + 10] = 1.0
    if state.done >> saucer & 1 == 0:
        out[at + 11] = 1.0
        if state.direction != UNKNOWN:
            turn = state.turns_done
            while turn < state.saucers and state.seat_in_order(turn) != seat:
                turn += 1
            out[at + 12] = as_float(turn - state.turns_done) / 3.0
    fuel = least(has[FUEL + saucer], MANY)
    if fuel >= 1:
        out[at + 13] = 1.0
    if fuel >= 2:
        out[at + 14] = 1.0
    if fuel >= 4:
        out[at + 15] = 1.0
    out[at + 16] = as_float(fuel) / 4.0
    discs = least(has[DISCS + saucer], MANY)
    fill_steps(discs, out, at + 17, 3)
    out[at + 20] = as_float(discs) / 4.0
    if has[AT + saucer] >= 0:
        out[at] = 1.0
        fill_surroundings(state, saucer, FULL & ~types, out, at + 21)


def fill_surroundings(state: CrashAndGrab, saucer: i64, wanted: i64, out: vec[float], at: i64) -> None:
    """The edges, the crew on the board, and what can be reached of it."""
    has = state.has
    layout = state.board.layout
    cell = has[AT + saucer]
    last = layout.size - 1
    down = layout.row[cell]
    down = least(down, last - down)
    across = layout.column[cell]
    across = least(across, last - across)
    out[at] = as_float(least(down, across)) / 4.0
    out[at + 1] = as_float(down + across - least(down, across)) / 4.0
    nearest = 0.0
    second = 0.0
    for number in range(1, SITES + 1):
        member = has[ON_SITE + number]
        if member < 0:
            continue
        if wanted >> (member & 3) & 1 == 0:
            out[at + 6] += 0.5
            continue
        out[at + 2] += 0.5
        if member >> 2 == has[COLOR + saucer]:
            out[at + 3] += 0.5
        near = nearness(layout, cell, state.board.site[number]) / 3.5
        if near > nearest:
            second = nearest
            nearest = near
        elif near > second:
            second = near
    out[at + 4] = nearest
    out[at + 5] = second
    if BITS[wanted] == 1 and may_win(state, saucer, cell):
        out[at + 7] = 1.0


def may_win(state: CrashAndGrab, saucer: i64, cell: i64) -> bool:
    """Whether a flight from here fills the last station, as things stand."""
    boosters = state.has[DISCS + saucer]
    scout = Scout(state, saucer, boosters != 0)
    for direction in range(WAYS):
        for distance in range(1, FARTHEST + 1):
            if scout.trip(cell, direction, distance, boosters) > HOME - 10.0:
                return True
    return False


def fill_pair(state: CrashAndGrab, saucer: i64, other: i64, out: vec[float], at: i64) -> None:
    """What one saucer might take from another (CG-81 to CG-84)."""
    seat = state.seat_of(saucer)
    rival = state.seat_of(other)
    if seat == rival:
        return
    if state.stations(rival) >= state.stations(seat):
        wanted = FULL & ~state.types_aboard(saucer)
        out[at] = as_float(BITS[types_in(state.off_coloured(other)) & wanted]) / 2.0
    here = state.has[AT + saucer]
    there = state.has[AT + other]
    if here >= 0 and there >= 0:
        layout = state.board.layout
        across = layout.column[here] - layout.column[there]
        down = layout.row[here] - layout.row[there]
        if (across == 0 or down == 0) and -FARTHEST <= across + down <= FARTHEST:
            out[at + 1] = 1.0


def fill_steps(number: i64, out: vec[float], at: i64, most: i64) -> None:
    """1 for each thing that there is, up to so many."""
    for step in range(least(number, most)):
        out[at + step] = 1.0


def members(crew: i64) -> i64:
    """How many crewmembers a mask has."""
    found: i64 = 0
    while crew != 0:
        found += 1
        crew &= crew - 1
    return found


def least(one: i64, other: i64) -> i64:
    return one if one < other else other


def most(one: i64, other: i64) -> i64:
    return one if one > other else other


INPUTS: Final = CrashInputs()
