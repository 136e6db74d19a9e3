"""How joints that were switched on come from where they are to where they are told to be."""

import numpy as np
from numpy.typing import NDArray

from olympian.backend.dynamixel.scale import Scale
from olympian.geometry import Vec

SLOW = 0.6
"""rad/s at first: slow enough to reach for the switch."""
HASTE = 1.0
"""rad/s²: whatever runs away from a joint, it is caught in the end."""
WEAK = 0.4
"""Share of its torque with which a joint starts: enough for a robot to stand, not to hurt."""
FIRM_S = 1.0
"""Seconds in which the torque grows once a joint is where it should be."""


class Easing:
    """Goals that never jump. Joints follow their goals as soon as they have caught up with them."""

    def __init__(self, scale: Scale) -> None:
        count = len(scale.tick)
        self._tick = scale.tick
        self._sent: Vec = np.zeros(count)
        self._since: Vec = np.zeros(count)
        self.easing = np.zeros(count, dtype=np.bool_)
        """Which are still on their way."""
        self._share: Vec = np.ones(count)

    def start(self, joints: NDArray[np.bool_], ticks: Vec, weak: bool = False) -> None:
        """These begin at `ticks`. Args: weak: with little torque at first."""
        self._sent[joints] = ticks[joints]
        self._since[joints] = 0.0
        self.easing |= joints
        if weak:
            self._share[joints] = WEAK

    def step(self, told: Vec, dt: float) -> Vec:
        """The goals to send for those that were `told`, ticks."""
        if not self.easing.any():
            self._firm(dt)
            return told
        reach = (SLOW + HASTE * self._since) * dt / self._tick
        way = np.clip(told - self._sent, -reach, reach)
        self._sent = np.where(self.easing, np.round(self._sent + way, 6), told)
        self._since += dt
        self.easing &= self._sent != told
        self._firm(dt)
        return np.rint(self._sent)

    def _firm(self, dt: float) -> None:
        """Those that have arrived grow strong."""
        grown = np.minimum(self._share + dt / FIRM_S * (1.0 - WEAK), 1.0)
        self._share = np.where(self.easing, self._share, grown)

    @property
    def share(self) -> Vec:
        """Part of its torque that each joint may give."""
        return self._share

    @property
    def over(self) -> bool:
        """Has everybody arrived, with all its strength?"""
        return not self.easing.any() and bool((self._share >= 1.0).all())
