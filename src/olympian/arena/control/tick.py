"""What one tick costs with everything at work: walk, head, teleoperation and the control module."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from olympian.arena.control.specimen import specimen
from olympian.arena.control.stopwatch import LOOP, MOVE, SKILLS, STAGES, Stopwatch
from olympian.arena.control.tick_eyes import EyesCost, measure_eyes
from olympian.arena.walking import WalkConditions
from olympian.robot import load_robot
from olympian.seeds import JUDGING
from olympian.world import flat

WARM_UP = 2.0
"""Seconds of standing and starting to walk that do not count."""
PACE = 0.5
"""Share of the top speed."""
TRACED = 60
"""Ticks whose files are looked at: two steps and more, since a landing crosses more of them."""

Files = dict[str, tuple[str, ...]]


class TickStage(msgspec.Struct, frozen=True):
    """One part of a tick."""

    name: str
    gives: str
    """The record that it hands on; empty for none."""
    us_median: float
    files: tuple[str, ...]
    """That it crosses, in the order in which it comes to them."""


class TickReport(msgspec.Struct, frozen=True):
    """Microseconds, in this process alone."""

    robot: str
    ticks: int
    hcm_us_median: float
    """Tree and mutex: the module without its skills."""
    skills_us_median: float
    """Walk, head and teleoperation."""
    loop_us_median: float
    """Everything but physics: reading, estimating, deciding, moving, limiting, writing."""
    loop_us_p99: float
    files_median: int
    """Files whose code runs in a tick."""
    files_most: int
    stages: tuple[TickStage, ...]
    """Of a tick that crosses as many files as most do; the last one is what is between them."""
    states: dict[str, int]
    """Ticks by what the module said the robot was about."""
    seeds: str
    versions: str = ""
    eyes: EyesCost | None = None
    """None for a robot that has no camera."""


def measure(
    robot: str, seconds: float, seed: int, progress: Callable[[float], None], versions: str = ""
) -> TickReport:
    """Walk ahead with a searching head and a raised arm, and look at the clock."""
    model, seeds = load_robot(robot), JUDGING.take(1, seed)
    humanoid = specimen(model, flat(), WalkConditions.of(seeds.first, model))
    if humanoid.head is not None:
        humanoid.look_around()
    watch = Stopwatch(humanoid)
    twist = humanoid.machine.top_speed.at(PACE)
    raised = model.arms[0].chain.joint_names[0] if model.arms else model.joint_names[0]
    dt = humanoid.body.dt
    warm_up, counted = round(WARM_UP / dt), round(seconds / dt)
    states: Counter[str] = Counter()
    traces: list[Files] = []
    for index in range(warm_up + counted + TRACED):
        if index * dt > WARM_UP / 2:
            humanoid.drive(twist)
            humanoid.teleop.hold({raised: float(model.ready[model.joint_index[raised]])})
        if index >= warm_up + counted:
            traces.append(watch.trace())
            continue
        watch.tick()
        if index >= warm_up:
            states[humanoid.hcm.situation.state.value] += 1
        progress(index / (warm_up + counted))
    us = {name: _us(watch.times[-counted:], name) for name in (LOOP, SKILLS, *STAGES)}
    files = sorted(traces, key=_count)
    return TickReport(
        robot=model.name,
        ticks=counted,
        hcm_us_median=round(float(np.median(us[MOVE] - us[SKILLS])), 1),
        skills_us_median=round(float(np.median(us[SKILLS])), 1),
        loop_us_median=round(float(np.median(us[LOOP])), 1),
        loop_us_p99=round(float(np.percentile(us[LOOP], 99)), 1),
        files_median=_count(files[len(files) // 2]),
        files_most=_count(files[-1]),
        stages=_stages(us, files[len(files) // 2]),
        states=dict(states),
        seeds=str(seeds),
        versions=versions,
        eyes=None if model.camera is None else measure_eyes(model, seconds, seeds.first),
    )


def _us(times: Sequence[dict[str, float]], stage: str) -> np.ndarray:
    return 1e6 * np.array([spent.get(stage, 0.0) for spent in times])


def _count(files: Files) -> int:
    return len({name for names in files.values() for name in names})


def _stages(us: dict[str, np.ndarray], files: Files) -> tuple[TickStage, ...]:
    between = us[LOOP] - sum(us[name] for name in STAGES)
    return tuple(
        TickStage(name, gives, round(float(np.median(took)), 1), files.get(name, ()))
        for name, gives, took in (
            *((name, gives, us[name]) for name, gives in STAGES.items()),
            (LOOP, "", between),
        )
        if name in files
    )
