"""Under Cups: the table as plain text, at most 80 characters wide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from parlour.rules.state import CHANCE

if TYPE_CHECKING:
    from .words import UnderCupsWords

LONGEST_NAME = 40  # so that a row fits into 80 columns


def table(words: UnderCupsWords, view: Mapping[str, Any], seat: int | None) -> str:
    names = [words.seat(i)[:LONGEST_NAME] for i in range(view["players"])]
    width = max(len(name) for name in names) + 3
    asked = [] if view["to_act"] == CHANCE else view["to_act"]
    bid = words.t("no bid yet") if view["bid"] is None else words.t("the bid is {bid}", bid=view["bid"])
    lines = [words.t("Round {round}, {bid}", round=view["round"], bid=bid), ""]
    lines.append(" " * width + f"{words.t('coins'):>10}{words.t('dice'):>10}")
    for i, name in enumerate(names):
        mark = (">" if i in asked else " ") + ("*" if i == seat else " ")
        lines.append(f"{f'{mark} {name}':{width}}{view['coins'][i]:>10}{cup(view, i):>10}")
    return "\n".join([*lines, "", words.t("> is asked, * is you, ? is under a cup, - is not thrown yet")])


def cup(view: Mapping[str, Any], seat: int) -> str:
    """What can be seen of a cup."""
    if seat >= len(view["dice"]):
        return "-"
    return "?" if view["dice"][seat] is None else str(view["dice"][seat])
