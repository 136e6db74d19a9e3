"""How a body on two feet leans without knowing it, by the soles' pressure and the joints."""

from collections.abc import Sequence

import numpy as np

from olympian.geometry import Mat4, Vec, Vec2, Vec3


def lean_on_soles(
    soles: Sequence[Mat4], com: Vec3, pressure: Sequence[Vec], places: Sequence[Vec]
) -> Vec2:
    """(roll, pitch), rad, by which soles are tilted against what the joints say.

    A body at rest has its centre of mass over the middle of pressure. Where the joints put it
    elsewhere, their zeros are off or the floor slopes. No inertial sensor takes part, so none that
    is askew can do harm.

    Args:
        soles: `T_torso_sole` of both, as the joints tell.
        com: in the torso.
        pressure: (4,) N per sole; some weight must be on them.
        places: (4, 2) m of the cells in each sole.
    """
    loads = [float(cells.sum()) for cells in pressure]
    off, height = np.zeros(2), 0.0
    for T, load, cells, spots in zip(soles, loads, pressure, places, strict=True):
        x, y, z = T[:3, :3].T @ (com - T[:3, 3])
        off += load * (cells @ spots / cells.sum() - (x, y)) if load > 0.0 else 0.0
        height += z / 2
    off /= sum(loads)
    return np.array([-off[1], off[0]]) / height
