"""Crusgallo: which numbers of the component file cannot be changed, and why; and counts that follow from others."""

from __future__ import annotations

from typing import Any, Final

PRINTED: Final = {
    "game.players.*": "the game is for one (CR-1)",
    "counts.treasure": "there are nine treasure cards, three of each kind (CR-3)",
    "counts.creature": "there is one creature for each of six colours (CR-3)",
    "counts.dragon": "how the six orbs are split over cards does not matter (CR-3)",
    "counts.key": "the key card has no function in play (CR-3)",
    "counts.gems": "they are the bonds of all creatures (CR-7)",
    "counts.bonds_per_creature": "each creature has 3 bonds (CR-7)",
    "geometry.*": "a cavern card is 2 cells wide and 3 tall, with two blank ones (CR-4)",
    "title.*.remaining": "the titles follow each other, one for each card that is left (CR-52)",
    "wealth.impoverished.from": "the lowest grade begins at no treasure (CR-53)",
}


def agree(data: dict[str, Any], box: dict[str, Any]) -> None:
    """CR-8: who changes the reserve or the draw pile means the other one to have the rest of the cards."""
    counts = data.get("counts")
    if not isinstance(counts, dict):
        return  # the tables say what is missing
    cavern, reserve, draw = (counts.get(key) for key in ("cavern", "reserve", "draw"))
    if not (isinstance(cavern, int) and isinstance(reserve, int) and isinstance(draw, int)):
        return
    printed = box["counts"]
    if cavern == printed["cavern"] and reserve + draw != cavern:
        if draw == printed["draw"]:
            counts["draw"] = cavern - reserve
        elif reserve == printed["reserve"]:
            counts["reserve"] = cavern - draw


# What a table may be opened with: the least and the most.
RANGES: Final = {
    "counts.reserve": (1, 25),
    "counts.draw": (20, 44),
    "title.*.scores.*": (0, 9999),
    "wealth.*.from": (1, 11),
}
SENTENCES = {
    "counts": "Cards",
    "title": "Points",
    "wealth": "Grades",
    "counts.cavern": "Cavern cards",
    "counts.reserve": "Cards in the reserve",
    "counts.draw": "Cards in the draw pile",
    "title.*.scores.0": "Points of {thing}, the lowest grade",
    "title.*.scores.1": "Points of {thing}, the middle grade",
    "title.*.scores.2": "Points of {thing}, the highest grade",
    "wealth.*.from": "Treasures that make one {thing}",
}
