"""A football field with robots in it, put up anew for every frame."""

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.arena.football.eye import Eye
from olympian.arena.football.hall import Hall, with_hall
from olympian.arena.football.labels import Labels, Team, ball_disc, ball_surface, dress
from olympian.arena.football.light import SHADOW_REACH, Light, shine
from olympian.arena.football.lineup import Lineup, LineupPlayer
from olympian.backend import Simulation
from olympian.backend.simulation import BALL, prefix
from olympian.backend.simulation.body import CAMERA
from olympian.backend.simulation.camera import HIDDEN_GROUP
from olympian.errors import OlympianError
from olympian.geometry import frozen, inverse, quaternion_wxyz_from_R, transform_points
from olympian.robot import BASE_JOINT, Robot
from olympian.vision import Colour, Thing, Truth
from olympian.vision.camera import Lens
from olympian.world import BallStyle, Pitch, World, patches

SHADOW_MAP = 2048
"""Elements along a shadow map: without a graphics card the usual 4096 take longer still."""

ROUNDNESS = (72, 36)
"""Facets round a ball and from pole to pole: its outline is then true to a thousandth."""


class FootballScene:
    """One robot with a camera, others, a ball; nothing moves, everything is known."""

    def __init__(
        self, robot: Robot, others: tuple[Robot, ...], world: World, pitch: Pitch, lens: Lens
    ) -> None:
        if robot.camera is None:
            raise OlympianError(f"robot '{robot.name}' has no camera: add [camera] to its TOML")
        assert world.ball is not None, "football needs a ball"
        self.robots = (robot, *others)
        self.ball = world.ball
        self._simulation = Simulation(self.robots, with_hall(world))
        self._model, self._data = self._simulation.model, self._simulation.data
        for index in range(len(self.robots)):
            dress(self._model, index, Team.CYAN if index % 2 == 0 else Team.MAGENTA)
        self._hall = Hall(self._model, pitch)
        self._labels = Labels(self._model)
        self._model.vis.quality.shadowsize = SHADOW_MAP
        self._model.vis.map.shadowclip = SHADOW_REACH / self._model.stat.extent
        self._model.vis.quality.numslices, self._model.vis.quality.numstacks = ROUNDNESS
        self._groups = self._model.geom_group.copy()
        self._eye = Eye(self._model, prefix(0) + CAMERA, lens)

    def picture(
        self, lineup: Lineup, light: Light, chance: np.random.Generator
    ) -> tuple[NDArray[np.uint8], Truth]:
        """The frame as drawn, before any sensor, and what it shows."""
        self._hall.furnish(chance, self._labels.colours)
        for index, player in enumerate((lineup.eye, *lineup.others)):
            self._stand(index, player)
        self._put_ball(lineup)
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_comPos(self._model, self._data)
        mujoco.mj_camlight(self._model, self._data)
        shine(self._model, self._data, light, (lineup.eye.x, lineup.eye.y))
        rgb, geoms = self._eye.look(self._data, shadows=light.shadows)
        return rgb, self._truth(geoms, lineup)

    def close(self) -> None:
        """Free the OpenGL context."""
        self._eye.close()

    def _stand(self, index: int, player: LineupPlayer | None) -> None:
        """Put a robot where it should be; one that is not there is not drawn."""
        model, data = self._model, self._data
        roots = model.body_rootid[model.geom_bodyid]
        own = roots == model.body(prefix(index) + self.robots[index].tree.root).id
        model.geom_group[own] = self._groups[own] if player is not None else HIDDEN_GROUP
        if player is None:
            return
        base = model.joint(prefix(index) + BASE_JOINT).qposadr[0]
        data.qpos[base : base + 3] = player.T_field_root[:3, 3]
        data.qpos[base + 3 : base + 7] = quaternion_wxyz_from_R(player.T_field_root[:3, :3])
        for name, angle in zip(self.robots[index].joint_names, player.q, strict=True):
            data.qpos[model.joint(prefix(index) + name).qposadr[0]] = angle

    def _put_ball(self, lineup: Lineup) -> None:
        at = self._model.joint(BALL).qposadr[0]
        self._data.qpos[at : at + 3] = (*lineup.ball, self.ball.radius)
        self._data.qpos[at + 3 : at + 7] = lineup.ball_quaternion_wxyz

    def _truth(self, geoms: NDArray[np.int32], lineup: Lineup) -> Truth:
        things, colours = self._labels.of(geoms)
        T_field_camera = self._eye.T_world_camera(self._data)
        centre = transform_points(inverse(T_field_camera), (*lineup.ball, self.ball.radius))
        self._paint_ball(things, colours, T_field_camera, centre)
        return Truth(
            things,
            colours,
            ball_disc(self._eye.lens, centre, self.ball.radius, things),
            frozen(T_field_camera),
            lineup.ball,
            tuple((player.x, player.y, player.heading) for player in lineup.others if player),
        )

    def _paint_ball(
        self,
        things: NDArray[np.uint8],
        colours: NDArray[np.uint8],
        T_field_camera: NDArray[np.float64],
        centre: NDArray[np.float64],
    ) -> None:
        """Colours of a patched ball, from where each pixel's ray meets it."""
        rows, columns = np.nonzero(things == Thing.BALL)
        if self.ball.style is BallStyle.ORANGE or not len(rows):
            return
        rays = self._eye.lens.rays(np.stack([columns, rows], axis=1).astype(float))
        R_ball_camera = self._data.body(BALL).xmat.reshape(3, 3).T @ T_field_camera[:3, :3]
        on_ball = ball_surface(rays, centre, self.ball.radius) @ R_ball_camera.T
        colours[rows, columns] = np.where(patches(on_ball), Colour.BLACK, Colour.WHITE)
