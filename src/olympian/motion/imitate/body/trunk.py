"""What a person does with its body, as opposed to its arms: lean, weight, lifted foot, gaze."""

from dataclasses import dataclass, replace
from math import asin, atan2, hypot

import numpy as np

from olympian.geometry import Mat3, Vec3, cross, frozen, rpy_from_R
from olympian.motion.imitate.skeleton import Skeleton

__all__ = ["BodyPose", "body_pose", "trunk_of"]

HIPS_AND_SHOULDERS = ("left_hip", "right_hip", "left_shoulder", "right_shoulder")
FEET = ("left_hip", "right_hip", "left_foot", "right_foot")


@dataclass(frozen=True, slots=True)
class BodyPose:
    """One person's body, in the axes of the stream."""

    lean: Vec3
    """Roll, pitch and yaw of the trunk, rad; yaw from where it faced at the start"""
    upright: Skeleton
    """The person in the axes of its trunk, as if that stood upright and faced ahead"""
    weight: float | None
    """Where the pelvis is between the feet: 0 midway, 1 over the left, −1 over the right one"""
    left_from_right: Vec3 | None
    """From the right foot to the left one, in legs: z tells which one is lifted"""
    gaze: tuple[float, float] | None
    """Yaw to the left and pitch down of the head on the trunk, if the stream tells"""


def body_pose(person: Skeleton, R_world_trunk: Mat3) -> BodyPose:
    """All of a person whose trunk is `trunk_of` it."""
    R = R_world_trunk
    upright = replace(person, places=frozen(person.places @ R))
    weight, feet = _stand(person) if person.knows(*FEET) else (None, None)
    gaze = None
    if person.gaze is not None:
        x, y, z = R.T @ person.gaze
        gaze = atan2(y, x), -asin(min(max(z, -1.0), 1.0))
    return BodyPose(rpy_from_R(R), upright, weight, feet, gaze)


def trunk_of(person: Skeleton) -> Mat3 | None:
    """`R_world_trunk` from hips and shoulders; None while one of them is not seen."""
    if not person.knows(*HIPS_AND_SHOULDERS):
        return None
    left_hip, right_hip, left_shoulder, right_shoulder = map(person.at, HIPS_AND_SHOULDERS)
    up = 0.5 * (left_shoulder + right_shoulder - left_hip - right_hip)
    ahead = cross(left_shoulder - right_shoulder + left_hip - right_hip, up)
    height, depth = hypot(*up), hypot(*ahead)
    if not (height > 1e-3 and depth > 1e-3):
        return None
    z, x = up / height, ahead / depth
    return np.array([x, cross(z, x), z]).T


def _stand(person: Skeleton) -> tuple[float, Vec3]:
    """Weight and feet of a person whose legs are seen."""
    between = person.vector("right_foot", "left_foot")
    half = 0.5 * between[:2]
    away = person.midway("left_hip", "right_hip") - person.midway("left_foot", "right_foot")
    weight = float(away[:2] @ half / max(float(half @ half), 1e-4))
    leg = max(hypot(*person.vector(f"{side}_hip", f"{side}_foot")) for side in ("left", "right"))
    return weight, between / max(leg, 1e-3)
