"""A game of the box: what it is, and how its states are made.

Each game declares itself as a `Game` in the `__init__.py` of its folder. What makes its states stands in modules of
fixed names beside that (`parts.py`, `positions.py`; docs/adding-a-game.md has all of them), which are found by their
names; the public methods are the same for all.
"""

from __future__ import annotations

import datetime
import importlib
import json
import os
import secrets
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from parlour.rules.chance import Dealer, Rng, rng_from
from parlour.rules.check import Check, excerpt
from parlour.rules.components import changed_components, deep_copy, settle_components
from parlour.rules.errors import (
    InvalidComponents,
    InvalidOptions,
    InvalidPosition,
    InvalidRecord,
    InvalidSetup,
    RulesError,
    UnfinishedGame,
    UnknownGame,
)
from parlour.rules.features import observation_names
from parlour.rules.history import History, read_history
from parlour.rules.move import play_recorded, read_move
from parlour.rules.state import CHANCE, State

if TYPE_CHECKING:
    from parlour.faces.words import Words

ENTRY_POINT = "parlour.games"
NEEDED = ("parts", "positions", "face.words")  # the modules without which a game cannot be played
VARIANTS = 64  # games with other components that a process remembers; the one asked for longest ago goes first


class Option:
    """A choice that a table makes before the game: its values, its default and the rule it belongs to."""

    def __init__(
        self,
        name: str,
        default: object,
        rule: str,
        about: str,
        choices: Sequence[object] | None = None,
        low: int = 0,
        high: int = 1000,
        nullable: bool = False,
    ) -> None:
        """With `choices` the option is one of them; else a whole number from `low` to `high`, or null."""
        self.name = name
        self.default = default
        self.rule = rule
        self.about = about
        self.choices: list[object] | None = list(choices) if choices is not None else None
        self.low = low
        self.high = high
        self.nullable = nullable

    def __repr__(self) -> str:
        values = f"one of {self.choices}" if self.choices is not None else f"{self.low} to {self.high}"
        null = " or None" if self.nullable else ""
        return f"<option {self.name}: {values}{null}, {self.default!r} by default ({self.rule})>"

    def check(self, value: object) -> None:
        """Raise `InvalidOptions` unless `value` is one this option may have."""
        if value is None and self.nullable:
            return
        if self.choices is not None:
            # JSON's true is not 1: the types must agree as well.
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return
            allowed = ", ".join(excerpt(choice) for choice in self.choices)
            raise InvalidOptions(f"option {self.name}: one of {allowed} is needed, not {excerpt(value)} ({self.rule})")
        if isinstance(value, bool) or not isinstance(value, int) or value < self.low or value > self.high:
            null = " or null" if self.nullable else ""
            raise InvalidOptions(
                f"option {self.name}: a whole number from {self.low} to {self.high}{null} is needed, "
                f"not {excerpt(value)} ({self.rule})"
            )

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"name": self.name, "default": self.default, "rule": self.rule, "about": self.about}
        if self.choices is not None:
            found["choices"] = self.choices
        else:
            found["low"], found["high"] = self.low, self.high
        found["nullable"] = self.nullable
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Parts:
    """A game's components as tables, made once. `source` is the data of a replacement file."""

    def __init__(self) -> None:
        self.source: dict[str, Any] | None = None
        self.action_count: int = 0  # all codes of actions are below this; 0 where a game does not say
        self.codes_fit: bool = False  # whether that holds for every position, so that nobody need look


Components = str | os.PathLike[str] | Mapping[str, Any] | Parts | None


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One game of the box."""

    def __init__(
        self,
        id: str,
        title: str,
        players: range,
        options: Sequence[Option],
        package: str,
        players_rule: str,
        rules_version: int = 1,
        about: str = "",
        minutes: tuple[int, int] = (15, 45),
        daily: bool = False,
        usual_players: int | None = None,
    ) -> None:
        self.id = id
        self.title = title
        self.players = players  # the possible numbers of players
        self.options: dict[str, Option] = {option.name: option for option in options}
        self.package = package  # the name of the package that declares it
        self.folder = str(Path(sys.modules[package].__file__ or "").parent)  # the same as a place
        self.players_rule = players_rule  # the rule that says how many can play
        self.rules_version = rules_version
        self.about = about  # one sentence for the shelf
        self.minutes = minutes  # about how long a game between people takes
        self.usual_players = players[0] if usual_players is None else usual_players  # for pictures and measurements
        self.daily = daily  # whether everybody gets the same deal on a day; for games for one
        self._parts: Parts | None = None
        self._box_components: dict[str, Any] | None = None
        self.changes: dict[str, Any] = {}  # what a variant changes of the box's components, by key
        _BOX[id] = self

    # -- what each game supplies, in modules of its package ------------------------------------

    def module(self, name: str) -> Any:
        """A module of this game's package, such as `face.words`; `None` if it has none of that name."""
        full = f"{self.package}.{name}"
        try:
            return importlib.import_module(full)
        except ModuleNotFoundError as error:
            # Another module that is missing inside that one is a mistake, and not to be hidden.
            if error.name is None or not (full == error.name or full.startswith(f"{error.name}.")):
                raise
            return None

    def make_parts(self, data: dict[str, Any]) -> Parts:
        """Tables from a component file's data; `InvalidComponents` names the key that is wrong."""
        found: Parts = self.module("parts").make_parts(data)
        return found

    def deal(self, players: int, options: dict[str, Any], dealer: Dealer, parts: Parts) -> dict[str, Any]:
        """A random set-up, as the spec writes it."""
        found: dict[str, Any] = self.module("positions").deal(players, options, dealer, parts)
        return found

    def deals_steadily(self, options: dict[str, Any], parts: Parts) -> bool:
        """Whether each draw of `deal` has the same number of outcomes, whatever was drawn before."""
        positions = self.module("positions")
        return hasattr(positions, "deals_steadily") and bool(positions.deals_steadily(options, parts))

    def begin(self, players: int, options: dict[str, Any], setup: dict[str, Any], parts: Parts) -> State:
        """The state after a set-up; `InvalidSetup` if that does not hold what it must."""
        found: State = self.module("positions").begin(players, options, setup, parts)
        return found

    def restore(self, position: dict[str, Any], parts: Parts) -> State:
        """The state of a position; `InvalidPosition` if it breaks what the spec says of positions."""
        found: State = self.module("positions").restore(position, parts)
        return found

    def dream(self, view: dict[str, Any], rng: Rng, parts: Parts) -> State:
        """A state drawn at random among those that look like `view` to whoever it belongs to."""
        found: State = self.module("positions").dream(view, rng, parts)
        return found

    def words(self, lang: str = "en", names: Sequence[str] | None = None) -> Words:
        """Sentences about this game in a language, with the names of the seats."""
        found: Words = self.module("face.words").WORDS(f"{self.folder}/face", lang, names, self.parts())
        return found

    def summary_of(self, state: State) -> dict[str, Any]:
        """What a list of finished games says about one besides its outcome."""
        return {}

    def daily_name(self, day: datetime.date) -> str:
        """What the deal of a day is called, in the journal of who has played it."""
        return f"{self.id} {day.isoformat()}"

    def complete_options(self, players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options as a position lists them: checked, with defaults filled in."""
        return {name: options.get(name, option.default) for name, option in self.options.items()}

    # -- the public face, the same for all games ----------------------------------------------
    # What comes from outside is `int | Any` and the like: the type that is meant, yet any other is refused here, by the
    # same error on both engines (the compiled one would check a plain `int` before the first line runs).

    def new(
        self,
        players: int | Any | None = None,
        options: Mapping[str, Any] | Any | None = None,
        seed: int | str | Any | None = None,
        components: Components = None,
        *,
        deal: str | Any | None = None,
        history: bool | Any = False,
    ) -> State:
        """A game with a random set-up: the same seed gives the same game on every machine and build.

        With `deal="chance"` nothing is drawn: the set-up is dealt by steps of chance, which come first. With
        `history=True` what is played is written down, so that `state.information_state(seat)` can be asked.
        """
        table = self.check_table(players, options)
        if deal is None:
            state = self.start(table, options, self.setup(table, options, seed, components), components)
        elif deal == CHANCE:
            state = self.open_deal(table, given_options(options), [], self.parts(components))
        else:
            raise InvalidOptions(f'a deal is "{CHANCE}" or nothing, not {excerpt(deal)}')
        if history:
            state.history = History(state.clone())
        return state

    def open_deal(self, players: int, options: Mapping[str, Any], draws: list[int], parts: Parts) -> State:
        """A game whose set-up is dealt by steps of chance, after so many draws."""
        from parlour.rules.dealing import Dealing

        return Dealing(self, players, self.complete_options(players, options), parts, draws)

    def setup(
        self,
        players: int | Any | None = None,
        options: Mapping[str, Any] | Any | None = None,
        seed: int | str | Any | None = None,
        components: Components = None,
    ) -> dict[str, Any]:
        """The random set-up that `new` starts from, as a record keeps it. A `Dealer` in the seed's place deals it."""
        table = self.check_table(players, options)
        if isinstance(seed, Dealer):
            dealer = seed
        else:
            dealer = Dealer(Rng(secrets.randbits(96) if seed is None else seed))
        return self.deal(table, self.complete_options(table, given_options(options)), dealer, self.parts(components))

    def start(
        self,
        players: int | Any | None = None,
        options: Mapping[str, Any] | Any | None = None,
        setup: Mapping[str, Any] | Any | None = None,
        components: Components = None,
    ) -> State:
        """A game with a given set-up."""
        table = self.check_table(players, options)
        data = Check(InvalidSetup).mapping({} if setup is None else setup, "setup")
        return self.begin(table, self.complete_options(table, given_options(options)), data, self.parts(components))

    def load(self, position: Mapping[str, Any] | Any, components: Components = None) -> State:
        """The state of a position."""
        check = Check(InvalidPosition)
        data = check.keys(position, ("game", "players", "options", "to_act"), "", others=True)
        check.that(data["game"] == self.id, "game", f'"{self.id}" is needed, not {excerpt(data["game"])}')
        if "draws" in data:
            draws = check.integers(data["draws"], "draws")
            return self.open_deal(
                self.check_table(data["players"], data["options"]), data["options"], draws, self.parts(components)
            )
        return self.restore(data, self.parts(components))

    def replay(self, record: Mapping[str, Any] | Any, components: Components = None) -> State:
        """The state after all moves of a record: by the components it says, unless others are given here."""
        check = Check(InvalidRecord)
        data = check.keys(record, ("game", "players", "options", "setup", "moves"), "record", others=True)
        check.that(data["game"] == self.id, "record.game", f'"{self.id}" is needed, not {excerpt(data["game"])}')
        check.integer(data["players"], "record.players", 1)
        options = check.mapping(data["options"], "record.options")
        check.mapping(data["setup"], "record.setup")
        game = self if components is not None else self.variant_of(data)
        state = game.opening({**data, "options": options}, components)
        for i, move in enumerate(check.sequence(data["moves"], "record.moves")):
            where = f"record.moves.{i}"
            play_recorded(state, read_move(move, state.players, where), where)
        return state

    def opening(self, record: Mapping[str, Any], components: Components = None) -> State:
        """The state that the moves of a record begin with: its set-up, and what a seat was given before the first of
        them, as an experiment does to find out what that is worth (`"gift": {"seat": 0, "thing": "mines"}`)."""
        state = self.start(record["players"], record["options"], record["setup"], components)
        return self.give(state, record["gift"], components) if record.get("gift") else state

    def give(self, state: State, gift: Mapping[str, Any] | Any, components: Components = None) -> State:
        """The state in which a seat has something more, at the start; `InvalidRecord` if the game has no such gift."""
        check = Check(InvalidRecord)
        given = check.keys(gift, ("seat", "thing"), "record.gift")
        seat = check.integer(given["seat"], "record.gift.seat", 0, state.players - 1)
        counts = self.module("lab.counts")
        position = state.position()
        known: list[str] = list(counts.gifts(position)) if hasattr(counts, "gifts") else []
        thing = given["thing"]
        listed = f"one of {', '.join(known)} is needed" if known else "there is nothing to be given in this game"
        check.that(isinstance(thing, str) and thing in known, "record.gift.thing", f"{listed}, not {excerpt(thing)}")
        counts.give(position, seat, thing)
        return self.load(position, components)

    def imagine(self, view: Mapping[str, Any] | Any, rng: Rng | Any, components: Components = None) -> State:
        """A full state, drawn at random among those that look like this view to its seat.

        `rng` is a `parlour.Rng`, a `random.Random`, or a seed.
        """
        check = Check(InvalidPosition)
        data = check.keys(view, ("game", "players", "options", "to_act"), "", others=True)
        check.that(data["game"] == self.id, "game", f'"{self.id}" is needed, not {excerpt(data["game"])}')
        return self.dream(data, rng_from(rng), self.parts(components))

    def parts(self, components: Components = None) -> Parts:
        """The tables of the box's own component file, or of a replacement: a path, its data, or the tables that this
        method has made of it, which spares making them again."""
        if components is not None:
            if isinstance(components, Parts):
                return components
            if self._parts is not None and components is self._parts.source:
                return self._parts  # of a variant: what its states say they are played with
            data = dict(components) if isinstance(components, Mapping) else read_toml(components)
            settled = settle_components(data, self._box(), self.dials())
            found = self.make_parts(settled)
            found.source = settled
            return found
        if self._parts is None:
            self._parts = self.make_parts(self._box())
        return self._parts

    def box_components(self) -> dict[str, Any]:
        """The data of the box's own component file: a copy, which may be changed."""
        copy: dict[str, Any] = deep_copy(self._box())
        return copy

    def _box(self) -> dict[str, Any]:
        """The same, shared by all: nothing of it is changed or handed out."""
        if self._box_components is None:
            self._box_components = read_toml(Path(self.folder) / "components.toml")
        return self._box_components

    def variant(self, changes: Mapping[str, Any] | Any) -> Game:
        """This game with some of the box's components changed: `{"goal.gold": 18}`, by the keys that `parlour compare
        --set` takes. All its games are played, described and replayed so. `InvalidComponents` names the key that there
        is not, or cannot be changed so. Without changes it is the box's own game."""
        given = Check(InvalidComponents).mapping(changes, "components")
        if not given:
            return find(self.id)
        try:
            text = json.dumps(given, sort_keys=True)
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidComponents(f"components: what is changed must be plain data: {error}") from error
        return make_variant(self.id, text)

    def variant_of(self, record: Mapping[str, Any]) -> Game:
        """The game that a record was played by: its key "components" has the changes; without it, or without changes,
        this one."""
        changes = record.get("components")
        return self.variant(changes) if changes else self

    def twin(self, changes: dict[str, Any], parts: Parts) -> Game:
        """The same game with other components. It is not in the box: `find` does not know it."""
        kind: Any = type(self)
        made: Game = kind.__new__(kind)
        if hasattr(self, "__dict__"):  # of a game that is declared by a class of its own
            made.__dict__.update(self.__dict__)
        made.id = self.id
        made.title = self.title
        made.players = self.players
        made.options = self.options
        made.package = self.package
        made.folder = self.folder
        made.players_rule = self.players_rule
        made.rules_version = self.rules_version
        made.about = self.about
        made.minutes = self.minutes
        made.usual_players = self.usual_players
        made.daily = False  # everybody's deal is by the box's rules
        made._parts = parts
        made._box_components = self._box()
        made.changes = changes
        return made

    def dials(self) -> Any:
        """What this game says of the numbers of its component file; `None` if nothing."""
        return self.module("lab.dials")

    @property
    def action_count(self) -> int | None:
        """Every action has one fixed code from 0 to this less 1; `None` for a game that does not promise that."""
        return self.parts().action_count or None

    # -- for research -------------------------------------------------------------------------

    def observation_names(self, players: int | Any | None = None, components: Components = None) -> tuple[str, ...]:
        """What each number of an observation at a table for so many players means, in words."""
        return observation_names(self, self.check_table(players, None), self.parts(components))

    def observation_shape(self, players: int | Any | None = None, components: Components = None) -> tuple[int]:
        """The shape of an observation: one number for each of its names."""
        return (len(self.observation_names(players, components)),)

    def max_length(
        self,
        players: int | Any | None = None,
        options: Mapping[str, Any] | Any | None = None,
        components: Components = None,
    ) -> int | None:
        """At most so many steps are made in a game; `None` where the rules set no end to it."""
        table = self.check_table(players, options)
        bound = getattr(self.module("rules"), "max_length", None)
        if bound is None:
            return None
        found: int = bound(table, self.complete_options(table, given_options(options)), self.parts(components))
        return found or None

    @property
    def utilities(self) -> tuple[float, float]:
        """The least and the most that `state.returns()` can give a seat."""
        return (-1.0, 1.0)

    def deserialise(self, text: str | Any) -> State:
        """The state that `state.serialise()` wrote."""
        check = Check(InvalidPosition)
        try:
            data = json.loads(text)
        except (TypeError, ValueError) as error:
            raise InvalidPosition(f"this is not what a state was serialised as: {error}") from error
        check.keys(data, ("game", "position", "components", "history"), "state")
        check.that(data["game"] == self.id, "state.game", f'"{self.id}" is needed, not {excerpt(data["game"])}')
        return revive(self.id, data["position"], data["components"], data["history"])

    def check_table(self, players: int | Any | None, options: Mapping[str, Any] | Any | None) -> int:
        """The number of players, if it and the options are ones this game has; else `InvalidOptions`."""
        table = self.players[0] if players is None else players
        if isinstance(table, bool) or not isinstance(table, int) or table not in self.players:
            many = f"{self.players[0]} to {self.players[-1]}" if len(self.players) > 1 else str(self.players[0])
            raise InvalidOptions(f"{self.title} is for {many} players, not {excerpt(table)} ({self.players_rule})")
        for name, value in given_options(options).items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise InvalidOptions(f"{self.title} has no option {excerpt(name)}; its options: {known}")
            self.options[name].check(value)
        return table

    def __reduce__(self) -> tuple[Any, ...]:
        # There is one of each; a variant is made where it gets to.
        return (revive_variant, (self.id, self.changes)) if self.changes else (find, (self.id,))

    def __repr__(self) -> str:
        return f"<game {self.id} with {json.dumps(self.changes)}>" if self.changes else f"<game {self.id}>"


def given_options(options: object) -> dict[str, Any]:
    """The options that were given, none being the same as an empty object."""
    return Check(InvalidOptions).mapping({} if options is None else options, "options")


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The data of a TOML file; `InvalidComponents` names the file and the line."""
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise InvalidComponents(f"{os.fspath(path)}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidComponents(f"{os.fspath(path)}: {error}") from error


_BOX: dict[str, Game] = {}  # every game that has been imported


LONGEST_ID = 80  # letters; a longer one is no folder's name


def find(id: str | Any) -> Game:
    """The game with this id; its module is imported when it is first asked for.

    It is a folder of `parlour/games`, or a package that declares it by an entry point `parlour.games`. `UnfinishedGame`
    says in a sentence what keeps a game that is there from being played.
    """
    if not isinstance(id, str):
        raise UnknownGame(f"a game is named by a string, not {id!r}")
    if id not in _BOX:
        package = package_of(id) if len(id) <= LONGEST_ID else ""
        if not package:
            raise UnknownGame(f"there is no game {id[:LONGEST_ID]!r} in the box")
        declare(id, package)
    return _BOX[id]


def package_of(id: str) -> str:
    """The name of the package that declares a game; nothing if none does."""
    folder = id.replace("-", "_")
    if folder.isidentifier() and "_" not in id and (Path(__file__).parent.parent / "games" / folder).is_dir():
        return f"parlour.games.{folder}"
    return games_of_others().get(id, "")


def games_of_others() -> dict[str, str]:
    """The games that other packages declare, with the names of these packages."""
    return read_entry_points(tuple(sys.path), tuple([last_change(folder) for folder in sys.path]))


@lru_cache(maxsize=1)
def read_entry_points(folders: tuple[str, ...], changes: tuple[int, ...]) -> dict[str, str]:
    """Everything that is installed is asked, which takes as long as a page: so once, until something is installed.
    Whoever declares a game first has it; a name that no package can have is told when its game is asked for."""
    found: dict[str, str] = {}
    for entry in entry_points(group=ENTRY_POINT):
        found.setdefault(entry.name, entry.value.partition(":")[0].partition("[")[0].strip())
    return found


def last_change(folder: str) -> int:
    """When something was last put into a folder or taken from it, in nanoseconds."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except OSError:
        return 0


def declare(id: str, package: str) -> None:
    """Import what declares a game, and see that it did."""
    try:
        importlib.import_module(package)
    except Exception as error:
        raise UnfinishedGame(
            f"the game {id!r} cannot be played: {package} says {type(error).__name__}: {error}"
        ) from error
    if id not in _BOX:
        raise UnfinishedGame(f"the game {id!r} cannot be played: {package} declares no game of that name")
    for name in NEEDED:
        try:
            missing = _BOX[id].module(name) is None
        except Exception as error:
            del _BOX[id]
            reason = f"its module {name} says {type(error).__name__}: {error}"
            raise UnfinishedGame(f"the game {id!r} cannot be played: {reason}") from error
        if missing:
            del _BOX[id]
            raise UnfinishedGame(f"the game {id!r} cannot be played: it has no module {name} yet")


@lru_cache(maxsize=VARIANTS)
def make_variant(id: str, text: str) -> Game:
    """The variant of a game whose changes are written so, as JSON."""
    game = find(id)
    changes: dict[str, Any] = json.loads(text)
    return game.twin(changes, game.parts(changed_components(game._box(), changes)))


def revive_variant(id: str, changes: dict[str, Any]) -> Game:
    """A variant from what its `__reduce__` gave."""
    return find(id).variant(changes)


def game_of(data: Mapping[str, Any]) -> Game:
    """The game that a record or a position is of."""
    if "game" not in data:
        raise UnknownGame('this is neither a record nor a position: it does not say of which "game" it is')
    return find(data["game"])


def revive(
    id: str, position: dict[str, Any], components: dict[str, Any] | None, steps: dict[str, Any] | None = None
) -> State:
    """A state from what its `__reduce__` gave."""
    game = find(id)
    state = game.load(position, components)
    if steps is not None:
        state.history = read_history(steps, game.load(steps["start"], components))
    return state


__all__ = ["Components", "Game", "Option", "Parts", "RulesError", "find", "read_toml", "revive"]
