"""Does it cry wolf? Random driving, and every alarm compared with a twin that did not heed it."""

from dataclasses import dataclass
from math import atan2, inf

import msgspec
import numpy as np

from olympian.arena.falls.drop import SHOVE_S
from olympian.arena.falls.faller import Guarded
from olympian.arena.walking import RandomDrive, WalkConditions
from olympian.backend import FallWatch, Simulation
from olympian.robot import Robot
from olympian.world import flat

STAND = 1.0
"""Seconds of standing before the first command."""
EVERY = (3.0, 6.0)
"""Seconds between two shoves."""
TOPPLED = 2.0
"""Seconds after an alarm within which the twin must be down, or the alarm was false. A body that
cannot be caught is down within one; a walk that stumbles has by then found its feet or not."""


class Alarm(msgspec.Struct, frozen=True):
    """One time that the module took the robot to be falling; seconds from the start."""

    at: float
    twin_down_at: float | None
    """When the twin, the same robot without protection from the alarm on, was down."""

    @property
    def false(self) -> bool:
        """Would it have stayed up?"""
        return self.twin_down_at is None or self.twin_down_at > self.at + TOPPLED


class Calm(msgspec.Struct, frozen=True):
    """What came of one drive."""

    seconds: float
    shoves: int
    alarms: tuple[Alarm, ...]
    fell_at: float | None

    @property
    def false_alarms(self) -> int:
        """Alarms without which it would not have gone down."""
        return sum(alarm.false for alarm in self.alarms)


def drive_and_listen(
    robot: Robot, seed: int, seconds: float, hardest: float, walk: str | None = None
) -> Calm:
    """Drives under the module until the time is over or the robot is down.

    Args:
        hardest: N s of the hardest shove; each is of random strength and direction.
        walk: by name or file; None for the best.
    """
    run = _Run(robot, seed, seconds, hardest, walk)
    run.until(STAND + seconds)
    run.simulation.close()
    alarms = []
    for at in run.faller.alarms:
        twin = _Run(robot, seed, seconds, hardest, walk, at)
        twin.until(at + TOPPLED)
        twin.simulation.close()
        alarms.append(Alarm(at, twin.down_at))
    return Calm(run.simulation.t - STAND, run.bully.shoves, tuple(alarms), run.down_at)


class _Run:
    """One drive; the same seed gives the same, up to where its robot is no longer protected."""

    def __init__(
        self,
        robot: Robot,
        seed: int,
        seconds: float,
        hardest: float,
        walk: str | None,
        bare_from: float = inf,
    ) -> None:
        conditions = WalkConditions.of(seed, robot)
        self.simulation = Simulation(
            robot, flat(conditions.friction), seed, specimens=[conditions.specimen]
        )
        self.faller = Guarded(self.simulation.actors[0], bare_from, walk)
        self.bully = _Bully(self.simulation, robot, np.random.default_rng([seed, 8]), hardest)
        self.down_at: float | None = None
        self._watch = FallWatch(self.simulation)
        self._drive = RandomDrive.of(seed, self.faller.humanoid.machine.top_speed, seconds)

    def until(self, t: float) -> None:
        """Go on to `t`, or until it is down."""
        while self.simulation.t < t and self.down_at is None:
            if self.simulation.t >= STAND:
                self.faller.command(self._drive(self.simulation.t - STAND))
                self.bully.step()
            self.faller.tick()
            if self._watch.step():
                self.down_at = self.simulation.t


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
