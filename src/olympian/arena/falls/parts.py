"""Which part of the body each link belongs to, as a referee of falls sees it."""

from enum import IntEnum

from olympian.robot import Limb, Robot

__all__ = ["BodyPart", "body_parts"]


class BodyPart(IntEnum):
    """What may touch the floor."""

    FOOT = 1
    LEG = 2
    ARM = 3
    TORSO = 4
    HEAD = 5


KINDS = {"leg": BodyPart.LEG, "arm": BodyPart.ARM, "head": BodyPart.HEAD}


def body_parts(robot: Robot) -> dict[str, BodyPart]:
    """The part of every link: its limb's, or that of the link that carries it."""
    parts = {robot.tree.root: BodyPart.TORSO, robot.torso: BodyPart.TORSO}
    for limb in robot.limbs.values():
        parts.update(_of_limb(robot, limb))
    for joint in robot.tree.depth_first():
        parts.setdefault(joint.child, parts[joint.parent])
    return parts


def _of_limb(robot: Robot, limb: Limb) -> dict[str, BodyPart]:
    """Links from its first joint on; a leg's foot is whatever comes after the last ankle joint."""
    path = robot.tree.path(limb.chain.base, limb.chain.tip)
    parts = {joint.child: KINDS[limb.kind] for joint in path}
    if limb.kind == "leg":
        last = max((place for place, joint in enumerate(path) if joint.movable), default=0)
        parts.update({joint.child: BodyPart.FOOT for joint in path[last:]})
    return parts
