"""What happens to a picture between the light and the numbers: blur, glass, light, sensor."""

from dataclasses import dataclass
from math import ceil, hypot, sqrt

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend.simulation.options import CameraEffects
from olympian.compiled import bare, compiled, piece
from olympian.geometry import Vec3

__all__ = ["CameraMotion", "Exposure", "expose", "wandering"]

GAMMA = 2.2
"""Drawn colours are meant for a screen; light adds up before this power is taken."""
SHADES = 4096
"""Levels of light that are told apart."""
MOST = 12
"""Points of a trace that are added up."""
NEAR = 0.15
"""Metres; nothing is seen nearer than this."""
OVERTONES = (1.0, 2.7, 6.1)
"""How much faster the parts of a wandering are than its slowest one."""
R_CAMERA_GL = np.diag([1.0, -1.0, -1.0])
"""OpenGL's camera (y up, z back) in camera axes (y down, z ahead)."""
Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class CameraMotion:
    """How a camera moves over the ground, in its own axes: x right, y down, z ahead."""

    linear: Vec3
    """m/s"""
    angular: Vec3
    """rad/s"""
    down: Vec3
    """Unit vector of gravity."""
    height: float
    """Metres over the ground."""

    @staticmethod
    def of(
        model: mujoco.MjModel, data: mujoco.MjData, camera: int, qvel: NDArray[np.float64]
    ) -> "CameraMotion":
        """Of a camera in a state whose positions are computed.

        Args: camera: its number in the model.
        """
        data.qvel[:] = qvel
        mujoco.mj_comVel(model, data)
        body, six = model.cam_bodyid[camera], np.zeros(6)
        mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, body, six, 0)
        R_camera_world = R_CAMERA_GL @ data.cam_xmat[camera].reshape(3, 3).T
        arm = data.cam_xpos[camera] - data.xpos[body]
        linear = six[3:] + np.cross(six[:3], arm)
        return CameraMotion(
            R_camera_world @ linear,
            R_camera_world @ six[:3],
            R_camera_world @ np.array([0.0, 0.0, -1.0]),
            float(data.cam_xpos[camera][2]),
        )


def wandering(effects: CameraEffects | None, t: float, seed: tuple[int, ...]) -> Vec3:
    """Gains of red, green and blue at a time: light and white balance wander without a jump."""
    if effects is None:
        return np.ones(3)
    phases = np.random.default_rng((*seed, 7)).uniform(0.0, 2.0 * np.pi, (2, len(OVERTONES)))
    turns = 2.0 * np.pi * t / effects.period * np.array(OVERTONES)
    light, warm = np.sqrt(2.0 / len(OVERTONES)) * np.sin(turns + phases).sum(axis=1)
    balance = warm * effects.warmth * np.array([1.0, 0.0, -1.0])
    return np.exp(light * effects.brightness + balance)


class Exposure:
    """Makes of a drawn picture what a camera's sensor would have; owns the memory it needs."""

    def __init__(self, model: mujoco.MjModel, name: str, effects: CameraEffects) -> None:
        """Args: name: of the camera in the model."""
        width, height = (int(pixels) for pixels in model.cam_resolution[model.cam(name).id])
        self._effects = effects
        self._focal = height / 2 / np.tan(np.radians(model.cam(name).fovy[0]) / 2)
        self._light = np.zeros((2, height, width, 3), dtype=np.float32)
        self._out = np.empty((height, width, 3), dtype=np.uint8)
        self._bright = (np.linspace(0.0, 1.0, 256) ** GAMMA).astype(np.float32)
        self._shown = 255.0 * np.linspace(0.0, 1.0, SHADES) ** (1.0 / GAMMA)
        self._shown = np.rint(self._shown).astype(np.uint8)
        self._grain = np.random.default_rng(0).standard_normal(1 << 16).astype(np.float32)

    def __call__(
        self, drawn: Picture, motion: CameraMotion, gains: Vec3, seed: tuple[int, ...]
    ) -> Picture:
        """The picture; it is used again by the next call."""
        effects = self._effects
        begin = int(np.random.default_rng((*seed, 1)).integers(len(self._grain)))
        moves = np.concatenate([motion.linear, motion.angular, motion.down, [motion.height]])
        rule = (
            self._focal, effects.exposure, effects.readout, effects.defocus_px**2 / 2,
            effects.shot_noise, effects.vignette,
        )  # fmt: skip
        tables = (self._bright, self._shown, self._grain)
        expose(drawn, moves, np.array(rule), gains, tables, begin, self._light, self._out)
        return self._out


@compiled
def expose(drawn, moves, rule, gains, tables, begin, light, out):
    """Fills `out` with what a camera would deliver of `drawn`.

    Args:
        moves: (10,) m/s, rad/s, down, height: see `CameraMotion`.
        rule: focal length, exposure, readout, half the square of the defocus, shot noise, vignette.
        tables: light of a byte, byte of a light, values of noise.
        begin: at the noise.
        light: (2, rows, columns, 3) room.
    """
    _, _, _, side, _, _ = rule
    unsharp(drawn, tables[0], side, light)
    for y in range(drawn.shape[0]):
        _expose_row(y, moves, rule, gains, tables, begin + 7919 * y, light[1], out)


@bare
def unsharp(drawn, bright, side, light):
    """Fills `light[1]`: the light of a picture, of which neighbours get a share `side` each."""
    rows, columns = drawn.shape[0], drawn.shape[1]
    for y in range(rows):
        for x in range(columns):
            before, after = max(x - 1, 0), min(x + 1, columns - 1)
            for c in range(3):
                here = bright[drawn[y, x, c]]
                beside = bright[drawn[y, before, c]] + bright[drawn[y, after, c]]
                light[0, y, x, c] = here + side * (beside - 2.0 * here)
    for y in range(rows):
        above, below = max(y - 1, 0), min(y + 1, rows - 1)
        for x in range(columns):
            for c in range(3):
                here = light[0, y, x, c]
                beside = light[0, above, x, c] + light[0, below, x, c]
                light[1, y, x, c] = here + side * (beside - 2.0 * here)


@piece
def flow(x, y, moves):
    """By how much what is seen at (x, y, 1) moves in the picture in a second, in focal lengths.

    What lies below the horizon is on the ground, and what lies above it far away.
    """
    fall = moves[6] * x + moves[7] * y + moves[8]
    near = min(max(fall, 0.0) / max(moves[9], NEAR), 1.0 / NEAR)
    across = -(near * moves[0] + moves[4] - moves[5] * y)
    down = -(near * moves[1] + moves[5] * x - moves[3])
    ahead = -(near * moves[2] + moves[3] * y - moves[4] * x)
    return across - x * ahead, down - y * ahead


@bare
def _expose_row(y, moves, rule, gains, tables, grain, light, out):
    focal, exposure, readout, _, shot, vignette = rule
    _, shown, noise = tables
    rows, columns = light.shape[0], light.shape[1]
    late = readout * (y / max(rows - 1, 1) - 0.5)
    v = (y - 0.5 * (rows - 1)) / focal
    corner = 4.0 * focal * focal / (rows * rows + columns * columns)
    for x in range(columns):
        u = (x - 0.5 * (columns - 1)) / focal
        du, dv = flow(u, v, moves)
        du, dv = focal * du, focal * dv
        count = min(max(ceil(hypot(du, dv) * exposure), 1), MOST)
        gain = (1.0 - vignette * corner * (u * u + v * v)) / count
        red, green, blue = 0.0, 0.0, 0.0
        for k in range(count):
            tau = late + exposure * ((k + 0.5) / count - 0.5)
            at_x = min(max(int(x - du * tau + 0.5), 0), columns - 1)
            at_y = min(max(int(y - dv * tau + 0.5), 0), rows - 1)
            red += light[at_y, at_x, 0]
            green += light[at_y, at_x, 1]
            blue += light[at_y, at_x, 2]
        grain += 3
        out[y, x, 0] = _shade(red * gain * gains[0], shot, noise, grain, shown)
        out[y, x, 1] = _shade(green * gain * gains[1], shot, noise, grain + 1, shown)
        out[y, x, 2] = _shade(blue * gain * gains[2], shot, noise, grain + 2, shown)


@piece
def _shade(light, shot, noise, grain, shown):
    """The byte of so much light, of which a part is chance."""
    light += shot * sqrt(max(light, 0.0)) * noise[grain % len(noise)]
    return shown[min(max(int(light * (len(shown) - 1) + 0.5), 0), len(shown) - 1)]
