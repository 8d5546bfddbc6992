"""Crash & Grab: what a seat may know (section 15), as numbers.

Saucers and seats are told from the seat on that is asked about, colours, spaces and cards as they are, for actions name
them. A space is its row and its column; the crash sites are told so, the accelerators as a map. What has no bound in a
flight, its launches, is told one by one up to six; of a longer list there is only a sum.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crash_and_grab.parts import (
    ACCELERATOR,
    CARDS,
    COLORS,
    ROTATIONS,
    SITES,
    TYPES,
    UPGRADES,
    CrashParts,
    Field,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    CARDS_OF,
    COLOR,
    DISCS,
    EXCHANGE,
    FUEL,
    LOST,
    MARKER,
    ON_SITE,
    PENALTY,
    PHASES,
    PILOT_ROLL,
    PLACE_ROLL,
    PLANNED,
    PUT,
    REWARD,
    SHARE,
    SITE,
    STEPS,
    CrashAndGrab,
)
from parlour.games.crash_and_grab.upgrades import USABLE
from parlour.rules.features import Features, as_float, seat_name, squash
from parlour.rules.game import Parts
from parlour.rules.state import State

USUAL: Final[i64] = 4  # rounds, energy, Boosters: what is neither few nor many
FARTHEST: Final = 16.0  # no flight goes as far

FEW: Final = vec[float]([squash(number, USUAL) for number in range(64)])  # such numbers, looked up
IN_QUEUE: Final = vec[float]([place / int(TYPES) for place in range(8)])  # places of crewmembers that wait

KINDS: Final[i64] = 23  # of upgrades
ALL_KINDS: Final = 23.0
RECALLED: Final[i64] = 6  # launches of the flight that are told one by one

# What is asked in each phase, in the order of PHASES.
QUESTIONS: Final = [
    *["whose pilot is placed", "where a pilot is placed", "how each saucer will fly", "which way turns go"],
    *["in which order turns go", "which saucer has its turn", "where a saucer is placed", "where a roll places it"],
    *["blast off or not", "how far to move", "which way to launch", "launch by the waste accelerator or not"],
    *["crash or push", "whom to send through the airlock", "whom to share", "boost or not", "whom to give away"],
    *["steal or take energy", "whom to place", "where a crewmember is placed", "which effect to use at the end"],
    *["buy an upgrade or not", "which upgrade is drawn", "which upgrade to keep", "nothing: the game has ended"],
]
WAYS: Final = ["north", "east", "south", "west"]  # in the order of DIRECTIONS

ROUND_NAMES: Final = [
    *[f"phase: {phase}: {QUESTIONS[i]}" for i, phase in enumerate(PHASES)],
    *["round", "there is a Boost limit", "Boost limit", "there is a round limit", "round limit"],
    *[f"turns go {rotation}" for rotation in ROTATIONS],
    "cards in the deck",
    "cards drawn",
]
TURN_NAMES: Final = [
    *[f"step of the turn: {step}" for step in STEPS],
    *["turn: any direction is free", "turn: has flown", "turn: distance", "turn: Boosts", "turn: has got a crewmember"],
]
FLIGHT_NAMES: Final = [
    *[f"flight: to the {way}" for way in WAYS],
    *["flight: distance", "flight: steps left", "flight: has just picked up"],
]
SEAT_NAMES: Final = ["asked now", "has the Probe", "has its turn", "has won"]
SAUCER_NAMES: Final = [
    *["on the board", "row", "column", "energy", "Boosters", "planned", "plan is known to you"],
    *[f"plan: card {card.upper()}" for card in CARDS],
    *[f"plan: to the {way}" for way in WAYS],
    *["revealed", "override token", "turn done", "has its turn", "in flight", "the question is about it"],
    "place among those that crashed",
]
CREW_NAMES: Final = ["place in its queue", "on the board", "row", "column"]

# How many numbers there are of each kind.
ROUND: Final[i64] = 34
TURN: Final[i64] = 12
FLIGHT: Final[i64] = 7
SEAT: Final[i64] = 4
PLACE: Final[i64] = 21  # of a saucer, without its colour and its upgrades
CREW: Final[i64] = 4  # of a crewmember, without the saucers

USED: Final[i64] = 12  # cards that are used up in a turn
USED_UP: Final = [card for i, card in enumerate(UPGRADES) if USABLE >> i & 1 == 1]

AIMS: Final[i64] = 10  # where in PLACE a saucer's plan ends
MEMBERS: Final[i64] = 24


@final
class CrashFeatures(Features):
    def names(self, players: int, parts: Parts) -> list[str]:
        assert isinstance(parts, CrashParts)
        count = parts.count(players)
        layout = count.layout
        seats = [seat_name(step) for step in range(players)]
        saucers = [f"{who}, saucer" for who in seats]
        if count.saucers_each == 2:
            saucers = [f"{who}, {place} saucer" for who in seats for place in ("first", "second")]
        found = [*ROUND_NAMES, *[f"you sit in seat {seat}" for seat in range(players)]]
        for who in seats:
            found += [f"{who}: {name}" for name in SEAT_NAMES]
        found += [f"discarded: {card}" for card in UPGRADES] + [f"you have drawn: {card}" for card in UPGRADES]
        found += TURN_NAMES + [f"used: {card}" for card in USED_UP]
        found += FLIGHT_NAMES
        for i in range(int(RECALLED)):
            found += [f"launch {i + 1}: {name}" for name in ("row", "column", "direction", "distance")]
        found.append("a sum over all launches")
        for saucer in saucers:
            found += [f"{saucer}: {color}" for color in parts.colors]
            found += [f"{saucer}: {name}" for name in SAUCER_NAMES]
            found += [f"{saucer}: {card}" for card in UPGRADES]
        found += [f"{color} has crew and no saucer" for color in parts.colors]
        for member in parts.crew:
            found += [f"{member}: {name}" for name in CREW_NAMES]
            found += [f"{member}: aboard {saucer}" for saucer in saucers]
            found.append(f"{member}: the question is about this one")
        for way in WAYS:
            found += [f"marker {marker} lies in the {way}" for marker in parts.markers]
        for slot in layout.slots:
            found += [f"tile {slot.name}: {name}" for name in ("number", "side b", "quarter turns")]
        for number in range(1, int(SITES) + 1):
            found += [f"crash site {number}: row", f"crash site {number}: column"]
        return found + [f"accelerator on {name}" for name in layout.names]

    def size(self, state: State) -> i64:
        assert isinstance(state, CrashAndGrab)
        layout = state.board.layout
        return (
            ROUND
            + state.players
            + state.players * SEAT
            + 2 * KINDS
            + TURN
            + USED
            + FLIGHT
            + 4 * RECALLED
            + 1
            + state.saucers * (COLORS + PLACE + KINDS)
            + COLORS
            + MEMBERS * (CREW + state.saucers + 1)
            + 16
            + 3 * len(layout.slots)
            + 2 * SITES
            + len(layout.row)
        )

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, CrashAndGrab)
        at = fill_round(state, seat, out, at)
        at = fill_turn(state, out, at)
        at = fill_saucers(state, seat, out, at)
        at = fill_crew(state, seat, out, at)
        fill_board(state, out, at)


def few_or_many(number: i64) -> float:
    """Rounds, energy or Boosters, of which there is no end."""
    return FEW[number] if 0 <= number < len(FEW) else squash(number, USUAL)


def fill_cards(mask: i64, out: vec[float], at: i64) -> i64:
    end = at + KINDS
    while mask != 0:
        if mask & 1 == 1:
            out[at] = 1.0
        mask >>= 1
        at += 1
    return end


def fill_round(state: CrashAndGrab, seat: i64, out: vec[float], at: i64) -> i64:
    """The round, the seats, the cards that lie by the board."""
    players = state.players
    out[at + state.phase] = 1.0
    at += ROUND
    out[at - 9] = few_or_many(state.round)
    if state.boost_limit > 0:
        out[at - 8] = 1.0
        out[at - 7] = few_or_many(state.boost_limit)
    if state.round_limit > 0:
        out[at - 6] = 1.0
        out[at - 5] = few_or_many(state.round_limit)
    if state.direction >= 0:
        out[at - 4 + state.direction] = 1.0
    out[at - 2] = as_float(number_of(state.deck)) / ALL_KINDS
    out[at - 1] = as_float(number_of(state.drawn)) / 2.0
    out[at + seat] = 1.0
    at += players
    awaited = state.awaited()
    for step in range(players):
        who = seat + step
        if who >= players:
            who -= players
        if awaited >> who & 1 == 1:
            out[at] = 1.0
        if state.probe == who:
            out[at + 1] = 1.0
        if state.turn_seat == who:
            out[at + 2] = 1.0
        if state.winner == who:
            out[at + 3] = 1.0
        at += SEAT
    at = fill_cards(state.discard, out, at)
    if state.turn_seat == seat:  # CG-92: the others see how many cards were drawn, not which
        fill_cards(state.drawn, out, at)
    return at + KINDS


def fill_turn(state: CrashAndGrab, out: vec[float], at: i64) -> i64:
    """The turn and the flight, if there are any."""
    if state.turn_seat >= 0:
        out[at + state.step] = 1.0
        if state.free != 0:
            out[at + 7] = 1.0
        if state.distance >= 0:
            out[at + 8] = 1.0
            out[at + 9] = as_float(state.distance) / FARTHEST
        out[at + 10] = few_or_many(state.boosts)
        if state.acquired != 0:
            out[at + 11] = 1.0
        place = at + TURN
        usable: i64 = USABLE
        used = state.used
        while used != 0:
            if usable & 1 == 1:
                if used & 1 == 1:
                    out[place] = 1.0
                place += 1
            usable >>= 1
            used >>= 1
    at += TURN + USED
    if state.flying >= 0:
        out[at + state.heading] = 1.0
        out[at + 4] = as_float(state.reach) / FARTHEST
        out[at + 5] = as_float(state.left) / FARTHEST
        if state.took != 0:
            out[at + 6] = 1.0
        fill_launches(state, out, at + FLIGHT)
    return at + FLIGHT + 4 * RECALLED + 1


def fill_launches(state: CrashAndGrab, out: vec[float], at: i64) -> None:
    """CG-61: the launches that S has made, in their order."""
    layout = state.board.layout
    launches = state.launches
    total: i64 = 0
    for i in range(len(launches)):
        cell = launches[i] >> 6
        total = (total * 31 + launches[i] + 1) % 65_521
        if i < RECALLED:
            out[at + 4 * i] = layout.told_row[cell]
            out[at + 4 * i + 1] = layout.told_column[cell]
            out[at + 4 * i + 2] = as_float((launches[i] >> 4 & 3) + 1) / 4.0
            out[at + 4 * i + 3] = as_float(launches[i] & 15) / FARTHEST
    out[at + 4 * RECALLED] = float(total) / 65_521.0


def fill_saucers(state: CrashAndGrab, seat: i64, out: vec[float], at: i64) -> i64:
    has = state.has
    layout = state.board.layout
    saucers = state.saucers
    phase = state.phase
    subject: i64 = -1
    if (
        phase == PLACE_ROLL
        or phase == SITE
        or phase == SHARE
        or phase == EXCHANGE
        or phase == PENALTY
        or phase == REWARD
    ):
        subject = state.subject
    first = seat * state.count.saucers_each
    places = at
    width = COLORS + PLACE + KINDS
    for i in range(saucers):
        saucer = first + i
        if saucer >= saucers:
            saucer -= saucers
        out[at + has[COLOR + saucer]] = 1.0
        at += COLORS
        cell = has[AT + saucer]
        if cell >= 0:
            out[at] = 1.0
            out[at + 1] = layout.told_row[cell]
            out[at + 2] = layout.told_column[cell]
        out[at + 3] = few_or_many(has[FUEL + saucer])
        out[at + 4] = few_or_many(has[DISCS + saucer])
        plan = has[PLANNED + saucer]
        if plan >= 0:
            out[at + 5] = 1.0
            if state.revealed >> saucer & 1 == 1 or state.seat_of(saucer) == seat:  # CG-31
                out[at + 6] = 1.0
                out[at + 7 + (plan >> 2)] = 1.0
                out[at + AIMS + (plan & 3)] = 1.0
        if state.revealed >> saucer & 1 == 1:
            out[at + 14] = 1.0
        if state.override >> saucer & 1 == 1:
            out[at + 15] = 1.0
        if state.done >> saucer & 1 == 1:
            out[at + 16] = 1.0
        if state.active == saucer:
            out[at + 17] = 1.0
        if state.flying == saucer:
            out[at + 18] = 1.0
        if subject == saucer:
            out[at + 19] = 1.0
        at = fill_cards(has[CARDS_OF + saucer], out, at + PLACE)
    crashed = state.crashed
    place: i64 = 0
    while crashed != 0:
        step = (crashed & 7) - 1 - first
        if step < 0:
            step += saucers
        place += 1
        out[places + step * width + COLORS + 20] = as_float(place) / as_float(saucers)
        crashed >>= 3
    return at


def fill_crew(state: CrashAndGrab, seat: i64, out: vec[float], at: i64) -> i64:
    has = state.has
    layout = state.board.layout
    saucers = state.saucers
    phase = state.phase
    if state.extra >= 0:
        out[at + state.extra] = 1.0
    at += COLORS
    width = CREW + saucers + 1
    for color in range(COLORS):
        queue = has[LOST + color]
        waiting: i64 = 0
        first = at + width * (TYPES * color - 1)
        while queue != 0:
            waiting += 1
            out[first + width * (queue & 7)] = IN_QUEUE[waiting]
            queue >>= 3
    for number in range(1, SITES + 1):
        member = has[ON_SITE + number]
        if member >= 0:
            cell = state.board.site[number]
            out[at + width * member + 1] = 1.0
            out[at + width * member + 2] = layout.told_row[cell]
            out[at + width * member + 3] = layout.told_column[cell]
    saucer = seat * state.count.saucers_each
    for step in range(saucers):
        aboard = has[ABOARD + saucer]
        place = at + CREW + step
        while aboard != 0:
            if aboard & 1 == 1:
                out[place] = 1.0
            aboard >>= 1
            place += width
        saucer += 1
        if saucer == saucers:
            saucer = 0
    if phase == PILOT_ROLL or phase == EXCHANGE or phase == PUT:
        out[at + width * state.member + CREW + saucers] = 1.0
    return at + MEMBERS * width


def fill_board(state: CrashAndGrab, out: vec[float], at: i64) -> None:
    board = state.board
    for direction in range(4):
        out[at + 4 * direction + state.has[MARKER + direction]] = 1.0
    at += 16
    if len(board.told) == 0:
        tell_board(board, state.parts)
    places = board.told_at
    numbers = board.told
    for i in range(len(places)):
        out[at + places[i]] = numbers[i]


def tell_board(board: Field, parts: CrashParts) -> None:
    """Find out what is told of a board, which never changes: its tiles, crash sites and accelerators."""
    layout = board.layout
    numbers = vec[float]()
    for tile in board.tiles:
        numbers = append(numbers, as_float(tile >> 3) / as_float(parts.last_tile))
        numbers = append(numbers, as_float(tile >> 2 & 1))
        numbers = append(numbers, as_float(tile & 3) / 4.0)
    for number in range(1, SITES + 1):
        numbers = append(numbers, layout.told_row[board.site[number]])
        numbers = append(numbers, layout.told_column[board.site[number]])
    for kind in board.cell:
        numbers = append(numbers, 1.0 if kind == ACCELERATOR else 0.0)
    places = vec[i64]()
    told = vec[float]()
    for place in range(len(numbers)):
        if numbers[place] != 0.0:
            places = append(places, place)
            told = append(told, numbers[place])
    board.told_at = places
    board.told = told


def number_of(mask: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while mask != 0:
        found += 1
        mask &= mask - 1
    return found


FEATURES: Final = CrashFeatures()
