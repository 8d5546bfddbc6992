"""Crash & Grab: the flight of a saucer (section 6), a small machine that can stop for a question and go on.

A flight is one saucer (`flying`), its direction (`heading`), its distance (`reach`) and the steps `left`. Each step
goes through the same stages, in the order of CG-50 to CG-57:

    advance     one space on, or off the board       CG-50, CG-51
    pick_up     crew on the space comes aboard       CG-52      may ask: airlock
    ask_share   partners next to each other          CG-53      may ask: share (two players)
    arrive      another saucer, an accelerator,      CG-54 to   may ask: mines, launch, waste
                an empty site                        CG-56

A question leaves the flight as it is; its answer goes on with the stage after the one that asked. A collision replaces
the saucer in flight by the one that is hit, so a chain of pushes is one loop.
"""

from __future__ import annotations

from parlour.games.crash_and_grab.parts import ACCELERATOR, DIRECTIONS, PLAIN, TYPES
from parlour.games.crash_and_grab.table import (
    ABOARD,
    AT,
    AT_END,
    LAUNCH,
    MINES_HIT,
    NOTHING,
    ON_SITE,
    PASS,
    SHARE,
    WASTE_LAUNCH,
)
from parlour.games.crash_and_grab.upgrades import Upgrades


class Flight(Upgrades):
    """The flight machine."""

    # -- what comes after a flight, in rules.py ---------------------------------------------------

    def after_move(self) -> None:
        """Execute Move or a Boost is over."""
        raise NotImplementedError

    # -- beginning and end --------------------------------------------------------------------------

    def fly(self, saucer: int, direction: int, distance: int, cause: str) -> None:
        """A new flight; it goes on until it is over or a question comes up."""
        self.set_off(saucer, direction, distance, cause)
        self.advance()

    def set_off(self, saucer: int, direction: int, distance: int, cause: str) -> None:
        self.flying = saucer
        self.heading = direction
        self.reach = distance
        self.left = distance  # a flight with distance D begins with D steps left
        self.launches = NOTHING
        self.took = 0
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(saucer),
                "from": self.space(self.has[AT + saucer]),
                "dir": DIRECTIONS[direction],
                "distance": distance,
                "cause": cause,
            }
            self.tell("set-off", "CG-54" if cause == "push" else "CG-50", facts)

    def flight_over(self) -> None:
        self.flying = -1
        self.launches = NOTHING
        if self.step == AT_END:
            self.clean_up()
        else:
            self.after_move()

    # -- the steps ----------------------------------------------------------------------------------

    def advance(self) -> None:
        """Step by step, until the flight is over or a question comes up."""
        has = self.has
        neighbours = self.board.layout.next
        kinds = self.board.cell
        while self.left > 0:  # CG-50
            self.left -= 1
            saucer = self.flying
            cell = neighbours[4 * has[AT + saucer] + self.heading]
            if cell < 0:
                self.crash(saucer, "CG-51")
                break
            if self.listener is not None:
                names = {"from": self.space(has[AT + saucer]), "to": self.space(cell)}
                self.tell("flew", "CG-50", {"saucer": self.color_of(saucer), **names, "left": self.left})
            has[AT + saucer] = cell
            self.took = 0
            kind = kinds[cell]
            if kind != PLAIN and kind != ACCELERATOR and has[ON_SITE + kind] >= 0 and self.pick_up(kind):
                return
            if self.players == 2 and self.ask_share():
                return
            if not self.arrive():
                return
        self.flight_over()

    def crash(self, saucer: int, rule: str) -> None:
        """CG-51, CG-85."""
        if self.listener is not None:
            where = self.space(self.has[AT + saucer])
            self.tell(
                "crashed", rule, {"saucer": self.color_of(saucer), "from": where, "dir": DIRECTIONS[self.heading]}
            )
        self.has[AT + saucer] = -1
        self.crashed = [*self.crashed, saucer]

    # -- pick-up (CG-52) ----------------------------------------------------------------------------

    def pick_up(self, site: int) -> bool:
        """True if the flight has to wait: for an answer, or for ever because the game is won."""
        saucer = self.flying
        member = self.take_aboard(saucer, site)
        self.took = 1
        if saucer == self.active:
            self.acquired = 1
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(saucer),
                "crew": self.parts.crew[member],
                "space": self.space(self.has[AT + saucer]),
            }
            self.tell("picked-up", "CG-52", facts)
        return self.won(saucer) or self.ask_airlock(saucer, member)

    def answer_airlock(self, code: int) -> None:
        """CG-140: then the step goes on with sharing; a Tractor Beam had no flight, and goes on with clean-up."""
        if code != PASS and self.exchange(code):
            return
        if self.flying < 0:
            self.clean_up()
        elif not (self.players == 2 and self.ask_share()):
            self.go_on()

    def go_on(self) -> None:
        """The last stage of a step, then the steps that are left."""
        if self.arrive():
            self.advance()

    # -- sharing (CG-53, CG-150) --------------------------------------------------------------------

    def ask_share(self) -> bool:
        """Two players: whether the seat of the saucer in flight has something to share."""
        saucer = self.flying
        if not self.near_partner(saucer) or len(self.share_choices()) == 0:
            return False
        self.subject = saucer
        self.ask(SHARE, self.seat_of(saucer))
        return True

    def near_partner(self, saucer: int) -> bool:
        """Both saucers of the seat on the board and at most one space apart."""
        here = self.has[AT + saucer]
        there = self.has[AT + (saucer ^ 1)]
        if here < 0 or there < 0:
            return False
        size = self.board.layout.size
        return abs(here % size - there % size) + abs(here // size - there // size) <= 1

    def share_choices(self) -> list[int]:
        """Crew aboard one of the two that has the colour of the other, and `pass`; nothing if there is none."""
        saucer = self.flying
        partner = saucer ^ 1
        mine = self.has[ABOARD + saucer] & 15 << TYPES * self.colors[partner]
        theirs = self.has[ABOARD + partner] & 15 << TYPES * self.colors[saucer]
        members = mine | theirs
        if members == 0:
            return NOTHING
        found: list[int] = []
        for member in range(24):
            if members >> member & 1 == 1:
                found.append(member)
        found.append(PASS)
        return found

    def answer_share(self, code: int) -> None:
        if code == PASS:
            self.go_on()
            return
        saucer = self.flying
        giver = saucer if self.has[ABOARD + saucer] >> code & 1 == 1 else saucer ^ 1
        self.hand_over(code, giver, giver ^ 1)
        if self.listener is not None:
            facts = {"giver": self.color_of(giver), "taker": self.color_of(giver ^ 1), "crew": self.parts.crew[code]}
            self.tell("shared", "CG-150", facts)
        if self.won(giver ^ 1) or self.ask_share():  # the question is repeated as long as there is something
            return
        self.go_on()

    # -- collision, accelerator, empty site (CG-54 to CG-57) ----------------------------------------

    def arrive(self) -> bool:
        """True if there are steps to make; else a question is open or the flight is over and dealt with."""
        saucer = self.flying
        cell = self.has[AT + saucer]
        other = self.other_on(cell, saucer)
        if other >= 0:
            if self.listener is not None:
                facts = {"saucer": self.color_of(saucer), "other": self.color_of(other), "space": self.space(cell)}
                self.tell("collided", "CG-54", facts)
            if saucer == self.active and self.has_mines():
                self.ask(MINES_HIT, self.turn_seat)  # CG-136
                return False
            self.push(other)
            return True
        kind = self.board.cell[cell]
        if kind == ACCELERATOR:
            if saucer != self.active:
                self.launch(self.heading << 4 | self.reach)  # CG-55: straight on
                return True
            if len(self.launch_choices()) == 0:
                if self.listener is not None:
                    self.tell("rested", "CG-61", {"saucer": self.color_of(saucer), "space": self.space(cell)})
                self.flight_over()
                return False
            self.ask(LAUNCH, self.turn_seat)
            return False
        if kind != PLAIN and saucer == self.active and self.may_waste():
            self.ask(WASTE_LAUNCH, self.turn_seat)  # CG-56
            return False
        return True

    def push(self, other: int) -> None:
        """CG-54, CG-66: the saucer in flight stops; the one it hit flies on with the full distance."""
        if self.flying == self.active:
            self.on_push()
        self.set_off(other, self.heading, self.reach, "push")

    def answer_mines(self, code: int) -> None:
        """CG-136: crash the other saucer on the spot (0), or push it (1)."""
        other = self.other_on(self.has[AT + self.flying], self.flying)
        if code == 0:
            self.crash(other, "CG-136")
            self.flight_over()
        else:
            self.push(other)
            self.advance()

    def launch(self, way: int) -> None:
        """CG-55: a launch sets direction and distance; what was left is lost."""
        saucer = self.flying
        if saucer == self.active:
            self.launches = [*self.launches, self.has[AT + saucer] << 6 | way]  # CG-61
        self.heading = way >> 4
        self.reach = way & 15
        self.left = way & 15
        if self.listener is not None:
            facts = {
                "saucer": self.color_of(saucer),
                "space": self.space(self.has[AT + saucer]),
                "dir": DIRECTIONS[self.heading],
                "distance": self.reach,
            }
            self.tell("launched", "CG-55", facts)

    def answer_launch(self, way: int) -> None:
        self.launch(way)
        self.advance()

    def answer_waste(self, code: int) -> None:
        if code != PASS:
            self.use_waste()  # CG-128: passing does not use it up
            self.launch(code)
        self.advance()
