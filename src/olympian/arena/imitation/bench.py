"""Figures of imitation: how well, how long, how soon."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from olympian.arena.imitation.clips import SLOW, clip, long_clip
from olympian.arena.imitation.lag import Lag, best_lag
from olympian.arena.imitation.latency import LatencyRow, measure_latency
from olympian.arena.imitation.recordings import cut, read_recordings
from olympian.arena.imitation.trial import (
    Body,
    ImitationResult,
    ImitationTrial,
    imitate,
    share_below,
)
from olympian.motion.imitate import Recorded, Skeleton
from olympian.robot import load_robot
from olympian.seeds import JUDGING
from olympian.statistics import Rate

__all__ = ["ARM_CLIPS", "BenchRow", "measure", "measure_recordings"]

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
ARM_CLIPS = ("poses", "reach", "conduct")
"""Perfect clips, so that the error is the robot's and not the camera's."""
SLOWER = (1, 2, 3)
"""Times by which recordings are stretched in search of slow clips: most people are quick."""

Clip = tuple[list[Skeleton], int]
"""A person, and the seed of the physics"""


class BenchRow(msgspec.Struct, frozen=True):
    """One kind of trial on one robot."""

    what: str
    robot: str
    method: str
    body: str
    clips: int
    seconds: float
    fell: int
    """Clips with a fall in them"""
    arm_direction_error_deg_median: float | None
    arm_direction_error_deg_p90: float | None
    lag_s: float | None
    """Shift in time at which the arms fit the person's best"""
    reachable: float | None
    held_back_s: float
    latency_ticks: int
    rates: dict[str, Rate]


class Bench(msgspec.Struct, frozen=True):
    """All of it."""

    rows: list[BenchRow]
    latency: list[LatencyRow]
    seeds: str
    """Of persons, physics and packets"""


def measure(
    seconds: float = 600.0,
    seeds: int = 1,
    seed: int = 0,
    robots: Sequence[str] = ROBOTS,
    progress: Callable[[float], None] = lambda _: None,
) -> Bench:
    """Arms in kinematics and physics, a long run of arms and crouches, slow clips, latency.

    Args:
        seconds: of the long run.
        seeds: persons per choreography of the slow clips.
        seed: of the judging seeds, the first.
    """
    judged = JUDGING.take(seeds, seed)
    jobs = list(_jobs(seconds, tuple(judged), robots))
    rows = _all(jobs, lambda share: progress(0.95 * share))
    latency = [
        measure_latency(load_robot(name), "whole-body", 200, judged.first) for name in robots
    ]
    progress(1.0)
    return Bench(rows, latency, str(judged))


def measure_recordings(
    folder: Path,
    seeds: int = 1,
    seed: int = 0,
    robots: Sequence[str] = ROBOTS,
    progress: Callable[[float], None] = lambda _: None,
) -> Bench:
    """The whole body in physics, after living people: slow clips, slow motion, fast clips.

    Args:
        folder: with recordings in it.
        seeds: times that each clip is tried.
        seed: of the judging seeds, the first.
    """
    judged = JUDGING.take(seeds, seed)
    people = list(read_recordings(folder).values())
    kinds = {
        f"slow clips, {_speed(n)}": [c for one in people for c in cut(one, n).slow] for n in SLOWER
    }
    kinds[f"fast clips, {_speed(1)}"] = [clip for one in people for clip in cut(one).fast]
    jobs = [
        lambda r=robot, w=what, c=clips: _row(
            w, r, "whole-body", Body.PHYSICS, [(one, k) for one in c for k in judged]
        )
        for robot in robots
        for what, clips in kinds.items()
    ]
    return Bench(_all(jobs, progress), [], str(judged))


def _speed(slower: int) -> str:
    return "as recorded" if slower == 1 else f"1/{slower} of the speed"


def _all(
    jobs: Sequence[Callable[[], BenchRow]], progress: Callable[[float], None]
) -> list[BenchRow]:
    rows = []
    for index, job in enumerate(jobs):
        rows.append(job())
        progress((index + 1) / len(jobs))
    return rows


def _jobs(
    seconds: float, seeds: Sequence[int], robots: Sequence[str]
) -> Iterator[Callable[[], BenchRow]]:
    first = seeds[0]
    perfect = [(clip(name), first) for name in ARM_CLIPS]
    slow = [(clip(name, seed), seed) for name in SLOW for seed in seeds]
    for robot in robots:
        for method, body in (
            ("published", Body.KINEMATIC),
            ("holy", Body.KINEMATIC),
            ("holy", Body.PHYSICS),
            ("whole-body", Body.PHYSICS),
        ):
            yield lambda r=robot, m=method, b=body: _row("arms", r, m, b, perfect)
        yield lambda r=robot: _row(
            "arms and crouch", r, "holy", Body.PHYSICS, [(list(long_clip(seconds, first)), first)]
        )
        yield lambda r=robot: _row("slow clips", r, "whole-body", Body.PHYSICS, slow)


def _row(what: str, robot: str, method: str, body: Body, clips: Sequence[Clip]) -> BenchRow:
    machine = load_robot(robot)
    results: list[ImitationResult] = []
    errors: list[float] = []
    lags: list[Lag] = []
    for skeletons, seed in clips:
        trial = ImitationTrial(machine, Recorded(iter(skeletons)), method, body, seed)
        results.append(imitate(trial))
        errors += trial.errors
        lags += trial.lags.values()
    degrees = np.degrees(errors)
    poses = [one.reachable for one in results if one.reachable is not None]
    return BenchRow(
        what=what,
        robot=robot,
        method=method,
        body=body.value,
        clips=len(results),
        seconds=round(sum(one.seconds for one in results), 1),
        fell=sum(one.falls > 0 for one in results),
        arm_direction_error_deg_median=share_below(degrees, 50.0),
        arm_direction_error_deg_p90=share_below(degrees, 90.0),
        lag_s=best_lag(lags, 0.01),
        reachable=round(float(np.mean(poses)), 3) if poses else None,
        held_back_s=round(sum(one.held_back for one in results) * 0.01, 1),
        latency_ticks=max((one.latency_ticks for one in results), default=0),
        rates={"stayed up": Rate.among(not one.falls for one in results)},
    )
