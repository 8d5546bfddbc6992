"""The one loop in which bots play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import parlour
from parlour.lab.match import IllegalAnswer, Turn, play_match
from parlour.rules.move import Move, parse_move


class Stubborn(parlour.Bot):
    """Answers at random until a moment, and then always the same."""

    def __init__(self, game: parlour.Game, seat: int, seed: object, says: Any) -> None:
        super().__init__(game, seat, seed)
        self.says = says
        self.name = "stubborn"

    def choose(self, view: Mapping[str, Any], legal: Sequence[str]) -> str:
        answer: str = self.says
        return answer


@pytest.mark.parametrize(
    ("says", "why"), [("pay", "bidding begins"), ("fly", "KR-28"), (None, "an action is a string"), (7, "a string")]
)
def test_a_bot_that_answers_illegally_is_named(says: object, why: str) -> None:
    game = parlour.game("mogul")
    state = game.new(players=3, seed=1)
    players = [Stubborn(game, seat, 1, says) for seat in range(3)]
    seat = state.owing()[0]
    before = state.position()
    with pytest.raises(IllegalAnswer) as refusal:
        play_match(state, players, parlour.Rng(1))
    for part in ("stubborn", f"seat {seat}", "mogul", "step 1", repr(says), why):
        assert part in str(refusal.value)
    assert state.position() == before
    assert state.listener is None


@pytest.mark.parametrize("game", parlour.games())
def test_every_step_is_told_before_and_after(game: str) -> None:
    found = parlour.game(game)
    state = found.new(seed=2)
    players = [parlour.make_bot("random", found, seat, 2) for seat in range(state.players)]
    record = parlour.Record(game, state.players, {}, found.setup(seed=2))
    done: list[Turn] = []

    def note(turn: Turn) -> None:
        assert turn.choices == 1 or len(turn.state.legal(int(turn.move.seat))) == turn.choices
        record.note(turn.state, turn.move)

    steps = play_match(state, players, parlour.Rng(3), before=note, after=done.append, limit=150)
    assert steps == len(done) == len(record.moves)
    assert found.replay(record.to_dict()) == state


def test_a_move_is_written_in_one_way() -> None:
    for move, line, data in (
        (Move(0, "build 1 0"), "0 build 1 0", {"seat": 0, "action": "build 1 0"}),
        (Move(parlour.CHANCE, "roll 7"), "chance roll 7", {"chance": "roll 7"}),
    ):
        assert str(move) == line
        assert parse_move(line) == move
        assert move.to_dict() == data
    with pytest.raises(parlour.InvalidRecord, match="begins with a seat"):
        parse_move("x build")
