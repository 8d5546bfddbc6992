"""Gold n' Crash: actions as strings, and the reasons for which one is refused.

What is legal is asked of the rules (`open_columns`, `targets`, `discard_effects`, ...); here is only said why.
"""

from __future__ import annotations

from parlour.games.gold_n_crash.parts import BOARD, BOMB, COLUMNS, FISH, PLAY, REINFORCE, SECURE
from parlour.games.gold_n_crash.rules import (
    BESIDE,
    CALL_BACK,
    COLUMN,
    DECK,
    DISCARD_FROM,
    DRAW,
    HAND,
    MANOEUVRE,
    MOVE,
    OBSERVE,
    OBSERVED,
    ORDERS,
    PASS,
    RECALL,
    SEAT,
    SECURE_ASKED,
    SECURE_FROM,
    STEP_FROM,
    STEP_TO,
    GoldNCrash,
)
from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural

NAMES = ("left", "middle", "right")  # what people call the columns 0, 1 and 2

# -- writing ----------------------------------------------------------------------------------------


def write(state: GoldNCrash, seat: int, code: int) -> str:
    if code >= PLAY:
        return f"play {state.parts.codes[(code - PLAY) // COLUMNS]} {(code - PLAY) % COLUMNS}"
    if code >= OBSERVED:
        return f"observe {ORDERS[code - OBSERVED]}"
    if code >= MOVE:
        return f"move {STEP_FROM[code - MOVE]} {STEP_TO[code - MOVE]}"
    if code >= RECALL:
        return f"recall {code - RECALL}"
    if code >= SECURE_FROM:
        return f"secure {code - SECURE_FROM}"
    if code >= DISCARD_FROM:
        return f"discard {code - DISCARD_FROM}"
    return "draw" if code == DRAW else "pass"


# -- reading ----------------------------------------------------------------------------------------


def read(state: GoldNCrash, seat: int, action: str) -> int:
    words = action.split(" ")
    effect = state.pending
    if effect == SECURE_ASKED:
        return read_secure(state, seat, words)
    if effect == MANOEUVRE:
        return read_move(state, seat, words)
    if effect == CALL_BACK:
        return read_recall(state, seat, words)
    if effect == OBSERVE:
        return read_observe(action)
    if words[0] == "play":
        return read_play(state, seat, words)
    if words[0] == "discard":
        return read_discard(state, seat, words)
    if action == "draw":
        if state.table[SEAT * seat + DECK] < 0:
            raise IllegalAction("GC-20", "your deck is empty, and it is never shuffled anew")
        return DRAW
    if action == "pass":
        if state.acts(seat)[0] != PASS:
            raise IllegalAction("GC-19", "you can still draw, play or discard, so you may not pass")
        return PASS
    raise IllegalAction("GC-17", "an action is “draw”, “play” with a card and a column, or “discard” with a column")


def read_play(state: GoldNCrash, seat: int, words: list[str]) -> int:
    if len(words) != 3:
        raise IllegalAction("GC-17", "a card is played with its code and a column, written “play o-bomb-1 0”")
    code = state.parts.code_numbers.get(words[1], -1)
    if code < 0 or code >= state.parts.codes_of_cards:
        raise IllegalAction("GC-3", "there is no crew card {card}", {"card": repr(words[1])[:40]})
    column = read_column(words[2])
    held = [state.parts.code_of[card] for card in state.pile(SEAT * seat + HAND)]
    if code not in held:
        raise IllegalAction("GC-22", "you do not have {card} in hand", {"card": words[1]})
    facts = {"column": NAMES[column]}
    if not state.open_columns(seat) >> column & 1:
        raise IllegalAction("GC-21", "the {column} column already has the most cards", facts)
    kind = state.parts.type_of[state.parts.first_copy[code]]
    if not state.targets(seat) >> (COLUMNS * kind + column) & 1:
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
        raise IllegalAction("GC-24", why, facts)
    return PLAY + COLUMNS * code + column


def read_discard(state: GoldNCrash, seat: int, words: list[str]) -> int:
    if len(words) != 2:
        raise IllegalAction("GC-40", "a card is discarded from one column, written “discard 0”")
    column = read_column(words[1])
    need_card(state, seat, column, "GC-40")
    kind = state.parts.type_of[state.table[SEAT * seat + COLUMN + column]]
    if not state.discard_effects(seat) >> kind & 1:
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
        raise IllegalAction(rule, why, {"column": NAMES[column]})
    return DISCARD_FROM + column


def read_secure(state: GoldNCrash, seat: int, words: list[str]) -> int:
    if words[0] != "secure" or len(words) != 2:
        raise IllegalAction("GC-36", "first say which column you secure a card from, written “secure 1”")
    column = read_column(words[1])
    if not BESIDE[state.column] >> column & 1:
        facts = {"column": NAMES[column], "played": NAMES[state.column]}
        raise IllegalAction("GC-36", "the {column} column is not beside the {played} one, where you played", facts)
    need_card(state, seat, column, "GC-36")
    return SECURE_FROM + column


def read_move(state: GoldNCrash, seat: int, words: list[str]) -> int:
    if words[0] != "move" or len(words) != 3:
        raise IllegalAction("GC-43", "first say which card you move and where to, written “move 0 1”")
    source = read_column(words[1])
    target = read_column(words[2])
    if not BESIDE[source] >> target & 1:
        facts = {"source": NAMES[source], "target": NAMES[target]}
        raise IllegalAction(
            "GC-43",
            "a card moves to the column beside its own, not from the {source} one to the {target} one",
            facts,
        )
    need_card(state, seat, source, "GC-43")
    step = 0
    while STEP_FROM[step] != source or STEP_TO[step] != target:
        step += 1
    return MOVE + step


def read_recall(state: GoldNCrash, seat: int, words: list[str]) -> int:
    if words[0] != "recall" or len(words) != 2:
        raise IllegalAction("GC-44", "first say which column you call a card back from, written “recall 0”")
    column = read_column(words[1])
    need_card(state, seat, column, "GC-44")
    return RECALL + column


def read_observe(action: str) -> int:
    for order in range(len(ORDERS)):
        if action == "observe " + ORDERS[order]:
            return OBSERVED + order
    raise IllegalAction("GC-45", "first put both cards back, written “observe top 2 1” or “observe top 1 bottom 2”")


def read_column(word: str) -> int:
    column = natural(word)
    if column < 0 or column >= COLUMNS:
        raise IllegalAction(
            "GC-7",
            "the columns are written 0, 1 and 2, from left to right, not {column}",
            {"column": repr(word)[:40]},
        )
    return column


def need_card(state: GoldNCrash, seat: int, column: int, rule: str) -> None:
    if state.table[SEAT * seat + COLUMN + column] < 0:
        raise IllegalAction(rule, "your {column} column is empty", {"column": NAMES[column]})
