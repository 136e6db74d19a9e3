"""Where a person's joints are and how they move, as smoothly as the sensor's jitter demands."""

from collections import deque

import numpy as np

from olympian.geometry import Vec
from olympian.motion.imitate.filter.kernel import kernels

__all__ = ["Tracker"]

REST, PER_SPEED = 0.12, 10.0
"""m/s² by which the speed of somebody at rest may change, and more of it per m/s."""
STILL = 16.0
"""Jitters a second that somebody at rest seems to move by."""
MOVES = 5.0
"""Jitters from which a difference is a movement: chance alone gets there once in a thousand frames.
"""
FASTEST = 12.0
"""m/s: a boxer's fist does 10."""
SHORTEST, LONGEST = 0.004, 0.1
"""Seconds that a frame counts at least and at most, however short or long a gap was."""
LEAST_JITTER, UNKNOWN_JITTER = 0.0003, 0.008
"""m of the best sensor, and of one that is not known yet: an RGB-D camera."""
MEMORY = 90
"""Frames from which the jitter is found."""
CALM = 25.0
"""Percentile of the differences that counts: people rest at times, jitter never does."""
PER_JITTER = 3.77
"""Second difference of three jittering numbers per jitter: √6 times their typical length, 1.54."""


class Tracker:
    """Smooth where the sensor jitters, exact where it does not, and late in neither case."""

    def __init__(self) -> None:
        self._track = kernels().track
        self.reset()

    def reset(self) -> None:
        """The next places are taken as they are."""
        self._places: Vec | None = None
        self._velocity: Vec = np.zeros((0, 3))
        self._raw: list[Vec] = []
        self._differences: deque[float] = deque(maxlen=MEMORY)
        self.jitter = UNKNOWN_JITTER
        """m by which the places of one that stands still differ from frame to frame"""

    def step(self, places: Vec, dt: float) -> Vec:
        """Tracked places; rows with NaN stay NaN and start anew when they come back."""
        self._listen(places)
        if self._places is None:
            self._places, self._velocity = places, np.zeros_like(places)
            return places
        tracked = np.empty_like(places)
        numbers = (REST, PER_SPEED, STILL, MOVES, FASTEST)
        dt = min(max(dt, SHORTEST), LONGEST)
        self._track(places, self._places, self._velocity, tracked, dt, self.jitter, numbers)
        self._places = tracked
        return tracked

    def ahead(self, seconds: float) -> Vec:
        """Where the joints will be if they go on as they do."""
        assert self._places is not None
        return self._places + seconds * self._velocity

    def _listen(self, places: Vec) -> None:
        """Find the jitter: how far the middle one of all joints leaves its straight course."""
        self._raw = [*self._raw[-2:], places]
        if len(self._raw) < 3:
            return
        first, second, third = self._raw
        squares = ((first - 2.0 * second + third) ** 2).sum(axis=1)
        seen = squares[np.isfinite(squares)]
        if len(seen):
            self._differences.append(float(np.sqrt(np.median(seen))))
            typical = float(np.percentile(self._differences, CALM))
            self.jitter = max(typical / PER_JITTER, LEAST_JITTER)
