"""What the pages say of bots: their faces, what each of them does, and how strong it was measured."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from babel.numbers import format_decimal

from parlour.bots import BUDGETS, bots, bots_for
from parlour.bots.levels import levels_of
from parlour.faces.cast import Measured, cast_of, measured_of, member_of, taste_of, those_for
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
            bot_about(words, game, name),
            tuple(strength(words, figure) for figure in measured_of(game, name)),
            tuple(face_path(game, member.name) for member in those_for(game, name)),
            name in LEVELS,
        )
        for name in names
    )


def offers(game: str, lang: str, players: int) -> tuple[BotOffered, ...]:
    """All bots that play the game among so many, the levels first."""
    known = bots_for(game, players)
    return bots_offered(game, lang, (*(name for name in LEVELS if name in known), *sorted(set(known) - set(LEVELS))))


def levels_for(usual: str) -> tuple[str, ...]:
    """The bots among which one chooses with *Play now*."""
    known = tuple(name for name in LEVELS if name in bots())
    return known if usual in known else (*known, usual)


def bot_about(words: Phrases, game: str, bot: str) -> str:
    """What a bot does, in a sentence or two; nothing is known of bots that others have registered."""
    if bot in BUDGETS:
        told = (character(words, bot), taste_of(game, bot, words.lang), thinking(words, game, bot))
        return " ".join(sentence for sentence in told if sentence)
    return {
        "random": words.t("Plays anything that the rules allow."),
        "greedy": words.t("Always takes what looks best one step ahead."),
        "learned": words.t("Answers as a small network has learnt to, without thinking ahead."),
        "search": words.t("Thinks ahead through a fixed number of imagined games, however long that takes."),
    }.get(bot, "")


def character(words: Phrases, level: str) -> str:
    """How one notices a level."""
    return {
        "beginner": words.t("Curious: tries things out, and does not see everything."),
        "easy": words.t("Greedy: hopes for the best, and is easily content."),
        "normal": words.t("Cautious: reckons with the worst."),
        "skilled": words.t("Sly: of what is nearly as good, does now this, now that."),
        "hard": words.t("Cool: does what is best, as far as it can see."),
    }[level]


def thinking(words: Phrases, game: str, level: str) -> str:
    """How far a level looks in a game, and for how long."""
    if not levels_of(game)[level].search:
        return words.t("Looks one step ahead and answers at once.")
    return words.t("Thinks ahead, for {time} s at most.", time=format_decimal(BUDGETS[level], "0.#", words.lang))


def strength(words: Phrases, figure: Measured) -> str:
    """What was measured, in a sentence; beside a share what an equal one would be."""
    if figure.score:
        score = format_decimal(Decimal(figure.score), "#,##0", words.lang)
        return words.t("Scored {score} points on average in {games} games.", score=score, games=figure.games)
    return words.t(
        "Won {share} % of {games} games for {players} against “{level}” (an equal share: {fair} %).",
        share=format_decimal(Decimal(figure.share), "0", words.lang),
        games=format_decimal(figure.games, "#,##0", words.lang),
        players=figure.players,
        level=level_name(words, figure.against),
        fair=format_decimal(Decimal(100) / figure.players, "0", words.lang),
    )
