"""Gold n' Crash: action strings, written and read, and the reasons for which one is refused.

All actions stand with their codes in tables (`parts.py`). What is legal is asked of the rules (`open_columns`,
`targets`, `discard_effects`, ...); here is only said why something is not.
"""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.gold_n_crash.parts import BOARD, BOMB, COLUMNS, FISH, REINFORCE, SECURE
from parlour.games.gold_n_crash.rules import (
    BESIDE,
    CALL_BACK,
    COLUMN,
    HAND,
    MANOEUVRE,
    OBSERVE,
    SEAT,
    SECURE_ASKED,
    GoldNCrash,
)
from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural

NAMES = ("left", "middle", "right")  # what people call the columns 0, 1 and 2

# -- writing ----------------------------------------------------------------------------------------


def write(state: GoldNCrash, code: i64) -> str:
    """The action string of a code."""
    return state.parts.actions[code]


# -- reading ----------------------------------------------------------------------------------------


def read(state: GoldNCrash, seat: i64, action: str) -> i64:
    code: i64 = state.parts.action_codes.get(action, -1)
    for legal in state.codes(seat):
        if legal == code:
            return code
    raise refusal(state, seat, action)


# -- why not ----------------------------------------------------------------------------------------


def refusal(state: GoldNCrash, seat: i64, action: str) -> IllegalAction:
    """Why an action that is not legal now is refused."""
    words = action.split(" ")
    effect = state.pending
    if effect == SECURE_ASKED:
        return no_secure(state, words)
    if effect == MANOEUVRE:
        return no_move(words)
    if effect == CALL_BACK:
        return no_recall(words)
    if effect == OBSERVE:
        return IllegalAction(
            "GC-45", "first put both cards back, written “observe top 2 1” or “observe top 1 bottom 2”"
        )
    if words[0] == "play":
        return no_play(state, seat, words)
    if words[0] == "discard":
        return no_discard(state, seat, words)
    if action == "draw":
        return IllegalAction("GC-20", "your deck is empty, and it is never shuffled anew")
    if action == "pass":
        return IllegalAction("GC-19", "you can still draw, play or discard, so you may not pass")
    return IllegalAction("GC-17", "an action is “draw”, “play” with a card and a column, or “discard” with a column")


def no_play(state: GoldNCrash, seat: i64, words: list[str]) -> IllegalAction:
    if len(words) != 3:
        return IllegalAction("GC-17", "a card is played with its code and a column, written “play o-bomb-1 0”")
    code: i64 = state.parts.code_numbers.get(words[1], -1)
    if code < 0 or code >= state.parts.codes_of_cards:
        return IllegalAction("GC-3", "there is no crew card {card}", {"card": repr(words[1])[:40]})
    column = read_column(words[2])
    held = [state.parts.code_of[card] for card in state.pile(SEAT * seat + HAND)]
    if code not in held:
        return IllegalAction("GC-22", "you do not have {card} in hand", {"card": words[1]})
    facts = {"column": NAMES[column]}
    if state.open_columns(seat) >> column & 1 == 0:
        return IllegalAction("GC-21", "the {column} column already has the most cards", facts)
    kind = state.parts.type_of[state.parts.first_copy[code]]
    if kind == BOMB:
        why = "the Zeppelin opposite the {column} column is already destroyed: there is nothing to bomb"
    elif kind == BOARD:
        why = "there is nothing to board opposite the {column} column"
    elif kind == FISH:
        why = "your discard pile is empty: there is nothing to fish"
    elif kind == REINFORCE:
        why = "your deck is empty: there are no reinforcements"
    else:
        why = "no column beside the {column} one holds a card: there is nothing to secure"
    return IllegalAction("GC-24", why, facts)


def no_discard(state: GoldNCrash, seat: i64, words: list[str]) -> IllegalAction:
    if len(words) != 2:
        return IllegalAction("GC-40", "a card is discarded from one column, written “discard 0”")
    column = read_column(words[1])
    card = state.table[SEAT * seat + COLUMN + column]
    if card < 0:
        return empty_column(column, "GC-40")
    kind = state.parts.type_of[card]
    rule = "GC-41"
    if kind == BOMB:
        why = "there is nothing to take from the other Treasure: it is empty or a Guest lies on top"
    elif kind == BOARD:
        why = "your columns hold no other card that could be moved"
    elif kind == FISH:
        why = "your columns hold no other card that could be called back"
    elif kind == REINFORCE:
        why = "you would look at two cards, and your deck does not hold two"
    elif kind == SECURE:
        why = "the other discard pile is empty: there is nothing to loot"
    else:
        rule = "GC-47"
        why = "a Gold card cannot be discarded, and one is the last card of the {column} column"
    return IllegalAction(rule, why, {"column": NAMES[column]})


def no_secure(state: GoldNCrash, words: list[str]) -> IllegalAction:
    if words[0] != "secure" or len(words) != 2:
        return IllegalAction("GC-36", "first say which column you secure a card from, written “secure 1”")
    column = read_column(words[1])
    if BESIDE[state.column] >> column & 1:
        return empty_column(column, "GC-36")
    facts = {"column": NAMES[column], "played": NAMES[state.column]}
    return IllegalAction("GC-36", "the {column} column is not beside the {played} one, where you played", facts)


def no_move(words: list[str]) -> IllegalAction:
    if words[0] != "move" or len(words) != 3:
        return IllegalAction("GC-43", "first say which card you move and where to, written “move 0 1”")
    source = read_column(words[1])
    target = read_column(words[2])
    if BESIDE[source] >> target & 1:
        return empty_column(source, "GC-43")
    facts = {"source": NAMES[source], "target": NAMES[target]}
    why = "a card moves to the column beside its own, not from the {source} one to the {target} one"
    return IllegalAction("GC-43", why, facts)


def no_recall(words: list[str]) -> IllegalAction:
    if words[0] != "recall" or len(words) != 2:
        return IllegalAction("GC-44", "first say which column you call a card back from, written “recall 0”")
    return empty_column(read_column(words[1]), "GC-44")


def read_column(word: str) -> i64:
    column = natural(word)
    if column < 0 or column >= COLUMNS:
        raise IllegalAction(
            "GC-7",
            "the columns are written 0, 1 and 2, from left to right, not {column}",
            {"column": repr(word)[:40]},
        )
    return column


def empty_column(column: i64, rule: str) -> IllegalAction:
    return IllegalAction(rule, "your {column} column is empty", {"column": NAMES[column]})
