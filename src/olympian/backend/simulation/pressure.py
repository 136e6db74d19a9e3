"""Foot pressure: the ground's push on each sole, shared by four load cells."""

from collections.abc import Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled
from olympian.geometry import Vec
from olympian.robot import Foot

__all__ = ["FootPressure"]


class FootPressure:
    """Rigid soles, each resting on four load cells at the corners of a rectangle.

    Each contact's force normal to the sole is split bilinearly between the corners: the cells then
    carry exactly the force and the two tipping moments of the contacts between them.
    """

    def __init__(self, model: mujoco.MjModel, feet: Sequence[Foot], body_prefix: str) -> None:
        self._bodies = [model.body(body_prefix + foot.link).id for foot in feet]
        self._is_sole = [_touching(model, body) for body in self._bodies]
        self._plates = [_plate(foot) for foot in feet]

    def read(self, data: mujoco.MjData) -> Vec:
        """(feet, 4) newtons on front left, front right, back left, back right."""
        cells = np.zeros((len(self._bodies), 4))
        contact, force = data.contact, data.efc_force
        touching = (contact.geom, contact.pos, contact.frame, contact.efc_address)
        for index, body in enumerate(self._bodies):
            place = (data.xpos[body], data.xmat[body], self._plates[index])
            _share_contacts(*touching, force, self._is_sole[index], *place, cells[index])
        return cells


def _touching(model: mujoco.MjModel, body: int) -> NDArray[np.bool_]:
    """Per shape of the model: is it part of the sole, and can it touch anything?"""
    welded = model.body_weldid[model.geom_bodyid] == model.body_weldid[body]
    return welded & (model.geom_contype > 0)


def _plate(foot: Foot) -> Vec:
    """Back and right edge of the rectangle between the cells, its length and width."""
    front_left, front_right, back_left, back_right = foot.pressure
    back = (back_left[0] + back_right[0]) / 2
    right = (front_right[1] + back_right[1]) / 2
    length = max((front_left[0] + front_right[0]) / 2 - back, 1e-6)
    width = max((front_left[1] + back_left[1]) / 2 - right, 1e-6)
    return np.array([back, right, length, width])


@compiled
def _share_contacts(geom, pos, frame, address, force, is_sole, origin, R, plate, cells):
    """Add every contact of the sole to the cells.

    The model's friction cones are elliptic: a contact's first three constraint forces are then its
    normal and tangential forces, along the rows of its frame, acting on the second shape.
    """
    back, right, length, width = plate
    for index in range(len(address)):
        first, second = is_sole[geom[index, 0]], is_sole[geom[index, 1]]
        if first == second or address[index] < 0:
            continue
        upwards, x, y = 0.0, 0.0, 0.0
        for axis in range(3):
            along = 0.0
            for row in range(3):
                along += frame[index, 3 * row + axis] * force[address[index] + row]
            upwards += along * R[3 * axis + 2]
            offset = pos[index, axis] - origin[axis]
            x += offset * R[3 * axis]
            y += offset * R[3 * axis + 1]
        if first:
            upwards = -upwards
        front = min(max((x - back) / length, 0.0), 1.0)
        left = min(max((y - right) / width, 0.0), 1.0)
        cells[0] += upwards * front * left
        cells[1] += upwards * front * (1.0 - left)
        cells[2] += upwards * (1.0 - front) * left
        cells[3] += upwards * (1.0 - front) * (1.0 - left)
    for cell in range(4):
        cells[cell] = max(cells[cell], 0.0)
