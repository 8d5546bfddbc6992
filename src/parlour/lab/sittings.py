"""The deals of an experiment are played: here, in other processes, or taken from a file in which they are kept."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import IO, Any, NamedTuple

from parlour.lab.experiment import Experiment
from parlour.lab.match import load_modules
from parlour.lab.measures import Observation, observe
from parlour.lab.pool import a_pool
from parlour.rules.chance import Rng
from parlour.rules.errors import RulesError
from parlour.rules.game import Parts, find

QUICK_CHUNK = 10  # deals of one task, between players who draw their answers


class Agenda(NamedTuple):
    """All that a process needs to play the deals of an experiment."""

    game: str
    rotations: list[list[str]]
    options: dict[str, Any]
    ways: list[tuple[dict[str, Any], dict[str, Any] | None, str]]  # options, components and gift of each variant
    seed: str
    limit: int
    load: tuple[str, ...]
    records: bool
    lots: bool  # whether a seat is chosen by lot
    luck: bool = False  # whether the luck of every game is counted
    changes: tuple[dict[str, Any], ...] = ()  # of the numbers of the box's component file, as records have them


def agenda_of(experiment: Experiment, records: bool = False) -> Agenda:
    """All that a process needs to play an experiment's deals."""
    ways = [(way.options(experiment.game), way.components(experiment.game), way.give) for way in experiment.ways]
    lots = any(way.give for way in experiment.ways)
    changes = tuple({} if way.file or way.without else way.numbers(experiment.game) for way in experiment.ways)
    return Agenda(
        experiment.game.id, experiment.rotations, experiment.options, ways, experiment.seed, experiment.limit,
        experiment.load, records, lots, experiment.luck, changes,
    )  # fmt: skip


class Dealt(NamedTuple):
    """One deal, played by all variants."""

    number: int
    games: list[list[Observation]]  # by variant and rotation


class Sittings:
    """Plays deals, in whatever process."""

    def __init__(self, agenda: Agenda) -> None:
        load_modules(agenda.load)
        self.agenda = agenda
        self.game = find(agenda.game)
        self.parts: list[Parts] = []
        made: dict[str, Parts] = {}
        for _, data, _ in agenda.ways:
            key = json.dumps(data, sort_keys=True, default=str)
            if key not in made:
                made[key] = self.game.parts(data)
            self.parts.append(made[key])

    def play(self, number: int) -> Dealt:
        known: dict[str, list[Observation]] = {}
        games: list[list[Observation]] = []
        for way, (options, data, gift) in enumerate(self.agenda.ways):
            key = json.dumps([options, data, gift], sort_keys=True, default=str)
            if key not in known:  # what is the same is played once
                known[key] = [self.play_one(number, way, turn) for turn in range(len(self.agenda.rotations))]
            games.append(known[key])
        return Dealt(number, games)

    def play_one(self, number: int, way: int, turn: int) -> Observation:
        agenda = self.agenda
        own, _, gift = agenda.ways[way]
        options = {**agenda.options, **own}
        bots = agenda.rotations[turn]
        parts = self.parts[way]
        deal = f"{agenda.seed}:{number}"
        setup = self.game.setup(len(bots), options, deal, parts)
        state = self.game.start(len(bots), options, setup, parts)
        chosen = int(Rng(f"{deal}:lot").below(len(bots))) if agenda.lots else -1
        given = {"seat": chosen, "thing": gift} if gift else None
        if given:
            state = self.game.give(state, given, parts)
        found = observe(
            self.game, state, bots, f"{deal}:{turn}", f"{deal}:chance", agenda.limit, parts, chosen, agenda.records,
            agenda.luck, agenda.rotations[0][0],
        )  # fmt: skip
        if agenda.records:
            outcome = state.outcome
            head = {"game": self.game.id, "players": len(bots), "options": options, "setup": setup}
            if agenda.changes[way]:
                head["components"] = agenda.changes[way]
            if given:
                head["gift"] = given
            tail = {"moves": found.moves, "outcome": None if outcome is None else outcome.to_dict(), "bots": bots}
            found.moves = [{**head, **tail}]
        return found


def play_again(experiment: Experiment, way: int, deal: int, turn: int) -> dict[str, Any]:
    """The record of one game of an experiment, played once more: a deal depends on nothing but its number."""
    seen = Sittings(agenda_of(experiment, True)).play_one(deal, way, turn)
    record: dict[str, Any] = seen.moves[0]
    return record


_SITTINGS: dict[str, Sittings] = {}  # of a worker: the last ones


def play_task(agenda: Agenda, numbers: list[int]) -> list[Dealt]:
    """In a worker: play some deals."""
    key = repr(agenda)
    if key not in _SITTINGS:
        _SITTINGS.clear()
        _SITTINGS[key] = Sittings(agenda)
    return [_SITTINGS[key].play(number) for number in numbers]


Source = Callable[[Agenda, Iterator[list[int]], Callable[[Dealt], None]], Iterator[Dealt]]
"""Plays the deals of some tasks and gives them in their order; tells of each as soon as it is there."""


def processes(jobs: int) -> Source:
    """This process, or so many others of this machine."""

    def play(agenda: Agenda, tasks: Iterator[list[int]], arrived: Callable[[Dealt], None]) -> Iterator[Dealt]:
        if jobs <= 1:
            sittings = Sittings(agenda)
            for numbers in tasks:
                for number in numbers:
                    dealt = sittings.play(number)
                    arrived(dealt)
                    yield dealt
            return
        with a_pool(jobs) as pool:
            waiting: deque[Future[list[Dealt]]] = deque()
            try:
                for numbers in tasks:
                    waiting.append(pool.submit(play_task, agenda, numbers))
                    if len(waiting) >= 3 * jobs:
                        yield from announce(waiting.popleft().result(), arrived)
                while waiting:
                    yield from announce(waiting.popleft().result(), arrived)
            finally:
                for future in waiting:
                    future.cancel()

    return play


def announce(deals: list[Dealt], arrived: Callable[[Dealt], None]) -> list[Dealt]:
    for dealt in deals:
        arrived(dealt)
    return deals


def tasks_of(deals: int | None, size: int, known: Container[int] = ()) -> Iterator[list[int]]:
    """The numbers of the deals that are not known yet, in tasks of a size; without end if there is none."""
    task: list[int] = []
    for number in count() if deals is None else range(deals):
        if number not in known:
            task.append(number)
        if len(task) == size:
            yield task
            task = []
    if task:
        yield task


class DealFile:
    """The deals of an experiment in a file, a line each, as they come: what was played once is not played again."""

    def __init__(self, path: str | Path, agenda: Agenda, resume: bool) -> None:
        self.known: dict[int, Dealt] = {}
        what = {"experiment": agenda[: Agenda._fields.index("load")], "lots": agenda.lots}
        head = json.dumps({**what, **({"luck": True} if agenda.luck else {})}, sort_keys=True, default=str)
        here = Path(path)
        try:
            if here.exists() and here.stat().st_size:
                if not resume:
                    raise RulesError(f"{path}: there is such a file already; --resume goes on with it")
                self.read(here, head)
            self.file: IO[str] = here.open("a", encoding="utf-8")
        except OSError as error:
            raise RulesError(f"{path}: {error.strerror}") from error
        if not here.stat().st_size:
            self.file.write(head + "\n")
            self.file.flush()

    def read(self, path: Path, head: str) -> None:
        """What the file has. The last line of a process that was killed may be cut: it is dropped."""
        whole = path.read_bytes()
        if not whole.endswith(b"\n"):
            whole = whole[: whole.rfind(b"\n") + 1]
            path.write_bytes(whole)
        lines = whole.decode("utf-8").splitlines()
        if lines and lines[0] != head:
            raise RulesError(f"{path}: these are deals of another experiment")
        for line in lines[1:]:
            data = json.loads(line)
            games = [[Observation.from_dict(seen) for seen in way] for way in data["games"]]
            self.known[data["deal"]] = Dealt(data["deal"], games)

    def write(self, dealt: Dealt) -> None:
        games = [[seen.to_dict() for seen in way] for way in dealt.games]
        self.file.write(json.dumps({"deal": dealt.number, "games": games}) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def all_deals(known: Mapping[int, Dealt], fresh: Iterator[Dealt], deals: int | None) -> Iterator[Dealt]:
    """Deals in their order, from the file or played now."""
    for number in count() if deals is None else range(deals):
        if number in known:
            yield known[number]
        else:
            dealt = next(fresh)
            assert dealt.number == number
            yield dealt
