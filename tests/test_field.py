"""The field of opponents (bench/field.py): there are enough of them, and those that answer in a style answer by the
rules wherever they are asked, also where there is but one answer. Nor can an opening be read (bench/openings.py)."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

import parlour
from parlour.lab.arena import run, schedule

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
import field
import openings

STYLED = ("hurried", "sensible", "style")


@pytest.mark.parametrize("game_id", field.FIELDS)
def test_a_field_has_eight_opponents_at_least_and_those_with_a_style_play_to_the_end(game_id: str) -> None:
    game = parlour.game(game_id)
    opponents = field.field_of(game_id)
    assert len(set(opponents)) == len(opponents) >= 8
    styled = [name for name in opponents if name.startswith(STYLED)]
    assert {name.partition(":")[0] for name in styled} == set(STYLED)
    players = 3 if 3 in game.players else 2
    for name in styled:
        played = list(run(schedule(game, [name] * players, 4, "field"), 1))
        assert len(played) == 4
        assert all(one["outcome"] is not None for one in played), name


@pytest.mark.parametrize("game_id", openings.FIRST)
def test_no_first_answer_to_a_question_for_all_can_be_read(game_id: str) -> None:
    """Of 201 openings at least three of ten are others than the commonest: orders, cards and plans."""
    for answers in zip(*(openings.openings("search:20", 3, number, game_id) for number in range(67)), strict=True):
        kinds = Counter(openings.kind_of(action) for seats in answers for action in seats)
        assert kinds.total() == 201
        assert kinds.most_common(1)[0][1] <= 0.7 * 201, kinds
