"""A walk from nothing but a robot's size, kept where physics bears it out."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from olympian.arena.walking.tuning import Build, first_walk
from olympian.backend import FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.geometry import inverse
from olympian.humanoid import BareHumanoid
from olympian.motion.walk import DynamicWalk, WalkConfig
from olympian.records import Twist
from olympian.robot import Robot
from olympian.seeds import TUNING
from olympian.world import parse_world

__all__ = ["FirstSteps", "first_steps"]

SECONDS, TRIALS = 10.0, 3
SHARE = 0.6
"""Of the top speeds that the sizes promise: what is asked for in the trials."""
LEAST = 0.3
"""Share of the asked way that has to be covered: less is treading on the spot."""


@dataclass(frozen=True, eq=False)
class FirstSteps:
    """What became of the trials."""

    config: WalkConfig
    """Its limits are what was tried."""
    asked_m: float
    way_m: tuple[float, ...]
    """Ahead, in each trial."""
    fell: int

    @property
    def walks(self) -> bool:
        """Did it stay up and get ahead in every trial?"""
        return self.fell == 0 and min(self.way_m) > LEAST * self.asked_m

    def __str__(self) -> str:
        ways = ", ".join(f"{way:.2f}" for way in self.way_m)
        return (
            f"{SECONDS:g} s ahead from its size alone, untuned: {ways} m of"
            f" {self.asked_m:.2f} m asked, {self.fell} of {len(self.way_m)} fell"
        )


def first_steps(robot: Robot, progress: Callable[[float], None] | None = None) -> FirstSteps:
    """Walk straight ahead with the walk that the robot's sizes suggest."""
    config = first_walk(Build.of(robot))
    limits = ("limits.top_speed.0", "limits.top_speed.1", "limits.top_speed.2")
    config = config.changed({key: round(SHARE * config.value(key), 4) for key in limits})
    speed = config.limits.top_speed[0]
    ways, fell = [], 0
    simulation = Simulation(robot, parse_world("flat"), TUNING.first)
    for number, seed in enumerate(TUNING.take(TRIALS)):
        simulation.reset(seed)
        way, fallen = _trial(robot, config, simulation, speed)
        ways.append(way)
        fell += fallen
        if progress:
            progress((number + 1) / TRIALS)
    return FirstSteps(config, speed * SECONDS, tuple(ways), fell)


def _trial(
    robot: Robot, config: WalkConfig, simulation: Simulation, speed: float
) -> tuple[float, bool]:
    """Metres ahead of where it began, and whether it fell on the way."""
    walk, body = DynamicWalk(robot, config), simulation.actors[0]
    walk.command(Twist(speed, 0.0, 0.0))
    one, watch = BareHumanoid(robot, walk, body, breaker=STRICT), FallWatch(simulation)
    T_start_world = inverse(simulation.true_pose(robot.torso))
    for _ in range(round(SECONDS / body.dt)):
        one.tick()
        if watch.step():
            break
    place = T_start_world @ np.append(simulation.true_pose(robot.torso)[:3, 3], 1.0)
    return float(place[0]), watch.fell
