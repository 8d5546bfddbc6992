"""Experiments: the box's rules and variants of them, on the same deals in the same rotations, and what differs.

Every variant plays each deal with the same shuffles, dice and bots' seeds (common random numbers), so that differences
are taken deal by deal and most of the luck cancels out. A deal is one sample: it is played once for every rotation of
different bots. The same experiment gives the same result by command, from a file or from Python, with any number of
processes.

    from parlour.lab import Experiment, run
    result = run(Experiment("photon-rush", ["greedy"] * 3, sets=["towers=5..7"], games=300))
    result.to_dict()["variants"][1]["measures"]["ended.gold"]
"""

from __future__ import annotations

import json
import math
import time
import tomllib
from collections import deque
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from fnmatch import fnmatchcase
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any, NamedTuple

from parlour.bots.bot import make_bot
from parlour.lab.luck import Correction, is_worth_it
from parlour.lab.match import LIMIT, load_modules
from parlour.lab.measures import ABSENT_IS_NONE, Observation, check_pattern, is_share, observe
from parlour.lab.precision import FIRST_LOOK, Interval, Spread, interval, needed_deals
from parlour.lab.variants import Variant, variants_from
from parlour.rules.chance import Rng
from parlour.rules.errors import InvalidOptions, RulesError
from parlour.rules.game import Game, Parts, find

GAMES = 300  # of each variant, where nothing else is said
CHUNK = 10  # deals between two looks at the precision
QUICK_CHUNK = 10  # deals of one task, between players who draw their answers
UNIT = (0.0, 1.0)
UNIT_DIFFERENCE = (-1.0, 1.0)


class Experiment:
    """What is to be found out: a game, who plays it, its variants, what is counted and how precisely."""

    def __init__(
        self,
        game: str | Game,
        bots: Sequence[str] | None = None,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        sets: Iterable[str] = (),
        files: Iterable[str] = (),
        give: Iterable[str] = (),
        without: Iterable[str] = (),
        variants: Iterable[Variant] = (),
        games: int | None = None,
        within: float | None = None,
        minutes: float | None = None,
        seed: object = "1",
        limit: int = LIMIT,
        count: Iterable[str] = (),
        load: Iterable[str] = (),
        name: str = "",
        luck: bool | None = None,
    ) -> None:
        self.load = tuple(load)  # modules with further bots
        load_modules(self.load)
        self.game = game if isinstance(game, Game) else find(game)
        table = len(bots) if bots is not None else players
        self.bots = list(bots) if bots is not None else ["greedy"] * self.game.check_table(table, {})
        self.options = dict(options or {})
        self.players = self.game.check_table(len(self.bots), self.options)
        if players is not None and players != self.players:
            raise InvalidOptions(f"players says {players}, but there are {self.players} bots")
        self.variants = [*variants_from(self.game, sets, files, give, without, self.players), *variants]
        if not self.variants and self.options:
            # Options alone are what is asked about: with them against without.
            self.variants, self.options = [Variant("", self.options)], {}
        self.within = within  # points: stop when every interval of a win share is so narrow
        self.minutes = minutes
        self.games = games if games is not None else (None if within is not None else GAMES)
        self.seed = str(seed)
        self.limit = limit
        self.count = list(count)  # patterns of measures; none: all
        self.name = name
        # Whether luck is counted and results are corrected by it; by itself, where that is worth its time.
        self.luck = luck if luck is not None else is_worth_it(self.game) and not self.quick
        self.check()

    def check(self) -> None:
        """Refuse what cannot be run, before anything is."""
        for seat, bot in enumerate(self.bots):
            make_bot(bot, self.game, seat)
        for what, value in (
            ("games", self.games),
            ("limit", self.limit),
            ("within", self.within),
            ("minutes", self.minutes),
        ):
            if value is not None and not 0 < value < math.inf:
                raise InvalidOptions(f"{what}: a number above 0 is needed, not {value}")
        for pattern in self.count:
            check_pattern(pattern)
        Variant().check(self.game, self.players, self.options)
        for variant in self.variants:
            variant.check(self.game, self.players, self.options)

    @property
    def rotations(self) -> list[list[str]]:
        """The ways to seat the bots that differ."""
        found: list[list[str]] = []
        for turn in range(self.players):
            seats = [*self.bots[turn:], *self.bots[:turn]]
            if seats not in found:
                found.append(seats)
        return found

    @property
    def ways(self) -> list[Variant]:
        """The box's rules, then the variants."""
        return [Variant(), *self.variants]

    @property
    def deals(self) -> int | None:
        """How many deals are played at most."""
        return None if self.games is None else math.ceil(self.games / len(self.rotations))

    @property
    def planned(self) -> int:
        """For how many deals the sequence of intervals is made; it must not depend on what is seen."""
        return needed_deals(0.5, self.within / 100) if self.within is not None else 0

    def counts(self, name: str) -> bool:
        return not self.count or any(fnmatchcase(name, pattern) for pattern in self.count)

    @property
    def quick(self) -> bool:
        return all(bot == "random" for bot in self.bots)


# -- playing ---------------------------------------------------------------------------------------


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
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
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


# -- counting --------------------------------------------------------------------------------------


class Progress(NamedTuple):
    """How far an experiment is."""

    deals: int
    of: int | None  # deals, as far as it can be told
    seconds: float
    left: float | None  # seconds
    reach: float | None  # the widest interval of a win share, in points either way


class Result:
    """What an experiment found."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.deals = 0
        self.unfinished = 0
        self.circling = 0
        self.unfinished_of = [0] * len(experiment.ways)
        self.seconds = 0.0
        self.why = ""  # why it was stopped
        self.samples: list[dict[str, dict[int, float]]] = [{} for _ in experiment.ways]  # by measure, then by deal
        self.finished: list[set[int]] = [set() for _ in experiment.ways]  # deals of which a game came to its end
        self.lengths: list[list[float]] = [[] for _ in experiment.ways]  # steps of every game
        self.luck: list[dict[str, dict[int, float]]] = [{} for _ in experiment.ways]  # by win share, then by deal
        self.singles: list[dict[str, Spread]] = [{} for _ in experiment.ways]  # win shares, game by game
        self.leads: list[dict[str, list[Spread]]] = [{} for _ in experiment.ways]  # by role, after each tenth of a game
        self.examples: list[dict[str, list[Example]]] = [{} for _ in experiment.ways]  # games behind each measure
        self._corrections: dict[tuple[int, bool], tuple[int, dict[str, Spread]]] = {}  # as of so many deals

    @property
    def games(self) -> int:
        """Games of each variant."""
        return self.deals * len(self.experiment.rotations)

    def add(self, dealt: Dealt) -> None:
        self.deals += 1
        for way, games in enumerate(dealt.games):
            sums: dict[str, list[float]] = {}
            for seen in games:
                self.unfinished += seen.unfinished
                self.unfinished_of[way] += seen.unfinished
                self.circling += seen.circling
                if not seen.unfinished:
                    self.lengths[way].append(seen.values["length.steps"])
                for name, value in seen.values.items():
                    sums.setdefault(name, []).append(value)
            ended = [seen for seen in games if not seen.unfinished]
            if ended:
                self.finished[way].add(dealt.number)
            for name, values in sums.items():
                # How it ended, and what was held, is 0 in the games of this deal that do not say it.
                many = len(ended) if name.startswith(ABSENT_IS_NONE) else len(values)
                self.samples[way].setdefault(name, {})[dealt.number] = sum(values) / many
            for turn, seen in enumerate(games):
                self.add_game(way, dealt.number, turn, seen)
            for role in ended[0].luck if ended else ():
                found = [seen.luck[role] for seen in ended if role in seen.luck]
                self.luck[way].setdefault(f"win_share.{role}", {})[dealt.number] = sum(found) / len(found)

    def add_game(self, way: int, deal: int, turn: int, seen: Observation) -> None:
        """What is kept of a single game."""
        for name, value in seen.values.items():
            if name.startswith("win_share."):
                self.singles[way].setdefault(name, Spread()).add(value)
            note_example(self.examples[way].setdefault(name, []), Example(value, deal, turn))
        for role, ahead in seen.leads.items():
            spreads = self.leads[way].setdefault(role, [Spread() for _ in ahead])
            for spread, value in zip(spreads, ahead, strict=True):
                spread.add(value)

    def measures(self) -> list[str]:
        names = {name for samples in self.samples for name in samples if self.experiment.counts(name)}
        return sorted(names, key=measure_order)

    def values(self, way: int, name: str) -> dict[int, float]:
        """A measure by deal."""
        found = self.samples[way].get(name, {})
        if name.startswith(ABSENT_IS_NONE):
            return {deal: found.get(deal, 0.0) for deal in self.finished[way]}
        return found

    def estimate(self, way: int, name: str) -> tuple[Spread, Interval]:
        spread = Spread()
        values = self.values(way, name)
        for deal in sorted(values):
            spread.add(values[deal])
        return spread, interval(spread, UNIT if is_share(name) else None, self.experiment.planned)

    def difference(self, way: int, name: str) -> tuple[Spread, Interval]:
        """A variant against the box's rules, on the deals that both of them say something about."""
        mine, base = self.values(way, name), self.values(0, name)
        spread = Spread()
        for deal in sorted(mine.keys() & base.keys()):
            spread.add(mine[deal] - base[deal])
        if self.same_as_box(way):
            return spread, Interval(0.0, 0.0)
        return spread, interval(spread, UNIT_DIFFERENCE if is_share(name) else None, self.experiment.planned)

    def luck_of(self, way: int, name: str) -> dict[int, float]:
        """The luck of the role of a win share, by deal."""
        return self.luck[way].get(name, {})

    def corrected(self, way: int, name: str) -> tuple[Spread, Interval]:
        """A win share with the luck of chance taken away, as far as that is clear from the deals before."""
        spread = self.corrections(way, False)[name]
        return spread, interval(spread, UNIT, self.experiment.planned)

    def corrected_difference(self, way: int, name: str) -> tuple[Spread, Interval]:
        if self.same_as_box(way):
            return self.difference(way, name)
        spread = self.corrections(way, True)[name]
        return spread, interval(spread, UNIT_DIFFERENCE, self.experiment.planned)

    def corrections(self, way: int, difference: bool) -> dict[str, Spread]:
        """All win shares of a variant, or their differences to the box's rules, corrected by one slope."""
        deals, known = self._corrections.get((way, difference), (0, {}))
        if deals == self.deals:
            return known
        names = [name for name in self.measures() if name.startswith("win_share.")]
        results = {name: self.values(way, name) for name in names}
        luck = {name: self.luck_of(way, name) for name in names}
        if difference:
            results = {name: subtract(results[name], self.values(0, name)) for name in names}
            luck = {name: subtract(luck[name], self.luck_of(0, name)) for name in names}
        correction = Correction()
        found = {name: Spread() for name in names}
        for deal in range(self.deals):
            here = [name for name in names if deal in results[name]]
            pairs = [(results[name][deal], luck[name].get(deal, 0.0)) for name in here]
            for name, value in zip(here, correction.add(pairs), strict=True):
                found[name].add(value)
        self._corrections[way, difference] = self.deals, found
        return found

    def is_corrected(self, name: str) -> bool:
        return self.experiment.luck and name.startswith("win_share.")

    def same_as_box(self, way: int) -> bool:
        """Whether a variant changes nothing at all."""
        experiment = self.experiment
        variant = experiment.ways[way]
        given = {**default_options(experiment.game), **experiment.options}
        return (
            not variant.give
            and all(given.get(key) == value for key, value in variant.options(experiment.game).items())
            and variant.components(experiment.game) in (None, experiment.game.box_components())
        )

    def goals(self) -> list[tuple[Spread, Interval]]:
        """What a run goes on for: the win shares, or their differences to the box's rules; corrected, if they are."""
        shares = [name for name in self.measures() if name.startswith("win_share.")]
        ways = range(1, len(self.experiment.ways))
        luck = self.experiment.luck
        if not ways:
            return [self.corrected(0, name) if luck else self.estimate(0, name) for name in shares]
        compare = self.corrected_difference if luck else self.difference
        return [compare(way, name) for way in ways for name in shares]

    def reach(self) -> float:
        """The widest of these intervals."""
        return max((span.reach for _, span in self.goals()), default=math.inf)

    def needed(self, points: float) -> int:
        """How many deals make the widest of these intervals so narrow, judged by the deals so far."""
        bounds = UNIT_DIFFERENCE if self.experiment.variants else UNIT
        deviations = [math.sqrt(spread.softened(bounds).variance) for spread, _ in self.goals()]
        return max(2, needed_deals(max(deviations, default=0.0), points / 100, self.experiment.planned))

    def to_dict(self) -> dict[str, Any]:
        experiment = self.experiment
        names = self.measures()
        variants = []
        for way, variant in enumerate(experiment.ways[1:], start=1):
            measures: dict[str, Any] = {}
            for name in names:
                found = summary(*self.estimate(way, name))
                spread, span = self.difference(way, name)
                if not found or spread.count == 0:
                    continue
                found["difference"] = spread.mean
                found["difference_low"], found["difference_high"] = span.low, span.high
                if self.is_corrected(name):
                    spread, span = self.corrected_difference(way, name)
                    found["corrected"] = {
                        **summary(*self.corrected(way, name)),
                        "difference": spread.mean,
                        "difference_low": span.low,
                        "difference_high": span.high,
                    }
                measures[name] = found
            variants.append({"name": variant.name, "changes": variant.to_dict(), "measures": measures})
        base = {name: summary(*self.estimate(0, name)) for name in names}
        for name, found in base.items():
            if found and self.is_corrected(name):
                found["corrected"] = summary(*self.corrected(0, name))
        return {
            "game": experiment.game.id,
            "bots": experiment.bots,
            "deals": self.deals,
            "games": self.games,
            "baseline": {"measures": {name: found for name, found in base.items() if found}},
            "variants": variants,
            "unfinished": self.unfinished,
            **({"variance_left": self.variance_left()} if experiment.luck else {}),
        }

    def variance_left(self) -> dict[str, float]:
        """What rotations, pairs and the correction by luck each leave of the variance of a win share: the mean over all
        of them, against single games of one seating, against two runs on deals of their own, and against raw results.
        """
        names = [name for name in self.measures() if name.startswith("win_share.")]
        ways = range(1, len(self.experiment.ways))
        turns = len(self.experiment.rotations)
        found: dict[str, list[float]] = {"rotations": [], "pairs": [], "luck": []}
        for name in names:
            single = self.singles[0].get(name, Spread()).variance
            if turns > 1 and single > 0:
                found["rotations"].append(turns * self.estimate(0, name)[0].variance / single)
            for way in ways:
                apart = self.estimate(way, name)[0].variance + self.estimate(0, name)[0].variance
                if apart > 0 and not self.same_as_box(way):
                    found["pairs"].append(self.difference(way, name)[0].variance / apart)
        if self.experiment.luck:
            for name in names:
                pairs = [(self.difference(way, name)[0], self.corrected_difference(way, name)[0]) for way in ways]
                for raw, less in pairs or [(self.estimate(0, name)[0], self.corrected(0, name)[0])]:
                    if raw.variance > 0:
                        found["luck"].append(less.variance / raw.variance)
        return {what: sum(values) / len(values) for what, values in found.items() if values}


class Example(NamedTuple):
    """A game behind a number."""

    value: float
    deal: int
    turn: int  # the rotation


EXAMPLES = 2  # at either end


def note_example(known: list[Example], new: Example) -> None:
    """Keep the games with the least and with the greatest values, of equal ones the first."""
    known.append(new)
    known.sort(key=lambda example: example.value)
    if len(known) > 2 * EXAMPLES:
        del known[EXAMPLES]


def play_again(experiment: Experiment, way: int, deal: int, turn: int) -> dict[str, Any]:
    """The record of one game of an experiment, played once more: a deal depends on nothing but its number."""
    seen = Sittings(agenda_of(experiment, True)).play_one(deal, way, turn)
    record: dict[str, Any] = seen.moves[0]
    return record


def subtract(mine: Mapping[int, float], base: Mapping[int, float]) -> dict[int, float]:
    """Differences on the deals that both have."""
    return {deal: mine[deal] - base[deal] for deal in mine.keys() & base.keys()}


def summary(spread: Spread, span: Interval) -> dict[str, Any]:
    return {"value": spread.mean, "low": span.low, "high": span.high} if spread.count else {}


def default_options(game: Game) -> dict[str, Any]:
    return {name: option.default for name, option in game.options.items()}


ORDER = ("win_share.", "skill", "shared_wins", "ended.", "length.", "scores.", "choices", "forced", "waiting",
         "lead_changes", "known_at", "comebacks", "luck", "taken.", "held.", "win_with.")  # fmt: skip
ROLES = ("chosen", "first", "second", "third", "fourth", "fifth", "sixth")


def measure_order(name: str) -> tuple[int, int, str]:
    """Measures as they are listed: wins first, of the roles in their order."""
    kind = next((i for i, start in enumerate(ORDER) if name.startswith(start)), len(ORDER))
    role = name.partition(".")[2]
    return kind, ROLES.index(role) if role in ROLES else len(ROLES), name


# -- running ---------------------------------------------------------------------------------------


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


def agenda_of(experiment: Experiment, records: bool = False) -> Agenda:
    """All that a process needs to play an experiment's deals."""
    ways = [(way.options(experiment.game), way.components(experiment.game), way.give) for way in experiment.ways]
    lots = any(way.give for way in experiment.ways)
    changes = tuple({} if way.file or way.without else way.numbers(experiment.game) for way in experiment.ways)
    return Agenda(
        experiment.game.id, experiment.rotations, experiment.options, ways, experiment.seed, experiment.limit,
        experiment.load, records, lots, experiment.luck, changes,
    )  # fmt: skip


def why_stop(result: Result) -> str:
    """Why no more deals are played; nothing if more are."""
    experiment = result.experiment
    if experiment.minutes is not None and result.seconds >= 60 * experiment.minutes:
        return f"{experiment.minutes:g} minutes are over"
    precise = experiment.within is not None and result.deals >= FIRST_LOOK and result.deals % CHUNK == 0
    if precise and experiment.within is not None and 100 * result.reach() <= experiment.within:
        return f"every interval of a win share is within {experiment.within:g} points"
    return "all games are played" if result.deals == experiment.deals else ""


def progress_of(result: Result) -> Progress:
    experiment = result.experiment
    of = experiment.deals
    reach: float | None = None
    if experiment.within is not None and result.deals >= FIRST_LOOK:
        reach = 100 * result.reach()
        needed = max(result.deals, result.needed(experiment.within))
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


# -- experiments as files --------------------------------------------------------------------------

KEYS = ("game", "name", "bots", "players", "options", "set", "files", "give", "without", "variants", "games", "within",
        "minutes", "seed", "limit", "count", "load", "luck")  # fmt: skip
VARIANT_KEYS = ("name", "set", "file", "give", "without")


def read_experiment(path: str | Path) -> list[Experiment]:
    """The experiments of a file: one, or one for each number of players it names."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path}: {error}") from error
    try:
        return experiments_from(data, Path(path).parent)
    except RulesError as error:
        raise type(error)(f"{path}: {error}") from error
    except TypeError as error:
        raise RulesError(f"{path}: {error}") from error


def experiments_from(data: Mapping[str, Any], folder: Path) -> list[Experiment]:
    refuse_others(data, KEYS, "")
    if "game" not in data:
        raise RulesError('the key "game" is missing')
    game = find(data["game"])
    bots = data.get("bots")
    players = data.get("players")
    if isinstance(bots, str):  # one for all seats
        tables = players if isinstance(players, list) else [players if players is not None else game.players[0]]
        seatings: list[list[str] | None] = [[bots] * game.check_table(table, {}) for table in tables]
    elif bots is None and isinstance(players, list):
        seatings = [["greedy"] * game.check_table(table, {}) for table in players]
    else:
        seatings = [bots]
    sets = data.get("set", [])
    if isinstance(sets, dict):
        sets = [f"{key}={json.dumps(value) if not isinstance(value, str) else value}" for key, value in sets.items()]
    variants = [read_variant(item, i, folder) for i, item in enumerate(data.get("variants", []))]
    plain = {key: data[key] for key in ("options", "give", "without", "games", "within", "minutes", "seed", "limit",
                                        "count", "load", "name", "luck") if key in data}  # fmt: skip
    for key in ("give", "without", "count", "load"):
        if isinstance(plain.get(key), str):
            plain[key] = [plain[key]]
    files = [str(folder / file) for file in data.get("files", [])]
    table = players if isinstance(players, int) and bots is None else None
    return [
        Experiment(game, seats, players=table, sets=sets, files=files, variants=variants, **plain) for seats in seatings
    ]


def read_variant(item: Any, place: int, folder: Path) -> Variant:
    if not isinstance(item, dict):
        raise RulesError(f"variants.{place}: a table is needed")
    refuse_others(item, VARIANT_KEYS, f"variants.{place}.")
    file = str(folder / item["file"]) if "file" in item else None
    return Variant(item.get("name", ""), item.get("set", {}), file, item.get("give", ""), item.get("without", ""))


def refuse_others(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in data:
        if key not in known:
            raise RulesError(f"{where}{key}: there is no such key; there are {', '.join(known)}")
