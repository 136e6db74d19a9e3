"""Programs that are shoved: one that does not care, and the least that protects itself."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Protocol

from olympian.backend import Actor
from olympian.backend.compliance import ComplianceSwitch
from olympian.errors import unknown
from olympian.motion import Skill, SkillStatus
from olympian.motion.animate import Animator, BuiltSet, load_movement
from olympian.motion.walks import Walk, make_walk
from olympian.records import JointGoal, RobotState, Twist
from olympian.robot import Robot
from olympian.state.falling import FallDirection, FallSense
from olympian.state.falling_config import FallConfig
from olympian.state.lying import is_lying

__all__ = [
    "Faller",
    "FallerFactory",
    "Heedless",
    "Protector",
    "fall_movements",
    "heedless",
    "protector",
]

RELAX = 0.3
"""Seconds from lying to letting go: the blow is over, and servos should not hold against it."""


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


FallerFactory = Callable[[Actor], Faller]


class Heedless:
    """Walks on as if nothing had happened; its sense of falling only takes notes."""

    protected_at = None

    def __init__(self, walk: Walk, sense: FallSense) -> None:
        self._walk = walk
        self._sense = sense
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
        if self._sense.step(state) is not None and self.noticed_at is None:
            self.noticed_at = state.t
        return self._walk.step(state, dt)

    def reset(self) -> None:
        """As if just made."""
        self._walk.reset()
        self._sense.reset()
        self.noticed_at = None


class Protector:
    """Walks until it feels a fall, then plays `fall_SIDE` and lets go when it lies."""

    status = SkillStatus.RUNNING

    def __init__(
        self, actor: Actor, walk: Walk, sense: FallSense, movements: Sequence[BuiltSet]
    ) -> None:
        self._actor = actor
        self._walk = walk
        self._sense = sense
        hook = ComplianceSwitch(actor.robot, actor.servos)
        self._animator = Animator(actor.robot, movements, hook)
        self._movements = {side: _named(movements, f"fall_{side}") for side in FallDirection}
        self._in_place_at = inf
        self._lying_since: float | None = None
        self.noticed_at: float | None = None
        self.protected_at: float | None = None
        self.direction: FallDirection | None = None
        """Which movement it chose."""

    def command(self, twist: Twist) -> None:
        """Where to walk."""
        self._walk.command(twist)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        """The walk's goals, or the protective movement's from the first alarm on."""
        if self.direction is None:
            self.direction = self._sense.step(state)
            if self.direction is None:
                return self._walk.step(state, dt)
            self._begin(self.direction, state)
        goal = self._animator.step(state, dt)
        if self.protected_at is None and state.t > self._in_place_at:
            self.protected_at = state.t
        self._relax_when_down(state)
        return goal

    def reset(self) -> None:
        """As if just made."""
        self._walk.reset()
        self._sense.reset()
        self._animator.reset()
        self._in_place_at = inf
        self._lying_since = self.noticed_at = self.protected_at = self.direction = None

    def _begin(self, direction: FallDirection, state: RobotState) -> None:
        self.noticed_at = state.t
        self._walk.reset()
        self._animator.play(f"fall_{direction}", loops=1)
        first = self._movements[direction].frames[0]
        self._in_place_at = state.t + first.move_from(state.q).duration

    def _relax_when_down(self, state: RobotState) -> None:
        if not is_lying(state.R_world_torso):
            self._lying_since = None
        elif self._lying_since is None:
            self._lying_since = state.t
        elif state.t - self._lying_since >= RELAX:
            self._actor.torque(False)


def heedless(actor: Actor) -> Heedless:
    """A robot's own walk with nobody to look after it."""
    return Heedless(_walk(actor), FallSense(actor.robot))


def protector(
    actor: Actor, movements: Sequence[BuiltSet], config: FallConfig | None = None
) -> Protector:
    """The walk with a sense of falling and protective movements."""
    return Protector(actor, _walk(actor), FallSense(actor.robot, config), movements)


def fall_movements(robot: Robot) -> tuple[BuiltSet, ...]:
    """The protective movements of a robot of the library."""
    return tuple(load_movement(robot, f"fall_{side}") for side in FallDirection)


def _walk(actor: Actor) -> Walk:
    return make_walk(actor.robot, None, ComplianceSwitch(actor.robot, actor.servos))


def _named(movements: Sequence[BuiltSet], name: str) -> BuiltSet:
    for built in movements:
        if built.name == name:
            return built
    raise unknown("protective movement", name, [built.name for built in movements])
