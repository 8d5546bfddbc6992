"""Crash & Grab: clean-up (section 8), what follows the flights of a turn.

Clean-up is a loop: penalties, rewards, crew to place, end-of-turn effects, upgrades; the first that applies is dealt
with, and after every effect it begins from the top.
"""

from __future__ import annotations

from typing import Any

from parlour.games.crash_and_grab import upgrades
from parlour.games.crash_and_grab.parts import COLORS, TYPES, UPGRADES, members
from parlour.games.crash_and_grab.rules import (
    ANSWERS,
    AT_END,
    AT_UPGRADE,
    CARDS_OF,
    CHOICES,
    CREW,
    DRAW,
    END,
    ENERGIZE,
    FUEL,
    KEEP,
    LOST,
    ON_SITE,
    PASS,
    PENALTY,
    PRICE,
    PUT,
    REWARD,
    UPGRADE,
    CrashAndGrab,
)


def clean_up(state: CrashAndGrab) -> None:
    """The first that applies: penalty, reward, crew to place, end-of-turn effect, upgrade, end of the turn."""
    if len(state.crashed) > 0 and (ask_penalty(state) or ask_reward(state)):
        return
    if crew_is_due(state):
        state.ask(CREW, state.turn_seat)
        return
    state.step = AT_END
    if upgrades.any_effect(state):
        state.ask(END, state.turn_seat)
        return
    ask_upgrade(state)


def settle(state: CrashAndGrab, saucer: int) -> None:
    """A crash is dealt with."""
    state.crashed = [other for other in state.crashed if other != saucer]


# Penalties (CG-80 to CG-82)


def ask_penalty(state: CrashAndGrab) -> bool:
    """CG-80: S's own crash first, then its partner's. True if a penalty is asked for."""
    for saucer in (state.active, state.partner(state.active)):
        if saucer < 0 or saucer not in state.crashed:
            continue
        if state.off_coloured(state.active) != 0:
            state.subject = saucer
            state.ask(PENALTY, state.turn_seat)
            return True
        settle(state, saucer)  # CG-81: nothing to give, so that crash is dealt with
    return False


def receivers(state: CrashAndGrab) -> list[int]:
    """CG-81: the saucers of the other seats with the lowest stationed count."""
    lowest = 9
    for seat in range(state.players):
        if seat != state.turn_seat and state.stations(seat) < lowest:
            lowest = state.stations(seat)
    found: list[int] = []
    for saucer in range(state.saucers):
        seat = state.seat_of(saucer)
        if seat != state.turn_seat and state.stations(seat) == lowest:
            found.append(saucer)
    return found


def penalty_choices(state: CrashAndGrab) -> list[int]:
    """6 * crewmember + receiving saucer."""
    takers = receivers(state)
    found: list[int] = []
    for member in members(state.off_coloured(state.active)):
        for saucer in takers:
            found.append(6 * member + saucer)
    return found


def answer_penalty(state: CrashAndGrab, code: int) -> None:
    member, receiver = code // 6, code % 6
    state.hand_over(member, state.active, receiver)
    settle(state, state.subject)
    if state.listener is not None:
        facts = {
            "giver": state.color_of(state.active),
            "taker": state.color_of(receiver),
            "crew": state.parts.crew[member],
            "crash": state.color_of(state.subject),
        }
        state.tell("gave", "CG-81", facts)
    if not state.wins(receiver):  # CG-82
        clean_up(state)


# Rewards (CG-83 to CG-85)


def ask_reward(state: CrashAndGrab) -> bool:
    """CG-83: for the crashes of other seats' saucers, in their order."""
    for saucer in state.crashed:
        if state.seat_of(saucer) != state.turn_seat:
            state.subject = saucer
            state.ask(REWARD, state.turn_seat)
            return True
    return False


def reward_choices(state: CrashAndGrab) -> list[int]:
    """CG-84: any off-coloured crew of the victim, unless its seat has fewer stationed; or energy."""
    victim = state.subject
    found: list[int] = []
    if state.stations(state.seat_of(victim)) >= state.stations(state.turn_seat):
        found = members(state.off_coloured(victim))
    found.append(ENERGIZE)
    return found


def answer_reward(state: CrashAndGrab, code: int) -> None:
    settle(state, state.subject)
    if code == ENERGIZE:
        state.gain_energy(state.active, 1, "CG-83", state.subject)
    else:
        state.hand_over(code, state.subject, state.active)
        state.acquired = 1
        if state.listener is not None:
            facts = {
                "giver": state.color_of(state.subject),
                "taker": state.color_of(state.active),
                "crew": state.parts.crew[code],
            }
            state.tell("stole", "CG-84", facts)
        if state.wins(state.active):
            return
    clean_up(state)


# Crew to place (CG-86, CG-87)


def crew_is_due(state: CrashAndGrab) -> bool:
    if state.crew_on_board() >= state.count.target:
        return False
    return any(state.has[LOST + color] != 0 for color in range(COLORS))


def front(state: CrashAndGrab, color: int) -> int:
    """The type in front of a queue of lost crew, or -1."""
    return (state.has[LOST + color] & 7) - 1


def crew_choices(state: CrashAndGrab) -> list[int]:
    found: list[int] = []
    for color in range(COLORS):
        if state.has[LOST + color] != 0:
            found.append(TYPES * color + front(state, color))
    return found


def answer_crew(state: CrashAndGrab, member: int) -> None:
    state.member = member
    if state.listener is not None:
        state.tell("chose-crew", "CG-86", {"seat": state.turn_seat, "crew": state.parts.crew[member]})
    state.ask_chance(PUT)


def answer_put(state: CrashAndGrab, roll: int) -> None:
    put_crew(state, roll, "CG-86")
    clean_up(state)


def put_crew(state: CrashAndGrab, roll: int, rule: str) -> None:
    """CG-9: the crewmember leaves its queue and goes where the roll leads."""
    number = state.site_for(roll)
    color = state.member // TYPES
    state.has[LOST + color] = state.has[LOST + color] >> 3
    state.has[ON_SITE + number] = state.member
    if state.listener is not None:
        facts = {
            "crew": state.parts.crew[state.member],
            "space": state.space(state.board.site[number]),
            "site": number,
            "roll": roll,
        }
        state.tell("crew-placed", rule, facts)


# End-of-turn effects (CG-90)


def answer_end(state: CrashAndGrab, code: int) -> None:
    if code == PASS:
        ask_upgrade(state)
    else:
        upgrades.use_effect(state, code)


# Upgrades (CG-92 to CG-96)


def pile(state: CrashAndGrab) -> int:
    """CG-13: what is drawn from: the deck, or the discards when it is empty."""
    return state.deck if state.deck != 0 else state.discard


def ask_upgrade(state: CrashAndGrab) -> None:
    state.step = AT_UPGRADE
    if state.has[FUEL + state.active] >= PRICE and pile(state) != 0:
        state.ask(UPGRADE, state.turn_seat)
    else:
        state.end_turn()


def answer_upgrade(state: CrashAndGrab, code: int) -> None:
    if code == PASS:
        state.end_turn()
        return
    saucer = state.active
    state.has[FUEL + saucer] = state.has[FUEL + saucer] - PRICE
    if state.listener is not None:
        facts = {"saucer": state.color_of(saucer), "cost": PRICE, "energy": state.has[FUEL + saucer]}
        state.tell("bought", "CG-92", facts)
    ask_draw(state)


def ask_draw(state: CrashAndGrab) -> None:
    if state.deck == 0:  # CG-13
        state.deck = state.discard
        state.discard = 0
        if state.listener is not None:
            state.tell("reshuffled", "CG-13", {"cards": len(members(state.deck))})
    state.ask_chance(DRAW)


def draw_choices(state: CrashAndGrab) -> list[int]:
    return members(pile(state))


def answer_draw(state: CrashAndGrab, card: int) -> None:
    if state.deck == 0:
        state.deck = state.discard
        state.discard = 0
    first = state.drawn == 0
    state.deck &= ~(1 << card)
    state.drawn |= 1 << card
    if state.listener is not None:
        seat = state.turn_seat
        facts = {"saucer": state.color_of(state.active)}
        state.tell("drew", "CG-92", facts, {"card": UPGRADES[card]}, (seat,), True)
    if first and pile(state) != 0:
        ask_draw(state)
    else:
        state.ask(KEEP, state.turn_seat)


def keep_choices(state: CrashAndGrab) -> list[int]:
    return members(state.drawn)


def answer_keep(state: CrashAndGrab, card: int) -> None:
    saucer = state.active
    other = state.drawn & ~(1 << card)
    state.has[CARDS_OF + saucer] = state.has[CARDS_OF + saucer] | 1 << card
    state.discard |= other
    state.drawn = 0
    if state.listener is not None:
        facts: dict[str, Any] = {"saucer": state.color_of(saucer), "card": UPGRADES[card]}
        facts["discarded"] = [UPGRADES[i] for i in members(other)]
        state.tell("kept", "CG-92", facts, reveals=True)
    upgrades.on_keep(state, card)
    ask_upgrade(state)  # CG-93


# The questions of clean-up.
CHOICES[PENALTY] = penalty_choices
CHOICES[REWARD] = reward_choices
CHOICES[CREW] = crew_choices
CHOICES[DRAW] = draw_choices
CHOICES[KEEP] = keep_choices
ANSWERS[PENALTY] = answer_penalty
ANSWERS[REWARD] = answer_reward
ANSWERS[CREW] = answer_crew
ANSWERS[PUT] = answer_put
ANSWERS[END] = answer_end
ANSWERS[UPGRADE] = answer_upgrade
ANSWERS[DRAW] = answer_draw
ANSWERS[KEEP] = answer_keep
