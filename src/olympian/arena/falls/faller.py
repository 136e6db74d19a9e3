"""Programs that are shoved: one that does not care, and a robot under its control module."""

from collections.abc import Callable
from math import inf
from typing import Protocol

from olympian.backend import Actor
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid, Humanoid
from olympian.motion.walks import make_walk
from olympian.records import Semantic, Twist


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

    def __init__(self, actor: Actor, walk: str | None = None) -> None:
        self._walk = make_walk(actor.robot, walk)
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


def heedless(actor: Actor, walk: str | None = None) -> Heedless:
    """A robot's best walk, or another by name, with nobody to look after it."""
    return Heedless(actor, walk)


A_TICK = 1e-6
"""Seconds; times are sums of ticks."""


class Guarded:
    """A whole robot, whose driver goes on commanding whatever happens."""

    def __init__(self, actor: Actor, bare_from: float = inf, walk: str | None = None) -> None:
        """Args:
        bare_from: s from which nobody looks after it: the walk goes on by itself.
        walk: by name or file; None for the best.
        """
        self.humanoid = Humanoid(actor.robot, actor, walk=walk, breaker=STRICT)
        self._bare_from = bare_from
        self._twist = Twist()
        self._falling = False
        self.alarms: list[float] = []
        """When it took itself to be falling, s."""
        self.protected_at: float | None = None
        self.up_at: float | None = None
        """When it could be driven again after its fall."""

    @property
    def noticed_at(self) -> float | None:
        """When it first took itself to be falling, s."""
        return self.alarms[0] if self.alarms else None

    def command(self, twist: Twist) -> None:
        """Where to walk, until something else is said."""
        self._twist = twist

    def tick(self) -> None:
        """What the module lets through."""
        humanoid = self.humanoid
        if humanoid.simulation.t > self._bare_from - A_TICK:
            humanoid.loop.skill = humanoid.machine
        humanoid.drive(self._twist)
        state, now = humanoid.tick(), humanoid.situation.state
        if humanoid.loop.skill is humanoid.machine:
            return
        was_falling, self._falling = self._falling, now is Semantic.FALLING
        if self._falling:
            if not was_falling:
                self.alarms.append(state.t)
            if self.protected_at is None and humanoid.hcm.braced:
                self.protected_at = state.t
        elif self.alarms and self.up_at is None and not now.is_down:
            self.up_at = state.t


def guarded(actor: Actor, walk: str | None = None) -> Guarded:
    """The robot with its best walk, or another by name, under its control module."""
    return Guarded(actor, walk=walk)


def unguarded_from(t: float, walk: str | None = None) -> FallerFactory:
    """The twin of a guarded robot: the same to the bit before `t`, and from then on unprotected."""
    return lambda actor: Guarded(actor, t, walk)
