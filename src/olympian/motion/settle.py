"""Both feet on the ground as soon as can be, when whoever moved the legs cannot go on."""

from olympian.geometry import Vec
from olympian.motion.skill import SkillStatus
from olympian.motion.trajectory import Move, Policy
from olympian.records import JointGoal, RobotState

SECONDS = 0.1
"""For the whole way: the longer a leg takes, the further the body has toppled over the other.
`fumanoid`, whose walk was cut at 12 phases of its steps, fell once; held as it was, three times."""


class Settle:
    """From the last goals to a stance in one quick move."""

    def __init__(self, q_start: Vec, q_goal: Vec) -> None:
        self._move = Move(Policy.QUINTIC, q_start, q_goal, SECONDS)
        self.reset()

    def reset(self) -> None:
        """Back to its start."""
        self._t = 0.0

    @property
    def status(self) -> SkillStatus:
        """Done when the stance is reached."""
        return SkillStatus.RUNNING if self._t < self._move.duration else SkillStatus.DONE

    def step(self, state: RobotState, dt: float) -> JointGoal:  # noqa: ARG002
        """Goals for this tick."""
        self._t += dt
        return JointGoal.all(self._move.at(self._t).q)
