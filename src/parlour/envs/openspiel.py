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
- `lazy_history`: whether states are played from Python without a detour through C++, about twice as fast, and C++ is
  told the history when it needs it (`ParlourState`; what is needed for that is done to a few functions of `pyspiel`
  when this module is imported: `READ_AT_ONCE`). On, unless switched off.

An option that can be null is null at -1; one that is neither a number nor a truth value is given as JSON, or as a word.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel

import parlour
from parlour.envs.encoding import LONGEST, PLACES, Observation, TableKind
from parlour.rules.check import excerpt
from parlour.rules.dealing import Dealing
from parlour.rules.errors import InvalidOptions, RulesError
from parlour.rules.game import Game, Option
from parlour.rules.history import History
from parlour.rules.nodes import Node, Tree
from parlour.rules.state import NATURE, NOBODY, State

MOST_OUTCOMES: Final = 4096  # of a chance node
OWN: Final = {
    "turn_based": False,
    "deal": "chance",
    "components": "",
    "worlds": "",
    "compact": False,
    "limit": LONGEST,
    "lazy_history": True,
}

TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)  # the same as in `rules.nodes`
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
        self.tree = Tree(
            owner=self,
            players=self.kind.players,
            starts=[self.start] if self.start is not None else self.worlds,
            worlds=self.start is None,
            together=self.kind.simultaneous and not self.turn_based,
            limit=min(self.kind.longest, parameters["limit"]),
            wait=self.kind.action_count,
            places=PLACES if self.kind.by_place else 0,
            numbered=self.kind.numbered,
        )

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


class ParlourState(pyspiel.State):
    """A game as OpenSpiel sees it.

    It is played from Python without a detour through C++, which takes longer than most games' steps. What was played is
    kept in the node, and C++ writes it into its own history when it has to: before anything of it is read from Python,
    before C++ itself asks for legal actions or information states or plays on, and before a function in C++ that may
    read histories is handed a state (`READ_AT_ONCE`)."""

    __slots__ = ("_asked", "_here")  # which are found in two thirds of the time that a dictionary takes

    def __init__(self, game: ParlourGame) -> None:
        super().__init__(game)
        self._here = Node(game.plan.tree)
        self._asked: int = self._here.asked

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """What a state of Python's has beside C++'s: OpenSpiel copies that into a new state when it copies one."""
        return {"_asked": self._asked, "_here": self._here}

    # -- who is asked, and what -----------------------------------------------------------------

    def current_player(self) -> int:
        return self._asked

    def is_terminal(self) -> bool:
        return self._asked == TERMINAL

    def is_chance_node(self) -> bool:
        return self._asked == CHANCE_PLAYER

    def is_simultaneous_node(self) -> bool:
        return self._asked == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self._asked >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self._here.legal(self._asked if player is None else player)

    def _legal_actions(self, player: int) -> list[int]:
        self.tell_history()
        return self._here.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        table = self._here.table
        weights = [] if table is None else table.weights()
        if weights:
            total = sum(weights)
            return [(place, weight / total) for place, weight in enumerate(weights)]
        return [*even_chances(self._here.outcome_count())]

    # -- what an answer does --------------------------------------------------------------------

    def apply_action(self, action: int) -> None:
        self._asked = self._here.act(action)

    def apply_actions(self, actions: Sequence[int]) -> None:
        self._asked = self._here.act_together(actions)

    def _apply_action(self, action: int) -> None:
        here = self._here
        if not here.telling:  # else it is done already
            self.tell_history()
            self._asked = here.act(action)
            here.all_told()  # C++ does the rest

    def _apply_actions(self, actions: list[int]) -> None:
        here = self._here
        if not here.telling:
            self.tell_history()
            self._asked = here.act_together(actions)
            here.all_told()

    def tell_history(self) -> None:
        """Let C++ write down what it has not been told yet."""
        here = self._here
        steps = here.untold()
        if not steps:
            return
        here.all_told()
        asked, here.telling = self._asked, True
        players, place = here.tree.players, 0
        try:
            while place < len(steps):
                self._asked = steps[place]
                if self._asked == SIMULTANEOUS:
                    super().apply_actions(steps[place + 1 : place + 1 + players])
                    place += 1 + players
                else:
                    super().apply_action(steps[place + 1])
                    place += 2
        finally:
            self._asked, here.telling = asked, False

    def clone(self) -> ParlourState:
        kind = type(self)
        made: ParlourState = kind.__new__(kind)
        pyspiel.State.__init__(made, self.get_game())
        made._here = here = self._here.copy()
        made._asked = self._asked
        here.told = 0  # a new state of C++'s has no history
        return made

    def child(self, action: int) -> ParlourState:
        made = self.clone()
        made.apply_action(action)
        return made

    # -- words and numbers ----------------------------------------------------------------------

    @property
    def plan(self) -> LoadedPlan:
        plan = self._here.tree.owner
        assert isinstance(plan, LoadedPlan)
        return plan

    def _action_to_string(self, player: int, action: int) -> str:
        here = self._here
        table = here.table
        if table is None:
            return f"world {action}"
        if player == CHANCE_PLAYER:
            return table.notation(NATURE, table.codes(NATURE)[action])
        if action == here.tree.wait:
            return "wait"
        return table.notation(player, here.code_of(player, action))

    def string_to_action(self, *given: Any) -> int:
        """The action of a text, of the player who is asked or of another: OpenSpiel's own finds none where several are
        asked at the same time."""
        player, text = given if len(given) == 2 else (self._asked, *given)
        for action in self.legal_actions(player):
            if self._action_to_string(player, action) == text:
                return action
        raise RulesError(f"{excerpt(text)} is nothing that can be done here by player {player}")

    def returns(self) -> list[float]:
        table = self._here.table
        if table is None or self._asked != TERMINAL:
            return [0.0] * self.num_players()
        return table.returns()

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
        return self.information(self._asked if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.view_string(self._asked if player is None else player)

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
            return self.clone()
        made: ParlourState = self.get_game().new_initial_state()
        world = self.plan.kind.game.imagine(table.view(player), int(sampler() * (1 << 48)), table.components_source())
        before = tuple(self.information(seat) if seat == player else "" for seat in range(self.num_players()))
        made._asked = made._here.put(world, here.left, before)
        return made


class EagerState(ParlourState):
    """A state that C++ writes down step by step, as it does those of all other games in Python."""

    __slots__ = ()

    apply_action = pyspiel.State.apply_action
    apply_actions = pyspiel.State.apply_actions
    clone = pyspiel.State.clone
    child = pyspiel.State.child


def after_telling(plain: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A function of OpenSpiel's own that reads histories, told before it does."""

    @functools.wraps(plain)
    def function(first: Any, *given: Any, **named: Any) -> Any:
        for thing in (first, *given, *named.values()):
            for state in thing if isinstance(thing, list) else (thing,):
                if isinstance(state, ParlourState):
                    state.tell_history()
        return plain(first, *given, **named)

    # By this name pybind11 knows that whoever calls a method of a class that can be derived is that method itself.
    made: Any = function
    made.__code__ = made.__code__.replace(co_name=name)
    return function


@functools.cache
def even_chances(count: int) -> tuple[tuple[int, float], ...]:
    """Outcomes that are all equally likely."""
    return tuple((place, 1.0 / count) for place in range(count))


OF_STATES: Final = (
    *("full_history", "history", "history_str", "move_number", "is_initial_state", "is_initial_non_chance_state"),
    *("serialize", "apply_action_with_legality_check", "apply_actions_with_legality_checks", "to_json"),
)
# Functions in C++ that are handed a state and may read its history, or that of a copy, before they ask it anything.
# Those of policies and observations never do.
OF_BOTS: Final = (
    *("force_action", "get_policy", "inform_action", "inform_actions", "restart_at", "step", "step_verbose"),
    *("step_with_policy", "mcts_search"),
)
READ_AT_ONCE: Final = tuple(
    (owner, name)
    for owner, names in (
        (pyspiel, ("evaluate_bots", "expected_returns", "expected_returns_of_deterministic_policies_from_seeds")),
        (pyspiel, ("random_sim_test_with_specific_initial_state",)),
        *((getattr(pyspiel, bot, None), OF_BOTS) for bot in ("Bot", "ISMCTSBot", "MCTSBot")),
        (getattr(pyspiel, "InfostateTree", None), ("__init__",)),
        (getattr(pyspiel, "TabularBestResponse", None), ("value_from_state",)),
        (getattr(pyspiel, "Trajectory", None), ("__init__",)),
    )
    for name in names
    if owner is not None and name in vars(owner)  # not all versions of OpenSpiel have all
)
for name in OF_STATES:
    if hasattr(pyspiel.State, name):
        setattr(ParlourState, name, after_telling(getattr(pyspiel.State, name), name))
for owner, name in READ_AT_ONCE:
    setattr(owner, name, after_telling(getattr(owner, name), name))


class ParlourObserver:
    """What a seat sees: the engine's numbers and views; with perfect recall, all it has been told, as a text."""

    def __init__(self, plan: LoadedPlan, kind: Any, parameters: Any) -> None:
        if parameters:
            raise InvalidOptions(f"observers take no parameters, not {parameters}")
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
        state.tell_history()  # C++ may ask, and read the history next
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
        self._makes = ParlourState if given["lazy_history"] else EagerState
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
                max_game_length=self.plan.tree.limit,
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
