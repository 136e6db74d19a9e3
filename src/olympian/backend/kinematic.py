"""A body without physics: goals become positions. The 'simulator mode' of the 2012 team."""

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, Vec, frozen
from olympian.records import Imu, JointGoal, Sensors
from olympian.robot import Robot

__all__ = ["KinematicBackend"]

ROOM_TEMPERATURE_C = 25.0
LEVEL = Imu(frozen(np.zeros(3)), frozen((0.0, 0.0, GRAVITY)))
FLUSH = 0.002
"""Metres by which a sole may hang higher than the lowest one and still carry."""


class KinematicBackend:
    """Joints go where they are told, no faster than asked; the torso stays still and upright.

    It stands on its lowest soles, which share its weight.
    """

    def __init__(self, robot: Robot, dt: float = 0.01) -> None:
        self.robot = robot
        self.dt = dt
        self.servos = None
        self._t = 0.0
        self._q: Vec = np.array(robot.ready)
        self._q_goal: Vec = np.array(robot.ready)
        self._speed: Vec = np.full(robot.dof, np.inf)
        self._dq: Vec = np.zeros(robot.dof)
        self._on = np.ones(robot.dof, dtype=np.bool_)

    def read(self) -> Sensors:
        """Exact positions; every other sensor reports rest."""
        n = self.robot.dof
        return Sensors(
            t=self._t,
            q=frozen(self._q),
            dq=frozen(self._dq),
            load=frozen(np.zeros(n)),
            temperature_c=frozen(np.full(n, ROOM_TEMPERATURE_C)),
            voltage=frozen(np.full(n, self.robot.supply_v or 0.0)),
            torque_on=self._on.copy(),
            fault=np.zeros(n, dtype=np.uint8),
            imu=None if "imu" in self.robot.lacks else LEVEL,
            foot_pressure=None if "soles" in self.robot.lacks else self._pressure(),
        )

    def write(self, goal: JointGoal) -> None:
        """Move towards the goals for one tick; joints without torque stay."""
        if goal.torque is not None and (goal.mask & ~np.isnan(goal.torque)).any():
            raise OlympianError("a kinematic body feels no torque: simulate it, or give angles")
        if goal.power is not None:
            self._on = (goal.power > 0) | (self._on & (goal.power == 0))
        self._q_goal = np.where(goal.mask, goal.q, self._q_goal)
        if goal.speed is not None:
            self._speed = np.where(goal.mask, goal.speed, self._speed)
        reach = np.where(self._on, self._speed * self.dt, 0.0)
        step = np.clip(self._q_goal - self._q, -reach, reach)
        self._q = self._q + step
        self._dq = step / self.dt
        self._t += self.dt

    def _pressure(self) -> Vec:
        """(feet, 4) newtons."""
        robot = self.robot
        heights = np.array([robot.forward(foot.link, self._q)[2, 3] for foot in robot.feet])
        carries = heights < heights.min(initial=np.inf) + FLUSH
        newtons = GRAVITY * robot.tree.mass / max(4 * carries.sum(), 1)
        return frozen(np.repeat(np.where(carries, newtons, 0.0)[:, None], 4, axis=1))

    def close(self) -> None:
        """Nothing is held."""
