"""What the commands share: options, files, refusals in one line."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar, cast

import click

import parlour
from parlour.bots import bots, is_bot
from parlour.faces.refusals import Explained
from parlour.faces.words import LANGUAGES, SHARED, Phrases
from parlour.lab.match import LIMIT
from parlour.lab.variants import check_key, file_changes, is_sweep, read_set
from parlour.rules.game import read_toml
from parlour.terminal import is_person

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language.")
option_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game, e.g. towers=6. Repeatable."
)
components_option = click.option(
    "--components", type=click.Path(), help="A component file (TOML) in place of the box's own."
)
set_option = click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="KEY=VALUE",
    help="A change: an option, or a number of the component file, e.g. goal.gold=18. Repeatable.",
)

jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes that play at the same time."
)
players_option = click.option("--players", type=int, help="Number of players, where --seats is not given.")
seed_option = click.option("--seed", default="1", show_default=True, help="The same seed plays the same games.")
games_option = click.option(
    "--games", "count", type=click.IntRange(min=1), default=100, show_default=True, help="How many games."
)
load_option = click.option(
    "--load", multiple=True, metavar="MODULE", help="A Python module with further bots. Repeatable."
)
records_option = click.option(
    "--records", type=click.Path(dir_okay=False), help="Keep all games in this file, one JSON object a line."
)
limit_option = click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=LIMIT,
    show_default=True,
    help="Steps after which a game is stopped as endless.",
)


def ask_all(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options at once, in this order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def gather(kind: type[Any], name: str) -> Callable[[F], F]:
    """Hands a command the answers to several options as one object, a dataclass with fields of their names."""
    answers = [field.name for field in fields(kind)]

    def decorate(command: F) -> F:
        @wraps(command)
        def run_with_one(*args: Any, **kwargs: Any) -> Any:
            gathered = kind(**{answer: kwargs.pop(answer) for answer in answers})
            return command(*args, **kwargs, **{name: gathered})

        return cast(F, run_with_one)

    return decorate


def plainly(command: F) -> F:
    """Bad files, games and options end in one clear line and exit code 2."""

    @wraps(command)
    def run_plainly(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except Explained as error:
            fail(error.sentence(Phrases(SHARED, kwargs.get("lang", "en"))))
        except parlour.RulesError as error:
            fail(str(error))
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(0)

    return cast(F, run_plainly)


@contextlib.contextmanager
def told_plainly() -> Iterator[None]:
    """A server that cannot open says why in one line."""
    from parlour.tables.opening import CannotStart

    try:
        yield
    except CannotStart as why:
        fail(str(why))


def fail(why: str) -> None:
    click.echo(f"parlour: {' '.join(why.split())}", err=True)
    sys.exit(2)


def read_json(file: str) -> Any:
    """The JSON in a file, or in standard input for "-"."""
    try:
        with click.open_file(file, encoding="utf-8") as stream:
            return json.load(stream)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        fail(f"{file}: this is not JSON: {error}")


def read_options(given: Sequence[str]) -> dict[str, Any]:
    """Options from `name=value`; a value is JSON where it can be, else a string."""
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise parlour.InvalidOptions(f"an option is written name=value, not {text!r}")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def read_variant(
    game: parlour.Game, sets: Sequence[str], options: Sequence[str], components: str | None = None
) -> tuple[parlour.Game, dict[str, Any]]:
    """The game and its options with what `--set`, `--option` and `--components` change."""
    chosen = read_options(options)
    changes = file_changes(game, read_toml(components)) if components is not None else {}
    for text in sets:
        if is_sweep(text):
            raise parlour.InvalidOptions(f"{text}: a sweep is for parlour compare; here one value is needed")
        key, (value,) = read_set(text)
        check_key(game, key)
        (chosen if key in game.options else changes)[key] = value
    try:
        return game.variant(changes), chosen
    except parlour.InvalidComponents as error:
        raise parlour.InvalidComponents(f"{', '.join(sets)}: {error}" if sets else str(error)) from error


def read_seats(game: parlour.Game, seats: str | None, players: int | None, default: Sequence[str]) -> list[str]:
    """Who sits where: "me", "me:Name" or a bot; missing seats are taken as in `default`."""
    if seats is None:
        count = players if players is not None else game.players[0]
        game.check_table(count, {})
        return [*default[:1], *["random"] * (count - 1)] if default else ["random"] * count
    found = [seat.strip() for seat in seats.split(",")]
    for name in found:
        if not is_person(name) and not is_bot(name):
            raise parlour.RulesError(f"a seat is me, me:Name or a bot ({', '.join(bots())}), not {name!r}")
    if players is not None and players != len(found):
        raise parlour.InvalidOptions(f"--players says {players}, --seats names {len(found)}")
    game.check_table(len(found), {})
    return found
