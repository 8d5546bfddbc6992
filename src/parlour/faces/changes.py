"""What a variant changes, in words: "Gold to win: 18 instead of 15".

A game's `lab/dials.py` calls its numbers by `SENTENCES` (by key, or by a pattern with `*`; `{thing}` is what stands
there); a number without a name is called by its key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from parlour.faces.refusals import ChangeRefused, GameSentence
from parlour.faces.words import SHARED, Phrases, Words
from parlour.rules.components import matches, numbers, place_in, printed_reason
from parlour.rules.game import Game, find


def change_lines(game: Game, words: Phrases) -> list[str]:
    """The changes of a variant, a line each; none for the box's own game."""
    return lines_of(game.id, words.lang, game.changes)


def lines_of(id: str, lang: str, changes: Mapping[str, Any]) -> list[str]:
    """The same without the variant itself: a list of tables need not make their games."""
    return list(written_lines(id, lang, json.dumps(changes))) if changes else []


@lru_cache(maxsize=512)
def written_lines(id: str, lang: str, changes: str) -> tuple[str, ...]:
    game, words = find(id), Phrases(SHARED, lang)
    box = numbers(game.box_components())
    own = game.words(lang)  # cards are called as in the box, where one can look them up
    lines: list[str] = []
    for key, value in json.loads(changes).items():
        name = number_name(game, key, own)
        if isinstance(value, int) and key in box:
            lines.append(words.t("{what}: {value} instead of {box}", what=name, value=value, box=box[key]))
        else:  # more than a number: it would be a table
            lines.append(words.t("{what}: changed", what=name))
    return tuple(lines)


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


def printed_refusal(game: Game, key: str) -> ChangeRefused | None:
    """Why a number of the box's file cannot be changed, or why that would change nothing in play (another printing's
    file may have another one there); nothing if it can."""
    reason = printed_reason(key, game.dials())
    if reason:
        return ChangeRefused("{key}: printed, not changeable: {reason}", key=key, reason=GameSentence.of(game, reason))
    shown = getattr(game.dials(), "SHOWN", {}).get(key)
    if shown:
        return ChangeRefused(
            "{key}: it changes nothing in play: {reason}", key=key, reason=GameSentence.of(game, shown)
        )
    return None


def counted_name(game: Game, what: str, words: Words) -> str:
    """What a role, a thing, a deed or an ending is called that the lab counts: by `SENTENCES` of the game's
    `lab/counts.py`, or by its `name`; else as it is."""
    counts = game.module("lab.counts")
    sentence = getattr(counts, "SENTENCES", {}).get(what)
    if sentence:
        return words.t(sentence)
    return str(counts.name(words, what)) or what if hasattr(counts, "name") else what


def gift_lines(game: Game, gift: Mapping[str, Any], words: Words) -> list[str]:
    """What a seat was given at the start of an experiment's game."""
    if not gift:
        return []
    thing = counted_name(game, gift["thing"], words)
    return [words.t("Given to {seat} at the start: {what}", seat=words.who(gift["seat"]), what=thing)]


@cache
def box_of(id: str) -> dict[str, Any]:
    """The components of a game's box, which are looked into for every number of a list."""
    return find(id).box_components()


def thing_at(game: Game, names: list[str], parts: list[str]) -> dict[str, Any]:
    """The thing of the box that the first `*` of a pattern stands for."""
    found: Any = box_of(game.id)
    for name in names[: parts.index("*") + 1]:
        found = found[place_in(found, name)] if isinstance(found, list) else found[name]
    return found if isinstance(found, dict) else {}


def thing_name(dials: Any, words: Words, thing: Mapping[str, Any]) -> str:
    """A thing as its game calls it, else by the name that the component file has."""
    if hasattr(dials, "thing"):
        return str(dials.thing(words, thing))
    return words.typeset(str(thing.get(f"name_{words.lang}") or thing.get(words.lang) or thing.get("id", "")))
