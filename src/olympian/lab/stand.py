"""Does it stand? Ready pose, noise on, many seeds."""

from collections.abc import Callable, Sequence

import msgspec

from olympian.backend import FallWatch, Simulation
from olympian.breaker import STRICT
from olympian.humanoid import BareHumanoid
from olympian.motion import Hold
from olympian.robot import load_robot
from olympian.seeds import JUDGING, Seeds
from olympian.statistics import Rate
from olympian.world import parse_world

CASES = (
    *((name, "flat") for name in ("bioloid", "fumanoid", "wolfgang", "atlas")),
    *((name, "ramp:angle_deg=3") for name in ("bioloid", "fumanoid", "wolfgang")),
)
"""All robots on flat ground, the small ones on a ramp."""


class StandRow(msgspec.Struct, frozen=True):
    """One robot on one floor."""

    robot: str
    world: str
    seconds: float
    trials: int
    stood: int
    min_torso_height_m: float
    hottest_c: float
    drift_m: float
    """Largest distance the torso wandered from its start."""
    rates: dict[str, Rate]
    seeds: str


def measure(
    cases: Sequence[tuple[str, str]] = CASES,
    seconds: float = 60.0,
    trials: int = 3,
    seed: int = 0,
    progress: Callable[[float], None] | None = None,
) -> list[StandRow]:
    """A row per (robot, world).

    Args: seed: of the judging seeds, the first; each trial has its own noise.
    """
    rows, seeds = [], JUDGING.take(trials, seed)
    for index, (robot, world) in enumerate(cases):
        rows.append(_row(robot, world, seconds, seeds))
        if progress:
            progress((index + 1) / len(cases))
    return rows


def _row(name: str, world: str, seconds: float, seeds: Seeds) -> StandRow:
    robot = load_robot(name)
    simulation = Simulation(robot, parse_world(world), seeds.first)
    stood, lowest, hottest, drift = 0, float("inf"), 0.0, 0.0
    for seed in seeds:
        simulation.reset(seed)
        body, watch = simulation.actors[0], FallWatch(simulation)
        one = BareHumanoid(robot, Hold(robot.ready), body, breaker=STRICT)
        start = simulation.true_pose(robot.torso)[:3, 3]
        for _ in range(round(seconds / body.dt)):
            state = one.tick()
            hottest = max(hottest, float(state.sensors.temperature_c.max()))
            if watch.step():
                break
        stood += not watch.fell
        lowest = min(lowest, watch.min_torso_height)
        moved = simulation.true_pose(robot.torso)[:3, 3] - start
        drift = max(drift, float((moved @ moved) ** 0.5))
    return StandRow(
        robot=name,
        world=world,
        seconds=seconds,
        trials=seeds.count,
        stood=stood,
        min_torso_height_m=round(lowest, 4),
        hottest_c=hottest,
        drift_m=round(drift, 4),
        rates={"stood": Rate.of(stood, seeds.count)},
        seeds=str(seeds),
    )
