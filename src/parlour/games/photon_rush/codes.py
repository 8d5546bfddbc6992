"""Photon Rush: the codes of actions. Every action has one, the same in every phase, and small where its amounts are.

    0..11       raid, defend or tnt with a target: `kind << 2 | target`
    12 + 4n     build M S        n is the place of (M, S) among all pairs
    13 + 4n     take A B         n is the place of (A, B) among all pairs
    14 + 4n     take A B C       n is the place of (A, B, C) among all triples
    15 + 4n     blast M S NM NS  n is the place of (M, S, NM, NS) among all quadruples

Pairs, triples and quadruples are in the order of their sum; those of one sum in the order of what is left without
the first number. So sums have places from `pairs(sum)`, `triples(sum)` or `quadruples(sum)` on, and what a game
meets has small codes: a blast of up to 20 buildings is below 43,000.

Bounds: the sum of a blast is at most 50,000, any other at most 1,000,000, so all codes are below `ACTION_COUNT`, which
is below 2^60. No game gets there: a base that never wins builds at most 14 things a round, so it has 50,000
after 3,500 rounds at the earliest. One that does (a component file may be generous) is told so and ends there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.errors import RulesError

MOST_BLASTED: Final[i64] = 50_000
MOST: Final[i64] = 1_000_000  # the sum of any other action's numbers

AMOUNTS: Final[i64] = 12  # the first code that has amounts
BUILD_CODES: Final[i64] = 0  # what such a code is, less AMOUNTS, in its two lowest bits
TAKE_TWO_CODES: Final[i64] = 1
TAKE_THREE_CODES: Final[i64] = 2
BLAST_CODES: Final[i64] = 3

# Smaller sums are looked up.
SMALL_ORDER: Final[i64] = 32
SMALL_BLAST: Final[i64] = 12


def pairs(total: i64) -> i64:
    """How many pairs have a smaller sum."""
    return total * (total + 1) // 2


def triples(total: i64) -> i64:
    """How many triples have a smaller sum."""
    return total * (total + 1) * (total + 2) // 6


def quadruples(total: i64) -> i64:
    """How many quadruples have a smaller sum."""
    return triples(total) * (total + 3) // 4


ACTION_COUNT: Final[int] = int(AMOUNTS + 4 * quadruples(MOST_BLASTED + 1))


def in_bounds(total: i64, most: i64) -> i64:
    if total > most:
        raise RulesError(f"this game has grown too large: an answer about {total} things cannot be written")
    return total


# -- from amounts to codes -------------------------------------------------------------------------


def card_code(kind: i64, target: i64) -> i64:
    return kind << 2 | target


def order_code(mines: i64, saloons: i64) -> i64:
    return AMOUNTS + 4 * (pairs(in_bounds(mines + saloons, MOST)) + saloons) + BUILD_CODES


def take_two_code(first: i64, second: i64) -> i64:
    return AMOUNTS + 4 * (pairs(in_bounds(first + second, MOST)) + second) + TAKE_TWO_CODES


def take_three_code(first: i64, second: i64, third: i64) -> i64:
    rest = second + third
    return AMOUNTS + 4 * (triples(in_bounds(first + rest, MOST)) + pairs(rest) + third) + TAKE_THREE_CODES


def first_blast(size: i64) -> i64:
    """The lowest code of a blast of so many buildings: all of them working mines."""
    return AMOUNTS + 4 * quadruples(in_bounds(size, MOST_BLASTED)) + BLAST_CODES


def blast_code(mines: i64, saloons: i64, new_mines: i64, new_saloons: i64) -> i64:
    rest = new_mines + new_saloons
    left = saloons + rest
    return first_blast(mines + left) + 4 * (triples(left) + pairs(rest) + new_saloons)


# -- from codes to amounts -------------------------------------------------------------------------


def small_orders() -> vec[vec[i64]]:
    found = vec[vec[i64]]()
    for total in range(SMALL_ORDER):
        for saloons in range(total + 1):
            found = append(found, vec[i64]([total - saloons, saloons]))
    return found


def small_blasts() -> vec[vec[i64]]:
    found = vec[vec[i64]]()
    for total in range(SMALL_BLAST):
        for left in range(total + 1):
            for rest in range(left + 1):
                for last in range(rest + 1):
                    found = append(found, vec[i64]([total - left, left - rest, rest - last, last]))
    return found


ORDERS: Final = small_orders()  # by place
BLASTS: Final = small_blasts()


def amounts(code: i64) -> vec[i64]:
    """The numbers of any action but a card. Not to be changed."""
    kind = (code - AMOUNTS) & 3
    place = (code - AMOUNTS) >> 2
    if kind == BUILD_CODES and place < len(ORDERS):
        return ORDERS[place]
    if kind == BLAST_CODES and place < len(BLASTS):
        return BLASTS[place]
    return computed_amounts(kind, place)


def computed_amounts(kind: i64, left: i64) -> vec[i64]:
    found = vec[i64](capacity=4)
    before: i64 = -1  # the sum of this number and those after it
    total: i64 = 0
    if kind == BLAST_CODES:
        before = 0
        while quadruples(before + 1) <= left:
            before += 1
        left -= quadruples(before)
    if kind >= TAKE_THREE_CODES:
        while triples(total + 1) <= left:
            total += 1
        left -= triples(total)
        if before >= 0:
            found = append(found, before - total)
        before = total
        total = 0
    while pairs(total + 1) <= left:
        total += 1
    left -= pairs(total)
    if before >= 0:
        found = append(found, before - total)
    found = append(found, total - left)
    return append(found, left)
