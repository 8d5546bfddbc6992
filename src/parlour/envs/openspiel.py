"""The games in OpenSpiel: `import parlour.envs.openspiel` registers all of them.

    game = pyspiel.load_game("parlour_mogul(players=4,quick_start=true)")

Parameters are `players`, the game's own options, and

- `turn_based`: seats that answer at the same time are asked one after the other, and none sees another's answer; else
  such questions are simultaneous nodes, where whoever is not asked has the one action "wait";
- `deal`: "chance" (the set-up is dealt by chance nodes, as `game.new(deal="chance")` does) or a seed, for one set-up;
- `components`: a component file in the place of the box's own; `worlds`: a JSON file with a list of positions, one
  of which a first chance node picks (`parlour.envs.small` has some that are small enough to be solved);
- `compact`: actions are numbered without gaps, for tables of policies; the whole tree is looked at for that, so it is
  for small versions only;
- `limit`: a number of moves after which a game without an end of its own is given up, worth nothing to anybody.

An option that can be null is null at -1; one that is neither a number nor a truth value is given as JSON, or as a word.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel

import parlour
from parlour.envs.encoding import LONGEST, Observation, TableKind
from parlour.rules.dealing import Dealing
from parlour.rules.errors import InvalidOptions
from parlour.rules.game import Game, Option
from parlour.rules.history import History
from parlour.rules.state import NATURE, NOBODY, State

MOST_OUTCOMES: Final = 4096  # of a chance node
OWN: Final = {
    "turn_based": False,
    "deal": "chance",
    "components": "",
    "worlds": "",
    "compact": False,
    "limit": LONGEST,
}

TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
CHANCE_PLAYER: Final = int(pyspiel.PlayerId.CHANCE)
SIMULTANEOUS: Final = int(pyspiel.PlayerId.SIMULTANEOUS)


class LoadedPlan:
    """What all states of a loaded game share. Copies of a state keep it."""

    def __init__(self, game: Game, parameters: dict[str, Any]) -> None:
        self._made_of = (game, parameters)
        options = {name: read_option(game.options[name], parameters[name]) for name in game.options}
        given = {name: value for name, value in options.items() if value != game.options[name].default}
        components = parameters["components"] or None
        self.turn_based: bool = parameters["turn_based"]
        self.kind = TableKind(game, parameters["players"], given, components, waiting=True)
        self.simultaneous = self.kind.simultaneous and not self.turn_based
        self.limit: int = min(self.kind.longest, parameters["limit"])
        self.worlds: list[State] = []  # what the first chance node picks from, if there is one
        self.start: State | None = None  # else what a game begins with
        if parameters["worlds"]:
            self.worlds = [game.load(world, components) for world in read_worlds(parameters["worlds"])]
        elif parameters["deal"] == "chance":
            self.start = game.new(self.kind.players, given, components=components, deal="chance")
        else:
            self.start = game.new(self.kind.players, given, parameters["deal"], components)
        if isinstance(self.start, Dealing) and self.start.table is not None:  # a game without a deal
            self.start = self.start.table
        if parameters["compact"]:
            self.kind.number(all_codes([self.start] if self.start is not None else self.worlds))

    def __deepcopy__(self, memo: object) -> LoadedPlan:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel pickles a game whole; packed vectors of the compiled engine cannot be.
        return LoadedPlan, self._made_of


def all_codes(starts: list[State]) -> set[int]:
    """The codes of all actions in the trees that begin so."""
    found: set[int] = set()
    left = starts[:]
    while left:
        state = left.pop()
        seat = state.actor()
        if seat == NOBODY:
            continue
        codes = state.actions(seat)
        if seat != NATURE:
            found.update(codes)
        for code in codes:
            child = state.clone()
            child.apply(seat, code)
            left.append(child)
    return found


def read_worlds(file: str) -> list[dict[str, Any]]:
    """The positions of a file, or of one of our own by its name."""
    path = Path(file)
    if not path.exists():
        path = Path(__file__).parent / "small" / f"{file}.json"
    try:
        found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidOptions(f"worlds: {file} is no file with a list of positions: {error}") from error
    return found


def default_of(option: Option) -> Any:
    """The value of an option as OpenSpiel writes parameters, which have no null and no lists."""
    if option.default is None:
        return -1
    return option.default if isinstance(option.default, bool | int | str) else json.dumps(option.default)


def read_option(option: Option, value: Any) -> Any:
    if value == -1 and option.nullable:
        return None
    if isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


class Standing:
    """How a game stands. OpenSpiel copies a state one Python attribute after the other, so all is in this one, and the
    table itself is copied only when one of those who hold it changes it."""

    __slots__ = ("asked", "before", "fixed", "moves", "plan", "shared", "simultaneous", "table", "wait")

    def __init__(self, plan: LoadedPlan) -> None:
        self.plan = plan
        self.fixed = plan.kind.fixed  # whether actions are the engine's codes
        self.wait = plan.kind.action_count  # the action of whoever is not asked
        self.simultaneous = plan.simultaneous
        self.table: State | None = plan.start  # nothing before a world is picked
        self.shared = True  # whether others may hold the same table
        self.moves = 0
        self.before: tuple[str, ...] = ()  # by seat, what it knew when its world was imagined
        self.asked = CHANCE_PLAYER
        if self.table is not None:
            self.find_asked()

    def __deepcopy__(self, memo: object) -> Standing:
        made = object.__new__(Standing)
        made.plan = self.plan
        made.fixed = self.fixed
        made.wait = self.wait
        made.simultaneous = self.simultaneous
        made.table = self.table
        made.shared = self.shared = True
        made.moves = self.moves
        made.before = self.before
        made.asked = self.asked
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        for name, value in saved.items():
            setattr(self, name, value)

    def own_table(self) -> State:
        """The table, to be changed: it is nobody else's, and writes down what is played."""
        held = self.table
        assert held is not None
        if not self.shared:
            return held
        made = held.duplicate()
        if made.history is None:
            made.history = History(held)  # nobody changes it any more
        self.table = made
        self.shared = False
        return made

    def find_asked(self) -> None:
        table = self.table
        assert table is not None
        seat = table.actor()
        if seat < 0:
            self.asked = CHANCE_PLAYER if seat == NATURE else TERMINAL
        elif self.moves >= self.plan.limit:
            self.asked = TERMINAL
        elif self.simultaneous and table.simultaneous():
            waiting = table.awaited()
            self.asked = SIMULTANEOUS if waiting & waiting - 1 else seat
        else:
            self.asked = seat


class ParlourState(pyspiel.State):
    """A game as OpenSpiel sees it."""

    def __init__(self, game: ParlourGame) -> None:
        super().__init__(game)
        self._here = Standing(game.plan)

    # -- who is asked, and what -----------------------------------------------------------------

    def current_player(self) -> int:
        return self._here.asked

    def is_terminal(self) -> bool:
        return self._here.asked == TERMINAL

    def is_chance_node(self) -> bool:
        return self._here.asked == CHANCE_PLAYER

    def is_simultaneous_node(self) -> bool:
        return self._here.asked == SIMULTANEOUS

    def legal_actions(self, player: int | None = None) -> list[int]:
        asked = self._here.asked
        if player is None:
            player = asked
        if player >= 0:
            return self._legal_actions(player)
        return [*range(self._outcome_count())] if player == asked == CHANCE_PLAYER else []

    def _legal_actions(self, player: int) -> list[int]:
        here = self._here
        table = here.table
        asked = here.asked
        if table is None:
            return []
        if asked != player:
            if asked != SIMULTANEOUS:
                return []
            if not table.awaited() >> player & 1:
                return [here.wait]
        if here.fixed:
            return sorted(table.actions(player))
        return sorted(here.plan.kind.places(table.codes(player)))

    def _outcome_count(self) -> int:
        here = self._here
        return len(here.plan.worlds) if here.table is None else len(here.table.codes(NATURE))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        table = self._here.table
        weights = [] if table is None else table.weights()
        if weights:
            total = sum(weights)
            return [(place, weight / total) for place, weight in enumerate(weights)]
        count = self._outcome_count()
        return [(place, 1.0 / count) for place in range(count)]

    # -- what an answer does --------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        here = self._here
        if here.table is None:
            here.table = here.plan.worlds[action]
            here.find_asked()
            return
        table = here.table if not here.shared else here.own_table()
        asked = here.asked
        if asked != CHANCE_PLAYER:
            table.advance(asked, action if here.fixed else here.plan.kind.code(table, asked, action))
            here.moves += 1
        else:
            table.advance(NATURE, table.codes(NATURE)[action])
            if isinstance(table, Dealing) and table.table is not None:  # from now on there is something to see
                here.table = table.table
                here.shared = True
        here.find_asked()

    def _apply_actions(self, actions: list[int]) -> None:
        here = self._here
        table = here.own_table()
        kind = here.plan.kind
        for seat in table.owing():
            action = actions[seat]
            table.advance(seat, action if here.fixed else kind.code(table, seat, action))
        here.moves += 1
        here.find_asked()

    # -- words and numbers ----------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        here = self._here
        table = here.table
        if table is None:
            return f"world {action}"
        if player == CHANCE_PLAYER:
            return table.notation(NATURE, table.codes(NATURE)[action])
        if action == here.wait:
            return "wait"
        return table.notation(player, here.plan.kind.code(table, player, action))

    def returns(self) -> list[float]:
        here = self._here
        if here.table is None or here.asked != TERMINAL:
            return [0.0] * here.plan.kind.players
        return here.table.returns()

    def __str__(self) -> str:
        table = self._here.table
        return "" if table is None else json.dumps(table.position(), separators=(",", ":"))

    @property
    def table(self) -> State | None:
        """The game of the engine, for those who may see all of it; `None` before there is one."""
        return self._here.table

    def can_be_seen(self) -> bool:
        """Whether there is a set-up that the seats can see."""
        table = self._here.table
        return table is not None and not isinstance(table, Dealing)

    def information(self, player: int) -> str:
        """All that a seat was told since the game began."""
        table = self._here.table
        if table is None or not self.can_be_seen():
            return ""
        history = History(table) if table.history is None else table.history
        text = history.information(table, player)
        before = self._here.before
        if before and before[player]:
            return before[player] + text[text.find("\n") if "\n" in text else len(text) :]
        return text

    def information_state_string(self, player: int | None = None) -> str:
        return self.information(self._here.asked if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.view_string(self._here.asked if player is None else player)

    def view_string(self, seat: int | None) -> str:
        table = self._here.table
        if table is None or not self.can_be_seen():
            return ""
        return json.dumps(table.view(seat), sort_keys=True, separators=(",", ":"))

    def resample_from_infostate(self, player: int, sampler: Any) -> ParlourState:
        """A game that looks the same to this player, what is hidden drawn again: for searches of information sets."""
        here = self._here
        table = here.table
        if table is None or not self.can_be_seen():
            same: ParlourState = self.clone()
            return same
        made: ParlourState = self.get_game().new_initial_state()
        there = made._here
        there.table = here.plan.kind.game.imagine(
            table.view(player), int(sampler() * (1 << 48)), table.components_source()
        )
        there.moves = here.moves
        there.before = tuple(self.information(seat) if seat == player else "" for seat in range(here.plan.kind.players))
        there.find_asked()
        return made


class ParlourObserver:
    """What a seat sees: the engine's numbers and views; with perfect recall, all it has been told, as a text."""

    def __init__(self, plan: LoadedPlan, kind: Any, parameters: Any) -> None:
        if parameters:
            raise InvalidOptions(f"observers take no parameters, not {parameters}")
        self._plan = plan
        self._recalls = kind.perfect_recall
        self._private = kind.private_info != pyspiel.PrivateInfoType.NONE
        told = plan.kind.told and self._private and not self._recalls
        self.tensor: Observation = np.zeros(plan.kind.size if told else 0, np.float32)
        self.dict = {"observation": self.tensor} if told else {}

    def set_from(self, state: ParlourState, player: int) -> None:
        if len(self.tensor) == 0:
            return
        if state.can_be_seen() and state.table is not None:
            state.table.observation(player, self.tensor)
        else:
            self.tensor.fill(0.0)

    def string_from(self, state: ParlourState, player: int) -> str:
        if self._private and self._recalls:
            return state.information(player)
        return state.view_string(player if self._private else None)


class ParlourGame(pyspiel.Game):
    """A game of the box; a class of its own is registered for each."""

    box: Game  # set by `register`
    defaults: dict[str, Any]
    registered: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.defaults, **(params or {})}
        self.plan = LoadedPlan(self.box, given)
        kind = self.plan.kind
        least, most = self.box.utilities
        super().__init__(
            self.registered if not self.plan.turn_based else game_type(self.box, self.defaults, turn_based=True),
            pyspiel.GameInfo(
                num_distinct_actions=kind.action_count + 1,
                max_chance_outcomes=MOST_OUTCOMES,
                num_players=kind.players,
                min_utility=least,
                max_utility=most,
                utility_sum=0.0 if kind.players > 1 else None,
                max_game_length=self.plan.limit,
            ),
            given,
        )

    def new_initial_state(self) -> ParlourState:
        return ParlourState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ParlourObserver:
        kind = pyspiel.IIGObservationType(perfect_recall=False) if iig_obs_type is None else iig_obs_type
        return ParlourObserver(self.plan, kind, params)


def game_type(game: Game, defaults: dict[str, Any], turn_based: bool = False) -> Any:
    """What OpenSpiel knows of a game before it is loaded."""
    kind = TableKind(game)
    values = pyspiel.GameType
    several = kind.simultaneous and not turn_based
    return values(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=values.Dynamics.SIMULTANEOUS if several else values.Dynamics.SEQUENTIAL,
        chance_mode=values.ChanceMode.EXPLICIT_STOCHASTIC,
        information=values.Information.IMPERFECT_INFORMATION,
        utility=values.Utility.ZERO_SUM if game.players[-1] > 1 else values.Utility.GENERAL_SUM,
        reward_model=values.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=kind.told,
        provides_factored_observation_string=False,
        parameter_specification=defaults,
    )


def short_name(game: Game) -> str:
    return f"parlour_{game.id.replace('-', '_')}"


def register(game: Game) -> str:
    """Make a game known to `pyspiel.load_game`; the name it has there."""
    defaults = {
        "players": game.players[0],
        **{name: default_of(option) for name, option in game.options.items()},
        **OWN,
    }
    registered = game_type(game, defaults)
    made = type(
        f"{short_name(game)}_game", (ParlourGame,), {"box": game, "defaults": defaults, "registered": registered}
    )
    pyspiel.register_game(registered, made)
    return short_name(game)


NAMES: Final = tuple(register(parlour.game(id)) for id in parlour.games())
