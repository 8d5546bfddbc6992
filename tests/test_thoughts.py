"""The same seed and the same iterations make a search think the same, on both engines and from version to version."""

from __future__ import annotations

import hashlib
import json

import pytest

import parlour
from games_here import games_here
from parlour.bots.engine.search import Search
from parlour.rules.judge import Judge

pytestmark = pytest.mark.exact

# Written down when the arms of a search were objects still (version 7680119). The judge is the one that knows nothing,
# so that games are free to change theirs.
THOUGHTS = {
    "crash-and-grab": "65a96872c1f64096",
    "crusgallo": "12e117aa61388054",
    "gold-n-crash": "05a7cf58a4b2cb31",
    "mogul": "aff2d4b4611dfea8",
    "photon-rush": "e78e3ebbcaeba7a3",
}


def thoughts(name: str, judge: Judge) -> str:
    """A hash of what a search finds out about the answers to two questions; the second time it has little room."""
    game = parlour.game(name)
    state = game.new(game.players[len(game.players) // 2], seed=3)
    rng = parlour.Rng(3)
    digest = hashlib.sha256()
    for room in (100_000, 60):
        parlour.playout(state, rng, 8)
        while state.actor() < 0 or len(state.actions(state.actor())) < 2:
            parlour.playout(state, rng, 1)
        seat = state.actor()
        search = Search(judge, seat, parlour.Rng(room), room)
        search.run([state], 60 if name != "crusgallo" else 15, 0.0)
        arms = [(state.notation(seat, arm.code), arm.visits, arm.total, arm.wins) for arm in search.own_arms()]
        digest.update(json.dumps(arms).encode())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("name", games_here())
def test_a_search_thinks_the_same_everywhere(name: str) -> None:
    assert thoughts(name, Judge()) == THOUGHTS[name]
