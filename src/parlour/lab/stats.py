"""Shares with their uncertainty."""

from __future__ import annotations

import math
from collections.abc import Sequence


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval); a shared win may count as a half.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + z * z / (2 * games)
    reach = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def mean_interval(values: Sequence[float], z: float = 1.96) -> tuple[float, float, float]:
    """The mean of a sample and its 95 % interval.

    >>> mean, low, high = mean_interval([1.0, 2.0, 3.0])
    >>> mean, round(low, 2), round(high, 2)
    (2.0, 0.87, 3.13)
    """
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    reach = z * math.sqrt(variance / len(values))
    return mean, mean - reach, mean + reach
