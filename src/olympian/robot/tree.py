"""Links and joints as a tree: what a URDF or MJCF file says, and nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat3, Mat4, Vec3


class JointKind(Enum):
    """How a child link may move against its parent."""

    FIXED = "fixed"
    REVOLUTE = "revolute"
    CONTINUOUS = "continuous"
    PRISMATIC = "prismatic"


class ShapeKind(Enum):
    """Primitive a link is drawn or collides with; `size` means what is written here."""

    BOX = "box"
    """full edge lengths x, y, z"""
    CYLINDER = "cylinder"
    """radius, length (along z)"""
    CAPSULE = "capsule"
    """radius, length of the straight part (along z)"""
    SPHERE = "sphere"
    """radius"""
    MESH = "mesh"
    """scale x, y, z"""


@dataclass(frozen=True)
class Inertial:
    """Mass and inertia of a link."""

    mass: float
    com_in_link: Vec3
    inertia: Mat3
    """About the centre of mass, axes of the link frame."""

    @property
    def consistent(self) -> bool:
        """Could real matter have this inertia? Positive, and the triangle inequality holds."""
        principal = np.linalg.eigvalsh(self.inertia)
        return bool(
            self.mass > 0
            and principal[0] > 0
            and principal[2] <= (principal[0] + principal[1]) * (1 + 1e-6)
        )


@dataclass(frozen=True)
class Shape:
    """One piece of geometry on a link."""

    kind: ShapeKind
    size: tuple[float, ...]
    T_link_shape: Mat4
    rgba: tuple[float, float, float, float] = (0.6, 0.6, 0.6, 1.0)
    mesh: str | None = None
    """Absolute path of the mesh file, for `ShapeKind.MESH`."""


@dataclass(frozen=True)
class Link:
    """A rigid body, or a bare frame when it has neither inertia nor shapes."""

    name: str
    inertial: Inertial | None = None
    visuals: tuple[Shape, ...] = ()
    collisions: tuple[Shape, ...] = ()


@dataclass(frozen=True)
class Mimic:
    """A joint that is not driven but moves with another: multiplier · leader + offset."""

    leader: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True)
class Joint:
    """Connection of a child link to its parent; the child frame is the joint frame."""

    name: str
    kind: JointKind
    parent: str
    child: str
    T_parent_joint: Mat4
    axis: Vec3
    """Unit vector in the joint frame."""
    lower: float = -np.inf
    upper: float = np.inf
    effort: float = np.inf
    velocity: float = np.inf
    damping: float = 0.0
    friction: float = 0.0
    stiffness: float = 0.0
    """N m/rad with which the file's actuator holds an angle; 0 where it does not say."""
    mimic: Mimic | None = None

    @property
    def movable(self) -> bool:
        """Does the joint have a degree of freedom?"""
        return self.kind is not JointKind.FIXED


@dataclass(frozen=True)
class Mounted:
    """A sensor that the model file places."""

    link: str
    T_link_sensor: Mat4


@dataclass(frozen=True)
class Tree:
    """Links and joints with one root; joints are kept in depth-first file order."""

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    warnings: tuple[str, ...] = ()
    """What the file left out or what had to be ignored, one sentence each."""
    source: str = ""
    home: tuple[tuple[str, float], ...] = ()
    """Joints and their angles in the posture that the file calls home."""
    imu: Mounted | None = None

    @cached_property
    def link_by_name(self) -> dict[str, Link]:
        """Links by their names."""
        return {link.name: link for link in self.links}

    @cached_property
    def joint_by_name(self) -> dict[str, Joint]:
        """Joints by their names."""
        return {joint.name: joint for joint in self.joints}

    @cached_property
    def parent_joint(self) -> dict[str, Joint]:
        """For every link but the root, the joint that carries it."""
        return {joint.child: joint for joint in self.joints}

    @cached_property
    def child_joints(self) -> dict[str, tuple[Joint, ...]]:
        """For every link, the joints that start on it."""
        children: dict[str, list[Joint]] = {link.name: [] for link in self.links}
        for joint in self.joints:
            children[joint.parent].append(joint)
        return {link: tuple(joints) for link, joints in children.items()}

    @cached_property
    def root(self) -> str:
        """The link no joint carries."""
        return next(link.name for link in self.links if link.name not in self.parent_joint)

    @cached_property
    def movable(self) -> tuple[Joint, ...]:
        """Joints with a degree of freedom, depth first: this is the robot's joint order."""
        return tuple(joint for joint in self.depth_first() if joint.movable)

    @property
    def mass(self) -> float:
        """Sum of all link masses."""
        return sum(link.inertial.mass for link in self.links if link.inertial)

    def depth_first(self) -> Iterator[Joint]:
        """All joints, parents before children."""
        stack = list(reversed(self.child_joints[self.root]))
        while stack:
            joint = stack.pop()
            yield joint
            stack.extend(reversed(self.child_joints[joint.child]))

    def path(self, base: str, tip: str) -> tuple[Joint, ...]:
        """Joints from `base` down to `tip`; `base` must be an ancestor of `tip`."""
        for link in (base, tip):
            if link not in self.link_by_name:
                raise unknown("link", link, self.link_by_name)
        joints: list[Joint] = []
        link = tip
        while link != base:
            if link not in self.parent_joint:
                raise OlympianError(
                    f"{self.source or self.name}: link '{base}' is not above '{tip}' in the tree"
                )
            joints.append(self.parent_joint[link])
            link = joints[-1].parent
        return tuple(reversed(joints))

    def rest_pose(self, link: str) -> Mat4:
        """`T_root_link` with every joint at zero."""
        T = np.eye(4)
        for joint in self.path(self.root, link):
            T = T @ joint.T_parent_joint
        return T
