"""What comes again on boards of Under Cups. Equal parts are made once (`@part`), for all tables."""

from __future__ import annotations

from typing import Any

from parlour.faces.drawing import part

from ..words import UnderCupsWords


@part
def cup(words: UnderCupsWords, thrown: bool, dice: int | None) -> dict[str, Any]:
    """A cup, with what can be seen of its dice."""
    if not thrown:
        return {"look": "waiting", "shows": "", "says": words.t("Not thrown yet")}
    if dice is None:
        return {"look": "covered", "shows": "?", "says": words.t("Under the cup")}
    return {"look": "lifted", "shows": str(dice), "says": words.t("The dice show {dice}", dice=dice)}


@part
def purse(words: UnderCupsWords, coins: int) -> dict[str, Any]:
    return {"coins": coins, "says": words.coins(coins)}


@part
def rung(words: UnderCupsWords, total: int, bid: int, open_to_you: bool) -> dict[str, Any]:
    """A total on the ladder: passed, the bid itself, or still to come; and whether it can be chosen now."""
    look = "bid" if total == bid else "passed" if total < bid else ""
    return {"total": total, "look": look, "pick": words.t("Bid {total}", total=total) if open_to_you else ""}
