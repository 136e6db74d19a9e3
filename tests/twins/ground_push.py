"""The plain NumPy twin of `olympian.kinematics.ground_push`."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import GRAVITY, Vec, Vec3
from olympian.kinematics.ground_push import INNER, LIFTED


def ground_push(
    soles: Vec,
    normals: Vec,
    com: Vec3,
    carries: NDArray[np.bool_],
    acceleration: Vec3,
    planned: bool,
) -> tuple[Vec3, Vec, Vec]:
    """Push per kilogram, its shares on the feet, and the points where it acts."""
    up = carries @ normals
    up = up / np.linalg.norm(up)
    pull = GRAVITY * up + acceleration
    shares = shares_of(com, soles, up, pull, carries, planned)
    height = (com - soles) @ up
    start = com - (shares @ height) / (pull @ up) * pull
    return pull, shares, soles + (start - shares @ soles)


def shares_of(
    com: Vec3, soles: Vec, up: Vec3, pull: Vec3, carries: NDArray[np.bool_], planned: bool
) -> Vec:
    if planned and carries.sum() == 1:
        return carries.astype(float)
    if len(soles) != 2:
        return np.full(len(soles), 1.0 / len(soles))
    apart = soles[1] - soles[0]
    height = apart @ up
    level = apart - height * up
    start = com - ((com - soles[0]) @ up) / (pull @ up) * pull
    along = (start - soles[0]) @ level / (level @ level)
    second = np.clip((along - INNER) / (1 - 2 * INNER), 0.0, 1.0)
    if not planned:
        lifted = min(abs(height) / LIFTED, 1.0)
        second += lifted * ((0.0 if height > 0 else 1.0) - second)
    return np.array([1.0 - second, second])
