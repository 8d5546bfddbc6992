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
- `limit`: a number of moves after which a game without an end of its own is given up, worth nothing to anybody;
- `lazy_history`: states are played from Python without a detour through C++, about twice as fast (`LazyState`).

An option that can be null is null at -1; one that is neither a number nor a truth value is given as JSON, or as a word.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
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
    "lazy_history": False,
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

    __slots__ = (
        *("asked", "before", "fixed", "left", "plan", "played", "shared", "simultaneous", "table", "telling", "told"),
        *("wait", "waiting"),
    )

    def __init__(self, plan: LoadedPlan) -> None:
        self.plan = plan
        self.fixed = plan.kind.fixed  # whether actions are the engine's codes
        self.wait = plan.kind.action_count  # the action of whoever is not asked
        self.simultaneous = plan.simultaneous
        self.table: State | None = plan.start  # nothing before a world is picked
        self.shared = True  # whether others may hold the same table
        self.left = plan.limit  # moves before the game is given up
        self.before: tuple[str, ...] = ()  # by seat, what it knew when its world was imagined
        self.played: list[Any] = []  # of a `LazyState`: players and their actions in turn
        self.told = 0  # how many of these OpenSpiel has written down too
        self.telling = False  # whether it does so now
        self.asked = CHANCE_PLAYER
        self.waiting = 0  # where several are asked at the same time: a mask of them
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
        made.left = self.left
        made.before = self.before
        made.played = self.played[:]
        made.told = self.told
        made.telling = False
        made.asked = self.asked
        made.waiting = self.waiting
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
            seat = CHANCE_PLAYER if seat == NATURE else TERMINAL
        elif self.left <= 0:
            seat = TERMINAL
        elif self.simultaneous:
            self.waiting = waiting = table.awaited()
            if waiting & waiting - 1 and table.simultaneous():
                seat = SIMULTANEOUS
        self.asked = seat

    def legal(self, player: int) -> list[int]:
        """What a player may do now, or chance."""
        asked = self.asked
        if player != asked:
            if asked != SIMULTANEOUS or player < 0:
                return []
            if not self.waiting >> player & 1:
                return [self.wait]
        if player < 0:
            return [*range(self.outcome_count())] if player == CHANCE_PLAYER else []
        table = self.table
        assert table is not None
        return sorted(table.actions(player) if self.fixed else self.plan.kind.places(table.codes(player)))

    def outcome_count(self) -> int:
        """In how many ways a chance node can go on."""
        return len(self.plan.worlds) if self.table is None else len(self.table.codes(NATURE))

    def act(self, action: int) -> None:
        """What the one who is asked answers, or chance brings."""
        table = self.table
        if table is None:
            self.table = self.plan.worlds[action]
            self.find_asked()
            return
        if self.shared:
            table = self.own_table()
        asked = self.asked
        if asked >= 0:
            table.advance(asked, action if self.fixed else self.plan.kind.code(table, asked, action))
            self.left -= 1
            seat = table.actor()
            if seat >= 0 and self.left > 0 and not self.simultaneous:  # as `find_asked` says, for most
                self.asked = seat
                return
        else:
            table.advance(NATURE, table.codes(NATURE)[action])
            if isinstance(table, Dealing) and table.table is not None:  # from now on there is something to see
                self.table = table.table
                self.shared = True
        self.find_asked()

    def act_together(self, actions: list[int]) -> None:
        """What all answer who are asked at the same time."""
        table = self.own_table()
        waiting = self.waiting
        for seat, action in enumerate(actions):
            if waiting >> seat & 1:
                table.advance(seat, action if self.fixed else self.plan.kind.code(table, seat, action))
        self.left -= 1
        self.find_asked()


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
        here = self._here
        asked = here.asked
        if player is None and asked >= 0 and here.fixed:  # what is asked most, at once
            return sorted(here.table.actions(asked))  # type: ignore[union-attr]
        return here.legal(asked if player is None else player)

    def _legal_actions(self, player: int) -> list[int]:
        return self._here.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        table = self._here.table
        weights = [] if table is None else table.weights()
        if weights:
            total = sum(weights)
            return [(place, weight / total) for place, weight in enumerate(weights)]
        count = self._here.outcome_count()
        return [(place, 1.0 / count) for place in range(count)]

    # -- what an answer does --------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        self._here.act(action)

    def _apply_actions(self, actions: list[int]) -> None:
        self._here.act_together(actions)

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
        there.left = here.left
        there.before = tuple(self.information(seat) if seat == player else "" for seat in range(here.plan.kind.players))
        there.find_asked()
        return made


class LazyState(ParlourState):
    """A state that is played from Python without a detour through C++, which takes longer than most games' steps.

    What was played is kept here, and C++ writes it into its own history when it has to: before anything of it is read
    from Python, and before C++ itself asks for legal actions or plays on. What is left: a function in C++ that is
    handed a state and looks at its history before all else (the value of a state in a table of best responses) sees an
    old one. `state.history()` before that brings it up to date."""

    def _legal_actions(self, player: int) -> list[int]:
        self.tell_history()
        return self._here.legal(player)

    def apply_action(self, action: int) -> None:
        here = self._here
        player = here.asked
        here.act(action)
        here.played += player, action

    def apply_actions(self, actions: list[int]) -> None:
        here = self._here
        here.act_together(actions)
        here.played += SIMULTANEOUS, actions[:]

    def tell_history(self) -> None:
        """Let C++ write down what it has not been told yet."""
        here = self._here
        asked, played = here.asked, here.played
        here.telling = True
        try:
            while here.told < len(played):
                here.asked, action = played[here.told : here.told + 2]
                here.told += 2
                if here.asked == SIMULTANEOUS:
                    super().apply_actions(action)
                else:
                    super().apply_action(action)
        finally:
            here.asked = asked
            here.telling = False

    def _apply_action(self, action: int) -> None:
        here = self._here
        if here.telling:
            return
        player = here.asked
        self.tell_history()
        here.act(action)
        here.played += player, action
        here.told += 2  # C++ does the rest

    def _apply_actions(self, actions: list[int]) -> None:
        here = self._here
        if here.telling:
            return
        self.tell_history()
        here.act_together(actions)
        here.played += SIMULTANEOUS, actions[:]
        here.told += 2

    def clone(self) -> LazyState:
        made: LazyState = LazyState.__new__(LazyState)
        pyspiel.State.__init__(made, self.get_game())
        made._here = here = self._here.__deepcopy__(None)
        here.told = 0
        return made

    def child(self, action: int) -> LazyState:
        made = self.clone()
        made.apply_action(action)
        return made


def after_telling(name: str) -> Callable[..., Any]:
    """A method of OpenSpiel's own that reads the history."""
    plain = getattr(pyspiel.State, name)

    @functools.wraps(plain)
    def method(self: LazyState, *given: Any) -> Any:
        self.tell_history()
        return plain(self, *given)

    return method


READ_HISTORY: Final = (
    *("full_history", "history", "history_str", "move_number", "is_initial_state", "is_initial_non_chance_state"),
    *("serialize", "apply_action_with_legality_check", "apply_actions_with_legality_checks", "to_json"),
)
for name in READ_HISTORY:
    if hasattr(pyspiel.State, name):  # not all versions of OpenSpiel have all
        setattr(LazyState, name, after_telling(name))


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
        self._makes = LazyState if given["lazy_history"] else ParlourState
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
        return self._makes(self)

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
