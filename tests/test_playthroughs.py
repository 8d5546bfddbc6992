"""The playthroughs are what the rules and words make of them today."""

from __future__ import annotations

import pytest

from playthroughs import FOLDER, cases, playthrough


@pytest.mark.parametrize(("game", "players"), cases())
def test_playthrough(game: str, players: int) -> None:
    kept = (FOLDER / f"{game}-{players}.txt").read_text(encoding="utf-8")
    assert playthrough(game, players) == kept, "if this is meant: python tests/playthroughs.py, and read the difference"


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{game}-{players}.txt" for game, players in cases()}
