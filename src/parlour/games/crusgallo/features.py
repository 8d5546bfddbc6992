"""Crusgallo: what the player may know (section 10 of the spec), as numbers.

What is told once, then of each colour, then of each card where it is (on the table also how it lies there and as which
it was laid), then of each orb whether it is lit, then the treasures. What lies over what follows from the order.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from parlour._vecs import vec
from parlour.games.crusgallo.codes import place_x, place_y
from parlour.games.crusgallo.parts import COLOURS, MOST_CARDS, TURNED, CrusgalloParts, width_of
from parlour.games.crusgallo.rules import STEPS, Crusgallo, count
from parlour.rules.features import Features, as_float, squash
from parlour.rules.game import Parts
from parlour.rules.state import State

TABLE: Final[i64] = 11
COLOUR: Final[i64] = 4
CARD: Final[i64] = 12
ORB_NUMBERS: Final[i64] = 2

MOST: Final = float(MOST_CARDS)
USUAL: Final[i64] = 10  # cells from the start: neither near nor far

TABLE_NAMES: Final = [
    *[f"step: {step}" for step in STEPS],
    *["second phase", "magic is used", "battle card is drawn", "cards in the draw pile", "cards in the reserve"],
]
COLOUR_NAMES: Final = ["bonds", "gem on the dragon", "gems in the supply", "looked for"]
CARD_NAMES: Final = [
    *["waits to be laid", "in the row", "in the cavern deck", "aside"],
    *["on the table", "x", "y", "order in which it was laid"],
    *[f"turned by {90 * turn} degrees" for turn in range(4)],
]
CORNERS: Final = ["top left", "top right", "bottom left", "bottom right"]  # of a card that is not turned


@final
class CrusgalloFeatures(Features):
    def names(self, players: int, parts: Parts) -> list[str]:
        assert isinstance(parts, CrusgalloParts)
        found = [*TABLE_NAMES]
        for colour in parts.colours:
            found += [f"{colour}: {name}" for name in COLOUR_NAMES]
        for card in parts.ids:
            found += [f"card {card}: {name}" for name in CARD_NAMES]
        for corner in parts.orb_corners:
            number, place = divmod(int(corner), 4)
            orb = f"card {parts.ids[number]}: {parts.corners[number][place][1:]} orb at the {CORNERS[place]}"
            found += [f"{orb}: lit", f"{orb}: with a gem"]
        return found + [f"treasure {parts.ids[card]}: collected" for card in parts.treasure_card[1:]]

    def size(self, state: State) -> i64:
        assert isinstance(state, Crusgallo)
        parts = state.parts
        told = TABLE + COLOURS * COLOUR + len(parts.ids) * CARD + len(parts.orb_corners) * ORB_NUMBERS
        return told + len(parts.treasure_card) - 1

    def fill(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        assert isinstance(state, Crusgallo)
        parts = state.parts
        out[at + state.step] = 1.0
        if state.phase == 2:
            out[at + 6] = 1.0
        if state.magic_used:
            out[at + 7] = 1.0
        if state.battle_drawn:
            out[at + 8] = 1.0
        out[at + 9] = as_float(len(state.pile) - state.drawn) / MOST
        out[at + 10] = as_float(count(state.reserve)) / MOST
        at += TABLE
        for colour in range(COLOURS):
            out[at] = as_float(state.bonds >> 2 * colour & 3) / 3.0
            if state.dragon >> colour & 1:
                out[at + 1] = 1.0
            out[at + 2] = as_float(state.supply >> 2 * colour & 3) / 3.0
            if colour == state.missing:
                out[at + 3] = 1.0
            at += COLOUR
        cards = len(parts.ids)
        self.fill_cards(state, out, at)
        at += cards * CARD
        self.fill_orbs(state, out, at)
        at += len(parts.orb_corners) * ORB_NUMBERS
        for treasure in range(1, len(parts.treasure_card)):
            if state.treasures >> parts.treasure_card[treasure] & 1:
                out[at + treasure - 1] = 1.0

    def fill_cards(self, state: Crusgallo, out: vec[float], at: i64) -> None:
        parts = state.parts
        if state.card >= 0:
            out[at + state.card * CARD] = 1.0
        fill_set(state.row, out, at + 1)
        fill_set(state.deck, out, at + 2)
        fill_set(state.aside, out, at + 3)
        laid = state.cavern.laid
        for number in range(len(laid)):
            code = laid[number]
            way = parts.way_of(code)
            spot = parts.place_of(code)
            place = at + (way >> 2) * CARD
            out[place + 4] = 1.0
            out[place + 5] = squash(place_x(spot), USUAL)
            out[place + 6] = squash(place_y(spot), USUAL)
            out[place + 7] = as_float(number + 1) / MOST
            out[place + 8 + (way & 3)] = 1.0

    def fill_orbs(self, state: Crusgallo, out: vec[float], at: i64) -> None:
        """A lit orb is one of the card that was laid last of those that lie there."""
        parts = state.parts
        cavern = state.cavern
        for orb in cavern.lit:
            x = cavern.x_at(orb >> 1)
            y = cavern.y_at(orb >> 1)
            number = len(cavern.laid) - 1
            while True:
                code = cavern.laid[number]
                way = parts.way_of(code)
                wide = width_of(way)
                right = x - parts.x_of(code)
                down = y - parts.y_of(code)
                if 0 <= right < wide and 0 <= down < 5 - wide:
                    break
                number -= 1
            place = (1 if right > 0 else 0) + (2 if down > 0 else 0)  # of the corner, in the order of TURNED
            told = at + ORB_NUMBERS * parts.orb_number[way // 4 * 4 + TURNED[way & 3][place]]
            out[told] = 1.0
            if orb & 1:
                out[told + 1] = 1.0


def fill_set(cards: i64, out: vec[float], at: i64) -> None:
    """One of the numbers of each card that is in a set; `at` is that of the first card."""
    while cards != 0:
        if cards & 1:
            out[at] = 1.0
        cards >>= 1
        at += CARD


FEATURES: Final = CrusgalloFeatures()
