"""The games as Gymnasium environments, by its own checks."""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'parlour[gymnasium]'")
gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'parlour[gymnasium]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import parlour.envs.gymnasium as gym  # noqa: E402
from parlour.bots import ThinkingBot  # noqa: E402

GAMES = parlour.games()


def play(env: Any, seed: int) -> tuple[list[Any], float, bool, bool]:
    """A game at random to its end: what was seen, the reward, and how it ended."""
    rng = random.Random(seed)
    observed, info = env.reset(seed=seed)
    seen = [observed]
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        observed, reward, terminated, truncated, info = env.step(action)
        seen.append(observed)
        if terminated or truncated:
            return seen, reward, terminated, truncated


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.filterwarnings("ignore:.*the environment spec is.*")
def test_the_check_of_gymnasium(id: str) -> None:
    env = gymnasium.make(f"parlour/{id}-v{parlour.game(id).rules_version}")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("id", GAMES)
def test_a_game_against_bots_ends_by_the_engine(id: str) -> None:
    env = gym.OneSeat(id)
    seen, reward, terminated, truncated = play(env, 3)
    assert terminated
    assert not truncated
    assert reward == env.table.returns()[env.seat]
    again, other, _, _ = play(gym.OneSeat(id), 3)
    assert other == reward
    assert all(np.array_equal(one, two) for one, two in zip(seen, again, strict=True))
    with pytest.raises(parlour.InvalidOptions, match="reset"):
        env.step(0)


def test_the_other_seats_are_played_by_named_bots() -> None:
    env = gym.OneSeat("photon-rush", 3, seat=1, bots=["greedy", "random"])
    env.reset(seed=1)
    assert [bot and bot.name for bot in env._bots] == ["greedy", None, None]
    assert env.seat == 1
    _, _, terminated, _ = play(env, 1)
    assert terminated
    anywhere = gym.OneSeat("photon-rush", 3, seat="random")
    seats = set()
    for seed in range(12):
        _, info = anywhere.reset(seed=seed)
        seats.add(info["seat"])
    assert seats == {0, 1, 2}


def test_a_bot_remembers_what_it_was_told() -> None:
    """Mogul's greedy bot counts tokens by what it sees: it is told of all steps, not only of those it is asked in."""
    env = gym.OneSeat("mogul", 3, bots="greedy")
    env.reset(seed=2)
    for _ in range(6):
        env.step(int(sorted(env._legal)[0]))
    facts = [bot.memory.facts() for bot in env._bots if isinstance(bot, ThinkingBot)]
    fresh = gym.OneSeat("mogul", 3, bots="greedy")
    fresh.reset(seed=2)
    assert facts != [bot.memory.facts() for bot in fresh._bots if isinstance(bot, ThinkingBot)]


def test_masks_are_where_masked_policies_look() -> None:
    env = gym.OneSeat("mogul", 3)
    _, info = env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)


def test_what_cannot_be_is_refused() -> None:
    for wrong, why in (
        ({"seat": 3}, "seat"),
        ({"bots": ["random"]}, "2 names"),
        ({"illegal": "maybe"}, "lose or raise"),
        ({"colour": 1}, "no option"),
        ({"render_mode": "smoke"}, "render_mode"),
    ):
        with pytest.raises(parlour.InvalidOptions, match=why):
            gym.OneSeat("mogul", 3, **wrong)
    with pytest.raises(parlour.RulesError, match="no bot"):
        gym.OneSeat("mogul", 3, bots="nobody")
    env = gym.OneSeat("mogul", 3)
    env.reset(seed=1)
    assert env.step(13)[1:4] == (-1.0, True, False)
    strict = gym.OneSeat("mogul", 3, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(parlour.IllegalAction, match="not legal now"):
        strict.step(13)


def test_a_long_game_is_truncated() -> None:
    _, reward, terminated, truncated = play(gym.OneSeat("photon-rush", 2, limit=3), 1)
    assert (reward, terminated, truncated) == (0.0, False, True)


def test_gymnasium_makes_many_games_in_one_process() -> None:
    env = gymnasium.make_vec("parlour/photon-rush-v1", num_envs=20, players=3)
    assert isinstance(env, gym.SeatOfMany)
    seen, info = env.reset(seed=1)
    assert seen.shape == (20, parlour.game("photon-rush").observation_shape(3)[0])
    seen, _, _, _, info = env.step(np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]]))
    assert env.observation_space.contains(seen)
    with pytest.raises(parlour.InvalidOptions, match="mask"):
        gymnasium.make_vec("parlour/crusgallo-v1", num_envs=2)


def test_many_games_are_one_environment() -> None:
    env = gym.SeatOfMany("mogul", 50, 3, seat=1)
    seen, info = env.reset(seed=4)
    ended = 0
    rewards: set[float] = set()
    rng = np.random.default_rng(4)
    for _ in range(200):
        assert seen.shape == (50, parlour.game("mogul").observation_shape(3)[0])
        assert env.observation_space.contains(seen)
        assert set(env.batch.asked) == {1}
        actions = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        seen, reward, terminated, truncated, info = env.step(np.array(actions))
        ended += int(terminated.sum())
        rewards.update(reward[terminated].tolist())
        assert not reward[~terminated].any()
        assert not truncated.any()
    assert ended > 50
    assert rewards >= {-1.0, 0.0, 1.0}
    first, _ = env.reset(seed=9)
    again, _ = env.reset(seed=9)
    assert np.array_equal(first, again)
