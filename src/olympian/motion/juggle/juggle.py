"""Juggling as a skill: sees a ball, strikes it with a foot, and keeps plate and balance."""

from collections.abc import Iterable
from time import perf_counter
from typing import Protocol

import numpy as np

from olympian.geometry import Vec, Vec3
from olympian.motion.juggle.computed_torque import ComputedTorque
from olympian.motion.juggle.flight import Flight
from olympian.motion.juggle.foot_path import PaddleState
from olympian.motion.juggle.joint_drive import DriveOptions, JointDrive
from olympian.motion.juggle.juggler import Juggler
from olympian.motion.juggle.stance import JugglingStance
from olympian.motion.juggle.striker import Striker, StrikerOptions
from olympian.motion.skill import SkillStatus
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

__all__ = ["BallEye", "Juggle"]

DELAY_TICKS = 2
"""A torque computed now acts in the next tick, on average 1.5 ticks from now."""


class BallEye(Protocol):
    """Where the ball was seen."""

    def arrived(self, t: float) -> Iterable[tuple[float, Vec3]]:
        """Places that are known at `t` and were not before, each with when it was true.

        Metres in the frame of the support sole.
        """
        ...


class Juggle:
    """Torques for all joints, for as long as somebody throws balls; it stands on one foot."""

    status = SkillStatus.RUNNING
    parts = ("body",)

    def __init__(
        self,
        robot: Robot,
        stance: JugglingStance,
        eye: BallEye,
        radius: float,
        noise: float,
        motors: tuple[Vec, Vec],
        drive: DriveOptions,
        chance: np.random.SeedSequence,
        dt: float,
        striker: StrikerOptions | None = None,
    ) -> None:
        """A robot in its stance, before the first ball.

        Args:
            robot: with paddle and plate, see `equipped`.
            radius: of the ball.
            noise: standard deviation of a place seen, metres in each direction.
            motors: armature (kg m²) and dry friction (N m) at the joints.
            chance: of heights and targets of the blows.
            dt: seconds of a tick.
        """
        self._stance, self._eye, self._chance = stance, eye, chance
        self._ball = (radius, noise)
        self._options = striker or StrikerOptions()
        self.juggler = Juggler(robot, stance, balanced=True)
        armature, friction = motors
        dynamics = ComputedTorque(robot, stance.support, armature)
        self._drive = JointDrive(dynamics, friction, dt, DELAY_TICKS, drive)
        self.plate = self.juggler.plate_goal
        """Height of the plate that is asked for, metres."""
        self.reset()

    def reset(self) -> None:
        """In its stance, and a ball is about to be let go over the middle."""
        self.juggler.reset()
        self._drive.reset(self.juggler.q)
        rng = np.random.default_rng(self._chance)
        self.striker = Striker(self._stance, *self._ball, rng, self._options)
        top = self.juggler.paddle()[:3, 3]
        paddle = PaddleState(0.0, np.array([*top, 0.0, 0.0]), np.zeros(5))
        middle = np.array([*self._stance.middle_m, self._options.apex])
        self.striker.begin(Flight(0.0, middle, np.zeros(3)), paddle)
        self.step_seconds = 0.0
        """That the last step took."""

    def hold(self) -> JointGoal:
        """Torques of a robot that stands in its stance, at rest."""
        q = self.juggler.q
        return self._push(q, self._drive.step(q, q))

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Torques from all that is known now."""
        started = perf_counter()
        for when, place in self._eye.arrived(state.t):
            self.striker.see(when, place)
        goal = self.striker.step(state.t + DELAY_TICKS * dt)
        q = self.juggler.step(goal, self.plate, dt)
        torque = self._drive.step(q, state.sensors.q)
        self.step_seconds = perf_counter() - started
        return self._push(q, torque)

    def _push(self, q: Vec, torque: Vec) -> JointGoal:
        return JointGoal(q, np.ones(len(q), dtype=np.bool_), torque=torque)
