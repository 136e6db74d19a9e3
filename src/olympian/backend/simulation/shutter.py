"""When a robot's camera exposes, and when its pictures arrive: drawn meanwhile, beside the loop."""

from collections import deque
from typing import NamedTuple

import mujoco
import numpy as np

from olympian.backend.simulation.camera import make_camera
from olympian.backend.simulation.exposure import CameraMotion, Exposure, wandering
from olympian.backend.simulation.options import CameraOptions
from olympian.beside import Bytes, Helper, Lying
from olympian.geometry import Vec
from olympian.records import CameraFrame

__all__ = ["Shutter"]

SOON = 1e-9
"""Seconds of rounding."""
MORE_NOISE = 1 << 16
"""Values of noise beyond a picture's own: so many pictures begin at different ones."""


class _UnderWay(NamedTuple):
    t: float
    lies: Lying
    ticket: int


class Shutter:
    """Exposes at the camera's own rate, and hands over each picture after its delay.

    Only posture and motion are taken at the exposure; who asks for a picture that is not yet drawn
    waits for it. Hence the same run has the same pictures at the same ticks, however slow the
    drawing.
    """

    def __init__(
        self, model: mujoco.MjModel, name: str, options: CameraOptions, lane: int = 0
    ) -> None:
        """Args:
        name: of the camera in the model.
        lane: of the process that draws.
        """
        width, height = (int(pixels) for pixels in model.cam_resolution[model.cam(name).id])
        self._options, self._shape = options, (height, width, 3)
        self._count = int(options.delay * options.rate) + 2
        size = self._size = height * width * 3
        shared = self._count * size
        self._helper = Helper(_Darkroom, model, name, options, shared=shared, lane=lane)
        self._under_way: deque[_UnderWay] = deque()
        self._lying: deque[Lying] = deque()
        """What is in the memory now, the oldest first."""
        self.reset((0, 0))

    def reset(self, seed: tuple[int, int]) -> None:
        """Nothing was exposed, the first picture is due; `seed` is that of the noise."""
        self._seed = seed
        for exposure in self._under_way:
            self._helper.forget(exposure.ticket)
        for lies in self._lying:
            lies.gone = True
        self._under_way.clear()
        self._lying.clear()
        self._exposed = 0

    def step(self, t: float, qpos: Vec, qvel: Vec) -> CameraFrame | None:
        """The picture that arrives at this tick, if one does."""
        arrived = self._arrived(t)
        if t >= self._exposed / self._options.rate - SOON:
            lies = self._next()
            seed = (*self._seed, self._exposed)
            ticket = self._helper.ask(lies.region, t, qpos.copy(), qvel.copy(), seed)
            self._under_way.append(_UnderWay(t, lies, ticket))
            self._exposed += 1
        return self._arrived(t) if arrived is None else arrived

    def close(self) -> None:
        """No more pictures."""
        self.reset(self._seed)
        self._helper.close()

    def _arrived(self, t: float) -> CameraFrame | None:
        if not self._under_way or t < self._under_way[0].t + self._options.delay - SOON:
            return None
        exposure = self._under_way.popleft()
        self._helper.answer(exposure.ticket)
        _, start, end = exposure.lies.region
        rgb = self._helper.memory[start:end].reshape(self._shape).copy()
        rgb.flags.writeable = False
        return CameraFrame(rgb, t=exposure.t, beside=exposure.lies)

    def _next(self) -> Lying:
        """Where the next picture is drawn; what was there is gone."""
        if len(self._lying) == self._count:
            self._lying.popleft().gone = True
        start = self._exposed % self._count * self._size
        lies = self._helper.lying(self._helper.region(start, start + self._size))
        self._lying.append(lies)
        return lies


class _Darkroom:
    """Draws pictures in the other process, on a world of its own."""

    def __init__(self, model: mujoco.MjModel, name: str, options: CameraOptions) -> None:
        self._model, self._data = model, mujoco.MjData(model)
        self._camera = make_camera(model, name, options.by)
        width, height = model.cam_resolution[model.cam(name).id]
        self._size = int(width) * int(height) * 3
        self._id = model.cam(name).id
        self._effects = options.effects
        self._exposure = options.effects and Exposure(model, name, options.effects)
        white = np.random.default_rng(0).standard_normal(self._size + MORE_NOISE, np.float32)
        self._noise = np.rint(options.noise * white).astype(np.int16)

    def __call__(
        self, picture: Bytes, t: float, qpos: Vec, qvel: Vec, seed: tuple[int, ...]
    ) -> None:
        model, data = self._model, self._data
        data.qpos[:] = qpos
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)  # lights follow it
        mujoco.mj_camlight(model, data)
        colours = self._camera.colours(data)
        if self._exposure is not None:
            motion = CameraMotion.of(model, data, self._id, qvel)
            colours = self._exposure(colours, motion, wandering(self._effects, t, seed[:-1]), seed)
        begin = int(np.random.default_rng(seed).integers(MORE_NOISE))
        noisy = self._noise[begin : begin + self._size] + colours.reshape(-1)
        np.clip(noisy, 0, 255, out=noisy)
        picture[:] = noisy

    def close(self) -> None:
        self._camera.close()
