"""What every way of imitating offers: a person in, joint angles out."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec3
from olympian.motion.imitate.skeleton import Skeleton
from olympian.records import RobotState, Support

__all__ = ["Mapped", "Mapping", "Mask"]

Mask = NDArray[np.bool_]
"""One truth per joint of the robot"""


@dataclass(frozen=True, slots=True)
class Mapped:
    """A posture that shows a person."""

    q: Vec
    """Every joint of the robot"""
    followed: Mask
    """Joints that follow something seen; the others keep their place, or come to rest"""
    reached: dict[str, bool] = field(default_factory=dict)
    """By arm: can the forearm point as the person's does?"""
    support: Support | None = None
    """Feet that carry, where the mapping plans it"""
    planned: Mask | None = None
    """Joints whose course is smooth already, and must be followed exactly"""


class Mapping(Protocol):
    """Turns skeletons into postures, tick by tick."""

    def step(self, person: Skeleton, q: Vec, state: RobotState, dt: float) -> Mapped:
        """The posture for a filtered, aligned skeleton.

        Args:
            q: where the joints were sent last.
        """
        ...

    def rest(self, q: Vec, state: RobotState, dt: float) -> Mapped:
        """The posture on the way to the ready pose, for a robot that has nobody to follow."""
        ...

    def forearms(self, person: Skeleton) -> dict[str, Vec3]:
        """By side, where a person's forearms point, in axes that the robot's torso stands for."""
        ...

    def forearm(self, side: str, q: Vec) -> Vec3:
        """Where the robot's forearm points in its torso's axes, every joint at `q`."""
        ...

    def reset(self) -> None:
        """Forget the person."""
        ...
