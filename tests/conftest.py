"""What all tests share."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import `table`

EXAMPLES = Path(__file__).parent / "examples"


def scenarios(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((EXAMPLES / f"{game}.scenarios.json").read_text())
    return found


def perfts(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((EXAMPLES / f"{game}.perft.json").read_text())
    return found


def records(game: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLES / f"{game}.records.jsonl").read_text().splitlines()]


@pytest.fixture
def long() -> bool:
    """Whether tests may take their time: PARLOUR_LONG=1."""
    return bool(os.environ.get("PARLOUR_LONG"))
