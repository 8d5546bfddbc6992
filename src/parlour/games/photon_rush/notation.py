"""Photon Rush: action strings, written and read (PR-63). Which code an action has stands in `codes.py`."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.photon_rush.codes import (
    ACTION_COUNT,
    BLASTS,
    BUILDS,
    FAR,
    FAR_BLAST,
    FAR_BUILD,
    TWO_LOSSES,
    amounts,
    blast_code,
    card_code,
    order_code,
    take_three_code,
    take_two_code,
)
from parlour.games.photon_rush.rules import (
    ACTION,
    BATTLE,
    BUILD,
    CARD,
    CARDS,
    GOLD,
    MERCS,
    MINES,
    NEW_MINES,
    NEW_SALOONS,
    OUT,
    SALOONS,
    PhotonRush,
)
from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural, naturals

# -- writing ---------------------------------------------------------------------------------------


TEXTS: Final = [""] * int(ACTION_COUNT)  # by code, as far as they have been written
CODES: Final[dict[str, int]] = {}  # of the same texts


def write(code: i64) -> str:
    """The action string of a code."""
    if code >= ACTION_COUNT:
        return spell(code)
    text = TEXTS[code]
    if not text:
        text = spell(code)
        TEXTS[code] = text
        CODES[text] = int(code)
    return text


def spell(code: i64) -> str:
    if code < BUILDS:
        return write_card(code)
    far: i64 = (code - FAR) & 3 if code >= FAR else -1
    if code < TWO_LOSSES or far == FAR_BUILD:
        verb = "build"
    else:
        verb = "blast" if far == FAR_BLAST or (code >= BLASTS and far < 0) else "take"
    return verb + " " + " ".join([str(int(number)) for number in amounts(code)])


def write_card(card: i64) -> str:
    return f"{CARDS[card >> 2]} {int(card & 3)}"


def write_cards(state: PhotonRush) -> list[str | None]:
    """The cards that are turned up, by seat."""
    cards: list[str | None] = []
    for seat in range(state.players):
        card = state.has[CARD + seat]
        cards.append(write_card(card) if card >= 0 else None)
    return cards


# -- reading ---------------------------------------------------------------------------------------


def read(state: PhotonRush, seat: i64, action: str) -> i64:
    known: i64 = CODES.get(action, -1)
    if known >= 0:
        for code in state.codes(seat):
            if code == known:
                return code
    return read_words(state, seat, action.split(" "))


def read_words(state: PhotonRush, seat: i64, words: list[str]) -> i64:
    """The same word by word: what is not legal is refused with its rule."""
    if state.phase == BUILD:
        return read_order(state, seat, words)
    if state.phase == ACTION:
        return read_card(state, seat, words)
    if state.phase == BATTLE:
        return read_losses(state, seat, words)
    return read_blast(state, seat, words)


def read_order(state: PhotonRush, seat: i64, words: list[str]) -> i64:
    if words[0] != "build":
        raise IllegalAction("PR-11", "this is the building phase: order mines and saloons with “build M S”")
    numbers = naturals(words[1:])
    if len(numbers) != 2:
        raise IllegalAction("PR-63", "an order is two plain numbers, mines and saloons, as in “build 1 0”")
    cost = state.parts.cost(numbers[0], numbers[1])
    if cost > state.has[GOLD + seat]:
        facts = {"cost": cost, "gold": state.has[GOLD + seat]}
        raise IllegalAction("PR-15", "that order costs {cost} gold and you have {gold}", facts)
    return order_code(numbers[0], numbers[1])


def read_card(state: PhotonRush, seat: i64, words: list[str]) -> i64:
    if words[0] not in CARDS:
        raise IllegalAction("PR-20", "this is the action phase: play “raid”, “defend” or “tnt” with a target")
    target = natural(words[1]) if len(words) == 2 else -1
    if target < 0:
        raise IllegalAction("PR-63", "a card is played with one target, the number of a base, written “raid 1”")
    if target >= state.players:
        raise IllegalAction("PR-21", "there is no base {target} at this table", {"target": target})
    if target == seat:
        raise IllegalAction("PR-21", "your own base cannot be your target")
    if state.has[OUT + target] != 0:
        raise IllegalAction(
            "PR-39", "{target} is not in the game any more: the base is destroyed", {"target": f"seat {target}"}
        )
    return card_code(CARDS.index(words[0]), target)


def read_losses(state: PhotonRush, seat: i64, words: list[str]) -> i64:
    if words[0] != "take":
        raise IllegalAction("PR-30", "two raiders meet your defenders: say with “take” how many each of them loses")
    raiders = state.raiders(seat)
    numbers = naturals(words[1:])
    if len(numbers) != len(raiders):
        facts = {"count": len(raiders), "seats": ", ".join([f"seat {raider}" for raider in raiders])}
        raise IllegalAction("PR-30", "“take” needs {count} plain numbers, one for each of these: {seats}", facts)
    for i, raider in enumerate(raiders):
        if numbers[i] > state.has[MERCS + raider]:
            most = {"seat": f"seat {raider}", "mercs": state.has[MERCS + raider]}
            raise IllegalAction("PR-30", "{mercs} is the most that {seat} can lose", most)
    total = state.raiders_lost(seat)
    if sum(numbers) != total:
        raise IllegalAction(
            "PR-27", "the raiders that your defenders take out must be {total} in all", {"total": total}
        )
    if len(numbers) == 2:
        return take_two_code(numbers[0], numbers[1])
    return take_three_code(numbers[0], numbers[1], numbers[2])


def read_blast(state: PhotonRush, seat: i64, words: list[str]) -> i64:
    if words[0] != "blast":
        raise IllegalAction("PR-36", "say with “blast” which buildings your T.N.T. blows up")
    numbers = naturals(words[1:])
    if len(numbers) != 4:
        raise IllegalAction(
            "PR-36", "“blast” needs four plain numbers: mines, saloons, mines and saloons under construction"
        )
    target = state.has[CARD + seat] & 3
    have = [
        state.has[MINES + target],
        state.has[SALOONS + target],
        state.has[NEW_MINES + target],
        state.has[NEW_SALOONS + target],
    ]
    for i in range(4):
        if numbers[i] > have[i]:
            raise IllegalAction("PR-36", "the target does not have that many buildings of that kind")
    size = state.blast_size(seat)
    if sum(numbers) != size:
        raise IllegalAction("PR-36", "the buildings that are blown up must be {size} in all", {"size": size})
    return blast_code(numbers[0], numbers[1], numbers[2], numbers[3])
