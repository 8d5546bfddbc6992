"""Players who answer in the state itself, for networks to learn from: nobody of them knows what others have chosen."""

from __future__ import annotations

from typing import Any

import pytest
from mypy_extensions import i64

import parlour
from conftest import THOROUGH
from parlour.games.photon_rush.sparring import BARGAINER, COUNTER, SCHEMER, STYLED, Partner
from parlour.lab.together import Together
from parlour.lab.train import play_imagined
from parlour.rules.judge import Judge, judge_of
from parlour.rules.state import NOBODY

GAME = parlour.game("photon-rush")


def test_answers_of_all_at_once_are_carried_out_when_the_last_is_there() -> None:
    state = GAME.new(3, seed=1)
    together = Together(state)
    for seat in range(3):
        assert together.next_to_answer() == seat
        assert state.to_act == (0, 1, 2)
        assert all(base["choice"] is None for base in state.position()["seats"])
        together.take(seat, state.codes(seat)[-1])
    assert state.position()["phase"] == "action"


def test_where_one_is_asked_after_the_other_nothing_is_held_back() -> None:
    state = parlour.game("mogul").new(3, seed=1)
    together = Together(state)
    seat = together.next_to_answer()
    before = state.position()
    together.take(seat, state.codes(seat)[0])
    assert state.position() != before


@pytest.mark.parametrize("game", ["photon-rush", "crash-and-grab"])
def test_imagined_players_see_no_secret_choice(game: str) -> None:
    """All whom a question was put to at the same time still owe their answer when the last of them is asked."""
    judge = judge_of(game)
    asked: list[tuple[int, ...]] = []

    class Nosy(Judge):
        def answer_in_style(self, state: parlour.State, seat: i64, codes: Any, rng: parlour.Rng, style: i64) -> i64:
            if state.simultaneous():
                assert isinstance(state.to_act, tuple)
                asked.append(state.to_act)
            return judge.answer_in_style(state, seat, codes, rng, 0)

    play_imagined(parlour.game(game).new(3, seed=3), Nosy(), parlour.Rng(3), lambda state: None)
    assert len(asked) > 6
    assert asked.count((0, 1, 2)) % 3 == 0
    assert all(asked.count(seats) % len(seats) == 0 for seats in set(asked) if len(seats) > 1)


@pytest.mark.exact
@pytest.mark.parametrize("players", [2, 3, 4])
def test_partners_of_every_kind_play_by_the_rules_to_the_end(players: int) -> None:
    rng = parlour.Rng(f"partners for {players}")
    partners = {kind: [] for kind in (STYLED, COUNTER, BARGAINER, SCHEMER)}  # type: dict[int, list[Partner]]
    while min(len(some) for some in partners.values()) < players:
        partner = Partner(rng)
        partners[int(partner.kind)].append(partner)
    for kind, some in partners.items():
        state = GAME.new(players, seed=kind)
        together = Together(state)
        steps = 0
        while (seat := together.next_to_answer()) != NOBODY and steps < 120:
            codes = state.codes(seat)
            code = some[seat].answer(state, seat, rng)
            assert code in list(codes), f"partners of kind {kind}"
            together.take(seat, code)
            steps += 1
        assert steps > 8


@pytest.mark.exact
def test_who_bargains_stops_a_base_that_is_about_to_win() -> None:
    """Seat 1 wins at the next collection unless its mines are blasted; nobody's mercenaries reach its towers."""
    position = GAME.new(3, seed=1).position()
    for seat, base in enumerate(position["seats"]):
        base.update(gold=11 if seat == 1 else 1, mines=4 if seat == 1 else 1, mercs=2, towers=5)
    position.update(phase="action", to_act=[0, 1, 2])
    rng = parlour.Rng("stop it")
    for _ in range(12 if THOROUGH else 2):
        partner = Partner(rng)
        partner.kind, partner.slips, partner.depth = BARGAINER, 0, 3
        state = GAME.load(position)
        answers = [state.notation(0, partner.answer(state, 0, rng)) for _ in range(4)]
        assert answers.count("tnt 1") >= 2, answers
