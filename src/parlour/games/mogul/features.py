"""Mogul: what a seat may know (KR-5), as numbers."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.mogul.parts import MogulParts
from parlour.games.mogul.rules import OVER, PHASES, SCORES, SOLD, TOKENS, TOOK, Mogul
from parlour.rules.features import Features, as_float, seat_name, squash
from parlour.rules.game import Parts
from parlour.rules.state import State

# What is told once, with three numbers for each seat; what is told of every seat; the card that is turned up; where
# every share lies.
TABLE: Final[i64] = 13
SEAT: Final[i64] = 9  # four, and one for each colour (KR-13)

SEAT_NAMES: Final = ["number of tokens is known", "tokens", "score", "place among those who withdrew"]
USUAL_SCORE: Final[i64] = 50  # neither low nor high


@final
class MogulFeatures(Features):
    def names(self, players: int, parts: Parts) -> list[str]:
        assert isinstance(parts, MogulParts)
        seats = [seat_name(step) for step in range(players)]
        found = [
            *[f"phase: {phase.replace('_', '-')}" for phase in PHASES],
            *["the winner took the share", "the winner sold", "quick start", "a loan costs two points"],
            *["cards turned up", "cards in the deck", "tokens in the bank", "tokens in the pot"],
            *[f"you sit in seat {seat}" for seat in range(players)],
            *[f"{who}: first player" for who in seats],
            *[f"{who}: asked now" for who in seats],
        ]
        for who in seats:
            found += [f"{who}: {name}" for name in SEAT_NAMES]
            found += [f"{who}: {colour} shares" for colour in parts.colours]
        found += [f"turned up: {card}" for card in parts.ids]
        for share in parts.ids[: parts.crash]:
            found += [f"share {share}: held by {who}" for who in seats]
            found.append(f"share {share}: discarded")
        return found

    def size(self, state: State) -> i64:
        assert isinstance(state, Mogul)
        players = state.players
        shares = state.parts.crash
        return TABLE + 3 * players + players * SEAT + shares + 1 + shares * (players + 1)

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, Mogul)
        parts = state.parts
        players = state.players
        shares = parts.crash
        tokens = as_float(parts.tokens)
        cards = as_float(shares + 1)
        out[at + state.phase] = 1.0
        if state.winner_action == TOOK:
            out[at + 5] = 1.0
        elif state.winner_action == SOLD:
            out[at + 6] = 1.0
        if state.quick_start:
            out[at + 7] = 1.0
        if state.loan_cost == 2:
            out[at + 8] = 1.0
        out[at + 9] = as_float(state.round()) / cards
        out[at + 10] = as_float(len(state.deck) - state.top) / cards
        out[at + 11] = as_float(state.bank) / tokens
        out[at + 12] = as_float(state.pot) / tokens
        at += TABLE
        out[at + seat] = 1.0
        out[at + players + steps_to(state.first_player, seat, players)] = 1.0
        if state.turn >= 0:
            out[at + 2 * players + steps_to(state.turn, seat, players)] = 1.0
        at += 3 * players
        self.fill_seats(state, seat, out, at)
        at += players * SEAT
        out[at + state.revealed] = 1.0
        self.fill_shares(state, seat, out, at - players * SEAT, at + shares + 1)

    def fill_seats(self, state: Mogul, seat: i64, out: vec[float], at: i64) -> None:
        has = state.has
        players = state.players
        for step in range(players):
            who = seat + step
            if who >= players:
                who -= players
            if step == 0 or state.phase == OVER:  # KR-55: at the end all hands are counted
                out[at] = 1.0
                out[at + 1] = as_float(has[TOKENS + who]) / as_float(state.parts.tokens)
            score = has[SCORES + who]
            if score != 0:
                out[at + 2] = squash(score, USUAL_SCORE)
            at += SEAT
        still_in = state.still_in
        out_order = state.withdrawn
        gone: i64 = 0
        for who in range(players):
            if still_in >> who & 1 == 0:
                gone += 1
        at -= players * SEAT
        while gone > 0:  # the last to withdraw is lowest
            out[at + SEAT * steps_to(out_order & 7, seat, players) + 3] = as_float(gone) / as_float(players)
            out_order >>= 3
            gone -= 1

    def fill_shares(self, state: Mogul, seat: i64, out: vec[float], seats: i64, at: i64) -> None:
        """`seats` is where the seats are told, `at` where the shares are."""
        parts = state.parts
        holder = state.holder
        centre = parts.centre
        portion = parts.portion
        revealed = state.revealed
        players = state.players
        width = players + 1
        told = at
        for share in range(parts.crash):
            who = holder[share]
            if who >= 0:
                step = steps_to(who, seat, players)
                out[told + step] = 1.0
                out[seats + step * SEAT + 4 + centre[share]] += portion[share]
            elif share != revealed:
                out[told + players] = 1.0  # discarded, or in the deck
            told += width
        deck = state.deck
        crash = parts.crash
        for place in range(state.top, len(deck)):
            card = deck[place]
            if card != crash:
                out[at + card * width + players] = 0.0


def steps_to(who: i64, seat: i64, players: i64) -> i64:
    """How many steps clockwise somebody sits from a seat."""
    step = who - seat
    return step if step >= 0 else step + players


FEATURES: Final = MogulFeatures()
