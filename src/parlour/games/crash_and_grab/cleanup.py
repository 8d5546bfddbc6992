"""Crash & Grab: clean-up (section 8), what follows the flights of a turn.

Clean-up is a loop: penalties, rewards, crew to place, end-of-turn effects, upgrades; the first that applies is dealt
with, and after every effect it begins from the top.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.games.crash_and_grab.flight import Flight
from parlour.games.crash_and_grab.parts import COLORS, TYPES, UPGRADES
from parlour.games.crash_and_grab.table import (
    AT_END,
    AT_UPGRADE,
    CARDS_OF,
    CREW,
    DRAW,
    END,
    FUEL,
    KEEP,
    LOST,
    ON_SITE,
    PASS,
    PENALTY,
    PUT,
    REWARD,
    UPGRADE,
)

PRICE: Final = 2  # energy for an upgrade (CG-92)
ENERGIZE: Final = 24  # a reward; 0..23 is the crewmember to steal (CG-83)


class CleanUp(Flight):
    """What follows the flights of a turn."""

    def end_turn(self) -> None:
        """The turn is over, in rules.py."""
        raise NotImplementedError

    def clean_up(self) -> None:
        """The first that applies: penalty, reward, crew to place, end-of-turn effect, upgrade, end of the turn."""
        if len(self.crashed) > 0 and (self.ask_penalty() or self.ask_reward()):
            return
        if self.crew_is_due():
            self.ask(CREW, self.turn_seat)
            return
        self.step = AT_END
        if self.any_effect():
            self.ask(END, self.turn_seat)
            return
        self.ask_upgrade()

    def settle(self, saucer: int) -> None:
        """A crash is dealt with."""
        self.crashed = [other for other in self.crashed if other != saucer]

    # Penalties (CG-80 to CG-82)

    def ask_penalty(self) -> bool:
        """CG-80: S's own crash first, then its partner's. True if a penalty is asked for."""
        for saucer in (self.active, self.partner(self.active)):
            if saucer < 0 or saucer not in self.crashed:
                continue
            if self.off_coloured(self.active) != 0:
                self.subject = saucer
                self.ask(PENALTY, self.turn_seat)
                return True
            self.settle(saucer)  # CG-81: nothing to give, so that crash is dealt with
        return False

    def receivers(self) -> list[int]:
        """CG-81: the saucers of the other seats with the lowest stationed count."""
        lowest = 9
        for seat in range(self.players):
            if seat != self.turn_seat and self.stationed(seat) < lowest:
                lowest = self.stationed(seat)
        found: list[int] = []
        for saucer in range(self.saucers):
            seat = self.seat_of(saucer)
            if seat != self.turn_seat and self.stationed(seat) == lowest:
                found.append(saucer)
        return found

    def penalty_choices(self) -> list[int]:
        """6 * crewmember + receiving saucer."""
        receivers = self.receivers()
        found: list[int] = []
        for member in members(self.off_coloured(self.active)):
            for saucer in receivers:
                found.append(6 * member + saucer)
        return found

    def answer_penalty(self, code: int) -> None:
        member, receiver = code // 6, code % 6
        self.hand_over(member, self.active, receiver)
        self.settle(self.subject)
        if self.listener is not None:
            facts = {
                "giver": self.color_of(self.active),
                "taker": self.color_of(receiver),
                "crew": self.parts.crew[member],
                "crash": self.color_of(self.subject),
            }
            self.tell("gave", "CG-81", facts)
        if not self.won(receiver):  # CG-82
            self.clean_up()

    # Rewards (CG-83 to CG-85)

    def ask_reward(self) -> bool:
        """CG-83: for the crashes of other seats' saucers, in their order."""
        for saucer in self.crashed:
            if self.seat_of(saucer) != self.turn_seat:
                self.subject = saucer
                self.ask(REWARD, self.turn_seat)
                return True
        return False

    def reward_choices(self) -> list[int]:
        """CG-84: any off-coloured crew of the victim, unless its seat has fewer stationed; or energy."""
        victim = self.subject
        found: list[int] = []
        if self.stationed(self.seat_of(victim)) >= self.stationed(self.turn_seat):
            found = members(self.off_coloured(victim))
        found.append(ENERGIZE)
        return found

    def answer_reward(self, code: int) -> None:
        self.settle(self.subject)
        if code == ENERGIZE:
            self.gain_energy(self.active, 1, "CG-83", self.subject)
        else:
            self.hand_over(code, self.subject, self.active)
            self.acquired = 1
            if self.listener is not None:
                facts = {
                    "giver": self.color_of(self.subject),
                    "taker": self.color_of(self.active),
                    "crew": self.parts.crew[code],
                }
                self.tell("stole", "CG-84", facts)
            if self.won(self.active):
                return
        self.clean_up()

    # Crew to place (CG-86, CG-87)

    def crew_is_due(self) -> bool:
        if self.crew_on_board() >= self.count.target:
            return False
        return any(self.has[LOST + color] != 0 for color in range(COLORS))

    def front(self, color: int) -> int:
        """The type in front of a queue of lost crew, or -1."""
        return (self.has[LOST + color] & 7) - 1

    def crew_choices(self) -> list[int]:
        found: list[int] = []
        for color in range(COLORS):
            if self.has[LOST + color] != 0:
                found.append(TYPES * color + self.front(color))
        return found

    def answer_crew(self, member: int) -> None:
        self.member = member
        if self.listener is not None:
            self.tell("chose-crew", "CG-86", {"seat": self.turn_seat, "crew": self.parts.crew[member]})
        self.ask_chance(PUT)

    def answer_put(self, roll: int) -> None:
        self.put_crew(roll, "CG-86")
        self.clean_up()

    def put_crew(self, roll: int, rule: str) -> None:
        """CG-9: the crewmember leaves its queue and goes where the roll leads."""
        number = self.site_for(roll)
        color = self.member // TYPES
        self.has[LOST + color] = self.has[LOST + color] >> 3
        self.has[ON_SITE + number] = self.member
        if self.listener is not None:
            facts = {
                "crew": self.parts.crew[self.member],
                "space": self.space(self.board.site[number]),
                "site": number,
                "roll": roll,
            }
            self.tell("crew-placed", rule, facts)

    # End-of-turn effects (CG-90)

    def answer_end(self, code: int) -> None:
        if code == PASS:
            self.ask_upgrade()
        else:
            self.use_effect(code)

    # Upgrades (CG-92 to CG-96)

    def pile(self) -> int:
        """CG-13: what is drawn from: the deck, or the discards when it is empty."""
        return self.deck if self.deck != 0 else self.discard

    def ask_upgrade(self) -> None:
        self.step = AT_UPGRADE
        if self.has[FUEL + self.active] >= PRICE and self.pile() != 0:
            self.ask(UPGRADE, self.turn_seat)
        else:
            self.end_turn()

    def answer_upgrade(self, code: int) -> None:
        if code == PASS:
            self.end_turn()
            return
        saucer = self.active
        self.has[FUEL + saucer] = self.has[FUEL + saucer] - PRICE
        if self.listener is not None:
            facts = {"saucer": self.color_of(saucer), "cost": PRICE, "energy": self.has[FUEL + saucer]}
            self.tell("bought", "CG-92", facts)
        self.ask_draw()

    def ask_draw(self) -> None:
        if self.deck == 0:  # CG-13
            self.deck = self.discard
            self.discard = 0
            if self.listener is not None:
                self.tell("reshuffled", "CG-13", {"cards": len(members(self.deck))})
        self.ask_chance(DRAW)

    def answer_draw(self, card: int) -> None:
        if self.deck == 0:
            self.deck = self.discard
            self.discard = 0
        first = self.drawn == 0
        self.deck &= ~(1 << card)
        self.drawn |= 1 << card
        if self.listener is not None:
            seat = self.turn_seat
            facts = {"saucer": self.color_of(self.active)}
            self.tell("drew", "CG-92", facts, {"card": UPGRADES[card]}, (seat,), True)
        if first and self.pile() != 0:
            self.ask_draw()
        else:
            self.ask(KEEP, self.turn_seat)

    def answer_keep(self, card: int) -> None:
        saucer = self.active
        other = self.drawn & ~(1 << card)
        self.has[CARDS_OF + saucer] = self.has[CARDS_OF + saucer] | 1 << card
        self.discard |= other
        self.drawn = 0
        if self.listener is not None:
            facts: dict[str, Any] = {"saucer": self.color_of(saucer), "card": UPGRADES[card]}
            facts["discarded"] = [UPGRADES[i] for i in members(other)]
            self.tell("kept", "CG-92", facts, reveals=True)
        self.on_keep(card)
        self.ask_upgrade()  # CG-93


def members(mask: int) -> list[int]:
    """The numbers of the bits of a mask, ascending."""
    found: list[int] = []
    number = 0
    while mask != 0:
        if mask & 1 == 1:
            found.append(number)
        mask >>= 1
        number += 1
    return found
