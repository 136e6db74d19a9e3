"""Where the soles are and the body over them, from the one forward kinematics of a tick."""

from math import atan2, hypot

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import Mat3, Vec, Vec3, level_kernel, sealed
from olympian.kinematics import Configuration
from olympian.records import LegState
from olympian.robot import Robot


class LegWatch:
    """Soles in the torso, and a `LegState` for a robot on two legs."""

    def __init__(self, robot: Robot) -> None:
        sides = [robot.limbs[foot.limb].side for foot in robot.feet]
        both = sides.count("left") == sides.count("right") == 1
        self.pair = (sides.index("left"), sides.index("right")) if both else None
        """Rows of the left and the right foot; None for a robot on other legs than two."""

    def soles(self, configuration: Configuration) -> Vec:
        """(feet, 4, 4) `T_torso_sole`."""
        stance = configuration.kinematics.stance
        return sealed(_soles(configuration.places, configuration.rotations, stance))

    def legs(self, R_world_torso: Mat3, spin: Vec3, com: Vec3, soles: Vec) -> LegState | None:
        """The body over its legs."""
        if self.pair is None:
            return None
        left, right = self.pair
        return LegState(*_levelled(R_world_torso, spin, com, soles[left], soles[right]))


@compiled
def _soles(places, rotations, bodies):
    """`T_torso_sole`, from places (links, 3) and rotations (links, 9) of all links."""
    soles = np.zeros((len(bodies) - 1, 4, 4))
    R, origin = rotations[bodies[0]], places[bodies[0]]
    for foot in range(len(bodies) - 1):
        S, place = rotations[bodies[foot + 1]], places[bodies[foot + 1]]
        for i in range(3):
            for k in range(3):
                soles[foot, i, 3] += R[3 * k + i] * (place[k] - origin[k])
                for j in range(3):
                    soles[foot, i, j] += R[3 * k + i] * S[3 * k + j]
        soles[foot, 3, 3] = 1.0
    return soles


@compiled
def _levelled(R, spin, com, left, right):
    """The torso's rotation `R` without its heading, applied to everything."""
    level = level_kernel(R)
    x, y, z = _turned(level, com[0], com[1], com[2])
    lx, ly, lz = _turned(level, left[0, 3], left[1, 3], left[2, 3])
    rx, ry, rz = _turned(level, right[0, 3], right[1, 3], right[2, 3])
    soles = (
        (lx, ly, atan2(left[1, 0], left[0, 0])),
        (rx, ry, atan2(right[1, 0], right[0, 0])),
    )
    turning = _turned(level, spin[0], spin[1], spin[2])
    tilt = (atan2(R[2, 1], R[2, 2]), atan2(-R[2, 0], hypot(R[0, 0], R[1, 0])))
    return soles, (x, y, z), (z - lz, z - rz), tilt, turning


@compiled
def _turned(R, x, y, z):
    return (
        R[0, 0] * x + R[0, 1] * y + R[0, 2] * z,
        R[1, 0] * x + R[1, 1] * y + R[1, 2] * z,
        R[2, 0] * x + R[2, 1] * y + R[2, 2] * z,
    )
