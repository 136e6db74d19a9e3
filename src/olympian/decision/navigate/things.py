"""What stands on the floor of a world, as a navigator is told."""

from math import atan2

import numpy as np

from olympian.decision.navigate.obstacle import Disc, Obstacle, box
from olympian.geometry import Mat4, inverse
from olympian.world import World
from olympian.world.world import Solid, SolidKind

__all__ = ["obstacles_of"]


def obstacles_of(world: World, T_world_frame: Mat4 | None = None) -> tuple[Obstacle, ...]:
    """The things on the floor, seen from above; walls are the room itself.

    Args: T_world_frame: the level frame in which they are wanted; the world's if None.
    """
    T = np.eye(4) if T_world_frame is None else inverse(T_world_frame)
    standing = (solid for solid in world.solids if solid.kind is not SolidKind.PLANE)
    return tuple(_seen(T, solid) for solid in standing if not solid.name.startswith("wall"))


def _seen(T_frame_world: Mat4, solid: Solid) -> Obstacle:
    T = T_frame_world @ solid.T_world_solid
    x, y = float(T[0, 3]), float(T[1, 3])
    if solid.kind is SolidKind.CYLINDER:
        return Disc(x, y, solid.size[0])
    return box(x, y, solid.size[0], solid.size[1], atan2(T[1, 0], T[0, 0]))
