"""Crusgallo: the cards and tables of the component file, checked.

A cell of the cavern is one small number, so that the compiled rules compare ints:

    BARE                       no card lies there
    BLANK                      the middle of a card
    CRYSTAL + 3 * colour + shape
    ORB + colour, + 8 * number of the treasure (1 to 9) if the orb is one of a treasure card; + LIT once it is lit
"""

from __future__ import annotations

import re
from typing import Any, Final, final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crusgallo.codes import LOWEST_PLACE, advance, farthest_ring, first_place, place_at, place_x, place_y
from parlour.rules.check import Check, excerpt
from parlour.rules.errors import InvalidComponents
from parlour.rules.game import Parts

BARE: Final[i64] = 0
BLANK: Final[i64] = 1
CRYSTAL: Final[i64] = 16
ORB: Final[i64] = 32
LIT: Final[i64] = 128

COLOURS: Final[i64] = 6  # of orbs
BONDS: Final[i64] = 3  # of each creature, and gems of each colour
RICHES: Final[i64] = 0
MAGIC: Final[i64] = 1
BATTLE: Final[i64] = 2
KINDS: Final = ["riches", "magic", "battle"]
TITLES: Final = ["commoner", "liberator", "vanquisher", "knight", "hero", "champion"]
GRADES: Final = ["impoverished", "prosperous", "wealthy"]
MOST_CARDS: Final = 60  # a set of cards is a mask in one machine word

# The mask of a card. Not `1 << card`: compiled, a literal that is shifted has 32 bits.
BIT: Final = vec[i64]([1 << card for card in range(MOST_CARDS)])

# CR-5: which of the corners a, b, c, d of the upright card stands at top-left, top-right, bottom-left and
# bottom-right after 0 to 3 quarter turns clockwise.
TURNED: Final = [[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 1, 0], [1, 3, 0, 2]]
# CR-4: the cells of these four (x and y from the top-left cell) of a card upright, and of one on its side.
CORNERS: Final = [[(0, 0), (1, 0), (0, 2), (1, 2)], [(0, 0), (2, 0), (0, 1), (2, 1)]]
CELLS: Final[i64] = 6  # of a card


def third_crystals() -> vec[i64]:
    """CR-22: for two crystals (9 * first + second) the one kind that makes a set with them."""
    found = vec[i64](capacity=81)
    for first in range(9):
        for second in range(9):
            colour = -(first // 3 + second // 3) % 3
            shape = -(first % 3 + second % 3) % 3
            found = append(found, colour * 3 + shape)
    return found


THIRD: Final = third_crystals()


@final
class CrusgalloParts(Parts):
    """Cards by number (their place in the sorted list of ids), colours, titles and scores.

    A *way* is a card and how it is turned, `4 * card + turn`.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__()
        check = Check(InvalidComponents)
        counts = check.mapping(data.get("counts"), "counts")
        self.cavern: int = check.integer(counts.get("cavern"), "counts.cavern", 11, MOST_CARDS)
        self.reserve: int = check.integer(counts.get("reserve"), "counts.reserve", 1, self.cavern - 2)
        pile = check.integer(counts.get("draw"), "counts.draw", 2, MOST_CARDS)
        check.that(pile + self.reserve == self.cavern, "counts.draw", "reserve and draw pile must be all cavern cards")
        bonds = check.integer(counts.get("bonds_per_creature"), "counts.bonds_per_creature")
        check.that(bonds == BONDS, "counts.bonds_per_creature", f"each creature has {BONDS} bonds (CR-7)")
        geometry = check.mapping(data.get("geometry"), "geometry")
        wide = check.integer(geometry.get("cells_wide"), "geometry.cells_wide")
        tall = check.integer(geometry.get("cells_tall"), "geometry.cells_tall")
        check.that(wide == 2 and tall == 3, "geometry", "a cavern card is 2 cells wide and 3 tall (CR-4)")

        self.crystals: list[str] = self.crystal_codes(check, data)  # by 3 * colour + shape
        self.crystal_names: list[dict[str, str]] = names(check, data, "crystal_colour", ("code", "en", "fr"), 3)
        self.shape_names: list[dict[str, str]] = names(check, data, "crystal_shape", ("code", "en", "fr"), 3)
        self.creatures: list[dict[str, str]] = names(
            check, data, "creature", ("colour", "en", "fr", "name_en", "name_fr"), COLOURS
        )
        self.colours: list[str] = [creature["colour"] for creature in self.creatures]  # in colour order
        for i, colour in enumerate(self.colours):
            check.that(
                word(colour) and colour not in self.colours[:i],
                f"creature.{i}.colour",
                f"a colour of its own, in lower-case letters, is needed, not {excerpt(colour)}",
            )
        self.kind_names: list[dict[str, str]] = names(check, data, "treasure_kind", ("id", "en", "fr"), 3)
        in_order(check, self.kind_names, KINDS, "treasure_kind")
        self.read_cards(check, data)
        self.read_scores(check, data)
        farthest = farthest_ring([int(advance(self.crystals_at[4 * card])) for card in range(len(self.ids))])
        self.action_count = int(LOWEST_PLACE + self.ways * first_place(farthest + 1))
        self.codes_fit = True

    def crystal_codes(self, check: Check, data: dict[str, Any]) -> list[str]:
        colours = names(check, data, "crystal_colour", ("code",), 3)
        shapes = names(check, data, "crystal_shape", ("code",), 3)
        found = [colour["code"] + shape["code"] for colour in colours for shape in shapes]
        check.that(len(set(found)) == 9, "crystal_colour", "the nine crystals must have different codes")
        return found

    def read_cards(self, check: Check, data: dict[str, Any]) -> None:
        cards = check.sequence(data.get("card"), "card", self.cavern)
        symbols = {code: int(CRYSTAL) + i for i, code in enumerate(self.crystals)}
        symbols.update({f"@{colour}": int(ORB) + i for i, colour in enumerate(self.colours)})
        where_is: dict[str, int] = {}
        for i, card in enumerate(cards):
            id = check.string(check.keys(card, ("id", "corners"), f"card.{i}", others=True)["id"], f"card.{i}.id")
            check.that(word(id), f"card.{i}.id", f"lower-case letters and digits are needed, not {excerpt(id)}")
            check.that(id not in where_is, f"card.{i}.id", f"there are two cards {excerpt(id)}")
            where_is[id] = i
        self.ids: list[str] = sorted(where_is)  # so cards sorted by number are sorted by id
        self.number: dict[str, int] = {id: card for card, id in enumerate(self.ids)}
        self.placing: list[str] = ["place " + id for id in self.ids]  # [card]: how its placements begin
        self.ways: i64 = 4 * len(self.ids)
        self.corners: list[list[str]] = []  # as the component file writes them
        self.faces: vec[i64] = vec[i64]()  # [4 * way + corner]: the symbol there (TURNED)
        self.images: vec[i64] = vec[i64]()  # [CELLS * way + ...]: the card as it lies, its cells in reading order
        self.crystals_at: vec[i64] = vec[i64]()  # [way]: mask of the corners that hold a crystal
        self.orbs_on: vec[i64] = vec[i64]()  # [card]: mask of the orb colours it shows
        self.orb_corners: vec[i64] = vec[i64]()  # of all orbs, as 4 * card + corner (of the upright card)
        self.orb_number: vec[i64] = vec[i64]()  # [4 * card + corner]: the place of an orb among these, -1 if it is none
        self.treasure: vec[i64] = vec[i64]()  # [card]: its number among the treasures, from 1, or 0
        self.treasure_card: vec[i64] = vec[i64]([-1])  # [treasure]: the card
        self.kind_cards: vec[i64] = vec[i64]([0, 0, 0])  # [kind]: mask of its three cards
        self.titles_of: list[dict[str, str]] = []  # [card]: names of a treasure, by language
        for card, id in enumerate(self.ids):
            self.read_card(check, cards[where_is[id]], card, f"card.{where_is[id]}", symbols)
        for kind in range(len(KINDS)):
            many = int(self.kind_cards[kind]).bit_count()
            check.that(many == 3, "card", f"three {KINDS[kind]} treasures are needed, not {many} (CR-3)")

    def read_card(self, check: Check, data: dict[str, Any], card: int, where: str, symbols: dict[str, int]) -> None:
        corners = check.strings(data["corners"], f"{where}.corners", 4)
        for i, code in enumerate(corners):
            check.one_of(code, symbols, f"{where}.corners.{i}")
        values = [symbols[code] for code in corners]
        number = 0
        if "treasure" in data:
            kind = KINDS.index(check.one_of(data["treasure"], KINDS, f"{where}.treasure"))
            orbs = len([value for value in values if value >= ORB])
            check.that(orbs == 2, f"{where}.corners", f"a treasure card shows two orbs, not {orbs} (CR-32)")
            number = len(self.treasure_card)
            check.that(number <= 9, f"{where}.treasure", "there are nine treasure cards (CR-3)")
            self.treasure_card = append(self.treasure_card, card)
            self.kind_cards[kind] |= BIT[card]
        self.treasure = append(self.treasure, number)
        fallback = self.ids[card]
        self.titles_of.append(
            {lang: check.string(data.get(f"name_{lang}", fallback), f"{where}.name_{lang}") for lang in ("en", "fr")}
        )
        self.corners.append(corners[:])
        colours = 0
        for corner, value in enumerate(values):
            self.orb_number = append(self.orb_number, len(self.orb_corners) if value >= ORB else -1)
            if value >= ORB:
                colours |= 1 << (value - ORB)
                self.orb_corners = append(self.orb_corners, 4 * card + corner)
        self.orbs_on = append(self.orbs_on, colours)
        for turn, corners_here in enumerate(TURNED):
            mask = 0
            image = [int(BLANK)] * int(CELLS)
            for place, corner in enumerate(corners_here):
                value = values[corner]
                if value < ORB:
                    mask |= 1 << place
                else:
                    value += 8 * number
                x, y = CORNERS[turn & 1][place]
                image[y * width_of(turn) + x] = value
                self.faces = append(self.faces, value)
            self.crystals_at = append(self.crystals_at, mask)
            for value in image:
                self.images = append(self.images, value)

    def read_scores(self, check: Check, data: dict[str, Any]) -> None:
        self.title_names: list[dict[str, str]] = names(check, data, "title", ("id", "en", "fr"), len(TITLES))
        in_order(check, self.title_names, TITLES, "title")
        self.scores: list[list[int]] = [
            check.integers(title.get("scores"), f"title.{i}.scores", len(GRADES))
            for i, title in enumerate(data["title"])
        ]
        self.grade_names: list[dict[str, str]] = names(check, data, "wealth", ("id", "en", "fr"), len(GRADES))
        in_order(check, self.grade_names, GRADES, "wealth")
        self.grade_from: list[int] = [
            check.integer(grade.get("from"), f"wealth.{i}.from", 0, 11) for i, grade in enumerate(data["wealth"])
        ]
        rising = self.grade_from[0] == 0 and self.grade_from == sorted(set(self.grade_from))
        check.that(rising, "wealth", "the smallest treasure counts must rise from 0 (CR-53)")

    def symbol(self, value: int) -> str:
        """The code of a crystal or an orb, as the component file writes it."""
        if value >= ORB:
            return "@" + self.colours[value & 7]
        return self.crystals[value - CRYSTAL]

    # -- codes of placements (codes.py) --------------------------------------------------------

    def code_of(self, card: i64, x: i64, y: i64, turn: i64) -> i64:
        return LOWEST_PLACE + self.ways * place_at(x, y) + 4 * card + turn

    def place_of(self, code: i64) -> i64:
        return (code - LOWEST_PLACE) // self.ways

    def way_of(self, code: i64) -> i64:
        """How a card is laid by a placement: 4 * card + turn."""
        return (code - LOWEST_PLACE) % self.ways

    def x_of(self, code: i64) -> i64:
        return place_x(self.place_of(code))

    def y_of(self, code: i64) -> i64:
        return place_y(self.place_of(code))

    # ------------------------------------------------------------------------------------------

    def cards(self, mask: int) -> list[str]:
        """The ids of a set of cards, sorted."""
        return [self.ids[card] for card in range(len(self.ids)) if mask >> card & 1]


def width_of(turn: i64) -> i64:
    """CR-4, CR-5: how many cells wide a card lies turned so (or in such a way); it is five less these tall."""
    return 2 + (turn & 1)


def word(text: str) -> bool:
    return re.fullmatch(r"[a-z][a-z0-9-]*", text) is not None


def names(check: Check, data: dict[str, Any], table: str, keys: tuple[str, ...], many: int) -> list[dict[str, str]]:
    """The strings of a table of the component file that has one entry for each of `many` things."""
    found: list[dict[str, str]] = []
    for i, entry in enumerate(check.sequence(data.get(table), table, many)):
        given = check.keys(entry, keys, f"{table}.{i}", others=True)
        found.append({key: check.string(given[key], f"{table}.{i}.{key}") for key in keys})
    return found


def in_order(check: Check, entries: list[dict[str, str]], ids: list[str], table: str) -> None:
    for i, entry in enumerate(entries):
        check.that(entry["id"] == ids[i], f"{table}.{i}.id", f"{excerpt(ids[i])} is needed, not {excerpt(entry['id'])}")


def make_parts(data: dict[str, Any]) -> CrusgalloParts:
    return CrusgalloParts(data)
