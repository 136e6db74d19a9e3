"""The poses of a file: each a change to the default or to the pose before it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from olympian.errors import unknown
from olympian.motion.pose.axes import Axes
from olympian.motion.pose.robo_pose import RoboPose


class BuildOn(Enum):
    """To what a position's values are added."""

    DEFAULT = "default"
    PREVIOUS = "previous"
    """For the first position: the default."""


@dataclass(frozen=True)
class Position:
    """What a file says about one pose; without limbs it is the default itself."""

    change: RoboPose
    """In the axes of the file."""
    build_on: BuildOn = BuildOn.DEFAULT
    axes: Axes = Axes.OURS

    @property
    def name(self) -> str:
        """Name of the pose."""
        return self.change.name

    def build(self, default: RoboPose, previous: RoboPose) -> RoboPose:
        """The absolute pose; all three are in the axes of the file."""
        ground = previous if self.build_on is BuildOn.PREVIOUS and self.change.limbs else default
        return (ground + self.change).named(self.name)


class PoseBook(Mapping[str, RoboPose]):
    """Absolute poses by name, in our axes and the order of the file.

    Of positions with the same name the last one counts.
    """

    def __init__(self, default: RoboPose, positions: tuple[Position, ...]) -> None:
        self.default = default
        self.positions = positions
        """What the file says: the changes."""
        self._poses: dict[str, RoboPose] = {}
        axes, previous = Axes.OURS, default
        for position in positions:
            if position.axes is not axes:
                previous = previous.each(axes.to_ours).each(position.axes.from_ours)
                axes = position.axes
            previous = position.build(default.each(axes.from_ours), previous)
            self._poses.pop(position.name, None)
            self._poses[position.name] = previous.each(axes.to_ours)

    def pose(self, name: str) -> RoboPose:
        """The pose called `name`."""
        if name not in self._poses:
            raise unknown("pose", name, self._poses)
        return self._poses[name]

    def __getitem__(self, name: str) -> RoboPose:
        return self._poses[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._poses)

    def __len__(self) -> int:
        return len(self._poses)

    def __repr__(self) -> str:
        return f"PoseBook({', '.join(self._poses)})"
