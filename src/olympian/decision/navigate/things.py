"""What stands on the floor of a world, as a navigator is told."""

from math import atan2

import numpy as np

from olympian.decision.navigate.obstacle import Disc, Obstacle, box
from olympian.geometry import Mat4, inverse
from olympian.world import Solid, SolidKind, World

__all__ = ["obstacles_of"]

STEP = 0.1
"""Metres above the floor up to which a thing is part of it: stairs, mats and tiles are lower."""


def obstacles_of(world: World, T_world_frame: Mat4 | None = None) -> tuple[Obstacle, ...]:
    """The things on the floor, seen from above; walls are the room itself.

    Args: T_world_frame: the level frame in which they are wanted; the world's if None.
    """
    T = np.eye(4) if T_world_frame is None else inverse(T_world_frame)
    inside = [
        solid for solid in world.solids if world.room is None or not solid.name.startswith("wall")
    ]
    return tuple(_seen(T, solid) for solid in inside if _top(T, solid) > STEP)


def _top(T_frame_world: Mat4, solid: Solid) -> float:
    """Metres from the floor to the upper end of an upright solid."""
    if solid.kind is SolidKind.PLANE:
        return 0.0
    height = solid.size[1] if solid.kind is SolidKind.CYLINDER else solid.size[2]
    return float((T_frame_world @ solid.T_world_solid)[2, 3]) + height / 2


def _seen(T_frame_world: Mat4, solid: Solid) -> Obstacle:
    T = T_frame_world @ solid.T_world_solid
    x, y = float(T[0, 3]), float(T[1, 3])
    if solid.kind is SolidKind.CYLINDER:
        return Disc(x, y, solid.size[0])
    return box(x, y, solid.size[0], solid.size[1], atan2(T[1, 0], T[0, 0]))
