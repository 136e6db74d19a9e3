"""Figures of imitation: how well, how long, how soon."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np

from olympian.arena.imitation.clips import SLOW, clip, long_clip
from olympian.arena.imitation.latency import LatencyRow, measure_latency
from olympian.arena.imitation.trial import (
    Body,
    ImitationResult,
    ImitationTrial,
    imitate,
    share_below,
)
from olympian.motion.imitate import Recorded, Skeleton
from olympian.robot import load_robot

__all__ = ["ARM_CLIPS", "BenchRow", "measure"]

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
ARM_CLIPS = ("poses", "reach", "conduct")
"""Perfect clips, so that the error is the robot's and not the camera's."""


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
    reachable: float | None
    held_back_s: float
    latency_ticks: int


class Bench(msgspec.Struct, frozen=True):
    """All of it."""

    rows: list[BenchRow]
    latency: list[LatencyRow]


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
    """
    jobs = list(_jobs(seconds, seeds, seed, robots))
    rows = []
    for index, job in enumerate(jobs):
        rows.append(job())
        progress((index + 1) / (len(jobs) + 1))
    latency = [measure_latency(load_robot(name), "whole-body", 200, seed) for name in robots]
    progress(1.0)
    return Bench(rows, latency)


def _jobs(
    seconds: float, seeds: int, seed: int, robots: Sequence[str]
) -> Iterator[Callable[[], BenchRow]]:
    perfect = [(name, None) for name in ARM_CLIPS]
    slow = [(name, seed + k) for name in SLOW for k in range(seeds)]
    for robot in robots:
        for method, body in (
            ("published", Body.KINEMATIC),
            ("holy", Body.KINEMATIC),
            ("holy", Body.PHYSICS),
            ("whole-body", Body.PHYSICS),
        ):
            yield lambda r=robot, m=method, b=body: _row("arms", r, m, b, _clips(perfect))
        yield lambda r=robot: _row(
            "arms and crouch", r, "holy", Body.PHYSICS, [(list(long_clip(seconds, seed)), seed)]
        )
        yield lambda r=robot: _row("slow clips", r, "whole-body", Body.PHYSICS, _clips(slow))


def _clips(names: Sequence[tuple[str, int | None]]) -> list[tuple[list[Skeleton], int]]:
    return [(clip(name, seed), seed or 0) for name, seed in names]


def _row(
    what: str, robot: str, method: str, body: Body, clips: Sequence[tuple[list[Skeleton], int]]
) -> BenchRow:
    machine = load_robot(robot)
    results: list[ImitationResult] = []
    errors: list[float] = []
    for skeletons, seed in clips:
        trial = ImitationTrial(machine, Recorded(iter(skeletons)), method, body, seed)
        results.append(imitate(trial))
        errors += trial.errors
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
        reachable=round(float(np.mean(poses)), 3) if poses else None,
        held_back_s=round(sum(one.held_back for one in results) * 0.01, 1),
        latency_ticks=max(one.latency_ticks for one in results),
    )
