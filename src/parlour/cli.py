"""The command line: `parlour`, the same as `python -m parlour`."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import parlour
from parlour._engine import PURE_GAMES
from parlour.bots import bots, is_bot, make_bot
from parlour.faces.book import rules_text
from parlour.faces.words import LANGUAGES, SHARED, Phrases
from parlour.lab.simulate import simulate as run_simulation
from parlour.rules.game import game_of
from parlour.rules.move import read_move
from parlour.tables.promises import daily_promise
from parlour.terminal import PersonLeft, TerminalTable, goodbye, is_person, read_record

if TYPE_CHECKING:
    from parlour.web.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
lang_option = click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Language.")
option_option = click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game, e.g. towers=6. Repeatable."
)
components_option = click.option(
    "--components", type=click.Path(), help="A component file (TOML) in place of the box's own."
)


def plainly(command: F) -> F:
    """Bad files, games and options end in one clear line and exit code 2."""

    @wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except parlour.RulesError as error:
            fail(str(error))
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(0)

    return cast(F, wrapped)


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


def version() -> str:
    python = ".".join(str(part) for part in sys.version_info[:3])
    pure = ", ".join(sorted(PURE_GAMES)) if parlour.ENGINE == "compiled" else ""
    engine = f"{parlour.ENGINE} engine" + (f" (not compiled: {pure})" if pure else "")
    return f"parlour {parlour.__version__}, {engine}, Python {python}"


def say_plainly(message: Warning | str, *where: Any, **more: Any) -> None:
    click.echo(f"parlour: {message}", err=True)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, invoke_without_command=True
)
@click.version_option(message=version(), version=parlour.__version__)
@click.pass_context
def main(context: click.Context) -> None:
    """Parlour: a box of tabletop games, to play, to design with and to do research on.

    Without a command it opens the shelf of games in the browser.

    \b
    parlour                                         play in the browser, alone or with others
    parlour play mogul --seats me,random,random     play in this terminal
    parlour rules mogul                             read the rules
    parlour simulate photon-rush --games 1000       let bots play
    parlour arena mogul --seats hard,greedy,greedy  see which bot is stronger
    """
    warnings.showwarning = say_plainly  # such as the name of a game that is not finished
    if context.invoked_subcommand is None:
        from parlour.web.serve import serve as open_shelf

        with told_plainly():
            open_shelf(server_settings(), home=True)


def server_settings(**given: Any) -> Settings:
    """What the server is told, here and by the environment."""
    from parlour.web.settings import Settings

    try:
        return Settings(**given)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8571, show_default=True, help="The port to listen on.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="The folder for tables (SQLite).")
@click.option("--check", is_flag=True, help="Read every page of the storage and every table before the server opens.")
def serve(host: str, port: int, data: Path | None, check: bool) -> None:
    """Run the server for a website or a club.

    PARLOUR_DATABASE=postgresql://... keeps the tables there instead of in a file; docs/hosting.md tells the rest.
    """
    from parlour.web.serve import serve as run

    settings = server_settings(host=host, port=port)
    if data is not None:
        settings.data = data
    with told_plainly():
        run(settings, deep=check)


@main.command()
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


@main.command()
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


@main.command()
@click.argument("game_id", metavar="GAME", required=False)
@click.option("--seats", help="Who plays, by seat: me, me:Name, or a bot. E.g. me,random,random.")
@click.option("--players", type=int, help="Number of players, where --seats is not given.")
@click.option("--seed", help="The same seed deals the same game.")
@lang_option
@option_option
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
        game = game_of(record)
        game.replay(record, components)
        chosen = read_seats(game, seats, record["players"], ["me"])
        table = TerminalTable(game, chosen, seed, lang, record["options"], components, record_file or resume)
        table.begin_with(record)
    else:
        if game_id is None:
            raise click.UsageError("Which GAME? `parlour games` lists them.")
        game = parlour.game(game_id)
        chosen = read_seats(game, seats, players, ["me"])
        table = TerminalTable(game, chosen, seed, lang, read_options(options), components, record_file, promise=promise)
    try:
        table.run()
    except PersonLeft:
        goodbye(table)
        return
    journal = game.module("face.journal")
    if journal is not None and 0 in table.people:
        journal.add(journal.entry_of(table.state, table.words.seat(0), "" if resume else str(table.seed)))
        Console().print(table.words.t("It is written into your adventure log; parlour scores shows it."))


@main.command()
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


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--positions", is_flag=True, help="Print the position after every move, one JSON object a line.")
@components_option
@lang_option
@json_option
@plainly
def replay(file: str, positions: bool, components: str | None, lang: str, as_json: bool) -> None:
    """Replay a record ("-" for standard input) and say what happened.

    If the record has a `final` position or an `outcome`, they are compared with what the moves lead to.
    """
    record = read_record(read_json(file))
    game = game_of(record)
    final = game.replay(record, components)  # a bad record is refused before anything is printed
    outcome = final.outcome.to_dict() if final.outcome is not None else None
    for key, found in (("final", final.position()), ("outcome", outcome)):
        if key in record and record[key] != found:
            raise parlour.InvalidRecord(f"the moves do not lead to the record's {key!r}")
    state = game.start(record["players"], record["options"], record["setup"], components)
    if as_json and not positions:
        click.echo(
            json.dumps({"game": game.id, "moves": len(record["moves"]), "final": final.position(), "outcome": outcome})
        )
        return
    words = game.words(lang)
    words.use(game.parts(components))
    if positions:
        click.echo(json.dumps(state.position()))
    else:
        state.listen(lambda event: say(words.event(event.seen_by(None)), event.rule))
    for move in record["moves"]:
        read_move(move, state.players, "record.moves").play(state)
        if positions:
            click.echo(json.dumps(state.position()))
    if not positions:
        click.echo("")
        click.echo(words.table(state.view(None), None))
        if state.outcome is not None:
            click.echo("")
            click.echo(words.result(state.outcome))


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
@lang_option
@json_option
@plainly
def verify(file: str, lang: str, as_json: bool) -> None:
    """Check the cards and dice of a record ("-" for standard input) against the seed that was promised.

    docs/fair.md says how. It ends with 0 if all is good, 1 if something was changed, 3 if there is nothing to check.
    """
    from parlour.tables.promises import SENTENCES, check_by_rules
    from parlour.verify import SENTENCES as PLAIN_SENTENCES
    from parlour.verify import check

    record = read_record(read_json(file))
    status, findings = check(record)
    if status == "good" and (faults := check_by_rules(record)):
        status, findings = ("tampered", faults) if faults[0][0] != "version" else (status, findings + faults)
    phrases = Phrases(SHARED, lang)
    sentences = [phrases.t({**PLAIN_SENTENCES, **SENTENCES}[code], **facts) for code, facts in findings]
    if status != "good":
        sentences.insert(0, phrases.t(PLAIN_SENTENCES[status]))
    if as_json:
        click.echo(json.dumps({"status": status, "findings": [{"is": code, **facts} for code, facts in findings]}))
    else:
        click.echo("\n".join(sentences))
    sys.exit({"good": 0, "tampered": 1}.get(status, 3))


def say(sentence: str, rule: str) -> None:
    if sentence:
        click.echo(f"{rule:>7}  {sentence}")


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("depth", type=click.IntRange(min=0))
@components_option
@json_option
@plainly
def perft(file: str, depth: int, components: str | None, as_json: bool) -> None:
    """Count the paths of DEPTH steps from the position (or the end of the record) in FILE ("-" for standard input)."""
    data = read_json(file)
    if isinstance(data, dict) and isinstance(data.get("position"), dict):
        data = data["position"]
    if not isinstance(data, dict):
        raise parlour.InvalidPosition(f"{file}: a position is a JSON object")
    game = game_of(data)
    state = game.replay(data, components) if "moves" in data else game.load(data, components)
    count = parlour.perft(state, depth)
    click.echo(json.dumps({"game": game.id, "depth": depth, "count": count}) if as_json else f"{count}")


@main.command()
@click.argument("game_id", metavar="GAME")
@click.option("--games", "count", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--seats", help="Bots by seat, e.g. random,random,random.")
@click.option("--players", type=int, help="Number of players, where --seats is not given.")
@click.option("--seed", default="1", show_default=True, help="The same seed plays the same games.")
@option_option
@components_option
@json_option
@plainly
def simulate(
    game_id: str,
    count: int,
    seats: str | None,
    players: int | None,
    seed: str,
    options: Sequence[str],
    components: str | None,
    as_json: bool,
) -> None:
    """Let bots play many games of GAME and count who wins, how long it takes and how it ends."""
    game = parlour.game(game_id)
    chosen = read_seats(game, seats, players, [])
    for seat, name in enumerate(chosen):
        if is_person(name):
            raise parlour.RulesError("only bots can play in a simulation")
        make_bot(name, game, seat)
    given = read_options(options)
    game.check_table(len(chosen), given)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=as_json or not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task(game.title, total=count)
        tally = run_simulation(
            game, chosen, count, seed, given, components, lambda done: progress.update(task, completed=done)
        )
    result = tally.to_dict()
    if as_json:
        click.echo(json.dumps(result))
        return
    table = Table(title=f"{game.title}, {count} games", box=None, pad_edge=False)
    for head in ("seat", "bot", "wins", "share", "95 % interval", "mean place"):
        table.add_column(head, justify="left" if head in ("seat", "bot") else "right")
    for row in result["seats"]:
        place = "-" if row["mean_place"] is None else f"{row['mean_place']:.2f}"
        interval = f"{row['low']:.1%} - {row['high']:.1%}"
        table.add_row(str(row["seat"]), row["bot"], f"{row['wins']:g}", f"{row['win_share']:.1%}", interval, place)
    console = Console()
    console.print(table)
    steps = result["steps"]
    console.print(f"steps: mean {steps['mean']:.1f}, median {steps['median']}, {steps['least']} to {steps['most']}")
    for reason, times in result["endings"].items():
        console.print(f"ended by {reason}: {times} ({times / count:.1%})")
    if result["unfinished"]:
        console.print(f"given up as endless: {result['unfinished']}")


# -- the arena: bots against bots ----------------------------------------------------------------------


@main.command()
@click.argument("game_id", metavar="GAME")
@click.option("--seats", required=True, help="The bots, e.g. hard,greedy,greedy; with a budget: search:500, hard:0.1s.")
@click.option("--games", "count", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Games at the same time.")
@click.option("--seed", default="1", show_default=True, help="The same seed deals the same games.")
@click.option("--ladder", is_flag=True, help="Rate all these bots on one scale, at tables of --players.")
@click.option("--players", type=int, help="Bots at a table of the ladder (default: as few as the game allows).")
@click.option("--load", multiple=True, metavar="MODULE", help="A Python module with further bots. Repeatable.")
@click.option("--records", type=click.Path(dir_okay=False), help="Keep all games in this file, one JSON object a line.")
@option_option
@components_option
@json_option
@plainly
def arena(
    game_id: str,
    seats: str,
    count: int,
    jobs: int,
    seed: str,
    ladder: bool,
    players: int | None,
    load: Sequence[str],
    records: str | None,
    options: Sequence[str],
    components: str | None,
    as_json: bool,
) -> None:
    """Let bots compete in GAME: every deal in all rotations of the seats, with 95 % intervals.

    A game for one is played by each of the bots alone, on the same deals.
    """
    from parlour.lab import arena as ring

    for module in load:
        try:
            importlib.import_module(module)
        except ImportError as error:
            raise parlour.RulesError(f"--load {module}: {error}") from error
    game = parlour.game(game_id)
    names = [name.strip() for name in seats.split(",")]
    given = read_options(options)
    alone = ring.solo(game)
    table = players if players is not None else (game.players[0] if ladder or alone else len(names))
    game.check_table(table, given)
    if not ladder and not alone and table != len(names):
        raise parlour.InvalidOptions(f"--players says {table}, --seats names {len(names)}")
    for name in names:
        make_bot(name, game, 0)
    rest = {"options": given, "components": components, "load": tuple(load)}
    if ladder:
        matches = ring.ladder_schedule(game, names, table, count, seed, **rest)
    else:
        matches = ring.schedule(game, names, count, seed, **rest)
    standings = ring.Standings(game)
    began = time.perf_counter()
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open(records, "w", encoding="utf-8")) if records is not None else None
        played = ring.run(matches, jobs)
        progress = stack.enter_context(
            Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
                disable=as_json or not sys.stderr.isatty(),
            )
        )
        task = progress.add_task(game.title, total=count)
        for match in played:
            standings.add(match)
            progress.advance(task)
            if file is not None:
                file.write(json.dumps(match) + "\n")
    result = standings.to_dict()
    if ladder:
        result["ladder"] = standings.ratings()
    if as_json:
        click.echo(json.dumps(result))
        return
    show_standings(game, result, time.perf_counter() - began, alone)


def show_standings(game: parlour.Game, result: dict[str, Any], seconds: float, alone: bool) -> None:
    console = Console()
    table = Table(title=f"{game.title}, {result['games']} games in {seconds:.0f} s", box=None, pad_edge=False)
    heads = ["bot", "games", "wins", "95 % interval", "mean score" if alone else "place"]
    for head in [*heads, "decisions/s", "ms each"]:
        table.add_column(head, justify="left" if head == "bot" else "right", no_wrap=True)
    for name, row in result["bots"].items():
        middle = f"{row['mean_place']:.2f}"
        if alone:
            middle = f"{row['mean_score']:.0f} ({row['score_low']:.0f} - {row['score_high']:.0f})"
        table.add_row(
            name,
            str(row["appearances"]),
            f"{row['win_share']:.1%}",
            f"{row['low']:.1%} - {row['high']:.1%}",
            middle,
            f"{row['decisions_per_second']:,.1f}",
            f"{1000 * row['seconds_per_decision']:.2f}",
        )
    console.print(table)
    if "ladder" in result:
        rated = Table(title="one scale (openskill)", box=None, pad_edge=False)
        for head in ("bot", "rating", "95 % interval"):
            rated.add_column(head, justify="left" if head == "bot" else "right")
        for name, rating in result["ladder"].items():
            rated.add_row(name, f"{rating['mu']:.1f}", f"{rating['low']:.1f} - {rating['high']:.1f}")
        console.print(rated)
    if result.get("unfinished"):
        console.print(f"given up as endless: {result['unfinished']}")


@main.command(name="new-game")
@click.argument("name")
@click.option("--players", default="2-4", show_default=True, help="How many can play: a range, or one number.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="The folder to make it in (else the current one)."
)
@click.option(
    "--here", is_flag=True, help="Into this checkout of Parlour, with its tests, not as a package of its own."
)
@plainly
def new_game(name: str, players: str, out: Path | None, here: bool) -> None:
    """Begin a new game: a small one that is complete, with tests, to be changed step by step.

    docs/adding-a-game.md goes on from there.
    """
    from parlour import scaffold

    plan = scaffold.plan(name, players)
    if here:
        if out is not None:
            raise parlour.RulesError("--here says where the game goes: --out does not go with it")
        root = scaffold.checkout()
        for path in scaffold.new_here(plan, root):
            click.echo(path.relative_to(root))
        click.echo(f"\nNow:  ./test -k '{plan.id} or {plan.module}'    parlour play {plan.id}    docs/adding-a-game.md")
        return
    folder = scaffold.new_package(plan, out or Path())
    click.echo(f"{folder}: {plan.title}, rules {plan.prefix}-1 to {plan.prefix}-12")
    click.echo(f"\nNow:  cd {folder} && pip install -e '.[test]' && pytest && parlour play {plan.id}")


@main.command()
@click.argument("game_ids", metavar="[GAME]...", nargs=-1)
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True, help="How often each is measured.")
@click.option("--seconds", type=float, default=0.3, show_default=True, help="Time for one measurement of one engine.")
@click.option("--players", default="", help="Numbers of players, e.g. 3,4.")
@click.option("--json", "json_file", default="", help="Write the results to this file.")
@plainly
def bench(game_ids: Sequence[str], rounds: int, seconds: float, players: str, json_file: str) -> None:
    """Measure the engine: random games, compiled against pure, in one interleaved run."""
    from parlour.lab.speed import main as measure

    arguments = ["--rounds", str(rounds), "--seconds", str(seconds), "--games", ",".join(game_ids)]
    arguments += ["--players", players, "--json", json_file]
    try:
        measure(arguments)
    except SystemExit as error:
        if isinstance(error.code, str):
            fail(error.code)
        raise


@main.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default="screenshots", show_default=True)
@click.option("--game", "game_ids", multiple=True, metavar="GAME", help="Only this game, or `shelf`. Repeatable.")
@click.option("--stage", "stages", multiple=True, type=click.Choice(["early", "middle", "end"]), help="How far it is.")
@click.option("--theme", "themes", multiple=True, type=click.Choice(["light", "dark"]), help="Only this theme.")
@click.option(
    "--size",
    "sizes",
    multiple=True,
    help="desktop, phone (these two if none is given), landscape, tablet, 4k, or one like 1024x768.",
)
@click.option(
    "--vision",
    default="none",
    show_default=True,
    type=click.Choice(["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]),
    help="As somebody sees it who cannot tell some colours apart.",
)
@click.option("--full", is_flag=True, help="The whole page, not only what fits into the window.")
@lang_option
@plainly
def screenshots(
    out: Path,
    game_ids: Sequence[str],
    stages: Sequence[str],
    themes: Sequence[str],
    sizes: Sequence[str],
    vision: str,
    full: bool,
    lang: str,
) -> None:
    """Take pictures of every game: early, middle and end, in both themes and two sizes, and of the shelf.

    Bots play the games from fixed seeds on a server of its own; a Chromium on this machine looks at the tables.
    """
    from parlour.web import pictures

    wanted = [id if id == "shelf" else parlour.game(id).id for id in game_ids] or [*parlour.games(), "shelf"]
    shots = []
    for theme in themes or pictures.THEMES:
        for size in sizes or ("desktop", "phone"):
            for id in wanted:
                for stage in ("",) if id == "shelf" else stages or tuple(pictures.STAGES):
                    shots.append(pictures.Shot("" if id == "shelf" else id, stage, theme, size))
    pictures.take(out, shots, lang, vision, full, told=lambda path: click.echo(str(path)))


if __name__ == "__main__":
    main()
