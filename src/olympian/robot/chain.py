"""A serial chain of joints, ready for inverse kinematics."""

from dataclasses import dataclass

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Mat4, R_from_axis_angle, Vec, frozen
from olympian.robot.tree import JointKind, Tree


@dataclass(frozen=True, eq=False)
class Chain:
    """Joints from a base link to a tip link.

    The pose of the tip is ∏ᵢ (`T_previous_joint[i]` · Rot(`axes[i]`, q[i])) · `T_last_tip`.
    Fixed joints are folded into the transforms, so that every row is a degree of freedom.
    """

    base: str
    tip: str
    joint_names: tuple[str, ...]
    T_previous_joint: Vec
    """(n, 4, 4): from the previous joint's moved frame (the base for i = 0) to this joint's."""
    axes: Vec
    """(n, 3) unit vectors in the joint frames"""
    T_last_tip: Mat4
    lower: Vec
    upper: Vec

    @property
    def dof(self) -> int:
        """Number of joints."""
        return len(self.joint_names)

    @staticmethod
    def between(tree: Tree, base: str, tip: str) -> "Chain":
        """The chain of `tree` that ends in `tip`."""
        names, fixed, axes, lower, upper = [], [], [], [], []
        T = np.eye(4)
        for joint in tree.path(base, tip):
            T = T @ joint.T_parent_joint
            if not joint.movable:
                continue
            if joint.kind is JointKind.PRISMATIC:
                raise OlympianError(
                    f"joint '{joint.name}' slides; chains are made of rotating joints"
                )
            names.append(joint.name)
            fixed.append(T)
            axes.append(joint.axis)
            lower.append(joint.lower)
            upper.append(joint.upper)
            T = np.eye(4)
        return Chain(
            base,
            tip,
            tuple(names),
            frozen(np.array(fixed).reshape(-1, 4, 4)),
            frozen(np.array(axes).reshape(-1, 3)),
            frozen(T),
            frozen(lower),
            frozen(upper),
        )

    def forward(self, q: Vec) -> Mat4:
        """`T_base_tip` at joint angles `q` (n,): the plain twin of the compiled kernel."""
        T = np.eye(4)
        for T_previous_joint, axis, angle in zip(self.T_previous_joint, self.axes, q, strict=True):
            T = T @ T_previous_joint
            T[:3, :3] = T[:3, :3] @ R_from_axis_angle(axis, angle)
        return T @ self.T_last_tip

    def screw_axes(self) -> tuple[Vec, Vec]:
        """Directions (n, 3) and points (n, 3) of the joint axes in the base frame at q = 0."""
        directions, points = [], []
        T = np.eye(4)
        for T_previous_joint, axis in zip(self.T_previous_joint, self.axes, strict=True):
            T = T @ T_previous_joint
            directions.append(T[:3, :3] @ axis)
            points.append(T[:3, 3])
        return np.array(directions).reshape(-1, 3), np.array(points).reshape(-1, 3)
