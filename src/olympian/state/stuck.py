"""Servos that answer, but always the same, although they should move."""

from math import inf, nan

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.records import JointGoal, Sensors
from olympian.state.health_config import HealthConfig
from olympian.state.stuck_kernel import find_stuck

__all__ = ["StuckAnswers"]


class StuckAnswers:
    """Tells a driver that repeats its last values from a joint that rests.

    A resting servo reports the same tick for minutes, so sameness alone says nothing. But an answer
    that says it turns and then shows the same angle again is an old one. And firmware drives by the
    distance to the goal: if the goal moves and the joint does not, the load must change, unless it
    already is at its limit on the side of the goal.
    """

    def __init__(self, joints: int, config: HealthConfig) -> None:
        stirred = float(np.radians(config.stirred_deg))
        # What turns faster than this has gone that far before its answer counts as stale.
        slowest = stirred / max(config.stale_s, 1e-9)
        self._limits = (stirred, slowest, config.saturated)
        self._now: Vec = np.zeros((6, joints))
        self._memory: Vec = np.full((5, joints), nan)
        self._stuck: NDArray[np.bool_] = np.zeros(joints, dtype=np.bool_)

    def reset(self) -> None:
        """No answer seen, no goal sent."""
        self._memory[:] = nan
        self._stuck[:] = False

    def step(self, sensors: Sensors, goal: JointGoal | None) -> NDArray[np.bool_]:
        """Joints whose answer is an old one; the same array every time.

        Args:
            goal: what was sent since the last step, if anything.
        """
        now = self._now
        now[0], now[1], now[2], now[3] = sensors.q, sensors.dq, sensors.load, sensors.torque_on
        now[4] = nan if goal is None else np.where(goal.mask, goal.q, nan)
        now[5] = inf if goal is None or goal.speed is None else goal.speed
        find_stuck(now, self._memory, self._stuck, *self._limits)
        return self._stuck
