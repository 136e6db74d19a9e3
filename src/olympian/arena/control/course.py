"""A room with obstacles and five places to go to, drawn from a seed."""

from dataclasses import dataclass
from math import hypot, pi

import numpy as np

from olympian.decision.navigate import Goal, Obstacle, ObstacleMap, obstacles_of
from olympian.world import World, course

GOALS = 5
FREE = 0.4
"""Metres from a goal to the nearest thing, at least."""
FAR = 1.0
"""Metres from one goal to the next, at least."""


@dataclass(frozen=True, eq=False)
class DriveCourse:
    """What a driver is told: the things in the room, and where to go, in this order."""

    world: World
    obstacles: tuple[Obstacle, ...]
    goals: tuple[Goal, ...]

    @property
    def room(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1."""
        assert self.world.room is not None, "a course has walls"
        return self.world.room

    @staticmethod
    def of(seed: int, friction: float) -> "DriveCourse":
        """The same seed gives the same room and goals."""
        world = course(seed=seed, friction=friction)
        obstacles = obstacles_of(world)
        assert world.room is not None, "a course has walls"
        x0, y0, x1, y1 = world.room
        scene = ObstacleMap(obstacles, world.room)
        chance = np.random.default_rng([seed, 17])
        goals, last = list[Goal](), (0.0, 0.0)
        while len(goals) < GOALS:
            x, y = float(chance.uniform(x0, x1)), float(chance.uniform(y0, y1))
            if scene.clearance(x, y) >= FREE and hypot(x - last[0], y - last[1]) >= FAR:
                goals.append(Goal(x, y, float(chance.uniform(-pi, pi))))
                last = (x, y)
        return DriveCourse(world, obstacles, tuple(goals))
