"""How deep a person crouches, as a share of what it can (HOly 2015, equation 7)."""

import numpy as np

from olympian.motion.imitate.skeleton import Skeleton

__all__ = ["Crouch"]

LEARN = 8.0
"""Seconds in which the person's highest and lowest stand are learnt."""
LEAST_RANGE = 0.3
"""Share of the leg that counts as a full crouch for a person who did not crouch while learning."""
LEGS = ("left_hip", "left_foot", "right_hip", "right_foot")


class Crouch:
    """Learns the range of a person's legs, and says where in it they are."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget the person."""
        self._since: float | None = None
        self._highest, self._lowest = -np.inf, np.inf
        self.share = 0.0
        """0 stands, 1 crouches as deep as it was seen to."""

    def step(self, person: Skeleton, both: bool = True) -> float:
        """The share for this skeleton; the last one while a leg is not seen.

        With Z_hum the mean height of the feet over the hips, which is negative, max_hum is the
        crouch and min_hum the stand: 1 − (max_hum − Z_hum) / (max_hum − min_hum).

        Args:
            both: mean of both legs, as published; otherwise the longer one, so that a lifted foot
                is no crouch.
        """
        if not person.knows(*LEGS):
            return self.share
        z_left = float(person.vector("left_hip", "left_foot")[2])
        z_right = float(person.vector("right_hip", "right_foot")[2])
        z_hum = 0.5 * (z_left + z_right) if both else min(z_left, z_right)
        self._learn(z_hum, person.t)
        max_hum, min_hum = self._range()
        self.share = float(np.clip(1.0 - (max_hum - z_hum) / (max_hum - min_hum), 0.0, 1.0))
        return self.share

    def _learn(self, z_hum: float, t: float) -> None:
        self._since = t if self._since is None else self._since
        if t - self._since <= LEARN:
            self._highest, self._lowest = max(self._highest, z_hum), min(self._lowest, z_hum)

    def _range(self) -> tuple[float, float]:
        """max_hum and min_hum."""
        least = LEAST_RANGE * abs(self._lowest)
        return max(self._highest, self._lowest + max(least, 1e-3)), self._lowest
