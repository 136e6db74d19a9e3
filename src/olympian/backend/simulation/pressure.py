"""Foot pressure: the ground's push on each sole, shared by four load cells."""

import mujoco
import numpy as np

from olympian.geometry import Vec
from olympian.robot import Foot

__all__ = ["SolePressure"]


class SolePressure:
    """A rigid sole resting on four load cells at the corners of a rectangle.

    Each contact's force normal to the sole is split bilinearly between the corners: the cells then
    carry exactly the force and the two tipping moments of the contacts between them.
    """

    def __init__(self, model: mujoco.MjModel, foot: Foot, body_prefix: str) -> None:
        self._model = model
        self._body = model.body(body_prefix + foot.link).id
        weld = model.body_weldid[self._body]
        self._is_sole = (model.body_weldid[model.geom_bodyid] == weld) & (model.geom_contype > 0)
        front_left, front_right, back_left, back_right = foot.pressure
        self._back = float(np.mean([back_left[0], back_right[0]]))
        self._length = max(float(np.mean([front_left[0], front_right[0]]) - self._back), 1e-6)
        self._right = float(np.mean([front_right[1], back_right[1]]))
        self._width = max(float(np.mean([front_left[1], back_left[1]]) - self._right), 1e-6)
        self._force = np.zeros(6)

    def read(self, data: mujoco.MjData) -> Vec:
        """Newtons on front left, front right, back left, back right."""
        cells = np.zeros(4)
        R_world_sole = data.xmat[self._body].reshape(3, 3)
        origin = data.xpos[self._body]
        contact = data.contact
        for index in range(data.ncon):
            first, second = contact.geom[index]
            if self._is_sole[first] == self._is_sole[second]:
                continue
            mujoco.mj_contactForce(self._model, data, index, self._force)
            force_in_world = contact.frame[index].reshape(3, 3).T @ self._force[:3]
            upwards = float(R_world_sole[:, 2] @ force_in_world)
            if self._is_sole[first]:
                upwards = -upwards
            x, y, _ = R_world_sole.T @ (contact.pos[index] - origin)
            cells += upwards * self._shares(x, y)
        return np.maximum(cells, 0.0)

    def _shares(self, x: float, y: float) -> Vec:
        front = min(max((x - self._back) / self._length, 0.0), 1.0)
        left = min(max((y - self._right) / self._width, 0.0), 1.0)
        return np.array(
            [front * left, front * (1 - left), (1 - front) * left, (1 - front) * (1 - left)]
        )
