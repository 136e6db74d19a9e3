"""A robot's head: its joints, its camera, and the way from the torso to them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from, Vec, Vec3, frozen, inverse, transform_points
from olympian.kinematics.chain_kernel import ChainKernel
from olympian.robot import Chain, Limb, Robot

__all__ = ["Head", "head_of"]

_IDENTITY = frozen(np.eye(4))


@dataclass(frozen=True, eq=False)
class Head:
    """One or two joints that turn a camera."""

    robot: Robot
    neck: Chain
    """From the link that carries the head to the camera's link."""
    T_tip_camera: Mat4
    """The camera with x ahead and z up, in the chain's tip."""
    spine: ChainKernel | None
    """From the torso to the link that carries the head; None where that is the torso itself."""
    rows: NDArray[np.intp]
    """Places of the head's joints in a joint vector."""
    spine_rows: NDArray[np.intp]
    """Places of the joints between torso and head."""

    @property
    def rest(self) -> Vec:
        """Joint angles of the head in the ready pose: what it sees while walking."""
        return self.robot.ready[self.rows]

    def T_base_camera(self, angles: Vec) -> Mat4:  # noqa: N802
        """The camera (x ahead) in the link that carries the head."""
        return self.neck.forward(angles) @ self.T_tip_camera

    def T_torso_base(self, q: Vec) -> Mat4:  # noqa: N802
        """The link that carries the head, in the torso. Args: q: all joints of the robot."""
        if self.spine is None:
            return _IDENTITY
        return self.spine.forward(np.asarray(q)[self.spine_rows])

    def in_base(self, point_in_torso: Vec3, q: Vec) -> Vec3:
        """A point in the axes of the link that carries the head."""
        return transform_points(inverse(self.T_torso_base(q)), np.asarray(point_in_torso))

    def inside(self, angles: Vec) -> Vec:
        """The same angles within the joints' limits."""
        return np.minimum(np.maximum(angles, self.neck.lower), self.neck.upper)


def head_of(robot: Robot) -> Head:
    """The head of a robot, or an error that says why it cannot look around."""
    limb = _limb(robot)
    link = limb.chain.tip if robot.camera is None else robot.camera.link
    neck = Chain.between(robot.tree, limb.chain.base, link)
    if not limb.chain.dof:
        raise OlympianError(f"robot '{robot.name}' has no head joints: it cannot look around")
    if neck.joint_names != limb.chain.joint_names:
        raise OlympianError(f"camera link '{link}' of robot '{robot.name}' is not on its head")
    if neck.dof > 2:
        names = ", ".join(neck.joint_names)
        raise OlympianError(f"robot '{robot.name}' has head joints {names}: at most pan and tilt")
    camera = robot.camera
    T = np.eye(4) if camera is None else T_from(camera.xyz, camera.rpy)
    back = Chain.between(robot.tree, robot.torso, limb.chain.base)
    spine = ChainKernel(back) if limb.chain.base != robot.torso else None
    rows, spine_rows = robot.indices(neck.joint_names), robot.indices(back.joint_names)
    return Head(robot, neck, frozen(T), spine, rows, spine_rows)


def _limb(robot: Robot) -> Limb:
    heads = [limb for limb in robot.limbs.values() if limb.kind == "head"]
    if not heads:
        have = ", ".join(robot.limbs) or "none"
        raise OlympianError(f"robot '{robot.name}' has no limb of kind head; its limbs are {have}")
    return heads[0]
