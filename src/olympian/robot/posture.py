"""A tree in one posture: where every link is, and what follows from that."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from olympian.geometry import Mat4, R_from_axis_angle, Vec, Vec3, transform_points
from olympian.robot.extent import span
from olympian.robot.tree import Joint, JointKind, Tree


@dataclass(frozen=True, eq=False)
class Posture:
    """Links of `tree` at joint positions `q`, in one pass; plain NumPy, any kind of joint."""

    tree: Tree
    q: Vec
    """Movable joints in tree order: radians, or metres where they slide."""

    @cached_property
    def T_root_link(self) -> dict[str, Mat4]:  # noqa: N802
        """Pose of every link by name."""
        poses = {self.tree.root: np.eye(4)}
        positions = iter(self.q)
        for joint in self.tree.depth_first():
            T = poses[joint.parent] @ joint.T_parent_joint
            poses[joint.child] = T @ _motion(joint, next(positions)) if joint.movable else T
        return poses

    @property
    def com_in_root(self) -> Vec3 | None:
        """Centre of mass, or None where nothing has mass."""
        heavy = [(link, link.inertial) for link in self.tree.links if link.inertial]
        if not heavy:
            return None
        moments = [
            body.mass * transform_points(self.T_root_link[link.name], body.com_in_link)
            for link, body in heavy
        ]
        return np.sum(moments, axis=0) / self.tree.mass

    def span(self, up_in_root: Vec3) -> tuple[float, float] | None:
        """Lowest and highest point along a direction, or None where nothing has a shape."""
        spans = [
            span(shape, self.T_root_link[link.name], up_in_root)
            for link in self.tree.links
            for shape in (*link.visuals, *link.collisions)
        ]
        if not spans:
            return None
        return min(low for low, _ in spans), max(high for _, high in spans)


def _motion(joint: Joint, position: float) -> Mat4:
    T = np.eye(4)
    if joint.kind is JointKind.PRISMATIC:
        T[:3, 3] = position * joint.axis
    else:
        T[:3, :3] = R_from_axis_angle(joint.axis, float(position))
    return T
