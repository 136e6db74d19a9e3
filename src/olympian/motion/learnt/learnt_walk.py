"""A walk that a network has learnt: a skill like any other, in plain NumPy."""

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.motion.learnt.observer import PolicyObserver
from olympian.motion.learnt.policy import LearntPolicy
from olympian.motion.skill import SkillStatus
from olympian.motion.top_speed import TopSpeed
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot

REST = 1.0
"""Seconds after a stop until it is said to stand: about two strides, in which it comes to rest."""


class LearntWalk:
    """Goes where a `Twist` points; it also does the standing itself, on slopes and when shoved.

    The network is asked every `period` seconds; goals between stay as they are. Joints that the
    policy does not move stay where the ready pose has them.
    """

    def __init__(self, robot: Robot, policy: LearntPolicy) -> None:
        policy.fit(robot, "policy")
        self.policy = policy
        self._robot = robot
        self._observer = PolicyObserver(policy.layout, robot)
        self._everyone = np.ones(robot.dof, dtype=np.bool_)
        self._top_speed = policy.layout.speeds
        self.reset()

    def reset(self) -> None:
        """Stand ready."""
        self.begin_at(self._robot.ready)

    def begin_at(self, q: Vec) -> None:
        """Take over from another skill whose last goal was `q`."""
        self.q = frozen(q)
        self._action = self._observer.action_at(self.q)
        self._observer.reset()
        self._wish = Twist()
        self.phase = 0.0
        """0…1 over a stride, which begins when the left foot begins to swing."""
        self.steps_done = 0
        self.reason = ""
        self._due = 0.0
        self._rested = REST

    @property
    def status(self) -> SkillStatus:
        """Running while it walks."""
        return SkillStatus.DONE if self._rested >= REST else SkillStatus.RUNNING

    @property
    def top_speed(self) -> TopSpeed:
        """What it was trained for."""
        return self._top_speed

    def command(self, twist: Twist) -> None:
        """Where to go from now on; what is no number is no command, what is too fast is cut."""
        self._wish, self.reason = self._top_speed.admit(twist)

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals of this tick."""
        moving = self._observer.moving(self._wish)
        # half a tick early rather than a tick late: periods are sums of ticks
        if self._due <= 0.5 * dt:
            self._ask(state)
            self._due += self.policy.layout.period
        self._due -= dt
        self._rested = 0.0 if moving else self._rested + dt
        before = self.phase
        if self.policy.layout.stride > 0.0:
            self.phase = (before + dt / self.policy.layout.stride) % 1.0
        self.steps_done += moving and int(2 * before) != int(2 * self.phase)
        # its goals are what it has learnt the servos need: nothing is added for gravity
        return JointGoal(self.q, self._everyone, led=False)

    def _ask(self, state: RobotState) -> None:
        observed = self._observer.observe(state, self._action, self._wish, self.phase)
        self._action = self.policy.act(observed).astype(float)
        self.q = frozen(self._observer.goal(self._action, self.q))
