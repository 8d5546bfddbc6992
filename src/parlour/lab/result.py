"""What an experiment found: its measures, their intervals, the differences to the box's rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from parlour.faces.refusals import Sentence
from parlour.lab.experiment import Experiment
from parlour.lab.luck import Correction
from parlour.lab.measures import ABSENT_IS_NONE, Observation, is_share
from parlour.lab.precision import Interval, Spread, interval, needed_deals
from parlour.lab.sittings import Dealt
from parlour.rules.game import Game

UNIT = (0.0, 1.0)
UNIT_DIFFERENCE = (-1.0, 1.0)


class Result:
    """What an experiment found."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.deals = 0
        self.unfinished = 0
        self.circling = 0
        self.unfinished_of = [0] * len(experiment.ways)
        self.seconds = 0.0
        self.why = Sentence("")  # why it was stopped
        self.samples: list[dict[str, dict[int, float]]] = [{} for _ in experiment.ways]  # by measure, then by deal
        self.finished: list[set[int]] = [set() for _ in experiment.ways]  # deals of which a game came to its end
        self.lengths: list[list[float]] = [[] for _ in experiment.ways]  # steps of every game
        self.luck: list[dict[str, dict[int, float]]] = [{} for _ in experiment.ways]  # by win share, then by deal
        self.singles: list[dict[str, Spread]] = [{} for _ in experiment.ways]  # win shares, game by game
        self.leads: list[dict[str, list[Spread]]] = [{} for _ in experiment.ways]  # by role, after each tenth of a game
        self.examples: list[dict[str, list[Example]]] = [{} for _ in experiment.ways]  # games behind each measure
        self._spreads: dict[tuple[int, str, bool], tuple[int, Spread]] = {}  # of a measure, as of so many deals
        self._corrections: dict[tuple[int, bool], tuple[int, dict[str, Spread]]] = {}
        self._same_as_box: dict[int, bool] = {}

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

    def value(self, way: int, name: str, deal: int) -> float | None:
        """A measure of one deal; `None` if it says nothing about it."""
        absent = 0.0 if name.startswith(ABSENT_IS_NONE) and deal in self.finished[way] else None
        return self.samples[way].get(name, {}).get(deal, absent)

    def spread(self, way: int, name: str, difference: bool = False) -> Spread:
        """A measure, or its difference to the box's rules on the deals that both say something about. Whoever watches a
        run asks again and again, so what was summed up is kept, and only the deals since then are added."""
        known, spread = self._spreads.get((way, name, difference), (0, Spread()))
        for deal in range(known, self.deals):
            value = self.value(way, name, deal)
            base = self.value(0, name, deal) if difference else 0.0
            if value is not None and base is not None:
                spread.add(value - base)
        self._spreads[way, name, difference] = self.deals, spread
        return spread

    def estimate(self, way: int, name: str) -> tuple[Spread, Interval]:
        spread = self.spread(way, name)
        return spread, interval(spread, UNIT if is_share(name) else None, self.experiment.planned)

    def difference(self, way: int, name: str) -> tuple[Spread, Interval]:
        """A variant against the box's rules."""
        spread = self.spread(way, name, True)
        if self.same_as_box(way):
            return spread, Interval(0.0, 0.0)
        return spread, interval(spread, UNIT_DIFFERENCE if is_share(name) else None, self.experiment.planned)

    def luck_of(self, way: int, name: str) -> dict[int, float]:
        """The luck of the role of a win share, by deal."""
        return self.luck[way].get(name, {})

    def corrected_share(self, way: int, name: str) -> tuple[Spread, Interval]:
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
        if way not in self._same_as_box:
            experiment = self.experiment
            variant = experiment.ways[way]
            given = {**default_options(experiment.game), **experiment.options}
            self._same_as_box[way] = (
                not variant.give
                and all(given.get(key) == value for key, value in variant.options(experiment.game).items())
                and variant.components(experiment.game) in (None, experiment.game.box_components())
            )
        return self._same_as_box[way]

    def goals(self) -> list[tuple[Spread, Interval]]:
        """What a run goes on for: the win shares, or their differences to the box's rules; corrected, if they are."""
        shares = [name for name in self.measures() if name.startswith("win_share.")]
        ways = range(1, len(self.experiment.ways))
        luck = self.experiment.luck
        if not ways:
            return [self.corrected_share(0, name) if luck else self.estimate(0, name) for name in shares]
        compare = self.corrected_difference if luck else self.difference
        return [compare(way, name) for way in ways for name in shares]

    def reach(self) -> float:
        """The widest of these intervals."""
        return max((span.reach for _, span in self.goals()), default=math.inf)

    def deals_needed(self, points: float) -> int:
        """How many deals make the widest of these intervals so narrow, judged by the deals so far."""
        bounds = UNIT_DIFFERENCE if self.experiment.variants else UNIT
        deviations = [math.sqrt(spread.soften(bounds).variance) for spread, _ in self.goals()]
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
                        **summary(*self.corrected_share(way, name)),
                        "difference": spread.mean,
                        "difference_low": span.low,
                        "difference_high": span.high,
                    }
                measures[name] = found
            variants.append({"name": variant.name, "changes": variant.to_dict(), "measures": measures})
        base = {name: summary(*self.estimate(0, name)) for name in names}
        for name, found in base.items():
            if found and self.is_corrected(name):
                found["corrected"] = summary(*self.corrected_share(0, name))
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
                for raw, less in pairs or [(self.estimate(0, name)[0], self.corrected_share(0, name)[0])]:
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
