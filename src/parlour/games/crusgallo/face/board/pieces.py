"""Single things on the board of Crusgallo: made once, as they come again with every drawing of a table.

In a drawing a cell is CELL units wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup, escape

from parlour.faces.drawing import part
from parlour.games.crusgallo.cavern import MIDDLE
from parlour.games.crusgallo.face.words import CrusgalloWords
from parlour.games.crusgallo.parts import BONDS, CORNERS, CRYSTAL, ORB, CrusgalloParts

CELL: Final = 40
ORB_PLACES: Final = [(66, 58), (116, 74), (166, 64), (216, 74), (266, 64), (314, 72)]  # on the dragon, in colour order
WHOLE: Final = MIDDLE | 15  # all of a card is seen


@lru_cache(maxsize=16)
def plain_words(parts: CrusgalloParts, lang: str) -> CrusgalloWords:
    """What is said of these cards at whichever table."""
    return CrusgalloWords(str(Path(__file__).parent.parent), lang, None, parts)


@lru_cache(maxsize=1024)
def card_in_words(words: CrusgalloWords, card: int) -> str:
    """A card in words: its symbols, and what it is good for."""
    parts = words.parts
    names = ", ".join(words.symbol(value) for value in parts.faces[16 * card : 16 * card + 4])
    treasure = words.treasure(parts.ids[card])
    if not treasure:
        return names[:1].upper() + names[1:]
    return words.about(treasure, names) + ". " + words.t("A treasure: light both its orbs (CR-32)")


@part
def turned_card(parts: CrusgalloParts, card: int, turn: int) -> dict[str, Any]:
    """A card as it lies after so many quarter turns."""
    face = card_face(parts, card, turn, WHOLE)
    return {"id": f"{parts.ids[card]}.{turn}", "turn": turn, "flat": turn & 1, "face": face}


def card_face(parts: CrusgalloParts, card: int, turn: int, seen: int) -> Markup:
    """The drawing of a card with what is seen of it, as `Cavern.visible` finds it."""
    flat = turn & 1
    drawing = f'<use href="#cg-{"h" if flat else "v"}"/>'
    if parts.treasure[card]:
        drawing += f'<use href="#cg-{"th" if flat else "tv"}"/>'
        if seen & MIDDLE:
            middle, treasure = "44 24" if flat else "24 44", treasure_look(parts, card)
            drawing += f'<use href="#cg-{treasure}" color="var(--cg-gold)" transform="translate({middle})scale(1.33)"/>'
    at = 16 * card + 4 * turn
    for corner, (x, y) in enumerate(CORNERS[flat]):
        if seen >> corner & 1:
            drawing += f'<use href="#cg-{symbol_look(parts.faces[at + corner])}" x="{x * CELL}" y="{y * CELL}"/>'
    return Markup(drawing)


def treasure_look(parts: CrusgalloParts, card: int) -> str:
    """The drawing of a treasure: its kind, and which of the three it is."""
    kind = next(kind for kind, cards in enumerate(parts.kind_cards) if cards >> card & 1)
    return f"k{kind}{int(parts.kind_cards[kind] & ((1 << card) - 1)).bit_count()}"


@part
def creature(words: CrusgalloWords, number: int, bonds: int, phase: int, may: bool) -> dict[str, Any]:
    """A creature with its bonds; `may` if magic can take one away."""
    colour = words.parts.colours[number]
    state = words.n("{count} bond", "{count} bonds", bonds) if bonds else words.t("free")
    facts = {"creature": words.creature(colour), "colour": words.colour(colour), "state": state}
    return {
        "number": number,
        "name": words.creature(colour),
        "letter": initials(words)[number],
        "code": colour,
        "colour": words.colour(colour),
        "bonds": bonds,
        "state": state,
        "gems": [f"gem-{number}-{gem}" if gem < bonds else "" for gem in range(BONDS)] if phase == 1 else [],
        "about": words.t("{creature} ({colour}): {state} (CR-28)", **facts),
        "pick": f"@{colour}" if may else "",
    }


@part
def dragon_orb(words: CrusgalloWords, number: int, bound: int, supply: int, phase: int, may: bool) -> dict[str, Any]:
    """An orb of the dragon, and the gems of its colour; `may` if magic can bind it."""
    colour = words.parts.colours[number]
    state = words.t("on the dragon") if bound else words.t("missing")
    about = f"{words.colour(colour)} (CR-39)"
    if phase == 2:
        facts = {"colour": words.colour(colour), "state": state, "supply": supply}
        about = words.t("{colour}: {state}, gems in the supply: {supply} (CR-46)", **facts)
    x, y = ORB_PLACES[number]
    return {
        "number": number,
        "letter": initials(words)[number],
        "code": colour,
        "x": x,
        "y": y,
        "gem": f"gem-{number}-{BONDS - 1}" if bound else "",
        "supply": [f"gem-{number}-{gem}" for gem in range(supply)],
        "about": about,
        "pick": f"@{colour}" if may else "",
    }


@lru_cache(maxsize=8192)
def card_on_table(words: CrusgalloWords, code: int, seen: int, last: bool) -> str:
    """A card on the table."""
    card, turn = divmod(words.parts.way_of(code), 4)
    x, y = words.parts.x_of(code), words.parts.y_of(code)
    about = escape(card_in_words(words, card))
    wide, tall = (118, 78) if turn & 1 else (78, 118)
    mark = f'<rect class="last" data-zoom-first x="1" y="1" width="{wide}" height="{tall}" rx="8"/>' if last else ""
    return (
        f'<g role="img" data-piece="{words.parts.ids[card]}" transform="translate({x * CELL} {y * CELL})">'
        f"<title>{about}</title>{card_face(words.parts, card, turn, seen)}{mark}</g>\n"
    )


@lru_cache(maxsize=4096)
def lit_orb(words: CrusgalloWords, value: int, x: int, y: int, gem: str, new: bool) -> str:
    """A lit orb on the table, with its gem if it has one."""
    orb = words.symbol(value & 7 | ORB)
    about = (
        words.t("{orb}, lit, with a gem (CR-28)", orb=orb)
        if gem
        else words.t("{orb}, lit, without a gem (CR-29)", orb=orb)
    )
    jewel = f'<g data-piece="{gem}"><use href="#cg-j{value & 7}"/></g>' if gem else ""
    return (
        f'<g class="lit{" new" if new else ""}" data-place="orb-{x}-{y}" role="img" '
        f'transform="translate({x * CELL} {y * CELL})"><title>{escape(about)}</title>'
        f'<use href="#cg-d{value & 7}"/>{jewel}</g>\n'
    )


@lru_cache(maxsize=8192)
def anchor(words: CrusgalloWords, x: int, y: int, effects: str) -> str:
    """The marker of a place that a card may come to, by its top-left cell; what is lit from there is HTML. The style
    sheet moves it to where the middle of the card comes to lie, which depends on how the card is turned."""
    about = escape(words.where(x, y)) + Markup(effects)
    at = f'x="{x * CELL}" y="{y * CELL}"'
    pick = f'data-pick="{x},{y}" role="button" aria-label="{about}"'
    return f'<use class="a" href="#cg-a" {at} {pick}/><rect class="g" {at}/>'


@lru_cache(maxsize=16)
def initials(words: CrusgalloWords) -> list[str]:
    """The letters of the creatures, in the language of the words."""
    return letters([creature[words.lang] for creature in words.parts.creatures])


@part
def legend(words: CrusgalloWords) -> dict[str, Any]:
    """How to read it."""
    t = words.t
    return {
        "title": t("How to read the cavern"),
        "rows": [
            (
                [f"x{i}" for i in range(9)],
                t("Crystals: three colours, and one, two or three points."),
                "CR-3",
            ),
            ([f"o{i}" for i in range(6)], t("Orbs: six colours, each with its creature."), "CR-3"),
            (["o2", "l2", "d2"], t("An orb; lit, with its gem; lit, without one."), "CR-28"),
            (
                ["set"],
                t(
                    "Three crystals and an orb in a square light the orb if the crystals have one colour or "
                    "three, and one shape or three."
                ),
                "CR-22",
            ),
            (["link"], t("One of the card's crystals must come to lie next to a crystal."), "CR-15"),
            (
                ["cover"],
                t("The card may cover others, but no lit orb, and at least one cell must lie on bare table."),
                "CR-18",
            ),
            (
                ["a", "s"],
                t("Where the middle of the card may go; a star with letters: it lights these orbs there."),
                "CR-11",
            ),
            (["k00"], t("Light both orbs of a treasure card to collect it."), "CR-32"),
        ],
    }


def letters(names: Sequence[str]) -> list[str]:
    """The shortest beginnings that tell names apart, each as short as it can be."""
    shortest: list[str] = []
    for name in names:
        length = 1
        while sum(other.startswith(name[:length]) for other in names) > 1 and length < len(name):
            length += 1
        shortest.append(name[:length].capitalize())
    return shortest


def symbol_look(value: int) -> str:
    """The drawing of a crystal or an orb."""
    return f"o{value & 7}" if value >= ORB else f"x{value - CRYSTAL}"
