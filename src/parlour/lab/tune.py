"""Looks for the variant that comes nearest to what a designer wishes.

Dials are keys with ranges (`towers=4..8`), wishes are values of measures (`length.rounds=8`), or `even` for roles that
should win equally often. How far a variant is from a wish is counted in units of that measure: points of a share, or
hundredths of the wish for other numbers; the distance of a variant is the root of the mean of their squares. Optuna
proposes the candidates (its TPE sampler, seeded). All of them play the same deals, a batch at a time, and one that is
worse than the median of the others after a batch is given up. The nearest few play twice as many deals of their own,
and the nearest of these is played once more on fresh deals, against the box's rules: what was found by looking at many
is too good on the deals it was chosen by. Needs `parlour[tune]`.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from parlour.faces.refusals import LibraryMissing, SettingRefused
from parlour.lab.experiment import Experiment
from parlour.lab.measures import is_share
from parlour.lab.result import Result
from parlour.lab.running import ignore, run
from parlour.lab.sittings import QUICK_CHUNK, agenda_of, processes, tasks_of
from parlour.lab.variants import Variant, check_key, is_sweep, read_set
from parlour.rules.errors import RulesError
from parlour.rules.game import Game

EVEN = "even"
BATCHES = 3  # after which a candidate may be given up
FINALISTS = 4  # candidates that are looked at more closely


class Wish(NamedTuple):
    """A measure and the value it should have; for `even`, the start of the names of roles that should be equal."""

    name: str
    value: float | None

    def distance(self, measures: dict[str, dict[str, Any]], players: int) -> float:
        """How far a variant is from it, in points of a share or in hundredths of the wish."""
        if self.value is None:
            shares = [found["value"] for name, found in measures.items() if name.startswith(f"win_share.{self.name}")]
            if not shares:
                raise SettingRefused(
                    "even={name}: no role is called so; roles: {roles}",
                    name=self.name,
                    roles=", ".join(roles(measures)),
                )
            return 100 * max(abs(float(share) - 1 / players) for share in shares)
        if self.name not in measures:
            if self.name.startswith("ended."):
                return 100 * self.value  # it never ends so
            raise SettingRefused(
                "{name}: there is no such measure; there are {measures}",
                name=self.name,
                measures=", ".join(sorted(measures)),
            )
        found = float(measures[self.name]["value"])
        return 100 * abs(found - self.value) / (1 if is_share(self.name) else self.value or 1)


def roles(measures: dict[str, Any]) -> list[str]:
    return [name.removeprefix("win_share.") for name in measures if name.startswith("win_share.")]


def read_wish(text: str) -> Wish:
    """A wish from `length.rounds=8`, `ended.gold=50%` or `even=first`.

    >>> read_wish("ended.gold=50%"), read_wish("even=seat")
    (Wish(name='ended.gold', value=0.5), Wish(name='seat', value=None))
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise SettingRefused("a wish is written MEASURE=VALUE or even=ROLE, not {text}", text=repr(text))
    if name == EVEN:
        return Wish(value, None)
    try:
        return Wish(name, float(value[:-1]) / 100 if value.endswith("%") else float(value))
    except ValueError:
        raise SettingRefused("{text}: a number is needed, or a share such as 50%", text=text) from None


class Met(NamedTuple):
    """What came of a wish on fresh deals."""

    wish: str
    value: float  # for `even`, of the role that is furthest from its part
    low: float | None
    high: float | None
    target: float

    @property
    def holds(self) -> bool:
        """Whether the interval has what was wished for."""
        return self.low is not None and self.high is not None and self.low <= self.target <= self.high


class Candidate(NamedTuple):
    changes: dict[str, Any]
    distance: float
    distances: list[float]  # by wish


class Tuned(NamedTuple):
    """What a search found."""

    candidates: list[Candidate]  # the nearest first, the first few as found on more deals
    given_up: int
    check: Result  # the nearest on fresh deals, against the box's rules
    distance: float  # as found there
    met: list[Met]  # by wish, as found there

    def front(self) -> list[Candidate]:
        """The candidates of which no other one is nearer to every wish."""
        return [
            one
            for one in self.candidates
            if not any(
                other.distances != one.distances
                and all(theirs <= own for theirs, own in zip(other.distances, one.distances, strict=True))
                for other in self.candidates
            )
        ]


def distances(result: Result, way: int, wishes: Sequence[Wish]) -> list[float]:
    data = result.to_dict()
    measures = data["variants"][way - 1]["measures"] if way else data["baseline"]["measures"]
    return [wish.distance(measures, len(data["bots"])) for wish in wishes]


def what_came_of(texts: Sequence[str], check: Result) -> list[Met]:
    """What the first variant of a result has of each wish."""
    data = check.to_dict()
    measures = data["variants"][0]["measures"]
    found: list[Met] = []
    for text in texts:
        wish = read_wish(text)
        target = 1 / len(data["bots"]) if wish.value is None else wish.value
        start = f"win_share.{wish.name}" if wish.value is None else wish.name
        names = [name for name in measures if name.startswith(start)] if wish.value is None else [wish.name]
        none = {"value": 0.0, "low": 0.0, "high": 0.0}  # it never ends so
        worst = max((measures.get(name, none) for name in names), key=lambda m: abs(float(m["value"]) - target))
        found.append(Met(text, worst["value"], worst["low"], worst["high"], target))
    return found


def overall(found: Sequence[float]) -> float:
    return math.sqrt(sum(distance**2 for distance in found) / len(found))


def by_distance(candidates: Iterable[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda candidate: candidate.distance)


def read_dials(game: Game, texts: Sequence[str]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for text in texts:
        key, values = read_set(text)
        check_key(game, key)
        if not is_sweep(text) or len(values) < 2:
            raise SettingRefused("{text}: a dial is written KEY=LOW..HIGH", text=text)
        found[key] = values
    if not found:
        raise SettingRefused("nothing can be turned: name a dial, KEY=LOW..HIGH")
    return found


def tune(
    game: Game,
    bots: Sequence[str],
    dials: Sequence[str],
    wishes: Sequence[str],
    trials: int = 20,
    games: int = 120,
    seed: str = "1",
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Tuned:
    """Look for the settings of the dials that come nearest to the wishes."""
    ranges = read_dials(game, dials)
    wanted = [read_wish(text) for text in wishes]
    if not wanted:
        raise SettingRefused("nothing is wished for: name a wish, MEASURE=VALUE")
    try:
        optuna = importlib.import_module("optuna")
    except ImportError as error:
        raise LibraryMissing("Optuna is not installed: pip install 'parlour[tune]'") from error
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=int.from_bytes(seed.encode()[:4], "big"))
    study = optuna.create_study(sampler=sampler, pruner=optuna.pruners.MedianPruner(n_startup_trials=4))
    candidates: dict[str, Candidate] = {}
    given_up = 0
    source = processes(jobs)

    def play_candidate(variant: Variant, trial: Any) -> list[float]:
        """How far it is from the wishes; nothing if it was given up on the way."""
        experiment = Experiment(game, bots, games=games, seed=seed)
        variant.check(game, experiment.players, {})
        # The candidate stands in the place of the box's rules, which need not be played again for each of them.
        agenda = agenda_of(experiment)._replace(ways=[(variant.options(game), variant.components(game), "")])
        result = Result(experiment)
        deals = experiment.deals or 1
        looks = {deals * batch // BATCHES for batch in range(1, BATCHES)}
        for dealt in source(agenda, tasks_of(deals, QUICK_CHUNK if experiment.quick else 1), ignore):
            result.add(dealt)
            if result.deals in looks:
                trial.report(overall(distances(result, 0, wanted)), result.deals)
                if trial.should_prune():
                    return []
        return distances(result, 0, wanted)

    def attempt(trial: Any) -> float:
        nonlocal given_up
        changes = {key: trial.suggest_categorical(key, values) for key, values in ranges.items()}
        name = Variant("", changes).name
        if name in candidates:
            return candidates[name].distance
        try:
            found = play_candidate(Variant(name, changes), trial)
        except RulesError:  # these settings do not go together
            raise optuna.TrialPruned from None
        if not found:
            given_up += 1
            raise optuna.TrialPruned
        candidates[name] = Candidate(changes, overall(found), found)
        return candidates[name].distance

    for number in range(trials):
        study.optimize(attempt, n_trials=1)
        if progress is not None:
            progress(number + 1)
    ranked = by_distance(candidates.values())
    if not ranked:
        raise RulesError("no settings of these dials can be played")
    variants = [Variant("", candidate.changes) for candidate in ranked[:FINALISTS]]
    final = run(Experiment(game, bots, variants=variants, games=2 * games, seed=f"{seed}:final"), source=source)
    found = [distances(final, way, wanted) for way in range(1, len(variants) + 1)]
    finalists = [Candidate(one.changes, overall(by), by) for one, by in zip(ranked, found, strict=False)]
    ranked = by_distance(finalists) + ranked[len(finalists) :]
    fresh = Experiment(game, bots, variants=[Variant("", ranked[0].changes)], games=2 * games, seed=f"{seed}:fresh")
    check = run(fresh, source=source)
    return Tuned(ranked, given_up, check, overall(distances(check, 1, wanted)), what_came_of(wishes, check))
