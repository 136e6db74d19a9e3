"""Where the ball is and flies, from noisy places seen late: a fit of one parabola per flight."""

import numpy as np

from olympian.geometry import GRAVITY, Vec, Vec3
from olympian.motion.juggle.flight import Flight

__all__ = ["BallFilter"]


class BallFilter:
    """Least squares over the places seen since the last bounce, and what was expected of it.

    Nothing but gravity acts in flight, so place and velocity at the start of the flight are all
    there is to know. Noise is alike in all directions: one 2 × 2 matrix serves all three axes.
    """

    def __init__(self, noise: float) -> None:
        """Args: noise: standard deviation of a place seen, metres in each direction."""
        self._certainty_of_one = 1.0 / noise**2
        self._start = 0.0
        self._certainty = np.zeros((2, 2))
        self._sum = np.zeros((2, 3))
        self.seen = 0

    def reset(self, expected: Flight, place_sigma: float, velocity_sigma: float) -> None:
        """A new flight begins, believed to be like `expected` with these standard deviations."""
        self._start = expected.t
        self._certainty = np.diag([place_sigma**-2.0, velocity_sigma**-2.0])
        self._sum = self._certainty @ np.stack([expected.place, expected.velocity])
        self.seen = 0

    def see(self, t: float, place: Vec3) -> None:
        """Take in where the ball was at `t`; before the start of the flight it says nothing."""
        age = t - self._start
        if age < 0:
            return
        straight = np.array([place[0], place[1], place[2] + GRAVITY / 2 * age**2])
        row = np.array([1.0, age])
        self._certainty += self._certainty_of_one * np.outer(row, row)
        self._sum += self._certainty_of_one * np.outer(row, straight)
        self.seen += 1

    def flight(self) -> Flight:
        """The flight as it is best known, at its start."""
        place, velocity = np.linalg.solve(self._certainty, self._sum)
        return Flight(self._start, place, velocity)

    @property
    def sigma(self) -> Vec:
        """Standard deviations of place (m) and velocity (m/s) at the start of the flight."""
        return np.sqrt(np.diag(np.linalg.inv(self._certainty)))
