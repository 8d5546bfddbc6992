"""What holds in every state of every game, tried on random games."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import parlour
from conftest import LONG, THOROUGH

pytestmark = pytest.mark.exact

GAMES = parlour.games()
LONGEST = 400  # steps of a random walk

seeds = st.integers(0, 10**6)
few = settings(
    max_examples=200 if LONG else 25 if THOROUGH else 12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)


def act(state: parlour.State, rng: parlour.Rng) -> tuple[int | str, str]:
    """Play a random action (of a random seat among those who owe one) and say which."""
    if state.to_act == parlour.CHANCE:
        outcome = rng.choice(state.chance())
        state.play(parlour.CHANCE, outcome)
        return parlour.CHANCE, outcome
    seat = rng.choice(state.owing())
    action = rng.choice(state.legal(seat))
    state.play(seat, action)
    return seat, action


def walk(game_id: str, seed: int) -> parlour.State:
    """A state somewhere in a random game: of any number of players, at any moment."""
    rng = parlour.Rng(f"walk:{seed}")
    game = parlour.game(game_id)
    state = game.new(rng.choice(list(game.players)), seed=seed)
    for _ in range(rng.below(LONGEST)):
        if state.to_act == ():
            break
        before = state.clone()
        act(state, rng)
        if state.to_act == () and rng.below(2):
            return before  # one step before the end; the other half of the walks that reach it stay there
    return state


def seats(state: parlour.State) -> list[int | None]:
    return [*range(state.players), None]


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_a_position_is_enough_to_play_on_from(game_id: str, seed: int) -> None:
    state = walk(game_id, seed)
    position = state.position()
    again = parlour.game(game_id).load(json.loads(json.dumps(position)))
    assert again.position() == position
    assert again.to_act == state.to_act
    assert again.chance() == state.chance()
    assert again.outcome == state.outcome
    for seat in range(state.players):
        assert again.legal(seat) == state.legal(seat)
        assert again.view(seat) == state.view(seat)
    one, two = parlour.Rng(seed), parlour.Rng(seed)
    for _ in range(30):
        if state.to_act == ():
            break
        assert act(state, one) == act(again, two)
        assert state.position() == again.position()


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_a_clone_is_independent(game_id: str, seed: int) -> None:
    state = walk(game_id, seed)
    before = state.position()
    copies = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    for made in copies:
        assert made.position() == before
        rng = parlour.Rng(seed)
        for _ in range(20):
            if made.to_act != ():
                act(made, rng)
        assert state.position() == before
    kept = state.clone()
    rng = parlour.Rng(seed)
    for _ in range(20):
        if state.to_act != ():
            act(state, rng)
    assert kept.position() == before


def distorted(action: str) -> list[str]:
    """Strings that look like an action and are none."""
    words = action.split(" ")
    return [
        action.upper(),
        action + " ",
        " " + action,
        action.replace(" ", "  ") + "  ",
        action + " 0",
        " ".join([*words[:-1], "0" + words[-1]]),
        " ".join([*words[:-1], "+" + words[-1]]),
        " ".join([*words[:-1], words[-1] + "\n"]),
        words[0] + " 999999999999999999999999",
        words[0] + " ²",
    ]


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_errors_leave_no_trace_and_say_why(game_id: str, seed: int) -> None:
    state = walk(game_id, seed)
    before = state.position()
    for seat in range(state.players):
        legal = state.legal(seat)
        for action in ["", " ", "nonsense", "pass 1 2 3", "\0", *legal[:3]]:
            for text in [action, *(distorted(action) if action in legal else [])]:
                if text in legal:
                    continue
                with pytest.raises(parlour.IllegalAction) as error:
                    state.play(seat, text)
                assert error.value.rule
                assert state.position() == before
    for wrong in (-1, state.players, True, "nobody", None, 1.5):
        with pytest.raises(parlour.RulesError):
            state.play(wrong, "pass")
    if state.to_act != parlour.CHANCE:
        with pytest.raises(parlour.IllegalAction):
            state.play(parlour.CHANCE, "roll 1")
    assert state.position() == before


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_what_is_listed_is_accepted(game_id: str, seed: int) -> None:
    state = walk(game_id, seed)
    asked = state.to_act
    for seat in range(state.players):
        legal = state.legal(seat)
        assert legal == sorted(set(legal))
        assert bool(legal) == (asked != parlour.CHANCE and seat in asked)
        rng = parlour.Rng(seed)
        for _ in range(min(len(legal), 12)):
            state.clone().play(seat, rng.choice(legal))
    for outcome in state.chance():
        state.clone().play(parlour.CHANCE, outcome)
    assert (state.outcome is None) == (asked != ())


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_an_imagined_world_looks_the_same(game_id: str, seed: int) -> None:
    """The leak test: what a seat sees must not tell one possible world from another."""
    state = walk(game_id, seed)
    game = parlour.game(game_id)
    for seat in seats(state):
        view = state.view(seat)
        kept = json.dumps(view, sort_keys=True)
        for attempt in range(2):
            world = game.imagine(view, parlour.Rng(f"{seed}:{attempt}"))
            assert json.dumps(view, sort_keys=True) == kept, "imagine changed the view"
            assert json.dumps(world.view(seat), sort_keys=True) == kept
            assert world.to_act == state.to_act
            if seat is not None:
                assert world.legal(seat) == state.legal(seat)
            game.load(world.position())
            parlour.playout(world, parlour.Rng(seed), 50)
        assert game.imagine(view, parlour.Rng(5)).position() == game.imagine(view, parlour.Rng(5)).position()


def scribble(data: Any) -> None:
    """Change everything that can be changed in place."""
    if isinstance(data, dict):
        for value in list(data.values()):
            scribble(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            scribble(value)
        data.clear()


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_views_positions_and_answers_share_nothing_with_the_state(game_id: str, seed: int) -> None:
    state = walk(game_id, seed)
    before = json.dumps(state.position())
    scribble(state.position())
    for seat in seats(state):
        scribble(state.view(seat))
        if seat is not None:
            offered = [*state.legal(seat)]
            scribble(state.legal(seat))
            assert state.legal(seat) == offered
    assert json.dumps(state.position()) == before


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_simultaneous_answers_come_in_any_order(game_id: str, seed: int) -> None:
    state = walk(game_id, seed)
    rng = parlour.Rng(seed)
    for _ in range(200):
        if state.to_act == () or len(state.owing()) > 1:
            break
        act(state, rng)
    owing = state.owing()
    if len(owing) < 2:
        return
    answers = {seat: rng.choice(state.legal(seat)) for seat in owing}
    other = state.clone()
    for seat in owing:
        state.play(seat, answers[seat])
    for seat in reversed(owing):
        other.play(seat, answers[seat])
    assert other.position() == state.position()


@pytest.mark.parametrize("game_id", GAMES)
@given(seed=seeds)
@few
def test_a_record_replays_to_the_same_position(game_id: str, seed: int) -> None:
    game = parlour.game(game_id)
    rng = parlour.Rng(seed)
    players = rng.choice(list(game.players))
    setup = game.setup(players, {}, seed)
    state = game.start(players, {}, setup)
    record = parlour.Record(game_id, players, {}, setup)
    for _ in range(rng.below(LONGEST)):
        if state.to_act == ():
            break
        before = state.clone()
        record.add(before, *act(state, rng))
    again = game.replay(json.loads(json.dumps(record.to_dict())))
    assert again.position() == state.position()
    assert game.new(players, {}, seed).position() == game.start(players, {}, setup).position()
