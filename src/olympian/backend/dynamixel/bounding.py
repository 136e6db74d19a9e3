"""A speed for every goal, so that a goal which was spoilt on the way leads nowhere.

Packets of protocol 1 end in an 8-bit sum, which two wrong bits can pass. A servo then has a wild
goal until the next packet comes, a tick later. So each goal comes with a speed at which the servo
gets as far as it should in a tick, and not much further.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from olympian.backend.dynamixel.layout import WIDEST_SPEED
from olympian.geometry import Vec
from olympian.servo import ServoSpec

BEHIND = 2
"""Packets in a row that may be lost before a servo has to hurry to catch up."""
MORE = 4.0
"""Times the way that is needed. Goals that were 150° off, in 24 ticks of a walking `bioloid`, led
its leg joints astray by 1.6° in the mean and 4.7° at most without a speed, and by 1.0° and 3.1° so.
With less, a joint that was led astray is too slow on its way back (1.5: 4.7°, in 12 ticks)."""
LEAST = 0.3
"""rad/s for servos that rest, less than a tick's width in a tick: a wild goal does not stir them,
and after a longer silence they come to where they should be, slowly."""


class GoalBound:
    """Moving speeds from the goals that went out before; engine with `step` and `reset`."""

    def __init__(self, specs: tuple[ServoSpec, ...], bounded: NDArray[np.bool_]) -> None:
        """Args: bounded: (n,) whose goals get a speed."""
        self._tick = np.array([spec.tick for spec in specs])
        self._unit = np.array([spec.speed_unit for spec in specs])
        self._bounded = bounded
        self.reset()

    def reset(self) -> None:
        """Nothing was sent: the first goals may be far."""
        self._sent: deque[Vec] = deque(maxlen=1 + BEHIND)

    def step(self, ticks: Vec, speed: NDArray[np.int32], dt: float) -> NDArray[np.int32]:
        """Counts of the moving speeds that go with these goals.

        Args:
            ticks: (n,) goals.
            speed: (n,) what was asked for; 0: as fast as it can.
        """
        way = np.abs(np.array(self._sent) - ticks).max(axis=0) if self._sent else np.inf
        self._sent.append(np.array(ticks))
        needed = np.maximum(MORE * way * self._tick / dt, LEAST) / self._unit
        counts = np.minimum(np.ceil(needed), WIDEST_SPEED).astype(np.int32)
        # one wrong bit must not make a zero of it, which means as fast as it can
        counts += (counts & (counts - 1)) == 0
        asked = np.where(speed > 0, np.minimum(speed, counts), counts)
        return np.where(self._bounded, asked, speed).astype(np.int32)
