"""Crash & Grab: the codes of actions. Every action has one, the same in every phase and at every table.

    0           pass                1..12       roll N (the die)    13          roll (rather than choose a site)
    14..25      site N              26..29      blastoff D          30..33      legs D
    34, 35      spin ROTATION       36..38      order ROTATION, order roll
    39, 40      crash, push         41..43      energize, upgrade, cloak
    44..49      pilot COLOUR        50..55      go COLOUR           56..61      wormhole COLOUR
    64          stay                64..127     move D K            128..191    launch D K
    192..255    boost D K           256..261    pulse COLOUR        262..273    teleport N
    274..297    airlock CREW        298..321    share CREW          322..345    steal CREW
    346..369    place CREW          370..393    tractor CREW        394..416    draw CARD
    417..439    keep CARD           440..511    plan COLOUR CARD D  512..655    give CREW COLOUR
    656..799    distress CREW CREW  800..1055   afterburner SPACE   1056..1311  triangulate SPACE
    1312..      quake SLOT TURNS

A code is the first of its kind plus what is chosen, and what that is does not depend on the table: a saucer is named by
its colour, a space by its row and column (`row << 4 | column`: no board is larger than 16 by 16), a slot by its place
among the names of all layouts. A flight is `direction << 4 | distance`, the last six bits of its code.

So the last code is that of the last quake: `parts.action_count` is 1312 and four for each name of a slot; with the
box's own boards, which have nine, 1348. A component file with other boards has other slots, and nothing else.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

PASS: Final[i64] = 0
ROLLS: Final[i64] = 0  # + number of a crash site, from 1
BY_ROLL: Final[i64] = 13  # the answer `roll` to the question for a site (CG-133)
SITE_PICKS: Final[i64] = 13  # + number
BLAST_OFFS: Final[i64] = 26  # + direction
LEG_STEPS: Final[i64] = 30  # + direction
SPINS: Final[i64] = 34  # + rotation
ORDERS: Final[i64] = 36  # + rotation
ORDER_ROLL: Final[i64] = 38
CRASH_IT: Final[i64] = 39
PUSH_IT: Final[i64] = 40
ENERGIZE: Final[i64] = 41
BUY: Final[i64] = 42
VANISH: Final[i64] = 43
PILOTS: Final[i64] = 44  # + colour
GOES: Final[i64] = 50  # + colour
WORMHOLES: Final[i64] = 56  # + colour
STAY: Final[i64] = 64
MOVES: Final[i64] = 64  # + way: direction << 4 | distance
LAUNCHES: Final[i64] = 128  # + way
BOOSTS: Final[i64] = 192  # + way
PULSES: Final[i64] = 256  # + colour
TELEPORTS: Final[i64] = 261  # + number
AIRLOCKS: Final[i64] = 274  # + crewmember
SHARES: Final[i64] = 298  # + crewmember
THEFTS: Final[i64] = 322  # + crewmember
PUTS: Final[i64] = 346  # + crewmember
TRACTIONS: Final[i64] = 370  # + crewmember
DRAWS: Final[i64] = 394  # + upgrade
KEEPS: Final[i64] = 417  # + upgrade
PLANS: Final[i64] = 440  # + 12 * colour + (card << 2 | direction)
GIFTS: Final[i64] = 512  # + 6 * crewmember + colour of the saucer that gets it
SWAPS: Final[i64] = 656  # + 6 * crewmember taken + colour of the one given
AFTERBURNS: Final[i64] = 800  # + spot: row << 4 | column
TRIANGULATIONS: Final[i64] = 1056  # + spot
QUAKES: Final[i64] = 1312  # + 4 * place of the slot's name + quarter turns

WAY: Final[i64] = 63  # the bits of a flight's code that are its way
