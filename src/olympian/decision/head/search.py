"""Looking around: the sweep of a search pattern, and the skill that turns the head by it."""

from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Annotated

import numpy as np
from msgspec import Meta

from olympian.decision.head.head import HeadTurn, head_of
from olympian.decision.head.pointing import Pointing
from olympian.errors import unknown
from olympian.geometry import Vec, Vec3
from olympian.motion import SkillStatus
from olympian.records import JointGoal, RobotState
from olympian.robot import Robot
from olympian.robot.files import Table, read_toml

FILE = Path(__file__).with_name("patterns.toml")
Degrees = Annotated[float, Meta(ge=-180.0, le=180.0)]


class Pattern(Table, frozen=True, kw_only=True):
    """A closed round of directions, for any head."""

    about: str = ""
    speed_deg: Annotated[float, Meta(gt=0.0)]
    """Degrees per second of the joint that turns furthest."""
    points_deg: Annotated[list[tuple[Degrees, Degrees]], Meta(min_length=1)]
    """Left and down from straight ahead of the link that carries the head."""


class Patterns(Table, frozen=True):
    """The whole file."""

    field: Pattern
    near: Pattern
    horizon: Pattern


@cache
def _patterns() -> dict[str, Pattern]:
    file = read_toml(FILE, Patterns)
    return {name: getattr(file, name) for name in file.__struct_fields__}


def pattern_names() -> tuple[str, ...]:
    """Patterns that come with the package."""
    return tuple(_patterns())


def read_pattern(name: str) -> Pattern:
    """A pattern by name."""
    if name not in _patterns():
        raise unknown("search pattern", name, _patterns())
    return _patterns()[name]


class Sweep:
    """A pattern in the angles of one head."""

    def __init__(self, pointing: Pointing, pattern: str | Pattern) -> None:
        """Args: pattern: one of `pattern_names`, or your own."""
        pattern = read_pattern(pattern) if isinstance(pattern, str) else pattern
        gazes = [pointing.towards(_direction(*point)) for point in pattern.points_deg]
        cut = sum(bool(gaze.reason) for gaze in gazes)
        self.speed = radians(pattern.speed_deg)
        self.stops = tuple(gaze.angles for gaze in gazes)
        """Angles of the head at each point, within its limits."""
        self.reason = f"{cut} of {len(gazes)} points of the sweep are out of reach" if cut else ""
        self.reset()

    def reset(self) -> None:
        """Begin with the point that is nearest then."""
        self._next: int | None = None

    def wish(self, angles: Vec) -> Vec:
        """Angles to turn to, for a head whose last goals were `angles`."""
        if self._next is None:
            self._next = int(np.argmin([np.abs(stop - angles).max() for stop in self.stops]))
        elif angles.tolist() == self.stops[self._next].tolist():
            self._next = (self._next + 1) % len(self.stops)
        return self.stops[self._next]


def _direction(left_deg: float, down_deg: float) -> Vec3:
    left, down = radians(left_deg), radians(down_deg)
    return np.array([cos(left) * cos(down), sin(left) * cos(down), -sin(down)])


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
