"""Would a posture stand? The centre of mass over the hull of the soles (HOly III-E1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import atan2, radians, tan

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat3, R_from_rpy, Vec, Vec2, frozen
from olympian.kinematics import Configuration, Kinematics
from olympian.records import RobotState
from olympian.robot import Robot
from olympian.state.support import SupportFinder

SURE_SLOPE = radians(2.5)
"""Slope of the ground that a stable posture survives in the worst direction. Our attitude is only
trusted to as much (tests/state/test_estimator.py), and a joint with an AX-12 (full drive at 9.4° of
error) gives way by that under a quarter of its torque. An angle and not millimetres, since the same
slope shifts a centre of mass twice as high twice as far; on a Bioloid it is 8 mm."""
FLATTEST = 0.2
"""Length of the mean of unit normals below which soles have no ground in common (78° each)."""


class Stability(Enum):
    """HOly's figure 13."""

    STABLE = "stable"
    """Inside the support, and still so on ground that slopes by `SURE_SLOPE`."""
    LABILE = "labile"
    """Inside the support, but so near to its edge that a small slope or sag topples it."""
    UNSTABLE = "unstable"
    """Outside the support: it falls unless it moves."""


@dataclass(frozen=True, eq=False)
class StabilityReading:
    """The projected centre of mass against the support, in the frame of the first supporting sole.

    That frame has the sole's origin and heading and a vertical z; the torso's in the air.
    """

    level: Stability
    margin_m: float
    """From the projected centre of mass to the edge of the hull; negative outside."""
    com_xy: Vec2
    com_height_m: float
    """Above the first supporting sole."""
    hull: Vec
    """(k, 2) corners, counter-clockwise; empty in the air"""
    hull_centre: Vec2
    """Centre of the hull's area; NaN in the air."""
    distance_to_centre_m: float
    """HOly's measure: from the projected centre of mass to the hull's centre."""


def stability_level(margin_m: float, com_height_m: float) -> Stability:
    """How safe a margin is for a centre of mass at this height above the soles."""
    if not margin_m >= 0.0:
        return Stability.UNSTABLE
    sure = margin_m >= com_height_m * tan(SURE_SLOPE)
    return Stability.STABLE if sure else Stability.LABILE


def stability_of(robot: Robot, q: Vec, support: Sequence[str] | None = None) -> StabilityReading:
    """How well the robot stands with joints at `q` on the feet of the limbs `support` (all feet).

    Joint angles only: the supporting soles are taken to be flat on level ground. Where two of them
    disagree, up is midway between their normals. Nothing moves, so nothing but weight acts.
    """
    contacts = _contacts(robot, support)
    kinematics, _ = _pieces(robot)
    configuration = kinematics.at(q)
    return _reading(robot, configuration, _upright_on(robot, configuration, contacts), contacts)


def live_stability(robot: Robot, state: RobotState) -> StabilityReading:
    """How well the robot stands now: measured joints, attitude and contacts."""
    kinematics, _ = _pieces(robot)
    return _reading(robot, kinematics.at(state.q), state.R_world_torso, state.contacts)


@lru_cache(maxsize=16)
def _pieces(robot: Robot) -> tuple[Kinematics, SupportFinder]:
    """Compiling a model takes a thousand times as long as asking it; robots never change."""
    return Kinematics(robot), SupportFinder(robot)


def _contacts(robot: Robot, support: Sequence[str] | None) -> NDArray[np.bool_]:
    """Per foot: is it among the supporting limbs?"""
    limbs = [foot.limb for foot in robot.require_feet()]
    names = limbs if support is None else [support] if isinstance(support, str) else list(support)
    if not names:
        raise OlympianError(f"nothing to stand on: name supporting limbs from {', '.join(limbs)}")
    for name in names:
        if name not in limbs:
            raise unknown("foot", name, limbs)
    return np.array([limb in names for limb in limbs], dtype=np.bool_)


def _upright_on(robot: Robot, configuration: Configuration, contacts: NDArray[np.bool_]) -> Mat3:
    """`R_world_torso` when the supporting soles lie flat, heading that of the first of them."""
    soles = _T_torso_soles(robot, configuration, contacts)
    up = np.mean([T_torso_sole[:3, 2] for T_torso_sole in soles], axis=0)
    if np.linalg.norm(up) < FLATTEST:
        raise OlympianError("the supporting soles face each other: no ground is under both")
    up /= np.linalg.norm(up)
    # The first sole is nearly flat by now, so its x axis is far from vertical.
    ahead = soles[0][:3, 0] - (soles[0][:3, 0] @ up) * up
    ahead /= np.linalg.norm(ahead)
    return np.array([ahead, np.cross(up, ahead), up])


def _T_torso_soles(  # noqa: N802
    robot: Robot, configuration: Configuration, contacts: NDArray[np.bool_]
) -> list[Vec]:
    return [
        configuration.relative(robot.torso, foot.link)
        for foot, down in zip(robot.feet, contacts, strict=True)
        if down
    ]


def _reading(
    robot: Robot, configuration: Configuration, R_world_torso: Mat3, contacts: NDArray[np.bool_]
) -> StabilityReading:
    heading = atan2(R_world_torso[1, 0], R_world_torso[0, 0])
    R_level_torso = R_from_rpy(0.0, 0.0, -heading) @ R_world_torso
    _, finder = _pieces(robot)
    no_pressure = np.zeros((len(robot.feet), 4))
    support = finder.find(configuration, R_level_torso, contacts, no_pressure)
    soles = _T_torso_soles(robot, configuration, contacts)
    T_torso_frame = soles[0] if soles else np.eye(4)
    origin, ahead = R_level_torso @ T_torso_frame[:3, 3], R_level_torso @ T_torso_frame[:3, 0]
    R_level_frame = R_from_rpy(0.0, 0.0, atan2(ahead[1], ahead[0]))
    com = (R_level_torso @ support.com_in_torso - origin) @ R_level_frame
    hull = (support.hull - origin[:2]) @ R_level_frame[:2, :2]
    centre = _centre_of_area(hull)
    return StabilityReading(
        level=stability_level(support.margin, float(com[2])),
        margin_m=support.margin,
        com_xy=frozen(com[:2]),
        com_height_m=float(com[2]),
        hull=frozen(hull),
        hull_centre=frozen(centre),
        distance_to_centre_m=float(np.linalg.norm(com[:2] - centre)),
    )


def _centre_of_area(hull: Vec) -> Vec2:
    """Centroid of a convex polygon (k, 2); NaN where it has no area."""
    if len(hull) < 3:
        return np.full(2, np.nan)
    first, rest = hull[0], hull[1:] - hull[0]
    a, b = rest[:-1], rest[1:]
    twice_area = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return first + twice_area @ (a + b) / (3.0 * twice_area.sum())
