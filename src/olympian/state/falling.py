"""Feeling a fall before the ground does: the body leans out further than a step could catch it."""

from math import acos, exp, hypot, radians, sqrt

import numpy as np

from olympian.compiled import compiled
from olympian.geometry import GRAVITY, Mat3, Vec, Vec3, hull_kernel, level_kernel
from olympian.kinematics import Kinematics
from olympian.records import FallDirection
from olympian.robot import Robot
from olympian.robot.files import Table


class FallConfig(Table, frozen=True):
    """Numbers of `FallSense`, the same for all robots: their size does the rest."""

    stride_ahead: float = 1.0
    """How far beyond the soles a step ahead or back can land, over the centre of mass's height."""
    stride_aside: float = 1.0
    """The same sideways."""
    answer: float = 0.25
    """Seconds from feeling a push to the foot that catches it: delay, and the rest of a step."""
    tilt: float = radians(45.0)
    """Torso tilt from which no step helps: the reach shrinks towards it, as in the HCM paper."""
    window: float = 0.03
    """Seconds for which it must be so: noise and a foot's touch-down are shorter."""
    at_once: float = 2.0
    """Times its reach beyond which there is no doubt, and the window is not waited for."""

    def reach(self, height: float) -> tuple[float, float]:
        """What a step can still catch ahead and aside, over the height of the centre of mass.

        Until the foot lands, the body goes on leaning out and the divergent component grows by
        exp(answer / time constant). A short body falls more quickly and may lean out less.

        Args: height: of the centre of mass over the soles, standing ready, m.
        """
        shrinks = exp(-self.answer * sqrt(GRAVITY / height))
        return self.stride_ahead * shrinks, self.stride_aside * shrinks


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


HALF_A_TICK = 0.005
"""Seconds; times are sums of ticks, and a window of three must not wait for a fourth."""
HOPELESS = 1e-6
"""Share of the reach that is left beyond the last tilt: none, but a number to divide by."""


class FallSense:
    """Tells a fall and its direction from the inertial sensor and the joints.

    The law of the HCM paper compares gyro and tilt with limits, axis by axis. Here both are one
    length: the divergent component of the linear inverted pendulum beyond the hull of both soles. A
    step can catch some of it; that reach shrinks as the torso nears the tilt from which none helps.
    """

    def __init__(self, robot: Robot, config: FallConfig | None = None) -> None:
        self.config = config or FallConfig()
        feet = robot.require_feet()
        self._outline = np.vstack([foot.outline for foot in feet])
        self._counts = np.array([len(foot.outline) for foot in feet])
        self._ready_height = _com_height(robot)
        self.reach = self.config.reach(self._ready_height)
        """Ahead and aside: what a step can still catch, over the height of the centre of mass."""
        self.reset()

    def reset(self) -> None:
        """Nothing felt yet."""
        self._since: float | None = None
        self.lean = (0.0, 0.0)
        """Ahead and to the left beyond the soles, over the height of the centre of mass."""

    def step(
        self, t: float, R_world_torso: Mat3, spin: Vec3, com: Vec3, soles: Vec
    ) -> FallDirection | None:
        """The side that will be down, as long as it is falling; None else.

        Args:
            spin: angular velocity in torso axes, rad/s.
            com: centre of mass in torso axes.
            soles: (feet, 4, 4) `T_torso_sole`.
        """
        corners = (self._outline, self._counts)
        self.lean = lean_out(R_world_torso, spin, com, soles, *corners, self._ready_height)
        beyond = self._beyond_reach(float(R_world_torso[2, 2]))
        if beyond <= 1.0:
            self._since = None
            return None
        if self._since is None:
            self._since = t
        lasted = t - self._since >= self.config.window - HALF_A_TICK
        return self._direction() if lasted or beyond > self.config.at_once else None

    def _beyond_reach(self, upright: float) -> float:
        """How far it leans out, over what a step could still catch.

        Args: upright: cosine of the torso's tilt.
        """
        left = 1.0 - acos(min(max(upright, -1.0), 1.0)) / self.config.tilt
        lean = hypot(self.lean[0] / self.reach[0], self.lean[1] / self.reach[1])
        return lean / max(left, HOPELESS)

    def _direction(self) -> FallDirection:
        ahead, aside = self.lean[0] / self.reach[0], self.lean[1] / self.reach[1]
        if abs(ahead) >= abs(aside):
            return FallDirection.FRONT if ahead > 0.0 else FallDirection.BACK
        return FallDirection.LEFT if aside > 0.0 else FallDirection.RIGHT


def _com_height(robot: Robot) -> float:
    """Height of the centre of mass over the soles in the ready pose."""
    posture = Kinematics(robot).at(robot.ready)
    soles = [posture.pose(foot.link)[2, 3] for foot in robot.feet]
    return float(posture.com[2] - min(soles))
