"""What a variant changes, in words: "Gold to win: 18 instead of 15".

A game's `lab/dials.py` calls its numbers by `SENTENCES` (by key, or by a pattern with `*`; `{thing}` is what stands
there); a number without a name is called by its key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.faces.words import Phrases, Words
from parlour.rules.components import matches, numbers, place_in
from parlour.rules.game import Game, find


def change_lines(game: Game, words: Phrases) -> list[str]:
    """The changes of a variant, a line each; none for the box's own game."""
    box = numbers(game.box_components())
    own = find(game.id).words(words.lang)  # cards are called as in the box, where one can look them up
    lines: list[str] = []
    for key, value in game.changes.items():
        name = number_name(game, key, own)
        if isinstance(value, int) and key in box:
            lines.append(words.t("{what}: {value} instead of {box}", what=name, value=value, box=box[key]))
        else:  # more than a number: it would be a table
            lines.append(words.t("{what}: changed", what=name))
    return lines


def number_name(game: Game, key: str, words: Words) -> str:
    """What a number of the component file is called."""
    dials = game.dials()
    names = key.split(".")
    for pattern, sentence in getattr(dials, "SENTENCES", {}).items():
        parts = pattern.split(".")
        if matches(parts, names):
            facts = {"thing": thing_name(dials, words, thing_at(game, names, parts))} if "{thing}" in sentence else {}
            return words.t(sentence, **facts)
    return key


def thing_at(game: Game, names: list[str], parts: list[str]) -> dict[str, Any]:
    """The thing of the box that the first `*` of a pattern stands for."""
    found: Any = game.box_components()
    for name in names[: parts.index("*") + 1]:
        found = found[place_in(found, name)] if isinstance(found, list) else found[name]
    return found if isinstance(found, dict) else {}


def thing_name(dials: Any, words: Words, thing: Mapping[str, Any]) -> str:
    """A thing as its game calls it, else by the name that the component file has."""
    if hasattr(dials, "thing"):
        return str(dials.thing(words, thing))
    return words.typeset(str(thing.get(f"name_{words.lang}") or thing.get(words.lang) or thing.get("id", "")))
