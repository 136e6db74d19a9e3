"""How fast the simulation runs: one, two and four robots, and what a tick costs."""

import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec
import numpy as np

from olympian.backend import FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid
from olympian.motion import Hold
from olympian.robot import load_robot
from olympian.seeds import JUDGING, Seeds
from olympian.world import flat

COUNTS = (1, 2, 4)
WARM_UP_TICKS = 20


class SimRow(msgspec.Struct, frozen=True):
    """One crowd of equal robots standing on flat ground, noise on."""

    robot: str
    robots: int
    seconds: float
    real_time_factor: float
    """Simulated seconds per second of wall clock, everything included."""
    tick_us_min: float
    tick_us_median: float
    tick_us_p95: float
    """One whole tick of all robots: sensors, estimates, goals, limits and physics."""
    physics_us_median: float
    """Of that, servos and MuJoCo."""
    mind_us_median: float
    """Of that, what a real robot's computer would do as well, per robot."""
    fell: int
    seeds: str


def measure(
    robot: str = "fumanoid",
    seconds: float = 5.0,
    seed: int = 0,
    counts: Sequence[int] = COUNTS,
    progress: Callable[[float], None] | None = None,
) -> list[SimRow]:
    """A row per crowd size.

    Args: seed: of the judging seeds; of all noise.
    """
    rows, seeds = [], JUDGING.take(1, seed)
    for index, count in enumerate(counts):
        rows.append(_row(robot, count, seconds, seeds))
        if progress:
            progress((index + 1) / len(counts))
    return rows


def _row(name: str, count: int, seconds: float, seeds: Seeds) -> SimRow:
    robot = load_robot(name)
    simulation = Simulation([robot] * count, flat(), seeds.first)
    crowd = [
        BareHumanoid(robot, Hold(robot.ready), actor, breaker=STRICT) for actor in simulation.actors
    ]
    watches = [FallWatch(simulation, index) for index in range(count)]
    whole, physics = [], []
    for tick in range(WARM_UP_TICKS + round(seconds / simulation.options.tick_dt)):
        spent = _tick(simulation, crowd)
        if tick >= WARM_UP_TICKS:
            whole.append(spent[0])
            physics.append(spent[1])
        for watch in watches:
            watch.step()
    mind = [(all_ - advance) / count for all_, advance in zip(whole, physics, strict=True)]
    return SimRow(
        robot=name,
        robots=count,
        seconds=seconds,
        real_time_factor=round(len(whole) * simulation.options.tick_dt / sum(whole), 2),
        tick_us_min=round(1e6 * min(whole), 1),
        tick_us_median=round(1e6 * median(whole), 1),
        tick_us_p95=round(1e6 * float(np.percentile(whole, 95)), 1),
        physics_us_median=round(1e6 * median(physics), 1),
        mind_us_median=round(1e6 * median(mind), 1),
        fell=sum(watch.fell for watch in watches),
        seeds=str(seeds),
    )


def _tick(simulation: Simulation, crowd: Sequence[BareHumanoid]) -> tuple[float, float]:
    """Seconds of a whole tick, and of its physics, which runs inside the last robot's write."""
    physics = 0.0
    advance = simulation.advance

    def timed() -> None:
        nonlocal physics
        started = time.perf_counter()
        advance()
        physics = time.perf_counter() - started

    vars(simulation)["advance"] = timed
    started = time.perf_counter()
    for one in crowd:
        one.tick()
    whole = time.perf_counter() - started
    del vars(simulation)["advance"]
    return whole, physics
