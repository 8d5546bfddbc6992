"""Crusgallo: actions as strings, and why one may not be played, by which rule."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour._vecs import append, vec
from parlour.games.crusgallo.cavern import FARTHEST, Cavern, sort
from parlour.games.crusgallo.codes import (
    DISCARD,
    DRAW,
    GIVE_UP,
    LOWEST_PLACE,
    NEAR_RINGS,
    STOP,
    first_place,
    place_x,
    place_y,
)
from parlour.games.crusgallo.parts import BARE, CORNERS, CRYSTAL, LIT, ORB, width_of
from parlour.games.crusgallo.rules import BATTLE_DRAW, EXCHANGE, LAST, OVER, SEARCH, Crusgallo
from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural

FAR = FARTHEST + 100  # stands for all numbers that are farther away than any card can lie


# -- writing -----------------------------------------------------------------------------------------------

RANK_BITS: Final[i64] = 16  # of a rank beside a card
RANK_MASK: Final[i64] = 65535
NEAR_PLACES: Final = first_place(NEAR_RINGS)


def where(place: i64, turn: i64) -> str:
    return f" {int(place_x(place))} {int(place_y(place))} {int(turn)}"


class NearPlaces:
    """The texts " X Y R" of the places near the start, in their order as strings: whoever sorts placements by numbers
    need not compare strings."""

    def __init__(self) -> None:
        found = {where(place, turn): 4 * place + turn for place in range(NEAR_PLACES) for turn in range(i64(4))}
        self.texts: list[str] = sorted(found)
        self.rank: vec[i64] = vec[i64]([0 for _ in range(4 * NEAR_PLACES)])  # [4 * place + turn]: where its text is
        for rank, text in enumerate(self.texts):
            self.rank[found[text]] = rank


NEAR: Final = NearPlaces()


def write(state: Crusgallo, code: i64) -> str:
    parts = state.parts
    if code >= LOWEST_PLACE:
        place = parts.place_of(code)
        way = code - LOWEST_PLACE - parts.ways * place
        if place >= NEAR_PLACES:
            return parts.placing[way >> 2] + where(place, way & 3)
        return parts.placing[way >> 2] + NEAR.texts[NEAR.rank[4 * place + (way & 3)]]
    if code >= DRAW:
        return "draw " + parts.ids[code - DRAW]
    if code >= GIVE_UP:
        return "exchange " + parts.ids[code - GIVE_UP]
    if code >= DISCARD:
        return "discard " + parts.ids[code - DISCARD]
    if code == STOP:
        return "stop"
    return "magic " + parts.colours[code]


def write_all(state: Crusgallo, codes: vec[i64]) -> list[str]:
    """The action strings of codes, sorted. Cards are numbered in the order of their ids, and places have a rank."""
    parts = state.parts
    others: list[str] = []
    ranks = vec[i64](capacity=len(codes))  # of placements: card, then rank
    rank_of = NEAR.rank
    ways = parts.ways
    for code in codes:
        place = parts.place_of(code)
        if code < LOWEST_PLACE or place >= NEAR_PLACES:
            others.append(write(state, code))
            continue
        way = code - LOWEST_PLACE - ways * place
        ranks = append(ranks, (way >> 2) << RANK_BITS | rank_of[4 * place + (way & 3)])
    sort(ranks)
    found = [parts.placing[rank >> RANK_BITS] + NEAR.texts[rank & RANK_MASK] for rank in ranks]
    return sorted(others + found) if others else found


# -- reading -----------------------------------------------------------------------------------------------


def turn_rule(state: Crusgallo) -> str:
    """The rule that says who is asked now."""
    if state.step == BATTLE_DRAW:
        return "CR-47" if len(state.cavern.laid) > 0 else "CR-41"
    if state.step == SEARCH:
        return "CR-42"
    if state.step == OVER:
        return "CR-14" if state.phase == 1 else "CR-50"
    return "CR-1"


def read(state: Crusgallo, action: str) -> i64:
    """The code of an action that seat 0 may play now."""
    words = action.split(" ")
    verb = words[0]
    if state.step == EXCHANGE:
        return read_exchange(state, words)
    if verb == "magic":
        return read_magic(state, words)
    if state.step == LAST:
        if action != "stop":
            raise IllegalAction("CR-33", "no card can be laid any more: use the magic, or answer “stop”")
        return STOP
    if verb == "place":
        return read_placement(state, words)
    if verb == "discard":
        return read_discard(state, words)
    if verb == "stop":
        raise IllegalAction("CR-51", "the cavern cannot be left as long as cards can be laid")
    if verb == "exchange":
        raise IllegalAction("CR-42", "no card is to be given up now")
    raise IllegalAction("CR-11", "lay a card with “place CARD X Y R”, as in “place c01 0 -3 2”")


def read_card(state: Crusgallo, word: str) -> i64:
    card: i64 = state.parts.number.get(word, -1)
    if card < 0:
        raise IllegalAction("CR-3", "there is no cavern card {card}", {"card": repr(word)[:40]})
    return card


def read_exchange(state: Crusgallo, words: list[str]) -> i64:
    if words[0] == "magic":
        raise IllegalAction("CR-33", "the magic has to wait until the missing colours are found")
    if words[0] != "exchange" or len(words) != 2:
        raise IllegalAction("CR-42", "a colour is missing: give up a card of the row with “exchange CARD”")
    card = read_card(state, words[1])
    if state.row >> card & 1 == 0:
        raise IllegalAction("CR-42", "{card} does not lie in the row", {"card": words[1]})
    code = GIVE_UP + card
    if code not in state.actions(0):
        raise IllegalAction(
            "CR-43", "{card} is the only card of the row that shows one of its colours", {"card": words[1]}
        )
    return code


def read_magic(state: Crusgallo, words: list[str]) -> i64:
    if state.magic_used:
        raise IllegalAction("CR-33", "the magic has been used: it works once in a game")
    if not state.has_magic():
        raise IllegalAction("CR-33", "the magic needs all three magic treasures")
    if len(words) != 2 or words[1] not in state.parts.colours:
        raise IllegalAction("CR-33", "the magic is used on one of the six colours, as in “magic red”")
    colour = state.parts.colours.index(words[1])
    if not state.can_enchant(colour):
        if state.phase == 1:
            raise IllegalAction("CR-33", "the creature of the colour {colour} has no bond left", {"colour": words[1]})
        raise IllegalAction("CR-33", "the dragon already has a gem of the colour {colour}", {"colour": words[1]})
    return colour


def read_discard(state: Crusgallo, words: list[str]) -> i64:
    if state.phase == 2:
        raise IllegalAction("CR-12", "cards are discarded in the first phase only")
    if len(words) != 2:
        raise IllegalAction("CR-12", "the drawn card is discarded with “discard CARD”")
    card = read_card(state, words[1])
    if card != state.card:
        raise IllegalAction("CR-12", "only the drawn card could be discarded, and that is {card}", drawn_card(state))
    if state.can_be_laid(card):
        raise IllegalAction("CR-11", "{card} can be laid, so it must be", drawn_card(state))
    return DISCARD + card


def drawn_card(state: Crusgallo) -> dict[str, object]:
    """The facts of a refusal that names the card that waits."""
    return {"card": state.parts.ids[state.card]}


def read_placement(state: Crusgallo, words: list[str]) -> i64:
    if len(words) != 5:
        raise IllegalAction(
            "CR-6", "a placement is a card, the x and y of its top-left cell and its turn: “place CARD X Y R”"
        )
    card = read_card(state, words[1])
    if state.phase == 1 and card != state.card:
        raise IllegalAction("CR-11", "the drawn card {card} must be laid first", drawn_card(state))
    if state.phase == 2 and state.row >> card & 1 == 0:
        raise IllegalAction("CR-45", "{card} does not lie in the row", {"card": words[1]})
    x = whole(words[2])
    y = whole(words[3])
    turn = natural(words[4])
    if turn < 0 or turn > 3:
        raise IllegalAction(
            "CR-5", "the turn is 0, 1, 2 or 3 quarter turns clockwise, not {turn}", {"turn": repr(words[4])[:40]}
        )
    if len(state.cavern.laid) == 0:
        if x != 0 or y != 0 or turn != 0:
            raise IllegalAction(
                "CR-9" if state.phase == 1 else "CR-45",
                "the first card of a phase is laid upright at the start, written 0 0 0",
            )
        return state.parts.code_of(card, 0, 0, 0)
    if not state.cavern.in_window(x, y):
        raise IllegalAction("CR-15", "none of its crystals would be next to a crystal on the table")
    if not state.cavern.fits(4 * card + turn, x, y):
        raise why_not(state.cavern, 4 * card + turn, x, y)
    return state.parts.code_of(card, x, y, turn)


def whole(word: str) -> i64:
    """A number in plain decimal with a leading “-” if it is negative, and nothing else (“-0” is refused)."""
    negative = word.startswith("-")
    digits = word[1:] if negative else word
    if not digits or not digits.isascii() or not digits.isdigit() or (digits[0] == "0" and (negative or digits != "0")):
        raise IllegalAction("CR-6", "x and y are whole numbers such as 3 or -2, not {word}", {"word": repr(word)[:40]})
    size = int(digits) if len(digits) < 4 else FAR
    return -size if negative else size


def why_not(cavern: Cavern, way: i64, x: i64, y: i64) -> IllegalAction:
    """Which of the rules of placing forbids to lay a card so inside the window."""
    wide = int(width_of(way))
    size = int(cavern.size)
    start = int(cavern.cell_at(x, y))
    covered = [start + row * size + column for row in range(5 - wide) for column in range(wide)]
    values = [cavern.symbol_at(cell) for cell in covered]
    if max(values) >= LIT:
        return IllegalAction("CR-18", "it would cover a lit orb")
    if BARE not in values:
        return IllegalAction("CR-19", "it would not have a single cell on the bare table")
    hidden = False
    orbs = False
    for corner, (column, row) in enumerate(CORNERS[way & 1]):
        cell = start + row * size + column
        own = is_crystal(cavern.parts.faces[4 * way + corner])
        for neighbour in (cell - 1, cell + 1, cell - size, cell + size):
            value = cavern.symbol_at(neighbour)
            if neighbour in covered:
                hidden = hidden or (own and is_crystal(value))
            elif value >= CRYSTAL:
                orbs = True
    if hidden:
        return IllegalAction("CR-15", "the crystals it would be next to are covered by the card itself")
    if orbs:
        return IllegalAction(
            "CR-16", "only orbs would touch: a crystal must lie next to a crystal, an orb never makes a link"
        )
    return IllegalAction("CR-15", "none of its crystals would be next to a crystal on the table")


def is_crystal(symbol: i64) -> bool:
    return CRYSTAL <= symbol < ORB
