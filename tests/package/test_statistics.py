"""Rates and medians never stand alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.statistics import Rate, Spread, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (39, 40, 0.8712, 0.9956),
        (508, 540, 0.9175, 0.9577),
    ],
)
def test_wilson_gives_published_intervals(
    successes: int, trials: int, low: float, high: float
) -> None:
    """Values as in Newcombe's tables, or solved from the quadratic below."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_are_the_rates_that_just_explain_what_was_seen(seen: tuple[int, int]) -> None:
    """Each end is 1.96 of its own standard deviations away from the share that was seen."""
    successes, trials = seen
    low, high = wilson(successes, trials)
    assert 0.0 <= low < high <= 1.0
    assert low - 1e-12 <= successes / trials <= high + 1e-12
    for end in (low, high):
        if 1e-9 < end < 1.0 - 1e-9:
            deviation = np.sqrt(end * (1.0 - end) / trials)
            assert abs(successes / trials - end) == pytest.approx(1.959964 * deviation, rel=1e-4)


def test_without_trials_anything_is_possible() -> None:
    """And nothing else is no rate."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert str(Rate.of(0, 0)) == "0 of 0"
    with pytest.raises(ValueError, match="3 of 2"):
        wilson(3, 2)


def test_a_rate_says_number_and_interval() -> None:
    """As the tables print it."""
    assert str(Rate.of(39, 40)) == "39 of 40, 87–100 %"
    assert Rate.among([True, False, True]) == Rate.of(2, 3)


def test_a_spread_has_both_ends() -> None:
    """One value in twenty lies beyond each."""
    assert Spread.of(range(101)) == Spread(50.0, 5.0, 95.0)
    assert Spread.of([]) is None
