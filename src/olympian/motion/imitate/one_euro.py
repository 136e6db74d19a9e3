"""Smoothing that is strong while nothing moves and weak while it does (Casiez, CHI 2012)."""

import numpy as np

from olympian.geometry import Vec
from olympian.motion.imitate.filter_kernel import kernels

__all__ = ["OneEuro"]

REST_HZ = 2.0
"""Cut-off for joints at rest: makes 5 mm of the centimetre by which RGB-D sensors jitter."""
PER_SPEED = 12.0
"""Hz more per m/s: a hand that moves at walking speed is hardly delayed."""
JITTER_SPEED = 0.12
"""m/s that jitter alone looks like; it does not count."""
SPEED_HZ = 1.5
"""Cut-off of the speed that decides."""


class OneEuro:
    """A low pass over rows of places whose cut-off grows with their speed."""

    def __init__(self, rest_hz: float = REST_HZ, per_speed: float = PER_SPEED) -> None:
        self._cutoffs = (rest_hz, per_speed, JITTER_SPEED, SPEED_HZ)
        self._smooth = kernels().smooth
        self.reset()

    def reset(self) -> None:
        """The next places are taken as they are."""
        self._places: Vec | None = None
        self._velocity: Vec = np.zeros((0, 3))

    def step(self, places: Vec, dt: float) -> Vec:
        """Smoothed places; rows with NaN stay NaN and start anew when they come back."""
        if self._places is None:
            self._places, self._velocity = places, np.zeros_like(places)
            return places
        smooth = np.empty_like(places)
        self._smooth(places, self._places, self._velocity, smooth, dt, self._cutoffs)
        self._places = smooth
        return smooth
