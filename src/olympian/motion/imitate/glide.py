"""Numbers that go after a target with bounded speed and acceleration."""

import numpy as np

from olympian.geometry import Vec

__all__ = ["Glide"]


class Glide:
    """Comes to rest where it is sent, without overshooting.

    Args:
        fastest, rush: highest speed and acceleration, one for all numbers or one each.
        pull: 1/s, the part of the way left that is made good per second near the target.
    """

    def __init__(self, start: Vec, fastest: Vec | float, rush: Vec | float, pull: float) -> None:
        self._fastest, self._rush, self._pull = fastest, rush, pull
        self.reset(start)

    def reset(self, start: Vec) -> None:
        """At rest at `start`."""
        self.at: Vec = np.array(start, dtype=float)
        self.speed: Vec = np.zeros_like(self.at)

    def step(
        self, target: Vec, dt: float, fastest: Vec | float = np.inf, drift: Vec | float = 0.0
    ) -> Vec:
        """One tick nearer to `target`; `fastest` may be lower for once.

        Args:
            drift: speed of the target itself. It is gone along with, so that only what is left
                besides has to be braked: a target on the move is not lagged behind.
        """
        away = target - drift * dt - self.at
        distance = np.abs(away)
        # slow enough to stop in time, with half of what it may brake
        nearing = np.minimum(self._pull * distance, np.sqrt(self._rush * distance))
        top = np.minimum(self._fastest, fastest)
        wanted = np.clip(drift + np.sign(away) * nearing, -top, top)
        change = wanted - self.speed
        self.speed = self.speed + np.clip(change, -self._rush * dt, self._rush * dt)
        self.at = self.at + self.speed * dt
        return self.at
