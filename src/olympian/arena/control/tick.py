"""What one tick costs with everything at work: walk, head, teleoperation and the control module."""

from collections.abc import Callable

import msgspec
import numpy as np

from olympian.arena.control.specimen import specimen
from olympian.arena.control.stopwatch import Stopwatch
from olympian.arena.control.tick_eyes import EyesCost, measure_eyes
from olympian.arena.walking.conditions import WalkConditions
from olympian.robot import load_robot
from olympian.seeds import JUDGING
from olympian.world.catalogue import flat

__all__ = ["TickReport", "measure"]

WARM_UP = 2.0
"""Seconds of standing and starting to walk that do not count."""
PACE = 0.5
"""Share of the top speed."""


class TickReport(msgspec.Struct, frozen=True):
    """Microseconds, in this process alone."""

    robot: str
    ticks: int
    hcm_us_median: float
    """Sense of falling, health, tree and mutex: the module without its skills."""
    skills_us_median: float
    """Walk, head and teleoperation."""
    loop_us_median: float
    """Everything but physics: reading, estimating, deciding, moving, limiting, writing."""
    loop_us_p99: float
    states: dict[str, int]
    """Ticks by what the module said the robot was about."""
    seeds: str
    versions: str = ""
    eyes: EyesCost | None = None
    """None for a robot that has no camera."""


def measure(
    source: str, seconds: float, seed: int, progress: Callable[[float], None], versions: str = ""
) -> TickReport:
    """Walk ahead with a searching head and a raised arm, and look at the clock."""
    robot, seeds = load_robot(source), JUDGING.take(1, seed)
    humanoid = specimen(robot, flat(), WalkConditions.of(seeds.first, robot))
    if humanoid.head is not None:
        humanoid.look_around()
    watch = Stopwatch(humanoid)
    twist = humanoid.machine.top_speed.at(PACE)
    raised = robot.arms[0].chain.joint_names[0] if robot.arms else robot.joint_names[0]
    dt = humanoid.body.dt
    counted = round(seconds / dt)
    states: dict[str, int] = {}
    for index in range(round(WARM_UP / dt) + counted):
        if index * dt > WARM_UP / 2:
            humanoid.drive(twist)
            humanoid.teleop.hold({raised: float(robot.ready[robot.joint_index[raised]])})
        watch.tick()
        if index * dt >= WARM_UP:
            name = humanoid.hcm.situation.state.value
            states[name] = states.get(name, 0) + 1
        progress(index / counted)
    loop, hcm, skills = (1e6 * np.array(times[-counted:]) for times in watch.times)
    return TickReport(
        robot=robot.name,
        ticks=counted,
        hcm_us_median=round(float(np.median(hcm - skills)), 1),
        skills_us_median=round(float(np.median(skills)), 1),
        loop_us_median=round(float(np.median(loop)), 1),
        loop_us_p99=round(float(np.percentile(loop, 99)), 1),
        states=states,
        seeds=str(seeds),
        versions=versions,
        eyes=None if robot.camera is None else measure_eyes(robot, seconds, seeds.first),
    )
