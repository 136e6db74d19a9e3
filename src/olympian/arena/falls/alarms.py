"""Does it cry wolf? Random driving with shoves that the walk survives, and every alarm counted."""

from dataclasses import dataclass
from math import atan2

import msgspec
import numpy as np

from olympian.arena.falls.faller import FallerFactory, heedless
from olympian.arena.falls.shove import SHOVE_S
from olympian.arena.walking.conditions import WalkConditions
from olympian.arena.walking.drive import RandomDrive
from olympian.backend import FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.loop import Loop
from olympian.motion.walk import read_walk
from olympian.robot import Robot
from olympian.world.catalogue import flat

__all__ = ["Calm", "drive_and_listen"]

STAND = 1.0
"""Seconds of standing before the first command."""
EVERY = (3.0, 6.0)
"""Seconds between two shoves."""


class Calm(msgspec.Struct, frozen=True):
    """What came of one drive."""

    seconds: float
    shoves: int
    alarm_at: float | None
    """Of the first alarm, seconds from the start."""
    fell_at: float | None

    @property
    def false_alarm(self) -> bool:
        """Was there an alarm, and no fall within a second after it?"""
        if self.alarm_at is None:
            return False
        return self.fell_at is None or self.fell_at > self.alarm_at + 1.0


def drive_and_listen(
    robot: Robot, seed: int, seconds: float, hardest: float, factory: FallerFactory = heedless
) -> Calm:
    """Drives until the time is over or the robot is down.

    Args: hardest: N s of the hardest shove; each is of random strength and direction.
    """
    conditions = WalkConditions.of(seed, robot)
    simulation = Simulation(robot, flat(conditions.friction), seed, specimens=[conditions.specimen])
    faller = factory(simulation.actors[0])
    loop, watch = Loop(simulation.actors[0], faller, STRICT), FallWatch(simulation)
    drive = RandomDrive.of(seed, read_walk(robot), seconds)
    bully = _Bully(simulation, robot, np.random.default_rng([seed, 8]), hardest)
    loop.run(STAND)
    while simulation.t < STAND + seconds and not watch.fell:
        faller.command(drive(simulation.t - STAND))
        bully.step()
        loop.tick()
        watch.step()
    fell_at = simulation.t if watch.fell else None
    return Calm(simulation.t - STAND, bully.shoves, faller.noticed_at, fell_at)


@dataclass
class _Bully:
    """Shoves the robot now and then."""

    simulation: Simulation
    robot: Robot
    chance: np.random.Generator
    hardest: float
    shoves: int = 0
    _next: float = STAND + EVERY[0]

    def step(self) -> None:
        """Shove, if it is time."""
        if self.simulation.t < self._next or self.hardest <= 0.0:
            return
        self._next += self.chance.uniform(*EVERY)
        self.shoves += 1
        ahead = self.simulation.true_pose(self.robot.torso)[:2, 0]
        angle = atan2(ahead[1], ahead[0]) + self.chance.uniform(-np.pi, np.pi)
        newtons = self.chance.uniform(0.3, 1.0) * self.hardest / SHOVE_S
        force = newtons * np.array([np.cos(angle), np.sin(angle), 0.0])
        self.simulation.push(force, SHOVE_S)
