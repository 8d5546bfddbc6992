"""The same seed and the same iterations make a search think the same, on both engines and from version to version."""

from __future__ import annotations

import hashlib
import json

import pytest

import parlour
from games_here import games_here
from parlour.bots import SearchBot, make_bot
from parlour.rules.state import NOBODY

pytestmark = pytest.mark.exact

# Written down with the arms of a search still objects. A change of a game's judge, or of the search, is a reason to
# write one anew; a change of how they are stored is not.
THOUGHTS = {
    "crash-and-grab": "f4eb44d8bd455eb3",
    "crusgallo": "e268317b6c5ac43d",
    "gold-n-crash": "4af55d85f63066e1",
    "mogul": "2fc19382a6d09b2d",
    "photon-rush": "7bbe275f00c4e74b",
}


def thoughts(name: str) -> str:
    """A hash of all that a search says about two choices; at the second it has little room for its tree."""
    game = parlour.game(name)
    state = game.new(game.usual_players, seed=3)
    rng = parlour.Rng(3)
    digest = hashlib.sha256()
    for room in (100_000, 60):
        parlour.playout(state, rng, 8)
        while state.actor() < 0 or len(state.actions(state.actor())) < 2:
            assert state.actor() != NOBODY
            parlour.playout(state, rng, 1)
        seat = state.actor()
        bot = make_bot("search:200" if name != "crusgallo" else "search:30", game, seat, seed=1)
        assert isinstance(bot, SearchBot)
        bot.room = room
        bot.choose(state.view(seat), state.legal(seat))
        digest.update(json.dumps(bot.explain, sort_keys=True).encode())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("name", games_here())
def test_a_search_thinks_the_same_everywhere(name: str) -> None:
    assert thoughts(name) == THOUGHTS[name]
