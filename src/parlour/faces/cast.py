"""Who the bots are: each game's cast, with names, faces and a line of character.

A game has a file `face/cast.toml` with one `[[member]]` for each: `name`, `level` (the bot that plays so), `face` (see
`portraits.py`) and `line.en`, `line.fr`; and one `[[measured]]` for each figure about how strong a bot is: `share` of
games won `against` others at a table for so many `players`, or, in a solo game, the mean `score`; with `low` and
`high`, a 95 % interval, and the number of `games`. `[taste.LEVEL]` has a sentence in each language: what a level likes
to do in this game.
A game without that file has the house's cast, the `cast.toml` beside this module. Bots that nobody of a cast stands for
are played by the house's automata, the members of level `any`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from parlour.faces.portraits import check_face
from parlour.faces.typography import typeset
from parlour.faces.words import LANGUAGES
from parlour.rules.game import find

FILE = "cast.toml"
HOUSE = Path(__file__).with_name(FILE)
ANY = "any"  # the level of those who play as any other bot
AGAIN = ("II", "III", "IV", "V", "VI")  # when a table needs more than a cast has


class Member(NamedTuple):
    """Somebody of a cast."""

    name: str
    level: str
    face: Mapping[str, str]
    lines: Mapping[str, str]  # language -> a sentence about them

    def line(self, lang: str) -> str:
        return self.lines[lang]


class Measured(NamedTuple):
    """How often a bot won in the arena, in percent, against others at a table of so many; or what it scored alone."""

    bot: str
    low: str  # of a 95 % interval
    high: str
    games: int
    share: str = ""
    against: str = ""
    players: int = 1
    score: str = ""


class Cast(NamedTuple):
    members: tuple[Member, ...]
    measured: tuple[Measured, ...]
    tastes: Mapping[str, Mapping[str, str]] = {}  # level -> language -> what it likes to do


@cache
def cast_of(game: str) -> Cast:
    """A game's cast, or the house's; with the house's automata."""
    own = Path(find(game).folder) / "face" / FILE
    if not own.exists():
        return read_cast(HOUSE)
    cast = read_cast(own)
    automata = tuple(member for member in read_cast(HOUSE).members if member.level == ANY)
    return cast._replace(members=cast.members + automata)


@cache
def read_cast(path: Path) -> Cast:
    """A file of members and figures, checked; `ValueError` names what is wrong."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    members = tuple(read_member(item, f"{path}: member {i + 1}") for i, item in enumerate(data.get("member", ())))
    names = [member.name for member in members]
    if len(set(names)) != len(names):
        raise ValueError(f"{path}: two members have one name")
    tastes = {
        level: {lang: typeset(lines[lang], lang) for lang in LANGUAGES}
        for level, lines in data.get("taste", {}).items()
    }
    return Cast(members, tuple(Measured(**item) for item in data.get("measured", ())), tastes)


def read_member(item: Mapping[str, Any], where: str) -> Member:
    missing = [key for key in ("name", "level", "face", "line") if key not in item]
    missing += [f"line.{lang}" for lang in LANGUAGES if lang not in item.get("line", {})]
    if missing:
        raise ValueError(f"{where}: {', '.join(missing)} is missing")
    try:
        check_face(item["face"])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    lines = {lang: typeset(item["line"][lang], lang) for lang in LANGUAGES}
    return Member(item["name"], item["level"], item["face"], lines)


def those_for(game: str, bot: str) -> tuple[Member, ...]:
    """The members who play as a bot."""
    members = cast_of(game).members
    return tuple(member for member in members if member.level == bot) or tuple(
        member for member in members if member.level == ANY
    )


def name_bot(game: str, bot: str, taken: Collection[str], lot: int) -> str:
    """The name of a member who plays as a bot and does not sit at the table yet; `lot` says which of them."""
    names = [member.name for member in those_for(game, bot)]
    for again in ("", *AGAIN):
        free = [full for name in names if (full := f"{name} {again}".strip()) not in taken]
        if free:
            return free[lot % len(free)]
    raise ValueError(f"there are more than {len(names) * (1 + len(AGAIN))} bots {bot!r} at a table")


def member_of(game: str, name: str) -> Member | None:
    """The member of a name, be it the second one of that name at a table."""
    first, _, last = name.rpartition(" ")
    plain = first if last in AGAIN else name
    return next((member for member in cast_of(game).members if member.name == plain), None)


def taste_of(game: str, bot: str, lang: str) -> str:
    """What a bot likes to do in a game, in a sentence; nothing, if it has no taste."""
    return cast_of(game).tastes.get(bot, {}).get(lang, "")


def measured_of(game: str, bot: str) -> tuple[Measured, ...]:
    return tuple(figure for figure in cast_of(game).measured if figure.bot == bot)
