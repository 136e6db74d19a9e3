"""A robot with legs, driven as if it had wheels: velocities or places in, odometry out."""

from collections.abc import Mapping
from dataclasses import replace
from math import atan2

import numpy as np

from olympian.decision.navigate import Goal, Navigator, TwistGate
from olympian.decision.navigate.ramp import Acceleration
from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen
from olympian.goal import Refusal, Source
from olympian.motion import SkillStatus
from olympian.motion.walk import Odometry
from olympian.motion.walk.footwork import Place
from olympian.motion.walks import Walk
from olympian.records import JointGoal, RobotState, Twist

__all__ = ["Rover"]

ACCELERATION: Acceleration = (0.4, 0.3, 2.0)
"""m/s², m/s² and rad/s² of commands; a walk has limits of its own, which may be lower."""
FALL = (0.1, 0.1, 0.1)
"""Standard deviations that a fall adds to x, y and yaw: metres and rad."""


class Rover:
    """A claimant for the legs. Commands that nobody renews come to rest (`TwistGate`).

    Odometry begins where the rover was made and goes on over falls: while the robot is down its
    place is frozen, and the turn it made meanwhile is taken from the gyro.
    """

    def __init__(self, walk: Walk, acceleration: Acceleration = ACCELERATION) -> None:
        """Args: walk: moves the legs; nobody else should command it."""
        self.walk = walk
        self.acceleration = acceleration
        self.gate = TwistGate(walk.top_speed, acceleration)
        self.navigator: Navigator | None = None
        """Leads while it has a goal."""
        self.refusals: Mapping[str, Refusal] = {}
        """What it did not get in the last tick, by part."""
        self._base = Odometry(Place(), frozen(np.zeros((3, 3))))
        self._heading: float | None = None
        self._stepped: RobotState | None = None
        self._last = self.odometry.place

    @property
    def source(self) -> Source:
        """A walk on its way; else only what keeps the robot up."""
        return Source.WALK if self.wants else Source.BEHAVIOUR

    @property
    def wants(self) -> bool:
        """Is it on its way, or asked to be?"""
        asked = self.gate.twist != Twist() or self.gate.wish != Twist()
        return asked or self.walk.status is SkillStatus.RUNNING or self._goal is not None

    @property
    def _goal(self) -> Goal | None:
        return None if self.navigator is None else self.navigator.goal

    @property
    def odometry(self) -> Odometry:
        """Where it believes to be, and how surely."""
        way, base = self.walk.odometry, self._base
        place = base.place.then(way.place)
        return Odometry(place, frozen(base.covariance + _turned(way.covariance, base.place)))

    def command(self, twist: Twist) -> None:
        """Go this way for as long as it is said again and again; a goal is forgotten."""
        if self.navigator is not None:
            self.navigator.cancel()
        self.gate.command(twist)

    def go_to(self, goal: Goal | tuple[float, float, float]) -> None:
        """Go to a place in the frame of the odometry; `navigator` knows the obstacles."""
        if self.navigator is None:
            raise OlympianError("a rover without a navigator knows no way: give it one first")
        self.navigator.go_to(goal)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick."""
        self._follow_turn(state)
        self.refusals = {}
        place = self.odometry.place
        navigator = self.navigator
        if navigator is not None and self._goal is not None:
            twist = navigator.step(place, _speed(self._last, place, dt), dt)
            self.gate.command(twist)
        self._last = place
        self.walk.command(self.gate.step(dt))
        return self.walk.step(state, dt)

    def refused(self, parts: Mapping[str, Refusal]) -> None:
        """Remember it until the next tick."""
        self.refusals = parts

    def finish(self) -> None:
        """Come to a stop; the goal stays."""
        self.gate.reset()
        self.walk.command(Twist())

    def interrupt(self, why: str) -> None:  # noqa: ARG002
        """The walk loses its phase, the odometry keeps its place."""
        covariance = self.odometry.covariance + np.diag(np.square(FALL))
        self._base = Odometry(self.odometry.place, frozen(covariance))
        if self._stepped is not None:
            self._heading = _heading(self._stepped)
        self.gate.reset()
        self.walk.reset()

    def begin_at(self, q: Vec) -> None:
        """Walk on from where it was put."""
        self.walk.begin_at(q)

    def _follow_turn(self, state: RobotState) -> None:
        """Take over the turn that was made while the legs were lost."""
        if self._heading is not None:
            turned = _heading(state) - self._heading
            place = self._base.place
            self._base = replace(self._base, place=place._replace(yaw=place.yaw + turned))
            self._heading = None
            self._last = self.odometry.place
        self._stepped = state


def _heading(state: RobotState) -> float:
    return atan2(state.R_world_torso[1, 0], state.R_world_torso[0, 0])


def _speed(before: Place, after: Place, dt: float) -> Twist:
    """Velocity in the robot's own frame."""
    moved = before.inverse().then(after)
    return Twist(moved.x / dt, moved.y / dt, moved.yaw / dt)


def _turned(covariance: Vec, base: Place) -> Vec:
    """A covariance of x, y and yaw, seen from the parent of `base`."""
    R = np.eye(3)
    R[:2, :2] = base.turn
    return R @ covariance @ R.T
