"""Mogul: the table as plain text, at most 80 characters wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from parlour.games.mogul.face.words import MogulWords

COLUMN = 7
LONGEST_NAME = 16  # so that a row fits into 80 columns


def table(words: MogulWords, view: Mapping[str, Any], seat: int | None) -> str:
    cards = [card for shares in view["shares"] for card in shares]
    piles = {words.t("in play"): cards, words.t("discarded"): view["discard"]}
    if unseen := words.unseen(view):
        piles[words.t("not yet seen")] = unseen
    names = [words.seat(i)[:LONGEST_NAME] for i in range(view["players"])]
    width = max(len(name) for name in [*names, *piles]) + 4
    heads = [words.t("points"), words.t("tokens"), *[words.colour(colour) for colour in words.parts.colours]]
    lines = [*heading(words, view), "", " " * width + columns(heads)]
    for i, name in enumerate(names):
        first = i == view["first_player"] and view["phase"] != "over"
        mark = (">" if i in view["to_act"] else " ") + ("*" if i == seat else " ") + ("1" if first else " ")
        hand = "?" if view["tokens"][i] is None else view["tokens"][i]
        cells = columns([view["scores"][i], hand, *words.by_colour(view["shares"][i])])
        lines.append(f"{f'{mark} {name}':{width}}{cells}  {words.standing(view, i)}".rstrip())
    lines.append("")
    for label, pile in piles.items():
        lines.append(f"    {label:{width - 4}}" + columns(["", "", *words.by_colour(pile)]))
    return "\n".join([*lines, "", words.t("> is asked, * is you, 1 is first player, ? is hidden")])


def heading(words: MogulWords, view: Mapping[str, Any]) -> list[str]:
    """The round, what lies in the middle, and the card that all is about."""
    middle = words.t("Deck {deck}, bank {bank}, pot {pot}", deck=view["deck"], bank=view["bank"], pot=view["pot"])
    lines = [f"{words.round(view)}   |   {middle}"]
    if view["phase"] == "over":
        return [*lines, words.t("Revealed: the Crash card")]
    centre, border = words.colours(view["revealed"])
    shown = words.t("Revealed: {share}, {border} border", share=words.share(centre), border=words.colour(border))
    if view["winner_action"] == "take":
        shown += " " + words.t("(taken)")
    price = words.points(words.sketch(view).price(words.parts.colours.index(border)))
    sentence = "This round only {colour} can be sold, at {points} a share."
    sale = words.t(sentence, colour=words.colour(border), points=price)
    return [*lines, shown, sale]


def columns(cells: Sequence[object]) -> str:
    return "".join(f"{cell!s:>{COLUMN}}" for cell in cells)
