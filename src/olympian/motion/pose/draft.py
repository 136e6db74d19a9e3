"""A position of a pose file while its rows come in."""

from dataclasses import dataclass, field

from olympian.motion.pose.axes import Axes
from olympian.motion.pose.book import BuildOn, Position
from olympian.motion.pose.limb_pose import LimbPose
from olympian.motion.pose.robo_pose import RoboPose

__all__ = ["Draft"]


@dataclass
class Draft:
    """A position of which more rows may follow."""

    name: str
    build_on: BuildOn
    axes: Axes
    limbs: dict[str, LimbPose] = field(default_factory=dict)
    is_default: bool = False
    """By a row of dashes; rows that follow add to the default."""

    def add(self, limb: str, pose: LimbPose) -> None:
        """One more row; of rows for the same limb the values add."""
        if self.is_default:
            self.build_on = BuildOn.DEFAULT
        self.limbs[limb] = self.limbs.get(limb, LimbPose()) + pose

    def position(self) -> Position:
        """What the rows say."""
        return Position(RoboPose(self.name, self.limbs), self.build_on, self.axes)
