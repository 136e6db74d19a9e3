"""Programs that are shoved: what a trial needs to know of them, and one that does not care."""

from collections.abc import Callable
from typing import Protocol

from olympian.motion import Skill, SkillStatus
from olympian.motion.walks import Walk, make_walk
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot

__all__ = ["Faller", "FallerFactory", "Heedless", "heedless"]


class Faller(Skill, Protocol):
    """What a trial needs to know of a program besides its goals."""

    @property
    def noticed_at(self) -> float | None:
        """When it took itself to be falling, s; None if it did not."""
        ...

    @property
    def protected_at(self) -> float | None:
        """When its protective posture was in place, as far as it was commanded, s."""
        ...

    def command(self, twist: Twist) -> None:
        """Where to walk; zero stands."""
        ...


FallerFactory = Callable[[Robot], Faller]


class Heedless:
    """Walks on as if nothing had happened; its sense of falling only takes notes."""

    protected_at = None

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self.noticed_at: float | None = None

    @property
    def status(self) -> SkillStatus:
        """The walk's."""
        return self._walk.status

    def command(self, twist: Twist) -> None:
        """Where to walk."""
        self._walk.command(twist)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """What the walk wants, whatever is felt."""
        if state.toppling is not None and self.noticed_at is None:
            self.noticed_at = state.t
        return self._walk.step(state, dt)

    def reset(self) -> None:
        """As if just made."""
        self._walk.reset()
        self.noticed_at = None


def heedless(robot: Robot) -> Heedless:
    """A robot's own walk with nobody to look after it."""
    return Heedless(make_walk(robot))
