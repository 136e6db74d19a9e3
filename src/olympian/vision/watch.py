"""The eyes within the loop: whenever a new picture comes, what it shows and where that is."""

from dataclasses import dataclass

import numpy as np

from olympian.errors import OlympianError, unknown
from olympian.geometry import Mat4
from olympian.records import CameraFrame, RobotState, Sensors
from olympian.robot import Robot
from olympian.vision.camera import CameraPose, Lens, Pinhole
from olympian.vision.colour import ColourTable
from olympian.vision.eyes import GAMES, Eyes, Seen

__all__ = ["Glance", "Watcher"]


@dataclass(frozen=True, eq=False)
class Glance:
    """What one picture showed."""

    t: float
    """When it was taken, seconds."""
    seen: Seen
    """Places are metres ahead and left of the foot that carried, x where the torso faced."""
    T_ground_camera: Mat4 | None
    """Where the camera was over that foot's ground; None where nobody could say."""


class Watcher:
    """Looks at a robot's pictures as they come with its sensors; engine with `step` and `reset`.

    A picture is taken to be as old as the joints and the attitude that come with it.
    """

    def __init__(
        self,
        robot: Robot,
        game: str = "modern",
        table: ColourTable | None = None,
        lens: Lens | None = None,
    ) -> None:
        """
        Args:
            game: whose ball and centre circle are looked for; see `GAMES`.
            table: of colours; by default the game's own, by formula.
            lens: of the camera; by default the pinhole of the robot's description.
        """
        if game not in GAMES:
            raise unknown("game", game, GAMES)
        self._pose = CameraPose(robot)
        assert robot.camera is not None, "or else its pose could not be asked"
        self.lens = lens or Pinhole.of_robot(robot.camera)
        self.eyes = Eyes(self.lens, table, *GAMES[game])
        self._last: CameraFrame | None = None

    def reset(self) -> None:
        """Forgets the last picture."""
        self._last = None

    def step(self, sensors: Sensors, state: RobotState) -> Glance | None:
        """What the sensors' picture shows; None where they have no new one."""
        picture = sensors.camera
        if picture is None or picture is self._last:
            return None
        height, width = picture.rgb.shape[:2]
        if (height, width) != (self.lens.height, self.lens.width):
            wanted = f"{self.lens.width} × {self.lens.height}"
            raise OlympianError(f"picture: {width} × {height}; the lens has {wanted}")
        self._last = picture
        place = self._place(sensors, state)
        return Glance(sensors.t, self.eyes.see(picture.rgb, place), place)

    def _place(self, sensors: Sensors, state: RobotState) -> Mat4 | None:
        """The camera over the ground of the foot that carries most; None while none does."""
        if not state.attitude_known or not state.contacts.any():
            return None
        weights = np.where(state.contacts, sensors.foot_pressure.sum(axis=1), -1.0)
        return self._pose.T_ground_camera(sensors.q, state.R_world_torso, int(weights.argmax()))
