"""Crash & Grab, after the spec's rule ids CG-1 to CG-151.

Everybody plans in secret, then one saucer after the other flies, is rewarded or fined, uses its upgrades and buys
new ones. The state, the round and the turn are in this module; what is long has a module of functions beside it:

    flight.py    the flight of a saucer, step by step
    upgrades.py  what each upgrade card does
    cleanup.py   what follows the flights of a turn: penalties, rewards, crew, effects, upgrades

An answer to a question runs on until the next question comes up; a function that is called at the end of another
("then ...") is the next thing that happens.

- A *saucer* is its place in the list of saucers (by seat, then in the order of the seat's colours).
- Crew aboard is a mask of 24 bits, upgrades are a mask of 23, a queue of lost crew has three bits for each type.
- Crew on the board stands on crash sites only (CG-12), so it is kept by the number of the site; a Quake leaves that
  as it is.
- `launches` and `crashed` are never changed in place but replaced, so that copies of a state can share them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mypy_extensions import i64

from parlour.games.crash_and_grab.parts import (
    ACCELERATOR,
    BITS,
    BOOSTER,
    CARDS,
    DIRECTIONS,
    ENERGY,
    PLAIN,
    SITES,
    TYPES,
    Count,
    CrashParts,
    Field,
    types_in,
)
from parlour.rules.outcome import Outcome, rank
from parlour.rules.state import NATURE, NOBODY, State

# Phases, in the order of section 13.
PILOT: Final = 0
PILOT_ROLL: Final = 1
PLAN: Final = 2
ROTATION: Final = 3
ORDER: Final = 4
PICK: Final = 5
SITE: Final = 6
PLACE_ROLL: Final = 7
START: Final = 8
MOVE: Final = 9
LAUNCH: Final = 10
WASTE_LAUNCH: Final = 11
MINES_HIT: Final = 12
EXCHANGE: Final = 13
SHARE: Final = 14
BOOST: Final = 15
PENALTY: Final = 16
REWARD: Final = 17
CREW: Final = 18
PUT: Final = 19
END: Final = 20
UPGRADE: Final = 21
DRAW: Final = 22
KEEP: Final = 23
OVER: Final = 24
PHASES: Final = [
    "pilot",
    "pilot_roll",
    "plan",
    "rotation",
    "order",
    "pick",
    "site",
    "place_roll",
    "start",
    "move",
    "launch",
    "waste",
    "mines",
    "airlock",
    "share",
    "boost",
    "penalty",
    "reward",
    "crew",
    "put",
    "end",
    "upgrade",
    "draw",
    "keep",
    "over",
]

# Where in the turn a question or a flight belongs (section 14).
AT_PLACE: Final = 0
AT_START: Final = 1
AT_MOVE: Final = 2
AT_BOOST: Final = 3
AT_CLEAN: Final = 4
AT_END: Final = 5
AT_UPGRADE: Final = 6
AT_TRIAL: Final = 7  # no step of a turn: a flight is only tried (`flight.rehearse`)
STEPS: Final = ["place", "start", "move", "boost", "clean", "end", "upgrade"]

UNKNOWN: Final = -1  # the direction of the round while it is not known
CLOCKWISE: Final = 0
COUNTERCLOCKWISE: Final = 1
ROTATIONS: Final = ["clockwise", "counterclockwise"]

# Where things are in `has`: one list is much cheaper to copy than many.
AT: Final = 0  # by saucer: its cell, or -1 off the board
ABOARD: Final = 6  # by saucer: mask of the crew aboard
FUEL: Final = 12  # by saucer: energy
DISCS: Final = 18  # by saucer: boosters
CARDS_OF: Final = 24  # by saucer: mask of its upgrades
PLANNED: Final = 30  # by saucer: card << 2 | direction, or -1
LOST: Final = 36  # by colour: the queue, the front in the lowest three bits as type + 1
ON_SITE: Final = 42  # by number of the crash site (from 1): the crewmember on it, or -1

FULL: Final = 15  # all four types aboard

PASS: Final = 255  # the code of `pass` in all phases
NOTHING: Final[list[int]] = []  # shared by all states: never change it

ROLLS: Final[list[int]] = list(range(1, SITES + 1))  # the 12-sided die (CG-9)
PLANS: Final[list[int]] = list(range(12))  # card << 2 | direction (CG-30)
SPINS: Final[list[int]] = [0, 1]  # the rotation die (CG-32)
ORDERS: Final[list[int]] = [0, 1, 2]  # the same, or 2: roll (CG-34)
HIT: Final[list[int]] = [0, 1]  # crash, push (CG-136)
BUY: Final[list[int]] = [0, PASS]  # upgrade, pass (CG-92)

PRICE: Final = 2  # energy for an upgrade (CG-92)
ENERGIZE: Final = 24  # the answer to a reward that steals nobody; 0..23 is the crewmember to steal (CG-83)
BY_ROLL: Final = 0  # the answer `roll` to the question for a site (CG-133)

# By phase: what may be answered where that is always the same.
FIXED: Final[list[list[int]]] = [NOTHING] * len(PHASES)
FIXED[PILOT_ROLL] = FIXED[PLACE_ROLL] = FIXED[PUT] = ROLLS
FIXED[PLAN] = PLANS
FIXED[ROTATION] = SPINS
FIXED[ORDER] = ORDERS
FIXED[MINES_HIT] = HIT
FIXED[UPGRADE] = BUY


class CrashAndGrab(State):
    """A game of Crash & Grab."""

    def __init__(
        self,
        players: int,
        boost_limit: int,
        round_limit: int,
        parts: CrashParts,
        colors: list[int],
        extra: int,
        board: Field,
        markers: list[int],
        like: CrashAndGrab | None = None,
    ) -> None:
        """A table before the saucers are placed, or a copy of the table `like`."""
        super().__init__(players)
        self.boost_limit: int = boost_limit  # option: 0 for none
        self.round_limit: int = round_limit  # option: 0 for none
        self.parts: CrashParts = parts
        self.colors: list[int] = colors  # by saucer; never changes
        self.extra: int = extra  # the colour that has crew but no saucer, or -1 (CG-21)
        self.board: Field = board
        self.markers: list[int] = markers  # by direction; never changes (CG-14)
        if like is not None:
            self.count: Count = like.count
            self.saucers: int = like.saucers
            self.has: list[int] = like.has[:]
            self.deck: int = like.deck  # masks of upgrades
            self.discard: int = like.discard
            self.drawn: int = like.drawn
            self.phase: int = like.phase
            self.asked: int = like.asked  # the first seat that owes an answer, NATURE or NOBODY
            self.round: int = like.round
            self.probe: int = like.probe
            self.direction: int = like.direction
            self.turns_done: int = like.turns_done
            self.revealed: int = like.revealed  # masks of saucers
            self.override: int = like.override
            self.done: int = like.done
            self.winner: int = like.winner  # a seat or -1
            # The turn
            self.turn_seat: int = like.turn_seat  # -1: no turn
            self.active: int = like.active  # S, the saucer whose turn it is, or -1
            self.step: int = like.step
            self.free: int = like.free
            self.distance: int = like.distance  # -1 before Execute Move
            self.boosts: int = like.boosts
            self.acquired: int = like.acquired
            self.used: int = like.used  # mask of upgrades
            self.crashed: list[int] = like.crashed  # saucers that crashed and are not dealt with yet
            # The flight
            self.flying: int = like.flying  # M, the saucer in flight, or -1
            self.heading: int = like.heading
            self.reach: int = like.reach  # D, the distance of the flight
            self.left: int = like.left
            self.launches: list[int] = like.launches  # cell << 6 | direction << 4 | distance
            self.took: int = like.took
            # What the phase is about
            self.subject: int = like.subject  # a saucer
            self.member: int = like.member  # a crewmember
            return
        self.count = parts.count(players)
        self.saucers = players * self.count.saucers_each
        self.has = [-1] * 6 + [0] * 24 + [-1] * 6 + [0] * 6 + [-1] * (SITES + 1)
        self.deck = parts.deck(players)  # CG-24
        self.discard = 0
        self.drawn = 0
        self.phase = PLAN
        self.asked = 0
        self.round = 1
        self.probe = 0
        self.direction = UNKNOWN
        self.turns_done = 0
        self.revealed = 0
        self.override = 0
        self.done = 0
        self.winner = -1
        self.turn_seat = -1
        self.active = -1
        self.step = AT_PLACE
        self.free = 0
        self.distance = -1
        self.boosts = 0
        self.acquired = 0
        self.used = 0
        self.crashed = NOTHING
        self.flying = -1
        self.heading = 0
        self.reach = 0
        self.left = 0
        self.launches = NOTHING
        self.took = 0
        self.subject = -1
        self.member = -1

    def clone(self) -> CrashAndGrab:
        return CrashAndGrab(
            self.players,
            self.boost_limit,
            self.round_limit,
            self.parts,
            self.colors,
            self.extra,
            self.board,
            self.markers,
            self,
        )

    # -- who is asked, and what -------------------------------------------------------------------

    def actor(self) -> i64:
        return self.asked

    def awaited(self) -> i64:
        if self.phase != PLAN:
            return 1 << self.asked if self.asked >= 0 else 0
        found: i64 = 0
        for saucer in range(self.saucers):
            if self.has[PLANNED + saucer] < 0:
                found |= 1 << self.seat_of(saucer)
        return found

    def simultaneous(self) -> bool:
        return self.phase == PLAN

    # A call through the tables costs a tenth of a step. So the questions that are asked most are called by name first:
    # with them alone compiled playouts were 7 to 10 % slower.

    def actions(self, seat: i64) -> list[int]:
        phase = self.phase
        fixed = FIXED[phase]
        if len(fixed) > 0:
            return fixed
        if phase == MOVE:
            return upgrades.move_choices(self)
        if phase == END:
            return upgrades.effect_choices(self)
        if phase == BOOST:
            return upgrades.boost_choices(self)
        if phase == LAUNCH:
            return upgrades.launch_choices(self)
        return CHOICES[phase](self)

    def apply(self, seat: i64, code: i64) -> None:
        phase = self.phase
        if phase == PLAN:  # the only question that several seats are asked at once
            self.answer_plan(seat, code)
        elif phase == MOVE:
            self.answer_move(code)
        elif phase == END:
            cleanup.answer_end(self, code)
        elif phase == BOOST:
            self.answer_boost(code)
        elif phase == PLACE_ROLL:
            self.answer_place_roll(code)
        elif phase == LAUNCH:
            flight.answer_launch(self, code)
        else:
            ANSWERS[phase](self, code)

    # -- seats and saucers ------------------------------------------------------------------------

    def seat_of(self, saucer: int) -> int:
        return saucer >> 1 if self.players == 2 else saucer

    def partner(self, saucer: int) -> int:
        """2 players: the other saucer of the seat; else -1."""
        return saucer ^ 1 if self.players == 2 else -1

    def color_of(self, saucer: int) -> str:
        return self.parts.colors[self.colors[saucer]]

    def saucer_of(self, color: str) -> int:
        """The saucer of a colour, or -1."""
        for saucer in range(self.saucers):
            if self.color_of(saucer) == color:
                return saucer
        return -1

    def space(self, cell: int) -> str:
        return self.board.layout.names[cell]

    def owns(self, saucer: int, upgrade: int) -> bool:
        return self.has[CARDS_OF + saucer] >> upgrade & 1 == 1

    def off_coloured(self, saucer: int) -> int:
        """CG-3: mask of the crew aboard that is not of the saucer's colour."""
        return self.has[ABOARD + saucer] & ~(15 << 4 * self.colors[saucer])

    def types_aboard(self, saucer: int) -> int:
        """CG-4: mask of the types aboard."""
        return types_in(self.has[ABOARD + saucer])

    def stations(self, seat: int) -> int:
        """CG-4: the stationed count of a seat."""
        if self.players == 2:
            return BITS[self.types_aboard(2 * seat)] + BITS[self.types_aboard(2 * seat + 1)]
        return BITS[self.types_aboard(seat)]

    # -- spaces -----------------------------------------------------------------------------------

    def saucer_on(self, cell: int) -> int:
        """The first saucer on a cell, or -1."""
        has = self.has
        for saucer in range(self.saucers):
            if has[AT + saucer] == cell:
                return saucer
        return -1

    def other_on(self, cell: int, saucer: int) -> int:
        """A saucer on the cell besides this one, or -1."""
        has = self.has
        for other in range(self.saucers):
            if has[AT + other] == cell and other != saucer:
                return other
        return -1

    def is_empty(self, cell: int) -> bool:
        """CG-8: on the board, no accelerator, neither crewmember nor saucer."""
        if cell < 0:
            return False
        kind = self.board.cell[cell]
        if kind == ACCELERATOR or (kind != PLAIN and self.has[ON_SITE + kind] >= 0):
            return False
        return self.saucer_on(cell) < 0

    def site_for(self, roll: int) -> int:
        """CG-9: the number of the crash site that this roll leads to."""
        number = roll
        while not self.is_empty(self.board.site[number]):
            number = number % SITES + 1
        return number

    def crew_on_board(self) -> int:
        """How many crewmembers are on the board."""
        found = 0
        has = self.has
        for number in range(1, SITES + 1):
            if has[ON_SITE + number] >= 0:
                found += 1
        return found

    # -- changes that several rules make ------------------------------------------------------------

    def ask(self, phase: int, seat: int) -> None:
        self.phase = phase
        self.asked = seat

    def ask_chance(self, phase: int) -> None:
        self.ask(phase, NATURE)

    def gain_boosters(self, saucer: int, number: int, rule: str) -> None:
        self.has[DISCS + saucer] = self.has[DISCS + saucer] + number
        if self.listener is not None:
            facts = {"saucer": self.color_of(saucer), "count": number, "boosters": self.has[DISCS + saucer]}
            self.tell("gained-boosters", rule, facts)

    def gain_energy(self, saucer: int, number: int, rule: str, victim: int = -1) -> None:
        """`victim` is the saucer whose crash is rewarded."""
        self.has[FUEL + saucer] = self.has[FUEL + saucer] + number
        if self.listener is not None:
            facts = {"saucer": self.color_of(saucer), "count": number, "energy": self.has[FUEL + saucer]}
            if victim >= 0:
                facts["victim"] = self.color_of(victim)
            self.tell("gained-energy", rule, facts)

    def hand_over(self, member: int, giver: int, taker: int) -> None:
        """A crewmember changes saucers."""
        has = self.has
        has[ABOARD + giver] = has[ABOARD + giver] & ~(1 << member)
        has[ABOARD + taker] = has[ABOARD + taker] | 1 << member

    def take_aboard(self, saucer: int, number: int) -> int:
        """The crewmember on a crash site comes aboard."""
        has = self.has
        member = has[ON_SITE + number]
        has[ON_SITE + number] = -1
        has[ABOARD + saucer] = has[ABOARD + saucer] | 1 << member
        return member

    # -- set-up: pilots with two players (CG-27) ----------------------------------------------------

    def ask_pilot(self, seat: int) -> None:
        self.ask(PILOT, seat)

    def own_saucers(self) -> list[int]:
        """CG-27, CG-41: two players: the two saucers of the seat that is asked."""
        return [2 * self.asked, 2 * self.asked + 1]

    def answer_pilot(self, saucer: int) -> None:
        self.member = TYPES * self.colors[saucer] + cleanup.front(self, self.colors[saucer])
        if self.listener is not None:
            facts = {
                "seat": self.seat_of(saucer),
                "saucer": self.color_of(saucer),
                "crew": self.parts.crew[self.member],
            }
            self.tell("chose-pilot", "CG-27", facts)
        if self.seat_of(saucer) != self.probe:
            self.gain_boosters(saucer ^ 1, self.count.boosters, "CG-27")
        self.subject = saucer
        self.ask_chance(PILOT_ROLL)

    def answer_pilot_roll(self, roll: int) -> None:
        cleanup.put_crew(self, roll, "CG-27")
        if self.seat_of(self.subject) == self.probe:
            self.ask_pilot(1 - self.probe)
        else:
            self.begin_round()

    # -- plan (section 4) ---------------------------------------------------------------------------

    def begin_round(self) -> None:
        """CG-102, CG-30: all are asked for their plans."""
        for saucer in range(self.saucers):
            self.has[PLANNED + saucer] = -1
        self.revealed = 0
        self.override = 0
        self.done = 0
        self.turns_done = 0
        self.direction = UNKNOWN
        self.ask(PLAN, 0)
        if self.listener is not None:
            self.tell("round-began", "CG-102", {"round": self.round, "probe": self.probe})

    def unplanned(self, seat: int) -> int:
        """The saucer that a seat plans for next, or -1 (CG-30)."""
        for saucer in range(self.saucers):
            if self.seat_of(saucer) == seat and self.has[PLANNED + saucer] < 0:
                return saucer
        return -1

    def answer_plan(self, seat: int, code: int) -> None:
        saucer = self.unplanned(seat)
        self.has[PLANNED + saucer] = code
        if self.listener is not None:
            plan = {"card": CARDS[code >> 2], "dir": DIRECTIONS[code & 3]}
            self.tell("planned", "CG-31", {"seat": seat, "saucer": self.color_of(saucer)}, plan, (seat,))
        for other in range(self.saucers):
            if self.has[PLANNED + other] < 0:
                self.asked = self.seat_of(other)
                return
        if self.players == 2 or upgrades.stabilizer_owner(self) >= 0:  # CG-32, CG-34: no die
            self.begin_turn()
        else:
            self.ask_chance(ROTATION)

    def answer_rotation(self, code: int) -> None:
        if self.listener is not None:
            self.tell("spun", "CG-32", {"direction": ROTATIONS[code]})
        self.set_direction(code)

    def answer_order(self, code: int) -> None:
        """CG-34: the owner of the Stabilizer decides, or has the die rolled after all."""
        if self.listener is not None:
            choice = ROTATIONS[code] if code < 2 else "roll"
            self.tell("ordered", "CG-34", {"seat": self.asked, "direction": choice})
        if code == 2:
            self.ask_chance(ROTATION)
        else:
            self.set_direction(code)

    def set_direction(self, direction: int) -> None:
        self.direction = direction
        for i in range(self.count.overrides):  # CG-33: the last in turn order
            saucer = self.seat_in_order(self.players - 1 - i)
            self.override |= 1 << saucer
            if self.listener is not None:
                self.tell("override", "CG-33", {"saucer": self.color_of(saucer)})
        self.begin_turn()

    def seat_in_order(self, turn: int) -> int:
        """CG-32: the seat of a turn of this round."""
        return seat_in_turn(turn, self.probe, self.direction, self.players)

    # -- a turn: pick, place, start (section 5) -----------------------------------------------------

    def begin_turn(self) -> None:
        seat = self.seat_in_order(self.turns_done)  # CG-40
        self.turn_seat = seat
        self.active = -1
        self.step = AT_PLACE
        self.free = 0
        self.distance = -1
        self.boosts = 0
        self.acquired = 0
        self.used = 0
        self.crashed = NOTHING
        if self.players == 2:
            if self.done >> 2 * seat & 3 == 0:
                self.ask(PICK, seat)  # CG-41
            else:
                self.begin_saucer(2 * seat if self.done >> 2 * seat & 1 == 0 else 2 * seat + 1)
        else:
            self.begin_saucer(seat)

    def begin_saucer(self, saucer: int) -> None:
        self.active = saucer
        if self.listener is not None:
            self.tell("turn-began", "CG-40", {"seat": self.turn_seat, "saucer": self.color_of(saucer)})
        if self.has[AT + saucer] < 0:
            self.free = 1  # CG-42
            self.ask_placing(saucer)
        else:
            self.start_turn()

    def ask_placing(self, saucer: int) -> None:
        """CG-9, CG-133."""
        self.subject = saucer
        if upgrades.may_pick_site(self, saucer):
            self.ask(SITE, self.seat_of(saucer))
        else:
            self.ask_chance(PLACE_ROLL)

    def site_choices(self) -> list[int]:
        """CG-133: any empty crash site, or `roll`."""
        found: list[int] = []
        for number in range(1, SITES + 1):
            if self.is_empty(self.board.site[number]):
                found.append(number)
        found.append(BY_ROLL)
        return found

    def answer_site(self, number: int) -> None:
        if number == BY_ROLL:
            self.ask_chance(PLACE_ROLL)
        else:
            self.place(number, 0)

    def answer_place_roll(self, roll: int) -> None:
        self.place(self.site_for(roll), roll)

    def place(self, number: int, roll: int) -> None:
        saucer = self.subject
        self.has[AT + saucer] = self.board.site[number]
        if self.listener is not None:
            facts = {"saucer": self.color_of(saucer), "space": self.space(self.board.site[number]), "site": number}
            if roll > 0:
                self.tell("placed", "CG-9", {**facts, "roll": roll})
            else:
                self.tell("placed", "CG-133", facts)
        upgrades.after_placing(self, saucer)
        if self.turn_seat >= 0:
            self.start_turn()
        else:
            self.place_next()  # CG-100

    def start_turn(self) -> None:
        """CG-43: the start-of-turn effect, if there is one."""
        self.step = AT_START
        if len(upgrades.thrust_choices(self)) > 0:
            self.ask(START, self.turn_seat)
        else:
            self.reveal()

    def answer_start(self, code: int) -> None:
        if code != PASS:
            upgrades.thrust(self, code)
        self.reveal()

    def reveal(self) -> None:
        """CG-45: the card is turned up and gives its bonus; CG-46: then Execute Move."""
        saucer = self.active
        plan = self.has[PLANNED + saucer]
        self.revealed |= 1 << saucer
        if self.listener is not None:
            facts = {"saucer": self.color_of(saucer), "card": CARDS[plan >> 2], "dir": DIRECTIONS[plan & 3]}
            self.tell("revealed", "CG-45", facts, reveals=True)
        bonus = self.parts.bonus[plan >> 2]
        if bonus == BOOSTER:
            self.gain_boosters(saucer, 1, "CG-45")
        elif bonus == ENERGY:
            self.gain_energy(saucer, 1, "CG-45")
        self.step = AT_MOVE
        self.ask(MOVE, self.turn_seat)

    def answer_move(self, way: int) -> None:
        self.distance = way & 15  # CG-47
        if self.distance > 0:
            flight.fly(self, self.active, way >> 4, self.distance, "move")
            return
        if self.listener is not None:
            self.tell("stayed", "CG-46", {"saucer": self.color_of(self.active)})
        self.after_move()

    # -- Boosts (section 7) -------------------------------------------------------------------------

    def after_move(self) -> None:
        """CG-70 to CG-72: a Boost, as long as there is one to make; then clean-up."""
        saucer = self.active
        limited = self.boost_limit > 0 and self.boosts >= self.boost_limit
        if (
            self.has[AT + saucer] >= 0
            and self.has[DISCS + saucer] > 0
            and not limited
            and len(upgrades.boost_choices(self)) > 0
        ):
            self.step = AT_BOOST
            self.ask(BOOST, self.turn_seat)
            return
        self.step = AT_CLEAN
        cleanup.clean_up(self)

    def answer_boost(self, way: int) -> None:
        if way == PASS:
            self.step = AT_CLEAN
            cleanup.clean_up(self)
            return
        saucer = self.active
        self.has[DISCS + saucer] = self.has[DISCS + saucer] - 1
        self.boosts += 1
        if self.listener is not None:
            self.tell("boosted", "CG-70", {"saucer": self.color_of(saucer), "boosters": self.has[DISCS + saucer]})
        flight.fly(self, saucer, way >> 4, way & 15, "boost")

    # -- end of the turn and of the round (section 9) ----------

    def end_turn(self) -> None:
        saucer = self.active
        self.override &= ~(1 << saucer)  # CG-33
        self.done |= 1 << saucer
        self.turns_done += 1
        self.turn_seat = -1
        self.active = -1
        if self.turns_done == self.saucers:
            if self.round_limit > 0 and self.round >= self.round_limit:
                self.finish()  # CG-114
            else:
                self.place_next()
        elif self.players > 2 and self.direction == UNKNOWN:
            self.ask(ORDER, self.seat_of(upgrades.stabilizer_owner(self)))  # CG-34
        else:
            self.begin_turn()

    def place_next(self) -> None:
        """CG-100: saucers off the board are placed, the Probe holder's first, then clockwise."""
        each = self.count.saucers_each
        for i in range(self.saucers):
            saucer = (self.probe * each + i) % self.saucers
            if self.has[AT + saucer] < 0:
                self.ask_placing(saucer)
                return
        self.pass_probe()

    def pass_probe(self) -> None:
        """CG-101: to the fewest stationed; if tied, to whoever had the last turn."""
        best = -1
        for turn in range(self.players):  # with two players, too, the second seat had the last turn
            seat = self.seat_in_order(turn)
            if best < 0 or self.stations(seat) <= self.stations(best):
                best = seat
        if self.listener is not None:
            self.tell("probe", "CG-101", {"seat": best, "before": self.probe, "stationed": self.stations(best)})
        self.probe = best
        self.round += 1
        self.begin_round()

    # -- the end ---------------------------------------------------------------------------------------

    def wins(self, saucer: int) -> bool:
        """CG-110, CG-111: whether its last gain has completed the crew of its seat; if so the game is over."""
        if self.types_aboard(saucer) != FULL or (self.players == 2 and self.types_aboard(saucer ^ 1) != FULL):
            return False
        self.winner = self.seat_of(saucer)
        self.finish()
        return True

    def finish(self) -> None:
        """Nothing more is resolved (CG-110)."""
        self.ask(OVER, NOBODY)
        self.turn_seat = -1
        self.active = -1
        self.flying = -1
        self.crashed = NOTHING
        self.launches = NOTHING
        if self.listener is not None:
            outcome = self.result()
            assert outcome is not None
            self.tell("over", "CG-110" if self.winner >= 0 else "CG-114", outcome.to_dict())

    def result(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores = [self.stations(seat) for seat in range(self.players)]
        keys: dict[int, tuple[int, ...]] = {}
        for seat in range(self.players):
            keys[seat] = (1 if seat == self.winner else 0, scores[seat])  # CG-112
        ranking = rank(keys)
        return Outcome(ranking[0], ranking, tuple(scores), "crew" if self.winner >= 0 else "round limit")  # CG-113

    # -- the edges: notation, positions and views ------------------------------------------------------

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(self, seat, code)

    def read(self, seat: i64, action: str) -> i64:
        return notation.read(self, seat, action)

    def turn_rule(self) -> str:
        return notation.turn_rule(self)

    def game_id(self) -> str:
        return "crash-and-grab"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source

    def position(self) -> dict[str, Any]:
        return positions.position(self)

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        return positions.view(self, seat)


def seat_in_turn(turn: int, probe: int, direction: int, players: int) -> int:
    """CG-32: whose turn it is, from the Probe holder on; clockwise as long as nothing else is known."""
    return (probe - turn if direction == COUNTERCLOCKWISE else probe + turn) % players


def nothing(state: CrashAndGrab) -> list[int]:
    return NOTHING


def nobody(state: CrashAndGrab, code: int) -> None:
    """Nobody is asked any more."""


# By phase: what may be answered, and what an answer does. The modules beside this one fill in their own questions.
CHOICES: Final[list[Callable[[CrashAndGrab], list[int]]]] = [nothing] * len(PHASES)
ANSWERS: Final[list[Callable[[CrashAndGrab, int], None]]] = [nobody] * len(PHASES)

CHOICES[PILOT] = CrashAndGrab.own_saucers
CHOICES[PICK] = CrashAndGrab.own_saucers
CHOICES[SITE] = CrashAndGrab.site_choices
ANSWERS[PILOT] = CrashAndGrab.answer_pilot
ANSWERS[PILOT_ROLL] = CrashAndGrab.answer_pilot_roll
ANSWERS[ROTATION] = CrashAndGrab.answer_rotation
ANSWERS[ORDER] = CrashAndGrab.answer_order
ANSWERS[PICK] = CrashAndGrab.begin_saucer
ANSWERS[SITE] = CrashAndGrab.answer_site
ANSWERS[PLACE_ROLL] = CrashAndGrab.answer_place_roll
ANSWERS[START] = CrashAndGrab.answer_start
ANSWERS[MOVE] = CrashAndGrab.answer_move
ANSWERS[BOOST] = CrashAndGrab.answer_boost


# The edges know the state, so they come last.
from parlour.games.crash_and_grab import cleanup, flight, notation, positions, upgrades  # noqa: E402
