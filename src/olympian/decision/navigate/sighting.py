"""Where the floor ends in a picture: the foot of every wall and thing in sight."""

from math import radians, tan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Mat4, T_from, Vec, frozen
from olympian.geometry.level import level_kernel
from olympian.records import CameraFrame, RobotState
from olympian.robot import CameraConfig, Robot

__all__ = ["Sight", "Sighting", "is_floor"]

BEARINGS = np.radians(np.arange(-180.0, 180.0, 1.5))
"""Directions along the floor in which it looks, counter-clockwise from straight ahead."""
DOWN = np.radians(np.arange(62.0, 12.0, -0.5))
"""Angles below the horizon, the nearest floor first. At half a metre of height a degree of tilt
shifts what lies further than 12° below by more than a robot may miss its goal by."""
FLOOR_SEEN = 4
"""Looks in a row that must be floor before the one that is not: 2°, no speck and no gap."""
NEAREST = 0.3
"""Metres: what ends the floor nearer than that is the robot itself."""
GREEN = 1.15
"""How much greener than red and blue the floor is."""
R_ROBOT_OPTICAL = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
"""From camera axes (x right, y down, z ahead) to robot axes (x ahead, y left, z up)."""


class Sighting(NamedTuple):
    """Level axes on the floor: origin in the middle between the soles, x along the heading."""

    eye: Vec
    """(3,) the camera."""
    rays: Vec
    """(n, 3) unit vectors from the eye to points where the floor ends."""


def is_floor(rgb: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which pixels show the carpet; args: rgb: (…, 3)."""
    colours = rgb.astype(np.float64)
    return colours[..., 1] > GREEN * np.maximum(colours[..., 0], colours[..., 2])


class Sight:
    """A camera on a head, over two legs that stand on the floor it looks at.

    It looks along the floor, from near to far, and not along the columns of the picture: whatever
    stands on the floor hides it from its foot on, wherever the head has turned to.
    """

    def __init__(self, robot: Robot) -> None:
        """Raises: OlympianError: the robot has no camera, or no two legs."""
        if robot.camera is None:
            raise OlympianError(f"robot '{robot.name}' has no camera: add [camera] to its TOML")
        self._robot, self._camera = robot, robot.camera
        self._T_link_camera: Mat4 = T_from(robot.camera.xyz, robot.camera.rpy)

    def look(self, picture: CameraFrame, state: RobotState) -> Sighting:
        """What a picture shows that was taken in this state."""
        eye, R_level_optical = self._pose(state)
        rays = _rays(BEARINGS[:, None], DOWN[None, :])
        floor, seen = _looked_up(picture, self._camera, rays @ R_level_optical)
        bearing, down = _edges(floor, seen)
        found = _rays(bearing, down)
        far = eye[2] * np.hypot(found[:, 0], found[:, 1]) / -found[:, 2]
        return Sighting(frozen(eye), frozen(found[far > NEAREST]))

    def _pose(self, state: RobotState) -> tuple[Vec, Vec]:
        """The camera and its optical axes, in the axes of a `Sighting`."""
        look = state.legs
        assert look is not None, "it stands on two of them"
        T = self._robot.forward(self._camera.link, state.q) @ self._T_link_camera
        R_level_torso = level_kernel(state.R_world_torso)
        (ax, ay, _), (bx, by, _) = look.soles
        floor = look.com[2] - max(look.lift)
        eye = R_level_torso @ T[:3, 3] - np.array([(ax + bx) / 2, (ay + by) / 2, floor])
        return eye, R_level_torso @ T[:3, :3] @ R_ROBOT_OPTICAL


def _rays(bearing: Vec, down: Vec) -> Vec:
    """(…, 3) unit vectors."""
    flat, z = np.cos(down), -np.sin(down)
    x, y = flat * np.cos(bearing), flat * np.sin(bearing)
    return np.stack(np.broadcast_arrays(x, y, z), axis=-1)


def _looked_up(
    picture: CameraFrame, camera: CameraConfig, rays: Vec
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each ray, in optical axes, meets the floor, and whether it is in the picture."""
    height, width = picture.rgb.shape[:2]
    focal = height / 2 / tan(radians(camera.fov_y_deg) / 2)
    x, y, z = np.moveaxis(rays, -1, 0)
    ahead = np.maximum(z, 1e-6)
    column = np.floor(width / 2 + focal * x / ahead).astype(int)
    row = np.floor(height / 2 + focal * y / ahead).astype(int)
    seen = (z > 0.1) & (column >= 0) & (column < width) & (row >= 0) & (row < height)
    floor = is_floor(picture.rgb)[np.where(seen, row, 0), np.where(seen, column, 0)]
    return floor & seen, seen


def _edges(floor: NDArray[np.bool_], seen: NDArray[np.bool_]) -> tuple[Vec, Vec]:
    """Bearing and angle below the horizon at which the floor first ends, where it does."""
    first = np.argmax(seen & ~floor, axis=1)
    rows = np.arange(len(floor))
    ends = (seen & ~floor)[rows, first] & (first >= FLOOR_SEEN)
    for back in range(1, FLOOR_SEEN + 1):
        ends &= floor[rows, first - back]
    at = first[ends]
    return BEARINGS[ends], (DOWN[at] + DOWN[at - 1]) / 2
