"""The games as PettingZoo environments, by its own tests."""

from __future__ import annotations

import importlib
import random
import warnings
from types import SimpleNamespace
from typing import Any

import pytest

import parlour

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[pettingzoo]'")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'parlour[pettingzoo]'")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests import its own games, which warn of themselves
    suite = importlib.import_module("pettingzoo.test")

from parlour.envs import pettingzoo as zoo  # noqa: E402

GAMES = parlour.games()
UNUSUAL = 33  # a seed with which somebody loses more than eight things at once
AT_ONCE = [id for id in GAMES if "simultaneous" in vars(type(parlour.game(id).new(seed=0)))]


@pytest.fixture(autouse=True)
def _only_our_warnings() -> Any:
    """PettingZoo warns of dictionaries as observations, which is its own way to hand out masks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")  # of those who are not asked
        yield


def play(table: Any, rng: random.Random) -> list[Any]:
    """A game at random to its end; what everybody was told last."""
    ends = []
    for agent in table.agent_iter():
        seen, reward, termination, truncation, info = table.last()
        if termination or truncation:
            ends.append((agent, reward, termination, truncation))
            table.step(None)
            continue
        legal = np.flatnonzero(seen["action_mask"])
        assert list(legal) == sorted(info["legal"])
        assert info["action_mask"] is seen["action_mask"]
        table.step(rng.choice(legal.tolist()))
    return ends


@pytest.mark.parametrize("id", GAMES)
def test_the_api_test_of_pettingzoo(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    suite.api_test(zoo.env(id), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("id", GAMES)
def test_the_seed_test_of_pettingzoo(id: str) -> None:
    suite.seed_test(lambda: zoo.env(id), num_cycles=30)


@pytest.mark.parametrize("id", AT_ONCE)
def test_the_parallel_tests_of_pettingzoo(id: str) -> None:
    suite.parallel_api_test(zoo.parallel_env(id), num_cycles=100)
    suite.parallel_seed_test(lambda: zoo.parallel_env(id), num_cycles=30)


@pytest.mark.parametrize("id", GAMES)
def test_a_game_by_agents_is_a_game_by_the_engine(id: str) -> None:
    """The same seed and the same answers give the same end, and its rewards."""
    table = zoo.env(id)
    table.reset(seed=5)
    ends = play(table, random.Random(5))
    returns = table.table.returns()
    assert [reward for _, reward, _, _ in ends] == returns
    assert all(termination and not truncation for _, _, termination, truncation in ends)
    assert table.agents == []
    assert any(returns)


@pytest.mark.parametrize("id", AT_ONCE)
def test_both_kinds_of_environments_play_the_same_game(id: str) -> None:
    rng = random.Random(3)
    table = zoo.parallel_env(id)
    seen, infos = table.reset(seed=3)
    together = 0
    rewards: dict[str, float] = {}
    while table.agents:
        asked = table.table.owing()
        together += len(asked) > 1 and table.table.simultaneous()
        for seat, agent in enumerate(table.possible_agents):
            waits = seen[agent]["action_mask"][-1] == 1
            assert waits == (seat not in asked)
        actions = {agent: rng.choice(np.flatnonzero(seen[agent]["action_mask"]).tolist()) for agent in table.agents}
        assert all(infos[agent]["action_mask"] is seen[agent]["action_mask"] for agent in table.agents)
        seen, rewards, _, _, infos = table.step(actions)
    assert together > 2
    assert list(rewards.values()) == table.table.returns()


def test_a_secret_answer_is_not_observed() -> None:
    """In turn or not: nobody sees what another has answered before all have."""
    first, second = zoo.env("photon-rush", players=2), zoo.env("photon-rush", players=2)
    seen = []
    for table, place in ((first, 0), (second, -1)):
        table.reset(seed=1)
        table.step(sorted(table.infos["seat_0"]["legal"])[place])
        seen.append(table.observe("seat_1")["observation"])
    assert np.array_equal(*seen)
    assert not np.array_equal(first.observe("seat_0")["observation"], second.observe("seat_0")["observation"])


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    table = zoo.env("mogul", players=3)
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(4)
    assert table.terminations == dict.fromkeys(table.possible_agents, True)
    assert table.rewards == {other: -1.0 if other == agent else 0.0 for other in table.possible_agents}
    table = zoo.env("mogul", players=3, illegal="raise")
    table.reset(seed=1)
    before = table.table.position()
    with pytest.raises(parlour.IllegalAction, match="not legal now"):
        table.step(4)
    assert table.table.position() == before
    both = zoo.parallel_env("photon-rush", players=2, illegal="raise")
    both.reset(seed=1)
    with pytest.raises(parlour.IllegalAction, match="seat_1"):
        both.step({"seat_0": int(both._legal["seat_0"][0]), "seat_1": 50_000})


def test_options_are_checked_and_games_are_cut() -> None:
    with pytest.raises(parlour.InvalidOptions, match="one seat answers after the other"):
        zoo.parallel_env("mogul")
    with pytest.raises(parlour.InvalidOptions, match="no option"):
        zoo.env("mogul", colour="blue")
    with pytest.raises(parlour.InvalidOptions, match="render_mode"):
        zoo.env("mogul", render_mode="smoke")
    with pytest.raises(parlour.InvalidOptions, match="illegal"):
        zoo.env("mogul", illegal="maybe")
    assert zoo.env("mogul", quick_start=True).kind.options["quick_start"] is True
    table = zoo.env("photon-rush", limit=6)
    table.reset(seed=1)
    ends = play(table, random.Random(1))
    assert [(reward, truncation) for _, reward, _, truncation in ends] == [(0.0, True)] * len(ends)


def test_actions_are_the_usual_ones_unless_all_are_wanted() -> None:
    """Photon Rush has 50,399 codes, and most of them are blasts of very many things."""
    usual, every = zoo.env("photon-rush", players=2), zoo.env("photon-rush", players=2, actions="all")
    assert usual.action_space("seat_0").n == 569
    assert every.action_space("seat_0").n == parlour.game("photon-rush").action_count
    rng = random.Random(4)
    for table in (usual, every):
        table.reset(seed=4)
    for _ in range(60):
        if usual.terminations[usual.agent_selection]:
            break
        agent = usual.agent_selection
        assert agent == every.agent_selection
        few, many = usual.infos[agent]["legal"], every.infos[agent]["legal"]
        seat = usual.table.actor()
        assert [usual.kind.code(usual.table, seat, action) for action in few] == list(many)
        place = rng.randrange(len(few))
        usual.step(few[place])
        every.step(many[place])
    assert usual.table.position() == every.table.position()
    assert zoo.env("mogul", players=3).action_space("seat_0").n == parlour.game("mogul").action_count
    with pytest.raises(parlour.InvalidOptions, match="actions"):
        zoo.env("mogul", actions="some")


def test_a_game_that_asks_for_an_unusual_action_is_truncated() -> None:
    table = zoo.env("photon-rush", players=4)
    table.reset(seed=UNUSUAL)
    ends = play(table, random.Random(UNUSUAL))
    assert [(reward, truncation) for _, reward, _, truncation in ends] == [(0.0, True)] * 4
    assert max(table.table.actions(table.table.actor())) > max(table.kind.numbered)


@pytest.mark.parametrize("id", ["gold-n-crash", "photon-rush"])
def test_the_performance_test_of_pettingzoo(
    id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs for five seconds; here its clock goes faster."""
    benchmark = importlib.import_module("pettingzoo.test.performance_benchmark")
    looked = iter(range(0, 10_000, 1))
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(time=lambda: next(looked) / 50))
    suite.performance_benchmark(zoo.env(id))
    assert "turns per second" in capsys.readouterr().out


def test_a_table_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """As text, as a page of its own, and as a picture, where there is a browser to take it."""
    from parlour.web.pictures import NoBrowser, chromium

    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    table = zoo.env("mogul", players=3, render_mode="human")
    table.reset(seed=1)
    table.step(int(table.infos[table.agent_selection]["legal"][0]))
    assert len(opened) == 1
    assert opened[0].startswith("file:")
    table.close()
    text = zoo.env("mogul", players=3, render_mode="ansi")
    text.reset(seed=1)
    assert "bank" in text.render().lower()
    try:
        chromium()
    except NoBrowser as error:
        pytest.skip(str(error))
    suite.render_test(lambda render_mode: zoo.env("mogul", players=3, render_mode=render_mode))
