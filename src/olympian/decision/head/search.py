"""Look around until somebody has found something."""

from olympian.decision.head.head import head_of
from olympian.decision.head.pointing import Pointing
from olympian.decision.head.sweep import Pattern, Sweep
from olympian.decision.head.turn import HeadTurn
from olympian.motion import SkillStatus
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot

__all__ = ["Search"]


class Search:
    """Sweeps on and on, beginning with the point nearest to the present gaze."""

    status = SkillStatus.RUNNING
    """Whoever finds something ends it."""

    def __init__(self, robot: Robot, pattern: str | Pattern = "field") -> None:
        """Args: pattern: one of `pattern_names`, or your own."""
        head = head_of(robot)
        self.sweep = Sweep(Pointing(head), pattern)
        self._turn = HeadTurn(head, self.sweep.speed)

    @property
    def reason(self) -> str:
        """What of the sweep is out of reach, if any."""
        return self.sweep.reason

    def reset(self) -> None:
        """Begin again from where the head is."""
        self._turn.reset()
        self.sweep.reset()

    def step(self, state: RobotState, dt: float) -> JointGoal:
        """Goals for this tick."""
        return self._turn.step(self.sweep.wish(self._turn.begin_at(state.q)), state.q, dt)
