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

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crash_and_grab import cleanup, upgrades
from parlour.games.crash_and_grab.codes import AIRLOCKS, CRASH_IT, PASS, SHARES, WAY
from parlour.games.crash_and_grab.parts import ACCELERATOR, DIRECTIONS, PLAIN, TYPES, WAYS, codes_of
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    AT_END,
    AT_TRIAL,
    COLOR,
    EXCHANGE,
    FULL,
    LAUNCH,
    MINES_HIT,
    MOVE,
    NOTHING,
    ON_SITE,
    OVER,
    SHARE,
    WASTE_LAUNCH,
    CrashAndGrab,
)
from parlour.rules.state import NOBODY

# -- beginning and end --------------------------------------------------------------------------


def fly(state: CrashAndGrab, saucer: i64, direction: i64, distance: i64, cause: str) -> None:
    """A new flight; it goes on until it is over or a question comes up."""
    set_off(state, saucer, direction, distance, cause)
    advance(state)


def set_off(state: CrashAndGrab, saucer: i64, direction: i64, distance: i64, cause: str) -> None:
    state.flying = saucer
    state.heading = direction
    state.reach = distance
    state.left = distance  # a flight with distance D begins with D steps left
    state.launches = NOTHING
    state.took = 0
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(saucer),
            "from": state.space(state.has[AT + saucer]),
            "dir": DIRECTIONS[direction],
            "distance": distance,
            "cause": cause,
        }
        state.tell("set-off", "CG-54" if cause == "push" else "CG-50", facts)


def flight_over(state: CrashAndGrab) -> None:
    state.flying = -1
    state.launches = NOTHING
    if state.step == AT_END:
        cleanup.clean_up(state)
    elif state.step == AT_TRIAL:
        state.ask(OVER, NOBODY)
    else:
        state.after_move()


# -- the steps ----------------------------------------------------------------------------------


def advance(state: CrashAndGrab) -> None:
    """Step by step, until the flight is over or a question comes up."""
    has = state.has
    neighbours = state.board.layout.next
    kinds = state.board.cell
    while state.left > 0:  # CG-50
        state.left -= 1
        saucer = state.flying
        cell = neighbours[4 * has[AT + saucer] + state.heading]
        if cell < 0:
            crash(state, saucer, "CG-51")
            break
        if state.listener is not None:
            names = {"from": state.space(has[AT + saucer]), "to": state.space(cell)}
            state.tell("flew", "CG-50", {"saucer": state.color_of(saucer), **names, "left": state.left})
        has[AT + saucer] = cell
        state.took = 0
        kind = kinds[cell]
        if kind != PLAIN and kind != ACCELERATOR and has[ON_SITE + kind] >= 0 and pick_up(state, kind):
            return
        if state.players == 2 and ask_share(state):
            return
        if not arrive(state):
            return
    flight_over(state)


def crash(state: CrashAndGrab, saucer: i64, rule: str) -> None:
    """CG-51, CG-85."""
    if state.listener is not None:
        where = state.space(state.has[AT + saucer])
        state.tell("crashed", rule, {"saucer": state.color_of(saucer), "from": where, "dir": DIRECTIONS[state.heading]})
    state.has[AT + saucer] = -1
    last: i64 = 0
    while state.crashed >> last != 0:
        last += 3
    state.crashed |= saucer + 1 << last


# -- pick-up (CG-52) ----------------------------------------------------------------------------


def pick_up(state: CrashAndGrab, site: i64) -> bool:
    """True if the flight has to wait: for an answer, or for ever because the game is won."""
    saucer = state.flying
    member = state.take_aboard(saucer, site)
    state.took = 1
    if saucer == state.active:
        state.acquired = 1
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(saucer),
            "crew": state.parts.crew[member],
            "space": state.space(state.has[AT + saucer]),
        }
        state.tell("picked-up", "CG-52", facts)
    return state.wins(saucer) or upgrades.ask_airlock(state, saucer, member)


def answer_airlock(state: CrashAndGrab, code: i64) -> None:
    """CG-140: then the step goes on with sharing; a Tractor Beam had no flight, and goes on with clean-up."""
    if code != PASS and upgrades.exchange(state, code - AIRLOCKS):
        return
    if state.flying < 0:
        cleanup.clean_up(state)
    elif not (state.players == 2 and ask_share(state)):
        go_on(state)


def go_on(state: CrashAndGrab) -> None:
    """The last stage of a step, then the steps that are left."""
    if arrive(state):
        advance(state)


# -- sharing (CG-53, CG-150) --------------------------------------------------------------------


def ask_share(state: CrashAndGrab) -> bool:
    """Two players: whether the seat of the saucer in flight has something to share."""
    saucer = state.flying
    if not near_partner(state, saucer):
        return False
    choices = share_choices(state)
    if len(choices) == 0:
        return False
    state.subject = saucer
    state.offer(SHARE, state.seat_of(saucer), choices)
    return True


def near_partner(state: CrashAndGrab, saucer: i64) -> bool:
    """Both saucers of the seat on the board and at most one space apart."""
    here = state.has[AT + saucer]
    there = state.has[AT + (saucer ^ 1)]
    if here < 0 or there < 0:
        return False
    if here == there:
        return True
    neighbours = state.board.layout.next
    for direction in range(WAYS):
        if neighbours[4 * here + direction] == there:
            return True
    return False


def share_choices(state: CrashAndGrab) -> vec[i64]:
    """Crew aboard one of the two that has the colour of the other, and `pass`; nothing if there is none."""
    has = state.has
    saucer = state.flying
    partner = saucer ^ 1
    mine = has[ABOARD + saucer] & FULL << TYPES * has[COLOR + partner]
    theirs = has[ABOARD + partner] & FULL << TYPES * has[COLOR + saucer]
    shared = mine | theirs
    return append(codes_of(shared, SHARES), PASS) if shared != 0 else NOTHING


def answer_share(state: CrashAndGrab, code: i64) -> None:
    if code == PASS:
        go_on(state)
        return
    saucer = state.flying
    member = code - SHARES
    giver = saucer if state.has[ABOARD + saucer] >> member & 1 == 1 else saucer ^ 1
    state.hand_over(member, giver, giver ^ 1)
    if state.listener is not None:
        facts = {"giver": state.color_of(giver), "taker": state.color_of(giver ^ 1), "crew": state.parts.crew[member]}
        state.tell("shared", "CG-150", facts)
    if state.wins(giver ^ 1) or ask_share(state):  # the question is repeated as long as there is something
        return
    go_on(state)


# -- collision, accelerator, empty site (CG-54 to CG-57) ----------------------------------------


def arrive(state: CrashAndGrab) -> bool:
    """True if there are steps to make; else a question is open or the flight is over and dealt with."""
    saucer = state.flying
    cell = state.has[AT + saucer]
    other = state.other_on(cell, saucer)
    if other >= 0:
        if state.listener is not None:
            facts = {"saucer": state.color_of(saucer), "other": state.color_of(other), "space": state.space(cell)}
            state.tell("collided", "CG-54", facts)
        if saucer == state.active and upgrades.has_mines(state):
            state.ask(MINES_HIT, state.turn_seat)  # CG-136
            return False
        push(state, other)
        return True
    kind = state.board.cell[cell]
    if kind == ACCELERATOR:
        if saucer != state.active:
            launch(state, state.heading << 4 | state.reach)  # CG-55: straight on
            return True
        choices = upgrades.launch_choices(state)
        if len(choices) == 0:
            if state.listener is not None:
                state.tell("rested", "CG-61", {"saucer": state.color_of(saucer), "space": state.space(cell)})
            flight_over(state)
            return False
        state.offer(LAUNCH, state.turn_seat, choices)
        return False
    if kind != PLAIN and saucer == state.active and upgrades.may_waste(state):
        launches = upgrades.waste_choices(state)
        if len(launches) > 0:
            state.offer(WASTE_LAUNCH, state.turn_seat, launches)  # CG-56
            return False
    return True


def push(state: CrashAndGrab, other: i64) -> None:
    """CG-54, CG-66: the saucer in flight stops; the one it hit flies on with the full distance."""
    if state.flying == state.active:
        upgrades.on_push(state)
    set_off(state, other, state.heading, state.reach, "push")


def answer_mines(state: CrashAndGrab, code: i64) -> None:
    """CG-136: crash the other saucer on the spot, or push it."""
    other = state.other_on(state.has[AT + state.flying], state.flying)
    if code == CRASH_IT:
        crash(state, other, "CG-136")
        flight_over(state)
    else:
        push(state, other)
        advance(state)


def launch(state: CrashAndGrab, way: i64) -> None:
    """CG-55: a launch sets direction and distance; what was left is lost."""
    saucer = state.flying
    if saucer == state.active:
        state.launches = append(state.launches[:], state.has[AT + saucer] << 6 | way)  # CG-61
    state.heading = way >> 4
    state.reach = way & 15
    state.left = way & 15
    if state.listener is not None:
        facts = {
            "saucer": state.color_of(saucer),
            "space": state.space(state.has[AT + saucer]),
            "dir": DIRECTIONS[state.heading],
            "distance": state.reach,
        }
        state.tell("launched", "CG-55", facts)


def answer_launch(state: CrashAndGrab, code: i64) -> None:
    launch(state, code & WAY)
    advance(state)


def answer_waste(state: CrashAndGrab, code: i64) -> None:
    if code != PASS:
        upgrades.use_waste(state)  # CG-128: passing does not use it up
        launch(state, code & WAY)
    advance(state)


# -- flights that are only tried -------------------------------------------------------------------


def may_pass(state: CrashAndGrab) -> bool:
    """Whether somebody is asked to add to a flight: an exchange, a share, a launch from a crash site."""
    return state.phase == EXCHANGE or state.phase == SHARE or state.phase == WASTE_LAUNCH


def pass_questions(state: CrashAndGrab) -> None:
    """Go on as if nobody added anything."""
    while may_pass(state):
        state.apply(state.asked, PASS)


def rehearse(state: CrashAndGrab, saucer: i64, direction: i64, distance: i64) -> None:
    """Fly as if it were this saucer's turn and nobody added anything. Nothing follows; the state is for that only."""
    state.turn_seat = state.seat_of(saucer)
    state.active = saucer
    state.step = AT_TRIAL
    state.phase = MOVE
    fly(state, saucer, direction, distance, "move")
    pass_questions(state)
