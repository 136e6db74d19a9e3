"""Which feet carry the robot, what it stands on, and how far its mass is from the edge of it."""

from dataclasses import dataclass
from math import hypot

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled, inlined
from olympian.geometry import GRAVITY, Mat3, Vec, Vec2, Vec3, hull_kernel, margin_kernel, sealed
from olympian.kinematics import Configuration
from olympian.robot import Robot


@inlined
def _without_heading(R_world_torso):
    """`R_level_torso`: tilt kept, heading left out."""
    R_level_torso = R_world_torso.copy()
    cosine, sine = R_world_torso[0, 0], R_world_torso[1, 0]
    length = hypot(cosine, sine)
    if length < 1e-9:
        return R_level_torso
    c, s = cosine / length, sine / length
    for k in range(3):
        R_level_torso[0, k] = c * R_world_torso[0, k] + s * R_world_torso[1, k]
        R_level_torso[1, k] = c * R_world_torso[1, k] - s * R_world_torso[0, k]
    return R_level_torso


@compiled
def _find(places, rotations, bodies, com, R_world_torso, contacts, pressure, points, counts):
    R_base_torso, origin = rotations[bodies[0]], places[bodies[0]]
    R_level_torso = _without_heading(R_world_torso)
    R_level_base = np.zeros((2, 3))
    com_in_torso = np.zeros(3)
    for i in range(3):
        for k in range(3):
            R_level_base[0, i] += R_level_torso[0, k] * R_base_torso[3 * i + k]
            R_level_base[1, i] += R_level_torso[1, k] * R_base_torso[3 * i + k]
            com_in_torso[k] += R_base_torso[3 * i + k] * (com[i] - origin[i])
    corners = np.empty((len(points), 2))
    moment, total, used, first = np.zeros(2), 0.0, 0, 0
    for foot in range(len(counts)):
        R, place = rotations[bodies[foot + 1]], places[bodies[foot + 1]]
        for index in range(counts[foot]):
            along, aside = points[first + index, 0], points[first + index, 1]
            x = y = 0.0
            for i in range(3):
                offset = R[3 * i] * along + R[3 * i + 1] * aside + (place[i] - origin[i])
                x += R_level_base[0, i] * offset
                y += R_level_base[1, i] * offset
            if index < 4:
                moment[0] += pressure[foot, index] * x
                moment[1] += pressure[foot, index] * y
                total += pressure[foot, index]
            elif contacts[foot]:
                corners[used, 0], corners[used, 1] = x, y
                used += 1
        first += counts[foot]
    hull = hull_kernel(corners[:used])
    x = y = 0.0
    for k in range(3):
        x += R_level_torso[0, k] * com_in_torso[k]
        y += R_level_torso[1, k] * com_in_torso[k]
    return com_in_torso, hull, margin_kernel(hull, x, y), moment, total


def find_support(
    places: Vec,
    rotations: Vec,
    bodies: NDArray[np.intp],
    com: Vec3,
    R_world_torso: Mat3,
    contacts: NDArray[np.bool_],
    pressure: Vec,
    points: Vec,
    counts: NDArray[np.intp],
) -> tuple[Vec3, Vec, float, Vec2, float]:
    """Centre of mass in the torso, hull, margin, and moment and sum of the pressure.

    Hull and moment are in the level frame of the torso: its origin and heading, z vertical.

    Args:
        places: (links, 3) where links are, in the same axes as `com`.
        rotations: (links, 9) how they are turned.
        bodies: rows of the torso and the soles.
        contacts: (feet,) whether each carries weight.
        pressure: (feet, 4) newtons.
        points: (n, 2) in the soles, foot after foot: its four load cells, then its outline.
        counts: (feet,) points of each foot.
    """
    feet = (contacts, pressure, points, counts)
    return _find(places, rotations, bodies, com, R_world_torso, *feet)


@dataclass(frozen=True)
class SupportMargin:
    """Support in the level frame of the torso: its origin and heading, z vertical."""

    com_in_torso: Vec3
    hull: Vec
    """(k, 2) corners, counter-clockwise; empty in the air"""
    margin: float
    """Metres from the projected centre of mass to the hull's edge; negative outside."""
    centre_of_pressure: Vec2 | None


class SupportFinder:
    """Hull of the soles that carry weight, from joint angles, attitude and foot pressure."""

    def __init__(self, robot: Robot) -> None:
        points = [np.vstack([foot.pressure, foot.outline]) for foot in robot.feet]
        self._points = np.vstack([np.zeros((0, 2)), *points])
        self._counts = np.array([len(rows) for rows in points], dtype=np.intp)

    def find(
        self,
        configuration: Configuration,
        R_world_torso: Mat3,
        contacts: NDArray[np.bool_],
        foot_pressure: Vec,
    ) -> SupportMargin:
        """The support at this instant."""
        com_in_torso, hull, margin, moment, total = find_support(
            configuration.places,
            configuration.rotations,
            configuration.kinematics.stance,
            configuration.com,
            R_world_torso,
            contacts,
            foot_pressure,
            self._points,
            self._counts,
        )
        return SupportMargin(
            sealed(com_in_torso), hull, margin, moment / total if total > 1e-9 else None
        )


ON_SHARE, OFF_SHARE = 0.12, 0.06
"""Shares of the weight at which a foot counts as down and as up: apart, so nothing flickers."""


class ContactSwitch:
    """Foot contacts with hysteresis, from the load on each sole."""

    def __init__(self, feet: int, mass: float) -> None:
        self._feet = feet
        self._on, self._off = ON_SHARE * (mass * GRAVITY), OFF_SHARE * (mass * GRAVITY)
        self.reset()

    def reset(self) -> None:
        """Every foot in the air."""
        self._down = [False] * self._feet

    def step(self, loads: Vec) -> NDArray[np.bool_]:
        """Contacts after one more reading. Args: loads: (feet,) newtons."""
        on, off = self._on, self._off
        self._down = [
            load > (off if down else on)
            for load, down in zip(loads.tolist(), self._down, strict=True)
        ]
        return sealed(np.array(self._down, dtype=np.bool_))
