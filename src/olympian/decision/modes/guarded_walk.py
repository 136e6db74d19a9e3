"""A walk of somebody else behind a circuit breaker: if it raises, both feet are put down."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from olympian.breaker import Breaker
from olympian.geometry import Place, Vec
from olympian.goal.check import check_goal
from olympian.motion import SkillStatus, TopSpeed
from olympian.motion.settle import Settle
from olympian.motion.walks import Walk
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot

OUTCOME = "out of service, the robot stands"
Value = TypeVar("Value")


class GuardedWalk:
    """The same walk to the modes, which go on without it when it fails."""

    def __init__(self, walk: Walk, name: str, robot: Robot, breaker: Breaker) -> None:
        self._walk, self._robot, self._breaker = walk, robot, breaker
        self._name = f"walk '{name}'"
        self._top_speed = walk.top_speed
        self._q = robot.ready
        self._settle: Settle | None = None

    @property
    def works(self) -> bool:
        """Is it in service?"""
        return self._name not in self._breaker.failures

    @property
    def status(self) -> SkillStatus:
        """Failed when it is out of service, as soon as the feet are down."""
        status = self._ask(lambda: self._walk.status)
        if status is not None:
            return status
        settled = self._settle is not None and self._settle.status is SkillStatus.DONE
        return SkillStatus.FAILED if settled else SkillStatus.RUNNING

    @property
    def reason(self) -> str:
        """Why it does not go as asked."""
        reason = self._ask(lambda: self._walk.reason)
        return str(self._breaker.failures[self._name]) if reason is None else reason

    @property
    def top_speed(self) -> TopSpeed:
        """What may be asked of it."""
        self._top_speed = self._ask(lambda: self._walk.top_speed) or self._top_speed
        return self._top_speed

    @property
    def next_footstep(self) -> tuple[int, Place] | None:
        """Where the next foot is sent, if this walk says so: a display shows it."""
        return self._ask(lambda: getattr(self._walk, "next_footstep", None))

    def command(self, twist: Twist) -> None:
        """Where to go from now on."""
        self._ask(lambda: self._walk.command(twist))

    def begin_at(self, q: Vec) -> None:
        """Take over at `q`."""
        self._q, self._settle = q, None
        self._ask(lambda: self._walk.begin_at(q))

    def reset(self) -> None:
        """Forget everything but a failure."""
        self._settle = None
        self._ask(lambda: self._walk.reset())

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Its goals, or the way to a stance."""
        goal = self._ask(lambda: self._checked(state, dt))
        if self.works:
            self._settle = None
            if goal is not None:
                self._q = np.where(goal.mask, goal.q, self._q)
            return goal
        if self._settle is None:
            self._settle = Settle(self._q, self._robot.ready)
        return self._settle.step(state, dt)

    def _checked(self, state: RobotState, dt: float) -> JointGoal | None:
        goal = self._walk.step(state, dt)
        if goal is not None:
            check_goal(goal, self._robot, self._walk.step)
        return goal

    def _ask(self, question: Callable[[], Value]) -> Value | None:
        if not self.works:
            return None
        try:
            return question()
        except Exception as error:
            self._breaker.note(self._name, error, OUTCOME)
            return None
