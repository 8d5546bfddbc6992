"""Gold n' Crash: the table as plain text, at most 100 characters wide."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.games.gold_n_crash.face.words import GoldWords

WIDTH = 100
LABEL = 12
CELL = (WIDTH - LABEL) // 3
UNBROKEN = "\N{NO-BREAK SPACE}"


def draw_table(words: GoldWords, view: Mapping[str, Any], seat: int | None) -> str:
    """The other seat's side above, one's own (a spectator: seat 0's) below, equal columns facing each other."""
    below = 0 if seat is None else seat
    lines = [heading(words, view), ""]
    lines += side(words, view, 1 - below, seat)
    lines += ["", cells("", [f"--- {words.t('{column} column', column=column)} ---" for column in words.columns]), ""]
    lines += side(words, view, below, seat)
    lines += ["", words.t("The last card of a column stands lowest, the top of a pile last; ? is face down.")]
    lines.append(words.t("A star marks a card of the other crew."))
    return "\n".join(line[:WIDTH].rstrip() for line in lines)


def heading(words: GoldWords, view: Mapping[str, Any]) -> str:
    if view["ended"] is not None:
        return words.t("Round {round}. The game is over.", round=view["round"])
    turn = words.n(
        "Round {round}, turn of {seat}, {count} action left",
        "Round {round}, turn of {seat}, {count} actions left",
        view["actions_left"],
        round=view["round"],
        seat=words.seat(view["turn"]),
    )
    return words.about(turn, words.t("the last turn")) if view["last_turn"] else turn


def side(words: GoldWords, view: Mapping[str, Any], seat: int, viewer: int | None) -> list[str]:
    """One seat's Zeppelins, Guests, columns and piles."""
    mine = view["seats"][seat]
    mark = ">" if seat in view["to_act"] else " "
    you = " " + words.t("(you)") if seat == viewer else ""
    lines = [f"{mark} {words.seat(seat)}{you}, {words.crews[mine['crew']]}"]
    lines.append(cells(words.t("Zeppelins"), [zeppelin(words, one) for one in mine["zeppelins"]]))
    lines.append(cells(words.t("Guests"), ["-" if code is None else words.guest(code) for code in mine["guests"]]))
    for row in range(max(1, *(len(column) for column in mine["columns"]))):
        found = [words.card(column[row], mine["crew"]) if row < len(column) else "" for column in mine["columns"]]
        lines.append(cells(words.t("Cards") if row == 0 else "", found))
    hand = mine["hand"]
    lines += listing(words.t("Hand"), card_names(words, hand, mine) if isinstance(hand, list) else str(hand))
    lines += listing(words.t("Deck"), str(mine["deck"]))
    lines += listing(words.t("Discards"), card_names(words, mine["discard"], mine))
    lines += listing(words.t("Treasure"), treasure(words, mine))
    pending = view["pending"]
    if pending is not None and seat == view["turn"] and None not in pending.get("cards", [None]):
        lines += listing(words.t("Looks at"), ", ".join(words.card(code) for code in pending["cards"]))
    return lines


def zeppelin(words: GoldWords, one: Mapping[str, Any]) -> str:
    if one["destroyed"]:
        return words.t("destroyed ({robustness})", robustness=one["robustness"])
    if one["resisted"] == 0:
        return words.t("intact")
    if one["robustness"] is None:
        return words.t("intact, resisted {strength}", strength=one["resisted"])
    facts = {"strength": one["resisted"], "robustness": one["robustness"]}
    return words.t("intact ({robustness}), resisted {strength}", **facts)


def treasure(words: GoldWords, mine: Mapping[str, Any]) -> str:
    cards = mine["treasure"]
    found = ["?" if code is None else words.card(code, mine["crew"]) for code in cards]
    if not cards or None in cards:
        return ", ".join(found) or "-"
    gold = sum(words.gold(code) for code in cards)
    return ", ".join(found) + " = " + words.t("{gold} Gold", gold=gold)


def card_names(words: GoldWords, codes: list[str], mine: Mapping[str, Any]) -> str:
    return ", ".join(words.card(code, mine["crew"]) for code in codes) or "-"


def cells(label: str, found: list[str]) -> str:
    return f"  {label:{LABEL - 2}}" + "".join(f"{text[: CELL - 1]:{CELL}}" for text in found)


def listing(label: str, text: str) -> list[str]:
    start = f"  {label:{LABEL - 2}}"
    names = ", ".join(name.replace(" ", UNBROKEN) for name in text.split(", "))
    lines = textwrap.wrap(names, WIDTH, initial_indent=start, subsequent_indent=" " * LABEL, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]
