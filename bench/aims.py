"""All that the engine aims at, measured in one run: `python bench/engine.py --aims --against FOLDER`.

FOLDER is a checkout of version 7680119, compiled. Prints the tables of docs/engine.md: the median of the rounds, their
range in brackets, and an exclamation mark where the median is below the aim that stands in the first column.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from limit import GAMES, Limit, NoCompilerError

from parlour.lab.speed import Comparison, Engine, Rated, write_results

TABLES = {"photon-rush": 4, "mogul": 4, "gold-n-crash": 2, "crash-and-grab": 4, "crusgallo": 1}  # games and players

Measures = dict[str, tuple[str, tuple[float, ...]]]

# By measure: what it is called, and the least that it should be, in the order of TABLES.
OLDER: Measures = {
    "playouts": ("playout loop", (3.0, 2.2, 2.0, 2.0, 2.0)),
    "clones": ("clone", (2.0, 1.3, 2.0, 2.0, 2.0)),
    "steps": ("int steps from Python", (1.3,) * 5),
    "vectors": ("int steps, by vector", (1.3,) * 5),
    "strings": ("string steps", (2.0,) * 5),
    "search": ("search iterations/s", (2.0,) * 5),
    "tree": ("search, equal thoughts", (2.0,) * 5),
}
PURE: Measures = {measure: (OLDER[measure][0], (0.8,) * 5) for measure in ("playouts", "clones", "steps", "strings")}
BATCH: Measures = {
    "in-turn": ("no batch, in turn", ()),
    "batch": ("batch, drawn by `sample`", (0.7,) * 5),
    "masks": ("the same, masks written", (0.7,) * 5),
    "codes": ("batch, codes from outside", (0.7,) * 5),
    "one-seat": ("batch, one seat asked", (0.7,) * 4),
}
CPP = {"photon-rush": 0.20, "mogul": 0.15}


class Report:
    """The tables, as they come."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.rounds: int = args.rounds
        self.seconds: float = args.seconds
        self.results: list[dict[str, Any]] = []

    def table(self, title: str, measures: Measures, other: Rated, engine: Rated, other_measure: str = "") -> None:
        print(f"\n{title}\n")
        heads = [f"{game} ({players})" for game, players in TABLES.items()]
        print(f"| | {' | '.join(heads)} |\n|{'---|' * (len(heads) + 1)}")
        for measure, (name, aims) in measures.items():
            cells = []
            for place, (game, players) in enumerate(TABLES.items()):
                aim = aims[place] if place < len(aims) else 0.0
                there = measure != "one-seat" or players > 1
                cells.append(self.cell(Comparison(game, players, measure, other_measure), other, engine, aim, there))
            least = f" (at least {listed(aims)})" if aims else ""
            print(f"| {name}{least} | {' | '.join(cells)} |", flush=True)

    def cell(self, what: Comparison, other: Rated, engine: Rated, aim: float, there: bool = True) -> str:
        if not there:
            return "-"
        row = what.run(other, engine, self.rounds, self.seconds)
        self.results.append({**row, "against": what.other_measure, "aim": aim})
        short = " !" if row["ratio"] < aim else ""
        return f"{row['ratio']:.2f} ({row['low']:.2f}-{row['high']:.2f}){short}"

    def limits(self, engine: Rated) -> None:
        print("\nShare of the same rules in C++\n")
        with tempfile.TemporaryDirectory() as folder:
            for game in GAMES:
                try:
                    limit = Limit(game, Path(folder))
                except NoCompilerError as error:
                    print(f"{error}: the limit is not measured")
                    return
                for players in (TABLES[game],):
                    cell = self.cell(Comparison(game, players, "playouts"), limit, engine, CPP[game])
                    rate = self.results[-1]["other"] / 1e6
                    print(f"{game} ({players}), at least {CPP[game]:.2f}: {cell}; C++ {rate:.0f} million steps/s")
                limit.close()


def listed(aims: Sequence[float]) -> str:
    """The aims of a line: one number if they are all the same."""
    return f"{aims[0]:g}" if len(set(aims)) == 1 else ", ".join(f"{aim:g}" for aim in aims)


def measure_aims(args: argparse.Namespace) -> None:
    if not args.against:
        raise SystemExit("--aims needs --against FOLDER: a checkout of version 7680119, compiled")
    report = Report(args)
    running: list[Engine] = []

    def engine(name: str, checkout: str = "") -> Engine:
        running.append(Engine(name, checkout))
        return running[-1]

    try:
        new = engine("compiled")
        report.table("Compiled, new / old", OLDER, engine("compiled", args.against), new)
        report.table("A batch of 1,000 games / the playout loop", BATCH, new, new, "playouts")
        report.limits(new)
        report.table("Pure, new / old", PURE, engine("pure", args.against), engine("pure"))
    finally:
        for one in running:
            one.close()
    if args.json:
        write_results(args.json, report.results)
