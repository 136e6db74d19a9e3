"""What shows in the readings of servos and soles, before anybody asks how long it lasts."""

from math import inf, nan

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.records import JointGoal, Sensors
from olympian.state.health_config import HealthConfig
from olympian.state.symptoms_kernel import examine

__all__ = ["Symptoms"]


class Symptoms:
    """Servos that do not answer or repeat themselves, heat, and soles that repeat themselves.

    A driver that repeats its last values is told from a joint that rests. A resting servo reports
    the same tick for minutes, so sameness alone says nothing. But an answer that says it turns and
    then shows the same angle again is an old one. And firmware drives by the distance to the goal:
    if the goal moves and the joint does not, the load must change, unless it already is at its
    limit on the side of the goal.
    """

    def __init__(
        self, limits_c: Vec, feet: int, cells: int, showing: NDArray[np.bool_], config: HealthConfig
    ) -> None:
        """Symptoms of a robot with so many feet.

        Args:
            limits_c: (n,) where each servo switches itself off.
            showing: where to write what shows: joints, two that others write, soles.
        """
        joints = len(limits_c)
        stirred = float(np.radians(config.stirred_deg))
        # What turns faster than this has gone that far before its answer counts as stale.
        slowest = stirred / max(config.stale_s, 1e-9)
        self._limits = (stirred, slowest, config.saturated)
        self._now: Vec = np.empty((9, joints))
        self._memory: Vec = np.empty((7, joints))
        self._memory[5], self._memory[6] = limits_c - config.warm_c, limits_c - config.cool_c
        self._pressure: Vec = np.empty((2, feet, cells))
        self._stuck = np.empty(joints, dtype=np.bool_)
        self._showing = showing
        self.hot: NDArray[np.bool_] = np.empty(joints, dtype=np.bool_)
        """Joints that are too warm."""
        self.reset()

    def reset(self) -> None:
        """No answer seen, no goal sent."""
        self._memory[:5] = nan
        self._pressure[:] = nan
        self._stuck[:] = False
        self.hot[:] = False

    def step(self, sensors: Sensors, goal: JointGoal | None) -> float:
        """Look at one more record; mean voltage of the servos that answered (NaN: none did).

        Args:
            goal: what was sent since the last step, if anything.
        """
        now = self._now
        now[0], now[1], now[2], now[3] = sensors.q, sensors.dq, sensors.load, sensors.torque_on
        now[4] = nan if goal is None else np.where(goal.mask, goal.q, nan)
        now[5] = inf if goal is None or goal.speed is None else goal.speed
        now[6] = 1.0 if sensors.answered is None else sensors.answered
        now[7], now[8] = sensors.temperature_c, sensors.voltage
        self._pressure[0] = sensors.foot_pressure
        return examine(
            now, self._memory, self._stuck, self._limits, self._pressure, self.hot, self._showing
        )
