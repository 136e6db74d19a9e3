"""Numbers of a dynamic walk, one set per robot for everything it does."""

from msgspec import field

from olympian.errors import unknown
from olympian.motion.animate import Compliance
from olympian.motion.number_set import NumberSet
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


class WalkConfig(NumberSet, frozen=True, kw_only=True):
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

    def only(self, *names: str) -> "WalkConfig":
        """A copy in which just these stabilisers act."""
        for name in names:
            if name not in STABILISERS:
                raise unknown("stabiliser", name, STABILISERS)
        return self.changed({f"{name}.on": name in names for name in STABILISERS})

    def open_loop(self) -> "WalkConfig":
        """A copy without feedback; feed-forward of gravity stays as it is."""
        return self.only(*(["gravity"] if self.gravity.on else []))
