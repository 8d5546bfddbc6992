"""Variants of a game: what is changed, read from `KEY=VALUE` and checked.

A key is an option of the game (`towers`) or a number of its component file (`cards.o-gold-4.gold`). `KEY=5..7` is a
sweep: a variant for each value. `KEY=VALUE` without dots is part of every variant.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from parlour.faces.changes import printed_refusal
from parlour.faces.refusals import ChangeRefused, SettingRefused
from parlour.rules.components import changed_components, name_of, numbers
from parlour.rules.errors import InvalidComponents, RulesError
from parlour.rules.game import Game, Parts, read_toml

SWEEP = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.(\d+))?")
WIDEST = 200  # variants of one experiment
GIVE = "give"
WITHOUT = "without"
FILE = "components"
ALL = "all"  # of the things that can be given or taken out


class Variant:
    """One way to play a game."""

    def __init__(
        self,
        name: str = "",
        changes: Mapping[str, Any] | None = None,
        file: str | None = None,
        give: str = "",
        without: str = "",
    ) -> None:
        self.changes: dict[str, Any] = dict(changes or {})  # options and numbers of the component file
        self.file = file  # a component file in place of the box's own
        self.give = give  # what a seat drawn by lot is given at the start
        self.without = without  # what is taken out of the game
        self.name = name or self.summary()

    def summary(self) -> str:
        words = [f"{key}={write_setting(value)}" for key, value in self.changes.items()]
        words += [Path(self.file).name] if self.file else []
        words += [f"give {self.give}"] if self.give else []
        words += [f"without {self.without}"] if self.without else []
        return ", ".join(words) or "the box's rules"

    def to_dict(self) -> dict[str, Any]:
        """All that is changed."""
        more = {FILE: self.file, GIVE: self.give, WITHOUT: self.without}
        return {**self.changes, **{key: value for key, value in more.items() if value}}

    def options(self, game: Game) -> dict[str, Any]:
        return {key: value for key, value in self.changes.items() if key in game.options}

    def numbers(self, game: Game) -> dict[str, Any]:
        """The numbers of the component file that it changes."""
        return {key: value for key, value in self.changes.items() if key not in game.options}

    def components(self, game: Game) -> dict[str, Any] | None:
        """The data of its component file; `None` for the box's own."""
        changes = self.numbers(game)
        if not changes and self.file is None and not self.without:
            return None
        data = read_toml(self.file) if self.file is not None else game.box_components()
        data = changed_components(data, changes)
        if self.without:
            counts = game.module("lab.counts")
            possible = counts.removals(data) if hasattr(counts, "removals") else []
            refuse_unknown(game, WITHOUT, self.without, possible)
            counts.remove(data, self.without)
        return data

    def parts(self, game: Game) -> Parts:
        """The tables it is played with; `InvalidComponents` names the key that cannot be changed so."""
        data = self.components(game)
        try:
            return game.parts(data)
        except InvalidComponents as error:
            asked = ", ".join(f"{key}={write_setting(value)}" for key, value in self.numbers(game).items())
            raise InvalidComponents(f"{asked}: {error}" if asked else str(error)) from error

    def check(self, game: Game, players: int, options: Mapping[str, Any]) -> None:
        """Refuse what cannot be played, before anything is."""
        game.check_table(players, {**options, **self.options(game)})
        parts = self.parts(game)
        state = game.new(players, {**options, **self.options(game)}, 1, parts)
        if self.give:
            counts = game.module("lab.counts")
            refuse_unknown(game, GIVE, self.give, counts.gifts(state.position()) if hasattr(counts, "gifts") else [])


def refuse_unknown(game: Game, what: str, thing: str, possible: Sequence[str]) -> None:
    if not possible:
        raise SettingRefused("{what} {thing}: {game} has nothing for this", what=what, thing=thing, game=game.title)
    if thing not in possible:
        raise SettingRefused(
            "{what} {thing}: in {game} it can be {things}",
            what=what,
            thing=thing,
            game=game.title,
            things=", ".join(possible),
        )


def write_setting(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def read_set(text: str) -> tuple[str, list[Any]]:
    """The key and the values of `KEY=VALUE` or `KEY=LOW..HIGH` (or `LOW..HIGH..STEP`).

    >>> read_set("towers=5..7")
    ('towers', [5, 6, 7])
    >>> read_set("goal.gold=10..20..5")
    ('goal.gold', [10, 15, 20])
    >>> read_set("quick_start=true")
    ('quick_start', [True])
    """
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise SettingRefused("a change is written KEY=VALUE or KEY=LOW..HIGH, not {text}", text=repr(text))
    sweep = SWEEP.fullmatch(value)
    if sweep is not None:
        low, high, step = int(sweep[1]), int(sweep[2]), int(sweep[3] or 1)
        if low > high or step < 1:
            raise SettingRefused(
                "{text}: a sweep goes from a lower value to a higher one, by steps of at least 1", text=text
            )
        values = range(low, high + 1, step)
        if len(values) > WIDEST:
            raise SettingRefused(
                "{text}: these are {many} values, and more than {most} are too many",
                text=text,
                many=len(values),
                most=WIDEST,
            )
        return key, list(values)
    try:
        return key, [json.loads(value)]
    except ValueError:
        return key, [value]


def is_sweep(text: str) -> bool:
    return SWEEP.fullmatch(text.partition("=")[2]) is not None


def variants_from(
    game: Game,
    sets: Iterable[str] = (),
    files: Iterable[str] = (),
    gifts: Iterable[str] = (),
    removals: Iterable[str] = (),
    players: int | None = None,
) -> list[Variant]:
    """The variants that these changes ask for: what is not a sweep is part of all of them; each value of a sweep, each
    file, each gift and each thing that is taken out makes one of its own."""
    common: dict[str, Any] = {}
    sweeps: list[list[tuple[str, Any]]] = []
    keys: set[str] = set()
    for text in sets:
        key, values = read_set(text)
        check_key(game, key)
        if key in keys:
            raise SettingRefused(
                "{text}: {key} is set twice; several values are a sweep, {key}=LOW..HIGH", text=text, key=key
            )
        keys.add(key)
        if is_sweep(text):
            sweeps.append([(key, value) for value in values])
        else:
            common[key] = values[0]
    many = math.prod(len(sweep) for sweep in sweeps)
    refuse_too_many(many)
    swept = [dict(pairs) for pairs in product(*sweeps)] if sweeps else [{}]
    starts: list[dict[str, str]] = [{"file": file} for file in files]
    starts += [{"give": thing} for thing in all_of(game, gifts, GIVE, players)]
    starts += [{"without": thing} for thing in all_of(game, removals, WITHOUT, players)]
    found: list[Variant] = []
    for start in starts or [{}]:
        for values_here in swept:
            if common or values_here or start:
                found.append(Variant("", {**common, **values_here}, **start))
    refuse_too_many(len(found))
    return found


def refuse_too_many(many: int) -> None:
    if many > WIDEST:
        raise SettingRefused(
            "these are {many} variants, and more than {most} are too many for one experiment", many=many, most=WIDEST
        )


def all_of(game: Game, things: Iterable[str], what: str, players: int | None) -> list[str]:
    """The things, with `all` for everything that can be given or taken out."""
    found: list[str] = []
    counts = game.module("lab.counts")
    for thing in things:
        if thing != ALL:
            found.append(thing)
        elif what == GIVE:
            found += counts.gifts(game.new(players, {}, 1).position()) if hasattr(counts, "gifts") else []
        else:
            found += counts.removals(game.box_components()) if hasattr(counts, "removals") else []
    return found


def check_key(game: Game, key: str) -> None:
    """Refuse a key that is neither an option nor in the component file, or whose number is printed."""
    if key in game.options:
        return
    printed = printed_refusal(game, key)
    if printed is not None:
        raise printed
    try:
        changed_components(game.box_components(), {key: None})
    except InvalidComponents as error:
        raise ChangeRefused(
            "{error}; nor is it an option of {game} ({options})",
            error=error,
            game=game.title,
            options=", ".join(game.options) or "-",
        ) from error


def dial_range(game: Game, key: str, reach: int = 12) -> tuple[int, int]:
    """The values that a number of the component file may have, found by trying: at most so far from its own."""
    box = game.box_components()
    value = numbers(box)[key]

    def goes(other: int) -> bool:
        try:
            game.parts(changed_components(box, {key: other}))
        except RulesError:
            return False
        return True

    low = high = value
    while value - low < reach and goes(low - 1):
        low -= 1
    while high - value < reach and goes(high + 1):
        high += 1
    return low, high


def file_changes(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """What a whole component file changes: the numbers, or else the tables that are not the box's."""
    game.parts(data)  # what is missing or wrong in it is said as it stands there
    box = game.box_components()
    known, found = numbers(box), numbers(data)
    changes: dict[str, Any] = {key: found[key] for key in known if key in found and found[key] != known[key]}
    if changed_components(box, changes) == data:
        return changes
    return {key: value for key, value in data.items() if key in box and value != box[key]}


def number_changes(game: Game, data: Mapping[str, Any]) -> tuple[dict[str, int], str]:
    """The numbers that a whole component file changes, and the key of the first thing besides that is not as in the
    box, if there is any. Nothing is made of the file, so that it may be a stranger's."""
    box = game.box_components()
    known, found = numbers(box), numbers(dict(data))
    changes = {key: found[key] for key, value in known.items() if found.get(key, value) != value}
    return changes, first_difference(changed_components(box, changes), data, [])


def first_difference(mine: object, theirs: object, way: list[str]) -> str:
    """Where two pieces of plain data differ first; nothing if they do not."""
    if isinstance(mine, dict) and isinstance(theirs, Mapping):
        pairs = [
            (str(key), mine.get(key), theirs.get(key)) for key in [*mine, *[key for key in theirs if key not in mine]]
        ]
    elif isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        pairs = [(name_of(one, i), one, other) for i, (one, other) in enumerate(zip(mine, theirs, strict=True))]
    else:
        return "" if type(mine) is type(theirs) and mine == theirs else ".".join(way) or "?"
    return next(filter(None, (first_difference(one, other, [*way, key]) for key, one, other in pairs)), "")
