"""Crash & Grab, after the spec's rule ids CG-1 to CG-151.

Everybody plans in secret, then one saucer after the other flies, is rewarded or fined, uses its upgrades and buys
new ones. The state, the round and the turn are in this module; what is long has a module of functions beside it:

    flight.py    the flight of a saucer, step by step
    upgrades.py  what each upgrade card does
    cleanup.py   what follows the flights of a turn: penalties, rewards, crew, effects, upgrades

An answer to a question runs on until the next question comes up; a function that is called at the end of another
("then ...") is the next thing that happens.

- A *saucer* is its place in the list of saucers (by seat, then in the order of the seat's colours).
- Crew aboard is a mask of 24 bits, upgrades are a mask of 23; lost crew and saucers that crashed stand in queues of
  three bits each (`parts.queue_of`).
- Crew on the board stands on crash sites only (CG-12), so it is kept by the number of the site; a Quake leaves that
  as it is.
- What there is several times (by saucer, by colour, by site) lies in one packed vector, `has`, so that a copy of a
  game is one copy of that. `launches` is never changed in place but replaced, so that copies can share it.
- Every number of a position is at most 10^9 and grows by less than 100 in a turn; masks have at most 24 bits.

Codes of actions are in `codes.py`.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.games.crash_and_grab.codes import (
    BUY,
    BY_ROLL,
    CRASH_IT,
    GOES,
    ORDER_ROLL,
    ORDERS,
    PASS,
    PILOTS,
    PLANS,
    PUSH_IT,
    ROLLS,
    SITE_PICKS,
    SPINS,
    WAY,
)
from parlour.games.crash_and_grab.parts import (
    ACCELERATOR,
    BITS,
    BOOSTER,
    CARDS,
    COLORS,
    DIRECTIONS,
    ENERGY,
    PLAIN,
    ROTATIONS,
    SITES,
    TYPES,
    Count,
    CrashParts,
    Field,
    types_in,
)
from parlour.rules.chance import Rng
from parlour.rules.outcome import Outcome, rank
from parlour.rules.state import IN_LISTS, NATURE, NOBODY, State, copy_of_fields

# Phases, in the order of section 13.
PILOT: Final[i64] = 0
PILOT_ROLL: Final[i64] = 1
PLAN: Final[i64] = 2
ROTATION: Final[i64] = 3
ORDER: Final[i64] = 4
PICK: Final[i64] = 5
SITE: Final[i64] = 6
PLACE_ROLL: Final[i64] = 7
START: Final[i64] = 8
MOVE: Final[i64] = 9
LAUNCH: Final[i64] = 10
WASTE_LAUNCH: Final[i64] = 11
MINES_HIT: Final[i64] = 12
EXCHANGE: Final[i64] = 13
SHARE: Final[i64] = 14
BOOST: Final[i64] = 15
PENALTY: Final[i64] = 16
REWARD: Final[i64] = 17
CREW: Final[i64] = 18
PUT: Final[i64] = 19
END: Final[i64] = 20
UPGRADE: Final[i64] = 21
DRAW: Final[i64] = 22
KEEP: Final[i64] = 23
OVER: Final[i64] = 24
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
AT_PLACE: Final[i64] = 0
AT_START: Final[i64] = 1
AT_MOVE: Final[i64] = 2
AT_BOOST: Final[i64] = 3
AT_CLEAN: Final[i64] = 4
AT_END: Final[i64] = 5
AT_UPGRADE: Final[i64] = 6
AT_TRIAL: Final[i64] = 7  # no step of a turn: a flight is only tried (`flight.rehearse`)
STEPS: Final = ["place", "start", "move", "boost", "clean", "end", "upgrade"]

UNKNOWN: Final[i64] = -1  # the direction of the round while it is not known
CLOCKWISE: Final[i64] = 0
COUNTERCLOCKWISE: Final[i64] = 1

# Where things are in `has`.
AT: Final[i64] = 0  # by saucer: its cell, or -1 off the board
ABOARD: Final[i64] = 6  # by saucer: mask of the crew aboard
FUEL: Final[i64] = 12  # by saucer: energy
DISCS: Final[i64] = 18  # by saucer: boosters
CARDS_OF: Final[i64] = 24  # by saucer: mask of its upgrades
PLANNED: Final[i64] = 30  # by saucer: card << 2 | direction, or -1
LOST: Final[i64] = 36  # by colour: the queue of types
ON_SITE: Final[i64] = 42  # by number of the crash site (from 1): the crewmember on it, or -1
COLOR: Final[i64] = 55  # by saucer: its colour; never changes, nor does what follows
SAUCER: Final[i64] = 61  # by colour: its saucer, or -1
MARKER: Final[i64] = 67  # by direction (CG-14)

FULL: Final[i64] = 15  # all four types aboard
PRICE: Final[i64] = 2  # energy for an upgrade (CG-92)

NOTHING: Final = vec[i64]()  # shared by all states: never append to it


def plan_table() -> vec[vec[i64]]:
    """CG-30: all plans for a saucer, by its colour."""
    found = vec[vec[i64]]()
    for color in range(COLORS):
        found = append(found, vec[i64]([PLANS + 12 * color + plan for plan in range(12)]))
    return found


# What may be answered where that is always the same.
DIE: Final = vec[i64]([ROLLS + number for number in range(1, SITES + 1)])  # CG-9
ALL_PLANS: Final = plan_table()
ROTATION_DIE: Final = vec[i64]([SPINS + CLOCKWISE, SPINS + COUNTERCLOCKWISE])  # CG-32
ORDER_ANSWERS: Final = vec[i64]([ORDERS + CLOCKWISE, ORDERS + COUNTERCLOCKWISE, ORDER_ROLL])  # CG-34
HIT_ANSWERS: Final = vec[i64]([CRASH_IT, PUSH_IT])  # CG-136
BUY_ANSWERS: Final = vec[i64]([BUY, PASS])  # CG-92


def empty_table() -> vec[i64]:
    """`has` when nothing is anywhere yet."""
    found = vec[i64]([0 for _ in range(MARKER + 4)])
    for i in range(6):
        found[AT + i] = found[PLANNED + i] = found[SAUCER + i] = -1
    for number in range(SITES + 1):
        found[ON_SITE + number] = -1
    return found


EMPTY_TABLE: Final = empty_table()


@final
@mypyc_attr(free_list_len=1)  # whoever plays a copy to its end and makes the next has the room of the last
class CrashAndGrab(State):
    """A game of Crash & Grab."""

    def __init__(
        self,
        players: i64,
        boost_limit: i64,
        round_limit: i64,
        parts: CrashParts,
        extra: i64,
        board: Field,
        like: CrashAndGrab | None = None,
    ) -> None:
        """A table before the saucers are placed and have their colours, or a copy of the table `like`."""
        super().__init__(players)
        self.board: Field = board
        self.boost_limit: i64 = boost_limit  # option: 0 for none
        if like is not None:
            # What every question asks for comes first: fields lie in memory in the order in which they stand here.
            self.phase: i64 = like.phase
            self.asked: i64 = like.asked  # the first seat that owes an answer, NATURE or NOBODY
            self.has: vec[i64] = like.has[:]
            self.saucers: i64 = like.saucers
            self.offered: vec[i64] = like.offered  # what may be answered, where the question hangs on that
            # The flight
            self.flying: i64 = like.flying  # M, the saucer in flight, or -1
            self.heading: i64 = like.heading
            self.reach: i64 = like.reach  # D, the distance of the flight
            self.left: i64 = like.left
            self.took: i64 = like.took
            self.launches: vec[i64] = like.launches  # cell << 6 | direction << 4 | distance
            # The turn
            self.turn_seat: i64 = like.turn_seat  # -1: no turn
            self.active: i64 = like.active  # S, the saucer whose turn it is, or -1
            self.step: i64 = like.step
            self.crashed: i64 = like.crashed  # queue of the saucers that crashed and are not dealt with yet
            self.used: i64 = like.used  # mask of upgrades
            self.free: i64 = like.free
            self.distance: i64 = like.distance  # -1 before Execute Move
            self.boosts: i64 = like.boosts
            self.acquired: i64 = like.acquired
            # What the phase is about
            self.subject: i64 = like.subject  # a saucer
            self.member: i64 = like.member  # a crewmember
            # The round and the game
            self.round: i64 = like.round
            self.probe: i64 = like.probe
            self.direction: i64 = like.direction
            self.turns_done: i64 = like.turns_done
            self.revealed: i64 = like.revealed  # masks of saucers
            self.override: i64 = like.override
            self.done: i64 = like.done
            self.winner: i64 = like.winner  # a seat or -1
            self.deck: i64 = like.deck  # masks of upgrades
            self.discard: i64 = like.discard
            self.drawn: i64 = like.drawn
            self.count: Count = like.count
            self.parts: CrashParts = parts
            self.round_limit: i64 = round_limit  # option: 0 for none
            self.extra: i64 = extra  # the colour that has crew but no saucer, or -1 (CG-21)
            return
        self.parts = parts
        self.round_limit = round_limit
        self.extra = extra
        self.count = parts.count(players)
        self.saucers = players * self.count.saucers_each
        self.has = EMPTY_TABLE[:]
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
        self.flying = -1
        self.heading = 0
        self.reach = 0
        self.left = 0
        self.launches = NOTHING
        self.took = 0
        self.subject = -1
        self.member = -1
        self.offered = NOTHING
        # As in `clear_turn`; but what is not set here might be missing, as far as the compiler can tell.
        self.turn_seat = -1
        self.active = -1
        self.step = AT_PLACE
        self.free = 0
        self.distance = -1
        self.boosts = 0
        self.acquired = 0
        self.used = 0
        self.crashed = 0

    def clear_turn(self, seat: i64) -> None:
        """Nothing has happened yet in the turn of a seat (-1: it is nobody's)."""
        self.turn_seat = seat
        self.active = -1
        self.step = AT_PLACE
        self.free = 0
        self.distance = -1
        self.boosts = 0
        self.acquired = 0
        self.used = 0
        self.crashed = 0

    def clear_game(self) -> None:
        """A table before the saucers are placed and have their colours, with the same options."""
        has = self.has
        for place in range(len(has)):
            has[place] = EMPTY_TABLE[place]
        self.deck = self.parts.deck(int(self.players))  # CG-24
        self.discard = 0
        self.drawn = 0
        self.ask(PLAN, 0)
        self.round = 1
        self.direction = UNKNOWN
        self.turns_done = 0
        self.revealed = 0
        self.override = 0
        self.done = 0
        self.winner = -1
        self.flying = -1
        self.heading = 0
        self.reach = 0
        self.left = 0
        self.launches = NOTHING
        self.took = 0
        self.subject = -1
        self.member = -1
        self.offered = NOTHING
        self.clear_turn(-1)

    def give_colors(self, colors: list[int]) -> None:
        """CG-21: by saucer."""
        for saucer, color in enumerate(colors):
            self.has[COLOR + saucer] = color
            self.has[SAUCER + color] = saucer

    def clone(self) -> CrashAndGrab:
        if IN_LISTS:
            same: CrashAndGrab = copy_of_fields(self)
            same.has = self.has[:]
            return same
        return CrashAndGrab(self.players, self.boost_limit, self.round_limit, self.parts, self.extra, self.board, self)

    def deal_again(self, rng: Rng) -> bool:
        positions.deal_again(self, rng)
        return True

    # -- who is asked, and what -------------------------------------------------------------------

    def actor(self) -> i64:
        return self.asked

    def awaited(self) -> i64:
        found: i64 = 0
        if self.phase != PLAN:
            if self.asked >= 0:
                found = 1 << self.asked
            return found
        has = self.has
        for saucer in range(self.saucers):
            if has[PLANNED + saucer] < 0:
                found |= 1 << self.seat_of(saucer)
        return found

    def simultaneous(self) -> bool:
        return self.phase == PLAN

    # The questions in about the order of how often they are asked.

    def codes(self, seat: i64) -> vec[i64]:
        phase = self.phase
        if phase == PLAN:
            return ALL_PLANS[self.has[COLOR + self.saucer_to_plan(seat)]]
        if phase == MOVE:
            return upgrades.move_choices(self)
        if phase == END or phase == LAUNCH or phase == START or phase == WASTE_LAUNCH or phase == SHARE:
            return self.offered
        if phase == BOOST:
            return upgrades.boost_choices(self)
        if phase == PLACE_ROLL or phase == PUT or phase == PILOT_ROLL:
            return DIE
        if phase == ROTATION:
            return ROTATION_DIE
        if phase == UPGRADE:
            return BUY_ANSWERS
        if phase == CREW:
            return cleanup.crew_choices(self)
        if phase == REWARD:
            return cleanup.reward_choices(self)
        if phase == PENALTY:
            return cleanup.penalty_choices(self)
        if phase == DRAW:
            return cleanup.draw_choices(self)
        if phase == KEEP:
            return cleanup.keep_choices(self)
        if phase == PICK:
            return self.own_saucers(GOES)
        if phase == EXCHANGE:
            return upgrades.airlock_choices(self)
        if phase == MINES_HIT:
            return HIT_ANSWERS
        if phase == SITE:
            return self.site_choices()
        if phase == ORDER:
            return ORDER_ANSWERS
        if phase == PILOT:
            return self.own_saucers(PILOTS)
        return NOTHING

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
        elif phase == PUT:
            cleanup.answer_put(self, code)
        elif phase == LAUNCH:
            flight.answer_launch(self, code)
        elif phase == ROTATION:
            self.answer_rotation(code)
        elif phase == UPGRADE:
            cleanup.answer_upgrade(self, code)
        elif phase == CREW:
            cleanup.answer_crew(self, code)
        elif phase == REWARD:
            cleanup.answer_reward(self, code)
        elif phase == PENALTY:
            cleanup.answer_penalty(self, code)
        elif phase == DRAW:
            cleanup.answer_draw(self, code)
        elif phase == KEEP:
            cleanup.answer_keep(self, code)
        elif phase == SHARE:
            flight.answer_share(self, code)
        elif phase == PICK:
            self.begin_saucer(self.has[SAUCER + code - GOES])
        elif phase == START:
            self.answer_start(code)
        elif phase == WASTE_LAUNCH:
            flight.answer_waste(self, code)
        elif phase == EXCHANGE:
            flight.answer_airlock(self, code)
        elif phase == MINES_HIT:
            flight.answer_mines(self, code)
        elif phase == SITE:
            self.answer_site(code)
        elif phase == ORDER:
            self.answer_order(code)
        elif phase == PILOT:
            self.answer_pilot(code)
        elif phase == PILOT_ROLL:
            self.answer_pilot_roll(code)

    # -- seats and saucers ------------------------------------------------------------------------

    def seat_of(self, saucer: i64) -> i64:
        return saucer >> 1 if self.players == 2 else saucer

    def color_of(self, saucer: i64) -> str:
        return self.parts.colors[self.has[COLOR + saucer]]

    def saucer_of(self, color: str) -> i64:
        """The saucer of a colour, or -1."""
        for saucer in range(self.saucers):
            if self.color_of(saucer) == color:
                return saucer
        return -1

    def space(self, cell: i64) -> str:
        return self.board.layout.names[cell]

    def owns(self, saucer: i64, upgrade: i64) -> bool:
        return self.has[CARDS_OF + saucer] >> upgrade & 1 == 1

    def off_coloured(self, saucer: i64) -> i64:
        """CG-3: mask of the crew aboard that is not of the saucer's colour."""
        return self.has[ABOARD + saucer] & ~(FULL << TYPES * self.has[COLOR + saucer])

    def types_aboard(self, saucer: i64) -> i64:
        """CG-4: mask of the types aboard."""
        return types_in(self.has[ABOARD + saucer])

    def stations(self, seat: i64) -> i64:
        """CG-4: the stationed count of a seat."""
        if self.players == 2:
            return BITS[self.types_aboard(2 * seat)] + BITS[self.types_aboard(2 * seat + 1)]
        return BITS[self.types_aboard(seat)]

    # -- spaces -----------------------------------------------------------------------------------

    def saucer_on(self, cell: i64) -> i64:
        """The first saucer on a cell, or -1."""
        has = self.has
        for saucer in range(self.saucers):
            if has[AT + saucer] == cell:
                return saucer
        return -1

    def other_on(self, cell: i64, saucer: i64) -> i64:
        """A saucer on the cell besides this one, or -1."""
        has = self.has
        for other in range(self.saucers):
            if has[AT + other] == cell and other != saucer:
                return other
        return -1

    def is_empty(self, cell: i64) -> bool:
        """CG-8: on the board, no accelerator, neither crewmember nor saucer."""
        if cell < 0:
            return False
        kind = self.board.cell[cell]
        if kind == ACCELERATOR or (kind != PLAIN and self.has[ON_SITE + kind] >= 0):
            return False
        return self.saucer_on(cell) < 0

    def site_for(self, roll: i64) -> i64:
        """CG-9: the number of the crash site that this roll leads to."""
        number = roll
        while not self.is_empty(self.board.site[number]):
            number = number % SITES + 1
        return number

    def crew_on_board(self) -> i64:
        """How many crewmembers are on the board."""
        found: i64 = 0
        has = self.has
        for number in range(1, SITES + 1):
            if has[ON_SITE + number] >= 0:
                found += 1
        return found

    # -- changes that several rules make ------------------------------------------------------------

    def ask(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.asked = seat

    def offer(self, phase: i64, seat: i64, choices: vec[i64]) -> None:
        """A question that is put only if there is something to choose."""
        self.ask(phase, seat)
        self.offered = choices

    def ask_chance(self, phase: i64) -> None:
        self.ask(phase, NATURE)

    def gain_boosters(self, saucer: i64, number: i64, rule: str) -> None:
        self.has[DISCS + saucer] += number
        if self.listener is not None:
            facts = {"saucer": self.color_of(saucer), "count": number, "boosters": self.has[DISCS + saucer]}
            self.tell("gained-boosters", rule, facts)

    def gain_energy(self, saucer: i64, number: i64, rule: str, victim: i64 = -1) -> None:
        """`victim` is the saucer whose crash is rewarded."""
        self.has[FUEL + saucer] += number
        if self.listener is not None:
            facts = {"saucer": self.color_of(saucer), "count": number, "energy": self.has[FUEL + saucer]}
            if victim >= 0:
                facts["victim"] = self.color_of(victim)
            self.tell("gained-energy", rule, facts)

    def hand_over(self, member: i64, giver: i64, taker: i64) -> None:
        """A crewmember changes saucers."""
        has = self.has
        has[ABOARD + giver] &= ~(1 << member)
        has[ABOARD + taker] |= 1 << member

    def take_aboard(self, saucer: i64, number: i64) -> i64:
        """The crewmember on a crash site comes aboard."""
        has = self.has
        member = has[ON_SITE + number]
        has[ON_SITE + number] = -1
        has[ABOARD + saucer] |= 1 << member
        return member

    # -- set-up: pilots with two players (CG-27) ----------------------------------------------------

    def ask_pilot(self, seat: i64) -> None:
        self.ask(PILOT, seat)

    def own_saucers(self, first: i64) -> vec[i64]:
        """CG-27, CG-41: two players: codes from `first` on for the two saucers of the seat that is asked."""
        mine = COLOR + 2 * self.asked
        return vec[i64]([first + self.has[mine], first + self.has[mine + 1]])

    def answer_pilot(self, code: i64) -> None:
        color = code - PILOTS
        saucer = self.has[SAUCER + color]
        self.member = TYPES * color + cleanup.front(self, color)
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

    def answer_pilot_roll(self, code: i64) -> None:
        cleanup.put_crew(self, code - ROLLS, "CG-27")
        if self.seat_of(self.subject) == self.probe:
            self.ask_pilot(1 - self.probe)
        else:
            self.begin_round()

    # -- plan (section 4) ---------------------------------------------------------------------------

    def begin_round(self) -> None:
        """CG-102, CG-30: all are asked for their plans."""
        has = self.has
        for saucer in range(self.saucers):
            has[PLANNED + saucer] = -1
        self.revealed = 0
        self.override = 0
        self.done = 0
        self.turns_done = 0
        self.direction = UNKNOWN
        self.ask(PLAN, 0)
        if self.listener is not None:
            self.tell("round-began", "CG-102", {"round": self.round, "probe": self.probe})

    def saucer_to_plan(self, seat: i64) -> i64:
        """The saucer that a seat plans for next, or -1 (CG-30)."""
        has = self.has
        for saucer in range(self.saucers):
            if self.seat_of(saucer) == seat and has[PLANNED + saucer] < 0:
                return saucer
        return -1

    def answer_plan(self, seat: i64, code: i64) -> None:
        has = self.has
        color = (code - PLANS) // 12
        saucer = has[SAUCER + color]
        plan = code - PLANS - 12 * color
        has[PLANNED + saucer] = plan
        if self.listener is not None:
            secret = {"card": CARDS[plan >> 2], "dir": DIRECTIONS[plan & 3]}
            self.tell("planned", "CG-31", {"seat": seat, "saucer": self.color_of(saucer)}, secret, (int(seat),))
        for other in range(self.saucers):
            if has[PLANNED + other] < 0:
                self.asked = self.seat_of(other)
                return
        if self.players == 2 or upgrades.stabilizer_owner(self) >= 0:  # CG-32, CG-34: no die
            self.begin_turn()
        else:
            self.ask_chance(ROTATION)

    def answer_rotation(self, code: i64) -> None:
        if self.listener is not None:
            self.tell("spun", "CG-32", {"direction": ROTATIONS[code - SPINS]})
        self.set_direction(code - SPINS)

    def answer_order(self, code: i64) -> None:
        """CG-34: the owner of the Stabilizer decides, or has the die rolled after all."""
        if self.listener is not None:
            choice = "roll" if code == ORDER_ROLL else ROTATIONS[code - ORDERS]
            self.tell("ordered", "CG-34", {"seat": self.asked, "direction": choice})
        if code == ORDER_ROLL:
            self.ask_chance(ROTATION)
        else:
            self.set_direction(code - ORDERS)

    def set_direction(self, direction: i64) -> None:
        self.direction = direction
        for i in range(self.count.overrides):  # CG-33: the last in turn order
            saucer = self.seat_in_order(self.players - 1 - i)
            self.override |= 1 << saucer
            if self.listener is not None:
                self.tell("override", "CG-33", {"saucer": self.color_of(saucer)})
        self.begin_turn()

    def seat_in_order(self, turn: i64) -> i64:
        """CG-32: the seat of a turn of this round."""
        return seat_in_turn(turn, self.probe, self.direction, self.players)

    # -- a turn: pick, place, start (section 5) -----------------------------------------------------

    def begin_turn(self) -> None:
        seat = self.seat_in_order(self.turns_done)  # CG-40
        self.clear_turn(seat)
        if self.players == 2:
            if self.done >> 2 * seat & 3 == 0:
                self.ask(PICK, seat)  # CG-41
            else:
                self.begin_saucer(2 * seat if self.done >> 2 * seat & 1 == 0 else 2 * seat + 1)
        else:
            self.begin_saucer(seat)

    def begin_saucer(self, saucer: i64) -> None:
        self.active = saucer
        if self.listener is not None:
            self.tell("turn-began", "CG-40", {"seat": self.turn_seat, "saucer": self.color_of(saucer)})
        if self.has[AT + saucer] < 0:
            self.free = 1  # CG-42
            self.ask_placing(saucer)
        else:
            self.start_turn()

    def ask_placing(self, saucer: i64) -> None:
        """CG-9, CG-133."""
        self.subject = saucer
        if upgrades.may_pick_site(self, saucer):
            self.ask(SITE, self.seat_of(saucer))
        else:
            self.ask_chance(PLACE_ROLL)

    def site_choices(self) -> vec[i64]:
        """CG-133: any empty crash site, or `roll`."""
        found = vec[i64](capacity=16)
        for number in range(1, SITES + 1):
            if self.is_empty(self.board.site[number]):
                found = append(found, SITE_PICKS + number)
        return append(found, BY_ROLL)

    def answer_site(self, code: i64) -> None:
        if code == BY_ROLL:
            self.ask_chance(PLACE_ROLL)
        else:
            self.place(code - SITE_PICKS, 0)

    def answer_place_roll(self, code: i64) -> None:
        self.place(self.site_for(code - ROLLS), code - ROLLS)

    def place(self, number: i64, roll: i64) -> None:
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
        choices = upgrades.thrust_choices(self)
        if len(choices) > 0:
            self.offer(START, self.turn_seat, choices)
        else:
            self.reveal()

    def answer_start(self, code: i64) -> None:
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

    def answer_move(self, code: i64) -> None:
        way = code & WAY
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

    def answer_boost(self, code: i64) -> None:
        if code == PASS:
            self.step = AT_CLEAN
            cleanup.clean_up(self)
            return
        saucer = self.active
        way = code & WAY
        self.has[DISCS + saucer] -= 1
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
        first = self.probe * self.count.saucers_each
        for i in range(self.saucers):
            saucer = first + i
            if saucer >= self.saucers:
                saucer -= self.saucers
            if self.has[AT + saucer] < 0:
                self.ask_placing(saucer)
                return
        self.pass_probe()

    def pass_probe(self) -> None:
        """CG-101: to the fewest stationed; if tied, to whoever had the last turn."""
        best: i64 = -1
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

    def wins(self, saucer: i64) -> bool:
        """CG-110, CG-111: whether its last gain has completed the crew of its seat; if so the game is over."""
        if self.stations(self.seat_of(saucer)) < full_crew(self.players):
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
        self.crashed = 0
        self.launches = NOTHING
        if self.listener is not None:
            outcome = self.result()
            assert outcome is not None
            self.tell("over", "CG-110" if self.winner >= 0 else "CG-114", outcome.to_dict())

    def result(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores = [int(self.stations(seat)) for seat in range(self.players)]
        keys: dict[int, tuple[int, ...]] = {}
        for seat in range(len(scores)):
            keys[seat] = (1 if seat == self.winner else 0, scores[seat])  # CG-112
        ranking = rank(keys)
        return Outcome(ranking[0], ranking, tuple(scores), "crew" if self.winner >= 0 else "round limit")  # CG-113

    # -- the edges: notation, positions and views ------------------------------------------------------

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(self, code)

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


def full_crew(players: i64) -> i64:
    """CG-110: how many stations a seat has to fill, those of both saucers where it has two."""
    return 2 * TYPES if players == 2 else TYPES


def seat_in_turn(turn: i64, probe: i64, direction: i64, players: i64) -> i64:
    """CG-32: whose turn it is, from the Probe holder on; clockwise as long as nothing else is known."""
    return (probe - turn if direction == COUNTERCLOCKWISE else probe + turn) % players


# The edges know the state, so they come last.
from parlour.games.crash_and_grab import cleanup, flight, notation, positions, upgrades  # noqa: E402
