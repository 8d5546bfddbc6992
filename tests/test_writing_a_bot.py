"""The guide for those who write a bot works as it is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots.bot import _BOTS
from parlour.lab.arena import arena

GUIDE = Path(__file__).parent.parent / "docs" / "writing-a-bot.md"


@pytest.fixture
def guide() -> Iterator[dict[str, Any]]:
    """What the guide's code leaves behind."""
    found: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S):
        exec(compile(block, str(GUIDE), "exec"), found)
    yield found
    del _BOTS["cautious"]


def test_the_bot_of_the_guide_is_ten_lines_and_plays(guide: dict[str, Any]) -> None:
    first = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.S)[0]
    assert len([line for line in first.splitlines() if line.strip()]) <= 10
    assert isinstance(parlour.make_bot("cautious", "photon-rush", 1), guide["Cautious"])
    game = parlour.game("photon-rush")
    standings = arena(game, ["cautious", "random"], 4, options={"round_limit": 6}).to_dict()
    assert standings["games"] == 4
    assert standings["bots"]["cautious"]["seconds_per_decision"] > 0


def test_the_guide_names_every_bot_of_the_box() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    for name in ("random", "greedy", "easy", "search", "normal", "hard"):
        assert f"`{name}`" in text
