"""What the pages say that no game says: the table's own news, pace, presence, and each language's phrases."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from parlour.faces.changes import lines_of
from parlour.faces.drawing import forget_parts
from parlour.faces.words import LANGUAGES, SHARED, Phrases, Words
from parlour.rules.game import Game, find
from parlour.tables.elements import Line
from parlour.tables.table import Table
from parlour.web.identity import guest_number

VARIANT_WORDS = 128


@cache
def phrases(lang: str) -> Phrases:
    return Phrases(SHARED, lang)


@lru_cache(maxsize=2048)
def _words(game: str, lang: str, names: tuple[str, ...]) -> Words:
    return find(game).words(lang, list(names))


@lru_cache(maxsize=VARIANT_WORDS)
def _variant_words(game: Game, lang: str, names: tuple[str, ...]) -> Words:
    """The same for a variant: fewer, since each holds its components, up to half a megabyte. Parts of boards hold them
    too; whoever opens one variant after the other must not fill the memory with these."""
    if _variant_words.cache_info().misses % VARIANT_WORDS == 0:
        forget_parts()
    return game.words(lang, list(names))


def guest(person: str, lang: str) -> str:
    """What somebody is called who has not said a name."""
    return phrases(lang).t("Guest {number}", number=guest_number(person))


@lru_cache(maxsize=4096)
def name_for(name: str, person: str, lang: str) -> str:
    """The name that somebody sat down with; a guest is called so in the language of the reader, not of that moment."""
    return guest(person, lang) if name in {guest(person, language) for language in LANGUAGES} else name


def words_of(table: Table, lang: str) -> Words:
    """A table's sentences, with the names of those who sit there."""
    people = [seat.person for seat in table.seats]
    names = [name_for(name, person, lang) for name, person in zip(table.names(), people, strict=True)]
    if table.game.changes:
        return _variant_words(table.game, lang, tuple(names))
    return _words(table.game.id, lang, tuple(names))


def sentence(line: Line, words: Words, seat: int | None) -> str:
    """A line of a table's log, as a seat (or somebody who watches) may read it."""
    if line.event is not None:
        return words.event(line.event.seen_by(seat))
    if line.kind == "sit-asked":
        return words.t("{name} watches and asks for a seat.", name=name_for(line.name, line.person, words.lang))
    if line.kind == "sit-refused":
        return words.t("{name} gets no seat and watches on.", name=name_for(line.name, line.person, words.lang))
    name = words.who(line.seat) if line.seat >= 0 else ""
    return words.begin(words.t(SENTENCES[line.kind], seat=name))


# What the log says about the table, by the kind of its line.
SENTENCES = {
    "sat-down": "{seat} sits down and plays on.",
    "undone": "{seat} takes a step back.",
    "undo-asked": "{seat} asks to take a step back.",
    "undo-refused": "{seat} does not agree to that.",
    "stand-in": "{seat} is away; a stand-in plays.",
    "timeout": "{seat} is out of time; a stand-in answers.",
    "back": "{seat} is back.",
    "resigned": "{seat} resigns.",
    "stopped": "The game was stopped: it has gone on for too many steps.",
    "rematch-asked": "{seat} asks for a rematch.",
    "rematch-accepted": "{seat} accepts the rematch.",
    "rematch-declined": "{seat} declines the rematch.",
    "rematch-withdrawn": "{seat} does not ask for a rematch any more.",
}


def result_of(table: Table, words: Words) -> str:
    """How a game ended, with who has resigned."""
    outcome = table.outcome
    if outcome is None:
        return ""
    left = [words.who(i) for i, seat in enumerate(table.seats) if seat.resigned]
    resigned = ""
    if left:
        resigned = words.n("{names} has resigned.", "{names} have resigned.", len(left), names=words.list_of(left))
        resigned = words.begin(resigned)
    if outcome.reason == "stopped":
        return f"{words.t(SENTENCES['stopped'])} {resigned}".strip()
    if table.ended is None:
        return f"{words.result(outcome)} {resigned}".strip()
    return f"{words.winners(outcome)} {resigned}" if table.players > 1 else resigned


def pace_name(words: Phrases, seconds: int) -> str:
    if seconds == 0:
        return words.t("no limit")
    if seconds < 60:
        return words.n("{count} second", "{count} seconds", seconds)
    if seconds < 3600:
        return words.n("{count} minute", "{count} minutes", seconds // 60)
    if seconds < 86400:
        return words.n("{count} hour", "{count} hours", seconds // 3600)
    return words.n("{count} day", "{count} days", seconds // 86400)


def minutes_of(words: Phrases, game: Game) -> str:
    """About how long a game takes."""
    return words.t("{low} to {high} minutes", low=game.minutes[0], high=game.minutes[1])


def level_name(words: Phrases, bot: str) -> str:
    """What a bot is called: its level, or the name it was registered under."""
    return {
        "random": words.t("random"),
        "beginner": words.t("beginner"),
        "easy": words.t("easy"),
        "normal": words.t("normal"),
        "skilled": words.t("skilled"),
        "hard": words.t("hard"),
        "greedy": words.t("greedy"),
        "learned": words.t("learnt by heart"),
        "search": words.t("thinker"),
    }.get(bot, bot)


def language(wanted: str, accepted: str) -> str:
    """The language of a cookie, else the first one of the browser's that there is."""
    if wanted in LANGUAGES:
        return wanted
    for part in accepted[:200].split(","):
        short = part.split(";")[0].strip()[:2].lower()
        if short in LANGUAGES:
            return short
    return "en"


def variant_title(game: str, changes: Mapping[str, Any], name: str, lang: str) -> str:
    """What a variant is called, and what is different in it, in one line; nothing for the box's own game."""
    lines = "; ".join(lines_of(game, lang, changes))
    return phrases(lang).about(name, lines) if name and lines else lines
