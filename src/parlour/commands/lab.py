"""Many games between bots, and how fast the engine is."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import parlour
from parlour.bots import make_bot
from parlour.commands.common import (
    ask_all,
    components_option,
    fail,
    games_option,
    gather,
    jobs_option,
    json_option,
    limit_option,
    load_option,
    option_option,
    plainly,
    players_option,
    read_seats,
    read_variant,
    records_option,
    seed_option,
    set_option,
)
from parlour.commands.waiting import Waiting
from parlour.lab import arena as ring
from parlour.lab.match import load_modules
from parlour.lab.simulate import simulate as run_simulation
from parlour.terminal import is_person

# What simulations and the arena are both asked.
how_they_are_played = ask_all(
    load_option, records_option, limit_option, option_option, set_option, components_option, json_option
)


@dataclass(frozen=True)
class Ways:
    """The answers to that."""

    load: Sequence[str]
    records: str | None
    limit: int
    options: Sequence[str]
    sets: Sequence[str]
    components: str | None
    as_json: bool

    def variant(self, game_id: str) -> tuple[parlour.Game, dict[str, Any]]:
        """The game that is played, and its options."""
        load_modules(self.load)
        return read_variant(parlour.game(game_id), self.sets, self.options, self.components)


@click.command()
@click.argument("game_id", metavar="GAME")
@games_option
@click.option("--seats", help="Bots by seat, e.g. random,random,random.")
@players_option
@seed_option
@jobs_option
@how_they_are_played
@plainly
@gather(Ways, "ways")
def simulate(
    game_id: str,
    count: int,
    seats: str | None,
    players: int | None,
    seed: str,
    jobs: int,
    ways: Ways,
) -> None:
    """Let bots play many games of GAME and count who wins, how long it takes and how it ends."""
    game, given = ways.variant(game_id)
    chosen = read_seats(game, seats, players, [])
    for seat, name in enumerate(chosen):
        if is_person(name):
            raise parlour.RulesError("only bots can play in a simulation")
        make_bot(name, game, seat)
    game.check_table(len(chosen), given)
    with contextlib.ExitStack() as stack:
        keep = record_writer(stack, ways.records)
        waiting = stack.enter_context(Waiting(game.title, count))
        tally = run_simulation(
            game, chosen, count, seed, given, None, waiting.done, jobs, keep, load=tuple(ways.load), limit=ways.limit
        )
    result = tally.to_dict()
    if ways.as_json:
        click.echo(json.dumps(result))
    else:
        show_tally(game, result, count)


def show_tally(game: parlour.Game, result: dict[str, Any], count: int) -> None:
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
        console.print(f"given up as endless: {result['unfinished']} (--limit says after how many steps)")


def record_writer(stack: contextlib.ExitStack, path: str | None) -> Callable[[dict[str, Any]], None] | None:
    """What writes records to a file, as long as the stack is open; nothing where no file is named."""
    if path is None:
        return None
    try:
        file = stack.enter_context(open(path, "w", encoding="utf-8"))  # noqa: SIM115
    except OSError as error:
        raise parlour.RulesError(f"--records {path}: {error.strerror}") from error

    def keep(record: dict[str, Any]) -> None:
        file.write(json.dumps(record) + "\n")

    return keep


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--seats", required=True, help="The bots, e.g. hard,greedy,greedy; with a budget: search:500, hard:0.1s.")
@games_option
@jobs_option
@seed_option
@click.option("--ladder", is_flag=True, help="Rate all these bots on one scale, at tables of --players.")
@click.option("--players", type=int, help="Bots at a table of the ladder (default: as few as the game allows).")
@how_they_are_played
@plainly
@gather(Ways, "ways")
def arena(
    game_id: str,
    seats: str,
    count: int,
    jobs: int,
    seed: str,
    ladder: bool,
    players: int | None,
    ways: Ways,
) -> None:
    """Let bots compete in GAME: every deal in all rotations of the seats, with 95 % intervals.

    A game for one is played by each of the bots alone, on the same deals.
    """
    game, given = ways.variant(game_id)
    names = [name.strip() for name in seats.split(",")]
    alone = ring.solo(game)
    table = players if players is not None else (game.players[0] if ladder or alone else len(names))
    game.check_table(table, given)
    if not ladder and not alone and table != len(names):
        raise parlour.InvalidOptions(f"--players says {table}, --seats names {len(names)}")
    for name in names:
        make_bot(name, game, 0)
    rest = {"options": given, "load": tuple(ways.load), "limit": ways.limit}
    if ladder:
        matches = ring.ladder_schedule(game, names, table, count, seed, **rest)
    else:
        matches = ring.schedule(game, names, count, seed, **rest)
    began = time.perf_counter()
    standings = run_matches(game, matches, count, jobs, ways.records)
    result = standings.to_dict()
    if ladder:
        result["ladder"] = standings.ratings()
    if ways.as_json:
        click.echo(json.dumps(result))
        return
    show_standings(game, result, time.perf_counter() - began, alone)


def run_matches(
    game: parlour.Game, matches: Sequence[ring.Match], count: int, jobs: int, records: str | None
) -> ring.Standings:
    """Play all matches and keep their records in a file, if one is named."""
    standings = ring.Standings(game)
    with contextlib.ExitStack() as stack:
        keep = record_writer(stack, records)
        waiting = stack.enter_context(Waiting(game.title, count))
        for match in ring.run(matches, jobs):
            standings.add(match)
            waiting.done(standings.games)
            if keep is not None:
                keep(match)
    return standings


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
    if len(result["seats"]) > len(result["bots"]) and not alone:
        chairs = Table(title="by seat", box=None, pad_edge=False)
        for head in ("seat", "bot", "games", "wins", "95 % interval"):
            chairs.add_column(head, justify="left" if head in ("seat", "bot") else "right")
        for row in result["seats"]:
            interval = f"{row['low']:.1%} - {row['high']:.1%}"
            chairs.add_row(str(row["seat"]), row["bot"], str(row["games"]), f"{row['win_share']:.1%}", interval)
        console.print(chairs)
    if "ladder" in result:
        rated = Table(title="one scale (openskill)", box=None, pad_edge=False)
        for head in ("bot", "rating", "95 % interval"):
            rated.add_column(head, justify="left" if head == "bot" else "right")
        for name, rating in result["ladder"].items():
            rated.add_row(name, f"{rating['mu']:.1f}", f"{rating['low']:.1f} - {rating['high']:.1f}")
        console.print(rated)
    if result.get("unfinished"):
        console.print(f"given up as endless: {result['unfinished']} (--limit says after how many steps)")


@click.command()
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
