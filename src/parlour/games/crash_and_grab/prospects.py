"""Crash & Grab: what a flight would come to, as a small number: what it brings, and what the place is like where it
ends. By that a network learns to choose (`inputs.py`).

Each flight is flown on a copy of the game, so nothing of the rules stands here a second time. Nobody's plan but the own
one has a part in it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.crash_and_grab.codes import CRASH_IT
from parlour.games.crash_and_grab.flight import may_pass, pass_questions, rehearse
from parlour.games.crash_and_grab.judge import FARTHEST, FOUND, HOME, Scout, reach
from parlour.games.crash_and_grab.parts import (
    ALL_DIRECTIONS,
    AMPLIFIER,
    BITS,
    BOOSTER,
    HYPERDRIVE,
    TIME_MACHINE,
    TYPES,
    WAYS,
    types_in,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    BOOST,
    CARDS_OF,
    COLOR,
    DISCS,
    FULL,
    LAUNCH,
    MINES_HIT,
    SITE,
    CrashAndGrab,
)

# What a flight brings, from the worst to the best.
ANOTHER_WINS: Final[i64] = 0  # CG-65
FALLS_LOSING: Final[i64] = 1  # CG-81: a crewmember is lost
FALLS: Final[i64] = 2
NOTHING: Final[i64] = 3
LITTLE: Final[i64] = 4  # crew for a station that is filled, or energy for a crash
BOOST_FILLS: Final[i64] = 5  # a Boost after it would fill a station
FALLS_FILLING: Final[i64] = 6
FILLS: Final[i64] = 7  # a station
FILLS_ALIKE: Final[i64] = 8  # with crew of its own colour, which stays (CG-3)
FILLS_MORE: Final[i64] = 9  # two stations or three
BOOST_WINS: Final[i64] = 10
WINS: Final[i64] = 11
GAINS: Final[i64] = 12
# And what the place is like where it ends: how near crew is that the saucer lacks, and whether it is out of reach of
# those who would rob it. A prospect is PLACES * gain + SAFE * near + safe.
NEAR: Final[i64] = 3
SAFE: Final[i64] = 2
PLACES: Final[i64] = NEAR * SAFE
IN_LINE: Final = 3.0
CLOSE: Final = 1.4
OF_THE_TURN: Final[i64] = -1  # Boosters: as many as there are in this turn
AMPLIFIED: Final[i64] = 6  # CG-142: the farthest Boost, as it is looked for


def prospect_of(state: CrashAndGrab, seat: i64, code: i64) -> i64:
    """The most that an answer of the seat comes to, with its own launches after it."""
    saucer = state.subject if state.phase == SITE else state.active
    after = state.clone()
    after.apply(seat, code)
    return best_end(state, after, saucer, launches_ahead(state, saucer), OF_THE_TURN, 0)


def prospect_of_plan(state: CrashAndGrab, saucer: i64, plan: i64) -> i64:
    """The most that a plan (card << 2 | direction) may come to, as things stand (CG-46)."""
    cards = state.has[CARDS_OF + saucer]
    direction = ALL_DIRECTIONS if cards >> TIME_MACHINE & 1 == 1 else plan & 3
    boosters = state.has[DISCS + saucer]
    if state.parts.bonus[plan >> 2] == BOOSTER:
        boosters += 1
    launches = launches_ahead(state, saucer)
    most: i64 = 0
    for code in state.parts.moves[10 * (plan >> 2) + 2 * direction + (cards >> HYPERDRIVE & 1)]:
        after = state.clone()
        if code & 15 != 0:
            rehearse(after, saucer, code >> 4 & 3, code & 15)
        found = best_end(state, after, saucer, launches, boosters, code & 15)
        if found > most:
            most = found
    return most


def launches_ahead(state: CrashAndGrab, saucer: i64) -> i64:
    """How many launches are looked ahead: more for the last station."""
    return 2 if BITS[state.types_aboard(saucer)] == TYPES - 1 else 1


def best_end(
    before: CrashAndGrab, state: CrashAndGrab, saucer: i64, launches: i64, boosters: i64, distance: i64
) -> i64:
    """The most that a flight comes to which may wait for a launch; then so many Boosters are left for Boosts of this
    distance."""
    while may_pass(state) or state.phase == MINES_HIT:
        if state.phase == MINES_HIT:
            state.apply(state.asked, CRASH_IT)
        pass_questions(state)
    if state.phase == LAUNCH and launches > 0:
        most: i64 = 0
        for code in state.codes(state.asked):
            after = state.clone()
            after.apply(state.asked, code)
            found = best_end(before, after, saucer, launches - 1, boosters, distance)
            if found > most:
                most = found
        return most
    if boosters == OF_THE_TURN:
        boosters = 0
        if state.phase == BOOST and state.active == saucer:
            boosters = state.has[DISCS + saucer]
            distance = state.distance
    gain = gain_of(before, state, saucer)
    if state.winner >= 0 or state.has[AT + saucer] < 0:
        return PLACES * gain
    if boosters > 0 and gain < BOOST_FILLS:
        more: float = boost_ahead(state, saucer, distance)
        if more > HOME - 10.0:
            gain = BOOST_WINS
        elif more > FOUND - 1.0:
            gain = BOOST_FILLS
    return PLACES * gain + SAFE * near_of(state, saucer) + (0 if is_exposed(state, saucer) else 1)


def gain_of(before: CrashAndGrab, after: CrashAndGrab, saucer: i64) -> i64:
    """What has changed for a saucer, by what everybody can see."""
    seat = before.seat_of(saucer)
    if after.winner >= 0:
        return WINS if after.winner == seat else ANOTHER_WINS
    color = before.has[COLOR + saucer]
    had = before.has[ABOARD + saucer]
    crew = after.has[ABOARD + saucer]
    little = crew & ~had != 0
    for other in range(before.saucers):
        rival = before.seat_of(other)
        if rival != seat and before.has[AT + other] >= 0 and after.has[AT + other] < 0:
            little = True
            if after.stations(rival) >= after.stations(seat):  # CG-84
                crew |= best_loot(after.off_coloured(other), types_in(crew), color)
    found = types_in(crew) & ~types_in(had)
    if types_in(crew) == FULL:
        return WINS
    if after.has[AT + saucer] < 0:
        if found != 0:
            return FALLS_FILLING
        return FALLS_LOSING if after.off_coloured(saucer) != 0 else FALLS
    if found & found - 1 != 0:
        return FILLS_MORE
    if found != 0:
        return FILLS_ALIKE if (crew & ~had) >> TYPES * color & found != 0 else FILLS
    return LITTLE if little else NOTHING


def best_loot(loot: i64, types: i64, color: i64) -> i64:
    """The crewmember, as a mask, that fills a station if one does, best of the saucer's own colour."""
    for type in range(TYPES):
        if types >> type & 1 == 0 and loot >> TYPES * color + type & 1 == 1:
            return 1 << TYPES * color + type
    member: i64 = 0
    while loot >> member != 0:
        if loot >> member & 1 == 1 and types >> (member & 3) & 1 == 0:
            return 1 << member
        member += 1
    return 0


def near_of(state: CrashAndGrab, saucer: i64) -> i64:
    """How near crew is that a saucer lacks: in line, close or neither."""
    near = reach(state, saucer)
    if BITS[state.types_aboard(saucer)] == TYPES - 1:
        near /= 2.0  # there it counts double
    return 2 if near >= IN_LINE else 1 if near >= CLOSE else 0


def is_exposed(state: CrashAndGrab, saucer: i64) -> bool:
    """Whether somebody in line might push a saucer off the board and rob it (CG-54, CG-84)."""
    if state.off_coloured(saucer) == 0:
        return False
    has = state.has
    seat = state.seat_of(saucer)
    layout = state.board.layout
    here = has[AT + saucer]
    for other in range(state.saucers):
        there = has[AT + other]
        if there < 0 or state.seat_of(other) == seat or state.stations(state.seat_of(other)) > state.stations(seat):
            continue
        across = layout.column[here] - layout.column[there]
        down = layout.row[here] - layout.row[there]
        if across != 0 and down != 0:
            continue
        behind = layout.row[here] if across == 0 else layout.column[here]  # spaces to the edge
        if across + down > 0:
            behind = layout.size - 1 - behind
        if -FARTHEST <= across + down <= FARTHEST and behind < FARTHEST:
            return True
    return False


def boost_ahead(state: CrashAndGrab, saucer: i64, distance: i64) -> float:
    """What the best Boost from here brings, as far as it is easily seen."""
    scout = Scout(state, saucer, False)
    first = distance
    last = distance
    if state.owns(saucer, AMPLIFIER):
        first = 1
        last = AMPLIFIED
    most = 0.0
    for length in range(first, last + 1):
        for direction in range(WAYS):
            worth: float = scout.outlook(state.has[AT + saucer], direction, length, scout.wanted, 1)[0]
            if worth > most:
                most = worth
    return most
