"""A smooth way through key postures, as rows of plain numbers."""

from bisect import bisect_right

import numpy as np

from olympian.geometry import Vec


class KeySpline:
    """Quintics between keys: each is passed with its own velocity and without acceleration."""

    def __init__(self, times: Vec, values: Vec, velocities: Vec) -> None:
        """Args: times: (k,) rising; values, velocities: (k, n)."""
        self.times, self._values, self._velocities = times, values, velocities
        self._ends = times.tolist()

    @property
    def duration(self) -> float:
        """Seconds from the first key to the last."""
        return self._ends[-1]

    def segment(self, t: float) -> int:
        """Number of the part that `t` is in."""
        return min(max(bisect_right(self._ends, t) - 1, 0), len(self._ends) - 2)

    def at(self, t: float) -> tuple[Vec, Vec]:
        """Values and accelerations (n,) at `t`; at rest outside."""
        k = self.segment(t)
        T = self._ends[k + 1] - self._ends[k]
        s = min(max((t - self._ends[k]) / T, 0.0), 1.0)
        start, end = self._values[k], self._values[k + 1]
        out, arriving = T * self._velocities[k], T * self._velocities[k + 1]
        way = end - start
        cubic = 10 * way - 6 * out - 4 * arriving
        quartic = -15 * way + 8 * out + 7 * arriving
        quintic = 6 * way - 3 * out - 3 * arriving
        place = start + s * (out + s * s * (cubic + s * (quartic + s * quintic)))
        return place, np.asarray(s * (6 * cubic + s * (12 * quartic + 20 * s * quintic)) / T**2)
