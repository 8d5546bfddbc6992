"""What the pages say of bots: their faces, what each of them does, and how strong it was measured."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from babel.numbers import format_decimal

from parlour.bots import BUDGETS, bots, bots_for
from parlour.faces.cast import Measured, cast_of, measured_of, member_of, those_for
from parlour.faces.words import Phrases
from parlour.web.words import level_name, phrases

LEVELS = tuple(BUDGETS)  # what is offered first, from weak to strong


class BotOffered(NamedTuple):
    """A bot that a seat can be given to."""

    name: str  # as commands call it
    level: str  # as people do
    about: str
    strength: tuple[str, ...]  # sentences
    faces: tuple[str, ...]  # pictures of those who play so
    first: bool  # whether it is one of the levels


def face_path(game: str, name: str) -> str:
    """The address of a bot's portrait; nothing for a name that is in no cast."""
    member = member_of(game, name)
    return f"/boards/{game}/cast/{cast_of(game).members.index(member)}" if member is not None else ""


@lru_cache(maxsize=256)
def bots_offered(game: str, lang: str, names: tuple[str, ...]) -> tuple[BotOffered, ...]:
    words = phrases(lang)
    return tuple(
        BotOffered(
            name,
            level_name(words, name),
            bot_about(words, name),
            tuple(strength(words, figure) for figure in measured_of(game, name)),
            tuple(face_path(game, member.name) for member in those_for(game, name)),
            name in LEVELS,
        )
        for name in names
    )


def offers(game: str, lang: str) -> tuple[BotOffered, ...]:
    """All bots that play the game, the levels first."""
    known = bots_for(game)
    return bots_offered(game, lang, (*(name for name in LEVELS if name in known), *sorted(set(known) - set(LEVELS))))


def levels_for(usual: str) -> tuple[str, ...]:
    """The bots among which one chooses with *Play now*."""
    known = tuple(name for name in LEVELS if name in bots())
    return known if usual in known else (*known, usual)


def bot_about(words: Phrases, bot: str) -> str:
    """What a bot does, in a sentence; nothing is known of bots that others have registered."""
    return {
        "random": words.t("Plays anything that the rules allow."),
        "easy": words.t("Looks one step ahead, answers at once, and is often content with second best."),
        "normal": words.t("Thinks ahead for up to 0.3 seconds."),
        "hard": words.t("Thinks ahead for up to a second."),
        "greedy": words.t("Always takes what looks best one step ahead."),
        "search": words.t("Thinks ahead through a fixed number of imagined games, however long that takes."),
    }.get(bot, "")


def strength(words: Phrases, figure: Measured) -> str:
    return words.t(
        "Won {share} % of {games} games at a table for {players} against: {level}.",
        share=format_decimal(Decimal(figure.share), "0.0", words.lang),
        games=figure.games,
        players=figure.players,
        level=level_name(words, figure.against),
    )
