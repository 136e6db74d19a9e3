"""What a handful of trials says: rates with their 95 % interval, medians with their bad end."""

from collections.abc import Iterable
from math import sqrt

import msgspec
import numpy as np

Z_95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Between which rates the true one lies, 95 times out of 100.

    Wilson's score interval: unlike the mean ± its deviation it stays within 0…1, and 20 of 20 does
    not mean certainty. Without trials anything is possible.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is not a rate")
    if trials == 0:
        return 0.0, 1.0
    rate, weight = successes / trials, Z_95**2 / trials
    middle = rate + weight / 2
    reach = sqrt(weight * (rate * (1.0 - rate) + weight / 4))
    low, high = (middle - reach) / (1.0 + weight), (middle + reach) / (1.0 + weight)
    return max(0.0, low), min(1.0, high)


class Rate(msgspec.Struct, frozen=True):
    """How many of how many, and the 95 % interval of the rate behind them, 0…1.

    >>> print(Rate.of(39, 40))
    39 of 40, 87–100 %
    """

    successes: int
    trials: int
    low: float
    high: float

    @staticmethod
    def of(successes: int, trials: int) -> "Rate":
        """So many of so many."""
        low, high = wilson(successes, trials)
        return Rate(successes, trials, round(low, 4), round(high, 4))

    @staticmethod
    def among(outcomes: Iterable[bool]) -> "Rate":
        """How many of them are true."""
        found = [bool(outcome) for outcome in outcomes]
        return Rate.of(sum(found), len(found))

    def __str__(self) -> str:
        counts = f"{self.successes} of {self.trials}"
        return f"{counts}, {100 * self.low:.0f}–{100 * self.high:.0f} %" if self.trials else counts


class Spread(msgspec.Struct, frozen=True):
    """The middle of what was measured and its ends: one value in twenty lies beyond each."""

    median: float
    p5: float
    """5th percentile: the bad end where large is good."""
    p95: float
    """95th percentile: the bad end where small is good."""

    @staticmethod
    def of(values: Iterable[float], digits: int = 3) -> "Spread | None":
        """Of so many values; None where there is none."""
        found = list(values)
        if not found:
            return None
        p5, median, p95 = (round(float(x), digits) for x in np.percentile(found, (5, 50, 95)))
        return Spread(median, p5, p95)
