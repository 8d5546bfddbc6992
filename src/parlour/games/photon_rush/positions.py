"""Photon Rush: set-ups (PR-9), positions (PR-59), views (PR-58) and possible worlds.

This is the only place that knows their shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from parlour.games.photon_rush import notation
from parlour.games.photon_rush.codes import card_code
from parlour.games.photon_rush.parts import PhotonParts
from parlour.games.photon_rush.rules import (
    ACTION,
    BATTLE,
    BLAST,
    BUILD,
    CARD,
    CARDS,
    CHOICE,
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    OVER,
    PHASES,
    SALOONS,
    TOWERS,
    PhotonRush,
    may_build,
    queue_of,
    seats_in,
)
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import IllegalAction, InvalidPosition, InvalidSetup
from parlour.rules.notation import natural

KEYS = ("game", "players", "options", "round", "phase", "to_act", "seats", "cards", "queue")
SEAT_KEYS = ("gold", "mercs", "towers", "mines", "saloons", "new_mines", "new_saloons", "out", "choice")
MOST = 9_999  # of anything: so all answers about it have codes
LATEST = 1_000_000  # round


# -- set-up ----------------------------------------------------------------------------------------


def deal(players: int, options: dict[str, Any], dealer: Dealer, parts: PhotonParts) -> dict[str, Any]:
    """PR-9: nothing is left to chance."""
    return {}


def begin(players: int, options: dict[str, Any], setup: dict[str, Any], parts: PhotonParts) -> PhotonRush:
    Check(InvalidSetup).that(not setup, "setup", "nothing is chosen in set-up: {} is needed (PR-9)")
    state = PhotonRush(players, options["towers"], options["round_limit"] or 0, parts)
    state.begin_round()
    return state


# -- position --------------------------------------------------------------------------------------


def position(state: PhotonRush) -> dict[str, Any]:
    return table_seen_by(state, 0, True)


def table_seen_by(state: PhotonRush, viewer: int, everything: bool) -> dict[str, Any]:
    """PR-58: all is public but the other seats' answers to the open question."""
    seats: list[dict[str, Any]] = []
    for seat in range(state.players):
        choice = state.has[CHOICE + seat]
        shown = choice >= 0 and (everything or seat == viewer)
        seats.append(
            {
                "gold": state.has[GOLD + seat],
                "mercs": state.has[MERCS + seat],
                "towers": state.has[TOWERS + seat],
                "mines": state.has[MINES + seat],
                "saloons": state.has[SALOONS + seat],
                "new_mines": state.has[NEW_MINES + seat],
                "new_saloons": state.has[NEW_SALOONS + seat],
                "out": state.has[OUT + seat] if state.has[OUT + seat] != 0 else None,
                "choice": state.notation(seat, choice) if shown else None,
            }
        )
    asking = state.phase == BATTLE or state.phase == BLAST
    return {
        "game": "photon-rush",
        "players": state.players,
        "options": {"round_limit": state.round_limit if state.round_limit > 0 else None, "towers": state.full_towers},
        "round": state.round,
        "phase": PHASES[state.phase],
        "to_act": state.owing(),
        "seats": seats,
        "cards": notation.write_cards(state) if asking else None,
        "queue": seats_in(state.queue),
    }


# -- view ------------------------------------------------------------------------------------------


def view(state: PhotonRush, seat: int | None) -> dict[str, Any]:
    return table_seen_by(state, -1 if seat is None else seat, False)


def sketch(view: Mapping[str, Any], parts: PhotonParts) -> PhotonRush:
    """What a view shows as a state, to ask the rules about it. What is hidden stays empty, and nothing is checked."""
    options = view["options"]
    state = PhotonRush(view["players"], options["towers"], options["round_limit"] or 0, parts)
    state.phase = PHASES.index(view["phase"])
    for i in range(state.players):
        seat: dict[str, Any] = view["seats"][i]
        state.has[GOLD + i] = seat["gold"]
        state.has[MERCS + i] = seat["mercs"]
        state.has[TOWERS + i] = seat["towers"]
        state.has[MINES + i] = seat["mines"]
        state.has[SALOONS + i] = seat["saloons"]
        state.has[NEW_MINES + i] = seat["new_mines"]
        state.has[NEW_SALOONS + i] = seat["new_saloons"]
        state.has[OUT + i] = seat["out"] or 0
        if view["cards"] is not None and view["cards"][i] is not None:
            state.has[CARD + i] = notation.read_card(state, i, view["cards"][i].split(" "))
    return state


# -- restore ---------------------------------------------------------------------------------------


def restore(position: dict[str, Any], parts: PhotonParts) -> PhotonRush:
    """The state of a position, refused where it breaks what PR-59 says."""
    check = Check(InvalidPosition)
    state = read_table(position, parts, check)
    read_answers(state, position, check)
    read_questions(state, position, check)
    return state


def read_table(position: dict[str, Any], parts: PhotonParts, check: Check) -> PhotonRush:
    """Everything but the answers and questions of the open phase."""
    check.keys(position, KEYS, "")
    players = check.integer(position["players"], "players", 2, 4)
    options = check.keys(position["options"], ("round_limit", "towers"), "options")
    towers = check.integer(options["towers"], "options.towers", 1, 20)
    limit = (
        0 if options["round_limit"] is None else check.integer(options["round_limit"], "options.round_limit", 1, 1000)
    )
    state = PhotonRush(players, towers, limit, parts)
    state.round = check.integer(position["round"], "round", 1, LATEST)
    state.phase = PHASES.index(check.one_of(position["phase"], PHASES, "phase"))
    for i, seat in enumerate(check.sequence(position["seats"], "seats", players)):
        read_seat(state, i, check.keys(seat, SEAT_KEYS, f"seats.{i}"), check)
    inside = [i for i in range(players) if state.has[OUT + i] == 0]
    state.inside = sum(1 << i for i in inside)
    if state.phase != OVER:
        check.that(len(inside) >= 2, "seats", "an unfinished game has at least two seats in it")
        return state
    ended = (
        len(inside) == 1
        or (len(inside) == 0 and state.round in [state.has[OUT + i] for i in range(players)])
        or (len(inside) > 1 and parts.buys_planet(max(state.has[GOLD + i] for i in inside)))
        or (len(inside) > 1 and state.is_last_round())
    )
    check.that(ended, "phase", "no rule has ended this game")
    return state


def read_seat(state: PhotonRush, i: int, seat: dict[str, Any], check: Check) -> None:
    where = f"seats.{i}."
    state.has[GOLD + i] = check.integer(seat["gold"], where + "gold", 0, MOST)
    state.has[MERCS + i] = check.integer(seat["mercs"], where + "mercs", 0, MOST)
    state.has[MINES + i] = check.integer(seat["mines"], where + "mines", 0, MOST)
    state.has[SALOONS + i] = check.integer(seat["saloons"], where + "saloons", 0, MOST)
    state.has[NEW_MINES + i] = check.integer(seat["new_mines"], where + "new_mines", 0, MOST)
    state.has[NEW_SALOONS + i] = check.integer(seat["new_saloons"], where + "new_saloons", 0, MOST)
    state.has[OUT + i] = 0 if seat["out"] is None else check.integer(seat["out"], where + "out", 1, state.round)
    lowest = 0 if state.has[OUT + i] or state.phase == BLAST else 1
    state.has[TOWERS + i] = check.integer(
        seat["towers"], where + "towers", lowest, 0 if state.has[OUT + i] else state.full_towers
    )
    if state.phase == BUILD and state.has[OUT + i] == 0:
        opened = state.has[NEW_MINES + i] == 0 and state.has[NEW_SALOONS + i] == 0
        check.that(opened, where[:-1], "nothing is under construction in the building phase")


def seats_asked(state: PhotonRush) -> list[int]:
    """The seats whom the open simultaneous question was put to."""
    inside = [i for i in range(state.players) if state.has[OUT + i] == 0]
    if state.phase == BUILD:
        return [i for i in inside if may_build(state.has[GOLD + i])]
    return inside if state.phase == ACTION else []


def read_answers(state: PhotonRush, position: dict[str, Any], check: Check) -> None:
    """`to_act` and the answers already given to a simultaneous question."""
    to_act = check.integers(position["to_act"], "to_act", high=state.players - 1)
    check.that(to_act == sorted(set(to_act)), "to_act", "the seats must be ascending")
    for i in to_act:
        state.waiting |= 1 << i
    owed = seats_asked(state)
    if state.simultaneous():
        check.that(len(to_act) > 0, "to_act", "somebody must owe an answer")
        check.that(set(to_act) <= set(owed), "to_act", "a seat is listed that is not asked")
    for i, seat in enumerate(position["seats"]):
        where = f"seats.{i}.choice"
        if i in owed and i not in to_act:
            choice = check.string(seat["choice"], where)
            try:
                state.has[CHOICE + i] = state.read(i, choice)
            except IllegalAction as error:
                raise check.fail(where, f"{excerpt(choice)}: {error}") from error
        elif seat["choice"] is not None:
            raise check.fail(where, f"null is needed, not {excerpt(seat['choice'])}")


def read_questions(state: PhotonRush, position: dict[str, Any], check: Check) -> None:
    """`cards` and `queue`: who is asked in the middle of an action phase."""
    queue = check.integers(position["queue"], "queue", high=state.players - 1)
    if state.phase != BATTLE and state.phase != BLAST:
        check.that(position["cards"] is None, "cards", "cards lie open in the phases battle and blast only")
        check.that(queue == [], "queue", "the queue is empty in this phase")
        check.that(state.phase != OVER or state.waiting == 0, "to_act", "nobody is asked when the game is over")
        return
    for i, card in enumerate(check.sequence(position["cards"], "cards", state.players)):
        state.has[CARD + i] = read_card(state, i, card, check)
    if state.phase == BATTLE:
        expected = [seat for seat in range(state.players) if state.must_choose_losses(seat)]
        check.that(queue == expected and len(queue) > 0, "queue", "these are not the defenders who choose their losses")
    else:
        standing = [i for i in range(state.players) if state.has[TOWERS + i] > 0]
        check.that(len(standing) >= 2, "phase", "nobody is asked to blast with fewer than two bases standing")
        order = seats_in(state.blasters())
        fits = len(queue) > 0 and queue == order[len(order) - len(queue) :]
        check.that(fits, "queue", "these are not the T.N.T. players who are still to answer, in their order")
    state.queue = queue_of(queue)
    check.that(position["to_act"] == queue[:1], "to_act", "the first of the queue is asked")


def read_card(state: PhotonRush, seat: i64, card: object, check: Check) -> i64:
    where = f"cards.{seat}"
    if state.has[OUT + seat] != 0:
        check.that(card is None, where, "a seat that is out has no card")
        return -1
    words = check.string(card, where).split(" ")
    target = natural(words[1]) if len(words) == 2 and words[0] in CARDS else -1
    fits = 0 <= target < state.players and target != seat and state.has[OUT + target] == 0
    if not fits:
        raise check.fail(where, f"a card with another seat in the game as target is needed, not {excerpt(card)}")
    return card_code(CARDS.index(words[0]), target)


# -- dream -----------------------------------------------------------------------------------------


def dream(view: dict[str, Any], rng: Rng, parts: PhotonParts) -> PhotonRush:
    """Hidden answers, each drawn at random among what that seat could have answered."""
    check = Check(InvalidPosition)
    state = read_table(view, parts, check)
    to_act = check.integers(view["to_act"], "to_act", high=state.players - 1)
    seats = [dict(seat) for seat in view["seats"]]
    for i in seats_asked(state):
        if i not in to_act and seats[i]["choice"] is None:
            seats[i]["choice"] = state.notation(i, rng.choice(state.actions(i)))
    return restore({**view, "seats": seats}, parts)


def dream_again(world: PhotonRush, seat: i64, rng: Rng) -> PhotonRush:
    """Another world that looks to this seat as an imagined one does, by the draws of `dream`; nothing is read again."""
    other = world.clone()
    for i in seats_asked(world):
        if i != seat and world.waiting >> i & 1 == 0:
            other.has[CHOICE + i] = rng.choice(world.actions(i))
    return other
