"""Parts of a body that one source moves at a time."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from olympian.robot import Robot

__all__ = ["LEGS", "Mask", "Part", "PartKind", "parts_of"]

Mask = NDArray[np.bool_]

LEGS = "legs"
"""Name of the part that stands and walks."""


class PartKind(Enum):
    """What grants are written for; a robot has one part or several of a kind."""

    LEGS = "legs"
    TRUNK = "trunk"
    ARM = "arm"
    HEAD = "head"


@dataclass(frozen=True, eq=False)
class Part:
    """Joints that belong together: half a leg for one skill and half for another makes no sense."""

    name: str
    kind: PartKind
    joints: Mask


def parts_of(robot: Robot) -> tuple[Part, ...]:
    """All parts: the legs as one, each arm, the head, and whatever is between them."""
    masks: dict[tuple[str, PartKind], Mask] = {}
    rest = np.ones(robot.dof, dtype=np.bool_)
    for limb in robot.limbs.values():
        legs = limb.kind == "leg"
        key = (LEGS, PartKind.LEGS) if legs else (limb.name, PartKind(limb.kind))
        mask = masks.setdefault(key, np.zeros(robot.dof, dtype=np.bool_))
        joints = robot.indices(limb.chain.joint_names)
        mask[joints] |= rest[joints]  # a joint that two limbs name belongs to the first
        rest[joints] = False
    masks["trunk", PartKind.TRUNK] = rest
    return tuple(Part(name, kind, mask) for (name, kind), mask in masks.items() if mask.any())
