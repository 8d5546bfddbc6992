"""Others are not like oneself: the styles that a search imagines them in, and how it learns which one a seat plays."""

from __future__ import annotations

import pickle

import pytest

import parlour
from parlour.bots.engine.search import Search
from parlour.rules.events import Event
from parlour.rules.judge import judge_of
from parlour.rules.memory import Memory, memory_of

STYLED = [id for id in parlour.games() if judge_of(id).styles > 1]
RAIDER, WALL, UNKNOWN = 2, 5, 6  # as games/photon_rush/judge.py numbers them


def test_photon_rush_has_styles() -> None:
    assert "photon-rush" in STYLED


@pytest.mark.parametrize("id", STYLED)
def test_every_style_answers_what_it_may(id: str) -> None:
    game, judge, rng = parlour.game(id), judge_of(id), parlour.Rng(5)
    for seed in range(4):
        state = game.new(game.players[-1], seed=seed)
        for step in range(120):
            actor = state.actor()
            if actor == -2:
                break
            if actor >= 0:
                codes = state.codes(actor)
                answers = [judge.answer_in_style(state, actor, codes, rng, style) for style in range(judge.styles)]
                assert set(answers) <= set(state.actions(actor))
                state.apply(actor, answers[step % len(answers)])
            else:
                parlour.playout(state, rng, 1)


def remember(*rounds: dict[str, str]) -> Memory:
    """The memory of seat 0 after rounds in which seats 1 and 2 built and played so."""
    memory = memory_of(parlour.game("photon-rush"), 0)
    for number in rounds:
        saloons = number["build"] == "saloons"
        for seat in (1, 2):
            facts = {"seat": seat, "mines": 0 if saloons else 1, "saloons": int(saloons), "cost": 1}
            memory.see(Event("built", "PR-16", facts))
        memory.see(Event("revealed", "PR-23", {"cards": ["defend 1", f"{number['card']} 0", f"{number['card']} 0"]}))
    return memory


def test_a_style_is_known_by_what_it_does() -> None:
    wall = remember(*[{"build": "mines", "card": "defend"}] * 5)
    raider = remember(*[{"build": "saloons", "card": "raid"}] * 3)
    mixed = remember(
        {"build": "saloons", "card": "defend"},
        {"build": "mines", "card": "tnt"},
        {"build": "saloons", "card": "defend"},
    )
    for seat in (1, 2):
        assert wall.likely_styles(seat)[WALL] > 0.8
        assert raider.likely_styles(seat)[RAIDER] > 0.8
        assert max(mixed.likely_styles(seat)[:UNKNOWN]) < 0.8
        assert sum(mixed.likely_styles(seat)) == pytest.approx(1)


def test_of_a_newcomer_nothing_is_known_and_one_does_not_watch_oneself() -> None:
    fresh = memory_of(parlour.game("photon-rush"), 0)
    assert fresh.likely_styles(1) == fresh.likely_styles(2)
    assert len(fresh.likely_styles(1)) == judge_of("photon-rush").styles
    seen = remember(*[{"build": "saloons", "card": "raid"}] * 3)
    assert seen.likely_styles(0) == fresh.likely_styles(0)


def test_what_is_remembered_travels() -> None:
    seen = remember(*[{"build": "mines", "card": "defend"}] * 5)
    assert pickle.loads(pickle.dumps(seen)).likely_styles(1) == seen.likely_styles(1)


def test_a_search_draws_others_by_their_weights() -> None:
    search = Search(judge_of("photon-rush"), 1, parlour.Rng(3), 1000)
    only_raiders = [0.0] * judge_of("photon-rush").styles
    only_raiders[RAIDER] = 1.0
    search.cast = [only_raiders, only_raiders, only_raiders]
    for _ in range(20):
        search.draw_styles(3)
        assert list(search.style) == [RAIDER, 0, RAIDER]
    search.cast = []
    drawn = set()
    for _ in range(200):
        search.draw_styles(3)
        drawn.add(search.style[0])
    assert drawn == set(range(judge_of("photon-rush").styles))
