"""Ticks of the servos and angles of the joints, for a whole robot."""

from math import radians

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, frozen
from olympian.robot import Robot
from olympian.servo import ServoSpec


class Scale:
    """Signs, zeros and resolutions in joint order: `servo angle = sign · joint angle + zero`."""

    def __init__(self, robot: Robot, specs: tuple[ServoSpec, ...]) -> None:
        servos = [robot.servos[name] for name in robot.joint_names]
        self.sign = frozen([float(one.sign) for one in servos])
        self._zero = frozen([radians(one.zero_deg) for one in servos])
        self.tick = frozen([spec.tick for spec in specs])
        self.top = frozen([spec.ticks - 1.0 for spec in specs])
        self._centre = frozen([float(spec.ticks // 2) for spec in specs])
        self.fastest = frozen([spec.no_load / spec.tick for spec in specs])
        """Ticks a second of a free horn."""

    def angles(self, ticks: NDArray) -> Vec:
        """Joint angles, rad."""
        return self.sign * ((ticks - self._centre) * self.tick - self._zero)

    def ticks(self, q: Vec) -> Vec:
        """Whole ticks that come nearest, within what the servos reach."""
        servo = self.sign * q + self._zero
        return np.clip(np.floor(servo / self.tick + self._centre + 0.5), 0.0, self.top)
