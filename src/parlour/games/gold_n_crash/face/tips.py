"""What the things on the board of Gold n' Crash are, for whoever points at one: selector, sentence, rule."""

from __future__ import annotations

from parlour.games.gold_n_crash.face.words import GoldWords


def tips(words: GoldWords) -> list[tuple[str, str, str]]:
    t = words.t
    many = words.parts.actions_per_turn
    actions = words.n(
        "A turn has {count} action: draw, play or discard a card.",
        "A turn has {count} actions: draw, play or discard a card.",
        many,
    )
    return [
        (
            ".drop",
            t("The card works as often as there are cards of its type in the column; the third clears it."),
            "GC-50",
        ),
        (".guest", t("A Guest waits on its Zeppelin until the column has what it comes for."), "GC-55"),
        (".ship", t("A Bomb destroys a Zeppelin if it is at least as strong as the Zeppelin is robust."), "GC-30"),
        (".tile.locked", t("Locked: it lies under a Guest and is safe from Crack the safe."), "GC-42"),
        (".tile", t("The Gold of your Treasure counts at the end."), "GC-62"),
        (".pile .held", actions, "GC-17"),
        (".coin, .worth", t("Gold counts only in the Treasure."), "GC-62"),
    ]
