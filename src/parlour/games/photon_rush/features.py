"""Photon Rush: what a seat may know (PR-58), as numbers."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.photon_rush.codes import ACTION_COUNT, BLASTS, THREE_LOSSES, TWO_LOSSES, amounts
from parlour.games.photon_rush.rules import (
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
    PHASES,
    SALOONS,
    TOWERS,
    PhotonRush,
)
from parlour.rules.features import Features, as_float, seat_name, squash
from parlour.rules.game import Parts
from parlour.rules.state import State

# What is told once, then what is told of every seat, then the seat's own answer. Targets are told by the steps
# clockwise from the seat that is asked about, so all three grow with the number of players.
TABLE: Final[i64] = 9  # and one for each seat
SEAT: Final[i64] = 14  # and one for each target
ANSWER: Final[i64] = 6  # and one for each target

USUAL: Final[i64] = 10  # gold, buildings, rounds: what is neither few nor many
MOST_TOWERS: Final = 20.0
USUALLY_TAKEN: Final[i64] = 8  # by a blast or a battle, at most

TABLE_NAMES: Final = [
    *[f"phase: {phase}" for phase in PHASES],
    "round",
    "there is a round limit",
    "round limit",
    "towers at the start",
]
SEAT_NAMES: Final = [
    *["gold", "mercenaries", "towers", "mines", "saloons", "mines under construction", "saloons under construction"],
    *["out of the game", "round of removal", "asked now", "place among those who are still to answer"],
    *[f"shows {card}" for card in CARDS],
]
ANSWER_NAMES: Final = [
    "you have answered",
    "mines ordered",
    "saloons ordered",
    *[f"you chose {card}" for card in CARDS],
]


def usual_codes(players: int) -> list[int]:
    """What a program that learns has to know: cards, orders, and losses of at most eight things; those of two raiders
    on one base where there are so many players, and those of three. More came up in 13 of 1,500 random games for two,
    in 52 of 1,500 for four, and in none of 100 between greedy players."""
    found = list(range(int(TWO_LOSSES)))
    for code in range(TWO_LOSSES, ACTION_COUNT):
        needed = 3 if code < THREE_LOSSES else 4 if code < BLASTS else 2  # players
        taken: i64 = 0
        for number in amounts(code):
            taken += number
        if players >= needed and taken <= USUALLY_TAKEN:
            found.append(int(code))
    return found


@final
class PhotonFeatures(Features):
    def names(self, players: int, parts: Parts) -> list[str]:
        found = [*TABLE_NAMES, *[f"you sit in seat {seat}" for seat in range(players)]]
        for step in range(players):
            who = seat_name(step)
            found += [f"{who}: {name}" for name in SEAT_NAMES]
            found += [f"{who}: card is aimed at {seat_name(target)}" for target in range(players)]
        found += ANSWER_NAMES
        return found + [f"you chose the target {seat_name(target)}" for target in range(players)]

    def size(self, state: State) -> i64:
        players = state.players
        return TABLE + players + players * (SEAT + players) + ANSWER + players

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, PhotonRush)
        has = state.has
        players = state.players
        out[at + state.phase] = 1.0
        out[at + 5] = squash(state.round, USUAL)
        if state.round_limit > 0:
            out[at + 6] = 1.0
            out[at + 7] = squash(state.round_limit, USUAL)
        out[at + 8] = as_float(state.full_towers) / MOST_TOWERS
        out[at + TABLE + seat] = 1.0
        at += TABLE + players
        waiting = state.waiting
        queue = state.queue
        for step in range(players):
            who = seat + step
            if who >= players:
                who -= players
            out[at] = squash(has[GOLD + who], USUAL)
            out[at + 1] = squash(has[MERCS + who], USUAL)
            out[at + 2] = as_float(has[TOWERS + who]) / MOST_TOWERS
            out[at + 3] = squash(has[MINES + who], USUAL)
            out[at + 4] = squash(has[SALOONS + who], USUAL)
            out[at + 5] = squash(has[NEW_MINES + who], USUAL)
            out[at + 6] = squash(has[NEW_SALOONS + who], USUAL)
            if has[OUT + who] != 0:
                out[at + 7] = 1.0
                out[at + 8] = squash(has[OUT + who], USUAL)
            if waiting >> who & 1:
                out[at + 9] = 1.0
            for place in range(players):
                if queue >> 3 * place & 7 == who + 1:
                    out[at + 10] = as_float(place + 1) / as_float(players)
            card = has[CARD + who]
            if card >= 0:
                self.fill_card(card, seat, players, out, at + 11)
            at += SEAT + players
        answer = has[CHOICE + seat]
        if answer >= 0:
            out[at] = 1.0
            if state.phase == BUILD:
                ordered = amounts(answer)
                out[at + 1] = squash(ordered[0], USUAL)
                out[at + 2] = squash(ordered[1], USUAL)
            else:
                self.fill_card(answer, seat, players, out, at + 3)

    def fill_card(self, card: i64, seat: i64, players: i64, out: vec[float], at: i64) -> None:
        """Three kinds of cards, then the targets, as the seat that is asked about counts them."""
        out[at + (card >> 2)] = 1.0
        target = (card & 3) - seat
        if target < 0:
            target += players
        out[at + 3 + target] = 1.0


FEATURES: Final = PhotonFeatures()
