"""The simulated camera through any lens: colours, and which shape each pixel shows.

OpenGL draws straight pinhole pictures only. Any other lens looks at such pictures: one wide
picture where that is enough, else the six faces of a cube, each pixel taken where its ray goes.
"""

from dataclasses import dataclass
from math import ceil

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend.simulation import Housing
from olympian.backend.simulation.camera import GROUPS
from olympian.errors import OlympianError
from olympian.geometry import Mat3, Mat4, T_from, Vec
from olympian.graphics import gl_problem
from olympian.vision.camera import Lens, Pinhole, all_pixels

WIDE = 1.5
"""Tangent of the angle from the axis up to which one picture is enough: 56°."""
MARGIN = 1.02
"""How much wider than needed pictures are drawn, so that their last pixels have neighbours."""
FINENESS = 1.3
"""Pixels drawn for each pixel of the lens, where it sees finest."""
R_CAMERA_GL = np.diag([1.0, -1.0, -1.0])
"""OpenGL's camera (y up, z back) in camera axes (y down, z ahead)."""
AHEAD = np.eye(3)
GEOM = int(mujoco.mjtObj.mjOBJ_GEOM)
"""As a number: arrays are compared with an enum one value after the other."""
FACES = tuple(
    np.array([right, down, np.cross(right, down)], dtype=float).T
    for right, down in (
        ((1, 0, 0), (0, 1, 0)),
        ((0, 0, -1), (0, 1, 0)),
        ((0, 0, 1), (0, 1, 0)),
        ((1, 0, 0), (0, 0, 1)),
        ((1, 0, 0), (0, 0, -1)),
        ((-1, 0, 0), (0, 1, 0)),
    )
)
"""`R_camera_face` of the six faces: ahead, right, left, up, down, behind."""


@dataclass(frozen=True, eq=False)
class _Face:
    """A straight picture, and the pixels of the lens that are taken from it."""

    R_camera_face: Mat3
    pixels: NDArray[np.intp]
    """Places in the flattened picture of the lens."""
    places: Vec
    """(n, 2) where they lie in the face, pixels."""


class Eye:
    """Draws what a camera of the model would see through a lens."""

    def __init__(self, model: mujoco.MjModel, camera: str, lens: Lens) -> None:
        if problem := gl_problem():
            raise OlympianError(f"no pictures without OpenGL: {problem}")
        self.lens = lens
        self._model = model
        self._camera = model.cam(camera).id
        self._housing = Housing(model, camera)
        self._option = mujoco.MjvOption()
        self._option.geomgroup[:] = GROUPS
        self._straight = _is_plain(lens)
        self._faces, self._half, width, height = _plan(lens, self._straight)
        screen = model.vis.global_
        screen.offwidth = max(screen.offwidth, width)
        screen.offheight = max(screen.offheight, height)
        self._renderer = mujoco.Renderer(model, height, width)
        self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = False

    def T_world_camera(self, data: mujoco.MjData) -> Mat4:  # noqa: N802
        """Where the camera is: x right, y down, z ahead."""
        R_world_gl = data.cam_xmat[self._camera].reshape(3, 3)
        return T_from(data.cam_xpos[self._camera], R=R_world_gl @ R_CAMERA_GL)

    def look(
        self, data: mujoco.MjData, *, shadows: bool = True
    ) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """RGB (H, W, 3), and the number of the shape in each pixel (H, W), −1 for none.

        Shapes are drawn without smoothing: each pixel is the one shape on which its centre falls.
        """
        self._renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = shadows
        R_world_camera = self.T_world_camera(data)[:3, :3]
        kept = data.cam_xmat[self._camera].copy(), self._model.cam_fovy[self._camera]
        rgb = np.zeros((self.lens.height * self.lens.width, 3), dtype=np.uint8)
        geoms = np.full(self.lens.height * self.lens.width, -1, dtype=np.int32)
        self._model.cam_fovy[self._camera] = np.degrees(2 * np.arctan(self._half))
        for face in self._faces:
            R_world_gl = R_world_camera @ face.R_camera_face @ R_CAMERA_GL
            data.cam_xmat[self._camera] = R_world_gl.ravel()
            seen, shapes = self._draw(data)
            self._take(face, seen, shapes, rgb, geoms)
        data.cam_xmat[self._camera], self._model.cam_fovy[self._camera] = kept
        shape = (self.lens.height, self.lens.width)
        return rgb.reshape(*shape, 3), geoms.reshape(shape)

    def shapes(self, data: mujoco.MjData) -> NDArray[np.int32]:
        """The second half of `look` alone, for a straight lens: colours take longer."""
        assert self._straight, "a straight lens needs one picture only"
        kept, half = self._model.cam_fovy[self._camera], self._half
        self._model.cam_fovy[self._camera] = np.degrees(2 * np.arctan(half))
        self._show(data)
        self._model.cam_fovy[self._camera] = kept
        return self._segments()

    def close(self) -> None:
        """Free the OpenGL context."""
        self._renderer.close()

    def _draw(self, data: mujoco.MjData) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        self._show(data)
        rgb = self._renderer.render().copy()
        return rgb, self._segments()

    def _show(self, data: mujoco.MjData) -> None:
        with self._housing:
            self._renderer.update_scene(data, self._camera, self._option)

    def _segments(self) -> NDArray[np.int32]:
        self._renderer.enable_segmentation_rendering()
        pairs = self._renderer.render()
        self._renderer.disable_segmentation_rendering()
        return np.where(pairs[..., 1] == GEOM, pairs[..., 0], -1)

    def _take(
        self,
        face: _Face,
        seen: NDArray[np.uint8],
        shapes: NDArray[np.int32],
        rgb: NDArray[np.uint8],
        geoms: NDArray[np.int32],
    ) -> None:
        if self._straight:
            rgb[:], geoms[:] = seen.reshape(-1, 3), shapes.ravel()
            return
        x, y = face.places[:, 0], face.places[:, 1]
        rgb[face.pixels] = _between(seen, x, y)
        geoms[face.pixels] = shapes[np.rint(y).astype(np.intp), np.rint(x).astype(np.intp)]


def _is_plain(lens: Lens) -> bool:
    """Can OpenGL draw this lens without our help?"""
    if not isinstance(lens, Pinhole) or not lens.straight:
        return False
    middle = ((lens.width - 1) / 2, (lens.height - 1) / 2)
    return lens.focal[0] == lens.focal[1] and lens.centre == middle


def _plan(lens: Lens, straight: bool) -> tuple[tuple[_Face, ...], float, int, int]:
    """The faces to draw, the tangent of half their view from top to bottom, their size."""
    if straight and isinstance(lens, Pinhole):
        whole = _Face(AHEAD, np.arange(0), np.zeros((0, 2)))
        return (whole,), lens.height / 2 / lens.focal[1], lens.width, lens.height
    rays = lens.rays(all_pixels(lens)).reshape(-1, 3)
    sees = np.flatnonzero(np.isfinite(rays[:, 2]))
    ahead = rays[sees]
    fine = FINENESS * max(lens.focal)
    with np.errstate(divide="ignore", invalid="ignore"):
        widest = float(np.max(np.abs(ahead[:, :2]) / ahead[:, 2:]))
    if (ahead[:, 2] > 0).all() and widest < WIDE:
        half = widest * MARGIN
        size = ceil(2 * half * fine)
        return (_face(AHEAD, sees, ahead, half, size),), half, size, size
    size = ceil(2 * MARGIN * fine)
    nearest = np.argmax(np.stack([ahead @ R[:, 2] for R in FACES], axis=1), axis=1)
    faces = tuple(
        _face(R, sees[nearest == index], ahead[nearest == index], MARGIN, size)
        for index, R in enumerate(FACES)
        if (nearest == index).any()
    )
    return faces, MARGIN, size, size


def _face(
    R_camera_face: Mat3, pixels: NDArray[np.intp], rays: Vec, half: float, size: int
) -> _Face:
    in_face = rays @ R_camera_face
    places = (in_face[:, :2] / in_face[:, 2:] / half + 1.0) * size / 2 - 0.5
    return _Face(R_camera_face, pixels, places)


def _between(picture: NDArray[np.uint8], x: Vec, y: Vec) -> NDArray[np.uint8]:
    """Colours at places between pixels, mixed from their four neighbours."""
    left, top = np.floor(x).astype(np.intp), np.floor(y).astype(np.intp)
    left = np.clip(left, 0, picture.shape[1] - 2)
    top = np.clip(top, 0, picture.shape[0] - 2)
    right_share, lower_share = (x - left)[:, None], (y - top)[:, None]
    upper = picture[top, left] * (1 - right_share) + picture[top, left + 1] * right_share
    lower = picture[top + 1, left] * (1 - right_share) + picture[top + 1, left + 1] * right_share
    return np.rint(upper * (1 - lower_share) + lower * lower_share).astype(np.uint8)
