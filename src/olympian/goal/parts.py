"""Parts of a body that one skill moves at a time."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError, unknown
from olympian.robot import Robot

Mask = NDArray[np.bool_]

LEGS = "legs"
"""Name of the part that stands and walks."""
BODY = "body"
"""What stands for all parts where some are asked for by name."""


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


def parts_named(robot: Robot, names: Iterable[str] | str) -> tuple[Part, ...]:
    """Parts by name, for instance `("left_arm", "head")`, or a single one; `body` is all of them.

    Raises: OlympianError: it has no such part, or none is named.
    """
    parts = {part.name: part for part in parts_of(robot)}
    wanted = (names,) if isinstance(names, str) else tuple(names)
    if wanted == (BODY,):
        return tuple(parts.values())
    for name in wanted:
        if name not in parts:
            raise unknown(f"part of '{robot.name}'", str(name), parts)
    if not wanted:
        raise OlympianError(f"no part of '{robot.name}' is named; choose from {', '.join(parts)}")
    return tuple(parts[name] for name in dict.fromkeys(wanted))
