"""What all tests share."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

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
