"""What a player of Gold n' Crash remembers: the cards that lie face down in the other's Treasure."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from gold_sky import game, position, sky

import parlour
from parlour.rules.memory import Memory, memory_of


def listening(state: parlour.State) -> list[Memory]:
    """The memories of both seats, who see what happens from now on."""
    memories = [memory_of(game(), 0), memory_of(game(), 1)]

    def tell(event: parlour.Event) -> None:
        for memory in memories:
            memory.see(event.seen_by(memory.seat))

    state.listen(tell)
    return memories


def recalled(memory: Memory, state: parlour.State) -> dict[str, Any]:
    return memory.recall(state.view(memory.seat), game().parts())


@pytest.mark.exact
@pytest.mark.rule("GC-71", "GC-36", "GC-42", "GC-46", "GC-55")
def test_a_player_with_a_good_memory_knows_the_others_treasure() -> None:
    hidden = 0
    for seed in range(6):
        state = game().new(2, seed=seed)
        memories = listening(state)
        rng = parlour.Rng(seed)
        while state.outcome is None:
            parlour.playout(state, rng, 1)
            truth = state.position()["seats"]
            for memory in memories:
                other = 1 - memory.seat
                seats = recalled(memory, state)["seats"]
                hidden += state.view(memory.seat)["seats"][other]["treasure"].count(None)
                assert seats[other]["treasure"] == truth[other]["treasure"]
                assert seats[memory.seat] == state.view(memory.seat)["seats"][memory.seat]
                world = game().imagine(recalled(memory, state), parlour.Rng(seed))
                assert world.view(memory.seat) == state.view(memory.seat)
    assert hidden > 1000


def test_a_memory_travels_with_what_it_knows() -> None:
    table = sky({"columns": ["", "gold-6", ""], "hand": "secure-1"})
    memory = listening(table.state)[1]
    table.play(0, "play o-secure-1 0", "secure 1")
    again = pickle.loads(pickle.dumps(memory))
    assert recalled(again, table.state)["seats"][0]["treasure"] == ["o-gold-6"]


def test_a_player_who_came_late_does_not_pretend_to_know() -> None:
    state = game().load(position({"treasure": "gold-4 gold-4"}, {"treasure": "gold-6"}))
    view = state.view(1)
    assert memory_of(game(), 1).recall(view, game().parts()) is view


def test_what_cannot_be_is_not_remembered() -> None:
    """As many copies as there are: whoever has missed a step does not imagine a card twice."""
    table = sky({"columns": ["", "gold-6", ""], "hand": "secure-1"})
    memory = listening(table.state)[1]
    table.play(0, "play o-secure-1 0", "secure 1")
    later = game().load(position({"treasure": "gold-4", "columns": ["gold-6", "", ""]}))
    view = later.view(1)
    assert memory.recall(view, game().parts()) is view
