"""Programs that are shoved: what a trial needs to know of them, and one that does not care."""

from collections.abc import Callable
from typing import Protocol

from olympian.backend import Actor
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid
from olympian.motion.walks import make_walk
from olympian.records import Twist

__all__ = ["Faller", "FallerFactory", "Heedless", "heedless"]


class Faller(Protocol):
    """A robot that is shoved."""

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

    def tick(self) -> None:
        """Let one tick pass."""
        ...


FallerFactory = Callable[[Actor], Faller]


class Heedless:
    """Walks on as if nothing had happened, and only takes notes."""

    protected_at = None

    def __init__(self, actor: Actor) -> None:
        self._walk = make_walk(actor.robot)
        self._robot = BareHumanoid(actor.robot, self._walk, actor, breaker=STRICT)
        self.noticed_at: float | None = None

    def command(self, twist: Twist) -> None:
        """Where to walk."""
        self._walk.command(twist)

    def tick(self) -> None:
        """What the walk wants, whatever is felt."""
        state = self._robot.tick()
        if state.toppling is not None and self.noticed_at is None:
            self.noticed_at = state.t


def heedless(actor: Actor) -> Heedless:
    """A robot's own walk with nobody to look after it."""
    return Heedless(actor)
