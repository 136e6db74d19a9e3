"""One look at one picture, in the process beside the loop."""

from math import isfinite

import numpy as np

from olympian.beside import Bytes
from olympian.geometry import Mat3, Mat4, Place, Vec
from olympian.robot import Robot
from olympian.vision.camera import CameraPose, Lens, to_field
from olympian.vision.colour import ColourTable
from olympian.vision.eyes import Eyes, SeenFrame
from olympian.vision.seen import BallPlace, Seen
from olympian.vision.truth import BallDisc

__all__ = ["Onlooker"]


class Onlooker:
    """Owns the eyes of one robot."""

    def __init__(
        self,
        robot: Robot,
        lens: Lens,
        table: ColourTable | None,
        sizes: tuple[float, float],
    ) -> None:
        """Args: sizes: radii of ball and centre circle, metres."""
        self._pose, self._lens = CameraPose(robot), lens
        self._eyes = Eyes(lens, table, *sizes)

    def __call__(
        self,
        picture: Bytes,
        t: float,
        place: Place,
        q: Vec,
        R_world_torso: Mat3,
        support: int | None,
    ) -> Seen:
        """What a picture shows that was taken at `t`, when joints and torso were like this."""
        T = None if support is None else self._pose.T_place_camera(q, R_world_torso, support)
        found = self._eyes.see(picture.reshape(self._lens.height, self._lens.width, 3), T)
        objects, markings = found.objects, found.markings
        return Seen(
            t=t,
            place=place,
            T_place_camera=T,
            ball=None if T is None else self._ball(found, T, place),
            lines=() if markings is None else tuple(markings.lines),
            crossings=() if markings is None else tuple(markings.crossings),
            circle=None if markings is None else markings.circle,
            goals=(*objects.yellow_goals, *objects.blue_goals),
            obstacles=tuple(objects.obstacles),
        )

    def close(self) -> None:
        """Nothing is held."""

    def _ball(self, found: SeenFrame, T_place_camera: Mat4, place: Place) -> BallPlace | None:
        """By its shape, or else by its colour; its centre is one radius above the ground."""
        disc, coloured = found.ball, found.objects.ball
        if disc is None and coloured is not None:
            disc = BallDisc(coloured.x, coloured.y, coloured.radius, 1.0)
        if disc is None:
            return None
        centre, radius = np.array([disc.x, disc.y]), self._eyes.ball_radius
        ahead, left = to_field(self._lens, T_place_camera, centre, radius).tolist()
        if not (isfinite(ahead) and isfinite(left)):
            return None
        there = place.then(Place(ahead, left))
        return BallPlace(ahead, left, there.x, there.y, disc)
