"""A simulation in the browser, with ground, sky and ball as in the simulator's own pictures."""

import copy

import mujoco
import numpy as np
import trimesh
import viser
from mjviser import ViserMujocoScene
from numpy.typing import NDArray
from PIL import Image
from trimesh.visual import ColorVisuals, TextureVisuals
from trimesh.visual.material import PBRMaterial

from olympian.geometry import Vec3
from olympian.world import Ball, BallStyle, patches

BALL = "ball"
ROOM = "/fixed_bodies"
"""Node that the viewer moves so that a robot it follows stays in the middle."""
ENDLESS, FAR = 20.0, 150.0
"""Metres: half edge from which on a floor is meant to have no end, and what is drawn of it."""
FOG = (6.0, 40.0)
"""Metres from the camera at which the ground begins to fade, and at which it is all sky."""
SKY, HORIZON = (115, 166, 217), (217, 235, 247)
"""Colours overhead and far away, as in the simulator's sky."""
SKYLINE = 0.33
"""Share of the picture above the horizon."""
LIGHT = 0.5
"""Of what the viewer's surroundings shine by default: brighter, and colours fade to white."""
FLAT = (mujoco.mjtGeom.mjGEOM_BOX, mujoco.mjtGeom.mjGEOM_MESH)
THIN, LIFT = 0.001, 0.004
"""Metres: what is thinner is a line on a floor, and how far it is lifted: a browser's depth buffer
would hide it behind the floor from a few metres away."""
GAMMA = 2.2
"""Exponent from a colour of a screen to its share of the light."""
WHITE, BLACK = (235, 235, 235, 255), (18, 18, 18, 255)
ROUND = 4
"""Times the triangles of a ball are quartered: patches of a third of it look round then."""


class PageScene:
    """What a viewer shows of a MuJoCo model, brought up to date by `show`.

    The viewer itself draws every plane as a white grid, and paints by material alone. Planes and
    a ball with patches are drawn here instead, everything else in its own colour by the viewer.
    """

    def __init__(
        self,
        server: viser.ViserServer,
        model: mujoco.MjModel,
        ball: Ball | None = None,
        *,
        follow: int | None = None,
    ) -> None:
        """Args: follow: body of the model to keep in the middle; robots walk away otherwise."""
        self._viewer = ViserMujocoScene(server, without_painted(model, ball), num_envs=1)
        self._viewer.camera_tracking_enabled = follow is not None
        self._viewer._tracked_body_id = follow  # the first robot, unless told otherwise
        server.scene.configure_environment_map(environment_intensity=LIGHT)
        server.scene.configure_fog(*FOG, color=_linear(HORIZON))
        server.scene.set_background_image(_sky(), format="png")
        for plane in _planes(model):
            _add_floor(server, model, plane)
        self._ball = None
        if ball is not None:
            self._ball = server.scene.add_mesh_trimesh(f"{ROOM}/{BALL}", _ball_mesh(ball))

    @property
    def offset(self) -> Vec3:
        """Where the origin of the world is drawn."""
        return np.array(self._viewer.fixed_bodies_frame.position)

    @property
    def follows(self) -> bool:
        """Does the scene move so that the robot stays in the middle?"""
        return bool(self._viewer.camera_tracking_enabled)

    @follows.setter
    def follows(self, on: bool) -> None:
        self._viewer.camera_tracking_enabled = on

    @property
    def shows_forces(self) -> bool:
        """Are forces of contacts drawn?"""
        return self._viewer.show_contact_forces

    @shows_forces.setter
    def shows_forces(self, on: bool) -> None:
        self._viewer.show_contact_forces = on

    def show(self, data: mujoco.MjData) -> None:
        """Draw the present state."""
        self._viewer.update_from_mjdata(data)
        if self._ball is not None:
            body = data.body(BALL)
            self._ball.position, self._ball.wxyz = body.xpos.copy(), body.xquat.copy()


def without_painted(model: mujoco.MjModel, ball: Ball | None = None) -> mujoco.MjModel:
    """The model as the viewer is to draw it: floors and ball clear, all else in its own colour.

    The viewer takes colours for shares of the light. Those of robots look well that way, as under
    the simulator's lamps; those of the world would be pale.
    """
    seen = copy.copy(model)
    world = model.geom_bodyid == 0
    seen.geom_rgba[world, :3] = model.geom_rgba[world, :3] ** GAMMA
    seen.geom_matid[model.geom_type != mujoco.mjtGeom.mjGEOM_MESH] = -1
    thin = np.isin(model.geom_type, FLAT) & (model.geom_size.min(axis=1) < THIN)
    seen.geom_pos[world & thin, 2] += LIFT
    for plane in _planes(model):
        seen.geom_type[plane] = mujoco.mjtGeom.mjGEOM_BOX
        seen.geom_rgba[plane] = 0.0
    if ball is not None:
        seen.geom_rgba[model.geom(BALL).id] = 0.0
    return seen


def floor_image(model: mujoco.MjModel, plane: int) -> NDArray[np.uint8]:
    """RGB of one tile of a floor: its texture, if it has one, in its own colour."""
    rgb = model.geom_rgba[plane, :3]
    texture = _texture(model, plane)
    if texture < 0:
        return np.full((1, 1, 3), 255 * rgb, dtype=np.uint8)
    width, height = int(model.tex_width[texture]), int(model.tex_height[texture])
    start = int(model.tex_adr[texture])
    channels = int(model.tex_nchannel[texture])
    tile = model.tex_data[start : start + width * height * channels]
    return (tile.reshape(height, width, channels)[..., :3] * rgb).astype(np.uint8)


def _planes(model: mujoco.MjModel) -> list[int]:
    return [int(one) for one in np.flatnonzero(model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE)]


def _texture(model: mujoco.MjModel, geom: int) -> int:
    material = int(model.geom_matid[geom])
    if material < 0:
        return -1
    return int(model.mat_texid[material, mujoco.mjtTextureRole.mjTEXROLE_RGB])


def _add_floor(server: viser.ViserServer, model: mujoco.MjModel, plane: int) -> None:
    half = [FAR if edge >= ENDLESS else float(edge) for edge in model.geom_size[plane, :2]]
    material = int(model.geom_matid[plane])
    repeat = model.mat_texrepeat[material] if material >= 0 else np.ones(2)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    mesh = trimesh.Trimesh(
        vertices=np.column_stack([corners, np.zeros(4)]),
        faces=[(0, 1, 2), (0, 2, 3)],
        process=False,
    )
    paint = PBRMaterial(
        baseColorTexture=Image.fromarray(floor_image(model, plane)),
        metallicFactor=0.0,
        roughnessFactor=1.0,
    )
    mesh.visual = TextureVisuals(uv=corners * repeat, material=paint)
    server.scene.add_mesh_trimesh(
        f"{ROOM}/floor_{plane}",
        mesh,
        cast_shadow=False,
        position=model.geom_pos[plane],
        wxyz=model.geom_quat[plane],
    )


def _ball_mesh(ball: Ball) -> trimesh.Trimesh:
    mesh = trimesh.creation.icosphere(subdivisions=ROUND, radius=ball.radius)
    if ball.style is BallStyle.ORANGE:
        colours = np.tile((242, 89, 13, 255), (len(mesh.vertices), 1))
    else:
        colours = np.where(patches(mesh.vertices)[:, None], BLACK, WHITE)
    mesh.visual = ColorVisuals(vertex_colors=colours.astype(np.uint8))
    return mesh


def _linear(rgb: tuple[int, int, int]) -> tuple[int, int, int]:
    """A colour of a screen as the viewer wants that of its fog: in shares of the light."""
    r, g, b = (round(255 * (channel / 255) ** GAMMA) for channel in rgb)
    return r, g, b


def _sky() -> NDArray[np.uint8]:
    """Blue overhead, pale from the horizon down, where a camera that looks down a little has it."""
    down = np.clip(np.linspace(0.0, 1 / SKYLINE, 256), 0.0, 1.0)[:, None, None]
    return ((1 - down) * np.array(SKY) + down * np.array(HORIZON)).astype(np.uint8).repeat(2, 1)
