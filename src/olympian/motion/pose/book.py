"""The poses of a file: each a change to the default or to the pose before it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from olympian.errors import OlympianError, unknown
from olympian.motion.pose.robo_pose import RoboPose

__all__ = ["BuildOn", "PoseBook", "Position"]


class BuildOn(Enum):
    """To what a position's values are added."""

    DEFAULT = "default"
    PREVIOUS = "previous"
    """For the first position: the default."""


@dataclass(frozen=True)
class Position:
    """What a file says about one pose; without limbs it is the default itself."""

    change: RoboPose
    build_on: BuildOn = BuildOn.DEFAULT

    @property
    def name(self) -> str:
        """Name of the pose."""
        return self.change.name

    def build(self, default: RoboPose, previous: RoboPose) -> RoboPose:
        """The absolute pose."""
        ground = previous if self.build_on is BuildOn.PREVIOUS and self.change.limbs else default
        return (ground + self.change).named(self.name)


class PoseBook(Mapping[str, RoboPose]):
    """Absolute poses by name, in the order of the file."""

    def __init__(self, default: RoboPose, positions: tuple[Position, ...]) -> None:
        self.default = default
        self.positions = positions
        """What the file says: the changes."""
        self._poses: dict[str, RoboPose] = {}
        previous = default
        for position in positions:
            if position.name in self._poses:
                raise OlympianError(f"pose '{position.name}' is given twice")
            previous = position.build(default, previous)
            self._poses[position.name] = previous

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
