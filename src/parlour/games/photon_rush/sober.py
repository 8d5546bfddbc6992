"""Photon Rush: what everybody at a table sees. A base that will hold 15 gold after the next collection is stopped by
whoever can, unless they win at that collection themselves.

Nothing of the rules stands here a second time: each card is played on a copy of the game, and then one looks who has
won. Everything that counts is public (gold, mines, mercenaries, towers).
"""

from __future__ import annotations

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.photon_rush.codes import blast_code, card_code
from parlour.games.photon_rush.rules import (
    ACTION,
    BLAST,
    CARD,
    DEFEND,
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    OVER,
    RAID,
    SALOONS,
    PhotonRush,
    least,
)


def sober_answers(state: PhotonRush, seat: i64, codes: vec[i64]) -> vec[i64]:
    """Where another base wins unless somebody minds: the cards that stop it by themselves, if there are any, else those
    that stop it if all others help; and whatever wins at once. Of a blast, what stops its target."""
    if state.phase == BLAST:
        return those_that_stop(state, seat, codes, 1 << (state.has[CARD + seat] & 3), False)
    if state.phase != ACTION:
        return codes
    rich = winners_to_be(state, seat)
    if rich == 0:
        return codes
    found = those_that_stop(state, seat, codes, rich, False)
    return found if len(found) < len(codes) else those_that_stop(state, seat, codes, rich, True)


def winners_to_be(state: PhotonRush, seat: i64) -> i64:
    """Mask of the others who buy the planet at the next collection if all just watch their bases."""
    after = state.clone()
    watch(after, seat, -1, -1)
    after.apply(seat, a_defend(seat))
    return buyers(after, seat)


def those_that_stop(state: PhotonRush, seat: i64, codes: vec[i64], rich: i64, together: bool) -> vec[i64]:
    """Of these answers those after which one of the rich has not won, or the seat has; all, if there is none."""
    found = vec[i64](capacity=16)
    for code in codes:
        if stops(state, seat, code, rich, together):
            found = append(found, code)
    return found if len(found) > 0 else codes


def stops(state: PhotonRush, seat: i64, code: i64, rich: i64, together: bool) -> bool:
    if state.phase == BLAST:
        after = state.clone()
        after.apply(seat, code)
        finish(after)
        return has_changed(after, seat, rich)
    target = code & 3
    against = code >> 2 != DEFEND and rich >> target & 1 == 1
    if together and (not against or state.has[MERCS + seat] == 0):
        return False
    for away in range(2):  # whether the target watches its base, or raids this one
        if away == 1 and (code >> 2 != RAID or not against):
            break
        after = state.clone()
        watch(after, seat, target if away == 1 else -1, code if together else -1)
        after.apply(seat, code)
        finish(after)
        if has_changed(after, seat, 1 << target if away == 1 else rich):
            return True
    return False


def watch(state: PhotonRush, seat: i64, raider: i64, joined: i64) -> None:
    """All others watch their bases; but `raider`, if any, raids the seat, and those who may join in a card do."""
    awaited = state.awaited()
    for other in range(state.players):
        if other == seat or awaited >> other & 1 == 0:
            continue
        if other == raider:
            state.apply(other, card_code(RAID, seat))
        elif joined >= 0 and joined & 3 != other:
            state.apply(other, joined)
        else:
            state.apply(other, card_code(DEFEND, seat))


def a_defend(seat: i64) -> i64:
    """PR-22: whom it names has no effect."""
    return card_code(DEFEND, 1 if seat == 0 else 0)


def finish(state: PhotonRush) -> None:
    """Battles and blasts: the first losses that come to mind, and working mines before anything else."""
    while state.phase != OVER and not state.simultaneous():
        actor = state.actor()
        state.apply(actor, mines_first(state, actor) if state.phase == BLAST else state.codes(actor)[0])


def mines_first(state: PhotonRush, seat: i64) -> i64:
    has = state.has
    target = has[CARD + seat] & 3
    left = state.blast_size(seat)
    mines = least(has[MINES + target], left)
    left -= mines
    saloons = least(has[SALOONS + target], left)
    left -= saloons
    new_mines = least(has[NEW_MINES + target], left)
    left -= new_mines
    return blast_code(mines, saloons, new_mines, least(has[NEW_SALOONS + target], left))


def buyers(state: PhotonRush, seat: i64) -> i64:
    """Mask of the others who have bought the planet; nobody, where the seat has won."""
    found: i64 = 0
    outcome = state.result()
    if outcome is None or seat in outcome.winners:
        return found
    for other in range(state.players):
        bought = state.has[OUT + other] == 0 and state.parts.buys_planet(state.has[GOLD + other])
        if other != seat and (bought or other in outcome.winners):
            found |= 1 << other
    return found


def has_changed(state: PhotonRush, seat: i64, rich: i64) -> bool:
    """Whether one of them has not won, or the seat has."""
    return rich & ~buyers(state, seat) != 0
