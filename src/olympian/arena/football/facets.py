"""Into how many pieces flat shapes are cut for drawing."""

import mujoco
import numpy as np

__all__ = ["coarsen"]

WHOLE_M = 100.0
"""Metres between the grid lines of a floor: more than any floor is long."""


def coarsen(model: mujoco.MjModel) -> None:
    """Draw a box as twelve triangles and a floor as two, before the first picture is taken.

    OpenGL lights corners and mixes what lies between them. Finer pieces only help lamps that shine
    from near: under even light they change one pixel in 1600 by one level of 255, and a floor of
    40 000 pieces is two fifths of all drawing.
    """
    model.vis.quality.numquads = 1
    floors = np.flatnonzero(model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE)
    model.geom_size[floors, 2] = WHOLE_M
