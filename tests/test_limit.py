"""The games in C++ that the engine is measured against play the very same games (bench/limit)."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parent.parent / "bench" / "limit" / "limit.py"


def limit_module() -> Any:
    spec = importlib.util.spec_from_file_location("limit", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("game", "players", "games"), [("photon-rush", 4, 300), ("mogul", 5, 100)])
def test_the_limit_plays_the_same_games(game: str, players: int, games: int, tmp_path: Path) -> None:
    module = limit_module()
    try:
        limit = module.Limit(game, tmp_path)
    except module.NoCompilerError as error:
        pytest.skip(str(error))
    try:
        assert limit.checksum(players, games) == module.checksum(game, players, games)
        assert limit.checksum(players, games - 1) != module.checksum(game, players, games)
        assert limit.rate(game, players, "playouts", 0.01) > 0
    finally:
        limit.close()
