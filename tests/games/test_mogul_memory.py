"""What a player remembers of the tokens that went from hand to hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from mogul_tables import GAME, components

import parlour
from parlour.rules.memory import memory_of


def remembered(components: dict[str, Any] | None = None, first: int = 0) -> tuple[Sequence[object], Sequence[int]]:
    """The hands that seat 0 knows after 60 steps, of which it has seen those from the `first` on, and the true ones."""
    state = GAME.new(3, seed=4, components=components)
    rng = parlour.Rng(2)
    parlour.playout(state, rng, first)
    memory = memory_of(GAME, 0)
    state.listen(lambda event: memory.see(event.seen_by(0)))
    parlour.playout(state, rng, 60 - first)
    view = state.view(0)
    assert None in view["tokens"]
    return memory.recall(view, GAME.parts(components))["tokens"], state.position()["tokens"]


@pytest.mark.exact
@pytest.mark.rule("KR-5")
def test_a_player_with_a_good_memory_knows_all_hands() -> None:
    known, hands = remembered()
    assert known == hands


@pytest.mark.rule("KR-13")
def test_it_counts_the_tokens_of_another_component_file() -> None:
    data = components()
    data["tokens"]["total"] = 60
    known, hands = remembered(data)
    assert known == hands


def test_a_player_who_came_late_does_not_pretend_to_know_the_hands() -> None:
    known, hands = remembered(first=20)
    assert known == [hands[0], None, None]


def test_a_game_without_a_memory_of_its_own_remembers_nothing() -> None:
    game = parlour.game("photon-rush")
    view = game.new(2, seed=1).view(0)
    assert memory_of(game, 0).recall(view, game.parts()) is view
