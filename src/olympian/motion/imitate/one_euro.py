"""Smoothing that is strong while nothing moves and weak while it does (Casiez, CHI 2012)."""

from math import tau

import numpy as np

from olympian.geometry import Vec

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
        self._rest_hz, self._per_speed = rest_hz, per_speed
        self.reset()

    def reset(self) -> None:
        """The next places are taken as they are."""
        self._places: Vec | None = None
        self._velocity: Vec | None = None

    def step(self, places: Vec, dt: float) -> Vec:
        """Smoothed places; rows with NaN stay NaN and start anew when they come back."""
        if self._places is None or self._velocity is None:
            self._places, self._velocity = places, np.zeros_like(places)
            return places
        fresh = ~np.isfinite(self._places).all(axis=1, keepdims=True)
        last = np.where(fresh, places, self._places)
        velocity = np.nan_to_num((places - last) / dt)
        self._velocity = self._velocity + _share(SPEED_HZ, dt) * (velocity - self._velocity)
        speed = np.linalg.norm(self._velocity, axis=1, keepdims=True)
        moving = np.maximum(speed - JITTER_SPEED, 0.0)
        share = _share(self._rest_hz + self._per_speed * moving, dt)
        self._places = last + share * (places - last)
        return self._places


def _share(cutoff_hz: Vec | float, dt: float) -> Vec | float:
    """Part of the way to the new value that a low pass goes in `dt`."""
    turn = tau * cutoff_hz * dt
    return turn / (turn + 1.0)
