"""What a robot in a match really has before its eyes: the referee's view of one picture."""

from dataclasses import dataclass
from math import atan2

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.arena.football.eye import Eye
from olympian.arena.football.labels import Labels, ball_disc
from olympian.backend import Simulation
from olympian.backend.simulation import BALL, prefix
from olympian.backend.simulation.body import CAMERA
from olympian.geometry import Mat4, Place, T_from, Vec, inverse, transform_points
from olympian.vision import BallDisc, Thing
from olympian.vision.camera import Lens, pixels_of_field, to_field
from olympian.world import Pitch

Spot = tuple[float, float]
"""Metres ahead and left."""
LEAST_ROBOT = 150
"""Pixels of a robot from which on it is in sight."""
FOOT_NEAR = 0.25
"""Metres between a robot and the ground that its lowest pixel shows, if that is its foot."""
POST_PX = 6
"""Pixels from the foot of a post to the lower edge of the picture, at least."""
FOOT_M, STUB_M = 0.05, 0.2
"""Metres above the ground of a post's foot, and of what has to be in sight of it: less at the
picture's edge, or beside a robot, is a white spot and nobody's to tell from a line."""
MOSTLY = 0.6
"""Part of both that has to be in sight, as of a ball."""
POST_STEP, POST_SIDES = 0.02, (-0.35, 0.0, 0.35)
"""Metres up, and diameters aside, from one place of a post that is looked at to the next."""


@dataclass(frozen=True, eq=False)
class MatchTruth:
    """All of it from the middle between the robot's soles, ahead where its torso faces."""

    here: Place
    """Where that is on the field."""
    T_place_camera: Mat4
    things: NDArray[np.uint8]
    """`Thing` of each pixel."""
    ball: BallDisc | None
    """In the picture, if it is."""
    ball_at: Spot
    robots: tuple[Spot, ...]
    """Those whose feet are in sight."""
    all_robots: tuple[Spot, ...]
    """Those of which anything is in sight."""
    posts: tuple[Spot, ...]
    """Those whose foot is in sight."""
    all_posts: tuple[Spot, ...]


class MatchWitness:
    """Looks at a match through the true camera of robot 0, of which the match knows nothing."""

    def __init__(self, simulation: Simulation, pitch: Pitch, lens: Lens) -> None:
        self._model, self._data = simulation.model, mujoco.MjData(simulation.model)
        self._robots, self._pitch, self._lens = simulation.robots, pitch, lens
        quality = self._model.vis.quality
        samples, quality.offsamples = quality.offsamples, 0  # shapes are not smoothed anyway
        self._eye = Eye(self._model, prefix(0) + CAMERA, lens)
        quality.offsamples = samples
        self._labels = Labels(self._model)
        roots = self._model.body_rootid[self._model.geom_bodyid]
        self._owners = np.full(self._model.ngeom + 1, -1)
        for index, robot in enumerate(self._robots):
            root = self._model.body(prefix(index) + robot.tree.root).id
            self._owners[:-1][roots == root] = index

    def close(self) -> None:
        """Free the OpenGL context."""
        self._eye.close()

    def look(self, qpos: Vec) -> MatchTruth:
        """The truth of a picture that is taken in this posture of all robots."""
        model, data = self._model, self._data
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        mujoco.mj_camlight(model, data)
        geoms = self._eye.shapes(data)
        things, here = self._labels.things[geoms], self._place()
        things[self._owners[geoms] == 0] = Thing.NOTHING
        T_place = inverse(T_from((here.x, here.y, 0.0), (0.0, 0.0, here.yaw)))
        T_world_camera = self._eye.T_world_camera(data)
        ball = data.body(BALL).xpos
        radius = float(model.geom_size[self._labels.ball, 0])
        disc = ball_disc(
            self._lens, transform_points(inverse(T_world_camera), ball), radius, things
        )
        T = T_place @ T_world_camera
        standing, all_robots = self._robots_in_sight(geoms, T, here)
        all_posts = tuple(here.seen(*post) for post in self._pitch.posts.tolist())
        posts = tuple(post for post in all_posts if self._post_in_sight(post, T, things))
        at = here.seen(float(ball[0]), float(ball[1]))
        return MatchTruth(here, T, things, disc, at, standing, all_robots, posts, all_posts)

    def _place(self) -> Place:
        robot = self._robots[0]
        feet = [self._data.body(prefix(0) + foot.link).xpos[:2] for foot in robot.feet]
        ahead = self._data.body(prefix(0) + robot.torso).xmat.reshape(3, 3)[:, 0]
        x, y = np.mean(feet, axis=0).tolist()
        return Place(x, y, atan2(ahead[1], ahead[0]))

    def _robots_in_sight(
        self, geoms: NDArray[np.int32], T: Mat4, here: Place
    ) -> tuple[tuple[Spot, ...], tuple[Spot, ...]]:
        """Those whose feet are in sight, and all."""
        standing, found = [], []
        for index in range(1, len(self._robots)):
            rows, columns = np.nonzero(self._owners[geoms] == index)
            if not len(rows):
                continue
            torso = self._data.body(prefix(index) + self._robots[index].torso).xpos
            spot = here.seen(float(torso[0]), float(torso[1]))
            found.append(spot)
            if len(rows) < LEAST_ROBOT or rows.max() >= self._lens.height - 1:
                continue
            lowest = int(rows.argmax())
            foot = to_field(self._lens, T, np.array([columns[lowest], rows[lowest] + 0.5]))
            if float(np.hypot(*(foot - spot))) < FOOT_NEAR:
                standing.append(spot)
        return tuple(standing), tuple(found)

    def _post_in_sight(self, post: Spot, T: Mat4, things: NDArray[np.uint8]) -> bool:
        """Whether most of its foot and of what is just above it is shown, not cut off below."""
        _, y = pixels_of_field(self._lens, T, np.array(post)).tolist()
        return y < self._lens.height - POST_PX and all(
            post_shown(post, high, self._pitch.post, self._lens, T, things) >= MOSTLY
            for high in (FOOT_M, STUB_M)
        )


def post_shown(
    post: Spot, high: float, diameter: float, lens: Lens, T: Mat4, things: NDArray[np.uint8]
) -> float:
    """Part of the lowest `high` metres of a post that a picture shows."""
    away = np.array(post) - T[:2, 3]
    aside = np.array([-away[1], away[0]]) / max(float(np.hypot(*away)), 1e-9)
    heights = np.arange(POST_STEP / 2, high, POST_STEP)
    spots = np.array([np.array(post) + side * diameter * aside for side in POST_SIDES])
    points = np.column_stack([np.repeat(spots, len(heights), axis=0), np.tile(heights, len(spots))])
    pixels = pixels_of_field(lens, T, points)
    inside = np.flatnonzero(np.isfinite(pixels).all(axis=1))
    at = np.rint(pixels[inside]).astype(int)
    columns, rows = (np.clip(at[:, k], 0, things.shape[1 - k] - 1) for k in (0, 1))
    return float(np.count_nonzero(things[rows, columns] == Thing.GOAL)) / len(points)
