"""Under Cups: what is counted, in its own words. All of it is read from positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def first_seat(position: Mapping[str, Any]) -> int:
    """UC-4: who begins is drawn."""
    return int(position["turn"])


def rounds(position: Mapping[str, Any]) -> int:
    return int(position["round"])


def things(position: Mapping[str, Any]) -> list[dict[str, int]]:
    """What each player has at the end."""
    return [{"coins": coins} for coins in position["coins"]]


def deed(action: str) -> str:
    return action.split()[0]
