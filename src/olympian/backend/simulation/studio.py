"""Pictures of a simulation from outside, for people: documents, clips, debugging."""

from collections.abc import Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend.simulation.camera import GROUPS
from olympian.backend.simulation.simulation import Simulation
from olympian.errors import OlympianError
from olympian.graphics import gl_problem

__all__ = ["Studio"]


class Studio:
    """A free camera around a simulation; needs OpenGL."""

    def __init__(self, simulation: Simulation, width: int = 1280, height: int = 720) -> None:
        if problem := gl_problem():
            raise OlympianError(f"no pictures without OpenGL: {problem}")
        self._simulation = simulation
        self._renderer = mujoco.Renderer(simulation.model, height, width)
        self._option = mujoco.MjvOption()
        self._option.geomgroup[:] = GROUPS

    def shoot(
        self,
        look_at: Sequence[float],
        distance: float,
        azimuth_deg: float = 215.0,
        elevation_deg: float = -12.0,
    ) -> NDArray[np.uint8]:
        """RGB (height, width, 3) of the present state.

        Args:
            look_at: world point in the middle of the picture.
            azimuth_deg: direction of view; 180 looks a robot at its start in the face.
            elevation_deg: negative looks down.
        """
        camera = mujoco.MjvCamera()
        camera.lookat[:] = look_at
        camera.distance, camera.azimuth, camera.elevation = distance, azimuth_deg, elevation_deg
        self._renderer.update_scene(self._simulation.data, camera, self._option)
        return self._renderer.render().copy()

    def close(self) -> None:
        """Free the OpenGL context."""
        self._renderer.close()
