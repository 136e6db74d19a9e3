"""Left and right of the small robots: the limbs, numbers and groups they share."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from describe.model import Limits, Model
from describe.part import Part, Triple, mirrored

__all__ = ["GROUPS_WITHOUT_HEAD", "SIDES", "Hinge", "add_chain", "servo_ids"]

SIDES = ("left", "right")
ARM_JOINTS = ("shoulder_pitch", "shoulder_roll", "elbow")
LEG_JOINTS = ("hip_yaw", "hip_roll", "hip_pitch", "knee", "ankle_pitch", "ankle_roll")
GROUPS_WITHOUT_HEAD: dict[str, list[str]] = {
    "left_arm": [f"left_{joint}" for joint in ARM_JOINTS],
    "right_arm": [f"right_{joint}" for joint in ARM_JOINTS],
    "legs": [f"{side}_{joint}" for side in SIDES for joint in LEG_JOINTS],
}


class Hinge(NamedTuple):
    """A joint of a limb and the link it moves, both named without their side."""

    joint: str
    axis: str
    at: Triple
    """Origin in the parent's frame, left side."""
    child: str


def add_chain(
    model: Model,
    side: str,
    chain: Iterable[Hinge],
    looks: Mapping[str, tuple[list[Part], list[Part]]],
    limits: Mapping[str, Limits],
    notes: Mapping[str, str] | None = None,
) -> str:
    """Add a limb to the torso, the right one as the left one's mirror image; its last link.

    Args:
        side: left, right, or empty for a limb in the middle.
        looks: parts and collision shapes per link.
        limits: per joint with its side, as are the notes.
    """
    prefix = f"{side}_" if side else ""
    parent = "torso"
    for hinge in chain:
        joint, link = prefix + hinge.joint, prefix + hinge.child
        x, y, z = hinge.at
        at = (x, -y, z) if side == "right" else (x, y, z)
        note = (notes or {}).get(joint, "")
        model.joint(joint, parent, link, limits[joint], at, hinge.axis, note=note)
        parts, collisions = looks[hinge.child]
        model.link(link, mirrored(side, *parts), mirrored(side, *collisions))
        parent = link
    return parent


def servo_ids() -> Mapping[str, int]:
    """The Bioloid kit's numbering, kept by everyone since: odd right, even left, arms first."""
    numbers: dict[str, int] = {}
    for place, joint in enumerate((*ARM_JOINTS, *LEG_JOINTS)):
        numbers[f"right_{joint}"] = 2 * place + 1
        numbers[f"left_{joint}"] = 2 * place + 2
    return numbers
