"""Photon Rush: the codes of actions. Every action has one, the same in every phase, position and game.

    0       raid, defend or tnt with a target: `kind << 2 | target`
    12      build M S        M + 2S <= 14
    76      take A B         A + B <= 40
    937     take A B C       A + B + C <= 40
    13278   blast M S NM NS  M + S + NM + NS <= 40, M <= 28, NM + 2 NS <= 14
    50399   `ACTION_COUNT`: the end of the codes that a mask has room for
    100000  everything else, numbered without end

What the box's own component file lets a base have:

- An order costs at most 14 gold: with 15 after a collection the game is over (PR-47).
- So at most 14 gold's worth is under construction, and at most 28 mines work: those of the last collection brought
  less than 15 gold, and at most 14 have opened since.
- Saloons and mercenaries have no bound (PR-8): a base that is left alone for good and never gets to 15 gold may hire
  for ever. It takes time: whatever all do, no battle takes more than 40 before round 9 and no blast before round 11, in
  a game that lasts 8 to 10 rounds between players who know what they do. In 18 million random decisions, with 5 and
  with 20 towers, the most was 36.

So codes from `FAR` on come up in a position that somebody made, with other components, or in a very long game. They
play exactly like the others; only a dense mask cannot hold them, and who hands out masks says so (`rules/batch.py`).
There the sum of a blast is at most 50,000 and that of any other answer at most 1,000,000, so all codes are below 2^60.
A base that never wins builds at most 14 things a round, so it has 50,000 after 3,500 rounds at the earliest; a game
that gets further (a component file may be generous) is told so and ends there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.rules.errors import RulesError

# Literals, all of them: what is computed is not inlined by the compiler. A test computes them again.
BUILDS: Final[i64] = 12  # the first code of each kind
TWO_LOSSES: Final[i64] = 76
THREE_LOSSES: Final[i64] = 937
BLASTS: Final[i64] = 13_278
ACTION_COUNT: Final[i64] = 50_399
FAR: Final[i64] = 100_000

MOST_TAKEN: Final[i64] = 40  # by a blast or a battle, below ACTION_COUNT
MOST_SPENT: Final[i64] = 14  # gold for an order, a saloon being worth two mines
MOST_NEW_SALOONS: Final[i64] = 7  # for so much gold
MOST_MINES: Final[i64] = 28

MOST_BLASTED: Final[i64] = 50_000  # from FAR on
MOST: Final[i64] = 1_000_000  # the sum of any other action's numbers

# What a code from FAR on is, in its two lowest bits less FAR.
FAR_BUILD: Final[i64] = 0
FAR_TWO_LOSSES: Final[i64] = 1
FAR_THREE_LOSSES: Final[i64] = 2
FAR_BLAST: Final[i64] = 3


def pairs(total: i64) -> i64:
    """How many pairs have a smaller sum. Pairs of one sum are in the order of their second number."""
    return total * (total + 1) // 2


def triples(total: i64) -> i64:
    """How many triples have a smaller sum. Triples of one sum are in the order of what the first leaves."""
    return total * (total + 1) * (total + 2) // 6


def quadruples(total: i64) -> i64:
    """How many quadruples have a smaller sum."""
    return triples(total) * (total + 3) // 4


def in_bounds(total: i64, most: i64) -> i64:
    if total > most:
        raise RulesError(f"this game has grown too large: an answer about {total} things cannot be written")
    return total


def first_blasts() -> vec[i64]:
    """By mines, new mines (four bits) and new saloons (three): the code of the blast of these and no saloon."""
    found = vec[i64]()
    code = BLASTS
    for mines in range(MOST_MINES + 1):
        for new_mines in range(16):
            for new_saloons in range(MOST_NEW_SALOONS + 1):
                left = MOST_TAKEN - mines - new_mines - new_saloons
                possible = left >= 0 and new_mines + 2 * new_saloons <= MOST_SPENT
                found = append(found, code if possible else -1)
                if possible:
                    code += left + 1
    return found


FIRST_BLAST: Final = first_blasts()


# -- from amounts to codes -------------------------------------------------------------------------


def card_code(kind: i64, target: i64) -> i64:
    return kind << 2 | target


def order_code(mines: i64, saloons: i64) -> i64:
    if mines + 2 * saloons <= MOST_SPENT:
        return BUILDS + saloons * (16 - saloons) + mines  # 15 orders without a saloon, 13 with one, ...
    return FAR + 4 * (pairs(in_bounds(mines + saloons, MOST)) + saloons) + FAR_BUILD


def take_two_code(first: i64, second: i64) -> i64:
    total = first + second
    if total <= MOST_TAKEN:
        return TWO_LOSSES + pairs(total) + second
    return FAR + 4 * (pairs(in_bounds(total, MOST)) + second) + FAR_TWO_LOSSES


def take_three_code(first: i64, second: i64, third: i64) -> i64:
    rest = second + third
    total = first + rest
    if total <= MOST_TAKEN:
        return THREE_LOSSES + triples(total) + pairs(rest) + third
    return FAR + 4 * (triples(in_bounds(total, MOST)) + pairs(rest) + third) + FAR_THREE_LOSSES


def blast_code(mines: i64, saloons: i64, new_mines: i64, new_saloons: i64) -> i64:
    rest = new_mines + new_saloons
    left = saloons + rest
    total = mines + left
    if total <= MOST_TAKEN and mines <= MOST_MINES and rest + new_saloons <= MOST_SPENT:
        return FIRST_BLAST[mines << 7 | new_mines << 3 | new_saloons] + saloons
    place = quadruples(in_bounds(total, MOST_BLASTED)) + triples(left) + pairs(rest) + new_saloons
    return FAR + 4 * place + FAR_BLAST


# -- from codes to amounts -------------------------------------------------------------------------


def packed_amounts() -> vec[i64]:
    """By code, the numbers of an action, eight bits each, the first one lowest."""
    found = vec[i64]([0 for _ in range(BUILDS)])
    for saloons in range(MOST_NEW_SALOONS + 1):
        for mines in range(MOST_SPENT - 2 * saloons + 1):
            found = append(found, mines | saloons << 8)
    for total in range(MOST_TAKEN + 1):
        for second in range(total + 1):
            found = append(found, total - second | second << 8)
    for total in range(MOST_TAKEN + 1):
        for rest in range(total + 1):
            for third in range(rest + 1):
                found = append(found, total - rest | rest - third << 8 | third << 16)
    for place in range(len(FIRST_BLAST)):
        if FIRST_BLAST[place] >= 0:
            mines = place >> 7
            new_mines = place >> 3 & 15
            new_saloons = place & 7
            buildings = mines | new_mines << 16 | new_saloons << 24
            for saloons in range(MOST_TAKEN - mines - new_mines - new_saloons + 1):
                found = append(found, buildings | saloons << 8)
    return found


PACKED_AMOUNTS: Final = packed_amounts()


def amount(code: i64, place: i64) -> i64:
    """One of the numbers of any action but a card."""
    if code < ACTION_COUNT:
        return PACKED_AMOUNTS[code] >> (place << 3) & 255
    return far_amounts(code)[place]


def amounts(code: i64) -> vec[i64]:
    """All numbers of any action but a card."""
    if code >= ACTION_COUNT:
        return far_amounts(code)
    count: i64 = 2 if code < THREE_LOSSES else 3 if code < BLASTS else 4
    return vec[i64]([amount(code, place) for place in range(count)])


def far_amounts(code: i64) -> vec[i64]:
    kind = (code - FAR) & 3
    left = (code - FAR) >> 2
    found = vec[i64](capacity=4)
    before: i64 = -1  # the sum of this number and those after it
    total: i64 = 0
    if kind == FAR_BLAST:
        before = 0
        while quadruples(before + 1) <= left:
            before += 1
        left -= quadruples(before)
    if kind >= FAR_THREE_LOSSES:
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
