"""The joint angles of a pose, and how each limb found them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from olympian.geometry import Vec


class LimbMethod(Enum):
    """How a limb was solved."""

    CLOSED_FORM = "closed form"
    PSEUDO_INVERSE = "pseudo inverse"
    """Only where the joint axes of a leg allow no closed form."""


@dataclass(frozen=True, slots=True)
class LimbSolution:
    """What one limb contributes."""

    method: LimbMethod
    joint_names: tuple[str, ...]
    q: Vec
    """Angles of `joint_names`."""
    error_m: float
    """Distance of the sole from where it should be; zero for arms, which have no place to be."""
    error_rad: float


@dataclass(frozen=True, slots=True)
class PoseSolution:
    """A pose that can be taken: every limb it names is solved, or there would be no record."""

    pose: str
    """Its name."""
    q: Vec
    """All joints of the robot. Those of limbs the pose does not name are as they were."""
    limbs: Mapping[str, LimbSolution]
