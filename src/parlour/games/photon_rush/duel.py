"""Photon Rush: what a card would do to another base, if nobody else came in between.

Everybody plays in secret, so nobody can know beforehand. These are two bases alone on the planet, played by the rules.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.photon_rush.codes import card_code
from parlour.games.photon_rush.parts import PhotonParts
from parlour.games.photon_rush.rules import BLAST, DEFEND, MERCS, MINES, RAID, TNT, TOWERS, PhotonRush
from parlour.rules.events import Event

MINE: Final[i64] = 0  # the seat that plays the card
RIVAL: Final[i64] = 1


def raid(parts: PhotonParts, mercs: int, rival_mercs: int, towers: int, rival_card: int) -> tuple[int, int]:
    """How many towers of the rival fall by a raid, and how many mercenaries it costs, if the rival plays this card."""
    state = alone(parts, mercs, rival_mercs, towers)
    events = play(state, RAID, rival_card)
    fallen = lost = 0
    for event in events:
        if event.kind == "battle":
            lost = event.facts["raiders_lost"][0]
        elif event.kind == "damaged" and event.facts["seat"] == RIVAL:
            fallen = towers - event.facts["towers"]
    return fallen, lost


def blast(parts: PhotonParts, mercs: int, buildings: int) -> int:
    """How many buildings of the rival blow up by Photon T.N.T. Which ones is chosen later."""
    state = alone(parts, mercs, 0, 1)
    state.has[MINES + RIVAL] = buildings
    play(state, TNT, DEFEND)
    return state.blast_size(MINE) if state.phase == BLAST else 0


def alone(parts: PhotonParts, mercs: int, rival_mercs: int, towers: int) -> PhotonRush:
    state = PhotonRush(2, towers, 0, parts)
    state.has[MERCS + MINE] = mercs
    state.has[MERCS + RIVAL] = rival_mercs
    state.has[TOWERS + RIVAL] = towers
    state.begin_action()
    return state


def play(state: PhotonRush, card: int, rival_card: int) -> list[Event]:
    events: list[Event] = []
    state.listen(events.append)
    state.apply(MINE, card_code(card, RIVAL))
    state.apply(RIVAL, card_code(rival_card, MINE))
    return events
