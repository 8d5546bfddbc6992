"""What the things on the board of Crusgallo are, for whoever points at one: selector, sentence, rule."""

from __future__ import annotations

from parlour.games.crusgallo.face.words import CrusgalloWords


def tips(words: CrusgalloWords) -> list[tuple[str, str, str]]:
    t = words.t
    return [
        (".a", t("A crystal of the card must come to lie next to a crystal; lit orbs are never covered."), "CR-15"),
        (".turn", t("Another way to turn the card; the key R goes from one to the next."), "CR-11"),
        (".map .lit", t("A lit orb stays as it is: no card may cover it."), "CR-18"),
        (
            ".map [data-piece], .row .face, .which",
            t(
                "Three crystals and an orb in a square light the orb if the crystals have one colour or three, and one "
                "shape or three."
            ),
            "CR-22",
        ),
        (
            ".creature .in",
            t("Each orb of its colour that lights takes away a bond; without bonds it is free."),
            "CR-28",
        ),
        (
            ".dragon",
            t("When all creatures are free, every orb that lights binds the dragon's orb of its colour."),
            "CR-49",
        ),
        (".slots svg", t("Light both orbs of a treasure card to collect it."), "CR-32"),
        (".use", t("All three magic treasures together work once, whenever you choose."), "CR-33"),
        (".ladder li", t("The more cards are left when the dragon is trapped, the higher the title."), "CR-52"),
    ]
