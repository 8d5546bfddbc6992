"""What the things on the board of Under Cups are, for whoever points at one: selector, sentence, rule."""

from __future__ import annotations

from .words import UnderCupsWords


def tips(words: UnderCupsWords) -> list[tuple[str, str, str]]:
    t = words.t
    return [
        (".cup", t("The dice under a cup. Only the player whose cup it is has looked."), "UC-5"),
        (".purse", t("Whoever loses the last coin ends the game; most coins win."), "UC-12"),
        (".total", t("What all dice show together, at least. Every bid is higher than the one before."), "UC-7"),
        (".doubt", t("All cups are lifted. If the bid is true the doubter loses a coin, else the bidder."), "UC-10"),
        (".box", t("Coins that were lost."), "UC-10"),
    ]
