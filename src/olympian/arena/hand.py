"""A hand that lifts something simulated, carries it, turns it, and puts it down elsewhere."""

from dataclasses import dataclass
from math import atan2, remainder, tau
from typing import NamedTuple

import mujoco
import numpy as np

from olympian.backend import Simulation
from olympian.backend.simulation import BALL, prefix
from olympian.geometry import GRAVITY, Mat3, R_from_axis_angle, R_from_rpy, Vec, Vec2, Vec3
from olympian.robot import Robot

__all__ = ["CarryingHand", "HandGrip"]

STIFF = 14.0
"""rad/s at which the hand follows its way: a firm grip that does not shake."""
SMALL = 1e-6
"""Sine of a tilt that need not be put right."""


@dataclass(frozen=True)
class HandGrip:
    """How a hand takes hold, and how it moves."""

    arm: float
    """Metres: radius of inertia of what it holds."""
    lift: float
    """Metres."""
    raise_s: float = 0.8
    carry_s: float = 2.5
    lower_s: float = 1.2
    steady_s: float = 1.2
    """Seconds in which it already stands and is still held."""

    @property
    def all_s(self) -> float:
        """Seconds from the grip until it is let go."""
        return self.raise_s + self.carry_s + self.lower_s + self.steady_s


OF_ROBOT = HandGrip(arm=0.15, lift=0.2)
"""About the torso of a small humanoid, just off the floor."""


class _Way(NamedTuple):
    begin: float
    xyz: Vec3
    R: Mat3
    across: Vec3
    """Metres."""
    turn: float
    """rad about the vertical."""
    tilt: Vec3
    """Axis and angle that put it upright first; zero for what keeps its tilt."""


class CarryingHand:
    """Pulls with forces and torques at one body: the inertial sensor feels all that it does."""

    def __init__(self, simulation: Simulation, body: str, mass: float, grip: HandGrip) -> None:
        """Args:
        body: of the simulation's model.
        mass: of all that hangs on it, kg.
        """
        self._simulation, self._mass, self._grip = simulation, mass, grip
        self._body = simulation.model.body(body).id
        self._way: _Way | None = None

    @staticmethod
    def of_robot(
        simulation: Simulation, robot: Robot, index: int = 0, grip: HandGrip = OF_ROBOT
    ) -> "CarryingHand":
        """One that takes a robot by its torso."""
        return CarryingHand(simulation, prefix(index) + robot.torso, robot.tree.mass, grip)

    @staticmethod
    def of_ball(simulation: Simulation, grip: HandGrip) -> "CarryingHand":
        """One that takes the ball."""
        ball = simulation.world.ball
        assert ball is not None, "there is no ball to carry"
        return CarryingHand(simulation, BALL, ball.mass, grip)

    @property
    def busy(self) -> bool:
        """Does it hold anything?"""
        return self._way is not None

    def carry(self, across: Vec2, turn: float) -> None:
        """Lift it, and put it down so far away, turned by so much."""
        xyz, R = self._pose()
        self._take(_Way(self._simulation.t, xyz, R, np.append(across, 0.0), turn, np.zeros(3)))

    def carry_to(self, xyz: Vec3, yaw: float) -> None:
        """Lift it, and put it down there, upright and facing that way."""
        begin, R = self._pose()
        tilt = _upright(R)
        self._take(_Way(self._simulation.t, begin, R, xyz - begin, _turn(tilt, R, yaw), tilt))

    def lay(self, x: float, y: float, yaw: float) -> None:
        """Lift it, and lay it down there as it is.

        Args: yaw: of its x axis over the floor, which robots that lie take for their heading.
        """
        begin, R = self._pose()
        across = np.array([x - begin[0], y - begin[1], 0.0])
        level = np.zeros(3)
        self._take(_Way(self._simulation.t, begin, R, across, _turn(level, R, yaw), level))

    def _take(self, way: _Way) -> None:
        if self._way is None:
            self._simulation.after_step.append(self._pull)
        self._way = way

    def _pose(self) -> tuple[Vec3, Mat3]:
        data = self._simulation.data
        return data.xpos[self._body].copy(), data.xmat[self._body].reshape(3, 3).copy()

    def _pull(self) -> None:
        """Forces for the next step: as a spring that damps itself would pull along the way."""
        way = self._way
        assert way is not None, "an idle hand is not asked"
        data, grip = self._simulation.data, self._grip
        passed = self._simulation.t - way.begin
        if passed > grip.all_s:
            data.xfrc_applied[self._body] = 0.0
            self._way = None
            self._simulation.after_step.remove(self._pull)
            return
        there = grip.raise_s + grip.carry_s
        up = _smooth(passed / grip.raise_s) - _smooth((passed - there) / grip.lower_s)
        share = _smooth((passed - grip.raise_s) / grip.carry_s)
        held = _smooth((grip.all_s - passed) / grip.steady_s)
        goal = way.xyz + share * way.across + np.array([0.0, 0.0, grip.lift * up])
        R_goal = R_from_rpy(0.0, 0.0, share * way.turn) @ _turned_by(share * way.tilt) @ way.R
        data.xfrc_applied[self._body] = held * self._wrench(goal, R_goal)

    def _wrench(self, goal: Vec3, R_goal: Mat3) -> Vec:
        xyz, R = self._pose()
        speed = np.zeros(6)
        model, data = self._simulation.model, self._simulation.data
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, self._body, speed, 0)
        force = STIFF**2 * (goal - xyz) - 2.0 * STIFF * speed[3:]
        force[2] += GRAVITY
        away = R_goal @ R.T
        tilt = 0.5 * np.array(
            [away[2, 1] - away[1, 2], away[0, 2] - away[2, 0], away[1, 0] - away[0, 1]]
        )
        torque = STIFF**2 * tilt - 2.0 * STIFF * speed[:3]
        return self._mass * np.concatenate([force, self._grip.arm**2 * torque])


def _upright(R: Mat3) -> Vec3:
    """Axis and angle of the shortest turn that brings its own z to the vertical."""
    up = R[:, 2]
    axis = np.cross(up, (0.0, 0.0, 1.0))
    sine = float(np.linalg.norm(axis))
    if sine < SMALL:  # on its head, any level axis will do
        return np.array([np.pi, 0.0, 0.0]) if up[2] < 0.0 else np.zeros(3)
    return axis / sine * atan2(sine, float(up[2]))


def _turn(tilt: Vec3, R: Mat3, yaw: float) -> float:
    """About the vertical, so that what is upright after `tilt` faces that way."""
    righted = _turned_by(tilt) @ R
    return remainder(yaw - atan2(righted[1, 0], righted[0, 0]), tau)


def _turned_by(axis_angle: Vec3) -> Mat3:
    angle = float(np.linalg.norm(axis_angle))
    return np.eye(3) if angle < SMALL else R_from_axis_angle(axis_angle / angle, angle)


def _smooth(share: float) -> float:
    """From 0 to 1 without a jerk."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)
