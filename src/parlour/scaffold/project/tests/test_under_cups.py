"""Under Cups, rule by rule, and what must hold in every game."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parlour
from parlour.faces import catalogues
from parlour.faces.look import look_at
from parlour.web.boards import board_of

pytestmark = pytest.mark.exact

GAME = parlour.game("under-cups")
START: dict[str, Any] = {
    "game": "under-cups",
    "players": 2,
    "options": {"coins": 3},
    "to_act": [0],
    "round": 1,
    "turn": 0,
    "coins": [3, 3],
    "dice": [9, 4],
    "bid": None,
}


def given(**changes: Any) -> parlour.State:
    """A table with this position; without changes seat 0 is to make the first bid."""
    return GAME.load({**START, **changes})


def refuses(state: parlour.State, seat: int, action: str, rule: str) -> None:
    before = state.position()
    with pytest.raises(parlour.IllegalAction) as error:
        state.play(seat, action)
    assert error.value.rule == rule
    assert state.position() == before


# -- the rules, one by one -------------------------------------------------------------------------


@pytest.mark.rule("UC-2")
def test_so_many_can_play() -> None:
    for players in GAME.players:
        assert GAME.new(players, seed=1).players == players
    for players in (1, GAME.players[-1] + 1):
        with pytest.raises(parlour.InvalidOptions, match="UC-2"):
            GAME.new(players)


@pytest.mark.rule("UC-3", "UC-4")
def test_a_set_up() -> None:
    players = GAME.players[0]
    state = GAME.start(players, {"coins": 5}, {"first": 1})
    assert state.position()["coins"] == [5] * players
    assert state.position()["turn"] == 1
    drawn = {GAME.setup(players, seed=seed)["first"] for seed in range(40)}
    assert drawn == set(range(players))
    with pytest.raises(parlour.InvalidSetup, match=r"setup\.first"):
        GAME.start(players, {}, {"first": players})


@pytest.mark.rule("UC-5")
def test_dice_are_thrown_by_their_weights_and_seen_by_one() -> None:
    state = given(to_act="chance", dice=[])
    assert state.chance_probabilities()["throw 7"] == pytest.approx(6 / 36)
    assert state.chance_probabilities()["throw 12"] == pytest.approx(1 / 36)
    heard: list[parlour.Event] = []
    state.listen(heard.append)
    state.play(parlour.CHANCE, "throw 9")
    state.play(parlour.CHANCE, "throw 4")
    assert state.view(0)["dice"] == [9, None]
    assert state.view(1)["dice"] == [None, 4]
    assert state.view(None)["dice"] == [None, None]
    assert [[event.seen_by(seat).facts.get("dice") for event in heard] for seat in (0, 1)] == [[9, None], [None, 4]]


@pytest.mark.rule("UC-6")
def test_bids_go_round() -> None:
    state = given()
    state.play(0, "bid 12")
    assert state.to_act == (1,)
    refuses(state, 0, "bid 13", "UC-6")
    refuses(state, 1, "pass", "UC-6")
    state.play(1, "bid 13")
    assert state.to_act == (0,)


@pytest.mark.rule("UC-7", "UC-8")
def test_bids_climb_within_what_the_dice_can_show() -> None:
    state = given()
    refuses(state, 0, "bid 3", "UC-8")
    refuses(state, 0, "bid 25", "UC-8")
    state.play(0, "bid 23")
    refuses(state, 1, "bid 23", "UC-7")
    assert state.legal(1) == ["bid 24", "doubt"]


@pytest.mark.rule("UC-9")
def test_there_must_be_something_to_doubt() -> None:
    refuses(given(), 0, "doubt", "UC-9")


@pytest.mark.rule("UC-10", "UC-11")
@pytest.mark.parametrize(("bid", "coins", "begins"), [(13, [3, 2], 1), (14, [2, 3], 0)])
def test_a_doubt_costs_a_coin(bid: int, coins: list[int], begins: int) -> None:
    state = given()
    state.play(0, f"bid {bid}")
    state.play(1, "doubt")
    assert state.position()["coins"] == coins
    assert state.position()["turn"] == begins
    assert state.to_act == parlour.CHANCE
    assert state.position()["round"] == 2


@pytest.mark.rule("UC-1", "UC-12")
def test_the_last_coin_ends_the_game() -> None:
    state = given(round=3, coins=[3, 1])
    state.play(0, "bid 13")
    state.play(1, "doubt")
    assert state.outcome is not None
    assert state.outcome.to_dict() == {"winners": [0], "ranking": [[0], [1]], "scores": [3, 0], "reason": "coins"}
    assert state.view(None)["dice"] == [9, 4]  # the cups stay open


BAD: dict[str, dict[str, Any]] = {
    "players": {"players": 1},
    "coins": {"coins": [2, 2]},
    "dice": {"dice": [9, 13]},
    "bid": {"bid": 25},
    "to_act": {"to_act": [1]},
    "turn": {"turn": 2},
    "colour": {"colour": "red"},
}


@pytest.mark.parametrize("key", BAD)
def test_a_wrong_position_is_refused_by_name(key: str) -> None:
    with pytest.raises(parlour.InvalidPosition, match=key):
        given(**BAD[key])


def test_components_can_be_replaced() -> None:
    state = GAME.new(seed=1, components={"cups": {"dice": 1, "sides": 4}})
    assert state.chance() == ["throw 1", "throw 2", "throw 3", "throw 4"]
    with pytest.raises(parlour.InvalidComponents, match=r"cups\.dice"):
        GAME.new(components={"cups": {"dice": 0, "sides": 4}})


# -- what must hold in every game ------------------------------------------------------------------


def moments(seed: int) -> list[parlour.State]:
    """Every state of a random game."""
    rng = parlour.Rng(seed)
    state = GAME.new(GAME.players[seed % len(GAME.players)], seed=seed)
    found = [state.clone()]
    while state.outcome is None:
        if state.to_act == parlour.CHANCE:
            state.play(parlour.CHANCE, state.chance_outcome(rng))
        else:
            (seat,) = state.owing()
            state.play(seat, rng.choice(state.legal(seat)))
        found.append(state.clone())
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_position_is_enough_to_play_on_from(seed: int) -> None:
    for state in moments(seed):
        again = GAME.load(json.loads(json.dumps(state.position())))
        assert again == state
        assert [again.legal(seat) for seat in range(state.players)] == [
            state.legal(seat) for seat in range(state.players)
        ]


@pytest.mark.parametrize("seed", range(4))
def test_an_imagined_world_looks_the_same(seed: int) -> None:
    """The leak test: nothing that a seat sees tells one possible world from another."""
    different = 0
    for number, state in enumerate(moments(seed)):
        for seat in (*range(state.players), None):
            world = GAME.imagine(state.view(seat), parlour.Rng(f"{seed} {number}"))
            assert world.view(seat) == state.view(seat)
            different += world != state
    assert different > 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_moment_can_be_told_and_drawn(lang: str) -> None:
    words = GAME.words(lang)
    for state in moments(1):
        for seat in (*range(state.players), None):
            assert words.table(state.view(seat), seat)
            look = look_at(state, GAME, seat, words)
            html, picks = board_of(look)
            assert html
            assert sorted(picks or {}) == look.legal, "every answer can be picked on the board"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_both_languages_say_everything(lang: str) -> None:
    assert catalogues.faults(catalogues.folder_of(GAME), lang) == []
