"""Foot pressure: the ground's push on each sole, shared by four load cells."""

from collections.abc import Sequence

import mujoco
import numpy as np
from numpy.typing import NDArray

from olympian.backend.simulation.options import Noise
from olympian.compiled import compiled
from olympian.geometry import Vec, sealed
from olympian.robot import Foot

__all__ = ["PressureSensor", "pressure_plate"]


class PressureSensor:
    """Rigid soles, each resting on four load cells at the corners of a rectangle.

    Each contact's force normal to the sole is split bilinearly between the corners: the cells then
    carry exactly the force and the two tipping moments of the contacts between them.
    """

    def __init__(
        self, model: mujoco.MjModel, prefix: str, feet: Sequence[Foot], noise: Noise
    ) -> None:
        bodies = [model.body(prefix + foot.link).id for foot in feet]
        self._bodies = np.array(bodies, dtype=np.intp)
        self._is_sole = np.array([_touching(model, body) for body in bodies]).reshape(
            -1, model.ngeom
        )
        self._plates = np.array([pressure_plate(foot) for foot in feet]).reshape(-1, 4)
        self._noise = (noise.pressure, noise.pressure_offset)

    def read(self, data: mujoco.MjData, rng: np.random.Generator) -> Vec:
        """(feet, 4) newtons on front left, front right, back left, back right, with noise."""
        contact = data.contact
        touching = (contact.geom, contact.pos, contact.frame, contact.efc_address, data.efc_force)
        white = rng.standard_normal((2, len(self._bodies), 4))
        soles = (self._bodies, self._is_sole, self._plates)
        return sealed(_press(touching, data.xpos, data.xmat, soles, white, self._noise))


def _touching(model: mujoco.MjModel, body: int) -> NDArray[np.bool_]:
    """Per shape of the model: is it part of the sole, and can it touch anything?"""
    welded = model.body_weldid[model.geom_bodyid] == model.body_weldid[body]
    return welded & (model.geom_contype > 0)


def pressure_plate(foot: Foot) -> Vec:
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


@compiled
def _press(touching, places, rotations, soles, white, noise):
    """What the cells of all soles report."""
    geom, pos, frame, address, force = touching
    bodies, is_sole, plates = soles
    cells = np.zeros((len(bodies), 4))
    for foot in range(len(bodies)):
        place, R = places[bodies[foot]], rotations[bodies[foot]]
        _share_contacts(
            geom, pos, frame, address, force, is_sole[foot], place, R, plates[foot], cells[foot]
        )
    for foot in range(len(bodies)):
        for cell in range(4):
            scaled = cells[foot, cell] * (1.0 + noise[0] * white[0, foot, cell])
            cells[foot, cell] = np.maximum(scaled + noise[1] * white[1, foot, cell], 0.0)
    return cells
