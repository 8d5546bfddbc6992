"""Crusgallo: the rules, after the spec's rule ids CR-1 to CR-55.

One player lays cavern cards: in the first phase to free six creatures by lighting orbs, in the second to light one
orb of each colour and so trap the dragon. The less obvious ideas:

- Where cards lie, which placements are legal and which orbs light is all in `cavern.py`.
- A card is a number; a set of cards (row, deck, ...) is a mask. Gems are two bits a colour in one int.
- The draw pile is a list that is never changed, with the number of cards drawn; so copies can share it.
- The numbers of actions are in `codes.py`. Action strings are read in `reading.py`, positions in `positions.py`.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.games.crusgallo.cavern import ORIGIN, SPOT_BITS, SPOT_MASK, Cavern, spot_x, spot_y
from parlour.games.crusgallo.codes import (
    BATTLE_DRAW,
    DISCARD,
    EXCHANGE,
    GIVE_UP,
    LAST,
    LOWEST_PLACE,
    OVER,
    PLACE,
    SEARCH,
    STEPS,
    STOP,
)
from parlour.games.crusgallo.parts import BATTLE, COLOURS, GRADES, KINDS, MAGIC, ORB, RICHES, TITLES, CrusgalloParts
from parlour.games.crusgallo.reading import read
from parlour.rules.outcome import Outcome
from parlour.rules.state import NATURE, NOBODY, State

GEMS: Final = 0b111111111111  # three gems of each colour
TRAPPED: Final = 0b111111  # all orbs of the dragon


class Crusgallo(State):
    """A game of Crusgallo."""

    def __init__(self, parts: CrusgalloParts, pile: list[int], reserve: int, like: Crusgallo | None = None) -> None:
        """A game before its first card is laid, or a copy of the game `like`."""
        super().__init__(1)  # CR-1
        self.parts: CrusgalloParts = parts
        self.pile: list[int] = pile  # the draw pile as it was dealt, top first; never changed
        self.reserve: int = reserve  # mask; empty in the second phase
        if like is not None:
            like.cavern.shared = True
            self.cavern: Cavern = like.cavern
            self.drawn: int = like.drawn  # how many cards of the pile have been drawn
            self.phase: int = like.phase
            self.step: int = like.step
            self.card: int = like.card  # the drawn card that waits, or -1
            self.row: int = like.row  # masks of cards
            self.deck: int = like.deck
            self.aside: int = like.aside
            self.treasures: int = like.treasures
            self.half: int = like.half  # mask of the treasures (by number) with one orb lit on this table
            self.bonds: int = like.bonds  # gems, two bits a colour
            self.supply: int = like.supply
            self.dragon: int = like.dragon  # gems, one bit a colour
            self.magic_used: bool = like.magic_used
            self.battle_drawn: bool = like.battle_drawn
            self.missing: int = like.missing  # the colour looked for, or -1
            return
        self.cavern = Cavern(parts)
        self.drawn = 0
        self.phase = 1
        self.step = PLACE
        self.card = -1
        self.row = 0
        self.deck = 0
        self.aside = 0
        self.treasures = 0
        self.half = 0
        self.bonds = GEMS  # CR-7
        self.supply = 0
        self.dragon = 0
        self.magic_used = False
        self.battle_drawn = False
        self.missing = -1

    def clone(self) -> Crusgallo:
        return Crusgallo(self.parts, self.pile, self.reserve, self)

    # -- who is asked, and what ---------------------------------------------------------------

    def actor(self) -> int:
        step = self.step
        if step <= EXCHANGE:
            return 0
        return NOBODY if step == OVER else NATURE

    def actions(self, seat: int) -> list[int]:
        step = self.step
        found: list[int] = []
        if step == PLACE:
            if self.phase == 1:
                self.placements(self.card, found)
                if len(found) == 0:
                    found.append(DISCARD)  # CR-12
            else:
                self.row_placements(found)
            self.magics(found)
        elif step == LAST:
            self.magics(found)
            found.append(STOP)
        elif step == EXCHANGE:
            self.exchanges(found)
        elif step == BATTLE_DRAW:
            members(self.deck, found)
        elif step == SEARCH:
            for card in range(len(self.parts.ids)):
                if self.deck >> card & 1 and self.parts.orbs_on[card] >> self.missing & 1:
                    found.append(card)
        return found

    def apply(self, seat: int, code: int) -> None:
        step = self.step
        if step == BATTLE_DRAW:
            self.draw_battle_card(code)
        elif step == SEARCH:
            self.find_colour(code)
        elif code >= LOWEST_PLACE:
            self.place(code >> SPOT_BITS, code & SPOT_MASK)
        elif code < COLOURS:
            self.use_magic(code)
        elif code == DISCARD:
            self.discard()
        elif code == STOP:
            self.leave()
        else:
            self.give_up(code - GIVE_UP)

    # -- set-up and first phase (CR-9 to CR-14) -----------------------------------------------

    def begin(self) -> None:
        """CR-9: the first card is laid, the next one is drawn."""
        self.place_first(self.pile[0], ORIGIN)
        self.drawn = 1
        self.draw()

    def draw(self) -> None:
        """CR-10: the next card is shown; without one the phase has failed (CR-14)."""
        if self.drawn < len(self.pile):
            self.card = self.pile[self.drawn]
            self.drawn += 1
            self.step = PLACE
            if self.listener is not None:
                left = len(self.pile) - self.drawn
                self.tell("drawn", "CR-10", {"card": self.parts.ids[self.card], "left": left}, reveals=True)
            return
        self.card = -1
        self.run_out("CR-14")

    def run_out(self, rule: str) -> None:
        """No card can be laid any more: one last question if there is magic left (CR-33), else the end."""
        if self.listener is not None:
            self.tell("ran-out", rule, {"phase": self.phase, "cards": self.parts.cards(self.row)})
        if self.has_magic():
            self.step = LAST
        else:
            self.end()

    def placements(self, card: int, found: list[int]) -> None:
        if len(self.cavern.laid) == 0:
            found.append(card << SPOT_BITS | ORIGIN)  # CR-9, CR-45
        else:
            self.cavern.placements(card, found)

    def can_be_laid(self, card: int) -> bool:
        return len(self.cavern.laid) == 0 or self.cavern.fits_somewhere(card)

    def place_first(self, card: int, spot: int) -> None:
        self.cavern.put(card, spot)
        self.cavern.relink(self.cavern.cell_of(spot), spot & 3)

    def place(self, card: int, spot: int) -> None:
        """Lay a card and carry out all that it causes, then see how the game goes on."""
        cavern = self.cavern.own()
        self.cavern = cavern
        cavern.make_room(spot)
        lit = cavern.lights(card, spot)
        cavern.put(card, spot)
        if self.listener is not None:
            facts = {"card": self.parts.ids[card], "x": spot_x(spot), "y": spot_y(spot), "r": spot & 3}
            self.tell("placed", "CR-11" if self.phase == 1 else "CR-45", facts)
        before = self.treasures
        if len(lit) > 0:
            self.light_all(lit)
            if self.treasures != before:
                self.tell_treasures(before)
        cavern.relink(cavern.cell_of(spot), spot & 3)
        if self.phase == 1:
            self.card = -1
            if self.bonds == 0:
                self.begin_second_phase()  # CR-13
            else:
                self.draw()
            return
        self.row &= ~(1 << card)
        if self.treasures != before and not self.battle_drawn and self.has_all(BATTLE):
            self.battle_drawn = True
            if self.deck != 0:
                self.step = BATTLE_DRAW  # CR-47
                return
        self.go_on()

    def discard(self) -> None:
        """CR-12: a card that cannot be laid."""
        self.aside |= 1 << self.card
        if self.listener is not None:
            self.tell("discarded", "CR-12", {"card": self.parts.ids[self.card]})
        self.draw()

    # -- lighting (CR-28 to CR-32, CR-46) ------------------------------------------------------

    def light_all(self, lit: list[int]) -> None:
        """Orbs light, in reading order (CR-30); treasures with both orbs lit are collected (CR-32)."""
        cavern = self.cavern
        crystals: list[list[list[int]]] = []
        if self.listener is not None:  # which sets there are must be seen before any of the orbs is marked
            crystals = [cavern.sets_around(cell) for cell in lit]
        for i in range(len(lit)):
            cell = lit[i]
            value = cavern.cells[cell]
            colour = value & 7
            shift = 2 * colour
            gem = 0
            trapped = False
            if self.phase == 1:
                if self.bonds >> shift & 3:
                    self.bonds -= 1 << shift  # CR-28; without one it lights all the same (CR-29)
                    gem = 1
            else:
                if self.supply >> shift & 3:
                    self.supply -= 1 << shift  # CR-46
                    gem = 1
                if self.dragon >> colour & 1 == 0 and self.supply >> shift & 3:
                    self.supply -= 1 << shift
                    self.dragon |= 1 << colour
                    trapped = True
            cavern.light(cell, gem)
            if self.listener is not None:
                self.tell_lit(cell, value, gem, trapped, crystals[i])
            treasure = value - ORB >> 3
            if treasure != 0:
                if self.half >> treasure & 1:
                    self.treasures |= 1 << self.parts.treasure_card[treasure]  # CR-32
                self.half |= 1 << treasure

    def tell_lit(self, cell: int, value: int, gem: int, trapped: bool, sets: list[list[int]]) -> None:
        colour = value & 7
        spot = self.cavern.spot_at(cell)
        treasure = value - ORB >> 3
        facts: dict[str, Any] = {
            "x": spot_x(spot),
            "y": spot_y(spot),
            "colour": self.parts.colours[colour],
            "gem": gem,
            "treasure": self.parts.ids[self.parts.treasure_card[treasure]] if treasure else None,
            "sets": [
                [
                    [
                        spot_x(self.cavern.spot_at(at)),
                        spot_y(self.cavern.spot_at(at)),
                        self.parts.symbol(self.cavern.cells[at]),
                    ]
                    for at in crystals
                ]
                for crystals in sets
            ],
        }
        self.tell("lit", "CR-21", facts)
        if self.phase == 1 and gem:
            left = self.bonds >> 2 * colour & 3
            self.tell("released", "CR-28", {"colour": self.parts.colours[colour], "left": left})
            if left == 0:
                self.tell("freed", "CR-31", {"colour": self.parts.colours[colour]})
        if trapped:
            self.tell("bound", "CR-46", {"colour": self.parts.colours[colour], "left": COLOURS - count(self.dragon)})

    def tell_treasures(self, before: int) -> None:
        if self.listener is None:
            return
        for card in self.parts.cards(self.treasures & ~before):
            self.tell("collected", "CR-32", {"card": card})
        rules = ["CR-34", "CR-33", "CR-35"]
        for kind in range(len(KINDS)):
            cards = self.parts.kind_cards[kind]
            if self.treasures & cards == cards and before & cards != cards:
                self.tell("completed", rules[kind], {"kind": KINDS[kind]})

    def has_all(self, kind: int) -> bool:
        """Whether the three treasures of a kind are collected."""
        cards = self.parts.kind_cards[kind]
        return self.treasures & cards == cards

    # -- magic (CR-33, CR-48) ------------------------------------------------------------------

    def has_magic(self) -> bool:
        """The magic is there and unused."""
        return not self.magic_used and self.has_all(MAGIC)

    def can_enchant(self, colour: int) -> bool:
        """Whether the magic has something to do on a colour: a bond to remove, or an empty orb of the dragon."""
        if self.phase == 1:
            return self.bonds >> 2 * colour & 3 != 0
        return self.dragon >> colour & 1 == 0

    def magics(self, found: list[int]) -> None:
        if self.magic_used or not self.has_magic():
            return
        for colour in range(COLOURS):
            if self.can_enchant(colour):
                found.append(colour)

    def use_magic(self, colour: int) -> None:
        self.magic_used = True
        shift = 2 * colour
        if self.phase == 1:
            self.bonds -= 1 << shift
            self.supply += 1 << shift
        else:
            self.dragon |= 1 << colour
            self.supply -= 1 << shift
        if self.listener is not None:
            self.tell("enchanted", "CR-33", {"colour": self.parts.colours[colour], "phase": self.phase})
            if self.phase == 1 and not self.can_enchant(colour):
                self.tell("freed", "CR-31", {"colour": self.parts.colours[colour]})
        if self.phase == 1 and self.bonds == 0:
            self.begin_second_phase()
        elif self.dragon == TRAPPED:
            self.go_on()
        elif self.step == LAST:
            self.end()

    def leave(self) -> None:
        """The last question is answered with `stop`."""
        if self.listener is not None:
            self.tell("left", "CR-33", {"phase": self.phase})
        self.end()

    # -- second phase: set-up (CR-36 to CR-44) -------------------------------------------------

    def begin_second_phase(self) -> None:
        self.phase = 2
        row = self.reserve  # CR-37
        for i in range(self.drawn, len(self.pile)):
            row |= 1 << self.pile[i]
        if self.card >= 0:
            row |= 1 << self.card
        self.row = row
        deck = self.aside  # CR-38
        for code in self.cavern.laid:
            deck |= 1 << (code >> SPOT_BITS)
        self.deck = deck & ~self.treasures
        self.aside = 0
        self.card = -1
        self.reserve = 0
        self.drawn = len(self.pile)
        self.half = 0
        self.cavern = Cavern(self.parts)
        self.supply = GEMS  # CR-39
        self.dragon = 0
        if self.listener is not None:
            self.tell("phase-won", "CR-36", {"row": self.parts.cards(self.row)}, reveals=True)
        if self.has_all(BATTLE):
            self.battle_drawn = True
            if self.deck != 0:
                self.step = BATTLE_DRAW  # CR-41
                return
        self.look_for_colours()

    def draw_battle_card(self, card: int) -> None:
        self.row |= 1 << card
        self.deck &= ~(1 << card)
        begun = len(self.cavern.laid) > 0
        if self.listener is not None:
            self.tell("reinforced", "CR-47" if begun else "CR-41", {"card": self.parts.ids[card]}, reveals=True)
        if begun:
            self.go_on()
        else:
            self.look_for_colours()

    def shown(self, cards: int) -> int:
        """The orb colours that a set of cards shows."""
        found = 0
        orbs_on = self.parts.orbs_on
        for card in range(len(orbs_on)):
            if cards >> card & 1:
                found |= orbs_on[card]
        return found

    def first_missing(self) -> int:
        """CR-44: the first colour that no card of the row shows and that can be found in the deck, or -1."""
        wanted = self.shown(self.deck) & ~self.shown(self.row)
        for colour in range(COLOURS):
            if wanted >> colour & 1:
                return colour
        return -1

    def look_for_colours(self) -> None:
        self.missing = self.first_missing()
        if self.missing >= 0 and self.row != 0:
            self.step = EXCHANGE  # CR-42
            if self.listener is not None:
                self.tell("colour-missing", "CR-42", {"colour": self.parts.colours[self.missing]})
        else:
            self.missing = -1
            self.go_on()

    def may_give_up(self, card: int) -> bool:
        """CR-43, but for its exception: without this card the row still shows every colour it shows now."""
        return self.shown(self.row & ~(1 << card)) == self.shown(self.row)

    def exchanges(self, found: list[int]) -> None:
        cards: list[int] = []
        members(self.row, cards)
        for card in cards:
            if self.may_give_up(card):
                found.append(GIVE_UP + card)
        if len(found) == 0:
            for card in cards:
                found.append(GIVE_UP + card)

    def give_up(self, card: int) -> None:
        self.row &= ~(1 << card)
        self.aside |= 1 << card
        self.step = SEARCH
        if self.listener is not None:
            self.tell("gave-up", "CR-42", {"card": self.parts.ids[card]})

    def find_colour(self, card: int) -> None:
        self.row |= 1 << card
        self.deck &= ~(1 << card)
        if self.listener is not None:
            facts = {"card": self.parts.ids[card], "colour": self.parts.colours[self.missing]}
            self.tell("found", "CR-42", facts, reveals=True)
        self.look_for_colours()

    # -- second phase: play (CR-45 to CR-51) ---------------------------------------------------

    def row_placements(self, found: list[int]) -> None:
        """CR-45: any card of the row."""
        row = self.row
        card = 0
        while row != 0:
            if row & 1:
                self.placements(card, found)
            row >>= 1
            card += 1

    def row_can_be_laid(self) -> bool:
        row = self.row
        card = 0
        while row != 0:
            if row & 1 and self.can_be_laid(card):
                return True
            row >>= 1
            card += 1
        return False

    def go_on(self) -> None:
        """The end of the second phase, or the next card."""
        if self.dragon == TRAPPED:
            if self.listener is not None:
                self.tell("trapped", "CR-49", {"cards": self.parts.cards(self.row)})
            self.end()
        elif self.row_can_be_laid():
            self.step = PLACE
        else:
            self.run_out("CR-50")

    # -- what a placement would do, without doing it -------------------------------------------

    def lights(self, code: int) -> list[int]:
        """The orbs that a placement would light, in reading order (CR-30), each as `treasure << 3 | colour`.

        `code` is a placement that `actions` lists; `treasure` is 0 for an orb that is not on a treasure card.
        Nothing is changed and nothing copied: it costs a fraction of playing the placement.
        """
        cavern = self.cavern
        card = code >> SPOT_BITS
        spot = code & SPOT_MASK
        found: list[int] = []
        for cell in cavern.lights(card, spot):
            found.append(cavern.seen_after(card, spot, cell) - ORB)
        return found

    def consequences(self, action: str) -> dict[str, Any]:
        """What an action `place CARD X Y R` would do, as plain data, without doing it.

            lit        [x, y, colour, gem] of each orb that would light, in reading order; gem 1 if it would get one
            released   the colours of the creatures that would lose a bond, one entry a bond (first phase)
            freed      the colours of the creatures that would be free
            bound      the colours that the dragon would get a gem on (second phase)
            treasures  the treasure cards that would be collected
            ends       the placement would end the phase with success: all creatures free, or the dragon trapped

        Raises `IllegalAction` for what may not be played now. For other actions than placements all lists are empty.
        """
        code = self.parse(0, action)
        lit: list[list[Any]] = []
        released: list[str] = []
        freed: list[str] = []
        bound: list[str] = []
        treasures = 0
        bonds = self.bonds
        supply = self.supply
        dragon = self.dragon
        half = self.half
        cavern = self.cavern
        cells: list[int] = []
        if code >= LOWEST_PLACE:
            cells = cavern.lights(code >> SPOT_BITS, code & SPOT_MASK)
        for cell in cells:
            value = cavern.seen_after(code >> SPOT_BITS, code & SPOT_MASK, cell) - ORB
            colour = value & 7
            shift = 2 * colour
            name = self.parts.colours[colour]
            gem = 0
            if self.phase == 1 and bonds >> shift & 3:
                gem = 1
                bonds -= 1 << shift
                released.append(name)
                if bonds >> shift & 3 == 0:
                    freed.append(name)
            elif self.phase == 2:
                if supply >> shift & 3:
                    gem = 1
                    supply -= 1 << shift
                if dragon >> colour & 1 == 0 and supply >> shift & 3:
                    supply -= 1 << shift
                    dragon |= 1 << colour
                    bound.append(name)
            spot = cavern.spot_at(cell)
            lit.append([spot_x(spot), spot_y(spot), name, gem])
            treasure = value >> 3
            if treasure:
                if half >> treasure & 1:
                    treasures |= 1 << self.parts.treasure_card[treasure]
                half |= 1 << treasure
        return {
            "lit": lit,
            "released": released,
            "freed": freed,
            "bound": bound,
            "treasures": self.parts.cards(treasures & ~self.treasures),
            "ends": bonds == 0 if self.phase == 1 else dragon == TRAPPED,
        }

    # -- the end (CR-52 to CR-55) --------------------------------------------------------------

    def end(self) -> None:
        self.step = OVER
        if self.listener is not None:
            facts = {
                "title": TITLES[self.title()],
                "wealth": GRADES[self.grade()],
                "treasures": self.parts.cards(self.treasures),
                "count": self.treasure_count(),
                "score": self.score(),
                "spare": count(self.row) if self.dragon == TRAPPED else 0,
            }
            self.tell("over", "CR-52", facts)

    def title(self) -> int:
        """CR-52, by number in TITLES."""
        if self.phase == 1:
            return 0
        if self.dragon != TRAPPED:
            return 1
        spare = count(self.row)
        return 2 + (spare if spare < 3 else 3)

    def treasure_count(self) -> int:
        """CR-53: all three riches count as one more (CR-34)."""
        return count(self.treasures) + (1 if self.has_all(RICHES) else 0)

    def grade(self) -> int:
        """CR-53, by number in GRADES."""
        treasures = self.treasure_count()
        found = 0
        for grade in range(len(GRADES)):
            if treasures >= self.parts.grade_from[grade]:
                found = grade
        return found

    def score(self) -> int:
        """CR-54."""
        return self.parts.scores[self.title()][self.grade()]

    def result(self) -> Outcome | None:
        """CR-55."""
        if self.step != OVER:
            return None
        winners = (0,) if self.dragon == TRAPPED else ()
        return Outcome(winners, ((0,),), (self.score(),), f"{GRADES[self.grade()]} {TITLES[self.title()]}")

    # -- notation ------------------------------------------------------------------------------

    def notation(self, seat: int, code: int) -> str:
        ids = self.parts.ids
        if seat == NATURE:
            return "draw " + ids[code]
        if code >= LOWEST_PLACE:
            return f"place {ids[code >> SPOT_BITS]} {spot_x(code)} {spot_y(code)} {code & 3}"
        if code < COLOURS:
            return "magic " + self.parts.colours[code]
        if code == STOP:
            return "stop"
        if code == DISCARD:
            return "discard " + ids[self.card]
        return "exchange " + ids[code - GIVE_UP]

    def read(self, seat: int, action: str) -> int:
        return read(self, action)

    def turn_rule(self) -> str:
        if self.step == BATTLE_DRAW:
            return "CR-47" if len(self.cavern.laid) > 0 else "CR-41"
        if self.step == SEARCH:
            return "CR-42"
        if self.step == OVER:
            return "CR-14" if self.phase == 1 else "CR-50"
        return "CR-1"

    def game_id(self) -> str:
        return "crusgallo"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source

    # -- position and view ---------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        draw = [self.parts.ids[self.pile[i]] for i in range(self.drawn, len(self.pile))]
        return self._shape(draw, self.parts.cards(self.reserve))

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        """The same for seat 0 and a spectator: draw pile and reserve are counts."""
        if seat is not None:
            self._check_seat(seat)
        return self._shape(len(self.pile) - self.drawn, count(self.reserve))

    def _shape(self, draw: Any, reserve: Any) -> dict[str, Any]:
        parts = self.parts
        colours = range(COLOURS)
        lit = sorted([(spot_y(code >> 1), spot_x(code >> 1), code & 1) for code in self.cavern.lit])
        actor = self.actor()
        return {
            "game": "crusgallo",
            "players": 1,
            "options": {},
            "to_act": "chance" if actor == NATURE else ([0] if actor == 0 else []),
            "phase": self.phase,
            "step": STEPS[self.step],
            "draw": draw,
            "reserve": reserve,
            "card": parts.ids[self.card] if self.card >= 0 else None,
            "row": parts.cards(self.row),
            "deck": parts.cards(self.deck),
            "aside": parts.cards(self.aside),
            "table": [
                [parts.ids[code >> SPOT_BITS], spot_x(code), spot_y(code), code & 3] for code in self.cavern.laid
            ],
            "lit": [[x, y, gem] for y, x, gem in lit],
            "bonds": {parts.colours[colour]: self.bonds >> 2 * colour & 3 for colour in colours},
            "dragon": {parts.colours[colour]: self.dragon >> colour & 1 for colour in colours},
            "supply": {parts.colours[colour]: self.supply >> 2 * colour & 3 for colour in colours},
            "treasures": parts.cards(self.treasures),
            "magic_used": self.magic_used,
            "battle_drawn": self.battle_drawn,
            "missing": parts.colours[self.missing] if self.missing >= 0 else None,
        }


def count(mask: int) -> int:
    """How many things are in a mask."""
    found = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


def members(mask: int, found: list[int]) -> None:
    """Add the numbers of a mask, ascending."""
    card = 0
    while mask != 0:
        if mask & 1:
            found.append(card)
        mask >>= 1
        card += 1
