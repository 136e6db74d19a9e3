"""Servos that answer, but always the same, although they should move."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.records import JointGoal, Sensors
from olympian.state.health_config import HealthConfig

__all__ = ["StuckAnswers"]


class StuckAnswers:
    """Tells a driver that repeats its last values from a joint that rests.

    A resting servo reports the same tick for minutes, so sameness alone says nothing. But an answer
    that says it turns and then shows the same angle again is an old one. And firmware drives by the
    distance to the goal: if the goal moves and the joint does not, the load must change, unless it
    already is at its limit on the side of the goal.
    """

    def __init__(self, joints: int, config: HealthConfig) -> None:
        self._stirred = np.radians(config.stirred_deg)
        self._slowest = self._stirred / max(config.stale_s, 1e-9)
        self._saturated = config.saturated
        self._joints = joints
        self.reset()

    def reset(self) -> None:
        """No answer seen, no goal sent."""
        self._last: Sensors | None = None
        self._q_goal: Vec = np.full(self._joints, np.nan)
        self._q_goal_then: Vec = self._q_goal
        self._stuck: NDArray[np.bool_] = np.zeros(self._joints, dtype=np.bool_)

    def step(self, sensors: Sensors, goal: JointGoal | None) -> NDArray[np.bool_]:
        """Joints whose answer is the same as before their goal moved.

        Args:
            goal: what was sent since the last step, if anything.
        """
        last, self._last = self._last, sensors
        same = np.zeros(self._joints, dtype=np.bool_) if last is None else _same(last, sensors)
        if goal is not None:
            self._q_goal = np.where(goal.mask, goal.q, self._q_goal)
        self._q_goal_then = np.where(same, self._q_goal_then, self._q_goal)
        moved = np.abs(self._q_goal - self._q_goal_then) >= self._stirred
        if np.count_nonzero(moved):
            moved &= self._should_show(sensors, goal)
        turning = np.abs(sensors.dq) >= self._slowest
        self._stuck = same & (self._stuck | moved | turning)
        return self._stuck

    def _should_show(self, sensors: Sensors, goal: JointGoal | None) -> NDArray[np.bool_]:
        """Where a moved goal must change the answer: driven, not blocked, not told to crawl."""
        towards = np.sign(self._q_goal - sensors.q)
        driven = sensors.torque_on & (sensors.load * towards < self._saturated)
        if goal is None or goal.speed is None:
            return driven
        return driven & (goal.speed >= self._slowest)


def _same(last: Sensors, now: Sensors) -> NDArray[np.bool_]:
    return (now.q == last.q) & (now.load == last.load) & (now.dq == last.dq)
