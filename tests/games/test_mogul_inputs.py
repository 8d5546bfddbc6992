"""Mogul as a network reads it: what a seat that remembers knows, the same from every seat and on both engines."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from inputs_read import named_numbers, numbers_of
from parlour.bots import bots_for
from parlour.lab.arena import run, schedule
from parlour.rules.judge import judge_of
from parlour.rules.network import inputs_of, learned_of
from parlour.web.casting import offers

GAME = parlour.game("mogul")
INPUTS = inputs_of(GAME)


@pytest.mark.exact
def test_both_engines_read_weigh_and_answer_the_same() -> None:
    """The numbers here were written down once; this test runs on the pure and on the compiled engine."""
    learned = learned_of(GAME, 3)
    assert learned is not None
    rng = parlour.Rng(5)
    total, answers = 0.0, 0
    for deal in range(4):
        state = GAME.new(3, seed=deal)
        while state.outcome is None:
            parlour.playout(state, rng, 7)
            for seat in range(3):
                thought = learned.think(state, seat)
                total += learned.winning(thought) + sum(learned.worths(thought, seat)) / 2
            for seat in state.owing():
                answers = 7 * answers % 1000003 + int(learned.draw(state, seat, state.codes(seat), rng))
    assert total == pytest.approx(298.19488203650377, abs=1e-9)
    assert answers == 619485


@pytest.mark.parametrize("players", GAME.players)
def test_all_that_is_read_is_what_a_seat_knows_who_remembers(players: int) -> None:
    """The deck in any other order gives the same numbers; each of them has a name of its own."""
    names = INPUTS.names(players, GAME.parts())
    assert len(names) == len(set(names))
    rng = parlour.Rng(8)
    state = GAME.new(players, seed=players)
    asked = 0
    while state.outcome is None:
        seat = asked % players
        values = numbers_of(GAME, state, seat)
        assert len(values) == len(names)
        known: dict[str, Any] = {**state.view(seat), "tokens": state.position()["tokens"]}
        assert values == numbers_of(GAME, GAME.imagine(known, rng), seat)
        asked += 1
        parlour.playout(state, rng, 5)
    assert asked > 30


def test_a_player_looks_the_same_from_every_seat() -> None:
    state = GAME.new(3, seed=2)
    parlour.playout(state, parlour.Rng(3), 120)
    assert state.outcome is None
    seen = [named_numbers(GAME, state, seat) for seat in range(3)]
    for name in ("tokens", "bids", "begins", "asked"):
        assert seen[0][f"you: {name}"] == seen[2][f"player +1: {name}"] == seen[1][f"player +2: {name}"]
    leads = [seen[0]["player +1: score"], seen[1]["player +2: score"]]
    assert leads[0] == -leads[1] != 0.0


def test_colours_are_told_by_what_they_mean_in_this_round() -> None:
    state = GAME.new(3, seed=4)
    parlour.playout(state, parlour.Rng(4), 100)
    table = state.position()
    centre, border = table["revealed"].split("-")[:2]
    found = named_numbers(GAME, state, 0)
    for role, colour in (("the share", centre), ("what may be sold", border)):
        own = [share for share in table["shares"][0] if share.startswith(f"{colour}-")]
        everybody = [share for shares in table["shares"] for share in shares if share.startswith(f"{colour}-")]
        assert found[f"{role}: you has"] == len(own) / 3
        assert found[f"{role}: price"] == len(everybody) / 5
        to_come = [card for card in table["deck"] if card.startswith(f"{colour}-")]
        assert found[f"{role}: cards to come"] == len(to_come) / 4


def test_what_was_learnt_is_for_the_usual_game_and_the_search_goes_by_the_judge() -> None:
    judge = judge_of(GAME.id)
    assert not judge.learned
    assert judge.learnt(GAME.new(3, seed=1)) is not None
    assert judge.learnt(GAME.new(4, seed=1)) is None
    for options in ({"quick_start": True}, {"loan_cost": 2}):
        assert judge.learnt(GAME.new(3, options, seed=1)) is None


def test_the_bot_that_learnt_by_heart_plays_where_there_is_a_network_and_is_no_beginner() -> None:
    assert "learned" in bots_for("mogul", 3)
    assert "learned" not in bots_for("mogul", 4)
    assert "learned" not in bots_for("crusgallo")
    for players, offered in ((3, True), (4, False)):  # nobody is offered whom the table would refuse
        assert ("learned" in [one.name for one in offers("mogul", "en", players)]) is offered
    played = list(run(schedule(GAME, ["learned", "random", "random"], 12, "by heart"), 1))
    wins = [game["bots"][game["outcome"]["winners"][0]] for game in played]
    assert wins.count("learned") >= 10
