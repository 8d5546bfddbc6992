"""One judge a game, in the game's own words."""

from __future__ import annotations

import importlib

from parlour.bots.engine.judge import Judge


def judge_of(game_id: str) -> Judge:
    """The judge of a game; one that knows nothing where a game has none."""
    module = f"parlour.bots.judges.{game_id.replace('-', '_')}"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return Judge()
    judge = found.JUDGE
    assert isinstance(judge, Judge)
    return judge
