"""Pictures from the robot's camera: by OpenGL, or by casting rays where there is no OpenGL."""

import warnings
from typing import Protocol

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend.simulation.options import WAYS
from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec
from olympian.graphics import gl_problem
from olympian.records import CameraFrame

__all__ = ["Camera", "GlCamera", "Housing", "RayCamera", "make_camera"]

FAR = 50.0
"""Metres; beyond it is sky, as no floor here is longer."""
SKY = np.array([166, 201, 232], dtype=np.uint8)
SUN = np.array([0.3, 0.2, -1.0]) / np.linalg.norm([0.3, 0.2, -1.0])
GROUPS = np.array([1, 1, 1, 0, 0, 0], dtype=np.uint8)
"""What can be seen: collision shapes (group 3) cannot, nor what is hidden."""
HIDDEN_GROUP = 5


class Camera(Protocol):
    """Something that turns a simulation state into a picture."""

    def take(self, data: mujoco.MjData) -> CameraFrame:
        """The picture at this instant."""
        ...

    def colours(self, data: mujoco.MjData) -> NDArray[np.uint8]:
        """Its colours alone, (height, width, 3)."""
        ...

    def close(self) -> None:
        """Free what the camera holds."""
        ...


def make_camera(model: mujoco.MjModel, name: str, by: str = "auto") -> Camera:
    """The camera called `name`, drawn by `gl`, `rays`, or `auto`: gl where it works."""
    if by not in WAYS:
        raise unknown("way to draw", by, WAYS)
    if by == "rays":
        return RayCamera(model, name)
    problem = gl_problem()
    if problem is None:
        return GlCamera(model, name)
    if by == "gl":
        raise OlympianError(f"OpenGL does not work here: {problem}; or draw by rays")
    warnings.warn(f"drawing by rays, which is slower: {problem}", stacklevel=2)
    return RayCamera(model, name)


class Housing:
    """The shapes a camera is built into: while drawing, they move to a group nobody sees."""

    def __init__(self, model: mujoco.MjModel, name: str) -> None:
        weld = model.body_weldid[model.cam_bodyid[model.cam(name).id]]
        self._model = model
        self._geoms = np.flatnonzero(model.body_weldid[model.geom_bodyid] == weld)
        self._groups = model.geom_group[self._geoms].copy()

    def __enter__(self) -> None:
        self._model.geom_group[self._geoms] = HIDDEN_GROUP

    def __exit__(self, *_: object) -> None:
        self._model.geom_group[self._geoms] = self._groups


def _resolution(model: mujoco.MjModel, name: str) -> tuple[int, int]:
    width, height = model.cam_resolution[model.cam(name).id]
    return int(width), int(height)


class Frustum:
    """What a camera cannot have in its picture: OpenGL would be sent it all the same."""

    def __init__(self, model: mujoco.MjModel, name: str) -> None:
        width, height = _resolution(model, name)
        self._model, self._id = model, model.cam(name).id
        up = np.tan(np.radians(float(model.cam_fovy[self._id])) / 2)
        self._slopes = np.array([up * width / height, up])
        self._lengths = np.hypot(1.0, self._slopes)

    def beyond(self, data: mujoco.MjData) -> NDArray[np.bool_]:
        """(geoms,) Is the ball round this shape wholly outside? Planes have none and never are."""
        R_world_camera = data.cam_xmat[self._id].reshape(3, 3)
        centres = (data.geom_xpos - data.cam_xpos[self._id]) @ R_world_camera
        radius, ahead = self._model.geom_rbound, -centres[:, 2]
        aside = (np.abs(centres[:, :2]) - ahead[:, None] * self._slopes) / self._lengths
        return (radius > 0.0) & ((ahead < -radius) | (aside > radius[:, None]).any(axis=1))


class GlCamera:
    """Rasterised RGB and depth.

    Without shadows and reflections drawing is seven times as fast, and with one sample for each
    pixel again three times.
    """

    def __init__(self, model: mujoco.MjModel, name: str) -> None:
        width, height = _resolution(model, name)
        self._name = name
        self._housing, self._frustum = Housing(model, name), Frustum(model, name)
        self._model = model
        samples, model.vis.quality.offsamples = model.vis.quality.offsamples, 0
        self._renderer = mujoco.Renderer(model, height, width)
        model.vis.quality.offsamples = samples
        self._option = mujoco.MjvOption()
        self._option.geomgroup[:] = GROUPS
        for flag in (mujoco.mjtRndFlag.mjRND_SHADOW, mujoco.mjtRndFlag.mjRND_REFLECTION):
            self._renderer.scene.flags[flag] = False

    def take(self, data: mujoco.MjData) -> CameraFrame:
        """RGB and depth in two passes over one scene."""
        rgb = self.colours(data)
        self._renderer.enable_depth_rendering()
        depth = self._renderer.render().astype(np.float64)
        self._renderer.disable_depth_rendering()
        depth[depth > FAR] = np.inf
        return CameraFrame(rgb, depth)

    def colours(self, data: mujoco.MjData) -> NDArray[np.uint8]:
        """RGB in one pass."""
        groups = self._model.geom_group
        with self._housing:
            beyond = np.flatnonzero(self._frustum.beyond(data))
            kept = groups[beyond]
            groups[beyond] = HIDDEN_GROUP
            self._renderer.update_scene(data, self._name, self._option)
            groups[beyond] = kept
        return self._renderer.render()

    def close(self) -> None:
        """Free the OpenGL context."""
        self._renderer.close()


class RayCamera:
    """One ray per pixel against the visible shapes; needs no graphics library at all."""

    def __init__(self, model: mujoco.MjModel, name: str) -> None:
        self._model = model
        self._housing = Housing(model, name)
        self._id = model.cam(name).id
        self._width, self._height = _resolution(model, name)
        focal = self._height / 2 / np.tan(np.radians(model.cam(name).fovy[0]) / 2)
        u = np.arange(self._width) + 0.5 - self._width / 2
        v = self._height / 2 - np.arange(self._height) - 0.5
        across, up = np.meshgrid(u / focal, v / focal)
        rays = np.stack([across, up, -np.ones_like(up)], axis=-1).reshape(-1, 3)
        self._lengths = np.linalg.norm(rays, axis=1)
        self._rays_in_camera = rays / self._lengths[:, None]

    def take(self, data: mujoco.MjData) -> CameraFrame:
        """Nearest surface along every ray, lit by one sun."""
        count = len(self._rays_in_camera)
        rays = self._rays_in_camera @ data.cam_xmat[self._id].reshape(3, 3).T
        geoms = np.full(count, -1, dtype=np.int32)
        distances = np.full(count, -1.0)
        normals = np.zeros((count, 3))
        with self._housing:
            mujoco.mj_multiRay(
                self._model,
                data,
                data.cam_xpos[self._id],
                np.ascontiguousarray(rays.reshape(-1)),
                GROUPS,
                1,
                -1,
                geoms,
                distances,
                normals.reshape(-1),
                count,
                FAR,
            )
        depth = np.where(geoms >= 0, distances / self._lengths, np.inf)
        shape = (self._height, self._width)
        return CameraFrame(self._shade(geoms, normals).reshape(*shape, 3), depth.reshape(shape))

    def colours(self, data: mujoco.MjData) -> NDArray[np.uint8]:
        """Each ray finds colour and distance at once."""
        return self.take(data).rgb

    def _shade(self, geoms: NDArray[np.int32], normals: Vec) -> NDArray[np.uint8]:
        light = 0.55 + 0.45 * np.maximum(0.0, -normals @ SUN)
        colours = self._model.geom_rgba[geoms, :3] * light[:, None]
        rgb = np.clip(colours * 255, 0, 255).astype(np.uint8)
        rgb[geoms < 0] = SKY
        return rgb

    def close(self) -> None:
        """Nothing is held."""
