"""Games, their rules, and playing in the terminal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import UTC, datetime

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import parlour
from parlour.commands.common import (
    components_option,
    json_option,
    lang_option,
    option_option,
    plainly,
    players_option,
    read_json,
    read_seats,
    read_variant,
    set_option,
)
from parlour.faces.book import rules_text
from parlour.rules.game import game_of
from parlour.tables.promises import daily_promise
from parlour.terminal import PersonLeft, TerminalTable, goodbye, read_record


@click.command()
@json_option
@plainly
def games(as_json: bool) -> None:
    """List the games in the box."""
    found = [parlour.game(id) for id in parlour.games()]
    if as_json:
        listed = [
            {
                "id": game.id,
                "title": game.title,
                "players": list(game.players),
                "options": [option.to_dict() for option in game.options.values()],
                "about": game.about,
                "minutes": list(game.minutes),
                "rules_version": game.rules_version,
            }
            for game in found
        ]
        click.echo(json.dumps(listed, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False)
    for head in ("id", "players", "minutes", "what it is"):
        table.add_column(head)
    for game in found:
        low, high = game.players[0], game.players[-1]
        many = str(low) if low == high else f"{low}-{high}"
        table.add_row(game.id, many, f"{game.minutes[0]}-{game.minutes[1]}", game.about)
    Console().print(table)


@click.command()
@click.argument("game_id", metavar="GAME")
@lang_option
@plainly
def rules(game_id: str, lang: str) -> None:
    """Show the rules of GAME for players."""
    game = parlour.game(game_id)
    text = rules_text(game.folder, lang)
    console = Console()
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        click.echo(text)


def server_key() -> bytes:
    """The key of the server that keeps its tables where this user's are, made if there is none yet."""
    from parlour.tables.schema import open_log
    from parlour.web.settings import Settings

    async def read() -> bytes:
        log = open_log(Settings().where())
        try:
            return await log.secret()
        finally:
            await log.close()

    try:
        return asyncio.run(read())
    except Exception as error:  # a folder, a file or a server that cannot be used: each database has errors of its own
        raise parlour.RulesError(f"today's deal needs the server's database: {error}") from error


@click.command()
@click.argument("game_id", metavar="GAME", required=False)
@click.option("--seats", help="Who plays, by seat: me, me:Name, or a bot. E.g. me,random,random.")
@players_option
@click.option("--seed", help="The same seed deals the same game.")
@lang_option
@option_option
@set_option
@components_option
@click.option("--record", "record_file", type=click.Path(dir_okay=False), help="Keep the game in this file.")
@click.option("--resume", type=click.Path(), help="Play on from a record that was left.")
@click.option("--daily", is_flag=True, help="Today's deal of the server that keeps its tables here (Crusgallo).")
@plainly
def play(
    game_id: str | None,
    seats: str | None,
    players: int | None,
    seed: str | None,
    lang: str,
    options: Sequence[str],
    sets: Sequence[str],
    components: str | None,
    record_file: str | None,
    resume: str | None,
    daily: bool,
) -> None:
    """Play GAME in this terminal."""
    promise = None
    if daily:
        if game_id is None or not parlour.game(game_id).daily or seed is not None or resume is not None:
            games = ", ".join(id for id in parlour.games() if parlour.game(id).daily)
            raise parlour.RulesError(f"--daily goes with {games}, and without --seed and --resume")
        day = datetime.now(UTC).date()  # the day of the web server, wherever this is
        seed = parlour.game(game_id).daily_name(day)
        promise = daily_promise(server_key(), game_id, day.isoformat())
    if resume is not None:
        record = read_record(read_json(resume))
        if sets or options:
            raise parlour.InvalidOptions("--set and --option are for a new game; a record has its own")
        game = game_of(record)
        game = game.variant_of(record) if components is None else read_variant(game, (), (), components)[0]
        game.replay(record, game.parts())
        chosen = read_seats(game, seats, record["players"], ["me"])
        table = TerminalTable(game, chosen, seed, lang, record["options"], record_file or resume)
        table.begin_with(record)
    else:
        if game_id is None:
            raise click.UsageError("Which GAME? `parlour games` lists them.")
        game, given = read_variant(parlour.game(game_id), sets, options, components)
        if daily and game.changes:
            raise parlour.RulesError("the daily deal is played by the box's components: leave --set and --components")
        chosen = read_seats(game, seats, players, ["me"])
        table = TerminalTable(game, chosen, seed, lang, given, record_file, promise=promise)
    try:
        table.run()
    except PersonLeft:
        goodbye(table)
        return
    journal = game.module("face.journal")
    if journal is not None and 0 in table.people and not game.changes:  # the log is of the box's game
        journal.add(journal.entry_of(table.state, table.words.seat(0), "" if resume else str(table.seed)))
        Console().print(table.words.t("It is written into your adventure log; parlour scores shows it."))


@click.command()
@click.option("--best", type=click.IntRange(min=1), default=20, show_default=True, help="How many games to show.")
@lang_option
@json_option
@plainly
def scores(best: int, lang: str, as_json: bool) -> None:
    """Show your adventure log: your finished games of Crusgallo, best first."""
    for game in map(parlour.game, parlour.games()):
        journal = game.module("face.journal")
        if journal is None:
            continue
        entries, words = journal.best_first()[:best], game.words(lang)
        if as_json:
            click.echo(json.dumps(entries, ensure_ascii=False))
        elif entries:
            table = Table(*journal.heads(words), box=None, pad_edge=False)
            for entry in entries:
                table.add_row(*journal.cells(entry, words))
            Console().print(table)
        else:
            click.echo(words.t("The log is empty. Play with: parlour play {game}", game=game.id))
