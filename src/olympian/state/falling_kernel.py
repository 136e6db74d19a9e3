"""How far the body leans out over its soles, in compiled code: the sense runs every tick.

`lean_out` is the only entrance; its plain twin is `tests/falling_twin.py`.
"""

from math import sqrt

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import GRAVITY, Mat3, Vec, Vec3
from olympian.geometry.level import level_kernel
from olympian.geometry.polygon import hull_kernel

__all__ = ["lean_out"]

LOWEST = 0.3
"""Share of the ready height below which the pendulum is not taken: a crouch still tips about its
soles, and a clock that runs ever faster would call every squat a fall."""


@compiled
def _lean_out(R, spin, com, soles, outline, counts, ready_height):
    level = level_kernel(R)
    corners = np.empty((len(outline), 2))
    lowest, row = 1e9, 0
    for foot in range(len(counts)):
        T = soles[foot]
        for _ in range(counts[foot]):
            px = T[0, 0] * outline[row, 0] + T[0, 1] * outline[row, 1] + T[0, 3]
            py = T[1, 0] * outline[row, 0] + T[1, 1] * outline[row, 1] + T[1, 3]
            pz = T[2, 0] * outline[row, 0] + T[2, 1] * outline[row, 1] + T[2, 3]
            corners[row, 0] = level[0, 0] * px + level[0, 1] * py + level[0, 2] * pz
            corners[row, 1] = level[1, 0] * px + level[1, 1] * py + level[1, 2] * pz
            lowest = min(lowest, level[2, 0] * px + level[2, 1] * py + level[2, 2] * pz)
            row += 1
    x, y, z, wx, wy = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        x += level[0, k] * com[k]
        y += level[1, k] * com[k]
        z += level[2, k] * com[k]
        wx += level[0, k] * spin[k]
        wy += level[1, k] * spin[k]
    height = max(z - lowest, LOWEST * ready_height)
    time = sqrt(height / GRAVITY)
    x += time * wy * height
    y -= time * wx * height
    nx, ny = _nearest(hull_kernel(corners), x, y)
    return (x - nx) / height, (y - ny) / height


@compiled
def _nearest(hull, x, y):
    """The point of a counter-clockwise hull that is nearest to (x, y)."""
    inside, best, nx, ny = len(hull) > 2, 1e18, x, y
    for i in range(len(hull)):
        ax, ay = hull[i, 0], hull[i, 1]
        bx, by = hull[(i + 1) % len(hull), 0] - ax, hull[(i + 1) % len(hull), 1] - ay
        inside = inside and bx * (y - ay) - by * (x - ax) >= 0.0
        length = bx * bx + by * by
        along = 0.0
        if length > 0.0:
            along = min(max(((x - ax) * bx + (y - ay) * by) / length, 0.0), 1.0)
        px, py = ax + along * bx, ay + along * by
        away = (px - x) ** 2 + (py - y) ** 2
        if away < best:
            best, nx, ny = away, px, py
    return (x, y) if inside else (nx, ny)


def lean_out(
    R_world_torso: Mat3,
    spin: Vec3,
    com: Vec3,
    soles: Vec,
    outline: Vec,
    counts: Vec,
    ready_height: float,
) -> tuple[float, float]:
    """How far ahead and to the left of its soles the body will come, over its height.

    What is compared with the soles is the divergent component of motion: where the centre of mass
    will be after the pendulum's own time if nothing is done. The body turns about its soles, so the
    gyro tells how fast it goes. Inside the hull of the soles both are zero.

    Args:
        spin: angular velocity in torso axes, rad/s.
        com: centre of mass in torso axes.
        soles: (feet, 4, 4) `T_torso_sole`.
        outline: (n, 2) corners in the soles, foot after foot.
        counts: (feet,) corners of each.
        ready_height: of the centre of mass over the soles in the ready pose.
    """
    return _lean_out(R_world_torso, spin, com, soles, outline, counts, ready_height)
