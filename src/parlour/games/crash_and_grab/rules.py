"""Crash & Grab: the round and the turn, after the spec's rule ids CG-1 to CG-151.

Everybody plans in secret, then one saucer after the other flies, is rewarded or fined, uses its upgrades and buys
new ones.
The state is built in layers, to be read in this order:

    table.py     what lies on the table
    upgrades.py  what each upgrade card does
    flight.py    the flight of a saucer, step by step
    cleanup.py   what follows the flights of a turn: penalties, rewards, crew, effects, upgrades
    rules.py     the round and the turn (this module)

An answer to a question runs on until the next question comes up; a method that is called at the end of another
("then ...") is the next thing that happens. Strings are in `notation.py`, JSON shapes in `view.py` and `positions.py`.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.games.crash_and_grab import notation, view
from parlour.games.crash_and_grab.cleanup import CleanUp, members
from parlour.games.crash_and_grab.parts import BOOSTER, CARDS, DIRECTIONS, ENERGY, SITES, TYPES
from parlour.games.crash_and_grab.table import (
    AT,
    AT_BOOST,
    AT_CLEAN,
    AT_MOVE,
    AT_PLACE,
    AT_START,
    BOOST,
    CLOCKWISE,
    CREW,
    DISCS,
    DRAW,
    END,
    EXCHANGE,
    KEEP,
    LAUNCH,
    MINES_HIT,
    MOVE,
    NOTHING,
    ORDER,
    OVER,
    PASS,
    PENALTY,
    PICK,
    PILOT,
    PILOT_ROLL,
    PLACE_ROLL,
    PLAN,
    PLANNED,
    PUT,
    REWARD,
    ROTATION,
    ROTATIONS,
    SHARE,
    SITE,
    START,
    UNKNOWN,
    UPGRADE,
    WASTE_LAUNCH,
)
from parlour.rules.outcome import Outcome, rank

ROLLS: Final[list[int]] = list(range(1, SITES + 1))  # the 12-sided die (CG-9)
PLANS: Final[list[int]] = list(range(12))  # card << 2 | direction (CG-30)
SPINS: Final[list[int]] = [0, 1]  # the rotation die (CG-32)
ORDERS: Final[list[int]] = [0, 1, 2]  # the same, or 2: roll (CG-34)
HIT: Final[list[int]] = [0, 1]  # crash, push (CG-136)
BUY: Final[list[int]] = [0, PASS]  # upgrade, pass (CG-92)

BY_ROLL: Final = 0  # the answer `roll` to the question for a site (CG-133)


class CrashAndGrab(CleanUp):
    """A game of Crash & Grab."""

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

    def actor(self) -> int:
        return self.asked

    def owing(self) -> list[int]:
        if self.phase != PLAN:
            return [self.asked] if self.asked >= 0 else []
        found: list[int] = []
        for saucer in range(self.saucers):
            seat = self.seat_of(saucer)
            if self.has[PLANNED + saucer] < 0 and seat not in found:
                found.append(seat)
        return found

    def simultaneous(self) -> bool:
        return self.phase == PLAN

    def actions(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == PLAN:
            return PLANS
        if phase == MOVE:
            return self.move_choices()
        if phase == PILOT_ROLL or phase == PLACE_ROLL or phase == PUT:
            return ROLLS
        if phase == ROTATION:
            return SPINS
        if phase == BOOST:
            return self.boost_choices()
        if phase == LAUNCH:
            return self.launch_choices()
        if phase == CREW:
            return self.crew_choices()
        if phase == END:
            return self.effect_choices()
        if phase == UPGRADE:
            return BUY
        if phase == DRAW:
            return members(self.pile())
        if phase == KEEP:
            return members(self.drawn)
        if phase == PENALTY:
            return self.penalty_choices()
        if phase == REWARD:
            return self.reward_choices()
        if phase == START:
            return self.thrust_choices()
        if phase == WASTE_LAUNCH:
            return self.waste_choices()
        if phase == MINES_HIT:
            return HIT
        if phase == EXCHANGE:
            return self.airlock_choices()
        if phase == SHARE:
            return self.share_choices()
        if phase == SITE:
            return self.site_choices()
        if phase == ORDER:
            return ORDERS
        if phase == PICK or phase == PILOT:
            return [2 * seat, 2 * seat + 1]
        return NOTHING

    def apply(self, seat: int, code: int) -> None:
        phase = self.phase
        if phase == PLAN:
            self.answer_plan(seat, code)
        elif phase == MOVE:
            self.answer_move(code)
        elif phase == ROTATION:
            self.answer_rotation(code)
        elif phase == BOOST:
            self.answer_boost(code)
        elif phase == LAUNCH:
            self.answer_launch(code)
        elif phase == CREW:
            self.answer_crew(code)
        elif phase == PUT:
            self.answer_put(code)
        elif phase == END:
            self.answer_end(code)
        elif phase == UPGRADE:
            self.answer_upgrade(code)
        elif phase == DRAW:
            self.answer_draw(code)
        elif phase == KEEP:
            self.answer_keep(code)
        elif phase == PENALTY:
            self.answer_penalty(code)
        elif phase == REWARD:
            self.answer_reward(code)
        elif phase == START:
            self.answer_start(code)
        elif phase == WASTE_LAUNCH:
            self.answer_waste(code)
        elif phase == MINES_HIT:
            self.answer_mines(code)
        elif phase == EXCHANGE:
            self.answer_airlock(code)
        elif phase == SHARE:
            self.answer_share(code)
        elif phase == SITE:
            self.answer_site(code)
        elif phase == PLACE_ROLL:
            self.answer_place_roll(code)
        elif phase == ORDER:
            self.answer_order(code)
        elif phase == PICK:
            self.answer_pick(code)
        elif phase == PILOT:
            self.answer_pilot(code)
        elif phase == PILOT_ROLL:
            self.answer_pilot_roll(code)

    # -- set-up: pilots with two players (CG-27) ----------------------------------------------------

    def ask_pilot(self, seat: int) -> None:
        self.ask(PILOT, seat)

    def answer_pilot(self, saucer: int) -> None:
        self.member = TYPES * self.colors[saucer] + self.front(self.colors[saucer])
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
        self.put_crew(roll, "CG-27")
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
        if self.players == 2 or self.stabilizer_owner() >= 0:  # CG-32, CG-34: no die
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
        if self.direction <= CLOCKWISE:
            return (self.probe + turn) % self.players
        return (self.probe - turn) % self.players

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

    def answer_pick(self, saucer: int) -> None:
        self.begin_saucer(saucer)

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
        if self.may_pick_site(saucer):
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
        self.after_placing(saucer)
        if self.turn_seat >= 0:
            self.start_turn()
        else:
            self.place_next()  # CG-100

    def start_turn(self) -> None:
        """CG-43: the start-of-turn effect, if there is one."""
        self.step = AT_START
        if len(self.thrust_choices()) > 0:
            self.ask(START, self.turn_seat)
        else:
            self.reveal()

    def answer_start(self, code: int) -> None:
        if code != PASS:
            self.thrust(code)
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
            self.fly(self.active, way >> 4, self.distance, "move")
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
            and len(self.boost_choices()) > 0
        ):
            self.step = AT_BOOST
            self.ask(BOOST, self.turn_seat)
            return
        self.step = AT_CLEAN
        self.clean_up()

    def answer_boost(self, way: int) -> None:
        if way == PASS:
            self.step = AT_CLEAN
            self.clean_up()
            return
        saucer = self.active
        self.has[DISCS + saucer] = self.has[DISCS + saucer] - 1
        self.boosts += 1
        if self.listener is not None:
            self.tell("boosted", "CG-70", {"saucer": self.color_of(saucer), "boosters": self.has[DISCS + saucer]})
        self.fly(saucer, way >> 4, way & 15, "boost")

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
            self.ask(ORDER, self.seat_of(self.stabilizer_owner()))  # CG-34
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
            if best < 0 or self.stationed(seat) <= self.stationed(best):
                best = seat
        if self.listener is not None:
            self.tell("probe", "CG-101", {"seat": best, "before": self.probe, "stationed": self.stationed(best)})
        self.probe = best
        self.round += 1
        self.begin_round()

    # -- the end of the game (section 10) -----------------------------------------------------------

    def result(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        scores = [self.stationed(seat) for seat in range(self.players)]
        keys: dict[int, tuple[int, ...]] = {}
        for seat in range(self.players):
            keys[seat] = (1 if seat == self.winner else 0, scores[seat])  # CG-112
        ranking = rank(keys)
        return Outcome(ranking[0], ranking, tuple(scores), "crew" if self.winner >= 0 else "round limit")  # CG-113

    # -- strings and shapes -------------------------------------------------------------------------

    def notation(self, seat: int, code: int) -> str:
        return notation.write(self, seat, code)

    def read(self, seat: int, action: str) -> int:
        return notation.read(self, seat, action)

    def turn_rule(self) -> str:
        return "CG-30" if self.phase == PLAN else "CG-110" if self.phase == OVER else "CG-44"

    def game_id(self) -> str:
        return "crash-and-grab"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source

    def position(self) -> dict[str, Any]:
        return view.shape(self, -1, True)

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        if seat is None:
            return view.shape(self, -1, False)
        self._check_seat(seat)
        return view.shape(self, seat, False)
