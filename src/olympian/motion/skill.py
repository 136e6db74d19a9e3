"""What every skill looks like to the loop."""

from enum import Enum
from typing import Protocol

from olympian.records import JointGoal, RobotState

__all__ = ["Skill", "SkillStatus"]


class SkillStatus(Enum):
    """Where a skill stands."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Skill(Protocol):
    """Turns the state into joint goals, tick by tick."""

    @property
    def status(self) -> SkillStatus:
        """Where the skill stands after the last step."""
        ...

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """Goals for this tick, or None to leave the joints alone."""
        ...

    def reset(self) -> None:
        """Forget everything, as if just made."""
        ...
