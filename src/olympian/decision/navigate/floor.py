"""The floor a robot is driven on: how far it may go, and what stands in the way."""

from dataclasses import dataclass
from math import atan2, hypot

import numpy as np

from olympian.decision.navigate.goal import Goal
from olympian.decision.navigate.obstacle import Disc, Obstacle, box
from olympian.errors import OlympianError
from olympian.geometry import Mat4, Place, inverse
from olympian.world import Solid, SolidKind, World

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


Room = tuple[float, float, float, float]
"""x0, y0, x1, y1; its edges are walls."""
FARTHEST = 10.0
"""Metres to a goal on a floor without end: a plan for more takes longer than a blink."""
AROUND = 1.5
"""Metres beyond robot and goal that a plan on such a floor covers."""


@dataclass(frozen=True, eq=False)
class Floor:
    """What a navigator is told about a world, in the frame the robot drives in."""

    obstacles: tuple[Obstacle, ...] = ()
    walls: Room | None = None
    """None: a floor without end."""

    @staticmethod
    def of(world: World, T_world_place: Mat4 | None = None) -> "Floor":
        """Walls of a room, and all that stands in a world and is too high to step on.

        Args: T_world_place: the frame of the robot's place; None: the world's start.
        """
        T = world.T_world_start if T_world_place is None else T_world_place
        return Floor(obstacles_of(world, T), world.room)

    def room(self, place: Place, goal: Goal) -> Room:
        """The part of the floor on which to plan a way.

        Raises: OlympianError: the goal is too far away.
        """
        if self.walls is not None:
            return self.walls
        away = hypot(goal.x - place.x, goal.y - place.y)
        if away > FARTHEST:
            named = f"goal ({goal.x:.2f}, {goal.y:.2f})"
            raise OlympianError(f"{named} is {away:.1f} m away: at most {FARTHEST:g} m at a time")
        xs, ys = sorted((place.x, goal.x)), sorted((place.y, goal.y))
        return (xs[0] - AROUND, ys[0] - AROUND, xs[1] + AROUND, ys[1] + AROUND)
