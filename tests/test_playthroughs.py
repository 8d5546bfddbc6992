"""The playthroughs are what the rules and words make of them today."""

from __future__ import annotations

import pytest

from playthroughs import FOLDER, cases, file_of, playthrough


@pytest.mark.parametrize(("game", "players"), cases())
def test_playthrough(game: str, players: int) -> None:
    kept = file_of(game, players).read_text(encoding="utf-8")
    assert playthrough(game, players) == kept, "if this is meant: python tests/playthroughs.py, and read the difference"


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_of(game, players).name for game, players in cases()}
