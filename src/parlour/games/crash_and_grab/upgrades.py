"""Crash & Grab: the upgrade cards, each in one place.

The cards are in the order of the moments at which they act: when the turn order is decided, when a saucer is placed,
at the start of the turn, in Execute Move, on a launch, on a collision or a push, on a pick-up, in a Boost, when a card
is kept, at the end of the turn. The rest of the game only calls these moments; it knows no card by name.

A card that acts at the end of the turn (CG-90) has two functions: `..._choices` adds the codes of what can be done with
it to those of other cards, and the function of the card's name does it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crash_and_grab import cleanup, flight
from parlour.games.crash_and_grab.codes import (
    AFTERBURNS,
    AIRLOCKS,
    BLAST_OFFS,
    BOOSTS,
    LAUNCHES,
    LEG_STEPS,
    PASS,
    PULSES,
    QUAKES,
    SWAPS,
    TELEPORTS,
    TRACTIONS,
    TRIANGULATIONS,
    VANISH,
    WORMHOLES,
)
from parlour.games.crash_and_grab.parts import (
    ACCELERATOR,
    AFTERBURNER,
    AIRLOCK,
    ALL_DIRECTIONS,
    AMPLIFIER,
    CARGO_HOLD,
    CLOAK,
    COLORS,
    DIRECTIONS,
    DISTRESS,
    EAST,
    GATEWAY,
    HYPERDRIVE,
    LEGS,
    MINES,
    MOST,
    NORTH,
    PLAIN,
    PULSE_CANNON,
    QUAKE,
    REGULATOR,
    SCAVENGER,
    SIPHON,
    SITES,
    SOUTH,
    STABILIZER,
    TELEPORTER,
    THRUSTERS,
    TIME_MACHINE,
    TRACTOR,
    TRIANGULATOR,
    TYPES,
    UPGRADES,
    WASTE,
    WAYS,
    WEST,
    WORMHOLE,
    all_ways,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    CARDS_OF,
    COLOR,
    EXCHANGE,
    NOTHING,
    ON_SITE,
    PLANNED,
    SAUCER,
    CrashAndGrab,
)
from parlour.rules.menus import contains

# The cards marked `end`, in the order of their rules.
EFFECTS: Final[list[int]] = [
    WORMHOLE,
    AFTERBURNER,
    PULSE_CANNON,
    TRACTOR,
    TELEPORTER,
    CLOAK,
    DISTRESS,
    LEGS,
    QUAKE,
    TRIANGULATOR,
]
END_CARDS: Final[i64] = sum([1 << card for card in EFFECTS])  # their mask
USABLE: Final[i64] = END_CARDS | 1 << WASTE | 1 << SIPHON  # what is used up in a turn
# End-of-turn cards that need no saucer on the board (CG-91).
ANYWHERE: Final[i64] = 1 << DISTRESS | 1 << QUAKE


def launch_table() -> vec[vec[i64]]:
    """CG-55, CG-141: launches by 4 * D + (2 with Regulator) + (1 with Hyperdrive)."""
    found = vec[vec[i64]]()
    for reach in range(int(MOST) + 1):
        for cards in range(4):
            distances = {reach}
            if cards & 2:
                distances |= {1, 2, 3, 4}
                if cards & 1:
                    distances |= {6, 8}
            found = append(found, all_ways(sorted(distances), LAUNCHES))
    return found


def boost_table() -> vec[vec[i64]]:
    """CG-71, CG-142: Boosts by 4 * turn distance + (2 with Amplifier) + (1 with Hyperdrive), and `pass`."""
    found = vec[vec[i64]]()
    for reach in range(int(MOST) + 1):
        for cards in range(4):
            distances = {reach} - {0}
            if cards & 2:
                distances |= {1, 2, 3, 4, 5, 6}
                if cards & 1:
                    distances |= {8, 10, 12}
            ways = all_ways(sorted(distances), BOOSTS)
            found = append(found, append(ways, PASS) if distances else ways)
    return found


ALL_LAUNCHES: Final = launch_table()
ALL_BOOSTS: Final = boost_table()


# -- turn order: Rotational Stabilizer (CG-139) -------------------------------------------------


def stabilizer_owner(state: CrashAndGrab) -> i64:
    """CG-34: the saucer that has it, or -1."""
    has = state.has
    for saucer in range(state.saucers):
        if has[CARDS_OF + saucer] >> STABILIZER & 1 == 1:
            return saucer
    return -1


# -- placing: Regeneration Gateway (CG-133), Scavenger Bot (CG-130) -----------------------------


def may_pick_site(state: CrashAndGrab, saucer: i64) -> bool:
    """CG-133: its seat is asked for the site before a roll."""
    return state.owns(saucer, GATEWAY)


def after_placing(state: CrashAndGrab, saucer: i64) -> None:
    """CG-130, CG-95: by itself."""
    if state.owns(saucer, SCAVENGER):
        state.gain_boosters(saucer, 1, "CG-130")
        state.gain_energy(saucer, 1, "CG-130")


def relocate(state: CrashAndGrab, saucer: i64, cell: i64, upgrade: i64, rule: str) -> None:
    """Put a saucer on a space; nothing else happens there."""
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(saucer),
            "from": state.space(state.has[AT + saucer]),
            "to": state.space(cell),
            "upgrade": UPGRADES[upgrade],
        }
        state.tell("relocated", rule, facts)
    state.has[AT + saucer] = cell


# -- start of the turn: Blast Off Thrusters (CG-121) --------------------------------------------


def thrust_choices(state: CrashAndGrab) -> vec[i64]:
    """CG-121: directions to an empty space, and `pass`; nothing if there is no such space."""
    saucer = state.active
    if not state.owns(saucer, THRUSTERS):
        return NOTHING
    found = vec[i64](capacity=5)
    for direction in range(WAYS):
        if state.is_empty(state.board.layout.next[4 * state.has[AT + saucer] + direction]):
            found = append(found, BLAST_OFFS + direction)
    return append(found, PASS) if len(found) > 0 else found


def thrust(state: CrashAndGrab, code: i64) -> None:
    cell = state.board.layout.next[4 * state.has[AT + state.active] + code - BLAST_OFFS]
    relocate(state, state.active, cell, THRUSTERS, "CG-121")


# -- Execute Move: Hyperdrive (CG-129), Time Machine (CG-132) -----------------------------------


def move_choices(state: CrashAndGrab) -> vec[i64]:
    """CG-46: distances of the card (doubled with Hyperdrive); the planned direction, unless something frees it."""
    saucer = state.active
    plan = state.has[PLANNED + saucer]
    direction = plan & 3
    if state.free != 0 or state.override >> saucer & 1 == 1 or state.owns(saucer, TIME_MACHINE):
        direction = ALL_DIRECTIONS
    hyperdrive = state.has[CARDS_OF + saucer] >> HYPERDRIVE & 1
    return state.parts.moves[10 * (plan >> 2) + 2 * direction + hyperdrive]


# -- launches: Acceleration Regulator (CG-141), Waste Accelerator (CG-128) ----------------------


def launch_choices(state: CrashAndGrab) -> vec[i64]:
    """CG-55, CG-141: all launches from where the active saucer is; CG-61: none that it has made in this flight."""
    cards = state.has[CARDS_OF + state.active]
    index = 4 * state.reach + 2 * (cards >> REGULATOR & 1) + (cards >> HYPERDRIVE & 1)
    codes = ALL_LAUNCHES[index]
    made = state.launches
    if len(made) == 0:
        return codes
    here = state.has[AT + state.active] << 6
    found = vec[i64](capacity=16)
    for code in codes:
        if not contains(made, here | code - LAUNCHES):
            found = append(found, code)
    return found


def may_waste(state: CrashAndGrab) -> bool:
    """CG-128: on a crash site that was empty before S came, once in a turn; where a launch is left to make."""
    return state.used >> WASTE & 1 == 0 and state.took == 0 and state.owns(state.active, WASTE)


def waste_choices(state: CrashAndGrab) -> vec[i64]:
    """The launches that are left, and `pass`; nothing if there is none."""
    launches = launch_choices(state)
    return append(launches[:], PASS) if len(launches) > 0 else NOTHING


def use_waste(state: CrashAndGrab) -> None:
    state.used |= 1 << WASTE


# -- collisions and pushes: Proximity Mines (CG-136), Kinetic Siphon (CG-134) -------------------


def has_mines(state: CrashAndGrab) -> bool:
    """CG-136: asked whether the saucer that S hits crashes."""
    return state.owns(state.active, MINES)


def on_push(state: CrashAndGrab) -> None:
    """CG-134, CG-95: S pushes a saucer, by collision or with the Pulse Cannon."""
    if state.owns(state.active, SIPHON) and state.used >> SIPHON & 1 == 0:
        state.used |= 1 << SIPHON
        state.gain_boosters(state.active, 1, "CG-134")


# -- pick-ups: Airlock (CG-140) -----------------------------------------------------------------


def ask_airlock(state: CrashAndGrab, saucer: i64, member: i64) -> bool:
    """CG-140: after a pick-up, if there is other crew on the board. True if the question is put."""
    if not state.owns(saucer, AIRLOCK) or state.crew_on_board() == 0:
        return False
    state.subject = saucer
    state.member = member
    state.ask(EXCHANGE, state.seat_of(saucer))
    return True


def airlock_choices(state: CrashAndGrab) -> vec[i64]:
    """The crew on the board, and `pass`."""
    has = state.has
    found = vec[i64](capacity=8)
    for number in range(1, SITES + 1):
        if has[ON_SITE + number] >= 0:
            found = append(found, AIRLOCKS + has[ON_SITE + number])
    return append(found, PASS)


def site_of(state: CrashAndGrab, member: i64) -> i64:
    """The number of the site that a crewmember is on, or 0."""
    has = state.has
    for number in range(1, SITES + 1):
        if has[ON_SITE + number] == member:
            return number
    return 0


def exchange(state: CrashAndGrab, member: i64) -> bool:
    """The one just picked up changes places with one on the board. True if this won the game."""
    number = site_of(state, member)
    saucer = state.subject
    state.take_aboard(saucer, number)
    state.has[ON_SITE + number] = state.member
    state.has[ABOARD + saucer] &= ~(1 << state.member)
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(saucer),
            "crew": state.parts.crew[member],
            "left": state.parts.crew[state.member],
            "space": state.space(state.board.site[number]),
        }
        state.tell("exchanged", "CG-140", facts)
    return state.wins(saucer)


# -- Boosts: Boost Amplifier (CG-142) -----------------------------------------------------------


def boost_choices(state: CrashAndGrab) -> vec[i64]:
    """CG-71, CG-142."""
    cards = state.has[CARDS_OF + state.active]
    return ALL_BOOSTS[4 * state.distance + 2 * (cards >> AMPLIFIER & 1) + (cards >> HYPERDRIVE & 1)]


# -- keeping a card: Cargo Hold (CG-135) --------------------------------------------------------


def on_keep(state: CrashAndGrab, card: i64) -> None:
    if card == CARGO_HOLD:
        state.gain_boosters(state.active, 3, "CG-135")


# -- end of the turn (CG-90, CG-91) -------------------------------------------------------------


def ready_cards(state: CrashAndGrab) -> i64:
    """CG-90, CG-91: mask of the end-of-turn cards that S has and has not used, and that work where it is."""
    ready = state.has[CARDS_OF + state.active] & END_CARDS & ~state.used
    return ready if state.has[AT + state.active] >= 0 else ready & ANYWHERE


def effect_choices(state: CrashAndGrab) -> vec[i64]:
    """Everything that can be done with the end-of-turn cards, and `pass`; nothing if nothing can be done."""
    ready = ready_cards(state)
    if ready == 0:
        return NOTHING
    found = vec[i64](capacity=128 if ready >> TRIANGULATOR & 1 == 1 else 32)
    if ready >> WORMHOLE & 1 == 1:
        found = wormhole_choices(state, found)
    if ready >> AFTERBURNER & 1 == 1:
        found = afterburner_choices(state, found)
    if ready >> PULSE_CANNON & 1 == 1:
        found = pulse_choices(state, found)
    if ready >> TRACTOR & 1 == 1:
        found = tractor_choices(state, found)
    if ready >> TELEPORTER & 1 == 1:
        found = teleport_choices(state, found)
    if ready >> CLOAK & 1 == 1:
        found = append(found, VANISH)
    if ready >> DISTRESS & 1 == 1:
        found = distress_choices(state, found)
    if ready >> LEGS & 1 == 1:
        found = legs_choices(found)
    if ready >> QUAKE & 1 == 1:
        found = quake_choices(state, found)
    if ready >> TRIANGULATOR & 1 == 1:
        found = triangulate_choices(state, found)
    return append(found, PASS) if len(found) > 0 else found


def use_effect(state: CrashAndGrab, code: i64) -> None:
    """Do what a code of `effect_choices` (not PASS) says, and go on."""
    if code >= QUAKES:
        use_up(state, QUAKE)
        quake(state, code - QUAKES)
    elif code >= TRIANGULATIONS:
        use_up(state, TRIANGULATOR)
        triangulate(state, code - TRIANGULATIONS)
    elif code >= AFTERBURNS:
        use_up(state, AFTERBURNER)
        afterburner(state, code - AFTERBURNS)
    elif code >= SWAPS:
        use_up(state, DISTRESS)
        distress(state, code - SWAPS)
    elif code >= TRACTIONS:
        use_up(state, TRACTOR)
        tractor(state, code - TRACTIONS)
    elif code > TELEPORTS:
        use_up(state, TELEPORTER)
        teleport(state, code - TELEPORTS)
    elif code >= PULSES:
        use_up(state, PULSE_CANNON)
        pulse(state, state.has[SAUCER + code - PULSES])
    elif code >= WORMHOLES:
        use_up(state, WORMHOLE)
        wormhole(state, state.has[SAUCER + code - WORMHOLES])
    elif code == VANISH:
        use_up(state, CLOAK)
        cloak(state)
    else:
        use_up(state, LEGS)
        legs(state, code - LEG_STEPS)


def use_up(state: CrashAndGrab, card: i64) -> None:
    """CG-90: each at most once in a turn."""
    state.used |= 1 << card


# Wormhole Generator (CG-122)


def wormhole_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    has = state.has
    for saucer in range(state.saucers):
        if saucer != state.active and has[AT + saucer] >= 0:
            found = append(found, WORMHOLES + has[COLOR + saucer])
    return found


def wormhole(state: CrashAndGrab, other: i64) -> None:
    here, there = state.has[AT + state.active], state.has[AT + other]
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(state.active),
            "other": state.color_of(other),
            "from": state.space(here),
            "to": state.space(there),
        }
        state.tell("traded-places", "CG-122", facts)
    state.has[AT + state.active] = there
    state.has[AT + other] = here
    cleanup.clean_up(state)


# Afterburner (CG-123)


def afterburner_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    layout = state.board.layout
    for cell in layout.lines[state.has[AT + state.active]]:
        if state.is_empty(cell):
            found = append(found, AFTERBURNS + layout.spot[cell])
    return found


def afterburner(state: CrashAndGrab, spot: i64) -> None:
    relocate(state, state.active, state.board.layout.cell_at(spot), AFTERBURNER, "CG-123")
    cleanup.clean_up(state)


# Pulse Cannon (CG-124)


def way_to(state: CrashAndGrab, cell: i64) -> i64:
    """The direction from S to a cell in its row or column; -1 for other cells."""
    layout = state.board.layout
    here = state.has[AT + state.active]
    if cell < 0 or cell == here:
        return -1
    if layout.column[cell] == layout.column[here]:
        return NORTH if cell < here else SOUTH
    if layout.row[cell] == layout.row[here]:
        return WEST if cell < here else EAST
    return -1


def pulse_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    for saucer in range(state.saucers):
        if saucer != state.active and way_to(state, state.has[AT + saucer]) >= 0:
            found = append(found, PULSES + state.has[COLOR + saucer])
    return found


def pulse(state: CrashAndGrab, other: i64) -> None:
    direction = way_to(state, state.has[AT + other])
    if state.listener is not None:
        facts = {"saucer": state.color_of(state.active), "other": state.color_of(other), "dir": DIRECTIONS[direction]}
        state.tell("pulsed", "CG-124", facts)
    on_push(state)
    flight.fly(state, other, direction, 1, "pulse")


# Tractor Beam (CG-125)


def tractor_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    has = state.has
    layout = state.board.layout
    here = has[AT + state.active]
    for number in range(1, SITES + 1):
        if has[ON_SITE + number] >= 0:
            cell = state.board.site[number]
            columns = layout.column[cell] - layout.column[here]
            rows = layout.row[cell] - layout.row[here]
            away = columns if rows == 0 else rows
            if (columns == 0 or rows == 0) and away != 0 and -2 <= away <= 2:
                found = append(found, TRACTIONS + has[ON_SITE + number])
    return found


def tractor(state: CrashAndGrab, member: i64) -> None:
    number = site_of(state, member)
    state.take_aboard(state.active, number)
    state.acquired = 1
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(state.active),
            "crew": state.parts.crew[member],
            "space": state.space(state.board.site[number]),
            "upgrade": UPGRADES[TRACTOR],
        }
        state.tell("picked-up", "CG-125", facts)
    if not state.wins(state.active) and not ask_airlock(state, state.active, member):
        cleanup.clean_up(state)


# Saucer Teleporter (CG-126)


def teleport_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    for number in range(1, SITES + 1):
        if state.is_empty(state.board.site[number]):
            found = append(found, TELEPORTS + number)
    return found


def teleport(state: CrashAndGrab, number: i64) -> None:
    relocate(state, state.active, state.board.site[number], TELEPORTER, "CG-126")
    cleanup.clean_up(state)


# Cloaking Device (CG-127)


def cloak(state: CrashAndGrab) -> None:
    if state.listener is not None:
        facts = {"saucer": state.color_of(state.active), "from": state.space(state.has[AT + state.active])}
        state.tell("cloaked", "CG-127", facts)
    state.has[AT + state.active] = -1  # CG-85: no crash
    cleanup.clean_up(state)


# Distress Signaler (CG-131)


def distress_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    own = state.has[COLOR + state.active]
    aboard = state.has[ABOARD + state.active]
    for kind in range(TYPES):
        taken = TYPES * own + kind
        if holder(state, taken) < 0:
            continue
        for color in range(COLORS):
            if aboard >> (TYPES * color + kind) & 1 == 1:
                found = append(found, SWAPS + COLORS * taken + color)
    return found


def holder(state: CrashAndGrab, member: i64) -> i64:
    """The saucer besides S that has this crewmember aboard, or -1."""
    has = state.has
    for saucer in range(state.saucers):
        if saucer != state.active and has[ABOARD + saucer] >> member & 1 == 1:
            return saucer
    return -1


def distress(state: CrashAndGrab, choice: i64) -> None:
    taken = choice // COLORS
    given = TYPES * (choice - COLORS * taken) + taken % TYPES
    other = holder(state, taken)
    state.hand_over(taken, other, state.active)
    state.hand_over(given, state.active, other)
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(state.active),
            "other": state.color_of(other),
            "taken": state.parts.crew[taken],
            "given": state.parts.crew[given],
        }
        state.tell("swapped-crew", "CG-131", facts)
    cleanup.clean_up(state)  # no station changes, so nobody can have won


# Landing Legs (CG-137)


def legs_choices(found: vec[i64]) -> vec[i64]:
    for direction in range(WAYS):
        found = append(found, LEG_STEPS + direction)
    return found


def legs(state: CrashAndGrab, direction: i64) -> None:
    flight.fly(state, state.active, direction, 1, "legs")


# Quake Maker (CG-138)


def quake_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    tiles = state.board.tiles
    quakes = state.board.layout.quakes
    for slot in range(len(tiles)):
        for code in quakes[4 * slot + (tiles[slot] & 3)]:
            found = append(found, code)
    return found


def quake(state: CrashAndGrab, choice: i64) -> None:
    layout = state.board.layout
    slot = layout.slot_named(choice >> 2)
    quarters = choice & 3
    state.board = state.board.after_quake(slot, quarters)
    has = state.has
    moved = layout.moved[4 * slot + quarters]
    for saucer in range(state.saucers):
        if has[AT + saucer] >= 0:
            has[AT + saucer] = moved[has[AT + saucer]]
    if state.listener is not None:
        facts = {"saucer": state.color_of(state.active), "slot": layout.slots[slot].name, "quarters": quarters}
        state.tell("quaked", "CG-138", facts)
    cleanup.clean_up(state)


# Organic Triangulator (CG-143)


def triangulate_choices(state: CrashAndGrab, found: vec[i64]) -> vec[i64]:
    if state.acquired != 0:
        return found
    has = state.has
    kinds = state.board.cell[:]
    for saucer in range(state.saucers):
        if has[AT + saucer] >= 0:
            kinds[has[AT + saucer]] = ACCELERATOR  # as good as one: nobody goes there
    spots = state.board.layout.spot
    for cell in range(len(kinds)):
        kind = kinds[cell]
        if kind == PLAIN or (kind != ACCELERATOR and has[ON_SITE + kind] < 0):
            found = append(found, TRIANGULATIONS + spots[cell])
    return found


def triangulate(state: CrashAndGrab, spot: i64) -> None:
    relocate(state, state.active, state.board.layout.cell_at(spot), TRIANGULATOR, "CG-143")
    cleanup.clean_up(state)
