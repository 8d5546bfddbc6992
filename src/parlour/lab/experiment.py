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

import math
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from parlour.bots.bot import make_bot
from parlour.faces.refusals import SettingRefused
from parlour.lab.luck import is_worth_it
from parlour.lab.match import LIMIT, load_modules
from parlour.lab.measures import check_pattern
from parlour.lab.precision import needed_deals
from parlour.lab.variants import Variant, variants_from
from parlour.rules.game import Game, find

GAMES = 300  # of each variant, where nothing else is said


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
            raise SettingRefused(
                "players says {players}, but there are {bots} bots", players=players, bots=self.players
            )
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
                raise SettingRefused("{what}: a number above 0 is needed, not {value}", what=what, value=value)
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
