"""An experiment is run: deals are counted until there is a reason to stop."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from parlour.faces.refusals import Sentence
from parlour.lab.experiment import Experiment
from parlour.lab.precision import FIRST_LOOK
from parlour.lab.result import Result
from parlour.lab.sittings import QUICK_CHUNK, DealFile, Dealt, Source, agenda_of, all_deals, processes, tasks_of

CHUNK = 10  # deals between two looks at the precision


class Progress(NamedTuple):
    """How far an experiment is."""

    deals: int
    of: int | None  # deals, as far as it can be told
    seconds: float
    left: float | None  # seconds
    reach: float | None  # the widest interval of a win share, in points either way


def run(
    experiment: Experiment,
    jobs: int = 1,
    progress: Callable[[Progress], None] | None = None,
    records: IO[str] | None = None,
    keep: str | Path | None = None,
    resume: bool = False,
    source: Source | None = None,
    watch: Callable[[Dealt], None] | None = None,
) -> Result:
    """Play an experiment to its end.

    `progress` is told now and then how far it is; `records` gets every game as a line of JSON; `keep` names a file for
    the deals, from which `resume` goes on. `source` plays elsewhere (`parlour.lab.cluster`) than in so many `jobs`.
    `watch` is told of every deal that counts, in their order.
    """
    agenda = agenda_of(experiment, records is not None)
    result = Result(experiment)
    began = time.monotonic()
    file = DealFile(keep, agenda, resume) if keep is not None else None
    known = file.known if file is not None else {}
    tasks = tasks_of(experiment.deals, QUICK_CHUNK if experiment.quick else 1, known)
    fresh = (source or processes(jobs))(agenda, tasks, file.write if file is not None else ignore)
    try:
        collect_deals(result, all_deals(known, fresh, experiment.deals), progress, records, began, watch or ignore)
    finally:
        if isinstance(fresh, Generator):
            fresh.close()
        if file is not None:
            file.close()
    return result


def ignore(dealt: Dealt) -> None:
    """Nobody wants to know of a deal before its turn."""


def collect_deals(
    result: Result,
    deals: Iterator[Dealt],
    progress: Callable[[Progress], None] | None,
    records: IO[str] | None,
    began: float,
    watch: Callable[[Dealt], None],
) -> None:
    """Count deals until there is a reason to stop."""
    experiment = result.experiment
    for dealt in deals:
        result.add(dealt)
        watch(dealt)
        if records is not None:
            write_records(records, experiment, dealt)
        result.seconds = time.monotonic() - began
        last = result.deals == experiment.deals
        if not last and result.deals % CHUNK and not experiment.minutes:
            continue
        result.why = why_stop(result)
        if progress is not None:
            progress(progress_of(result))
        if result.why:
            break


def why_stop(result: Result) -> Sentence:
    """Why no more deals are played; nothing if more are."""
    experiment = result.experiment
    if experiment.minutes is not None and result.seconds >= 60 * experiment.minutes:
        return Sentence("{minutes} minutes are over", minutes=experiment.minutes)
    precise = experiment.within is not None and result.deals >= FIRST_LOOK and result.deals % CHUNK == 0
    if precise and experiment.within is not None and 100 * result.reach() <= experiment.within:
        return Sentence("every interval of a win share is within {points} points", points=experiment.within)
    return Sentence("all games are played") if result.deals == experiment.deals else Sentence("")


def progress_of(result: Result) -> Progress:
    experiment = result.experiment
    of = experiment.deals
    reach: float | None = None
    if experiment.within is not None and result.deals >= FIRST_LOOK:
        reach = 100 * result.reach()
        needed = max(result.deals, result.deals_needed(experiment.within))
        of = needed if of is None else min(of, needed)
    left = None if of is None else result.seconds / result.deals * max(0, of - result.deals)
    if experiment.minutes is not None:
        rest = max(0.0, 60 * experiment.minutes - result.seconds)
        left = rest if left is None else min(left, rest)
    return Progress(result.deals, of, result.seconds, left, reach)


def write_records(file: IO[str], experiment: Experiment, dealt: Dealt) -> None:
    for variant, games in zip(experiment.ways, dealt.games, strict=True):
        for turn, seen in enumerate(games):
            line = {**seen.moves[0], "variant": variant.name, "changes": variant.to_dict(), "deal": dealt.number}
            line |= {"rotation": turn, "values": seen.values, "unfinished": seen.unfinished}
            file.write(json.dumps(line) + "\n")
    file.flush()
