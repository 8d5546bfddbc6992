"""The games in OpenSpiel, by its own tests and algorithms."""

from __future__ import annotations

import random
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import parlour

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[openspiel]'")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'parlour[openspiel]'")

from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import parlour.envs.openspiel as spiel  # noqa: E402

# Short tables of every game, so that whole games are played in a moment.
SHORT = {
    "parlour_crash_and_grab": "round_limit=1",
    "parlour_gold_n_crash": "round_limit=3",
    "parlour_photon_rush": "round_limit=4",
}
SMALL_RUSH = "parlour_photon_rush(players=2,towers=1,round_limit=1,turn_based=true,compact=true)"
LAST_AUCTION = "parlour_mogul(worlds=mogul-last-auction)"
LAST_ROUND = "parlour_gold_n_crash(worlds=gold-n-crash-last-round,compact=true)"


def short(name: str, more: str = "") -> str:
    return f"{name}({','.join(part for part in (SHORT.get(name, ''), more) if part)})"


def play(state: Any, rng: random.Random, moves: int = 10_000) -> None:
    for _ in range(moves):
        if state.is_terminal():
            return
        if state.is_simultaneous_node():
            players = range(state.get_game().num_players())
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def test_all_games_are_registered() -> None:
    assert {f"parlour_{id.replace('-', '_')}" for id in parlour.games()} == set(spiel.NAMES)
    assert set(spiel.NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", spiel.NAMES)
def test_random_games_pass_the_test_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(short(name)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["parlour_photon_rush", "parlour_crash_and_grab"])
def test_simultaneous_answers_are_simultaneous_nodes(name: str) -> None:
    together = pyspiel.load_game(short(name, "players=3"))
    assert together.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    one_by_one = pyspiel.load_game(short(name, "players=3,turn_based=true"))
    assert one_by_one.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    pyspiel.random_sim_test(one_by_one, num_sims=1, serialize=True, verbose=False)
    states = [together.new_initial_state(), one_by_one.new_initial_state()]
    for state in states:
        while state.is_chance_node():
            state.apply_action(0)
    assert states[0].is_simultaneous_node()
    assert states[1].current_player() == 0
    for player in range(3):
        assert states[0].legal_actions(player)


def test_a_player_who_is_not_asked_waits() -> None:
    game = pyspiel.load_game("parlour_photon_rush(players=3)")
    rng = random.Random(2)
    waits = 0
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_simultaneous_node():
                for player in range(3):
                    asked = player in state.table.owing()
                    waits += not asked
                    assert asked == (state.legal_actions(player) != [game.num_distinct_actions() - 1])
            play(state, rng, 1)
    assert waits > 0


@pytest.mark.parametrize("name", spiel.NAMES)
@pytest.mark.parametrize("how", ["", "turn_based=true"])
def test_states_keep_what_openspiel_promises_of_all_games(name: str, how: str) -> None:
    """What its own api_test asks of every game, in whole random games."""
    game = pyspiel.load_game(short(name, how))
    players = range(game.num_players())
    kind, rng = game.get_type(), random.Random(3)
    state = game.new_initial_state()
    while not state.is_terminal():
        assert game.max_game_length() >= 1
        kinds = [state.is_chance_node(), state.is_simultaneous_node(), state.is_player_node()]
        assert sum(kinds) == 1
        asked = state.current_player()
        assert state.returns() == [0.0 for _ in players]
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert asked == pyspiel.PlayerId.CHANCE
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert [action for action, _ in outcomes] == state.legal_actions()
            assert len(outcomes) <= game.max_chance_outcomes()
            assert [state.legal_actions(player) for player in players] == [[] for _ in players]
        else:
            for player in players:
                legal = state.legal_actions(player)
                assert legal == sorted(set(legal))
                assert all(0 <= action < game.num_distinct_actions() for action in legal)
                assert bool(legal) == (state.is_simultaneous_node() or player == asked)
                assert np.flatnonzero(state.legal_actions_mask(player)).tolist() == legal
                names = [state.action_to_string(player, action) for action in legal]
                assert [state.string_to_action(player, text) for text in names] == legal
                with pytest.raises(parlour.RulesError, match="nothing that can be done"):
                    state.string_to_action(player, "fly away")
                assert len(state.observation_tensor(player)) == game.observation_tensor_size()
                assert state.observation_string(player)
                assert state.information_state_string(player)
            assert state.is_simultaneous_node() <= (kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS)
        play(state, rng, 1)
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert [state.legal_actions(player) for player in players] == [[] for _ in players]
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())
    if kind.utility == pyspiel.GameType.Utility.ZERO_SUM:
        assert sum(state.returns()) == pytest.approx(0.0)


@pytest.mark.parametrize("name", spiel.NAMES)
def test_a_playthrough_can_be_written(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # has all of SciPy: a second, for these tests alone

    text = generate_playthrough.playthrough(short(name), action_sequence=None, seed=1)
    assert "Apply action" in text or "Apply joint action" in text
    assert "IsTerminal() = True" in text
    assert "InformationStateString(0)" in text


@pytest.mark.parametrize("name", spiel.NAMES)
def test_states_are_saved_and_copied(name: str) -> None:
    game = pyspiel.load_game(short(name))
    state = game.new_initial_state()
    rng = random.Random(5)
    for moves in (0, 1, 45, 10):
        play(state, rng, moves)
        saved = pyspiel.serialize_game_and_state(game, state)
        _, again = pyspiel.deserialize_game_and_state(saved)
        for other in (again, state.clone()):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert [other.information_state_string(player) for player in range(game.num_players())] == [
                state.information_state_string(player) for player in range(game.num_players())
            ]
    state = game.new_initial_state()
    play(state, rng, 3)
    before, kept = str(state), state.clone()
    play(state.clone(), rng, 5)
    assert str(state) == before  # a copy is independent
    play(state, rng, 5)
    assert str(kept) == before  # and so is what was copied
    assert len(kept.history()) < len(state.history())


@pytest.mark.parametrize("name", spiel.NAMES)
def test_chance_is_explicit(name: str) -> None:
    game = pyspiel.load_game(short(name))
    state = game.new_initial_state()
    rng = random.Random(1)
    for _ in range(200):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert [outcome for outcome, _ in outcomes] == state.legal_actions()
            assert max(outcome for outcome, _ in outcomes) < game.max_chance_outcomes()
        play(state, rng, 1)
    fixed = pyspiel.load_game(spiel.short_name(spiel.ParlourGame.__subclasses__()[0].box), {"deal": "7"})
    assert fixed.new_initial_state().can_be_seen()


@pytest.mark.parametrize("name", spiel.NAMES)
def test_observers_tell_what_the_engine_tells(name: str) -> None:
    game = pyspiel.load_game(short(name))
    state = game.new_initial_state()
    rng = random.Random(3)
    while not state.can_be_seen():
        play(state, rng, 1)
    play(state, rng, 20)
    remembers = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    sees = make_observation(game)
    public = make_observation(
        game,
        pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
    )
    table = state.table
    for player in range(game.num_players()):
        assert remembers.string_from(state, player) == state.information_state_string(player)
        assert sees.string_from(state, player) == state.observation_string(player)
        assert public.string_from(state, player) == state.view_string(None)
        if game.get_type().provides_observation_tensor:
            sees.set_from(state, player)
            assert np.array_equal(sees.tensor, np.array(table.observation(player), np.float32))
            assert np.array_equal(sees.tensor, np.array(state.observation_tensor(player), np.float32))


# -- played from Python, with a history that C++ writes down later ----------------------------------


def pair(name: str, more: str = "") -> tuple[Any, Any]:
    """The same game, told to C++ at once and lazily; both are dealt."""
    games = [pyspiel.load_game(short(name, f"lazy_history={lazy}{more}")) for lazy in ("false", "true")]
    states = [game.new_initial_state() for game in games]
    for state in states:
        rng = random.Random(1)
        while not state.can_be_seen():
            play(state, rng, 1)
        play(state, rng, 6)
    return states[0], states[1]


def told(state: Any) -> list[Any]:
    """All that C++ has written down of a game."""
    full = [(step.player, step.action) for step in state.full_history()]
    return [state.history(), full, state.history_str(), state.move_number(), state.is_initial_state()]


@pytest.mark.parametrize("name", spiel.NAMES)
def test_a_lazy_history_is_the_same_history(name: str) -> None:
    plain, lazy = pair(name)
    assert type(lazy) is spiel.ParlourState
    assert type(plain) is spiel.EagerState
    assert str(lazy) == str(plain)
    assert lazy.legal_actions() == plain.legal_actions()
    copied, by_c = lazy.clone(), pyspiel.State.clone(lazy)
    saved = pyspiel.serialize_game_and_state(lazy.get_game(), lazy)  # nobody has asked for its history yet
    _, read = pyspiel.deserialize_game_and_state(saved)
    for state in (lazy, copied, by_c, read):
        assert told(state) == told(plain)
    for state in (plain, lazy, copied, by_c, read):
        play(state, random.Random(2), 9)
    for state in (lazy, copied, by_c, read):
        assert str(state) == str(plain)
        assert told(state) == told(plain)
        assert state.returns() == plain.returns()
    players = range(plain.num_players())
    for player in players:
        assert lazy.information_state_string(player) == plain.information_state_string(player)


@pytest.mark.parametrize("name", ["parlour_photon_rush", "parlour_mogul"])
def test_c_plays_on_where_python_has_stopped(name: str) -> None:
    """Both play in turn, by every door there is, and the history stays in order."""
    plain, lazy = pair(name, ",turn_based=true")
    for step in range(12):
        if plain.is_terminal():
            break
        action = random.Random(step).choice(plain.legal_actions())
        if step % 4 == 0:
            plain, lazy = plain.child(action), pyspiel.State.child(lazy, action)
        elif step % 4 == 1:
            plain, lazy = plain.child(action), lazy.child(action)
        elif step % 4 == 2:
            pyspiel.State.apply_action(lazy, action)
            plain.apply_action(action)
        else:
            lazy.apply_action_with_legality_check(action)
            plain.apply_action(action)
        assert str(lazy) == str(plain)
    assert told(lazy) == told(plain)


Bot: Any = pyspiel.Bot


class Noting(Bot):  # type: ignore[misc]
    """Plays the first action, and writes down how it was told that a game begins."""

    def __init__(self, player: int) -> None:
        super().__init__()
        self.player = player
        self.begun: list[str] = []

    def restart(self) -> None:
        self.begun.append("new")

    def restart_at(self, state: Any) -> None:
        self.begun.append(state.history_str())

    def step(self, state: Any) -> int:
        first: int = state.legal_actions(self.player)[0]
        return first


def read_by_c(name: str, state: Any) -> Any:
    """What a function in C++ makes of a state whose history it reads before it asks anything."""
    game = state.get_game()
    if name == "evaluate_bots":
        bots = [Noting(player) for player in range(2)]
        return list(pyspiel.evaluate_bots(state, bots, 1)), [bot.begun for bot in bots], state.history()
    if name == "value_from_state":
        policy = pyspiel.UniformRandomPolicy(game)  # C++ does not hold it
        best = pyspiel.TabularBestResponse(game, 0, policy)
        return best.value_from_state(state)
    if name == "Trajectory":
        play(state, random.Random(1))
        return re.sub("lazy_history=[A-Za-z]+", "", pyspiel.Trajectory(state).to_string())
    if name == "InfostateTree":
        observer = game.make_observer(pyspiel.IIGObservationType(perfect_recall=True), {})
        tree = pyspiel.InfostateTree([state], [1.0], observer, 0, max_move_limit=1)
        return tree.tree_height(), tree.num_leaves()
    if name == "random_sim_test":
        pyspiel.random_sim_test_with_specific_initial_state(game, 1, state)
        return state.history()
    bot = pyspiel.make_stateful_random_bot(game, 0, 1)  # compares its own history with that of the state
    bot.restart_at(state)
    action = state.legal_actions()[0]
    bot.inform_action(state, state.current_player(), action)
    state.apply_action(action)
    return bot.get_policy(state)


@pytest.mark.parametrize(
    "name", ["evaluate_bots", "value_from_state", "Trajectory", "InfostateTree", "random_sim_test", "stateful bot"]
)
def test_a_function_that_reads_a_history_at_once_reads_all_of_it(name: str) -> None:
    found = []
    for lazy in ("true", "false"):
        state = pyspiel.load_game(SMALL_RUSH.replace(")", f",lazy_history={lazy})")).new_initial_state()
        play(state, random.Random(4), 2)
        found.append(read_by_c(name, state))
    assert found[0] == found[1]


# Functions that are handed a state and never read its history, or hand it on with what is still to be told.
OTHERS = {
    *("ActionStructSampler.__init__", "SearchNode.children_str", "SearchNode.to_string"),
    *("_Observation.set_from", "_Observation.string_from", "serialize_game_and_state"),
    *(f"{kind}Policy.get_state_policy" for kind in ("", "PartialTabular", "PreferredAction", "Tabular", "Uniform")),
    *("Policy.action_probabilities", "Policy.get_state_policy_as_parallel_vectors"),
    "random_sim_test",  # plays itself
}


def test_all_functions_that_are_handed_a_state_are_known() -> None:
    """A new version of OpenSpiel may have more of them: each may read a history, and is told it before, or does not."""
    known = OTHERS | {f"{owner.__name__}.{name}" for owner, name in spiel.READ_AT_ONCE}
    handed = re.compile(r"[(,][^)]*?: *(\S*\[)*(pyspiel\.|open_spiel::)State\b")
    found = set()
    for name, thing in vars(pyspiel).items():
        if not isinstance(thing, type):
            if handed.search(getattr(thing, "__doc__", "") or ""):
                found.add(name)
        elif not issubclass(thing, pyspiel.State):
            found |= {f"{name}.{key}" for key, value in vars(thing).items() if handed.search(value.__doc__ or "")}
    assert found - {name.removeprefix("pyspiel.") for name in known} == set()


def test_numbers_of_numpy_are_actions() -> None:
    """As for OpenSpiel's own games: `np.random.choice` gives such."""
    state = pyspiel.load_game("parlour_photon_rush(players=2)").new_initial_state()
    actions = [np.int64(state.legal_actions(player)[0]) for player in range(2)]
    state.apply_actions(actions)
    state.apply_actions(np.array([state.legal_actions(player)[0] for player in range(2)]))
    mogul = pyspiel.load_game("parlour_mogul").new_initial_state()
    outcomes, chances = zip(*mogul.chance_outcomes(), strict=True)
    mogul.apply_action(np.random.RandomState(1).choice(outcomes, p=chances))
    assert len(state.history()) == 4
    assert len(mogul.history()) == 1


def test_what_cannot_be_played_changes_nothing() -> None:
    state = pyspiel.load_game("parlour_photon_rush(players=2,limit=1)").new_initial_state()
    with pytest.raises(parlour.RulesError, match="together"):
        state.apply_action(0)
    with pytest.raises(parlour.RulesError, match="2 actions"):
        state.apply_actions([0])
    play(state, random.Random(1))
    with pytest.raises(parlour.RulesError, match="over"):
        state.apply_action(0)
    with pytest.raises(parlour.RulesError, match="nobody"):
        state.apply_actions([0, 0])
    assert len(state.history()) == 2
    with pytest.raises(parlour.RulesError, match="no action 2048"):
        pyspiel.load_game("parlour_crusgallo", {"deal": "1"}).new_initial_state().apply_action(2048)


def test_algorithms_play_on_from_a_state_played_in_python() -> None:
    """OpenSpiel's own in C++ and in Python."""
    game = pyspiel.load_game("parlour_photon_rush(players=2,round_limit=2,turn_based=true)")
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=np.random.RandomState(1))
    for _ in range(2):
        state.apply_action(bot.step(state))
    bots = [pyspiel.make_uniform_random_bot(player, 1) for player in range(2)]
    returns = pyspiel.evaluate_bots(state, bots, 1)  # C++ plays it to the end
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.is_terminal()
    assert again.returns() == list(returns)
    eager = SMALL_RUSH.replace(")", ",lazy_history=false)")
    policies = []
    for name in (SMALL_RUSH, eager):
        solver = cfr.CFRPlusSolver(pyspiel.load_game(name))
        for _ in range(3):
            solver.evaluate_and_update_policy()
        policies.append(solver.average_policy().action_probability_array)
    assert np.array_equal(*policies)


def test_parameters_are_the_options_of_the_game() -> None:
    game = pyspiel.load_game("parlour_mogul(players=4,quick_start=true,loan_cost=2)")
    assert game.num_players() == 4
    assert game.plan.kind.options == {"quick_start": True, "loan_cost": 2}
    fixed = pyspiel.load_game(
        "parlour_gold_n_crash", {"crews": '["meowmurai","octopirate"]', "first": "1", "deal": "5"}
    )
    position = fixed.new_initial_state().table.position()
    assert [seat["crew"] for seat in position["seats"]] == ["meowmurai", "octopirate"]
    assert position["first"] == 1
    with pytest.raises(parlour.InvalidOptions, match="players"):
        pyspiel.load_game("parlour_mogul(players=2)")
    with pytest.raises(parlour.InvalidOptions, match="worlds"):
        pyspiel.load_game("parlour_mogul(worlds=nowhere)")


def test_a_game_without_an_end_is_given_up() -> None:
    state = pyspiel.load_game("parlour_photon_rush(limit=5)").new_initial_state()
    play(state, random.Random(1))
    assert state.move_number() <= 5
    assert state.returns() == [0.0, 0.0]


# -- algorithms ------------------------------------------------------------------------------------


def test_tree_search_plays() -> None:
    game = pyspiel.load_game("parlour_photon_rush(players=2,round_limit=2,turn_based=true)")
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 20, evaluator, random_state=np.random.RandomState(1))
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize(
    "name", ["parlour_photon_rush(players=2,round_limit=2,turn_based=true)", "parlour_mogul(deal=3)", LAST_AUCTION]
)
def test_search_of_information_sets_plays(name: str) -> None:
    game = pyspiel.load_game(name) if "deal" not in name else pyspiel.load_game("parlour_mogul", {"deal": "3"})
    state = game.new_initial_state()
    play(state, random.Random(1), 2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game,
        evaluator,
        2.0,
        20,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        random_state=np.random.RandomState(1),
    )
    assert bot.step(state) in state.legal_actions()


def test_an_imagined_world_looks_the_same_to_whoever_asked() -> None:
    game = pyspiel.load_game("parlour_mogul", {"deal": "3"})
    state = game.new_initial_state()
    rng = random.Random(7)
    play(state, rng, 30)
    for player in range(game.num_players()):
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert str(other) != str(state)  # the deck lies in another order
        one, two = state.clone(), other
        action = one.legal_actions()[0]
        one.apply_action(action)
        two.apply_action(action)
        if one.table.view(player) == two.table.view(player):
            assert one.information_state_string(player) == two.information_state_string(player)


def tree(state: Any) -> tuple[int, set[tuple[int, str]]]:
    """How many nodes there are from a state on, and the information states of the players."""
    nodes, known = 0, set()
    left = [state]
    while left:
        node = left.pop()
        nodes += 1
        if not node.is_terminal():
            if not node.is_chance_node():
                known.add((node.current_player(), node.information_state_string()))
            left += [node.child(action) for action in node.legal_actions()]
    return nodes, known


@pytest.mark.parametrize(
    ("name", "nodes", "known"), [(SMALL_RUSH, 261, 82), (LAST_AUCTION, 911, 269), (LAST_ROUND, 6669, 1586)]
)
def test_small_versions_are_as_small_as_the_documents_say(name: str, nodes: int, known: int) -> None:
    found = tree(pyspiel.load_game(name).new_initial_state())
    assert (found[0], len(found[1])) == (nodes, known)


def test_actions_of_a_small_version_are_numbered_without_gaps() -> None:
    game = pyspiel.load_game(SMALL_RUSH)
    assert game.num_distinct_actions() < 20
    state, large = game.new_initial_state(), pyspiel.load_game("parlour_photon_rush(players=2,turn_based=true)")
    wide = large.new_initial_state()
    rng = random.Random(1)
    for _ in range(4):
        names = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
        assert names == [wide.action_to_string(wide.current_player(), action) for action in wide.legal_actions()]
        place = rng.randrange(len(names))
        state.apply_action(state.legal_actions()[place])
        wide.apply_action(wide.legal_actions()[place])
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "found"), [(SMALL_RUSH, 1.667), (LAST_AUCTION, 0.719), (LAST_ROUND, 1.204)])
def test_what_best_responses_gain_is_as_the_documents_say(name: str, found: float) -> None:
    """Against those who play at random, which no change of our bots can change."""
    game = pyspiel.load_game(name)
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(found, abs=0.0005)
    documents = (Path(__file__).parent.parent / "docs" / "research.md").read_text(encoding="utf-8")
    assert f"| {found:.3f} |" in documents


def test_counterfactual_regrets_find_the_equilibrium_of_a_small_version() -> None:
    game = pyspiel.load_game(SMALL_RUSH)
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 4


def test_the_example_finds_an_equilibrium(capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parent.parent / "examples" / "solve.py"
    example = runpy.run_path(str(path))
    assert example["main"](10) < 0.1
    assert "build" in capsys.readouterr().out


def test_an_environment_of_openspiel_runs() -> None:
    game = pyspiel.load_game("parlour_mogul", {"deal": "2"})
    environment = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    rng = random.Random(1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == parlour.game("mogul").observation_shape(3)[0]
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
    assert sum(step.rewards) == pytest.approx(0.0)
