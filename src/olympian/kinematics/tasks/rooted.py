"""A tree of links seen from any of them: the root is wherever the robot is held."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat4, T_from, Vec, Vec3, inverse, transform_points
from olympian.kinematics.chain_kernel import turn_z_to
from olympian.robot import Joint, JointKind, Robot

SUPPORT = -1
"""In place of a node's number: the support link itself."""


@dataclass(frozen=True, eq=False)
class RootedTree:
    """Joints as nodes, each after the one that carries it, starting at the support link.

    On the way from the support up to the root of the description joints are passed backwards:
    there the link above turns against the one below, by −q. Every node turns about its own z.
    """

    robot: Robot
    support: str
    parents: NDArray[np.int64]
    """(n,) the node before each, or SUPPORT."""
    joints: NDArray[np.int64]
    """(n,) place of each node's joint in the robot's joint vector."""
    signs: Vec
    """(n,) +1, or −1 where the joint is passed backwards."""
    T_parent_node: Vec
    """(n, 4, 4) with the joint at zero."""
    places: dict[str, tuple[int, Mat4]]
    """Link → the node that carries it, and `T_node_link`."""

    @staticmethod
    def of(robot: Robot, support: str) -> "RootedTree":
        """The robot's tree, held at `support`."""
        if support not in robot.tree.link_by_name:
            raise unknown("link", support, robot.tree.link_by_name)
        return _Walk(robot, support).tree()

    def place(self, link: str) -> tuple[int, Mat4]:
        """The node that carries `link`, and `T_node_link`."""
        if link not in self.places:
            raise unknown("link", link, self.places)
        return self.places[link]

    def path(self, node: int) -> list[int]:
        """Nodes from `node` back to the support."""
        nodes = []
        while node != SUPPORT:
            nodes.append(node)
            node = int(self.parents[node])
        return nodes

    def lumps(self) -> tuple[Vec, float, Vec3]:
        """Mass and moment (n, 4) that each node carries in its frame; the same of the support.

        Returns:
            rows of mass and mass · centre, the total mass, and the support link's mass · centre.
        """
        lumps, fixed = np.zeros((len(self.parents), 4)), np.zeros(3)
        for link in self.robot.tree.links:
            if link.inertial is None:
                continue
            node, T_node_link = self.places[link.name]
            mass = link.inertial.mass
            moment = mass * transform_points(T_node_link, link.inertial.com_in_link)
            if node == SUPPORT:
                fixed += moment
            else:
                lumps[node] += (mass, *moment)
        return lumps, self.robot.tree.mass, fixed


class _Walk:
    """Outwards from the support, through every joint once."""

    def __init__(self, robot: Robot, support: str) -> None:
        self._robot, self._support = robot, support
        self._parents: list[int] = []
        self._joints: list[int] = []
        self._signs: list[float] = []
        self._transforms: list[Mat4] = []
        self._places: dict[str, tuple[int, Mat4]] = {support: (SUPPORT, np.eye(4))}

    def tree(self) -> RootedTree:
        """Everything that can be reached."""
        waiting = [self._support]
        while waiting:
            link = waiting.pop()
            for joint, other, downwards in self._neighbours(link):
                if other not in self._places:
                    self._places[other] = self._pass(joint, link, downwards)
                    waiting.append(other)
        return RootedTree(
            self._robot,
            self._support,
            np.array(self._parents, dtype=np.int64),
            np.array(self._joints, dtype=np.int64),
            np.array(self._signs),
            np.array(self._transforms).reshape(-1, 4, 4),
            self._places,
        )

    def _neighbours(self, link: str) -> list[tuple[Joint, str, bool]]:
        tree = self._robot.tree
        around = [(joint, joint.child, True) for joint in tree.child_joints[link]]
        if link in tree.parent_joint:
            above = tree.parent_joint[link]
            around.append((above, above.parent, False))
        return around

    def _pass(self, joint: Joint, link: str, downwards: bool) -> tuple[int, Mat4]:
        """Where the link on the other side of a joint is."""
        node, T = self._places[link]
        T_here_joint = T @ joint.T_parent_joint if downwards else T
        T_joint_other = np.eye(4) if downwards else inverse(joint.T_parent_joint)
        if not joint.movable:
            return node, T_here_joint @ T_joint_other
        if joint.kind is JointKind.PRISMATIC:
            raise OlympianError(f"joint '{joint.name}' slides; tasks need joints that rotate")
        T_joint_z = T_from(R=turn_z_to(joint.axis))
        self._parents.append(node)
        self._joints.append(self._robot.joint_index[joint.name])
        self._signs.append(1.0 if downwards else -1.0)
        self._transforms.append(T_here_joint @ T_joint_z)
        return len(self._parents) - 1, inverse(T_joint_z) @ T_joint_other
