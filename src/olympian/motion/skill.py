"""What every skill looks like to the loop."""

from enum import Enum
from typing import Protocol

from olympian.records import JointGoal, RobotState


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


class PartSkill(Skill, Protocol):
    """A skill that says what it needs, so that it can be asked for by name.

    It may also have an `urgency` (`olympian.goal.Urgency`), and a `reason` for where it fails.
    """

    @property
    def parts(self) -> tuple[str, ...]:
        """What it moves: legs, trunk, head, and each arm by its name; or `body`, which is all."""
        ...
