"""A person of flesh and bone, as far as a depth camera can tell: bones that keep their length."""

from dataclasses import dataclass, field

import numpy as np

from olympian.geometry import R_from_rpy, Vec, Vec3
from olympian.motion.imitate import Skeleton

__all__ = ["ArmHold", "Person", "PersonStance"]

DOWN = (0.0, 0.0, -1.0)


@dataclass(frozen=True)
class ArmHold:
    """Directions of one arm's bones in the trunk's axes; y is outwards, on both sides."""

    upper: tuple[float, float, float] = DOWN
    fore: tuple[float, float, float] = (0.15, 0.0, -1.0)


@dataclass(frozen=True)
class PersonStance:
    """What a person does with its body: lengths in legs and angles in degrees."""

    left_arm: ArmHold = field(default_factory=ArmHold)
    right_arm: ArmHold = field(default_factory=ArmHold)
    pelvis: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """From standing: ahead, left, up"""
    lean_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Roll, pitch and yaw of the trunk"""
    head_deg: tuple[float, float] = (0.0, 0.0)
    """Yaw and pitch of the head on the trunk"""
    left_foot: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """From where it stands: ahead, outwards, up"""
    right_foot: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def numbers(self) -> Vec:
        """All of it in one row, so that stances can be blended."""
        arms = [*self.left_arm.upper, *self.left_arm.fore]
        arms += [*self.right_arm.upper, *self.right_arm.fore]
        rest = (*self.pelvis, *self.lean_deg, *self.head_deg, *self.left_foot, *self.right_foot)
        return np.array([*arms, *rest])


@dataclass(frozen=True)
class Person:
    """Bone lengths in metres, after the shares of Drillis and Contini (1966)."""

    height: float = 1.75

    @property
    def leg(self) -> float:
        """Hip to ankle, stretched"""
        return (0.245 + 0.246) * self.height

    def skeleton(self, t: float, numbers: Vec) -> Skeleton:
        """The joints of a stance, given as `PersonStance.numbers`."""
        h, leg = self.height, self.leg
        pelvis = np.array([0.0, 0.0, 0.97 * leg + 0.039 * h]) + leg * numbers[12:15]
        R_trunk = R_from_rpy(*np.radians(numbers[15:18]))
        # the pelvis turns with the trunk, but leans only half as far
        R_pelvis = R_from_rpy(*np.radians(numbers[15:18] * (0.5, 0.3, 0.7)))
        places = {
            "torso": pelvis + R_trunk @ (0.0, 0.0, 0.14 * h),
            "neck": pelvis + R_trunk @ (0.0, 0.0, 0.288 * h),
        }
        look = R_trunk @ R_from_rpy(0.0, *np.radians(numbers[[19, 18]]))
        places["head"] = places["neck"] + look @ (0.01 * h, 0.0, 0.11 * h)
        for side, sign, arm, foot in (("left", 1.0, 0, 20), ("right", -1.0, 6, 23)):
            flip = np.array([1.0, sign, 1.0])
            shoulder = places["neck"] + R_trunk @ (0.0, sign * 0.105 * h, -0.02 * h)
            elbow = shoulder + 0.186 * h * _unit(R_trunk @ (flip * numbers[arm : arm + 3]))
            hand = elbow + 0.16 * h * _unit(R_trunk @ (flip * numbers[arm + 3 : arm + 6]))
            places |= {f"{side}_shoulder": shoulder, f"{side}_elbow": elbow, f"{side}_hand": hand}
            hip = pelvis + R_pelvis @ (0.0, sign * 0.052 * h, 0.0)
            stands = np.array([0.0, sign * 0.075 * h, 0.039 * h])
            ankle = stands + leg * flip * numbers[foot : foot + 3]
            knee, ankle = self._leg(hip, ankle)
            places |= {f"{side}_hip": hip, f"{side}_knee": knee, f"{side}_foot": ankle}
        return Skeleton.of(t, places, gaze=look @ (1.0, 0.0, 0.0))

    def _leg(self, hip: Vec3, ankle: Vec3) -> tuple[Vec3, Vec3]:
        """Knee and ankle; an ankle out of reach comes as near as the leg allows."""
        thigh, shank = 0.245 * self.height, 0.246 * self.height
        way = ankle - hip
        length = min(float(np.linalg.norm(way)), 0.999 * (thigh + shank))
        along = _unit(way)
        share = (thigh**2 - shank**2 + length**2) / (2 * length)
        bent = np.sqrt(max(0.0, thigh**2 - share**2))
        ahead = np.array([1.0, 0.0, 0.0]) - along[0] * along
        return hip + share * along + bent * _unit(ahead), hip + length * along


def _unit(vector: Vec3) -> Vec3:
    return vector / np.linalg.norm(vector)
