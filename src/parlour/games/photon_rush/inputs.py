"""Photon Rush: what a network reads of it, and the kinds of answers that it learns to give.

All is public (PR-7, PR-18) but the answers that wait to be revealed, and those are left out. What decides is who can
destroy whom and who has 15 gold when; that is told outright, so that a small network need not find it out.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.photon_rush.codes import BUILDS, TWO_LOSSES, amount
from parlour.games.photon_rush.rules import (
    BUILD,
    DEFEND,
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    RAID,
    SALOONS,
    TOWERS,
    PhotonRush,
    least,
)
from parlour.rules.features import seat_name
from parlour.rules.game import Parts
from parlour.rules.network import Inputs
from parlour.rules.state import State

TABLE_NAMES: Final = ["building", "round"]
SEAT_NAMES: Final = [
    *["in the game", "gold", "mercenaries", "towers", "mines", "saloons", "new mines", "new saloons"],
    *["wins at the next collection", "wins at the one after", "rounds to win", "one tower", "at most two towers"],
    *["at most three towers", "no mercenary", "one mercenary"],
]
PAIR_NAMES: Final = ["can destroy {}", "could destroy {} if that one blasts", "breaks the defence of {}"]
TABLE: Final[i64] = 2
SEAT: Final[i64] = 16
PAIR: Final[i64] = 3
FAR: Final[i64] = 8  # rounds to win are not counted beyond

# Kinds of orders: by saloons (none, one, two, more), and what is left is spent on mines, is kept, is spent on mines but
# for what wins at the next collection, or is spent in part.
MOST_SALOONS: Final[i64] = 3
WAYS: Final[i64] = 4
ORDERS: Final[i64] = 16


@final
class PhotonInputs(Inputs):
    def names(self, players: int, parts: Parts) -> list[str]:
        found = list(TABLE_NAMES)
        for step in range(players):
            found += [f"{seat_name(step)}: {name}" for name in SEAT_NAMES]
            for other in range(players):
                if other != step:
                    found += [f"{seat_name(step)}: {name.format(seat_name(other))}" for name in PAIR_NAMES]
        return found

    def size(self, state: State) -> i64:
        return TABLE + state.players * (SEAT + (state.players - 1) * PAIR)

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, PhotonRush)
        has = state.has
        players = state.players
        if state.phase == BUILD:
            out[at] = 1.0
        out[at + 1] = float(least(state.round, 20)) / 10.0
        at += TABLE
        for step in range(players):
            who = (seat + step) % players
            if has[OUT + who] == 0:
                self.fill_seat(state, who, out, at)
                self.fill_pairs(state, seat, who, out, at + SEAT)
            at += SEAT + (players - 1) * PAIR

    def fill_seat(self, state: PhotonRush, who: i64, out: vec[float], at: i64) -> None:
        has = state.has
        goal = state.parts.goal
        gold = has[GOLD + who]
        mines = has[MINES + who]
        towers = has[TOWERS + who]
        out[at] = 1.0
        out[at + 1] = float(least(gold, 30)) / 8.0
        out[at + 2] = float(least(has[MERCS + who], 30)) / 4.0
        out[at + 3] = float(towers) / 5.0
        out[at + 4] = float(least(mines, 30)) / 5.0
        out[at + 5] = float(least(has[SALOONS + who], 30)) / 3.0
        out[at + 6] = float(least(has[NEW_MINES + who], 30)) / 3.0
        out[at + 7] = float(least(has[NEW_SALOONS + who], 30)) / 2.0
        gold += mines
        rounds: i64 = 1
        income = mines + has[NEW_MINES + who]
        while gold < goal and rounds < FAR:
            gold += income
            rounds += 1
        if rounds == 1:
            out[at + 8] = 1.0
        if rounds <= 2:
            out[at + 9] = 1.0
        out[at + 10] = float(rounds) / 4.0
        if towers <= 1:
            out[at + 11] = 1.0
        if towers <= 2:
            out[at + 12] = 1.0
        if towers <= 3:
            out[at + 13] = 1.0
        if has[MERCS + who] == 0:
            out[at + 14] = 1.0
        if has[MERCS + who] == 1:
            out[at + 15] = 1.0

    def fill_pairs(self, state: PhotonRush, seat: i64, who: i64, out: vec[float], at: i64) -> None:
        has = state.has
        mercs = has[MERCS + who]
        for step in range(state.players):
            other = (seat + step) % state.players
            if other == who:
                continue
            if has[OUT + other] == 0:
                if mercs >= has[TOWERS + other]:
                    out[at] = 1.0
                if mercs * state.parts.tnt_damage_factor >= has[TOWERS + other]:
                    out[at + 1] = 1.0
                if mercs > state.parts.raiders_per_defender * has[MERCS + other]:
                    out[at + 2] = 1.0
            at += PAIR

    # -- kinds of answers: cards by target, as the seat counts them, one Defend (PR-22), then orders -----------------

    def answers(self, players: i64) -> i64:
        return 2 * (players - 1) + 1 + ORDERS

    def kind(self, state: State, seat: i64, code: i64) -> i64:
        assert isinstance(state, PhotonRush)
        others = state.players - 1
        if code < BUILDS:
            card = code >> 2
            if card == DEFEND:
                return 2 * others
            step = (code & 3) - seat
            if step < 0:
                step += state.players
            return (0 if card == RAID else others) + step - 1
        if code >= TWO_LOSSES:
            return -1
        saloons = amount(code, 1)
        return 2 * others + 1 + least(saloons, MOST_SALOONS) * WAYS + self.way(state, seat, amount(code, 0), saloons)

    def turn(self, kind: int, seats: list[int]) -> int:
        others = len(seats) - 1
        if kind >= 2 * others:
            return kind
        first = 0 if kind < others else others
        return first + seats.index(kind - first + 1) - 1

    def way(self, state: PhotonRush, seat: i64, mines: i64, saloons: i64) -> i64:
        has = state.has
        left = has[GOLD + seat] - saloons * state.parts.saloon_cost
        most = left // state.parts.mine_cost
        if mines == most:
            return 0
        if mines == 0:
            return 1
        spare = left + has[MINES + seat] - state.parts.goal
        return 2 if spare >= 0 and mines == spare // state.parts.mine_cost else 3


INPUTS: Final = PhotonInputs()
