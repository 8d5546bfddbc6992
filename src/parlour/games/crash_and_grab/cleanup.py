"""Crash & Grab: clean-up (section 8), what follows the flights of a turn.

Clean-up is a loop: penalties, rewards, crew to place, end-of-turn effects, upgrades; the first that applies is dealt
with, and after every effect it begins from the top.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crash_and_grab import upgrades
from parlour.games.crash_and_grab.codes import DRAWS, ENERGIZE, GIFTS, KEEPS, PASS, PUTS, ROLLS, THEFTS
from parlour.games.crash_and_grab.parts import COLORS, TYPES, UPGRADES, codes_of, members
from parlour.games.crash_and_grab.rules import (
    AT_END,
    AT_UPGRADE,
    CARDS_OF,
    COLOR,
    CREW,
    DRAW,
    END,
    FUEL,
    KEEP,
    LOST,
    ON_SITE,
    PENALTY,
    PRICE,
    PUT,
    REWARD,
    SAUCER,
    UPGRADE,
    CrashAndGrab,
)


def clean_up(state: CrashAndGrab) -> None:
    """The first that applies: penalty, reward, crew to place, end-of-turn effect, upgrade, end of the turn."""
    if state.crashed != 0 and (ask_penalty(state) or ask_reward(state)):
        return
    if crew_is_due(state):
        state.ask(CREW, state.turn_seat)
        return
    state.step = AT_END
    effects = upgrades.effect_choices(state)
    if len(effects) > 0:
        state.offer(END, state.turn_seat, effects)
        return
    ask_upgrade(state)


def settle(state: CrashAndGrab, saucer: i64) -> None:
    """A crash is dealt with."""
    left = state.crashed
    others: i64 = 0
    last: i64 = 0
    while left != 0:
        if left & 7 != saucer + 1:
            others |= (left & 7) << last
            last += 3
        left >>= 3
    state.crashed = others


def has_crashed(state: CrashAndGrab, saucer: i64) -> bool:
    left = state.crashed
    while left != 0:
        if left & 7 == saucer + 1:
            return True
        left >>= 3
    return False


# Penalties (CG-80 to CG-82)


def ask_penalty(state: CrashAndGrab) -> bool:
    """CG-80: S's own crash first, then its partner's. True if a penalty is asked for."""
    for own in range(state.count.saucers_each):
        saucer = state.active ^ own
        if has_crashed(state, saucer):
            if state.off_coloured(state.active) != 0:
                state.subject = saucer
                state.ask(PENALTY, state.turn_seat)
                return True
            settle(state, saucer)  # CG-81: nothing to give, so that crash is dealt with
    return False


def receivers(state: CrashAndGrab) -> vec[i64]:
    """CG-81: the saucers of the other seats with the lowest stationed count."""
    lowest: i64 = 9
    for seat in range(state.players):
        if seat != state.turn_seat and state.stations(seat) < lowest:
            lowest = state.stations(seat)
    found = vec[i64](capacity=6)
    for saucer in range(state.saucers):
        owner = state.seat_of(saucer)
        if owner != state.turn_seat and state.stations(owner) == lowest:
            found = append(found, saucer)
    return found


def penalty_choices(state: CrashAndGrab) -> vec[i64]:
    takers = receivers(state)
    found = vec[i64](capacity=16)
    for member in members(state.off_coloured(state.active)):
        for saucer in takers:
            found = append(found, GIFTS + COLORS * member + state.has[COLOR + saucer])
    return found


def answer_penalty(state: CrashAndGrab, code: i64) -> None:
    member = (code - GIFTS) // COLORS
    receiver = state.has[SAUCER + (code - GIFTS) % COLORS]
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
    left = state.crashed
    while left != 0:
        saucer = (left & 7) - 1
        if state.seat_of(saucer) != state.turn_seat:
            state.subject = saucer
            state.ask(REWARD, state.turn_seat)
            return True
        left >>= 3
    return False


def reward_choices(state: CrashAndGrab) -> vec[i64]:
    """CG-84: any off-coloured crew of the victim, unless its seat has fewer stationed; or energy."""
    victim = state.subject
    stealable: i64 = 0
    if state.stations(state.seat_of(victim)) >= state.stations(state.turn_seat):
        stealable = state.off_coloured(victim)
    return append(codes_of(stealable, THEFTS), ENERGIZE)


def answer_reward(state: CrashAndGrab, code: i64) -> None:
    settle(state, state.subject)
    if code == ENERGIZE:
        state.gain_energy(state.active, 1, "CG-83", state.subject)
    else:
        state.hand_over(code - THEFTS, state.subject, state.active)
        state.acquired = 1
        if state.listener is not None:
            facts = {
                "giver": state.color_of(state.subject),
                "taker": state.color_of(state.active),
                "crew": state.parts.crew[code - THEFTS],
            }
            state.tell("stole", "CG-84", facts)
        if state.wins(state.active):
            return
    clean_up(state)


# Crew to place (CG-86, CG-87)


def crew_is_due(state: CrashAndGrab) -> bool:
    if state.crew_on_board() >= state.count.target:
        return False
    for color in range(COLORS):
        if state.has[LOST + color] != 0:
            return True
    return False


def front(state: CrashAndGrab, color: i64) -> i64:
    """The type in front of a queue of lost crew, or -1."""
    return (state.has[LOST + color] & 7) - 1


def crew_choices(state: CrashAndGrab) -> vec[i64]:
    found = vec[i64](capacity=6)
    for color in range(COLORS):
        if state.has[LOST + color] != 0:
            found = append(found, PUTS + TYPES * color + front(state, color))
    return found


def answer_crew(state: CrashAndGrab, code: i64) -> None:
    member = code - PUTS
    state.member = member
    if state.listener is not None:
        state.tell("chose-crew", "CG-86", {"seat": state.turn_seat, "crew": state.parts.crew[member]})
    state.ask_chance(PUT)


def answer_put(state: CrashAndGrab, code: i64) -> None:
    put_crew(state, code - ROLLS, "CG-86")
    clean_up(state)


def put_crew(state: CrashAndGrab, roll: i64, rule: str) -> None:
    """CG-9: the crewmember leaves its queue and goes where the roll leads."""
    number = state.site_for(roll)
    color = state.member // TYPES
    state.has[LOST + color] >>= 3
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


def answer_end(state: CrashAndGrab, code: i64) -> None:
    if code == PASS:
        ask_upgrade(state)
    else:
        upgrades.use_effect(state, code)


# Upgrades (CG-92 to CG-96)


def pile(state: CrashAndGrab) -> i64:
    """CG-13: what is drawn from: the deck, or the discards when it is empty."""
    return state.deck if state.deck != 0 else state.discard


def ask_upgrade(state: CrashAndGrab) -> None:
    state.step = AT_UPGRADE
    if state.has[FUEL + state.active] >= PRICE and pile(state) != 0:
        state.ask(UPGRADE, state.turn_seat)
    else:
        state.end_turn()


def answer_upgrade(state: CrashAndGrab, code: i64) -> None:
    if code == PASS:
        state.end_turn()
        return
    saucer = state.active
    state.has[FUEL + saucer] -= PRICE
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


def draw_choices(state: CrashAndGrab) -> vec[i64]:
    return codes_of(pile(state), DRAWS)


def answer_draw(state: CrashAndGrab, code: i64) -> None:
    card = code - DRAWS
    if state.deck == 0:
        state.deck = state.discard
        state.discard = 0
    first = state.drawn == 0
    state.deck &= ~(1 << card)
    state.drawn |= 1 << card
    if state.listener is not None:
        facts = {"saucer": state.color_of(state.active)}
        state.tell("drew", "CG-92", facts, {"card": UPGRADES[card]}, (int(state.turn_seat),), True)
    if first and pile(state) != 0:
        ask_draw(state)
    else:
        state.ask(KEEP, state.turn_seat)


def keep_choices(state: CrashAndGrab) -> vec[i64]:
    return codes_of(state.drawn, KEEPS)


def answer_keep(state: CrashAndGrab, code: i64) -> None:
    card = code - KEEPS
    saucer = state.active
    other = state.drawn & ~(1 << card)
    state.has[CARDS_OF + saucer] |= 1 << card
    state.discard |= other
    state.drawn = 0
    if state.listener is not None:
        facts: dict[str, Any] = {"saucer": state.color_of(saucer), "card": UPGRADES[card]}
        facts["discarded"] = [UPGRADES[i] for i in members(other)]
        state.tell("kept", "CG-92", facts, reveals=True)
    upgrades.on_keep(state, card)
    ask_upgrade(state)  # CG-93
