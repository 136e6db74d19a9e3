"""What one tick costs with everything at work: walk, head, teleoperation and the control module."""

import time
from collections.abc import Callable

import msgspec
import numpy as np

from olympian.arena.control.specimen import specimen
from olympian.arena.walking.conditions import WalkConditions
from olympian.humanoid import Humanoid
from olympian.records import JointGoal, RobotState
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


def measure(
    source: str, seconds: float, seed: int, progress: Callable[[float], None], versions: str = ""
) -> TickReport:
    """Walk ahead with a searching head and a raised arm, and look at the clock."""
    robot, seeds = load_robot(source), JUDGING.take(1, seed)
    humanoid = specimen(robot, flat(), WalkConditions.of(seeds.first, robot))
    if humanoid.head is not None:
        humanoid.look_around()
    watch = _Stopwatch(humanoid)
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
    )


class _Stopwatch:
    """Times of whole ticks without physics, of the module with its skills, and of the skills."""

    def __init__(self, humanoid: Humanoid) -> None:
        self._humanoid = humanoid
        self.times: tuple[list[float], list[float], list[float]] = ([], [], [])
        self._skills = self._module = self._physics = 0.0
        for claimant in humanoid.hcm.claimants:
            self._time_skill(claimant)
        self._time_module()
        self._time_physics()

    def tick(self) -> None:
        """One tick of the loop."""
        self._skills = self._module = self._physics = 0.0
        began = time.perf_counter()
        self._humanoid.tick()
        whole = time.perf_counter() - began
        for times, took in zip(
            self.times, (whole - self._physics, self._module, self._skills), strict=True
        ):
            times.append(took)

    def _time_skill(self, claimant: object) -> None:
        step = claimant.step  # type: ignore[attr-defined]

        def timed(state: RobotState, dt: float) -> JointGoal | None:
            began = time.perf_counter()
            goal = step(state, dt)
            self._skills += time.perf_counter() - began
            return goal

        claimant.step = timed  # type: ignore[attr-defined]

    def _time_module(self) -> None:
        step = self._humanoid.hcm.step

        def timed(state: RobotState, dt: float) -> JointGoal:
            began = time.perf_counter()
            goal = step(state, dt)
            self._module += time.perf_counter() - began
            return goal

        self._humanoid.hcm.step = timed  # type: ignore[method-assign]

    def _time_physics(self) -> None:
        advance = self._humanoid.simulation.advance

        def timed() -> None:
            began = time.perf_counter()
            advance()
            self._physics += time.perf_counter() - began

        self._humanoid.simulation.advance = timed  # type: ignore[method-assign]
