"""A robot in its zero pose, cut into a trunk and the branches that grow from it.

Positions decide; names are asked where positions say nothing, and to tell a hanging arm from a leg.
"""

import re
from collections.abc import Iterable

import numpy as np

from olympian.geometry import Vec3
from olympian.robot.posture import Posture
from olympian.robot.rigid import RigidBody, rigid_bodies
from olympian.robot.tree import JointKind, Tree

LEG_JOINTS, ARM_JOINTS = 5, 2
"""Fewest joints of a limb: a leg with less cannot place a foot, an arm with less is a flipper."""
LEG_WORDS = {"leg", "hip", "knee", "ankle", "foot", "thigh", "shank", "shin", "calf", "sole"}
ARM_WORDS = {"arm", "shoulder", "elbow", "wrist", "hand", "forearm", "gripper"}
MIDDLE = 0.04
"""Share of the robot's size within which a limb is in the middle, neither left nor right."""


class SilhouetteBranch:
    """A part of the robot all on one side: from the trunk to where it ends or splits up."""

    def __init__(self, start: RigidBody, side: str, zero: Posture) -> None:
        assert start.joint is not None
        self.side = side
        """left, right or middle"""
        self.base = start.joint.parent
        self.bodies = [start]
        while len(self.bodies[-1].children) == 1:
            self.bodies.append(self.bodies[-1].children[0])
        self.start_in_root: Vec3 = zero.T_root_link[start.top][:3, 3]
        self.end_in_root: Vec3 = zero.T_root_link[self.bodies[-1].top][:3, 3]

    @property
    def turns(self) -> bool:
        """Do all joints rotate?"""
        return all(b.joint and b.joint.kind is not JointKind.PRISMATIC for b in self.bodies)

    @property
    def called(self) -> str | None:
        """leg or arm, if the names of its joints and links say so: arms may hang as low as legs."""
        said = {word for b in self.bodies for word in words(f"{b.joint and b.joint.name} {b.top}")}
        leg, arm = bool(said & LEG_WORDS), bool(said & ARM_WORDS)
        return None if leg == arm else "leg" if leg else "arm"

    def joints(self) -> list[str]:
        """All joints of the branch, fingers included."""
        names, waiting = [], [self.bodies[0]]
        while waiting:
            body = waiting.pop()
            names += [body.joint.name] if body.joint else []
            waiting += reversed(body.children)
        return names


class Silhouette:
    """Trunk and branches; the trunk is whatever carries something both left and right."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.zero = Posture(tree, np.zeros(len(tree.movable)))
        bodies = rigid_bodies(tree)
        places = np.array([T[:3, 3] for T in self.zero.T_root_link.values()])
        self._size = float(np.max(np.ptp(places, axis=0)))
        self._depth: dict[RigidBody, dict[str, int]] = {}
        for body in reversed(bodies):
            self._depth[body] = self._depth_below(body)
        self.branches = [
            SilhouetteBranch(body, self._side(body), self.zero)
            for body in bodies
            if body.parent and self._is_trunk(body.parent) and not self._is_trunk(body)
        ]

    def legs(self) -> list[SilhouetteBranch]:
        """The two branches that end lowest, left first; or the one leg of a hopper."""
        some = [b for b in self.branches if b.turns and b.called != "arm"]
        long = [b for b in some if len(b.bodies) >= LEG_JOINTS]
        down = [b for b in long if b.end_in_root[2] < b.start_in_root[2] - self._size / 4]
        lowest = sorted(down, key=lambda branch: branch.end_in_root[2])
        if len(lowest) == 1:
            return lowest
        pair = [next((b for b in lowest if b.side == side), None) for side in ("left", "right")]
        return [leg for leg in pair if leg]

    def arms(self, legs: list[SilhouetteBranch]) -> list[SilhouetteBranch]:
        """Branches left and right that are no legs, left first; of several the longest."""
        arms: list[SilhouetteBranch] = []
        for side in ("left", "right"):
            own = [b for b in self.branches if b.side == side and b not in legs and b.turns]
            long = [b for b in own if len(b.bodies) >= ARM_JOINTS and b.called != "leg"]
            arms += sorted(long, key=lambda branch: -len(branch.bodies))[:1]
        return arms

    def heads(self, legs: list[SilhouetteBranch]) -> list[SilhouetteBranch]:
        """The branch that begins in the middle and ends highest, above the hips.

        Where it ends says little: a camera or the servo that nods may sit a little aside.
        """
        hips = max((leg.start_in_root[2] for leg in legs), default=np.inf)
        arms = self.arms(legs)
        middle = [
            b
            for b in self.branches
            if abs(b.start_in_root[1]) < MIDDLE * self._size and b not in (*legs, *arms) and b.turns
        ]
        high = [b for b in middle if b.end_in_root[2] > hips and b.called is None]
        return sorted(high, key=lambda branch: -branch.end_in_root[2])[:1]

    def _depth_below(self, body: RigidBody) -> dict[str, int]:
        """Joints from this body to its farthest end on each side."""
        if not body.children:
            return {self._side_of_end(body): 0}
        depth: dict[str, int] = {}
        for child in body.children:
            for side, below in self._depth[child].items():
                depth[side] = max(depth.get(side, 0), below + 1)
        return depth

    def _is_trunk(self, body: RigidBody) -> bool:
        """Does the body carry something left and right? Two eyes, one joint each, do not count."""
        depth = self._depth[body]
        return body.parent is None or min(depth.get("left", 0), depth.get("right", 0)) > ARM_JOINTS

    def _side(self, body: RigidBody) -> str:
        sides = self._depth[body]
        return next(iter(sides)) if len(sides) == 1 else "middle"

    def _side_of_end(self, body: RigidBody) -> str:
        """left, right or middle, by where the body is; by its name where that says nothing."""
        y = self.zero.T_root_link[body.top][1, 3]
        if abs(y) > MIDDLE * self._size:
            return "left" if y > 0 else "right"
        return side_in_name(body.top, self.tree.link_by_name) or "middle"


def side_in_name(name: str, names: Iterable[str]) -> str | None:
    """The side a name speaks of, if there is a twin that speaks of the other side."""
    own = words(name)
    for side, other in (("left", "right"), ("right", "left")):
        for word, opposite in ((side, other), (side[0], other[0])):
            twin = [opposite if part == word else part for part in own]
            if word in own and any(words(one) == twin for one in names):
                return side
    return None


def words(name: str) -> list[str]:
    """Lower-case words of a name, in any of the usual spellings: leftKnee, left_knee, L_KNEE."""
    parts = re.sub(r"([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])", r"\1\3 \2", name)
    return re.findall(r"[a-z]+", parts.lower())
