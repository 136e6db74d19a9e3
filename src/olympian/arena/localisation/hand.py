"""A hand that lifts a simulated robot, carries it, turns it, and puts it down elsewhere."""

from typing import NamedTuple

import mujoco
import numpy as np

from olympian.backend import Simulation
from olympian.backend.simulation import prefix
from olympian.geometry import GRAVITY, Mat3, R_from_rpy, Vec, Vec2, Vec3
from olympian.robot import Robot

__all__ = ["CarryingHand"]

LIFT = 0.2
"""Metres."""
RAISE_S, CARRY_S, LOWER_S, STEADY_S = 0.8, 2.5, 1.2, 1.2
"""Seconds; the last are those in which it already stands and is still held."""
ALL_S = RAISE_S + CARRY_S + LOWER_S + STEADY_S
STIFF = 14.0
"""rad/s at which the hand follows its way: a firm grip that does not shake."""
ARM = 0.15
"""Metres: radius of inertia of a small humanoid about its torso."""


class _Way(NamedTuple):
    begin: float
    xyz: Vec3
    R: Mat3
    across: Vec2
    """Metres over the floor."""
    turn: float
    """rad about the vertical."""


class CarryingHand:
    """Pulls at the torso with forces and torques: the inertial sensor feels all that it does."""

    def __init__(self, simulation: Simulation, robot: Robot) -> None:
        self._simulation, self._mass = simulation, robot.tree.mass
        self._torso = simulation.model.body(prefix(0) + robot.torso).id
        self._way: _Way | None = None
        simulation.after_step.append(self._pull)

    @property
    def busy(self) -> bool:
        """Does it hold the robot?"""
        return self._way is not None

    def carry(self, across: Vec2, turn: float) -> None:
        """Lift it, and put it down so far away, turned by so much."""
        xyz, R = self._pose()
        self._way = _Way(self._simulation.t, xyz, R, across, turn)

    def _pose(self) -> tuple[Vec3, Mat3]:
        data = self._simulation.data
        return data.xpos[self._torso].copy(), data.xmat[self._torso].reshape(3, 3).copy()

    def _pull(self) -> None:
        """Forces for the next step: as a spring that damps itself would pull along the way."""
        if self._way is None:
            return
        data, way = self._simulation.data, self._way
        passed = self._simulation.t - way.begin
        if passed > ALL_S:
            data.xfrc_applied[self._torso] = 0.0
            self._way = None
            return
        up = _smooth(passed / RAISE_S) - _smooth((passed - RAISE_S - CARRY_S) / LOWER_S)
        share = _smooth((passed - RAISE_S) / CARRY_S)
        held = _smooth((ALL_S - passed) / STEADY_S)
        goal = way.xyz + np.append(share * way.across, LIFT * up)
        R_goal = R_from_rpy(0.0, 0.0, share * way.turn) @ way.R
        data.xfrc_applied[self._torso] = held * self._wrench(goal, R_goal)

    def _wrench(self, goal: Vec3, R_goal: Mat3) -> Vec:
        xyz, R = self._pose()
        speed = np.zeros(6)
        model, data = self._simulation.model, self._simulation.data
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, self._torso, speed, 0)
        force = STIFF**2 * (goal - xyz) - 2.0 * STIFF * speed[3:]
        force[2] += GRAVITY
        away = R_goal @ R.T
        tilt = 0.5 * np.array(
            [away[2, 1] - away[1, 2], away[0, 2] - away[2, 0], away[1, 0] - away[0, 1]]
        )
        torque = STIFF**2 * tilt - 2.0 * STIFF * speed[:3]
        return self._mass * np.concatenate([force, ARM**2 * torque])


def _smooth(share: float) -> float:
    """From 0 to 1 without a jerk."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)
