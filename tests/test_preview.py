"""What an answer would do, asked beforehand: it is what then happens, in every world that looks the same."""

from __future__ import annotations

import pytest

import parlour
from parlour.rules.preview import Preview, Previews, preview

pytestmark = pytest.mark.exact

FACTS = list[tuple[str, str, dict[str, object]]]


def facts(events: list[parlour.Event]) -> FACTS:
    return [(event.kind, event.rule, event.facts) for event in events]


@pytest.mark.parametrize("game", parlour.games())
def test_what_is_foreseen_then_happens(game: str) -> None:
    found = parlour.game(game)
    foreseen = 0
    for seed in range(6):
        players = found.players[seed % len(found.players)]
        state = found.new(players=players, seed=seed)
        rng = parlour.Rng(f"preview {seed}")
        for _ in range(120):
            if state.outcome is not None:
                break
            if state.to_act == parlour.CHANCE:
                state.play(parlour.CHANCE, rng.choice(state.chance()))
                continue
            seat = rng.choice(state.owing())
            view = state.view(seat)
            action = rng.choice(state.legal(seat))
            previews = Previews(found, view, seat)
            told = previews[action]
            # No world that looks the same to the seat tells it anything else.
            assert same(told, preview(found.imagine(view, rng), seat, action))
            assert previews[action] is told
            events: list[parlour.Event] = []
            state.listen(events.append)
            state.play(seat, action)
            state.listen(None)
            assert facts(told.events) == facts([event.seen_by(seat) for event in events[: len(told.events)]])
            assert told.revealing == any(event.reveals for event in events)
            assert (told.state is None) == told.revealing
            foreseen += bool(told.events)
            if told.state is not None:
                assert len(told.events) == len(events)
                assert told.state.view(seat) == state.view(seat)
    assert foreseen > 40, "most answers say something beforehand"


def same(one: Preview, other: Preview) -> bool:
    return facts(one.events) == facts(other.events) and one.revealing == other.revealing


def test_an_answer_that_is_not_allowed_has_no_preview() -> None:
    game = parlour.game("mogul")
    state = game.new(players=3, seed=1)
    seat = state.owing()[0]
    with pytest.raises(parlour.IllegalAction, match="bidding begins"):
        Previews(game, state.view(seat), seat)["pay"]
