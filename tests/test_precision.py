"""Intervals hold as often as they say, also for those who look again and again."""

from __future__ import annotations

import pytest

from parlour.lab.precision import FIRST_LOOK, Spread, fixed_factor, interval, needed_deals, sequence_factor
from parlour.rules.chance import Rng

LOOKS = 600  # deals, with a look after every one
RUNS = 300


def spread_of(*values: float) -> Spread:
    found = Spread()
    for value in values:
        found.add(value)
    return found


def misses(planned: int, values: dict[int, float], truth: float, bounds: tuple[float, float] | None) -> float:
    """How often an interval that is looked at after every deal fails to hold the truth at least once."""
    missed = 0
    weights = list(values)
    for run in range(RUNS):
        rng = Rng(f"peeking {run}")
        spread = Spread()
        for count in range(LOOKS):
            spread.add(values[weights[rng.weighted(weights)]])
            if count + 1 < FIRST_LOOK or count % 3:
                continue
            low, high = interval(spread, bounds, planned)
            assert low is not None
            assert high is not None
            if not low <= truth <= high:
                missed += 1
                break
    return missed / RUNS


# Values by their weights: a share of three in ten, and the difference of two shares in paired games.
SHARE = ({3: 1.0, 7: 0.0}, 0.3, (0.0, 1.0))
DIFFERENCE = ({12: 1.0, 8: -1.0, 80: 0.0}, 0.04, (-1.0, 1.0))


@pytest.mark.parametrize(("values", "truth", "bounds"), [SHARE, DIFFERENCE], ids=["share", "difference"])
def test_a_sequence_holds_under_peeking(values: dict[int, float], truth: float, bounds: tuple[float, float]) -> None:
    assert misses(LOOKS, values, truth, bounds) <= 0.05


def test_a_fixed_interval_does_not() -> None:
    values, truth, bounds = SHARE
    assert misses(0, values, truth, bounds) > 0.15


def test_a_fixed_interval_holds_for_one_look() -> None:
    missed = 0
    for run in range(1000):
        rng = Rng(f"one look {run}")
        low, high = interval(spread_of(*[float(rng.below(10) < 3) for _ in range(50)]), (0.0, 1.0))
        assert low is not None
        assert high is not None
        missed += not low <= 0.3 <= high
    assert missed <= 65


def test_values_that_are_all_the_same_still_leave_a_doubt() -> None:
    low, high = interval(spread_of(*[0.0] * 20), (0.0, 1.0))
    assert low == 0.0
    assert high is not None
    assert 0.05 < high < 0.25


def test_one_value_tells_nothing() -> None:
    assert interval(spread_of(3.0)) == (None, None)
    assert interval(spread_of(1.0), (0.0, 1.0)) == (0.0, 1.0) or interval(spread_of(1.0), (0.0, 1.0)).reach > 0.3


def test_the_needed_number_of_deals_is_the_least_that_will_do() -> None:
    for planned in (0, 2000):
        needed = needed_deals(0.5, 0.02, planned)
        factor = sequence_factor(needed, planned) if planned else fixed_factor(needed)
        before = sequence_factor(needed - 1, planned) if planned else fixed_factor(needed - 1)
        assert 0.5 * factor <= 0.02 < 0.5 * before
    assert 2390 < needed_deals(0.5, 0.02) < 2415
