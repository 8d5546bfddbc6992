"""Crash & Grab: what lies on the table, and the simple questions one can ask about it.

`Table` declares everything that a position holds. The modules that follow add to it, each on top of the one before:
`upgrades.py` what the cards do, `flight.py` the flight of a saucer, `cleanup.py` what follows it, `rules.py` the round.

- A *saucer* is its place in the list of saucers (by seat, then in the order of the seat's colours).
- Crew aboard is a mask of 24 bits, upgrades are a mask of 23, a queue of lost crew has three bits for each type.
- Crew on the board stands on crash sites only (CG-12), so it is kept by the number of the site; a Quake leaves that
  as it is.
- `launches` and `crashed` are never changed in place but replaced, so that copies of a state can share them.
"""

from __future__ import annotations

from typing import Final

from parlour.games.crash_and_grab.parts import ACCELERATOR, PLAIN, SITES, UPGRADES, Board, Count, CrashParts, Layout
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
BITS: Final = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]  # how many of four bits are set

PASS: Final = 255  # the code of `pass` in all phases
NOTHING: Final[list[int]] = []  # shared by all states: never change it


class Table(State):
    """What lies on the table."""

    def __init__(
        self,
        players: int,
        boost_limit: int,
        round_limit: int,
        parts: CrashParts,
        colors: list[int],
        extra: int,
        board: Board,
        markers: list[int],
        like: Table | None = None,
    ) -> None:
        """A table before the saucers are placed, or a copy of the table `like`."""
        super().__init__(players)
        self.boost_limit: int = boost_limit  # option: 0 for none
        self.round_limit: int = round_limit  # option: 0 for none
        self.parts: CrashParts = parts
        self.colors: list[int] = colors  # by saucer; never changes
        self.extra: int = extra  # the colour that has crew but no saucer, or -1 (CG-21)
        self.board: Board = board
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

    # -- what the modules on top supply -----------------------------------------------------------

    def fly(self, saucer: int, direction: int, distance: int, cause: str) -> None:
        """Begin a flight (section 6), and carry it on to its end or its first question."""
        raise NotImplementedError

    def clean_up(self) -> None:
        """Deal with the first thing that clean-up finds (section 8)."""
        raise NotImplementedError

    # -- seats and saucers ------------------------------------------------------------------------

    def seat_of(self, saucer: int) -> int:
        return saucer >> 1 if self.players == 2 else saucer

    def partner(self, saucer: int) -> int:
        """2 players: the other saucer of the seat; else -1."""
        return saucer ^ 1 if self.players == 2 else -1

    def color_of(self, saucer: int) -> str:
        return self.parts.colors[self.colors[saucer]]

    def space(self, cell: int) -> str:
        return self.board.layout.names[cell]

    def layout(self) -> Layout:
        return self.board.layout

    def owns(self, saucer: int, upgrade: int) -> bool:
        return self.has[CARDS_OF + saucer] >> upgrade & 1 == 1

    def off_coloured(self, saucer: int) -> int:
        """CG-3: mask of the crew aboard that is not of the saucer's colour."""
        return self.has[ABOARD + saucer] & ~(15 << 4 * self.colors[saucer])

    def types_aboard(self, saucer: int) -> int:
        """CG-4: mask of the types aboard."""
        crew = self.has[ABOARD + saucer]
        crew |= crew >> 12
        return (crew | crew >> 4 | crew >> 8) & 15

    def stationed(self, seat: int) -> int:
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

    def site_of(self, member: int) -> int:
        """The number of the site that a crewmember is on, or 0."""
        has = self.has
        for number in range(1, SITES + 1):
            if has[ON_SITE + number] == member:
                return number
        return 0

    # -- changes that several rules make ------------------------------------------------------------

    def ask(self, phase: int, seat: int) -> None:
        self.phase = phase
        self.asked = seat

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

    def won(self, saucer: int) -> bool:
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

    def relocate(self, saucer: int, cell: int, upgrade: int, rule: str) -> None:
        """Put a saucer on a space; nothing else happens there."""
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(saucer),
                "from": self.space(self.has[AT + saucer]),
                "to": self.space(cell),
                "upgrade": UPGRADES[upgrade],
            }
            self.tell("relocated", rule, facts)
        self.has[AT + saucer] = cell

    def ask_chance(self, phase: int) -> None:
        self.ask(phase, NATURE)
