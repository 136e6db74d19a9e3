"""The whole body in one move to a stance: quickly when a step was cut off, or gently."""

from math import radians

from olympian.geometry import Vec
from olympian.motion.skill import SkillStatus
from olympian.motion.trajectory import Move, Policy
from olympian.records import JointGoal, RobotState

SECONDS = 0.1
"""For the whole way: the longer a leg takes, the further the body has toppled over the other.
`fumanoid`, whose walk was cut at 12 phases of its steps, fell once; held as it was, three times."""
ACCELERATION = radians(250.0)
"""rad/s² of the joint that turns furthest: 30° take 1 s, slow enough for feet that slide."""


class Settle:
    """Both feet on the ground as soon as can be, when whoever moved the legs cannot go on."""

    reason = ""
    """Nothing keeps it from going there."""

    def __init__(self, q_start: Vec, q_goal: Vec) -> None:
        self._move = self._way(q_start, q_goal)
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

    def _way(self, q_start: Vec, q_goal: Vec) -> Move:
        return Move(Policy.QUINTIC, q_start, q_goal, SECONDS)


class PostureGlide(Settle):
    """A smooth way to a pose, for when no movement leads there: all joints in the same time."""

    def _way(self, q_start: Vec, q_goal: Vec) -> Move:
        return Move.within(Policy.QUINTIC, q_start, q_goal, acceleration=ACCELERATION)
