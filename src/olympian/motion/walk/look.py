"""One look at the sensors a tick: where the soles and the body are, level and seen from above."""

from math import atan2, hypot
from typing import NamedTuple

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Mat4
from olympian.geometry.level import level_kernel
from olympian.kinematics.chain_kernel import forward_kernel, pack_chain
from olympian.motion.walk.legs import WalkingLegs
from olympian.records import RobotState

__all__ = ["Eyes", "Look"]


class Look(NamedTuple):
    """Level axes below the torso's origin, x along its heading; metres, rad, left sole first."""

    soles: tuple[tuple[float, float, float], tuple[float, float, float]]
    """x, y and yaw of each sole."""
    com: tuple[float, float, float]
    """Centre of mass from the torso's origin."""
    lift: tuple[float, float]
    """Height of the centre of mass over each sole."""
    tilt: tuple[float, float]
    """Roll and pitch of the torso."""
    spin: tuple[float, float, float]
    """Angular velocity."""


class Eyes:
    """Joint angles, attitude and gyro of one robot as a `Look`."""

    def __init__(self, legs: WalkingLegs) -> None:
        robot = legs.robot
        chains = [robot.limbs[foot.limb].chain for foot in legs.feet]
        self._packs = np.array([pack_chain(chain) for chain in chains])
        self._places = np.array(legs.places)
        self._bases = np.array([robot.forward(chain.base, robot.ready) for chain in chains])
        self._sole = np.empty((2, 3, 4))

    def look(self, state: RobotState) -> Look:
        """What is seen now."""
        found = _levelled(
            state.R_world_torso,
            state.angular_velocity_in_torso,
            state.com_in_torso,
            state.q,
            self._packs,
            self._places,
            self._bases,
            self._sole,
        )
        return Look(*found)

    def soles(self) -> tuple[Mat4, Mat4]:
        """`T_torso_sole` of both, left first, as they were at the last look."""
        left, right = (
            base @ np.vstack([T, [0, 0, 0, 1]])
            for base, T in zip(self._bases, self._sole, strict=True)
        )
        return left, right


@compiled
def _levelled(R, spin, com, q, packs, places, bases, soles):
    """The look: the torso's rotation `R` without its heading, applied to everything."""
    for leg in range(2):
        forward_kernel(packs[leg], q[places[leg]], soles[leg])
    level = level_kernel(R)
    x, y, z = _turned(level, com[0], com[1], com[2])
    lx, ly, lz, lyaw = _sole(level, bases[0], soles[0])
    rx, ry, rz, ryaw = _sole(level, bases[1], soles[1])
    turning = _turned(level, spin[0], spin[1], spin[2])
    tilt = (atan2(R[2, 1], R[2, 2]), atan2(-R[2, 0], hypot(R[0, 0], R[1, 0])))
    return ((lx, ly, lyaw), (rx, ry, ryaw)), (x, y, z), (z - lz, z - rz), tilt, turning


@compiled
def _turned(R, x, y, z):
    return (
        R[0, 0] * x + R[0, 1] * y + R[0, 2] * z,
        R[1, 0] * x + R[1, 1] * y + R[1, 2] * z,
        R[2, 0] * x + R[2, 1] * y + R[2, 2] * z,
    )


@compiled
def _sole(level, base, T):
    """Place, height and yaw of a sole whose pose `T` is given in the leg's base."""
    x = base[0, 0] * T[0, 3] + base[0, 1] * T[1, 3] + base[0, 2] * T[2, 3] + base[0, 3]
    y = base[1, 0] * T[0, 3] + base[1, 1] * T[1, 3] + base[1, 2] * T[2, 3] + base[1, 3]
    z = base[2, 0] * T[0, 3] + base[2, 1] * T[1, 3] + base[2, 2] * T[2, 3] + base[2, 3]
    ahead = base[0, 0] * T[0, 0] + base[0, 1] * T[1, 0] + base[0, 2] * T[2, 0]
    left = base[1, 0] * T[0, 0] + base[1, 1] * T[1, 0] + base[1, 2] * T[2, 0]
    px, py, pz = _turned(level, x, y, z)
    return px, py, pz, atan2(left, ahead)
