"""Which joint of a leg does what, recognised from the directions of its axes."""

from dataclasses import dataclass
from enum import Enum

import numpy as np

from olympian.errors import OlympianError
from olympian.robot import Limb, Robot

_ALIGNED = 0.9
"""Cosine with a torso axis (26°) from which an axis counts as yaw, roll or pitch."""


class LegRole(Enum):
    """Joints of a leg in the order of the thesis's joint vector (6.2)."""

    HIP_YAW = "hip yaw"
    HIP_ROLL = "hip roll"
    HIP_PITCH = "hip pitch"
    KNEE = "knee"
    ANKLE_PITCH = "ankle pitch"
    ANKLE_ROLL = "ankle roll"


@dataclass(frozen=True, slots=True)
class RoleJoint:
    """A joint, and whether its positive angle turns about +x, +y or +z of the torso."""

    name: str
    place: int
    """In the robot's joint vector."""
    sign: float


_BY_AXIS = (
    (LegRole.HIP_ROLL, LegRole.ANKLE_ROLL),
    (LegRole.HIP_PITCH, LegRole.KNEE, LegRole.ANKLE_PITCH),
    (LegRole.HIP_YAW,),
)
"""Roles about x, y and z, from the torso down."""


def leg_roles(robot: Robot, leg: Limb) -> dict[LegRole, RoleJoint]:
    """Every role of a leg; refused if it has not just two roll, three pitch and one yaw axis."""
    R_torso_base = robot.forward(leg.chain.base, np.zeros(robot.dof))[:3, :3]
    directions = leg.chain.screw_axes()[0] @ R_torso_base.T
    found: tuple[list[RoleJoint], ...] = ([], [], [])
    for name, direction in zip(leg.chain.joint_names, directions, strict=True):
        axis = int(np.argmax(np.abs(direction)))
        if abs(direction[axis]) < _ALIGNED:
            raise OlympianError(
                f"joint '{name}' turns about no axis of the torso: not roll, pitch or yaw"
            )
        sign = float(np.sign(direction[axis]))
        found[axis].append(RoleJoint(name, robot.joint_index[name], sign))
    if tuple(map(len, found)) != tuple(map(len, _BY_AXIS)):
        roll, pitch, yaw = map(len, found)
        raise OlympianError(
            f"limb '{leg.name}' has {roll} roll, {pitch} pitch and {yaw} yaw joints;"
            " pseudo inverse kinematics needs 2, 3 and 1"
        )
    return {
        role: joint
        for roles, joints in zip(_BY_AXIS, found, strict=True)
        for role, joint in zip(roles, joints, strict=True)
    }
