"""Left and right: what a robot in a mirror would observe and do."""

# pyright: reportMissingImports=false

from dataclasses import dataclass, field

import numpy as np
import torch

from olympian.errors import OlympianError
from olympian.robot import Robot
from olympian.training.body.arrays import Tensor

POLAR, AXIAL, WAY, FLIP = (1, -1, 1), (-1, 1, -1), (1, -1, -1), (-1, -1)
"""Signs in the mirror: of places and speeds, of turning rates, of commands, of the clock."""
PLAIN, SWAP, JOINTS = "plain", "swap", "joints"
Kind = tuple[int, ...] | str
SURE = 0.99
"""Cosine between the axes of a pair of joints beyond which they are taken to be mirrored."""


@dataclass
class Mirror:
    """Permutation and signs of a row of blocks."""

    robot: Robot
    joints: tuple[str, ...]
    places: list[int] = field(default_factory=list)
    signs: list[float] = field(default_factory=list)

    def add(self, kind: Kind, size: int) -> None:
        """The next block: signs of its parts, or plain, swapped by foot, or by joint."""
        start = len(self.places)
        if kind == JOINTS:
            order, signs = joint_mirror(self.robot, self.joints)
        elif kind == PLAIN:
            order, signs = list(range(size)), [1.0] * size
        elif kind == SWAP:
            half = size // 2
            order = [*range(half, size), *range(half)]
            signs = [1.0] * size if half < 3 else [*map(float, POLAR)] * 2
        else:
            order, signs = list(range(size)), [float(sign) for sign in kind]
        if len(order) != size or len(signs) != size:
            raise ValueError(f"a block of {size} numbers is not of the kind {kind}")
        self.places += [start + place for place in order]
        self.signs += signs

    def tensors(self, device: str) -> tuple[Tensor, Tensor]:
        """(n,) places and (n,) signs: mirrored = row[places] * signs."""
        return (
            torch.tensor(self.places, device=device),
            torch.tensor(self.signs, device=device),
        )


def joint_mirror(robot: Robot, joints: tuple[str, ...]) -> tuple[list[int], list[float]]:
    """For each joint its partner on the other side, and the sign of its angle there.

    Partners are at the same place of limbs of the same kind; a joint of no side is its own. Signs
    follow from the axes: a mirror turns an axis (x, y, z) of rotation into (−x, y, −z).
    """
    partner = {name: name for name in joints}
    for limb in robot.limbs.values():
        for other in robot.limbs.values():
            if limb.kind == other.kind and limb.side and other.side and limb.side != other.side:
                pairs = zip(limb.chain.joint_names, other.chain.joint_names, strict=True)
                partner |= dict(pairs)
    axes = {name: _axis(robot, name) for name in robot.joint_names}
    order, signs = [], []
    for name in joints:
        other = partner[name]
        cosine = float(np.dot(axes[name] * np.array(AXIAL), axes[other]))
        if other not in joints or abs(cosine) < SURE:
            raise OlympianError(
                f"robot '{robot.name}': joints '{name}' and '{other}' are no mirror images: "
                "mirrored training needs a robot with two like sides"
            )
        order.append(joints.index(other))
        signs.append(1.0 if cosine > 0.0 else -1.0)
    return order, signs


def _axis(robot: Robot, name: str) -> np.ndarray:
    """(3,) in the torso, at the ready pose's own zero."""
    joint = robot.tree.joint_by_name[name]
    R_torso_joint = robot.forward(joint.child, np.zeros(robot.dof))[:3, :3]
    return R_torso_joint @ joint.axis
