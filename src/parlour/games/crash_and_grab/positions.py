"""Crash & Grab: set-ups (section 3), positions (section 14), views and what can be imagined from one (section 15)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crash_and_grab import cleanup, reader
from parlour.games.crash_and_grab.parts import (
    CARDS,
    COLORS,
    DIRECTIONS,
    ROTATIONS,
    SITES,
    TYPES,
    UPGRADES,
    CrashParts,
    Layout,
    queue_of,
    read_queue,
)
from parlour.games.crash_and_grab.rules import (
    ABOARD,
    AT,
    CARDS_OF,
    COLOR,
    DISCS,
    EXCHANGE,
    FUEL,
    LOST,
    MARKER,
    ON_SITE,
    ORDER,
    PENALTY,
    PHASES,
    PILOT,
    PILOT_ROLL,
    PLACE_ROLL,
    PLANNED,
    PUT,
    REWARD,
    SHARE,
    SITE,
    STEPS,
    CrashAndGrab,
)
from parlour.rules.chance import Dealer, Rng
from parlour.rules.check import Check
from parlour.rules.errors import InvalidPosition, InvalidSetup
from parlour.rules.state import NATURE

SETUP_KEYS = ("colors", "extra", "tiles", "markers", "queue", "probe", "saucer_rolls", "pilot_rolls")

# -- set-up ----------------------------------------------------------------------------------------


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
        side = dealer.choice(list(reader.SIDES))
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


def deals_steadily(options: dict[str, Any], parts: CrashParts) -> bool:
    """Which tiles and markers there are depends on the number of players alone."""
    return True


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
    board = reader.read_tiles(check, setup["tiles"], count.layout, parts, "setup.tiles")
    markers = reader.read_markers(check, setup["markers"], parts, "setup.markers")
    queue = check.strings(setup["queue"], "setup.queue", TYPES)
    fits = sorted(queue) == sorted(parts.types) and queue[0] == parts.types[0]
    check.that(fits, "setup.queue", f"all four types are needed, {parts.types[0]} in front (CG-22)")
    s = CrashAndGrab(players, options["boost_limit"] or 0, options["round_limit"] or 0, parts, extra, board)
    s.probe = check.integer(setup["probe"], "setup.probe", 0, players - 1)
    rolls = check.integers(setup["saucer_rolls"], "setup.saucer_rolls", s.saucers, 1, SITES)
    pilots = 0 if players == 2 else count.target
    pilot_rolls = check.integers(setup["pilot_rolls"], "setup.pilot_rolls", pilots, 1, SITES)
    line = queue_of([parts.types.index(name) for name in queue])
    set_out(s, colors, markers, line, rolls, pilot_rolls)
    return s


def set_out(
    s: CrashAndGrab, colors: list[int], markers: list[int], line: i64, rolls: list[int], pilot_rolls: list[int]
) -> None:
    """Lay out what was dealt; the board and the Probe are there. `line` is the queue of each colour's types."""
    players = s.players
    has = s.has
    s.give_colors(colors)
    for i in range(4):
        has[MARKER + i] = markers[i]
    for color in colors:
        has[LOST + color] = line  # CG-22
    if s.extra >= 0:
        has[LOST + s.extra] = line
    for place in range(s.saucers):  # CG-26
        saucer = (s.probe * s.count.saucers_each + place) % s.saucers
        has[FUEL + saucer] = 1  # CG-23
        has[AT + saucer] = s.board.site[s.site_for(rolls[place])]
    if players == 2:
        s.ask_pilot(s.probe)  # CG-27
        return
    right: i64 = (s.probe - 1) % players if players > 3 else -1
    used = 0
    for place in range(players):  # CG-27
        seat = (s.probe + place) % players
        if seat == right:
            has[DISCS + seat] = s.count.boosters
        elif seat != s.probe:
            s.member = TYPES * has[COLOR + seat]
            cleanup.put_crew(s, pilot_rolls[used], "CG-27")
            used += 1
    s.begin_round()


def deal_again(s: CrashAndGrab, rng: Rng) -> None:
    """`deal` and `begin` at a table with the same options, with the same draws, and without a set-up in between."""
    parts = s.parts
    count = s.count
    layout = count.layout
    players = int(s.players)
    saucers = int(s.saucers)
    colors = list(range(int(COLORS)))
    rng.shuffle(colors)
    pools: dict[str, list[int]] = {}
    tiles: list[int] = []
    for slot in layout.slots:
        if slot.kind not in pools:
            pools[slot.kind] = [tile.id for tile in parts.tiles.values() if tile.kind == slot.kind]
            rng.shuffle(pools[slot.kind])
        side = int(rng.below(len(reader.SIDES)))
        turn = rng.choice(slot.turns)
        tiles.append(pools[slot.kind].pop() << 3 | side << 2 | turn)
    markers = list(range(4))
    rng.shuffle(markers)
    others = list(range(1, int(TYPES)))
    rng.shuffle(others)
    s.clear_game()
    s.extra = colors[saucers] if players < 6 else -1
    s.board = parts.lay(layout, tiles)
    s.probe = rng.below(players)
    rolls = [int(rng.below(SITES)) + 1 for _ in range(saucers)]
    pilot_rolls = [int(rng.below(SITES)) + 1 for _ in range(0 if players == 2 else int(count.target))]
    set_out(s, colors[:saucers], markers, queue_of([0, *others]), rolls, pilot_rolls)


# -- position --------------------------------------------------------------------------------------


def position(state: CrashAndGrab) -> dict[str, Any]:
    return shape(state, -1, True)


def shape(state: CrashAndGrab, viewer: i64, everything: bool) -> dict[str, Any]:
    parts = state.parts
    drawn = cards_of(state.drawn)
    deck = cards_of(state.deck)
    return {
        "game": "crash-and-grab",
        "players": state.players,
        "options": {
            "boost_limit": state.boost_limit if state.boost_limit > 0 else None,
            "round_limit": state.round_limit if state.round_limit > 0 else None,
        },
        "to_act": "chance" if state.asked == NATURE else state.owing(),
        "phase": PHASES[state.phase],
        "round": state.round,
        "probe": state.probe,
        "direction": ROTATIONS[state.direction] if state.direction >= 0 else None,
        "turns_done": state.turns_done,
        "tiles": tiles_shape(state),
        "markers": {DIRECTIONS[i]: parts.markers[state.has[MARKER + i]] for i in range(4)},
        "crew_target": state.count.target,
        "lost": lost_shape(state),
        "board_crew": board_shape(state),
        "saucers": [saucer_shape(state, saucer, viewer, everything) for saucer in range(state.saucers)],
        "deck": deck if everything else len(deck),
        "discard": cards_of(state.discard),
        "drawn": drawn if everything or (state.turn_seat >= 0 and viewer == state.turn_seat) else [None] * len(drawn),
        "turn": turn_shape(state),
        "motion": motion_shape(state),
        "pending": pending_shape(state),
        "winner": state.winner if state.winner >= 0 else None,
    }


def cards_of(mask: i64) -> list[str]:
    return [UPGRADES[i] for i in range(len(UPGRADES)) if mask >> i & 1]


def crew_of(state: CrashAndGrab, mask: i64) -> list[str]:
    return sorted([state.parts.crew[i] for i in range(len(state.parts.crew)) if mask >> i & 1])


def tiles_shape(state: CrashAndGrab) -> list[dict[str, Any]]:
    slots = state.board.layout.slots
    tiles = state.board.tiles
    return [
        {"slot": slots[i].name, "tile": tiles[i] >> 3, "side": reader.SIDES[tiles[i] >> 2 & 1], "turn": tiles[i] & 3}
        for i in range(len(tiles))
    ]


def lost_shape(state: CrashAndGrab) -> dict[str, list[str]]:
    colors = [int(state.has[COLOR + saucer]) for saucer in range(state.saucers)]
    if state.extra >= 0:
        colors.append(int(state.extra))
    found: dict[str, list[str]] = {}
    for color in sorted(colors, key=state.parts.colors.__getitem__):
        found[state.parts.colors[color]] = [state.parts.types[type] for type in read_queue(state.has[LOST + color])]
    return found


def board_shape(state: CrashAndGrab) -> dict[str, str]:
    found: dict[str, str] = {}
    for number in range(1, SITES + 1):
        member = state.has[ON_SITE + number]
        if member >= 0:
            found[state.space(state.board.site[number])] = state.parts.crew[member]
    return {space: found[space] for space in sorted(found)}


def saucer_shape(state: CrashAndGrab, saucer: i64, viewer: i64, everything: bool) -> dict[str, Any]:
    has = state.has
    plan = has[PLANNED + saucer]
    revealed = state.revealed >> saucer & 1 == 1
    planned: dict[str, Any] | None = None
    if plan >= 0:
        if everything or revealed or state.seat_of(saucer) == viewer:
            planned = {"card": CARDS[plan >> 2], "dir": DIRECTIONS[plan & 3]}
        else:
            planned = {"card": None, "dir": None}  # CG-31
    return {
        "color": state.color_of(saucer),
        "seat": state.seat_of(saucer),
        "at": state.space(has[AT + saucer]) if has[AT + saucer] >= 0 else None,
        "crew": crew_of(state, has[ABOARD + saucer]),
        "energy": has[FUEL + saucer],
        "boosters": has[DISCS + saucer],
        "upgrades": cards_of(has[CARDS_OF + saucer]),
        "plan": planned,
        "revealed": revealed,
        "override": state.override >> saucer & 1 == 1,
        "done": state.done >> saucer & 1 == 1,
    }


def turn_shape(state: CrashAndGrab) -> dict[str, Any] | None:
    if state.turn_seat < 0:
        return None
    return {
        "seat": state.turn_seat,
        "saucer": state.color_of(state.active) if state.active >= 0 else None,
        "step": STEPS[state.step],
        "free": state.free != 0,
        "distance": state.distance if state.distance >= 0 else None,
        "boosts": state.boosts,
        "acquired": state.acquired != 0,
        "used": cards_of(state.used),
        "crashed": [state.color_of(saucer) for saucer in read_queue(state.crashed)],
    }


def motion_shape(state: CrashAndGrab) -> dict[str, Any] | None:
    if state.flying < 0:
        return None
    return {
        "saucer": state.color_of(state.flying),
        "dir": DIRECTIONS[state.heading],
        "dist": state.reach,
        "left": state.left,
        "pushed": state.flying != state.active,
        "launches": [[state.space(way >> 6), DIRECTIONS[way >> 4 & 3], way & 15] for way in state.launches],
        "took": state.took != 0,
    }


def pending_shape(state: CrashAndGrab) -> dict[str, Any] | None:
    phase = state.phase
    crew = state.parts.crew[state.member] if state.member >= 0 else ""
    if phase == PILOT or phase == ORDER:
        return {"seat": state.asked}
    if phase == PILOT_ROLL:
        return {"seat": state.seat_of(state.subject), "crew": crew}
    if phase == SITE or phase == PLACE_ROLL or phase == SHARE:
        return {"seat": state.seat_of(state.subject), "saucer": state.color_of(state.subject)}
    if phase == EXCHANGE:
        return {"seat": state.seat_of(state.subject), "saucer": state.color_of(state.subject), "crew": crew}
    if phase == PENALTY or phase == REWARD:
        return {"saucer": state.color_of(state.subject)}
    if phase == PUT:
        return {"crew": crew}
    return None


# -- view ------------------------------------------------------------------------------------------


def view(state: CrashAndGrab, seat: int | Any | None) -> dict[str, Any]:
    """The same without what a seat (`None`: a spectator) may not know."""
    return shape(state, -1 if seat is None else state._check_seat(seat), False)


# -- restore ---------------------------------------------------------------------------------------


def restore(position: dict[str, Any], parts: CrashParts) -> CrashAndGrab:
    """The state of a position, refused where it breaks what the spec says of positions."""
    return reader.PositionReader(position, parts).state


# -- dream -----------------------------------------------------------------------------------------


def dream(view: dict[str, Any], rng: Rng, parts: CrashParts) -> CrashAndGrab:
    """Hidden plans are any of the twelve (CG-30); hidden cards are those that are nowhere to be seen."""
    check = Check(InvalidPosition)
    check.keys(view, reader.KEYS, "")
    players = check.integer(view["players"], "players", 2, 6)
    saucers: list[dict[str, Any]] = []
    seen: list[str] = check.strings(view["discard"], "discard")[:]
    for i, saucer in enumerate(check.sequence(view["saucers"], "saucers")):
        fields = dict(check.keys(saucer, reader.SAUCER_KEYS, f"saucers.{i}"))
        if fields["plan"] == {"card": None, "dir": None}:
            fields["plan"] = {"card": CARDS[rng.below(3)], "dir": DIRECTIONS[rng.below(4)]}
        seen += check.strings(fields["upgrades"], f"saucers.{i}.upgrades")
        saucers.append(fields)
    drawn = [card for card in check.sequence(view["drawn"], "drawn") if card is not None]
    seen += check.strings(drawn, "drawn")
    game = parts.deck(players)
    unseen = [UPGRADES[i] for i in range(len(UPGRADES)) if game >> i & 1 and UPGRADES[i] not in seen]
    hidden = len(view["drawn"]) - len(drawn)
    size = check.integer(view["deck"], "deck")
    check.that(len(unseen) == size + hidden, "deck", f"{len(unseen) - hidden} cards are needed, not {size}")
    rng.shuffle(unseen)
    return restore(
        {**view, "saucers": saucers, "drawn": sorted(drawn + unseen[:hidden]), "deck": sorted(unseen[hidden:])}, parts
    )


def dream_again(world: CrashAndGrab, seat: i64, rng: Rng) -> CrashAndGrab:
    """Another world that looks to this seat as an imagined one does, by the draws of `dream`; nothing is read again."""
    other = world.clone()
    for saucer in range(world.saucers):
        if world.seat_of(saucer) != seat and world.has[PLANNED + saucer] >= 0 and world.revealed >> saucer & 1 == 0:
            card = rng.below(3)
            other.has[PLANNED + saucer] = card << 2 | rng.below(4)
    hidden = world.drawn if world.turn_seat != seat else 0  # CG-92
    unseen = vec[i64](capacity=len(UPGRADES))
    for card in range(len(UPGRADES)):
        if (world.deck | hidden) >> card & 1:
            unseen = append(unseen, card)
    rng.mix(unseen)
    if hidden != 0:
        other.deck = world.deck | hidden
        other.drawn = 0
        place: i64 = 0
        while hidden != 0:
            other.drawn |= 1 << unseen[place]
            hidden &= hidden - 1
            place += 1
        other.deck &= ~other.drawn
    return other
