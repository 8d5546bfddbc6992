"""Crash & Grab: the upgrade cards, each in one place.

The cards are in the order of the moments at which they act: when the turn order is decided, when a saucer is placed,
at the start of the turn, in Execute Move, on a launch, on a collision or a push, on a pick-up, in a Boost, when a card
is kept, at the end of the turn. The rest of the game only calls these moments; it knows no card by name.

A card that acts at the end of the turn (CG-90) has two functions: `..._choices` adds the codes of what can be done with
it to a list, and the function of the card's name does it. A code is the first code of the card plus what is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from parlour.games.crash_and_grab import cleanup, flight
from parlour.games.crash_and_grab.parts import (
    AFTERBURNER,
    AIRLOCK,
    ALL_DIRECTIONS,
    AMPLIFIER,
    CARGO_HOLD,
    CLOAK,
    COLORS,
    DIRECTIONS,
    DISTRESS,
    GATEWAY,
    HYPERDRIVE,
    LEGS,
    MINES,
    MOST,
    PLAIN,
    PULSE_CANNON,
    QUAKE,
    REGULATOR,
    SCAVENGER,
    SIPHON,
    SITES,
    STABILIZER,
    TELEPORTER,
    THRUSTERS,
    TIME_MACHINE,
    TRACTOR,
    TRIANGULATOR,
    TYPES,
    UPGRADES,
    WASTE,
    WORMHOLE,
    all_ways,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    BOOST,
    CARDS_OF,
    CHOICES,
    END,
    EXCHANGE,
    LAUNCH,
    MOVE,
    NOTHING,
    ON_SITE,
    PASS,
    PLANNED,
    START,
    WASTE_LAUNCH,
    CrashAndGrab,
)

# The first code of each end-of-turn effect; PASS (255) lies in between.
USE_WORMHOLE: Final = 0  # + saucer
USE_PULSE: Final = 6  # + saucer
USE_LEGS: Final = 12  # + direction
USE_TELEPORTER: Final = 16  # + site
USE_CLOAK: Final = 29
USE_TRACTOR: Final = 30  # + crewmember
USE_DISTRESS: Final = 54  # + 6 * type + colour of the one given
USE_QUAKE: Final = 78  # + 4 * slot + quarter turns
USE_AFTERBURNER: Final = 256  # + cell
USE_TRIANGULATOR: Final = 512  # + cell

# The cards marked `end`, in the order of their rules, and the first code of each.
EFFECTS: Final = [
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
FIRST_CODES: Final = [
    USE_WORMHOLE,
    USE_AFTERBURNER,
    USE_PULSE,
    USE_TRACTOR,
    USE_TELEPORTER,
    USE_CLOAK,
    USE_DISTRESS,
    USE_LEGS,
    USE_QUAKE,
    USE_TRIANGULATOR,
]
END_CARDS: Final[int] = sum([1 << card for card in EFFECTS])
USABLE: Final[int] = END_CARDS | 1 << WASTE | 1 << SIPHON  # what is used up in a turn
# End-of-turn cards that need no saucer on the board (CG-91).
ANYWHERE: Final = 1 << DISTRESS | 1 << QUAKE


def launch_table() -> list[list[int]]:
    """CG-55, CG-141: launches by 4 * D + (2 with Regulator) + (1 with Hyperdrive)."""
    found: list[list[int]] = []
    for reach in range(MOST + 1):
        for cards in range(4):
            distances = {reach}
            if cards & 2:
                distances |= {1, 2, 3, 4}
                if cards & 1:
                    distances |= {6, 8}
            found.append(all_ways(sorted(distances)))
    return found


def boost_table() -> list[list[int]]:
    """CG-71, CG-142: Boosts by 4 * turn distance + (2 with Amplifier) + (1 with Hyperdrive), and `pass`."""
    found: list[list[int]] = []
    for reach in range(MOST + 1):
        for cards in range(4):
            distances = {reach} - {0}
            if cards & 2:
                distances |= {1, 2, 3, 4, 5, 6}
                if cards & 1:
                    distances |= {8, 10, 12}
            ways = all_ways(sorted(distances))
            found.append([*ways, PASS] if ways else ways)
    return found


def effect_table() -> list[int]:
    """By code: the place of its card in EFFECTS."""
    order = sorted(range(len(EFFECTS)), key=lambda i: FIRST_CODES[i])
    found: list[int] = []
    for code in range(USE_TRIANGULATOR + 256):
        found.append([i for i in order if FIRST_CODES[i] <= code][-1])
    return found


EFFECT_OF: Final[list[int]] = effect_table()
LAUNCHES: Final[list[list[int]]] = launch_table()
BOOSTS: Final[list[list[int]]] = boost_table()


# -- turn order: Rotational Stabilizer (CG-139) -------------------------------------------------


def stabilizer_owner(state: CrashAndGrab) -> int:
    """CG-34: the saucer that has it, or -1."""
    for saucer in range(state.saucers):
        if state.owns(saucer, STABILIZER):
            return saucer
    return -1


# -- placing: Regeneration Gateway (CG-133), Scavenger Bot (CG-130) -----------------------------


def may_pick_site(state: CrashAndGrab, saucer: int) -> bool:
    """CG-133: its seat is asked for the site before a roll."""
    return state.owns(saucer, GATEWAY)


def after_placing(state: CrashAndGrab, saucer: int) -> None:
    """CG-130, CG-95: by itself."""
    if state.owns(saucer, SCAVENGER):
        state.gain_boosters(saucer, 1, "CG-130")
        state.gain_energy(saucer, 1, "CG-130")


def relocate(state: CrashAndGrab, saucer: int, cell: int, upgrade: int, rule: str) -> None:
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


def thrust_choices(state: CrashAndGrab) -> list[int]:
    """CG-121: directions to an empty space, and `pass`; nothing if there is no such space."""
    saucer = state.active
    if not state.owns(saucer, THRUSTERS):
        return NOTHING
    found: list[int] = []
    for direction in range(4):
        if state.is_empty(state.board.layout.next[4 * state.has[AT + saucer] + direction]):
            found.append(direction)
    if len(found) > 0:
        found.append(PASS)
    return found


def thrust(state: CrashAndGrab, direction: int) -> None:
    cell = state.board.layout.next[4 * state.has[AT + state.active] + direction]
    relocate(state, state.active, cell, THRUSTERS, "CG-121")


# -- Execute Move: Hyperdrive (CG-129), Time Machine (CG-132) -----------------------------------


def move_choices(state: CrashAndGrab) -> list[int]:
    """CG-46: distances of the card (doubled with Hyperdrive); the planned direction, unless something frees it."""
    saucer = state.active
    plan = state.has[PLANNED + saucer]
    direction = plan & 3
    if state.free != 0 or state.override >> saucer & 1 == 1 or state.owns(saucer, TIME_MACHINE):
        direction = ALL_DIRECTIONS
    hyperdrive = 1 if state.owns(saucer, HYPERDRIVE) else 0
    return state.parts.moves[10 * (plan >> 2) + 2 * direction + hyperdrive]


# -- launches: Acceleration Regulator (CG-141), Waste Accelerator (CG-128) ----------------------


def launch_choices(state: CrashAndGrab) -> list[int]:
    """CG-55, CG-141: all launches from where the active saucer is; CG-61: none that it has made in this flight."""
    cards = state.has[CARDS_OF + state.active]
    index = 4 * state.reach + 2 * (cards >> REGULATOR & 1) + (cards >> HYPERDRIVE & 1)
    ways = LAUNCHES[index]
    if len(state.launches) == 0:
        return ways
    here = state.has[AT + state.active] << 6
    made = state.launches
    found: list[int] = []
    for way in ways:
        if (here | way) not in made:
            found.append(way)
    return found


def may_waste(state: CrashAndGrab) -> bool:
    """CG-128: on a crash site that was empty before S came, once in a turn."""
    if state.used >> WASTE & 1 == 1 or state.took != 0 or not state.owns(state.active, WASTE):
        return False
    return len(launch_choices(state)) > 0


def waste_choices(state: CrashAndGrab) -> list[int]:
    return [*launch_choices(state), PASS]


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


def ask_airlock(state: CrashAndGrab, saucer: int, member: int) -> bool:
    """CG-140: after a pick-up, if there is other crew on the board. True if the question is put."""
    if not state.owns(saucer, AIRLOCK) or state.crew_on_board() == 0:
        return False
    state.subject = saucer
    state.member = member
    state.ask(EXCHANGE, state.seat_of(saucer))
    return True


def airlock_choices(state: CrashAndGrab) -> list[int]:
    found = board_members(state)
    found.append(PASS)
    return found


def board_members(state: CrashAndGrab) -> list[int]:
    has = state.has
    found: list[int] = []
    for number in range(1, SITES + 1):
        if has[ON_SITE + number] >= 0:
            found.append(has[ON_SITE + number])
    return found


def site_of(state: CrashAndGrab, member: int) -> int:
    """The number of the site that a crewmember is on, or 0."""
    has = state.has
    for number in range(1, SITES + 1):
        if has[ON_SITE + number] == member:
            return number
    return 0


def exchange(state: CrashAndGrab, member: int) -> bool:
    """The one just picked up changes places with one on the board. True if this won the game."""
    number = site_of(state, member)
    saucer = state.subject
    state.take_aboard(saucer, number)
    state.has[ON_SITE + number] = state.member
    state.has[ABOARD + saucer] = state.has[ABOARD + saucer] & ~(1 << state.member)
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


def boost_choices(state: CrashAndGrab) -> list[int]:
    """CG-71, CG-142."""
    cards = state.has[CARDS_OF + state.active]
    return BOOSTS[4 * state.distance + 2 * (cards >> AMPLIFIER & 1) + (cards >> HYPERDRIVE & 1)]


# -- keeping a card: Cargo Hold (CG-135) --------------------------------------------------------


def on_keep(state: CrashAndGrab, card: int) -> None:
    if card == CARGO_HOLD:
        state.gain_boosters(state.active, 3, "CG-135")


# -- end of the turn (CG-90, CG-91) -------------------------------------------------------------


def ready_cards(state: CrashAndGrab) -> int:
    """CG-90, CG-91: mask of the end-of-turn cards that S has and has not used, and that work where it is."""
    ready = state.has[CARDS_OF + state.active] & END_CARDS & ~state.used
    return ready if state.has[AT + state.active] >= 0 else ready & ANYWHERE


def effect_choices(state: CrashAndGrab) -> list[int]:
    """Everything that can be done with the end-of-turn cards, and `pass`; nothing if nothing can be done."""
    ready = ready_cards(state)
    if ready == 0:
        return NOTHING
    found: list[int] = []
    for i in range(len(EFFECTS)):
        if ready >> EFFECTS[i] & 1 == 1:
            EFFECT_CHOICES[i](state, found)
    if len(found) > 0:
        found.append(PASS)
    return found


def any_effect(state: CrashAndGrab) -> bool:
    """Whether an end-of-turn card can be used."""
    ready = ready_cards(state)
    if ready == 0:
        return False
    if ready & (1 << CLOAK | 1 << LEGS) != 0:
        return True  # these always can
    found: list[int] = []
    for i in range(len(EFFECTS)):
        if ready >> EFFECTS[i] & 1 == 1:
            EFFECT_CHOICES[i](state, found)
            if len(found) > 0:
                return True
    return False


def use_effect(state: CrashAndGrab, code: int) -> None:
    """Do what a code of `effect_choices` (not PASS) says, and go on."""
    i = EFFECT_OF[code]
    state.used |= 1 << EFFECTS[i]  # CG-90: each at most once in a turn
    EFFECT_DEEDS[i](state, code - FIRST_CODES[i])


# Wormhole Generator (CG-122)


def wormhole_choices(state: CrashAndGrab, found: list[int]) -> None:
    for saucer in range(state.saucers):
        if saucer != state.active and state.has[AT + saucer] >= 0:
            found.append(USE_WORMHOLE + saucer)


def wormhole(state: CrashAndGrab, other: int) -> None:
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


def afterburner_choices(state: CrashAndGrab, found: list[int]) -> None:
    for cell in state.board.layout.lines[state.has[AT + state.active]]:
        if state.is_empty(cell):
            found.append(USE_AFTERBURNER + cell)


def afterburner(state: CrashAndGrab, cell: int) -> None:
    relocate(state, state.active, cell, AFTERBURNER, "CG-123")
    cleanup.clean_up(state)


# Pulse Cannon (CG-124)


def way_to(state: CrashAndGrab, cell: int) -> int:
    """The direction from S to a cell in its row or column; -1 for other cells."""
    size = state.board.layout.size
    here = state.has[AT + state.active]
    if cell < 0 or cell == here:
        return -1
    if cell % size == here % size:
        return 0 if cell < here else 2
    if cell // size == here // size:
        return 3 if cell < here else 1
    return -1


def pulse_choices(state: CrashAndGrab, found: list[int]) -> None:
    for saucer in range(state.saucers):
        if saucer != state.active and way_to(state, state.has[AT + saucer]) >= 0:
            found.append(USE_PULSE + saucer)


def pulse(state: CrashAndGrab, other: int) -> None:
    direction = way_to(state, state.has[AT + other])
    if state.listener is not None:
        facts = {"saucer": state.color_of(state.active), "other": state.color_of(other), "dir": DIRECTIONS[direction]}
        state.tell("pulsed", "CG-124", facts)
    on_push(state)
    flight.fly(state, other, direction, 1, "pulse")


# Tractor Beam (CG-125)


def tractor_choices(state: CrashAndGrab, found: list[int]) -> None:
    size = state.board.layout.size
    here = state.has[AT + state.active]
    for number in range(1, SITES + 1):
        if state.has[ON_SITE + number] >= 0:
            cell = state.board.site[number]
            columns = abs(cell % size - here % size)
            rows = abs(cell // size - here // size)
            if (columns == 0 and 1 <= rows <= 2) or (rows == 0 and 1 <= columns <= 2):
                found.append(USE_TRACTOR + state.has[ON_SITE + number])


def tractor(state: CrashAndGrab, member: int) -> None:
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


def teleport_choices(state: CrashAndGrab, found: list[int]) -> None:
    for number in range(1, SITES + 1):
        if state.is_empty(state.board.site[number]):
            found.append(USE_TELEPORTER + number)


def teleport(state: CrashAndGrab, number: int) -> None:
    relocate(state, state.active, state.board.site[number], TELEPORTER, "CG-126")
    cleanup.clean_up(state)


# Cloaking Device (CG-127)


def cloak_choices(state: CrashAndGrab, found: list[int]) -> None:
    found.append(USE_CLOAK)


def cloak(state: CrashAndGrab, choice: int) -> None:
    if state.listener is not None:
        facts = {"saucer": state.color_of(state.active), "from": state.space(state.has[AT + state.active])}
        state.tell("cloaked", "CG-127", facts)
    state.has[AT + state.active] = -1  # CG-85: no crash
    cleanup.clean_up(state)


# Distress Signaler (CG-131)


def distress_choices(state: CrashAndGrab, found: list[int]) -> None:
    own = state.colors[state.active]
    aboard = state.has[ABOARD + state.active]
    for kind in range(TYPES):
        if holder(state, TYPES * own + kind) < 0:
            continue
        for color in range(COLORS):
            if aboard >> (TYPES * color + kind) & 1 == 1:
                found.append(USE_DISTRESS + COLORS * kind + color)


def holder(state: CrashAndGrab, member: int) -> int:
    """The saucer besides S that has this crewmember aboard, or -1."""
    for saucer in range(state.saucers):
        if saucer != state.active and state.has[ABOARD + saucer] >> member & 1 == 1:
            return saucer
    return -1


def distress(state: CrashAndGrab, choice: int) -> None:
    kind = choice // COLORS
    taken = TYPES * state.colors[state.active] + kind
    given = TYPES * (choice % COLORS) + kind
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


def legs_choices(state: CrashAndGrab, found: list[int]) -> None:
    for direction in range(4):
        found.append(USE_LEGS + direction)


def legs(state: CrashAndGrab, direction: int) -> None:
    flight.fly(state, state.active, direction, 1, "legs")


# Quake Maker (CG-138)


def quake_choices(state: CrashAndGrab, found: list[int]) -> None:
    slots = state.board.layout.slots
    for i in range(len(slots)):
        slot = slots[i]
        turn = state.board.tiles[i] & 3
        for quarters in range(1, 4):
            fits = slot.w == slot.h and slot.w > 1 if quarters != 2 else slot.w > 1 or slot.h > 1
            if fits and (turn + quarters) % 4 in slot.turns:
                found.append(USE_QUAKE + 4 * i + quarters)


def quake(state: CrashAndGrab, choice: int) -> None:
    layout = state.board.layout
    slot = choice >> 2
    quarters = choice & 3
    tiles = state.board.tiles[:]
    tiles[slot] = tiles[slot] & ~3 | (tiles[slot] + quarters) & 3
    state.board = state.parts.board(layout, tiles)
    moved = layout.moved[choice]
    for saucer in range(state.saucers):
        cell = state.has[AT + saucer]
        if cell >= 0:
            state.has[AT + saucer] = moved[cell]
    if state.listener is not None:
        facts = {"saucer": state.color_of(state.active), "slot": layout.slots[slot].name, "quarters": quarters}
        state.tell("quaked", "CG-138", facts)
    cleanup.clean_up(state)


# Organic Triangulator (CG-143)


def triangulate_choices(state: CrashAndGrab, found: list[int]) -> None:
    if state.acquired != 0:
        return
    has = state.has
    kinds = state.board.cell
    for cell in range(len(kinds)):
        kind = kinds[cell]
        if (kind == PLAIN or (kind <= SITES and has[ON_SITE + kind] < 0)) and state.saucer_on(cell) < 0:
            found.append(USE_TRIANGULATOR + cell)


def triangulate(state: CrashAndGrab, cell: int) -> None:
    relocate(state, state.active, cell, TRIANGULATOR, "CG-143")
    cleanup.clean_up(state)


# By the places of EFFECTS: what may be done with a card, and the card at work.
EFFECT_CHOICES: Final[list[Callable[[CrashAndGrab, list[int]], None]]] = [
    wormhole_choices,
    afterburner_choices,
    pulse_choices,
    tractor_choices,
    teleport_choices,
    cloak_choices,
    distress_choices,
    legs_choices,
    quake_choices,
    triangulate_choices,
]
EFFECT_DEEDS: Final[list[Callable[[CrashAndGrab, int], None]]] = [
    wormhole,
    afterburner,
    pulse,
    tractor,
    teleport,
    cloak,
    distress,
    legs,
    quake,
    triangulate,
]

# The questions whose answers depend on cards.
CHOICES[START] = thrust_choices
CHOICES[MOVE] = move_choices
CHOICES[LAUNCH] = launch_choices
CHOICES[WASTE_LAUNCH] = waste_choices
CHOICES[EXCHANGE] = airlock_choices
CHOICES[BOOST] = boost_choices
CHOICES[END] = effect_choices
