"""Where the floor ends in a picture: the foot of every wall and thing in sight."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Mat3, Vec, frozen
from olympian.records import CameraFrame, RobotState
from olympian.robot import Robot
from olympian.vision.camera import CameraPose, Lens, Pinhole, supporting_foot
from olympian.vision.colour import ColourTable, game_table

BEARINGS = np.radians(np.arange(-180.0, 180.0, 1.5))
"""Directions along the floor in which it looks, counter-clockwise from straight ahead."""
DOWN = np.radians(np.arange(62.0, 12.0, -0.5))
"""Angles below the horizon, the nearest floor first. At half a metre of height a degree of tilt
shifts what lies further than 12° below by more than a robot may miss its goal by."""
FLOOR_SEEN = 4
"""Looks in a row that must be floor before the one that is not: 2°, no speck and no gap."""
NEAREST = 0.3
"""Metres: what ends the floor nearer than that is the robot itself."""
FLOOR = "green"
"""Class of the floor's colour."""


class Sighting(NamedTuple):
    """Level axes on the floor: origin in the middle between the soles, x along the heading."""

    eye: Vec
    """(3,) the camera."""
    rays: Vec
    """(n, 3) unit vectors from the eye to points where the floor ends."""


class FloorEdge:
    """Looks for the edge of the floor that a robot with a camera stands on.

    It looks along the floor, from near to far, and not along the columns of the picture: whatever
    stands on the floor hides it from its foot on, wherever the head has turned to.
    """

    def __init__(self, robot: Robot, table: ColourTable | None = None) -> None:
        """Args: table: of colours; by default the game's own, by formula.

        Raises: OlympianError: the robot has no camera, or no feet.
        """
        self._pose = CameraPose(robot)
        assert robot.camera is not None, "or else its pose could not be asked"
        self._lens = Pinhole.of_robot(robot.camera)
        self._table = table or game_table()

    def look(self, picture: CameraFrame, state: RobotState) -> Sighting | None:
        """What a picture shows that was taken in this state; None while no foot carries."""
        support = supporting_foot(state)
        if support is None:
            return None
        T = self._pose.T_place_camera(state.q, state.R_world_torso, support)
        is_floor = self._table.classify(picture.rgb) == self._table.code(FLOOR)
        floor, seen = _looked_up(is_floor, self._lens, T[:3, :3])
        bearing, down = _edges(floor, seen)
        found = _rays(bearing, down)
        far = T[2, 3] * np.hypot(found[:, 0], found[:, 1]) / -found[:, 2]
        return Sighting(frozen(T[:3, 3]), frozen(found[far > NEAREST]))


def _rays(bearing: Vec, down: Vec) -> Vec:
    """(…, 3) unit vectors."""
    flat, z = np.cos(down), -np.sin(down)
    x, y = flat * np.cos(bearing), flat * np.sin(bearing)
    return np.stack(np.broadcast_arrays(x, y, z), axis=-1)


def _looked_up(
    is_floor: NDArray[np.bool_], lens: Lens, R_level_camera: Mat3
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether it is floor that lies in each direction, and whether that is in the picture."""
    directions = _rays(BEARINGS[:, None], DOWN[None, :])
    pixels = lens.project(directions @ R_level_camera)
    seen = np.isfinite(pixels[..., 0])
    column, row = np.moveaxis(np.rint(np.where(seen[..., None], pixels, 0.0)).astype(int), -1, 0)
    return is_floor[row, column] & seen, seen


def _edges(floor: NDArray[np.bool_], seen: NDArray[np.bool_]) -> tuple[Vec, Vec]:
    """Bearing and angle below the horizon at which the floor first ends, where it does."""
    first = np.argmax(seen & ~floor, axis=1)
    rows = np.arange(len(floor))
    ends = (seen & ~floor)[rows, first] & (first >= FLOOR_SEEN)
    for back in range(1, FLOOR_SEEN + 1):
        ends &= floor[rows, first - back]
    at = first[ends]
    return BEARINGS[ends], (DOWN[at] + DOWN[at - 1]) / 2
