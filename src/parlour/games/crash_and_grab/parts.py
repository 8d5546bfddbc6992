"""Crash & Grab: the component file as tables: colours, crew, cards, layouts, tiles, upgrades; and boards made of tiles.

A *cell* is a space of the board as a number, row by row from the north-west corner; -1 is off the board. Its *spot*,
`row << 4 | column`, is the same on boards of all sizes. A *crewmember* is `4 * colour + type`. An upgrade is its place
in the sorted list of ids.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crash_and_grab.codes import (
    AFTERBURNS,
    AIRLOCKS,
    BLAST_OFFS,
    BOOSTS,
    BUY,
    BY_ROLL,
    CRASH_IT,
    DRAWS,
    ENERGIZE,
    GIFTS,
    GOES,
    KEEPS,
    LAUNCHES,
    LEG_STEPS,
    MOVES,
    ORDER_ROLL,
    ORDERS,
    PASS,
    PILOTS,
    PLANS,
    PULSES,
    PUSH_IT,
    PUTS,
    QUAKES,
    ROLLS,
    SHARES,
    SITE_PICKS,
    SPINS,
    STAY,
    SWAPS,
    TELEPORTS,
    THEFTS,
    TRACTIONS,
    TRIANGULATIONS,
    VANISH,
    WORMHOLES,
)
from parlour.rules.check import Check
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Parts

COLORS: Final[i64] = 6
TYPES: Final[i64] = 4
SITES: Final[i64] = 12  # CG-7

DIRECTIONS: Final = ["n", "e", "s", "w"]  # CG-5
CARDS: Final = ["2", "3", "x"]  # CG-11
ROTATIONS: Final = ["clockwise", "counterclockwise"]  # CG-32
MOST: Final[i64] = 15  # the largest distance that fits into a code
LARGEST: Final = 16  # boards are at most so wide
WAYS: Final[i64] = 4
NORTH: Final[i64] = 0
EAST: Final[i64] = 1
SOUTH: Final[i64] = 2
WEST: Final[i64] = 3
ALL_DIRECTIONS: Final[i64] = 4  # in place of one direction

PLAIN: Final[i64] = 0  # what a cell is: plain, a crash site (its number), or an accelerator
ACCELERATOR: Final[i64] = 13

BITS: Final = vec[i64]([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4])  # how many of four bits are set

NO_BONUS: Final[i64] = 0
BOOSTER: Final[i64] = 1
ENERGY: Final[i64] = 2
BONUSES: Final = ["none", "booster", "energy"]

# The upgrade cards (section 11 of the spec), sorted as strings.
REGULATOR: Final[i64] = 0
AFTERBURNER: Final[i64] = 1
AIRLOCK: Final[i64] = 2
THRUSTERS: Final[i64] = 3
AMPLIFIER: Final[i64] = 4
CARGO_HOLD: Final[i64] = 5
CLOAK: Final[i64] = 6
DISTRESS: Final[i64] = 7
HYPERDRIVE: Final[i64] = 8
SIPHON: Final[i64] = 9
LEGS: Final[i64] = 10
TRIANGULATOR: Final[i64] = 11
MINES: Final[i64] = 12
PULSE_CANNON: Final[i64] = 13
QUAKE: Final[i64] = 14
GATEWAY: Final[i64] = 15
STABILIZER: Final[i64] = 16
TELEPORTER: Final[i64] = 17
SCAVENGER: Final[i64] = 18
TIME_MACHINE: Final[i64] = 19
TRACTOR: Final[i64] = 20
WASTE: Final[i64] = 21
WORMHOLE: Final[i64] = 22
UPGRADES: Final = [
    "acceleration-regulator",
    "afterburner",
    "airlock",
    "blast-off-thrusters",
    "boost-amplifier",
    "cargo-hold",
    "cloaking-device",
    "distress-signaler",
    "hyperdrive",
    "kinetic-siphon",
    "landing-legs",
    "organic-triangulator",
    "proximity-mines",
    "pulse-cannon",
    "quake-maker",
    "regeneration-gateway",
    "rotational-stabilizer",
    "saucer-teleporter",
    "scavenger-bot",
    "time-machine",
    "tractor-beam",
    "waste-accelerator",
    "wormhole-generator",
]


class Slot:
    """A place for a tile on the board (CG-6)."""

    def __init__(self, name: str, number: int, x: int, y: int, w: int, h: int, kind: str, turns: list[int]) -> None:
        self.name = name
        self.number = number  # of the name, among those of all layouts
        self.x = x  # column and row of its north-west corner, from 0
        self.y = y
        self.w = w
        self.h = h
        self.kind = kind
        self.turns = turns  # quarter turns a tile may have here


@final
class Layout:
    """A board before the tiles are laid: its size, slots, and tables over its cells."""

    def __init__(self, id: str, size: int, slots: list[Slot]) -> None:
        self.id = id
        self.size = size
        self.slots: list[Slot] = slots
        # CG-5: a1 is the north-west corner.
        self.names: list[str] = [space_name(c // size, c % size) for c in range(size * size)]
        self.cells: dict[str, int] = {name: cell for cell, name in enumerate(self.names)}
        self.row: vec[i64] = vec[i64]([c // size for c in range(size * size)])  # by cell
        self.column: vec[i64] = vec[i64]([c % size for c in range(size * size)])
        # The same for observations; no board has more than sixteen rows.
        self.told_row: vec[float] = vec[float]([(c // size + 1) / 16.0 for c in range(size * size)])
        self.told_column: vec[float] = vec[float]([(c % size + 1) / 16.0 for c in range(size * size)])
        self.spot: vec[i64] = vec[i64]([c // size << 4 | c % size for c in range(size * size)])
        self.next: vec[i64] = vec[i64](capacity=4 * size * size)  # next[4 * cell + direction]: the neighbour, or -1
        self.lines: vec[vec[i64]] = vec[vec[i64]]()  # by cell: the other cells of its row and column
        for cell in range(size * size):
            x, y = cell % size, cell // size
            self.next = append(self.next, cell - size if y > 0 else -1)
            self.next = append(self.next, cell + 1 if x < size - 1 else -1)
            self.next = append(self.next, cell + size if y < size - 1 else -1)
            self.next = append(self.next, cell - 1 if x > 0 else -1)
            line = [c for c in range(size * size) if c != cell and (c % size == x or c // size == y)]
            self.lines = append(self.lines, vec[i64]([c for c in line]))
        self.moved: vec[vec[i64]] = vec[vec[i64]]()  # moved[4 * slot + quarters][cell]: where a quake takes it (CG-138)
        for slot in slots:
            for quarters in range(4):
                self.moved = append(self.moved, vec[i64]([c for c in self.cells_after(slot, quarters)]))
        self.quakes: vec[vec[i64]] = quake_table(slots)  # quakes[4 * slot + turn]: what can be done with a tile there

    def cell_at(self, spot: i64) -> i64:
        return (spot >> 4) * self.size + (spot & 15)

    def slot_named(self, number: i64) -> i64:
        """The place of the slot with this name."""
        for place in range(len(self.slots)):
            if self.slots[place].number == number:
                return place
        raise ValueError(number)

    def cells_after(self, slot: Slot, quarters: int) -> list[int]:
        found = list(range(self.size * self.size))
        if slot.w != slot.h and quarters % 2 == 1:
            return found  # a strip never makes a quarter turn
        for y in range(slot.h):
            for x in range(slot.w):
                a, b, w, h = x, y, slot.w, slot.h
                for _ in range(quarters):
                    a, b, w, h = h - 1 - b, a, h, w
                found[(slot.y + y) * self.size + slot.x + x] = (slot.y + b) * self.size + slot.x + a
        return found


class Tile:
    def __init__(self, id: int, kind: str, sides: list[list[list[int]]]) -> None:
        self.id = id
        self.kind = kind
        self.sides = sides  # side a, side b: rows of cells as printed


@final
class Field:
    """The tiles laid out. A board never changes: a Quake makes the state look at another one."""

    def __init__(self, layout: Layout, tiles: vec[i64], cell: vec[i64]) -> None:
        self.layout: Layout = layout
        self.tiles: vec[i64] = tiles  # by slot: tile id << 3 | side << 2 | turn
        self.cell: vec[i64] = cell  # PLAIN, the number of a crash site, or ACCELERATOR
        self.site: vec[i64] = NO_SITES[:]  # by number: the cell of a crash site
        for c in range(len(cell)):
            if PLAIN < cell[c] < ACCELERATOR:
                self.site[cell[c]] = c
        self.told_at: vec[i64] = vec[i64]()  # what observations tell of it, found out once: where, and the numbers
        self.told: vec[float] = vec[float]()

    def after_quake(self, slot: i64, quarters: i64) -> Field:
        """CG-138: the board with one tile turned."""
        tiles = self.tiles[:]
        tiles[slot] = tiles[slot] & ~3 | (tiles[slot] + quarters) & 3
        cell = self.cell[:]
        moved = self.layout.moved[4 * slot + quarters]
        for c in range(len(cell)):
            cell[moved[c]] = self.cell[c]
        return Field(self.layout, tiles, cell)


NO_SITES: Final = vec[i64]([-1 for _ in range(SITES + 1)])


def quake_table(slots: list[Slot]) -> vec[vec[i64]]:
    """CG-138: a tile is turned so that it fits its slot again. By 4 * slot + turn of its tile."""
    found = vec[vec[i64]]()
    for slot in slots:
        for turn in range(4):
            codes = vec[i64]()
            for quarters in range(1, 4):
                fits = slot.w == slot.h and slot.w > 1 if quarters != 2 else slot.w > 1 or slot.h > 1
                if fits and (turn + quarters) % 4 in slot.turns:
                    codes = append(codes, QUAKES + 4 * slot.number + quarters)
            found = append(found, codes)
    return found


@final
class Count:
    """What changes with the number of players (CG-5, CG-21, CG-28, CG-33)."""

    def __init__(self, saucers_each: i64, target: i64, boosters: i64, overrides: i64, layout: Layout) -> None:
        self.saucers_each: i64 = saucers_each
        self.target: i64 = target
        self.boosters: i64 = boosters
        self.overrides: i64 = overrides
        self.layout: Layout = layout


@final
class CrashParts(Parts):
    """All tables of the game."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        check = Check(InvalidComponents)
        self.colors: list[str] = names_of(check, data, "color", ("id", "fr", "hex"), COLORS)
        self.types: list[str] = names_of(check, data, "crew_type", ("id", "en", "fr"), TYPES)
        self.crew: list[str] = [f"{color}-{type}" for color in self.colors for type in self.types]  # CG-2
        self.crew_ids: dict[str, int] = {name: i for i, name in enumerate(self.crew)}
        self.markers: list[str] = names_of(check, data, "marker", ("id", "en", "fr"), 4)
        self.color_names: dict[str, dict[str, str]] = {item["id"]: item for item in data["color"]}
        self.type_names: dict[str, dict[str, str]] = {item["id"]: item for item in data["crew_type"]}
        self.marker_names: dict[str, dict[str, str]] = {item["id"]: item for item in data["marker"]}
        self.distances: list[list[int]] = []  # by movement card
        self.bonus: vec[i64] = vec[i64]()
        self.read_cards(check, data)
        self.moves: vec[vec[i64]] = move_table(self.distances)
        self.tiles: dict[int, Tile] = {}
        self.read_tiles(check, data)
        self.last_tile: i64 = max(self.tiles, default=0)
        self.slot_names: list[str] = []  # of all layouts
        self.layouts: dict[str, Layout] = {}
        self.read_layouts(check, data)
        self.counts: list[Count] = []  # from 2 players on
        self.read_counts(check, data)
        self.decks: vec[i64] = vec[i64]([0 for _ in range(5)])  # from 2 players on: mask of the upgrades in the game
        self.upgrade_names: dict[str, dict[str, str]] = {}
        self.read_upgrades(check, data)
        self.boards: dict[str, Field] = {}
        self.turned: dict[int, list[list[int]]] = {}  # `rows_of`
        self.action_count = int(QUAKES) + 4 * len(self.slot_names)
        self.codes_fit = True
        self.actions: list[str] = action_strings(self)  # by code; nothing where there is none
        self.codes: dict[str, int] = {action: code for code, action in enumerate(self.actions) if action}

    def count(self, players: i64) -> Count:
        return self.counts[players - 2]

    def deck(self, players: i64) -> i64:
        """CG-24: a mask of all upgrades of the game."""
        return self.decks[players - 2]

    def stations(self, crew: list[str]) -> int:
        """CG-4: how many stations this crew fills."""
        mask: i64 = 0
        for name in crew:
            member: i64 = self.crew_ids[name]
            mask |= 1 << member
        return int(BITS[types_in(mask)])

    def seat_stations(self, crews: list[list[str]]) -> int:
        """CG-4: the stationed count of a seat with these crews aboard its saucers."""
        count = 0
        for crew in crews:
            count += self.stations(crew)
        return count

    def board(self, layout: Layout, tiles: list[int]) -> Field:
        """The board of these tiles, made once."""
        key = f"{layout.id} {tiles}"
        found = self.boards.get(key)
        if found is None:
            if len(self.boards) >= 256:
                self.boards.clear()  # states keep the boards that they use
            found = self.boards[key] = self.lay(layout, tiles)
        return found

    def lay(self, layout: Layout, tiles: list[int]) -> Field:
        cell = [0] * (layout.size * layout.size)
        for i in range(len(layout.slots)):
            slot = layout.slots[i]
            rows = self.rows_of(tiles[i])
            for y in range(slot.h):
                at = (slot.y + y) * layout.size + slot.x
                cell[at : at + slot.w] = rows[y]
        return Field(layout, vec[i64]([tile for tile in tiles]), vec[i64]([kind for kind in cell]))

    def rows_of(self, tile: int) -> list[list[int]]:
        """The rows of cells of a tile that lies so, turned once: a tile has few ways to lie."""
        rows = self.turned.get(tile)
        if rows is None:
            rows = self.tiles[tile >> 3].sides[tile >> 2 & 1]
            for _ in range(tile & 3):
                rows = quarter_turn(rows)
            self.turned[tile] = rows
        return rows

    # -- reading the file -----------------------------------------------------------------------

    def read_cards(self, check: Check, data: dict[str, Any]) -> None:
        cards = check.sequence(data.get("movement_card"), "movement_card", len(CARDS))
        for i, card in enumerate(cards):
            where = f"movement_card.{i}"
            fields = check.keys(card, ("id", "distances", "bonus"), where, others=True)
            check.one_of(fields["id"], (CARDS[i],), f"{where}.id")
            distances = check.integers(fields["distances"], f"{where}.distances", -1, 0, int(MOST) // 2)
            check.that(len(distances) > 0, f"{where}.distances", "at least one distance is needed")
            check.that(distances == sorted(set(distances)), f"{where}.distances", "distances must ascend")
            self.distances.append(distances)
            self.bonus = append(self.bonus, BONUSES.index(check.one_of(fields["bonus"], BONUSES, f"{where}.bonus")))

    def read_tiles(self, check: Check, data: dict[str, Any]) -> None:
        for i, tile in enumerate(check.sequence(data.get("tile"), "tile")):
            where = f"tile.{i}"
            fields = check.keys(tile, ("id", "kind", "a", "b"), where, others=True)
            id = check.integer(fields["id"], f"{where}.id", 1, 1000)
            check.that(id not in self.tiles, f"{where}.id", f"there are two tiles {id}")
            kind = check.string(fields["kind"], f"{where}.kind")
            sides = [read_side(check, fields[side], kind, f"{where}.{side}") for side in ("a", "b")]
            self.tiles[id] = Tile(id, kind, sides)

    def read_layouts(self, check: Check, data: dict[str, Any]) -> None:
        for i, layout in enumerate(check.sequence(data.get("layout"), "layout")):
            where = f"layout.{i}"
            fields = check.keys(layout, ("id", "size", "slots"), where, others=True)
            id = check.string(fields["id"], f"{where}.id")
            check.that(id not in self.layouts, f"{where}.id", f"there are two layouts {id}")
            size = check.integer(fields["size"], f"{where}.size", 4, LARGEST)
            slots: list[Slot] = []
            covered: list[int] = []
            for j, data_slot in enumerate(check.sequence(fields["slots"], f"{where}.slots")):
                slot = read_slot(check, data_slot, size, self.slot_names, f"{where}.slots.{j}")
                check.that(
                    slot.name not in [s.name for s in slots], f"{where}.slots.{j}.slot", "the slot is listed twice"
                )
                slots.append(slot)
                covered += [(slot.y + y) * size + slot.x + x for y in range(slot.h) for x in range(slot.w)]
            whole = sorted(covered) == list(range(size * size))
            check.that(whole, f"{where}.slots", "the slots must cover every space of the board once")
            self.check_sites(check, slots, where)
            self.layouts[id] = Layout(id, size, slots)

    def check_sites(self, check: Check, slots: list[Slot], where: str) -> None:
        """CG-7: whatever tiles and sides are used, each number is on the board once."""
        kinds = [slot.kind for slot in slots]
        sites: list[int] = []
        for kind in sorted(set(kinds)):
            tiles = [tile for tile in self.tiles.values() if tile.kind == kind]
            fits = len(tiles) == kinds.count(kind)
            check.that(fits, f"{where}.slots", f"as many tiles of kind {kind} are needed as there are slots for them")
            for tile in tiles:
                sides = [sorted(n for row in side for n in row if PLAIN < n < ACCELERATOR) for side in tile.sides]
                check.that(sides[0] == sides[1], f"tile {tile.id}", "both sides must have the same crash sites")
                sites += sides[0]
        check.that(
            sorted(sites) == list(range(1, SITES + 1)), f"{where}.slots", "crash sites 1 to 12 are needed once each"
        )

    def read_counts(self, check: Check, data: dict[str, Any]) -> None:
        counts = check.sequence(data.get("count"), "count", 5)
        keys = ("players", "saucers_each", "crew_on_board", "starting_boosters", "override_tokens", "layout")
        for i, count in enumerate(counts):
            where = f"count.{i}"
            players = i + 2
            fields = check.keys(count, keys, where, others=True)
            check.integer(fields["players"], f"{where}.players", players, players)
            each = 2 if players == 2 else 1
            check.integer(fields["saucers_each"], f"{where}.saucers_each", each, each)
            pilots = 2 if players < 4 else players - 2  # CG-27
            target = check.integer(fields["crew_on_board"], f"{where}.crew_on_board", pilots, pilots)
            boosters = check.integer(fields["starting_boosters"], f"{where}.starting_boosters", 0, 1000)
            most = 0 if players == 2 else players - 1
            overrides = check.integer(fields["override_tokens"], f"{where}.override_tokens", 0, most)
            layout = check.one_of(fields["layout"], self.layouts, f"{where}.layout")
            self.counts.append(Count(each, target, boosters, overrides, self.layouts[layout]))

    def read_upgrades(self, check: Check, data: dict[str, Any]) -> None:
        for i, upgrade in enumerate(check.sequence(data.get("upgrade"), "upgrade")):
            where = f"upgrade.{i}"
            fields = check.keys(upgrade, ("id", "en", "fr", "text_en", "text_fr"), where, others=True)
            id = check.one_of(fields["id"], UPGRADES, f"{where}.id")
            check.that(id not in self.upgrade_names, f"{where}.id", f"there are two cards {id}")
            self.upgrade_names[id] = {
                key: check.string(fields[key], f"{where}.{key}") for key in ("en", "fr", "text_en", "text_fr")
            }
            without = check.integers(fields.get("not_with_players", []), f"{where}.not_with_players")
            for players in range(2, 7):
                if players not in without:
                    self.decks[players - 2] |= 1 << UPGRADES.index(id)


def space_name(row: int, column: int) -> str:
    return "abcdefghijklmnop"[column] + str(row + 1)


def members(mask: i64) -> vec[i64]:
    """The numbers of the bits of a mask, ascending."""
    return codes_of(mask, 0)


def codes_of(mask: i64, first: i64) -> vec[i64]:
    """The same as codes, from the first of their kind on."""
    found = vec[i64](capacity=8)
    while mask != 0:
        if mask & 1 == 1:
            found = append(found, first)
        mask >>= 1
        first += 1
    return found


def queue_of(numbers: list[int]) -> i64:
    """A queue of at most 15 small numbers in one: each plus 1 in three bits, the front in the lowest."""
    queue: i64 = 0
    for number in reversed(numbers):
        queue = queue << 3 | number + 1
    return queue


def read_queue(queue: i64) -> list[int]:
    """The numbers of a queue, from the front on."""
    found: list[int] = []
    while queue != 0:
        found.append(int(queue & 7) - 1)
        queue >>= 3
    return found


def types_in(crew: i64) -> i64:
    """CG-4: mask of the types in a mask of crew."""
    crew |= crew >> 12
    return (crew | crew >> 4 | crew >> 8) & 15


def all_ways(distances: list[int], first: i64) -> vec[i64]:
    """The codes of flights in all four directions, `direction << 4 | distance` after the first of their kind."""
    found = vec[i64]()
    for direction in range(4):
        for distance in distances:
            found = append(found, first + (direction << 4 | distance))
    return found


def move_table(cards: list[list[int]]) -> vec[vec[i64]]:
    """CG-46: Execute Move by 10 * card + 2 * direction (or ALL_DIRECTIONS) + (1 with Hyperdrive, CG-129)."""
    found = vec[vec[i64]]()
    for distances in cards:
        doubled = sorted({*distances, *[2 * distance for distance in distances]})
        for direction in range(5):
            for choices in (distances, doubled):
                ways = range(4) if direction == ALL_DIRECTIONS else range(direction, direction + 1)
                moves = vec[i64]()
                for way in ways:
                    for distance in choices:
                        if distance > 0:
                            moves = append(moves, MOVES + (way << 4 | distance))
                found = append(found, append(moves, STAY) if 0 in choices else moves)
    return found


def names_of(check: Check, data: dict[str, Any], section: str, keys: tuple[str, ...], count: int) -> list[str]:
    """The ids of a list of named things, all different and fit for the notation."""
    found: list[str] = []
    for i, item in enumerate(check.sequence(data.get(section), section, count)):
        where = f"{section}.{i}"
        fields = check.keys(item, keys, where, others=True)
        for key in keys:
            check.string(fields[key], f"{where}.{key}")
        id: str = fields["id"]
        plain = id.isascii() and id.isalpha() and id == id.lower() and id not in found
        check.that(plain, f"{where}.id", "a name of lower-case letters is needed that no other has")
        found.append(id)
    return found


def read_side(check: Check, value: object, kind: str, where: str) -> list[list[int]]:
    """One side of a tile: rows of `.`, `*` and site numbers."""
    rows: list[list[int]] = []
    for i, line in enumerate(check.strings(value, where)):
        row: list[int] = []
        for word in line.split():
            if word == ".":
                row.append(PLAIN)
            elif word == "*":
                row.append(ACCELERATOR)
            else:
                known = word in [str(n) for n in range(1, SITES + 1)]
                check.that(known, f"{where}.{i}", f"“.”, “*” or a crash site 1 to 12 is needed, not {word}")
                row.append(int(word))
        rows.append(row)
    fits = len(rows) > 0 and all(f"{len(row)}x{len(rows)}" == kind for row in rows)
    check.that(fits, where, f"{kind} spaces are needed")
    return rows


def read_slot(check: Check, value: object, size: int, names: list[str], where: str) -> Slot:
    """A slot of a layout; `names` are those of all slots so far, and get its own."""
    fields = check.keys(value, ("slot", "x", "y", "w", "h", "kind", "turns"), where, others=True)
    x = check.integer(fields["x"], f"{where}.x", 1, size)
    y = check.integer(fields["y"], f"{where}.y", 1, size)
    w = check.integer(fields["w"], f"{where}.w", 1, size + 1 - x)
    h = check.integer(fields["h"], f"{where}.h", 1, size + 1 - y)
    kind = check.string(fields["kind"], f"{where}.kind")
    turns = check.integers(fields["turns"], f"{where}.turns", -1, 0, 3)
    check.that(len(turns) > 0, f"{where}.turns", "at least one turn is needed")
    for turn in turns:
        fits = kind == (f"{w}x{h}" if turn % 2 == 0 else f"{h}x{w}")
        check.that(fits, f"{where}.turns", f"a {kind} tile turned by {turn} does not fit into {w}x{h}")
    name = check.string(fields["slot"], f"{where}.slot")
    if name not in names:
        names.append(name)
    return Slot(name, names.index(name), x - 1, y - 1, w, h, kind, turns)


def quarter_turn(rows: list[list[int]]) -> list[list[int]]:
    """CG-6: clockwise; the west column becomes the north row, its southern end to the west."""
    return [[row[x] for row in reversed(rows)] for x in range(len(rows[0]))]


def action_strings(parts: CrashParts) -> list[str]:
    """By code: the action (section 13); see `codes.py`."""
    found = [""] * parts.action_count
    numbers = [str(number) for number in range(1, int(SITES) + 1)]
    words: list[tuple[int, str, list[str]]] = [  # the first code, the verb, and what may follow it
        (ROLLS + 1, "roll", numbers),
        (SITE_PICKS + 1, "site", numbers),
        (BLAST_OFFS, "blastoff", DIRECTIONS),
        (LEG_STEPS, "legs", DIRECTIONS),
        (SPINS, "spin", ROTATIONS),
        (ORDERS, "order", ROTATIONS),
        (PILOTS, "pilot", parts.colors),
        (GOES, "go", parts.colors),
        (WORMHOLES, "wormhole", parts.colors),
        (PULSES, "pulse", parts.colors),
        (TELEPORTS + 1, "teleport", numbers),
        (AIRLOCKS, "airlock", parts.crew),
        (SHARES, "share", parts.crew),
        (THEFTS, "steal", parts.crew),
        (PUTS, "place", parts.crew),
        (TRACTIONS, "tractor", parts.crew),
        (DRAWS, "draw", UPGRADES),
        (KEEPS, "keep", UPGRADES),
        (PLANS, "plan", [f"{color} {card} {d}" for color in parts.colors for card in CARDS for d in DIRECTIONS]),
        (GIFTS, "give", [f"{member} {color}" for member in parts.crew for color in parts.colors]),
        (SWAPS, "distress", swaps(parts)),
    ]
    for first, verb, objects in words:
        for i, word in enumerate(objects):
            found[first + i] = f"{verb} {word}"
    for direction in range(4):
        for distance in range(1, int(MOST) + 1):
            for first, verb in ((MOVES, "move"), (LAUNCHES, "launch"), (BOOSTS, "boost")):
                found[first + (direction << 4 | distance)] = f"{verb} {DIRECTIONS[direction]} {distance}"
    largest = max([layout.size for layout in parts.layouts.values()])
    for row in range(largest):
        for column in range(largest):
            found[AFTERBURNS + (row << 4 | column)] = f"afterburner {space_name(row, column)}"
            found[TRIANGULATIONS + (row << 4 | column)] = f"triangulate {space_name(row, column)}"
    for i, name in enumerate(parts.slot_names):
        for quarters in range(1, 4):
            found[QUAKES + 4 * i + quarters] = f"quake {name} {quarters}"
    found[PASS] = "pass"
    found[BY_ROLL] = "roll"
    found[ORDER_ROLL] = "order roll"
    found[CRASH_IT] = "crash"
    found[PUSH_IT] = "push"
    found[ENERGIZE] = "energize"
    found[BUY] = "upgrade"
    found[VANISH] = "cloak"
    found[STAY] = "stay"
    return found


def swaps(parts: CrashParts) -> list[str]:
    """CG-131: a crewmember and one of the same type in another colour."""
    return [f"{member} {color}-{member.partition('-')[2]}" for member in parts.crew for color in parts.colors]


def make_parts(data: dict[str, Any]) -> CrashParts:
    return CrashParts(data)
