"""What a change does to a game: `parlour compare`, and experiments as files: `parlour lab run`."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

import click
from rich.console import Console
from rich.table import Table

import parlour
from parlour.commands.common import (
    ask_all,
    fail,
    gather,
    jobs_option,
    json_option,
    lang_option,
    limit_option,
    load_option,
    option_option,
    plainly,
    players_option,
    read_options,
    records_option,
    seed_option,
)
from parlour.commands.waiting import Waiting, write_time
from parlour.faces.refusals import SettingRefused
from parlour.lab.experiment import GAMES, Experiment
from parlour.lab.experiment_file import read_experiment
from parlour.lab.findings import HEADLINES, as_csv, is_clear, sentences
from parlour.lab.measures import is_share
from parlour.lab.names import Names, names_for
from parlour.lab.png import load_resvg, write_pngs
from parlour.lab.precision import FIRST_LOOK
from parlour.lab.report import report_html
from parlour.lab.result import Result
from parlour.lab.running import Progress, run
from parlour.lab.sittings import Dealt, Source, processes
from parlour.lab.tune import Met, read_wish, tune
from parlour.lab.values import ValuesFile

report_option = click.option(
    "--report", type=click.Path(dir_okay=False), help="Write a report to look at to this file (HTML)."
)
ray_option = click.option(
    "--ray",
    is_flag=False,
    flag_value="",
    metavar="[ADDRESS]",
    help="Play on a Ray cluster: at an address, or one that is started here for as long. Needs parlour[ray].",
)
keep_option = click.option(
    "--keep", type=click.Path(dir_okay=False), help="Write every deal to this file as it comes (JSON lines)."
)
resume_option = click.option("--resume", is_flag=True, help="Go on with the deals of the file of --keep.")
png_option = click.option(
    "--png", type=click.Path(file_okay=False), help="Write the plots as PNG into this folder. Needs parlour[plots]."
)
values_option = click.option(
    "--values",
    type=click.Path(dir_okay=False),
    help="Write every value of every game as it comes to this file: .jsonl, or .parquet with parlour[data].",
)
csv_option = click.option("--csv", "csv_file", type=click.Path(dir_okay=False), help="Write all values to this file.")


# What every experiment is asked: where it is played, and what is written.
where_and_whither = ask_all(
    jobs_option,
    ray_option,
    keep_option,
    resume_option,
    records_option,
    values_option,
    csv_option,
    png_option,
    report_option,
    lang_option,
    json_option,
)


@dataclass(frozen=True)
class Errand:
    """The answers to that."""

    jobs: int
    ray: str | None
    keep: str | None
    resume: bool
    records: str | None
    values: str | None
    csv_file: str | None
    png: str | None
    report: str | None
    lang: str
    as_json: bool

    def place(self) -> Source:
        """Where the games are played."""
        if self.ray is None:
            return processes(self.jobs)
        from parlour.lab.cluster import ray_workers

        return ray_workers(self.ray)

    def files(self) -> list[str]:
        """All files that are written."""
        return [file for file in (self.keep, self.records, self.values, self.csv_file, self.report) if file is not None]


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="KEY=VALUE",
    help="A change: an option or a number of the component file, e.g. cards.o-gold-4.gold=5; KEY=5..7 is a variant for "
    "each value. Repeatable.",
)
@click.option(
    "--components", "files", multiple=True, type=click.Path(), help="A whole component file as a variant. Repeatable."
)
@click.option(
    "--give",
    multiple=True,
    metavar="THING",
    help="Give a thing to a seat drawn by lot, e.g. an upgrade; “all” for each of them. Repeatable.",
)
@click.option("--without", multiple=True, metavar="THING", help="Take a thing out of the game. Repeatable.")
@option_option
@click.option("--seats", help="Bots by seat, e.g. greedy,greedy,greedy (default: greedy everywhere).")
@players_option
@click.option(
    "--strengths",
    metavar="BOT,BOT,...",
    help="Ask once with each of these bots in all seats, to see whether a finding depends on how well it is played, "
    "e.g. random,greedy,search:100.",
)
@click.option(
    "--skill",
    metavar="STRONG,WEAK",
    help="How much skill matters: one bot against others in all other seats, e.g. search:100,greedy.",
)
@click.option("--games", "count", type=click.IntRange(min=1), help=f"Games of each variant (default: {GAMES}).")
@click.option(
    "--within",
    type=click.FloatRange(min=0, min_open=True),
    metavar="POINTS",
    help="Play until every interval of a win share is within so many percentage points; honest however often it is "
    "looked at.",
)
@click.option("--minutes", type=click.FloatRange(min=0, min_open=True), help="Stop after so many minutes.")
@click.option("--count", "counted", multiple=True, metavar="PATTERN", help="Count these only, e.g. 'win_share.*'.")
@click.option(
    "--luck/--no-luck",
    default=None,
    help="Count the luck of draws and correct the win shares by it (default: where that is worth it).",
)
@limit_option
@seed_option
@load_option
@where_and_whither
@plainly
@gather(Errand, "errand")
def compare(
    game_id: str,
    sets: Sequence[str],
    files: Sequence[str],
    give: Sequence[str],
    without: Sequence[str],
    options: Sequence[str],
    seats: str | None,
    players: int | None,
    strengths: str | None,
    skill: str | None,
    count: int | None,
    within: float | None,
    minutes: float | None,
    counted: Sequence[str],
    luck: bool | None,
    limit: int,
    seed: str,
    load: Sequence[str],
    errand: Errand,
) -> None:
    """Play GAME with changes and without, on the same deals, and say what differs.

    \b
    parlour compare photon-rush --set towers=5..7 --players 3
    parlour compare gold-n-crash --set cards.o-gold-4.gold=5 --within 2
    parlour compare crash-and-grab --give all --seats greedy,greedy,greedy,greedy
    parlour compare mogul --players 3        who wins, by turn order

    Options given by --option hold for all games; without any other change they are what is compared.
    """
    game = parlour.game(game_id)
    if sum(given is not None for given in (strengths, skill, seats)) > 1:
        raise SettingRefused("--seats, --strengths and --skill each say who plays: give one of them")
    seatings = [read_bots(seats)]
    if skill is not None:
        seatings = [read_skill(skill, game.check_table(players, {}))]
    if strengths is not None:
        seatings = [[bot] * game.check_table(players, {}) for bot in read_bots(strengths) or ()]
    experiments = [
        Experiment(
            game, bots, players=players, options=read_options(options), sets=sets, files=files, give=give,
            without=without, games=count, within=within, minutes=minutes, seed=seed, limit=limit, count=counted,
            load=load, luck=luck,
        )
        for bots in seatings
    ]  # fmt: skip
    show_all(run_all(experiments, errand), errand)


def read_bots(seats: str | None) -> list[str] | None:
    return None if seats is None else [name.strip() for name in seats.split(",")]


def read_skill(text: str, players: int) -> list[str]:
    """One bot against others, from `STRONG,WEAK`."""
    names = read_bots(text) or []
    if len(names) != 2 or names[0] == names[1] or players < 2:
        raise SettingRefused("--skill {text}: two different bots and two players at least are needed", text=text)
    return [names[0], *[names[1]] * (players - 1)]


@click.group()
def lab() -> None:
    """Experiments as files."""


@lab.command("run")
@click.argument("file", type=click.Path())
@where_and_whither
@plainly
@gather(Errand, "errand")
def run_file(file: str, errand: Errand) -> None:
    """Run the experiment of a FILE (TOML); docs/lab.md says what stands in one."""
    show_all(run_all(read_experiment(file), errand), errand)


def run_all(experiments: Sequence[Experiment], errand: Errand) -> list[Result]:
    """Play them all; whatever is wrong with a file is said before anything is played."""
    source = errand.place()
    if errand.keep is not None and (len(experiments) > 1 or errand.records is not None):
        raise SettingRefused("--keep is for one experiment at a time, and without --records")
    if errand.resume and errand.keep is None:
        raise SettingRefused("--resume goes on with the file of --keep, and none is named")
    for file in errand.files():
        if not Path(file).parent.is_dir():
            raise SettingRefused("{file}: there is no folder {folder}", file=file, folder=Path(file).parent)
    if errand.png is not None:
        load_resvg()
    with contextlib.ExitStack() as stack:
        records = None
        if errand.records is not None:
            try:
                records = stack.enter_context(open(errand.records, "w", encoding="utf-8"))
            except OSError as error:
                fail(f"{errand.records}: {error.strerror}")
        rows = stack.enter_context(ValuesFile(errand.values)) if errand.values is not None else None
        return [
            run_one(experiment, source, errand, records, partial(rows.write, number, experiment) if rows else None)
            for number, experiment in enumerate(experiments)
        ]


def run_one(
    experiment: Experiment,
    source: Source,
    errand: Errand,
    records: IO[str] | None,
    watch: Callable[[Dealt], None] | None,
) -> Result:
    title, names = experiment.game.title, names_for(experiment.game, errand.lang)
    with Waiting(title, experiment.deals, "deals", errand.lang) as waiting:
        if experiment.within is not None:
            waiting.say(
                names.t(
                    "{game}: within {points} points takes about {deals} deals if pairing saves nothing; after {first} "
                    "deals there is a better guess",
                    game=title,
                    points=names.number(f"{experiment.within:g}"),
                    deals=names.count(experiment.planned),
                    first=FIRST_LOOK,
                )
            )
        promised = False

        def progress(now: Progress) -> None:
            nonlocal promised
            if now.reach is not None and now.of is not None and not promised and now.deals < now.of:
                promised = True
                waiting.say(
                    names.t(
                        "{game}: about {deals} deals ({games} games, {time}) will be needed",
                        game=title,
                        deals=names.count(now.of),
                        games=names.count(now.of * len(experiment.rotations) * len(experiment.ways)),
                        time=waiting.time(now.left) if now.left is not None else "?",
                    )
                )
            note = "" if now.reach is None else names.t("±{points} points", points=names.number(f"{now.reach:.1f}"))
            waiting.done(now.deals, now.of, now.left, note)

        return run(
            experiment,
            progress=progress,
            records=records,
            keep=errand.keep,
            resume=errand.resume,
            source=source,
            watch=watch,
        )


def show_all(results: Sequence[Result], errand: Errand) -> None:
    if errand.csv_file is not None:
        write_file(errand.csv_file, "".join(as_csv(result) for result in results))
    if errand.png is not None:
        write_pngs(results, errand.png, errand.lang)
    if errand.report is not None:
        write_file(errand.report, report_html(results, shlex.join(["parlour", *sys.argv[1:]]), errand.lang))
    if errand.as_json:
        found = [result.to_dict() for result in results]
        click.echo(json.dumps(found[0] if len(found) == 1 else {"experiments": found}))
        return
    for result in results:
        show(result, names_for(result.experiment.game, errand.lang))


def write_file(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"{path}: {error.strerror}")


def show(result: Result, names: Names) -> None:
    """What is clear in sentences, then the main numbers."""
    console = Console()
    for sentence in sentences(result, names):
        console.print(f"- {sentence}", highlight=False)
    data = result.to_dict()
    title = names.t(
        "{game}, {games} games each in {time}",
        game=result.experiment.game.title,
        games=names.count(result.games),
        time=names.number(write_time(result.seconds)),
    )
    table = Table(title=title, box=None, pad_edge=False)
    table.add_column("")
    table.add_column(names.t("box") if data["variants"] else names.t("value"), justify="right", no_wrap=True)
    shown = data["variants"][:6]
    for variant in result.experiment.variants[: len(shown)]:
        table.add_column(names.variant(variant), justify="right")
    for name, base in data["baseline"]["measures"].items():
        if not name.startswith(HEADLINES) and not any(
            is_clear(v["measures"][name]) for v in shown if name in v["measures"]
        ):
            continue
        cells = [names.measure(name), value_cell(names, name, base)]
        for one in shown:
            found = one["measures"].get(name)
            cells.append("" if found is None else difference_cell(names, name, found))
        table.add_row(*cells)
        if "corrected" in base:
            less = [v["measures"].get(name, {}).get("corrected") for v in shown]
            others = ["" if found is None else difference_cell(names, name, found) for found in less]
            label = names.t("with the luck of draws taken away")
            table.add_row(f"  {label}", value_cell(names, name, base["corrected"]), *others)
    console.print(table)
    if len(data["variants"]) > len(shown):
        more = len(data["variants"]) - len(shown)
        console.print(names.t("{count} further variants: --json or --csv has them", count=more), highlight=False)
    if result.why:
        console.print(names.t("stopped: {why}", why=result.why.say_in(names.words)), highlight=False)


def value_cell(names: Names, name: str, found: dict[str, Any]) -> str:
    return f"{names.value(name, found['value'])} ({span(names, name, found['low'], found['high'])})"


def span(names: Names, name: str, low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "?"
    return names.number(f"{100 * low:.1f} - {100 * high:.1f}" if is_share(name) else f"{low:.2f} - {high:.2f}")


def difference_cell(names: Names, name: str, found: dict[str, Any]) -> str:
    value, low, high = (names.difference(name, found[f"difference{end}"]) for end in ("", "_low", "_high"))
    return names.t("{value} ({low} to {high})", value=value, low=low, high=high) + (" *" if is_clear(found) else "")


@lab.command("tune")
@click.argument("game_id", metavar="GAME")
@click.option("--dial", "dials", multiple=True, required=True, metavar="KEY=LOW..HIGH", help="What may be turned.")
@click.option(
    "--wish",
    "wishes",
    multiple=True,
    required=True,
    metavar="MEASURE=VALUE",
    help="What is wished for: length.rounds=8, ended.gold=50%, even=first (who begins wins its part, no more).",
)
@click.option("--seats", help="Bots by seat (default: greedy everywhere).")
@players_option
@click.option("--trials", type=click.IntRange(min=1), default=20, show_default=True, help="Candidates to be tried.")
@click.option("--games", "count", type=click.IntRange(min=3), default=120, show_default=True, help="Games of each.")
@click.option("--seed", default="1", show_default=True, help="The same seed tries the same candidates.")
@jobs_option
@lang_option
@json_option
@plainly
def tune_game(
    game_id: str,
    dials: Sequence[str],
    wishes: Sequence[str],
    seats: str | None,
    players: int | None,
    trials: int,
    count: int,
    seed: str,
    jobs: int,
    lang: str,
    as_json: bool,
) -> None:
    """Look for the variant of GAME that comes nearest to wishes, by turning dials. Needs parlour[tune]."""
    game = parlour.game(game_id)
    bots = read_bots(seats) or ["greedy"] * game.check_table(players, {})
    with Waiting(game.title, trials, "candidates", lang) as waiting:
        tuned = tune(game, bots, dials, wishes, trials, count, seed, jobs, waiting.done)
    best = tuned.candidates[0]
    if as_json:
        front = [{"changes": one.changes, "distance": one.distance, "by_wish": one.distances} for one in tuned.front()]
        found = {"changes": best.changes, "distance": best.distance, "fresh_distance": tuned.distance, "front": front}
        found["met"] = [{**one._asdict(), "holds": one.holds} for one in tuned.met]
        click.echo(json.dumps({"game": game.id, "bots": bots, "wishes": list(wishes), **found}))
        return
    console = Console()
    names = names_for(game, lang)
    title = names.t("{game}: nothing else is nearer to every wish", game=game.title)
    table = Table(title=title, box=None, pad_edge=False)
    table.add_column(names.column("variant"))
    for head in (names.t("distance"), *wishes):
        table.add_column(head, justify="right")
    for one in tuned.front():
        table.add_row(
            ", ".join(f"{key}={value}" for key, value in one.changes.items()),
            *[names.number(f"{distance:.1f}") for distance in (one.distance, *one.distances)],
        )
    console.print(table)
    told = names.t(
        "{trials} candidates, {given_up} given up early. The nearest again on fresh deals: distance {distance} (when "
        "it was chosen {chosen})",
        trials=trials,
        given_up=tuned.given_up,
        distance=names.number(f"{tuned.distance:.1f}"),
        chosen=names.number(f"{best.distance:.1f}"),
    )
    console.print(told, highlight=False)
    for met in tuned.met:
        console.print(f"- {wish_line(met, names)}", highlight=False)
    show(tuned.check, names)


def wish_line(met: Met, names: Names) -> str:
    """What came of a wish, in a sentence."""
    wish = read_wish(met.wish)
    name = f"win_share.{wish.name}" if wish.value is None else wish.name
    facts = {
        "wish": met.wish,
        "value": names.value(name, met.value),
        "interval": span(names, name, met.low, met.high),
    }
    if met.holds:
        return names.t("{wish}: {value} ({interval}) on fresh deals: met, as far as these tell", **facts)
    return names.t("{wish}: {value} ({interval}) on fresh deals: not met", **facts)
