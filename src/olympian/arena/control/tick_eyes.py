"""What eyes cost the tick: two robots in turn, one with its eyes open, at the pace of the clock."""

import time

import msgspec
import numpy as np

from olympian.arena.control.specimen import specimen
from olympian.arena.control.stopwatch import LOOP, Stopwatch
from olympian.arena.walking import WalkConditions
from olympian.backend import CameraOptions, SimulationOptions
from olympian.humanoid import Humanoid
from olympian.robot import Robot
from olympian.world import parse_world

WORLD = "field"
PACE = 0.5
"""Share of the top speed."""
WARM_UP, TURN, REST = 1.5, 0.5, 0.1
"""Seconds that do not count; that a robot has before it is the other's turn; between turns, in
which pictures that are under way are finished."""


class EyesCost(msgspec.Struct, frozen=True):
    """Microseconds of a whole tick but physics, each robot for as many ticks."""

    ticks: int
    pictures: int
    """That were looked at while ticks were counted."""
    shut_us_median: float
    open_us_median: float
    shut_us_p99: float
    open_us_p99: float
    growth_us_p99: float
    """What open eyes add."""


def measure_eyes(robot: Robot, seconds: float, seed: int) -> EyesCost:
    """Two of the same walk on a field with searching heads, in turn.

    A tick begins when the clock says so, as on a robot: a loop as fast as it can would only
    measure how it waits for its pictures.
    """
    walkers = [_Walker(robot, seed, eyes) for eyes in (False, True)]
    turns = max(round(seconds / TURN), 1)
    for _ in range(turns):
        for walker in walkers:
            walker.walk(TURN)
            time.sleep(REST)
    shut, wide = (1e6 * np.array(walker.times) for walker in walkers)
    ends = [float(np.percentile(times, 99)) for times in (shut, wide)]
    for walker in walkers:
        walker.humanoid.close()
    return EyesCost(
        ticks=len(shut),
        pictures=walkers[1].pictures,
        shut_us_median=round(float(np.median(shut)), 1),
        open_us_median=round(float(np.median(wide)), 1),
        shut_us_p99=round(ends[0], 1),
        open_us_p99=round(ends[1], 1),
        growth_us_p99=round(ends[1] - ends[0], 1),
    )


class _Walker:
    """One of the two."""

    def __init__(self, robot: Robot, seed: int, eyes: bool) -> None:
        options = SimulationOptions(camera=CameraOptions() if eyes else None)
        conditions = WalkConditions.of(seed, robot)
        world = parse_world(WORLD)
        self.humanoid: Humanoid = specimen(robot, world, conditions, options=options, eyes=eyes)
        if self.humanoid.head is not None:
            self.humanoid.look_around()
        self._twist = self.humanoid.machine.top_speed.at(PACE)
        self._watch, self._eyes = Stopwatch(self.humanoid), eyes
        self.pictures = 0
        for _ in range(round(WARM_UP / self.humanoid.body.dt)):
            self._tick()
        self._warm = len(self._watch.times)
        self.pictures = 0

    @property
    def times(self) -> list[float]:
        """Seconds of each tick that counts."""
        return [times[LOOP] for times in self._watch.times[self._warm :]]

    def walk(self, seconds: float) -> None:
        """Go on, one tick at a time."""
        dt = self.humanoid.body.dt
        begin = time.perf_counter()
        for _ in range(round(seconds / dt)):
            time.sleep(max(begin - time.perf_counter(), 0.0))
            begin = max(begin + dt, time.perf_counter())
            self._tick()

    def _tick(self) -> None:
        before = self.humanoid.seen.t if self._eyes else 0.0
        self.humanoid.drive(self._twist)
        self._watch.tick()
        self.pictures += self._eyes and self.humanoid.seen.t != before
