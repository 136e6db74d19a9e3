"""The floor a robot is driven on: how far it may go, and what stands in the way."""

from dataclasses import dataclass
from math import hypot

from olympian.decision.navigate.goal import Goal
from olympian.decision.navigate.obstacle import Obstacle
from olympian.decision.navigate.things import obstacles_of
from olympian.errors import OlympianError
from olympian.geometry import Mat4, Place
from olympian.world import World

__all__ = ["Floor", "Room"]

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
