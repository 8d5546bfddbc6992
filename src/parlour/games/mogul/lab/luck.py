"""Mogul: the luck of the deck, whose order is fixed by the set-up and hidden from all (KR-5, KR-20, KR-21)."""

from __future__ import annotations

from typing import Final

from parlour.games.mogul.positions import LAST, with_another_on_top
from parlour.games.mogul.rules import AUCTION, LOANS, Mogul
from parlour.rules.state import State

LEAVES: Final = 0.87  # of the variance of a win between greedy players
SCALE: Final = 3.0  # points; greedy players lose a lead less often than the judge's own scale says


def worlds(state: State, seat: int, code: int) -> list[tuple[int, State]]:
    """KR-53, KR-26: an answer that ends a round turns up the next card, any of those that have not been seen. The Crash
    is none of them before the last five (KR-21). Cards of the same two colours are the same."""
    assert isinstance(state, Mogul)
    if state.phase in (LOANS, AUCTION):
        return []
    after = state.clone()
    after.apply(seat, code)
    if after.top == state.top:
        return []
    top, deck, parts = state.top, list(state.deck), state.parts
    low = top >= len(deck) - LAST
    places: dict[tuple[int, int], list[int]] = {}
    for place in range(top, len(deck)):
        card = deck[place]
        if card != parts.crash:
            places.setdefault((int(parts.centre[card]), int(parts.border[card])), []).append(place)
        elif low:
            places[-1, -1] = [place]
    return [(len(alike), with_another_on_top(state, alike[0])) for alike in places.values()]
