"""How sure a mean is: intervals for a fixed number of deals, and intervals that may be looked at after every deal.

A *fixed* interval holds for one look at the end. Whoever looks again and again and stops when it is narrow enough is
misled by it more and more often; for that there is the *asymptotic confidence sequence* of Waudby-Smith, Arbour, Sinha,
Kennedy and Ramdas ("Time-uniform central limit theory and asymptotic confidence sequences"): it holds for all looks
from the first `FIRST_LOOK` deals on at once, and is about one and a half times as wide.

Shares lie between 0 and 1, differences of shares between -1 and 1. Both bounds are added to such values once
(Agresti and Caffo, Bonett and Price), so that no interval is empty when all values are the same.
"""

from __future__ import annotations

import math
from typing import NamedTuple

LEVEL = 0.05  # an interval misses the truth so often
Z = 1.959964
FIRST_LOOK = 30  # deals before which nothing is stopped
MOST_DEALS = 10_000_000


class Spread:
    """The number, mean and variance of values that come one by one (Welford's method)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    @property
    def variance(self) -> float:
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    def soften(self, bounds: tuple[float, float] | None) -> Spread:
        """The same with each of the bounds added once."""
        found = Spread()
        found.count, found.mean, found.squares = self.count, self.mean, self.squares
        for bound in bounds or ():
            found.add(bound)
        return found


class Interval(NamedTuple):
    low: float | None  # `None` where too few values tell nothing
    high: float | None

    @property
    def reach(self) -> float:
        """Half its width."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2


def interval(spread: Spread, bounds: tuple[float, float] | None = None, planned: int = 0) -> Interval:
    """The 95 % interval of a mean: a fixed one, or, with a number of deals that is `planned`, one of a sequence.

    `bounds` are the least and the greatest value there can be.
    """
    soft = spread.soften(bounds)
    if soft.count < 2 or (planned and spread.count < FIRST_LOOK):
        return Interval(None, None) if bounds is None else Interval(*bounds)
    reach = math.sqrt(soft.variance) * (sequence_factor(soft.count, planned) if planned else fixed_factor(soft.count))
    low, high = soft.mean - reach, soft.mean + reach
    # The mean itself is never outside, however few the values are.
    low, high = min(low, spread.mean), max(high, spread.mean)
    return Interval(low, high) if bounds is None else Interval(max(low, bounds[0]), min(high, bounds[1]))


def fixed_factor(count: int) -> float:
    """Half the width of a fixed interval for a standard deviation of 1 (Student's t, by its expansion)."""
    free = count - 1
    return (Z + 2.372 / free + 2.82 / free**2) / math.sqrt(count)


def sequence_factor(count: int, planned: int) -> float:
    """The same of the confidence sequence, which is narrowest about the planned number of deals.

    >>> round(sequence_factor(1000, 1000) / fixed_factor(1000), 2)
    1.55
    """
    eager = (-2 * math.log(LEVEL) + math.log(1 - 2 * math.log(LEVEL))) / planned  # rho squared
    grown = count * eager + 1
    return math.sqrt(2 * grown / (count**2 * eager) * math.log(math.sqrt(grown) / LEVEL))


def needed_deals(deviation: float, reach: float, planned: int = 0) -> int:
    """How many deals make an interval so narrow, for values of a standard deviation."""
    if reach <= 0:
        return MOST_DEALS
    least, most = 2, MOST_DEALS
    while least < most:
        middle = (least + most) // 2
        factor = sequence_factor(middle, planned) if planned else fixed_factor(middle)
        if deviation * factor <= reach:
            most = middle
        else:
            least = middle + 1
    return least
