"""Crash & Grab: a random set-up, and the game that begins with one (section 3)."""

from __future__ import annotations

from typing import Any

from parlour.games.crash_and_grab.parts import (
    DIRECTIONS,
    SITES,
    TYPES,
    Board,
    CrashParts,
    Layout,
)
from parlour.games.crash_and_grab.rules import CrashAndGrab
from parlour.games.crash_and_grab.table import (
    AT,
    DISCS,
    FUEL,
    LOST,
)
from parlour.games.crash_and_grab.view import SIDES
from parlour.rules.chance import Dealer
from parlour.rules.check import Check
from parlour.rules.errors import InvalidSetup

SETUP_KEYS = ("colors", "extra", "tiles", "markers", "queue", "probe", "saucer_rolls", "pilot_rolls")


def deal(players: int, options: dict[str, Any], dealer: Dealer, parts: CrashParts) -> dict[str, Any]:
    """A random set-up (CG-20 to CG-27)."""
    count = parts.count(players)
    colors = parts.colors[:]
    dealer.shuffle(colors)
    each = count.saucers_each
    for seat in range(players):
        dealer.lay(f"colors.{seat}", each * seat, each * seat + each)
    if players < 6:
        dealer.lay("extra", each * players)
    pools: dict[str, list[int]] = {}
    tiles: list[dict[str, Any]] = []
    for slot in count.layout.slots:
        if slot.kind not in pools:
            pool = [tile.id for tile in parts.tiles.values() if tile.kind == slot.kind]
            dealer.shuffle(pool)
            lay_tiles(dealer, count.layout, slot.kind, len(pool))
            pools[slot.kind] = pool
        side = dealer.choice(list(SIDES))
        dealer.lay(f"tiles.{len(tiles)}.side")
        turn = dealer.choice(slot.turns)
        dealer.lay(f"tiles.{len(tiles)}.turn")
        tiles.append({"slot": slot.name, "tile": pools[slot.kind].pop(), "side": side, "turn": turn})
    markers = parts.markers[:]
    dealer.shuffle(markers)
    for i in range(4):
        dealer.lay(f"markers.{DIRECTIONS[i]}", i)
    others = parts.types[1:]
    dealer.shuffle(others)
    for i in range(len(others)):
        dealer.lay(f"queue.{i + 1}", i)
    probe = dealer.below(players)
    dealer.lay("probe")
    return {
        "colors": [colors[each * seat : each * seat + each] for seat in range(players)],
        "extra": colors[each * players] if players < 6 else None,
        "tiles": tiles,
        "markers": {DIRECTIONS[i]: markers[i] for i in range(4)},
        "queue": [parts.types[0], *others],
        "probe": probe,
        "saucer_rolls": rolls(dealer, "saucer_rolls", each * players),
        "pilot_rolls": rolls(dealer, "pilot_rolls", 0 if players == 2 else count.target),
    }


def lay_tiles(dealer: Dealer, layout: Layout, kind: str, last: int) -> None:
    """The tiles of a kind are taken off the end of their pile, one for each slot of that kind."""
    for i, slot in enumerate(layout.slots):
        if slot.kind == kind:
            last -= 1
            dealer.lay(f"tiles.{i}.tile", last)


def rolls(dealer: Dealer, name: str, count: int) -> list[int]:
    """The 12-sided die, so many times."""
    found: list[int] = []
    for i in range(count):
        found.append(dealer.roll(SITES))
        dealer.lay(f"{name}.{i}")
    return found


def begin(players: int, options: dict[str, Any], setup: dict[str, Any], parts: CrashParts) -> CrashAndGrab:
    """The game after a set-up, before its first question."""
    check = Check(InvalidSetup)
    check.keys(setup, SETUP_KEYS, "setup")
    count = parts.count(players)
    colors: list[int] = []
    for i, names in enumerate(check.sequence(setup["colors"], "setup.colors", players)):
        for name in check.strings(names, f"setup.colors.{i}", count.saucers_each):
            colors.append(parts.colors.index(check.one_of(name, parts.colors, f"setup.colors.{i}")))
    check.that(len(set(colors)) == len(colors), "setup.colors", "no two saucers have the same colour (CG-21)")
    extra = -1
    if players == 6:
        check.that(setup["extra"] is None, "setup.extra", "with six players there is no extra colour (CG-21)")
    else:
        extra = parts.colors.index(check.one_of(setup["extra"], parts.colors, "setup.extra"))
        check.that(extra not in colors, "setup.extra", "this is the colour of a saucer (CG-21)")
    board = read_tiles(check, setup["tiles"], count.layout, parts, "setup.tiles")
    markers = read_markers(check, setup["markers"], parts, "setup.markers")
    queue = check.strings(setup["queue"], "setup.queue", TYPES)
    fits = sorted(queue) == sorted(parts.types) and queue[0] == parts.types[0]
    check.that(fits, "setup.queue", f"all four types are needed, {parts.types[0]} in front (CG-22)")
    s = CrashAndGrab(
        players, options["boost_limit"] or 0, options["round_limit"] or 0, parts, colors, extra, board, markers
    )
    s.probe = check.integer(setup["probe"], "setup.probe", 0, players - 1)
    rolls = check.integers(setup["saucer_rolls"], "setup.saucer_rolls", s.saucers, 1, SITES)
    pilots = 0 if players == 2 else count.target
    pilot_rolls = check.integers(setup["pilot_rolls"], "setup.pilot_rolls", pilots, 1, SITES)

    line = pack_queue([parts.types.index(name) for name in queue])
    for color in [*colors, extra] if extra >= 0 else colors:
        s.has[LOST + color] = line  # CG-22
    for i in range(s.saucers):  # CG-26
        saucer = (s.probe * count.saucers_each + i) % s.saucers
        s.has[FUEL + saucer] = 1  # CG-23
        s.has[AT + saucer] = board.site[s.site_for(rolls[i])]
    if players == 2:
        s.ask_pilot(s.probe)  # CG-27
        return s
    right = (s.probe - 1) % players if players > 3 else -1
    for i in range(players):  # CG-27
        seat = (s.probe + i) % players
        if seat == right:
            s.has[DISCS + seat] = count.boosters
        elif seat != s.probe:
            s.member = TYPES * colors[seat]
            s.put_crew(pilot_rolls.pop(0), "CG-27")
    s.begin_round()
    return s


def read_tiles(check: Check, value: object, layout: Layout, parts: CrashParts, where: str) -> Board:
    """CG-6, CG-20: one tile for each slot, in the order of the layout."""
    found: list[int] = []
    for i, tile in enumerate(check.sequence(value, where, len(layout.slots))):
        slot = layout.slots[i]
        fields = check.keys(tile, ("slot", "tile", "side", "turn"), f"{where}.{i}")
        check.one_of(fields["slot"], (slot.name,), f"{where}.{i}.slot")
        id = check.integer(fields["tile"], f"{where}.{i}.tile")
        fits = id in parts.tiles and parts.tiles[id].kind == slot.kind
        check.that(fits, f"{where}.{i}.tile", f"a tile of kind {slot.kind} is needed, not {id}")
        check.that(id not in [code >> 3 for code in found], f"{where}.{i}.tile", f"tile {id} is used twice")
        side = SIDES.index(check.one_of(fields["side"], SIDES, f"{where}.{i}.side"))
        turn = check.integer(fields["turn"], f"{where}.{i}.turn", 0, 3)
        check.that(turn in slot.turns, f"{where}.{i}.turn", f"turn {turn} is not possible in slot {slot.name}")
        found.append(id << 3 | side << 2 | turn)
    return parts.board(layout, found)


def read_markers(check: Check, value: object, parts: CrashParts, where: str) -> list[int]:
    """CG-14: each marker on one side."""
    fields = check.keys(value, DIRECTIONS, where)
    found = [parts.markers.index(check.one_of(fields[d], parts.markers, f"{where}.{d}")) for d in DIRECTIONS]
    check.that(len(set(found)) == 4, where, "each marker lies on one side of the board")
    return found


def pack_queue(types: list[int]) -> int:
    code = 0
    for i in range(len(types)):
        code |= types[i] + 1 << 3 * i
    return code
