"""A smooth way to a pose, for when no movement leads there."""

from math import radians

from olympian.geometry import Vec
from olympian.motion import SkillStatus
from olympian.motion.trajectory import Move, Policy
from olympian.records import JointGoal, RobotState

ACCELERATION = radians(250.0)
"""rad/s² of the joint that turns furthest: 30° take 1 s, slow enough for feet that slide."""


class PostureGlide:
    """From one posture to another, quintic in joint space, all joints in the same time."""

    def __init__(self, q_start: Vec, q_goal: Vec) -> None:
        self.reason = ""
        """Nothing keeps it from going there."""
        self._move = Move.within(Policy.QUINTIC, q_start, q_goal, acceleration=ACCELERATION)
        self.reset()

    def reset(self) -> None:
        """Back to its start."""
        self._t = 0.0

    @property
    def status(self) -> SkillStatus:
        """Done when the goal is reached."""
        return SkillStatus.RUNNING if self._t < self._move.duration else SkillStatus.DONE

    def step(self, state: RobotState, dt: float) -> JointGoal:  # noqa: ARG002
        """Goals for this tick."""
        self._t += dt
        return JointGoal.all(self._move.at(self._t).q)
