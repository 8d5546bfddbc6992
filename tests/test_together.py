"""Players who answer in the state itself, for networks to learn from: nobody of them knows what others have chosen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from mypy_extensions import i64

import parlour
from conftest import THOROUGH
from parlour.games.photon_rush.sparring import (
    ANYTHING,
    BALANCED,
    HALF_TEMPTED,
    NAIVE,
    OUTTHINKING,
    REPLYING,
    SCHEMER,
    SLIPPING,
    STYLED,
    TEMPTED,
    THINKER,
    Partner,
    opening,
)
from parlour.games.photon_rush.tastes import CLOCKS, COUNTS, HOPES, HOUSE, MARKS, POWERS, SIGNS, STANDS, Taste
from parlour.lab.together import Together
from parlour.lab.train import play_imagined
from parlour.rules.judge import Judge, instincts_of, judge_of, learned_answer
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
    partners = {kind: [] for kind in (STYLED, SCHEMER, THINKER)}  # type: dict[int, list[Partner]]
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


BRINK = GAME.new(3, seed=1).position()  # seat 1 wins at the next collection unless its mines are blasted
for seat, base in enumerate(BRINK["seats"]):
    base.update(gold=11 if seat == 1 else 1, mines=4 if seat == 1 else 1, mercs=2, towers=5)
BRINK.update(phase="action", to_act=[0, 1, 2])


def thinkers(rng: parlour.Rng, count: int, **known: object) -> list[Partner]:
    """So many thinkers who never slip, with what is known of each."""
    found: list[Partner] = []
    while len(found) < count:
        partner = Partner(rng)
        if partner.kind == THINKER:
            partner.slips = 0
            for name, value in known.items():
                setattr(partner, name, value)
            found.append(partner)
    return found


@pytest.mark.exact
def test_who_thinks_a_round_through_stops_a_base_that_is_about_to_win() -> None:
    """Whatever it expects of the others: nobody's mercenaries reach the towers of seat 1, so it has to be T.N.T. Some
    leave it to the other one."""
    rng = parlour.Rng("stop it")
    for expects in (ANYTHING, TEMPTED, REPLYING, BALANCED, HALF_TEMPTED, OUTTHINKING, NAIVE, SLIPPING):
        answers: list[str] = []
        for partner in thinkers(rng, 12 if THOROUGH else 4, expects=expects, heat=0.0, learns=0.0, gloom=0.0):
            state = GAME.load(BRINK)
            answers += [state.notation(0, partner.answer(state, 0, rng)) for _ in range(2)]
        assert answers.count("tnt 1") * 3 >= len(answers), (expects, answers)


@pytest.mark.exact
def test_every_taste_likes_gold_and_hopes_for_nothing_when_destroyed() -> None:
    """In whatever way somebody looks at a table: who is about to win has more hope than the others, who is out none."""
    rng = parlour.Rng("tastes")
    met: set[int] = set()
    for _ in range(200):
        taste = Taste(rng)
        met.add(int(taste.way))
        state = GAME.load(BRINK)
        hopes = hopes_of(taste, state)
        assert taste.way == STANDS or all(0.0 <= hope <= 1.0 for hope in hopes)  # that one knows no end
        assert hopes[1] > max(hopes[0], hopes[2]) - 1e-9, (taste.way, hopes)
        assert hopes[0] == pytest.approx(hopes[2])
        position = {**BRINK, "seats": [dict(base) for base in BRINK["seats"]], "to_act": [0, 2]}
        position["seats"][1].update(out=1, towers=0, gold=0)
        assert hopes_of(taste, GAME.load(position | {"round": 2}))[1] < 0.05
    assert met == {MARKS, CLOCKS, HOPES, POWERS, COUNTS, HOUSE, SIGNS, STANDS}


def with_little(mines: int) -> parlour.State:
    """Seat 2 has so many mines and no gold, the others five mines; a card is asked for."""
    seats = [dict(base) for base in BRINK["seats"]]
    for seat, base in enumerate(seats):
        base.update(gold=0 if seat == 2 else 2, mines=mines if seat == 2 else 5, mercs=1)
    return GAME.load({**BRINK, "seats": seats})


@pytest.mark.exact
def test_some_keep_down_who_has_little() -> None:
    """Whoever has nothing to earn by stays so with one T.N.T. a round: some blast the last mine there is, and some see
    that a base which is down is nearly out."""
    rng = parlour.Rng("down")
    answers: dict[bool, list[str]] = {True: [], False: []}
    while min(len(given) for given in answers.values()) < 60:
        partner = Partner(rng)
        if partner.kind == SCHEMER and partner.slips == 0:
            state = with_little(1)
            answers[partner.keep_down > 0.0].append(state.notation(0, partner.answer(state, 0, rng)))
    assert answers[True].count("tnt 2") * 2 > len(answers[True])
    assert answers[False].count("tnt 2") * 4 < len(answers[False])
    seen = 0
    while seen < 20:
        taste = Taste(rng)
        if taste.way in (MARKS, CLOCKS, HOPES, SIGNS) and taste.left_when_down < 1.0:
            seen += 1
            hopes, earning = hopes_of(taste, with_little(0)), hopes_of(taste, with_little(1))
            taste.left_when_down = 1.0
            assert hopes[2] < hopes_of(taste, with_little(0))[2]
            assert hopes_of(taste, with_little(1)) == earning


def hopes_of(taste: Taste, state: parlour.State) -> list[float]:
    return [float(hope) for hope in taste.hopes_of(state)]


def test_a_first_order_is_drawn_as_it_was_practised() -> None:
    judge, rng = judge_of("photon-rush"), parlour.Rng("drawn")
    state = GAME.new(3, seed=1)
    drawn = Counter(state.notation(0, learned_answer(judge, state, 0, rng)) for _ in range(600))
    assert set(drawn) == {"build 2 0", "build 0 1"}
    codes = state.actions(0)
    chances = dict(zip([state.notation(0, code) for code in codes], instincts_of(judge, state, 0, codes), strict=True))
    two_thirds = {"build 0 0": 0.0, "build 2 0": 2 / 3, "build 1 0": 0.0, "build 0 1": 1 / 3}
    assert chances == pytest.approx(two_thirds)
    for order, chance in chances.items():
        assert abs(drawn[order] / 600 - chance) < 0.1


def test_a_learner_is_given_its_first_order_now_one_now_the_other() -> None:
    rng = parlour.Rng("openings")
    state = GAME.new(3, seed=1)
    given = Counter(opening(state, 0, rng) for _ in range(400))
    saloon, mines = state.read(0, "build 0 1"), state.read(0, "build 2 0")
    assert set(given) == {saloon, mines, None}
    assert 80 < given[saloon] < 160 < given[mines] < 290
    assert 10 < given[None] < 80
    assert opening(GAME.new(2, seed=1), 0, rng) is None  # two mix what both come to mix
    for seat in range(3):
        state.play(seat, "build 2 0")
    assert all(opening(state, 0, rng) is None for _ in range(40))  # a card is its own
    assert opening(GAME.load(BRINK), 0, rng) is None


def test_partners_are_told_what_was_answered_and_who_struck_them() -> None:
    told: list[dict[int, int]] = []
    partner = Partner(parlour.Rng(1))
    state = GAME.load(BRINK)

    def watch(state: parlour.State, answers: dict[int, int]) -> None:
        assert state.to_act == (0, 1, 2)  # nothing is carried out yet
        told.append(answers)
        partner.watch(state, answers)

    together = Together(state, watch)
    cards = ["tnt 1", "raid 2", "defend 0"]
    for seat, card in enumerate(cards):
        assert not told
        together.take(seat, state.read(seat, card))
    assert told == [{seat: GAME.load(BRINK).read(seat, card) for seat, card in enumerate(cards)}]
    assert partner.has_struck(0, 1)
    assert partner.has_struck(1, 2)
    assert not partner.has_struck(2, 0)  # a Defend strikes nobody
    assert not partner.has_struck(0, 2)
