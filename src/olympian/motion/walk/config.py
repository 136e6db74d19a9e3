"""Numbers of a dynamic walk, one set per robot for everything it does."""

from typing import Annotated

from msgspec import Meta, field

from olympian.motion.animate.frame_set import Compliance
from olympian.robot.toml import Table

__all__ = ["WalkConfig"]

Length = Annotated[float, Meta(ge=0.0, le=1.0)]
Offset = Annotated[float, Meta(ge=-0.5, le=0.5)]
Degrees = Annotated[float, Meta(ge=-60.0, le=60.0)]
Share = Annotated[float, Meta(ge=0.0, lt=1.0)]
Positive = Annotated[float, Meta(gt=0.0, le=100.0)]
Gain = Annotated[float, Meta(ge=0.0, le=10.0)]


class WalkConfig(Table, frozen=True, kw_only=True):
    """Pattern, limits and feedback; metres, seconds, degrees."""

    description: str = ""
    step_time: Annotated[float, Meta(ge=0.1, le=2.0)] = 0.25
    double_support: Share = 0.15
    """Share of a step in which both feet carry."""
    torso_height: Length | None = None
    """Of the torso's origin above the soles; 95 % of the ready pose's if not given."""
    spacing: Length | None = None
    """Between the soles; that of the ready pose if not given."""
    lift: Length = 0.03
    lean_deg: Degrees = 0.0
    """The torso's pitch; forward is positive."""
    trim: tuple[Offset, Offset] = (0.0, 0.0)
    """How far ahead and inward of the ankle the ground pushes, as planned."""
    arm_swing_deg: Degrees = 0.0
    top_speed: tuple[Positive, Positive, Positive] = (0.3, 0.15, 1.0)
    """Ahead, sideways (m/s) and turning (rad/s); backward as ahead times `backward`."""
    backward: Share = 0.6
    acceleration: tuple[Positive, Positive, Positive] = (0.6, 0.4, 3.0)
    """Change of the command per second."""
    capture: Gain = 0.0
    """Part of the divergent error that the next foot catches."""
    catch: Length = 0.08
    """Furthest that a foot lands off its plan."""
    ankle: tuple[Gain, Gain] = (0.0, 0.0)
    """rad per rad of tilt and rad per rad/s, at the standing ankle."""
    compliance: dict[str, Compliance] = field(default_factory=dict)
