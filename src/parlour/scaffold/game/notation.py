"""Under Cups: action strings, written and read."""

from __future__ import annotations

from parlour.rules.errors import IllegalAction
from parlour.rules.notation import natural
from parlour.rules.state import NATURE

from .rules import DOUBT, UnderCups

# -- writing ---------------------------------------------------------------------------------------


def write(state: UnderCups, seat: int, code: int) -> str:
    """The action string of a code."""
    if seat == NATURE:
        return f"throw {code}"
    return "doubt" if code == DOUBT else f"bid {code}"


# -- reading ---------------------------------------------------------------------------------------


def read(state: UnderCups, seat: int, action: str) -> int:
    """The code of an action string; whatever `legal` lists is accepted, and nothing else."""
    if action == "doubt":
        if state.bid == 0:
            raise IllegalAction("UC-9", "nothing has been bid yet that you could doubt")
        return DOUBT
    verb, _, number = action.partition(" ")
    total = natural(number)
    if verb != "bid" or total < 0:
        raise IllegalAction("UC-6", "“bid” a total, as in “bid 12”, or “doubt” the last bid")
    lowest, highest = state.parts.lowest(state.players), state.parts.highest(state.players)
    if total < lowest or total > highest:
        facts = {"lowest": lowest, "highest": highest}
        raise IllegalAction("UC-8", "all dice together show {lowest} at least and {highest} at most", facts)
    if total <= state.bid:
        raise IllegalAction("UC-7", "a bid must be higher than the last one, which is {bid}", {"bid": state.bid})
    return total
