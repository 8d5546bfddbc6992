"""Crash & Grab: the upgrade cards, each in one place.

The cards are in the order of the moments at which they act: when the turn order is decided, when a saucer is placed,
at the start of the turn, in Execute Move, on a launch, on a collision or a push, on a pick-up, in a Boost, when a card
is kept, at the end of the turn. The rest of the game only calls these moments; it knows no card by name.

A card that acts at the end of the turn (CG-90) has two methods: `..._choices` adds the codes of what can be done with
it to a list, and the method of the card's name does it. A code is the first code of the card plus what is chosen.
"""

from __future__ import annotations

from typing import Final

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
from parlour.games.crash_and_grab.table import (
    ABOARD,
    AT,
    CARDS_OF,
    EXCHANGE,
    NOTHING,
    ON_SITE,
    PASS,
    PLANNED,
    Table,
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

# The cards marked `end`, and those of them that need no saucer on the board (CG-91).
END_CARDS: Final = (
    1 << WORMHOLE
    | 1 << AFTERBURNER
    | 1 << PULSE_CANNON
    | 1 << TRACTOR
    | 1 << TELEPORTER
    | 1 << CLOAK
    | 1 << DISTRESS
    | 1 << LEGS
    | 1 << QUAKE
    | 1 << TRIANGULATOR
)
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


LAUNCHES: Final[list[list[int]]] = launch_table()
BOOSTS: Final[list[list[int]]] = boost_table()


class Upgrades(Table):
    """What the upgrade cards do."""

    # -- turn order: Rotational Stabilizer (CG-139) -------------------------------------------------

    def stabilizer_owner(self) -> int:
        """CG-34: the saucer that has it, or -1."""
        for saucer in range(self.saucers):
            if self.owns(saucer, STABILIZER):
                return saucer
        return -1

    # -- placing: Regeneration Gateway (CG-133), Scavenger Bot (CG-130) -----------------------------

    def may_pick_site(self, saucer: int) -> bool:
        """CG-133: its seat is asked for the site before a roll."""
        return self.owns(saucer, GATEWAY)

    def after_placing(self, saucer: int) -> None:
        """CG-130, CG-95: by itself."""
        if self.owns(saucer, SCAVENGER):
            self.gain_boosters(saucer, 1, "CG-130")
            self.gain_energy(saucer, 1, "CG-130")

    # -- start of the turn: Blast Off Thrusters (CG-121) --------------------------------------------

    def thrust_choices(self) -> list[int]:
        """CG-121: directions to an empty space, and `pass`; nothing if there is no such space."""
        saucer = self.active
        if not self.owns(saucer, THRUSTERS):
            return NOTHING
        found: list[int] = []
        for direction in range(4):
            if self.is_empty(self.board.layout.next[4 * self.has[AT + saucer] + direction]):
                found.append(direction)
        if len(found) > 0:
            found.append(PASS)
        return found

    def thrust(self, direction: int) -> None:
        cell = self.board.layout.next[4 * self.has[AT + self.active] + direction]
        self.relocate(self.active, cell, THRUSTERS, "CG-121")

    # -- Execute Move: Hyperdrive (CG-129), Time Machine (CG-132) -----------------------------------

    def move_choices(self) -> list[int]:
        """CG-46: distances of the card (doubled with Hyperdrive); the planned direction, unless something frees it."""
        saucer = self.active
        plan = self.has[PLANNED + saucer]
        direction = plan & 3
        if self.free != 0 or self.override >> saucer & 1 == 1 or self.owns(saucer, TIME_MACHINE):
            direction = ALL_DIRECTIONS
        hyperdrive = 1 if self.owns(saucer, HYPERDRIVE) else 0
        return self.parts.moves[10 * (plan >> 2) + 2 * direction + hyperdrive]

    # -- launches: Acceleration Regulator (CG-141), Waste Accelerator (CG-128) ----------------------

    def launch_choices(self) -> list[int]:
        """CG-55, CG-141: all launches from where the active saucer is; CG-61: none that it has made in this flight."""
        cards = self.has[CARDS_OF + self.active]
        index = 4 * self.reach + 2 * (cards >> REGULATOR & 1) + (cards >> HYPERDRIVE & 1)
        ways = LAUNCHES[index]
        if len(self.launches) == 0:
            return ways
        here = self.has[AT + self.active] << 6
        made = self.launches
        found: list[int] = []
        for way in ways:
            if (here | way) not in made:
                found.append(way)
        return found

    def may_waste(self) -> bool:
        """CG-128: on a crash site that was empty before S came, once in a turn."""
        if self.used >> WASTE & 1 == 1 or self.took != 0 or not self.owns(self.active, WASTE):
            return False
        return len(self.launch_choices()) > 0

    def waste_choices(self) -> list[int]:
        return [*self.launch_choices(), PASS]

    def use_waste(self) -> None:
        self.used |= 1 << WASTE

    # -- collisions and pushes: Proximity Mines (CG-136), Kinetic Siphon (CG-134) -------------------

    def has_mines(self) -> bool:
        """CG-136: asked whether the saucer that S hits crashes."""
        return self.owns(self.active, MINES)

    def on_push(self) -> None:
        """CG-134, CG-95: S pushes a saucer, by collision or with the Pulse Cannon."""
        if self.owns(self.active, SIPHON) and self.used >> SIPHON & 1 == 0:
            self.used |= 1 << SIPHON
            self.gain_boosters(self.active, 1, "CG-134")

    # -- pick-ups: Airlock (CG-140) -----------------------------------------------------------------

    def ask_airlock(self, saucer: int, member: int) -> bool:
        """CG-140: after a pick-up, if there is other crew on the board. True if the question is put."""
        if not self.owns(saucer, AIRLOCK) or self.crew_on_board() == 0:
            return False
        self.subject = saucer
        self.member = member
        self.ask(EXCHANGE, self.seat_of(saucer))
        return True

    def airlock_choices(self) -> list[int]:
        found = self.board_members()
        found.append(PASS)
        return found

    def board_members(self) -> list[int]:
        has = self.has
        found: list[int] = []
        for number in range(1, SITES + 1):
            if has[ON_SITE + number] >= 0:
                found.append(has[ON_SITE + number])
        return found

    def exchange(self, member: int) -> bool:
        """The one just picked up changes places with one on the board. True if this won the game."""
        number = self.site_of(member)
        saucer = self.subject
        self.take_aboard(saucer, number)
        self.has[ON_SITE + number] = self.member
        self.has[ABOARD + saucer] = self.has[ABOARD + saucer] & ~(1 << self.member)
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(saucer),
                "crew": self.parts.crew[member],
                "left": self.parts.crew[self.member],
                "space": self.space(self.board.site[number]),
            }
            self.tell("exchanged", "CG-140", facts)
        return self.won(saucer)

    # -- Boosts: Boost Amplifier (CG-142) -----------------------------------------------------------

    def boost_choices(self) -> list[int]:
        """CG-71, CG-142."""
        cards = self.has[CARDS_OF + self.active]
        return BOOSTS[4 * self.distance + 2 * (cards >> AMPLIFIER & 1) + (cards >> HYPERDRIVE & 1)]

    # -- keeping a card: Cargo Hold (CG-135) --------------------------------------------------------

    def on_keep(self, card: int) -> None:
        if card == CARGO_HOLD:
            self.gain_boosters(self.active, 3, "CG-135")

    # -- end of the turn (CG-90, CG-91) -------------------------------------------------------------

    def ready_cards(self) -> int:
        """CG-90, CG-91: mask of the end-of-turn cards that S has and has not used, and that work where it is."""
        ready = self.has[CARDS_OF + self.active] & END_CARDS & ~self.used
        return ready if self.has[AT + self.active] >= 0 else ready & ANYWHERE

    def effect_choices(self) -> list[int]:
        """Everything that can be done with the end-of-turn cards, and `pass`; nothing if nothing can be done."""
        ready = self.ready_cards()
        if ready == 0:
            return NOTHING
        found: list[int] = []
        if ready >> WORMHOLE & 1 == 1:
            self.wormhole_choices(found)
        if ready >> AFTERBURNER & 1 == 1:
            self.afterburner_choices(found)
        if ready >> PULSE_CANNON & 1 == 1:
            self.pulse_choices(found)
        if ready >> TRACTOR & 1 == 1:
            self.tractor_choices(found)
        if ready >> TELEPORTER & 1 == 1:
            self.teleport_choices(found)
        if ready >> CLOAK & 1 == 1:
            found.append(USE_CLOAK)
        if ready >> DISTRESS & 1 == 1:
            self.distress_choices(found)
        if ready >> LEGS & 1 == 1:
            for direction in range(4):
                found.append(USE_LEGS + direction)
        if ready >> QUAKE & 1 == 1:
            self.quake_choices(found)
        if ready >> TRIANGULATOR & 1 == 1:
            self.triangulate_choices(found)
        if len(found) > 0:
            found.append(PASS)
        return found

    def any_effect(self) -> bool:
        """Whether an end-of-turn card can be used."""
        ready = self.ready_cards()
        if ready & (1 << CLOAK | 1 << LEGS) != 0:
            return True  # these always can
        return ready != 0 and len(self.effect_choices()) > 0

    def use_effect(self, code: int) -> None:
        """Do what a code of `effect_choices` (not PASS) says, and go on."""
        if code >= USE_TRIANGULATOR:
            self.triangulate(code - USE_TRIANGULATOR)
        elif code >= USE_AFTERBURNER:
            self.afterburner(code - USE_AFTERBURNER)
        elif code >= USE_QUAKE:
            self.quake(code - USE_QUAKE)
        elif code >= USE_DISTRESS:
            self.distress(code - USE_DISTRESS)
        elif code >= USE_TRACTOR:
            self.tractor(code - USE_TRACTOR)
        elif code == USE_CLOAK:
            self.cloak()
        elif code >= USE_TELEPORTER:
            self.teleport(code - USE_TELEPORTER)
        elif code >= USE_LEGS:
            self.legs(code - USE_LEGS)
        elif code >= USE_PULSE:
            self.pulse(code - USE_PULSE)
        else:
            self.wormhole(code - USE_WORMHOLE)

    def spend(self, upgrade: int) -> None:
        """Each at most once in a turn (CG-90)."""
        self.used |= 1 << upgrade

    # Wormhole Generator (CG-122)

    def wormhole_choices(self, found: list[int]) -> None:
        for saucer in range(self.saucers):
            if saucer != self.active and self.has[AT + saucer] >= 0:
                found.append(USE_WORMHOLE + saucer)

    def wormhole(self, other: int) -> None:
        self.spend(WORMHOLE)
        here, there = self.has[AT + self.active], self.has[AT + other]
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(self.active),
                "other": self.color_of(other),
                "from": self.space(here),
                "to": self.space(there),
            }
            self.tell("traded-places", "CG-122", facts)
        self.has[AT + self.active] = there
        self.has[AT + other] = here
        self.clean_up()

    # Afterburner (CG-123)

    def afterburner_choices(self, found: list[int]) -> None:
        for cell in self.board.layout.lines[self.has[AT + self.active]]:
            if self.is_empty(cell):
                found.append(USE_AFTERBURNER + cell)

    def afterburner(self, cell: int) -> None:
        self.spend(AFTERBURNER)
        self.relocate(self.active, cell, AFTERBURNER, "CG-123")
        self.clean_up()

    # Pulse Cannon (CG-124)

    def way_to(self, cell: int) -> int:
        """The direction from S to a cell in its row or column; -1 for other cells."""
        size = self.board.layout.size
        here = self.has[AT + self.active]
        if cell < 0 or cell == here:
            return -1
        if cell % size == here % size:
            return 0 if cell < here else 2
        if cell // size == here // size:
            return 3 if cell < here else 1
        return -1

    def pulse_choices(self, found: list[int]) -> None:
        for saucer in range(self.saucers):
            if saucer != self.active and self.way_to(self.has[AT + saucer]) >= 0:
                found.append(USE_PULSE + saucer)

    def pulse(self, other: int) -> None:
        self.spend(PULSE_CANNON)
        direction = self.way_to(self.has[AT + other])
        if self.listener is not None:
            facts = {"saucer": self.color_of(self.active), "other": self.color_of(other), "dir": DIRECTIONS[direction]}
            self.tell("pulsed", "CG-124", facts)
        self.on_push()
        self.fly(other, direction, 1, "pulse")

    # Tractor Beam (CG-125)

    def tractor_choices(self, found: list[int]) -> None:
        size = self.board.layout.size
        here = self.has[AT + self.active]
        for number in range(1, SITES + 1):
            if self.has[ON_SITE + number] >= 0:
                cell = self.board.site[number]
                columns = abs(cell % size - here % size)
                rows = abs(cell // size - here // size)
                if (columns == 0 and 1 <= rows <= 2) or (rows == 0 and 1 <= columns <= 2):
                    found.append(USE_TRACTOR + self.has[ON_SITE + number])

    def tractor(self, member: int) -> None:
        self.spend(TRACTOR)
        number = self.site_of(member)
        self.take_aboard(self.active, number)
        self.acquired = 1
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(self.active),
                "crew": self.parts.crew[member],
                "space": self.space(self.board.site[number]),
                "upgrade": UPGRADES[TRACTOR],
            }
            self.tell("picked-up", "CG-125", facts)
        if not self.won(self.active) and not self.ask_airlock(self.active, member):
            self.clean_up()

    # Saucer Teleporter (CG-126)

    def teleport_choices(self, found: list[int]) -> None:
        for number in range(1, SITES + 1):
            if self.is_empty(self.board.site[number]):
                found.append(USE_TELEPORTER + number)

    def teleport(self, number: int) -> None:
        self.spend(TELEPORTER)
        self.relocate(self.active, self.board.site[number], TELEPORTER, "CG-126")
        self.clean_up()

    # Cloaking Device (CG-127)

    def cloak(self) -> None:
        self.spend(CLOAK)
        if self.listener is not None:
            facts = {"saucer": self.color_of(self.active), "from": self.space(self.has[AT + self.active])}
            self.tell("cloaked", "CG-127", facts)
        self.has[AT + self.active] = -1  # CG-85: no crash
        self.clean_up()

    # Distress Signaler (CG-131)

    def distress_choices(self, found: list[int]) -> None:
        own = self.colors[self.active]
        aboard = self.has[ABOARD + self.active]
        for kind in range(TYPES):
            if self.holder(TYPES * own + kind) < 0:
                continue
            for color in range(COLORS):
                if aboard >> (TYPES * color + kind) & 1 == 1:
                    found.append(USE_DISTRESS + COLORS * kind + color)

    def holder(self, member: int) -> int:
        """The saucer besides S that has this crewmember aboard, or -1."""
        for saucer in range(self.saucers):
            if saucer != self.active and self.has[ABOARD + saucer] >> member & 1 == 1:
                return saucer
        return -1

    def distress(self, choice: int) -> None:
        self.spend(DISTRESS)
        kind = choice // COLORS
        taken = TYPES * self.colors[self.active] + kind
        given = TYPES * (choice % COLORS) + kind
        other = self.holder(taken)
        self.hand_over(taken, other, self.active)
        self.hand_over(given, self.active, other)
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(self.active),
                "other": self.color_of(other),
                "taken": self.parts.crew[taken],
                "given": self.parts.crew[given],
            }
            self.tell("swapped-crew", "CG-131", facts)
        self.clean_up()  # no station changes, so nobody can have won

    # Landing Legs (CG-137)

    def legs(self, direction: int) -> None:
        self.spend(LEGS)
        self.fly(self.active, direction, 1, "legs")

    # Quake Maker (CG-138)

    def quake_choices(self, found: list[int]) -> None:
        slots = self.board.layout.slots
        for i in range(len(slots)):
            slot = slots[i]
            turn = self.board.tiles[i] & 3
            for quarters in range(1, 4):
                fits = slot.w == slot.h and slot.w > 1 if quarters != 2 else slot.w > 1 or slot.h > 1
                if fits and (turn + quarters) % 4 in slot.turns:
                    found.append(USE_QUAKE + 4 * i + quarters)

    def quake(self, choice: int) -> None:
        self.spend(QUAKE)
        layout = self.board.layout
        slot = choice >> 2
        quarters = choice & 3
        tiles = self.board.tiles[:]
        tiles[slot] = tiles[slot] & ~3 | (tiles[slot] + quarters) & 3
        self.board = self.parts.board(layout, tiles)
        moved = layout.moved[choice]
        for saucer in range(self.saucers):
            cell = self.has[AT + saucer]
            if cell >= 0:
                self.has[AT + saucer] = moved[cell]
        if self.listener is not None:
            facts = {"saucer": self.color_of(self.active), "slot": layout.slots[slot].name, "quarters": quarters}
            self.tell("quaked", "CG-138", facts)
        self.clean_up()

    # Organic Triangulator (CG-143)

    def triangulate_choices(self, found: list[int]) -> None:
        if self.acquired != 0:
            return
        has = self.has
        kinds = self.board.cell
        for cell in range(len(kinds)):
            kind = kinds[cell]
            if (kind == PLAIN or (kind <= SITES and has[ON_SITE + kind] < 0)) and self.saucer_on(cell) < 0:
                found.append(USE_TRIANGULATOR + cell)

    def triangulate(self, cell: int) -> None:
        self.spend(TRIANGULATOR)
        self.relocate(self.active, cell, TRIANGULATOR, "CG-143")
        self.clean_up()
