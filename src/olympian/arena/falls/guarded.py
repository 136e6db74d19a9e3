"""A robot under its control module, shoved: what it notices, and when it stands again."""

from math import inf

from olympian.arena.falls.faller import FallerFactory
from olympian.breaker import STRICT
from olympian.decision.hcm import Rover, control_module
from olympian.motion import SkillStatus
from olympian.motion.walks import make_walk
from olympian.records import JointGoal, RobotState, Semantic, Twist
from olympian.robot import Robot

__all__ = ["Guarded", "guarded", "unguarded_from"]

A_TICK = 1e-6
"""Seconds; times are sums of ticks."""


class Guarded:
    """A rover under the module, whose driver goes on commanding whatever happens."""

    status = SkillStatus.RUNNING

    def __init__(self, robot: Robot, bare_from: float = inf) -> None:
        """Args: bare_from: s from which nobody looks after it: the walk goes on by itself."""
        self.rover = Rover(make_walk(robot))
        self.hcm = control_module(robot, [self.rover], breaker=STRICT)
        self._bare_from = bare_from
        self._twist = Twist()
        self._falling = False
        self.alarms: list[float] = []
        """When it took itself to be falling, s."""
        self.protected_at: float | None = None
        self.up_at: float | None = None
        """When it could be driven again after its fall."""

    @property
    def noticed_at(self) -> float | None:
        """When it first took itself to be falling, s."""
        return self.alarms[0] if self.alarms else None

    def command(self, twist: Twist) -> None:
        """Where to walk, until something else is said."""
        self._twist = twist

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """What the module lets through."""
        self.rover.command(self._twist)
        if state.t > self._bare_from - A_TICK:
            return self.rover.step(state, dt)
        goal = self.hcm.step(state, dt)
        now = self.hcm.situation.state
        was_falling, self._falling = self._falling, now is Semantic.FALLING
        if self._falling:
            if not was_falling:
                self.alarms.append(state.t)
            if self.protected_at is None and self.hcm.braced:
                self.protected_at = state.t
        elif self.alarms and self.up_at is None and not now.is_down:
            self.up_at = state.t
        return goal

    def reset(self) -> None:
        """As if just made."""
        self.hcm.reset()
        self.alarms, self._falling = [], False
        self.protected_at = self.up_at = None


def guarded(robot: Robot) -> Guarded:
    """The robot's best walk under its control module."""
    return Guarded(robot)


def unguarded_from(t: float) -> FallerFactory:
    """The twin of a guarded robot: the same to the bit before `t`, and from then on unprotected."""
    return lambda robot: Guarded(robot, t)
