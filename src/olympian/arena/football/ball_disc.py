"""The ball in the picture: the disc it would cover, and how much of it is really seen."""

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec, Vec3
from olympian.vision import BallDisc, Thing
from olympian.vision.camera import Lens

__all__ = ["ball_disc", "ball_surface"]

OUTLINE = 96
"""Points on the ball's outline: a circle's area is then right to 0.07 %."""


def ball_disc(
    lens: Lens, centre_in_camera: Vec3, radius: float, things: NDArray[np.uint8]
) -> BallDisc | None:
    """The circle with the middle and the area of the ball's outline; None where nothing is seen.

    A ball away from the middle of the picture shows as an ellipse; the circle is its best likeness.
    """
    seen = int(np.count_nonzero(things == Thing.BALL))
    outline = lens.project(_outline(centre_in_camera, radius), beyond=True)
    if not seen or not np.isfinite(outline).all():
        return None
    x, y = outline[:, 0], outline[:, 1]
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    area = abs(float(cross.sum())) / 2
    middle_x = float(((x + np.roll(x, -1)) * cross).sum() / (3 * cross.sum()))
    middle_y = float(((y + np.roll(y, -1)) * cross).sum() / (3 * cross.sum()))
    return BallDisc(middle_x, middle_y, float(np.sqrt(area / np.pi)), min(1.0, seen / area))


def ball_surface(rays: Vec, centre_in_camera: Vec3, radius: float) -> Vec:
    """Where rays (n, 3) from the camera meet the ball, as directions (n, 3) from its centre.

    Rays that miss by a hair, as those of pixels on the very edge may, count as touching it.
    """
    along = rays @ centre_in_camera
    missed_by = centre_in_camera @ centre_in_camera - along**2
    reach = along - np.sqrt(np.maximum(radius**2 - missed_by, 0.0))
    return reach[:, None] * rays - centre_in_camera


def _outline(centre: Vec3, radius: float) -> Vec:
    """Points (n, 3) where the cone from the camera touches the ball."""
    distance = float(np.linalg.norm(centre))
    ahead = centre / distance
    across = np.cross(ahead, np.eye(3)[int(np.argmin(np.abs(ahead)))])
    across /= np.linalg.norm(across)
    over = np.cross(ahead, across)
    sine = min(radius / distance, 1.0)
    angles = np.linspace(0, 2 * np.pi, OUTLINE, endpoint=False)
    ring = np.cos(angles)[:, None] * across + np.sin(angles)[:, None] * over
    return distance * (1 - sine**2) * ahead + radius * np.sqrt(1 - sine**2) * ring
