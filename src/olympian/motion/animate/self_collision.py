"""Which parts of a robot would run into each other in a posture."""

from typing import NamedTuple

import mujoco

from olympian.geometry import Vec
from olympian.kinematics import Kinematics

GRAZE = 0.0005
"""m; shapes stand in for bodies, and an overlap this small is a matter of rounded edges."""


class Collision(NamedTuple):
    """Two links in each other's way."""

    first: str
    second: str
    depth: float
    """m by which they overlap"""


class SelfCollision:
    """Finds overlaps between links that are apart in the ready pose.

    Neighbours, and links whose shapes touch when the robot stands ready or at zero, never count:
    the model says so already (`build_spec`).
    """

    def __init__(self, kinematics: Kinematics) -> None:
        self._kinematics = kinematics
        self._limb_of = _limb_of(kinematics)

    def at(self, q: Vec, may_touch: frozenset[frozenset[str]] = frozenset()) -> Collision | None:
        """The deepest overlap at `q`, or None."""
        kinematics = self._kinematics
        model, data = kinematics.model, kinematics.data_at(kinematics.at(q))
        mujoco.mj_collision(model, data)
        found = [_collision(model, contact) for contact in data.contact if contact.dist < -GRAZE]
        unwanted = [one for one in found if frozenset((one.first, one.second)) not in may_touch]
        return max(unwanted, key=lambda one: one.depth, default=None)

    def sentence(self, collision: Collision) -> str:
        """The limb, the links and how deep, for people."""
        first, second, depth = collision
        limb = self._limb_of.get(first) or self._limb_of.get(second) or self._kinematics.robot.torso
        return f"{limb}: {first} runs {1e3 * depth:.1f} mm into {second}"


def _collision(model: mujoco.MjModel, contact: mujoco.MjContact) -> Collision:
    first, second = sorted(_link(model, int(geom)) for geom in contact.geom)
    return Collision(first, second, -float(contact.dist))


def _link(model: mujoco.MjModel, geom: int) -> str:
    return model.body(int(model.geom_bodyid[geom])).name


def _limb_of(kinematics: Kinematics) -> dict[str, str]:
    """The limb of each link that is part of one."""
    tree = kinematics.robot.tree
    return {
        joint.child: limb.name
        for limb in kinematics.robot.limbs.values()
        for joint in tree.path(limb.chain.base, limb.chain.tip)
    }
