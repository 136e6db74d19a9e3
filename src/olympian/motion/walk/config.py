"""Numbers of a dynamic walk, one set per robot for everything it does."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import field

from olympian.errors import OlympianError, unknown
from olympian.motion.animate import Compliance
from olympian.motion.top_speed import TopSpeed
from olympian.motion.walk.tables import (
    Ankle,
    Capture,
    CaptureStepRule,
    Clearance,
    ContactRule,
    Energy,
    FootingRule,
    Gravity,
    Habit,
    Heading,
    Level,
    Limits,
    OdometryScale,
    PatternRule,
    PostureRule,
    Predictor,
    Speed,
    StanceLength,
    Symmetry,
)
from olympian.robot.files import Table

STABILISERS = (
    "contact",
    "ankle",
    "energy",
    "symmetry",
    "length",
    "clearance",
    "capture",
    "level",
    "posture",
    "footing",
    "capture_step",
    "gravity",
    "predictor",
    "speed",
    "heading",
)
"""Names of the feedbacks, each a table of the configuration with a switch `on`."""


class WalkConfig(Table, frozen=True, kw_only=True):
    """Pattern, limits and feedback of one robot's walk."""

    description: str = ""
    pattern: PatternRule = field(default_factory=PatternRule)
    limits: Limits = field(default_factory=Limits)
    contact: ContactRule = field(default_factory=ContactRule)
    ankle: Ankle = field(default_factory=Ankle)
    energy: Energy = field(default_factory=Energy)
    symmetry: Symmetry = field(default_factory=Symmetry)
    length: StanceLength = field(default_factory=StanceLength)
    clearance: Clearance = field(default_factory=Clearance)
    capture: Capture = field(default_factory=Capture)
    level: Level = field(default_factory=Level)
    posture: PostureRule = field(default_factory=PostureRule)
    footing: FootingRule = field(default_factory=FootingRule)
    capture_step: CaptureStepRule = field(default_factory=CaptureStepRule)
    gravity: Gravity = field(default_factory=Gravity)
    predictor: Predictor = field(default_factory=Predictor)
    habit: Habit = field(default_factory=Habit)
    speed: Speed = field(default_factory=Speed)
    heading: Heading = field(default_factory=Heading)
    odometry: OdometryScale = field(default_factory=OdometryScale)
    compliance: dict[str, Compliance] = field(default_factory=dict)
    """By group of joints; switched when it starts and back when it stands."""

    @property
    def top_speed(self) -> TopSpeed:
        """What may be asked of it."""
        ahead, side, turn = self.limits.top_speed
        return TopSpeed(ahead, ahead * self.limits.backward, side, turn, self.limits.mixing)

    def value(self, key: str) -> Any:
        """The value at a dotted key such as `pattern.lift` or `capture.gain.0`."""
        found: Any = self
        for part in key.split("."):
            found = _item(found, part) if isinstance(found, tuple) else _member(found, part)
        return found

    def changed(self, values: Mapping[str, Any]) -> "WalkConfig":
        """A copy with the values at dotted keys replaced, checked like a file."""
        tree: Any = msgspec.to_builtins(self)
        for key, value in values.items():
            self.value(key)
            tree = _with(tree, key.split("."), value)
        try:
            return msgspec.convert(tree, WalkConfig)
        except msgspec.ValidationError as error:
            raise OlympianError(f"walk parameters {', '.join(values)}: {error}") from error

    def only(self, *names: str) -> "WalkConfig":
        """A copy in which just these stabilisers act."""
        for name in names:
            if name not in STABILISERS:
                raise unknown("stabiliser", name, STABILISERS)
        return self.changed({f"{name}.on": name in names for name in STABILISERS})

    def open_loop(self) -> "WalkConfig":
        """A copy without feedback; feed-forward of gravity stays as it is."""
        return self.only(*(["gravity"] if self.gravity.on else []))


def _with(tree: Any, path: list[str], value: Any) -> Any:
    """A copy of nested tables and lists with the value at `path` replaced."""
    if not path:
        return value
    name, *rest = path
    if isinstance(tree, dict):
        return {**tree, name: _with(tree[name], rest, value)}
    items = list(tree)
    items[int(name)] = _with(items[int(name)], rest, value)
    return items


def _member(table: Any, name: str) -> Any:
    names = table.__struct_fields__ if isinstance(table, msgspec.Struct) else ()
    if name not in names:
        raise unknown("walk parameter", name, names)
    return getattr(table, name)


def _item(values: tuple[Any, ...], place: str) -> Any:
    places = [str(index) for index in range(len(values))]
    if place not in places:
        raise unknown("place in a walk parameter", place, places)
    return values[int(place)]
