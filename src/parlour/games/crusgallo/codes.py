"""Crusgallo: the codes of actions. Every action has one, the same in every phase and every game with the same cards.

    0..5                   magic COLOUR
    6                      stop
    7 + card               discard CARD      a card is its place in the sorted list of ids, 0 to 44
    67 + card              exchange CARD
    127 + card             draw CARD         (chance)
    187 + ways * n + way   place CARD X Y R  way is 4 * card + R, of 180 ways; n is the place of X Y

Places are numbered in rings around 0 0: by |x| + |y|, in a ring by y, then x. So what a game meets has small codes,
and there is no last one: a position that was made up may have cards anywhere.

A bound that no game exceeds follows from the cards (`farthest_ring`). A card is laid with one of its crystals next to a
crystal on the table (CR-15). So wherever the visible crystals end in a direction, the next card brings that end one
step further and then by as much as its own crystals are apart. In the diagonal directions, which limit |x| + |y|,
that is

    0  for a card without crystals, which only the first may be
    1  for one crystal
    2  for two crystals at one end of the card, 3 along one side, 4 at opposite corners

and 4 for more crystals. The first card lies at 0 0 0; no table has more cards than there are. With the 45 cards of the
box no placement of a game is farther away than ring 111. That makes 24,865 places, 99,460 with the four turns, and
with the cards 4,475,887 codes: too many for a dense mask. But while the creatures are freed the card is known, and a
mask of places and turns is enough; and a cavern that nobody draws out into a line stays near. In a million random
decisions no code was above 340,832 (ring 31), and 97 games of 100 stayed below 151,567 (ring 20).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec

STOP: Final[i64] = 6  # below it: the magic on a colour
DISCARD: Final[i64] = 7  # + card
GIVE_UP: Final[i64] = 67  # + card
DRAW: Final[i64] = 127  # + card
LOWEST_PLACE: Final[i64] = 187  # the lowest code of a placement

NEAR_RINGS: Final[i64] = 32  # places in these rings are looked up, others computed


def first_place(ring: i64) -> i64:
    """How many places the smaller rings have."""
    return 2 * ring * (ring - 1) + 1 if ring > 0 else 0


def place_at(x: i64, y: i64) -> i64:
    """The number of a place. In its ring there is one with the smallest y, then two for each y, then one."""
    ring = (x if x > 0 else -x) + (y if y > 0 else -y)
    if y == -ring:
        return first_place(ring)
    return first_place(ring) + 2 * (y + ring) - (0 if x > 0 else 1)


def ring_of(place: i64) -> i64:
    ring: i64 = 0
    while first_place(ring + 1) <= place:
        ring += 1
    return ring


def computed_y(place: i64) -> i64:
    ring = ring_of(place)
    return (place - first_place(ring) + 1) // 2 - ring


def computed_x(place: i64) -> i64:
    ring = ring_of(place)
    y = computed_y(place)
    x = ring - (y if y > 0 else -y)
    return -x if (place - first_place(ring)) & 1 else x


def near_places() -> vec[vec[i64]]:
    """The x of the places that are looked up, and the y."""
    found_x = vec[i64]([0])
    found_y = vec[i64]([0])
    for ring in range(i64(1), NEAR_RINGS):
        for index in range(4 * ring):
            y = (index + 1) // 2 - ring
            x = ring - (y if y > 0 else -y)
            found_x = append(found_x, -x if index & 1 else x)
            found_y = append(found_y, y)
    return append(append(vec[vec[i64]](), found_x), found_y)


NEAR: Final = near_places()
NEAR_X: Final = NEAR[0]
NEAR_Y: Final = NEAR[1]


def place_x(place: i64) -> i64:
    return NEAR_X[place] if place < len(NEAR_X) else computed_x(place)


def place_y(place: i64) -> i64:
    return NEAR_Y[place] if place < len(NEAR_Y) else computed_y(place)


def advance(corners: i64) -> i64:
    """How much farther a card brings the crystals in a diagonal direction at most; `corners` is the mask of the corners
    of the upright card that hold a crystal."""
    if corners == 0:
        return 0
    if corners & (corners - 1) == 0:
        return 1
    if corners in (0b0011, 0b1100):  # one end
        return 2
    if corners in (0b0101, 0b1010):  # one side
        return 3
    return 4


def farthest_ring(advances: list[int]) -> int:
    """The ring that no placement of a game is beyond. All cards may lie on the table, the first one at 0 0 and the one
    that is laid last. Of the five steps more one leads to it and four are how far a card at 0 0, or its top-left cell
    seen from its crystals, reaches at most: 3 + 0, 0 + 3, 1 + 2 or 2 + 2 in the four diagonal directions."""
    ascending = sorted(advances)
    return sum(ascending[2:]) + 5
