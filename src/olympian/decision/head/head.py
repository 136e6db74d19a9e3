"""A robot's head: its joints, its camera, and the way from the torso to them."""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from, Vec, Vec3, frozen, inverse, sealed, transform_points
from olympian.kinematics import ChainKernel
from olympian.records import JointGoal
from olympian.robot import Chain, Limb, Robot

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


SPEED = 3.0
"""rad/s: what a small servo does with a camera on it, and pictures are still sharp enough."""
THERE = 1e-9


class HeadTurn:
    """Moves all joints of a head in a straight line, so that they arrive together."""

    def __init__(self, head: Head, speed: float = SPEED) -> None:
        """Args: speed: rad/s of the joint that turns furthest."""
        if not (isfinite(speed) and speed > 0.0):
            raise OlympianError(f"speed {speed} rad/s of a head must be above 0")
        self.head, self.speed = head, speed
        self._mask = np.zeros(head.robot.dof, dtype=np.bool_)
        self._mask[head.rows] = True
        self.reset()

    def reset(self) -> None:
        """Begin where the joints are next time."""
        self.angles: Vec | None = None
        """Goals of the head's joints; None before the first step."""

    def begin_at(self, q: Vec) -> Vec:
        """Goals to go on from: the last ones, or where the joints are now."""
        if self.angles is None:
            self.angles = frozen(self.head.inside(np.asarray(q)[self.head.rows]))
        return self.angles

    def step(self, wish: Vec, q: Vec, dt: float, speed: float | None = None) -> JointGoal:
        """A goal for the head alone, nearer to `wish`.

        Args:
            q: of the whole robot, measured.
            speed: rad/s, if it is another one for now.
        """
        now, there = self.begin_at(q), self.head.inside(wish)
        way = there - now
        far = max(map(abs, way.tolist()))
        most = (self.speed if speed is None else speed) * dt
        # the very angles at the end, so that whoever waits for them can compare
        self.angles = sealed(now + way * (most / far) if far > most else there)
        q_goal = np.array(q, dtype=float)
        q_goal[self.head.rows] = self.angles
        return JointGoal(sealed(q_goal), self._mask)

    def arrived(self, wish: Vec) -> bool:
        """Are the goals where they should be?"""
        return self.angles is not None and bool(np.abs(self.angles - wish).max() <= THERE)
