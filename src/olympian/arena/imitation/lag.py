"""By how much a robot's arms are late: the shift in time at which they fit a person's best."""

import numpy as np

from olympian.geometry import Vec, Vec3

__all__ = ["Lag", "best_lag"]

MOST = 40
"""Ticks that are tried."""
UNKNOWN = np.full(3, np.nan)


class Lag:
    """Remembers what an arm should have shown and what it did, tick by tick."""

    def __init__(self) -> None:
        self._wanted: list[Vec3] = []
        self._shown: list[Vec3] = []

    def add(self, wanted: Vec3 | None, shown: Vec3) -> None:
        """One tick: directions of the person's forearm, None if that cannot be shown, and ours."""
        self._wanted.append(UNKNOWN if wanted is None else wanted)
        self._shown.append(shown)

    def curve(self) -> tuple[Vec, Vec]:
        """Sum of the angles in rad, and how many, for each number of ticks tried as the lag."""
        sums, counts = np.zeros(MOST), np.zeros(MOST)
        wanted, shown = np.array(self._wanted), np.array(self._shown)
        for ticks in range(min(MOST, len(wanted))):
            cosines = (wanted[: len(wanted) - ticks] * shown[ticks:]).sum(axis=1)
            angles = np.arccos(np.clip(cosines[np.isfinite(cosines)], -1.0, 1.0))
            sums[ticks], counts[ticks] = angles.sum(), len(angles)
        return sums, counts


def best_lag(lags: list[Lag], dt: float) -> float | None:
    """Seconds after which all these arms fit best on average; None if nothing was to be shown."""
    curves = [lag.curve() for lag in lags]
    sums, counts = (sum((curve[k] for curve in curves), np.zeros(MOST)) for k in (0, 1))
    if not counts.min() > 0:
        return None
    return round(int(np.argmin(sums / counts)) * dt, 3)
