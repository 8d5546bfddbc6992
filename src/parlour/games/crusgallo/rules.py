"""Crusgallo: the rules, after the spec's rule ids CR-1 to CR-55.

One player lays cavern cards: in the first phase to free six creatures by lighting orbs, in the second to light one
orb of each colour and so trap the dragon. The less obvious ideas:

- Where cards lie, which placements are legal and which orbs light is all in `cavern.py`.
- A card is a number; a set of cards (row, deck, ...) is a mask. Gems are two bits a colour in one number.
- The draw pile is never changed, there is the number of cards drawn; so copies can share it.
- What an orb does when it lights is in `light_orb` alone. `effects` asks it on a copy, so that boards, sentences and
  bots know what each of hundreds of placements would do without playing them.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from parlour._vecs import append, vec
from parlour.games.crusgallo.cavern import SYMBOL_BITS, SYMBOL_MASK, Cavern
from parlour.games.crusgallo.codes import DISCARD, DRAW, GIVE_UP, LOWEST_PLACE, STOP
from parlour.games.crusgallo.parts import (
    BATTLE,
    BIT,
    COLOURS,
    GRADES,
    KINDS,
    MAGIC,
    ORB,
    RICHES,
    TITLES,
    CrusgalloParts,
)
from parlour.rules.chance import Rng
from parlour.rules.outcome import Outcome
from parlour.rules.state import NATURE, NOBODY, State

# What is asked.
PLACE: Final[i64] = 0
LAST: Final[i64] = 1
EXCHANGE: Final[i64] = 2
BATTLE_DRAW: Final[i64] = 3
SEARCH: Final[i64] = 4
OVER: Final[i64] = 5
STEPS: Final = ["place", "last", "exchange", "battle", "search", "over"]

# What an orb does when it lights: bits beside the orb itself, which is `treasure << 3 | colour`.
TREASURE: Final[i64] = 0b1111000  # the treasure it belongs to, by number, or 0
GEM: Final[i64] = 256  # it gets a gem
WON: Final[i64] = 512  # a creature loses a bond, or the dragon is bound in that colour
BEGUN: Final[i64] = 1024  # the first of a treasure's two orbs
COLLECTED: Final[i64] = 2048  # the second: the treasure is collected

GEMS: Final[i64] = 0b111111111111  # three gems of each colour
TRAPPED: Final[i64] = 0b111111  # all orbs of the dragon
KIND_RULES: Final = ["CR-34", "CR-33", "CR-35"]  # what the three treasures of a kind are good for


@final
@mypyc_attr(free_list_len=1)  # whoever plays a copy to its end and makes the next has the room of the last
class Crusgallo(State):
    """A game of Crusgallo."""

    def __init__(self, parts: CrusgalloParts, pile: vec[i64], reserve: i64, like: Crusgallo | None = None) -> None:
        """A game before its first card is laid, or a copy of the game `like` that must not lay one (see `clone`)."""
        super().__init__(1)  # CR-1
        self.parts: CrusgalloParts = parts
        self.pile: vec[i64] = pile  # the draw pile as it was dealt, top first; never changed
        self.reserve: i64 = reserve  # mask; empty in the second phase
        if like is not None:
            self.cavern: Cavern = like.cavern
            self.drawn: i64 = like.drawn  # how many cards of the pile have been drawn
            self.phase: i64 = like.phase
            self.step: i64 = like.step
            self.card: i64 = like.card  # the drawn card that waits, or -1
            self.row: i64 = like.row  # masks of cards
            self.deck: i64 = like.deck
            self.aside: i64 = like.aside
            self.treasures: i64 = like.treasures
            self.half: i64 = like.half  # mask of the treasures (by number) with one orb lit on this table
            self.bonds: i64 = like.bonds  # gems, two bits a colour
            self.supply: i64 = like.supply
            self.dragon: i64 = like.dragon  # gems, one bit a colour
            self.magic_used: bool = like.magic_used
            self.battle_drawn: bool = like.battle_drawn
            self.missing: i64 = like.missing  # the colour looked for, or -1
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
        self.cavern.shared = True
        return Crusgallo(self.parts, self.pile, self.reserve, self)

    def deal_again(self, rng: Rng) -> bool:
        positions.deal_again(self, rng)
        return True

    # -- who is asked, and what -----------------------------------------------------------------

    def actor(self) -> i64:
        step = self.step
        if step <= EXCHANGE:
            return 0
        return NOBODY if step == OVER else NATURE

    def codes(self, seat: i64) -> vec[i64]:
        step = self.step
        if step == PLACE:
            if self.phase == 2:
                return self.magics(self.row_placements())
            found = self.placements(self.card, self.room_for_placements(1))
            if len(found) == 0:
                found = append(found, DISCARD + self.card)  # CR-12
            return self.magics(found)
        if step == LAST:
            return append(self.magics(vec[i64]()), STOP)
        if step == EXCHANGE:
            return self.exchanges()
        if step == BATTLE_DRAW:
            return members(self.deck, DRAW)
        if step == SEARCH:
            return members(self.deck_cards_with(self.missing), DRAW)
        return vec[i64]()

    def code_count(self, seat: i64) -> i64:
        if not self.can_count():
            return -1
        found = self.cavern.count_placements(self.card)
        return (found if found > 0 else 1) + self.magic_count()

    def nth_code(self, seat: i64, place: i64) -> i64:
        if not self.can_count():
            return -1
        magic = self.magic_count()  # whose codes are lower than all others
        if place < magic:
            return self.magics(vec[i64]())[place]
        found = self.cavern.nth_placement(self.card, place - magic)
        return found if found >= 0 else DISCARD + self.card

    def can_count(self) -> bool:
        """Whether a card of the first phase is to be laid: then its placements can be counted."""
        return self.step == PLACE and self.phase == 1 and len(self.cavern.laid) > 0

    def magic_count(self) -> i64:
        """In how many ways the magic can be used."""
        return len(self.magics(vec[i64]())) if self.has_magic() else 0

    def apply(self, seat: i64, code: i64) -> None:
        if code >= LOWEST_PLACE:
            self.place(code)
        elif code >= DRAW:
            if self.step == SEARCH:
                self.find_colour(code - DRAW)
            else:
                self.draw_battle_card(code - DRAW)
        elif code >= GIVE_UP:
            self.give_up(code - GIVE_UP)
        elif code >= DISCARD:
            self.discard()
        elif code == STOP:
            self.leave()
        else:
            self.use_magic(code)

    # -- set-up and first phase (CR-9 to CR-14) -----------------------------------------------

    def begin(self) -> None:
        """CR-9: the first card is laid, the next one is drawn."""
        code = self.parts.code_of(self.pile[0], 0, 0, 0)
        self.cavern.put(code)
        self.cavern.relink(self.cavern.cell_of(code), 0)
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

    def room_for_placements(self, cards: i64) -> vec[i64]:
        """An empty vector that need not grow while the placements of so many cards are found; mostly."""
        return vec[i64](capacity=2 * cards * len(self.cavern.frontier) + 8)

    def placements(self, card: i64, found: vec[i64]) -> vec[i64]:
        """`found` with the placements of a card."""
        if len(self.cavern.laid) == 0:
            return append(found, self.parts.code_of(card, 0, 0, 0))  # CR-9, CR-45
        return self.cavern.placements(card, found)

    def can_be_laid(self, card: i64) -> bool:
        return len(self.cavern.laid) == 0 or self.cavern.fits_somewhere(card)

    def place(self, code: i64) -> None:
        """Lay a card and carry out all that it causes, then see how the game goes on."""
        cavern = self.cavern.own()
        self.cavern = cavern
        way = self.parts.way_of(code)
        cell = cavern.put(code)
        lit = cavern.lights(way, cell)
        if self.listener is not None:
            facts = {
                "card": self.parts.ids[way >> 2],
                "x": self.parts.x_of(code),
                "y": self.parts.y_of(code),
                "r": way & 3,
            }
            self.tell("placed", "CR-11" if self.phase == 1 else "CR-45", facts)
        before = self.treasures
        if len(lit) > 0:
            self.light_all(lit)
            if self.treasures != before:
                self.tell_treasures(before)
        cavern.relink(cell, way)
        if self.phase == 1:
            self.card = -1
            if self.bonds == 0:
                self.begin_second_phase()  # CR-13
            else:
                self.draw()
            return
        self.row &= ~BIT[way >> 2]
        if self.treasures != before and not self.battle_drawn and self.has_all(BATTLE):
            self.battle_drawn = True
            if self.deck != 0:
                self.step = BATTLE_DRAW  # CR-47
                return
        self.go_on()

    def discard(self) -> None:
        """CR-12: a card that cannot be laid."""
        self.aside |= BIT[self.card]
        if self.listener is not None:
            self.tell("discarded", "CR-12", {"card": self.parts.ids[self.card]})
        self.draw()

    # -- lighting (CR-28 to CR-32, CR-46) ------------------------------------------------------

    def light_all(self, lit: vec[i64]) -> None:
        """Orbs light, in reading order (CR-30), as `Cavern.lights` found them."""
        cavern = self.cavern
        crystals: list[list[list[int]]] = []
        if self.listener is not None:  # which sets there are must be seen before any of the orbs is marked
            crystals = [cavern.sets_around(orb >> SYMBOL_BITS) for orb in lit]
        for i in range(len(lit)):
            cell = lit[i] >> SYMBOL_BITS
            effect = self.light_orb(orb_of(lit[i]))
            cavern.light(cell, 1 if effect & GEM else 0)
            if self.listener is not None:
                self.tell_lit(cell, effect, crystals[i])

    def light_orb(self, orb: i64) -> i64:
        """What comes of an orb that lights: gems move, a treasure may be collected. The orb with what it did."""
        effect = orb
        colour = orb & 7
        shift = 2 * colour
        if self.phase == 1:
            if self.bonds >> shift & 3:
                self.bonds -= 1 << shift  # CR-28; without one it lights all the same (CR-29)
                effect |= GEM | WON
        else:
            if self.supply >> shift & 3:
                self.supply -= 1 << shift  # CR-46
                effect |= GEM
            if self.dragon >> colour & 1 == 0 and self.supply >> shift & 3:
                self.supply -= 1 << shift
                self.dragon |= 1 << colour
                effect |= WON
        treasure = orb >> 3
        if treasure != 0:
            if self.half >> treasure & 1:
                self.treasures |= BIT[self.parts.treasure_card[treasure]]  # CR-32
                effect |= COLLECTED
            else:
                self.half |= 1 << treasure
                effect |= BEGUN
        return effect

    def effects_of(self, lit: vec[i64]) -> vec[i64]:
        """What orbs would do that `Cavern.lights` found for a placement, in reading order (CR-30): see `GEM` and the
        others. Nothing is changed: it costs a fraction of playing it."""
        if len(lit) == 0:
            return lit
        copy = Crusgallo(self.parts, self.pile, self.reserve, self)
        return vec[i64]([copy.light_orb(orb_of(orb)) for orb in lit])

    def effects(self, code: i64) -> list[int]:
        """The same for the code of a placement that may be chosen."""
        cavern = self.cavern
        return [int(effect) for effect in self.effects_of(cavern.lights(self.parts.way_of(code), cavern.cell_of(code)))]

    def lighting_placements(self, codes: list[int]) -> dict[int, list[int]]:
        """Those of several placements that light something, with their effects."""
        found: dict[int, list[int]] = {}
        for code in codes:
            effects = self.effects(code)
            if len(effects) > 0:
                found[code] = effects
        return found

    def tell_lit(self, cell: i64, effect: i64, sets: list[list[int]]) -> None:
        parts = self.parts
        colour = effect & 7
        name = parts.colours[colour]
        treasure = (effect & TREASURE) >> 3
        facts: dict[str, Any] = {
            "x": self.cavern.x_at(cell),
            "y": self.cavern.y_at(cell),
            "colour": name,
            "gem": 1 if effect & GEM else 0,
            "treasure": parts.ids[parts.treasure_card[treasure]] if treasure else None,
            "sets": [[self.crystal_at(at) for at in crystals] for crystals in sets],
        }
        self.tell("lit", "CR-21", facts)
        if effect & WON == 0:
            return
        if self.phase == 1:
            left = self.bonds >> 2 * colour & 3
            self.tell("released", "CR-28", {"colour": name, "left": left})
            if left == 0:
                self.tell("freed", "CR-31", {"colour": name})
        else:
            self.tell("bound", "CR-46", {"colour": name, "left": COLOURS - count(self.dragon)})

    def crystal_at(self, cell: i64) -> list[Any]:
        """The x, y and code of a crystal on the table, for an event."""
        cavern = self.cavern
        return [cavern.x_at(cell), cavern.y_at(cell), self.parts.symbol(cavern.symbol_at(cell))]

    def tell_treasures(self, before: i64) -> None:
        if self.listener is None:
            return
        for card in self.parts.cards(self.treasures & ~before):
            self.tell("collected", "CR-32", {"card": card})
        for kind in range(len(KINDS)):
            if self.has_all(kind) and before & self.parts.kind_cards[kind] != self.parts.kind_cards[kind]:
                self.tell("completed", KIND_RULES[kind], {"kind": KINDS[kind]})

    def has_all(self, kind: i64) -> bool:
        """Whether the three treasures of a kind are collected."""
        cards = self.parts.kind_cards[kind]
        return self.treasures & cards == cards

    # -- magic (CR-33, CR-48) ------------------------------------------------------------------

    def has_magic(self) -> bool:
        """The magic is there and unused."""
        return not self.magic_used and self.has_all(MAGIC)

    def can_enchant(self, colour: i64) -> bool:
        """Whether the magic has something to do on a colour: a bond to remove, or an empty orb of the dragon."""
        if self.phase == 1:
            return self.bonds >> 2 * colour & 3 != 0
        return self.dragon >> colour & 1 == 0

    def magics(self, found: vec[i64]) -> vec[i64]:
        """`found` with the uses of the magic."""
        if self.has_magic():
            for colour in range(COLOURS):
                if self.can_enchant(colour):
                    found = append(found, colour)
        return found

    def use_magic(self, colour: i64) -> None:
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
        elif self.is_trapped():
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
            row |= BIT[self.pile[i]]
        if self.card >= 0:
            row |= BIT[self.card]
        self.row = row
        deck = self.aside  # CR-38
        for code in self.cavern.laid:
            deck |= BIT[self.parts.way_of(code) >> 2]
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

    def draw_battle_card(self, card: i64) -> None:
        self.row |= BIT[card]
        self.deck &= ~BIT[card]
        begun = len(self.cavern.laid) > 0
        if self.listener is not None:
            self.tell("reinforced", "CR-47" if begun else "CR-41", {"card": self.parts.ids[card]}, reveals=True)
        if begun:
            self.go_on()
        else:
            self.look_for_colours()

    def colours_on(self, cards: i64) -> i64:
        """The orb colours that a set of cards shows."""
        found: i64 = 0
        orbs_on = self.parts.orbs_on
        for card in range(len(orbs_on)):
            if cards >> card & 1:
                found |= orbs_on[card]
        return found

    def deck_cards_with(self, colour: i64) -> i64:
        """The cards of the deck that show an orb of a colour."""
        found: i64 = 0
        orbs_on = self.parts.orbs_on
        for card in range(len(orbs_on)):
            if self.deck >> card & 1 and orbs_on[card] >> colour & 1:
                found |= BIT[card]
        return found

    def first_missing(self) -> i64:
        """CR-44: the first colour that no card of the row shows and that can be found in the deck, or -1."""
        wanted = self.colours_on(self.deck) & ~self.colours_on(self.row)
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

    def may_give_up(self, card: i64) -> bool:
        """CR-43, but for its exception: without this card the row still shows every colour it shows now."""
        return self.colours_on(self.row & ~BIT[card]) == self.colours_on(self.row)

    def exchanges(self) -> vec[i64]:
        cards = members(self.row, GIVE_UP)
        found = vec[i64](capacity=len(cards))
        for code in cards:
            if self.may_give_up(code - GIVE_UP):
                found = append(found, code)
        return found if len(found) > 0 else cards

    def give_up(self, card: i64) -> None:
        self.row &= ~BIT[card]
        self.aside |= BIT[card]
        self.step = SEARCH
        if self.listener is not None:
            self.tell("gave-up", "CR-42", {"card": self.parts.ids[card]})

    def find_colour(self, card: i64) -> None:
        self.row |= BIT[card]
        self.deck &= ~BIT[card]
        if self.listener is not None:
            facts = {"card": self.parts.ids[card], "colour": self.parts.colours[self.missing]}
            self.tell("found", "CR-42", facts, reveals=True)
        self.look_for_colours()

    # -- second phase: play (CR-45 to CR-51) ---------------------------------------------------

    def row_placements(self) -> vec[i64]:
        """CR-45: any card of the row."""
        row = self.row
        found = self.room_for_placements(count(row))
        card: i64 = 0
        while row != 0:
            if row & 1:
                found = self.placements(card, found)
            row >>= 1
            card += 1
        return found

    def row_can_be_laid(self) -> bool:
        row = self.row
        card: i64 = 0
        while row != 0:
            if row & 1 and self.can_be_laid(card):
                return True
            row >>= 1
            card += 1
        return False

    def is_trapped(self) -> bool:
        """CR-49: the dragon has a gem of each colour."""
        return self.dragon == TRAPPED

    def go_on(self) -> None:
        """The end of the second phase, or the next card."""
        if self.is_trapped():
            if self.listener is not None:
                self.tell("trapped", "CR-49", {"cards": self.parts.cards(self.row)})
            self.end()
        elif self.row_can_be_laid():
            self.step = PLACE
        else:
            self.run_out("CR-50")

    # -- the end (CR-52 to CR-55) ---------------------------------------------------------------

    def end(self) -> None:
        self.step = OVER
        if self.listener is not None:
            facts = {
                "title": TITLES[self.title()],
                "wealth": GRADES[self.grade()],
                "treasures": self.parts.cards(self.treasures),
                "count": self.treasure_count(),
                "score": self.score(),
                "spare": count(self.row) if self.is_trapped() else 0,
            }
            self.tell("over", "CR-52", facts)

    def title(self) -> i64:
        """CR-52, by number in TITLES."""
        if self.phase == 1:
            return 0
        if not self.is_trapped():
            return 1
        return victors_title(count(self.row))

    def title_in_reach(self) -> i64:
        """The title that the next card would bring if it traps the dragon; else the one that is reached."""
        if self.phase == 2 and self.step == PLACE:
            return victors_title(count(self.row) - 1)
        return self.title()

    def treasure_count(self) -> i64:
        """CR-53: all three riches count as one more (CR-34)."""
        return count(self.treasures) + (1 if self.has_all(RICHES) else 0)

    def grade(self) -> int:
        """CR-53, by number in GRADES."""
        treasures = self.treasure_count()
        reached = 0
        for grade in range(len(GRADES)):
            if treasures >= self.parts.grade_from[grade]:
                reached = grade
        return reached

    def treasures_to_rise(self) -> int:
        """CR-53: how many treasures more make the next grade; 0 in the highest."""
        grade = self.grade()
        return self.parts.grade_from[grade + 1] - self.treasure_count() if grade + 1 < len(GRADES) else 0

    def score(self) -> int:
        """CR-54."""
        return self.parts.scores[self.title()][self.grade()]

    def result(self) -> Outcome | None:
        """CR-55."""
        if self.step != OVER:
            return None
        winners = (0,) if self.is_trapped() else ()
        return Outcome(winners, ((0,),), (self.score(),), f"{GRADES[self.grade()]} {TITLES[self.title()]}")

    # -- the edges: notation, positions and views -----------------------------------------------

    def notation(self, seat: i64, code: i64) -> str:
        return notation.write(self, code)

    def legal(self, seat: int | Any) -> list[str]:
        who = self._check_seat(seat)
        return notation.write_all(self, self.codes(who)) if self.step == PLACE else super().legal(seat)

    def read(self, seat: i64, action: str) -> i64:
        return notation.read(self, action)

    def turn_rule(self) -> str:
        return notation.turn_rule(self)

    def position(self) -> dict[str, Any]:
        return positions.position(self)

    def view(self, seat: int | Any | None) -> dict[str, Any]:
        return positions.view(self, None if seat is None else self._check_seat(seat))

    def game_id(self) -> str:
        return "crusgallo"

    def components_source(self) -> dict[str, Any] | None:
        return self.parts.source


def max_length(players: int, options: dict[str, Any], parts: CrusgalloParts) -> int:
    """The cards that are laid or discarded in the first phase and those of the row are each card once, but for the
    first, which nobody is asked about, and the battle card. An exchange and its search take a card out of the deck for
    good. And there are the magic, the last question and the draw of the battle card."""
    return 3 * len(parts.ids) + 3


def victors_title(spare: i64) -> i64:
    """CR-52: the title, by number in TITLES, for trapping the dragon with so many cards to spare."""
    return 2 + (spare if spare < 3 else 3)


def orb_of(lit: i64) -> i64:
    """The orb, as `treasure << 3 | colour`, of what `Cavern.lights` found."""
    return (lit & SYMBOL_MASK) - ORB


def count(mask: i64) -> i64:
    """How many things are in a mask."""
    found: i64 = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


def members(mask: i64, code: i64) -> vec[i64]:
    """The numbers of a mask, ascending, each added to `code`."""
    found = vec[i64](capacity=count(mask))
    while mask != 0:
        if mask & 1:
            found = append(found, code)
        mask >>= 1
        code += 1
    return found


# The edges know the state, so they come last.
from parlour.games.crusgallo import notation, positions  # noqa: E402
