"""Figures of imitation: how well, how long, how soon."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.arena.imitation.clips import BRISK, SLOW, clip, long_clip
from olympian.arena.imitation.lag import Lag, best_lag
from olympian.arena.imitation.latency import LatencyRow, measure_latency
from olympian.arena.imitation.recordings import cut, read_recordings
from olympian.arena.imitation.referee import ArmVerdict, judged
from olympian.arena.imitation.trial import ImitationResult, ImitationTrial, TrialBody, imitate
from olympian.motion.imitate import Recorded, Skeleton
from olympian.robot import load_robot
from olympian.seeds import JUDGING, Seeds
from olympian.statistics import Rate

__all__ = ["ARM_CLIPS", "ImitationRow", "measure", "measure_recordings"]

ROBOTS = ("bioloid", "fumanoid", "wolfgang")
ARM_CLIPS = ("poses", "reach", "conduct")
"""Perfect clips, so that the error is the robot's and not the camera's."""
SLOWER = (1, 2, 3)
"""Times by which recordings are stretched in search of slow clips: most people are quick."""

Clip = tuple[list[Skeleton], int]
"""A person, and the seed of the physics"""


class ImitationRow(msgspec.Struct, frozen=True):
    """One kind of trial on one robot."""

    what: str
    robot: str
    method: str
    body: str
    clips: int
    seconds: float
    fell: int
    """Clips with a fall in them"""
    arms: ArmVerdict
    lag_s: float | None
    """Shift in time at which the arms fit the person's best"""
    held_back_s: float
    latency_ticks: int
    rates: dict[str, Rate]


class Bench(msgspec.Struct, frozen=True):
    """All of it."""

    rows: list[ImitationRow]
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
    """Arms in kinematics and physics, brisk clips, a long run of arms and crouches, latency.

    Args:
        seconds: of the long run.
        seeds: persons per choreography of the brisk and the slow clips.
    """
    people = JUDGING.take(seeds, seed)
    rows = _all(list(_jobs(seconds, people, robots)), lambda share: progress(0.95 * share))
    latency = [
        measure_latency(load_robot(name), "whole-body", 200, people.first) for name in robots
    ]
    progress(1.0)
    return Bench(rows, latency, str(people))


def measure_recordings(
    folder: Path,
    seeds: int = 1,
    seed: int = 0,
    robots: Sequence[str] = ROBOTS,
    progress: Callable[[float], None] = lambda _: None,
) -> Bench:
    """Living people: arms file by file, then the whole body in slow clips, slow motion, fast clips.

    Args:
        folder: with recordings in it.
        seeds: times that each clip is tried.
    """
    runs, files = JUDGING.take(seeds, seed), read_recordings(folder)
    people = list(files.values())
    kinds = {
        f"slow clips, {_speed(n)}": [c for one in people for c in cut(one, n).slow] for n in SLOWER
    }
    kinds[f"fast clips, {_speed(1)}"] = [clip for one in people for clip in cut(one).fast]
    whole = [
        (method, body)
        for method in ("holy", "whole-body")
        for body in (TrialBody.KINEMATIC, TrialBody.PHYSICS)
    ]
    jobs = [
        *(
            lambda r=robot, n=name, p=person, m=method, b=body: _row(n, r, m, b, [(p, runs.first)])
            for robot in robots
            for name, person in files.items()
            for method, body in whole
        ),
        *(
            lambda r=robot, w=what, c=clips: _row(
                w, r, "whole-body", TrialBody.PHYSICS, [(one, k) for one in c for k in runs]
            )
            for robot in robots
            for what, clips in kinds.items()
        ),
    ]
    return Bench(_all(jobs, progress), [], str(runs))


def _speed(slower: int) -> str:
    return "as recorded" if slower == 1 else f"1/{slower} of the speed"


def _all(
    jobs: Sequence[Callable[[], ImitationRow]], progress: Callable[[float], None]
) -> list[ImitationRow]:
    rows = []
    for index, job in enumerate(jobs):
        rows.append(job())
        progress((index + 1) / len(jobs))
    return rows


def _jobs(
    seconds: float, seeds: Seeds, robots: Sequence[str]
) -> Iterator[Callable[[], ImitationRow]]:
    perfect = [(clip(name), 0) for name in ARM_CLIPS]
    brisk = {name: [(clip(name, seed, camera=False), seed) for seed in seeds] for name in BRISK}
    slow = [(clip(name, seed), seed) for name in SLOW for seed in seeds]
    long = [(list(long_clip(seconds, seeds.first)), seeds.first)]
    for robot in robots:
        yield lambda r=robot: _row("arms", r, "published", TrialBody.KINEMATIC, perfect)
        for what, people in (("arms", perfect), *brisk.items()):
            for method in ("holy", "whole-body"):
                for body in (TrialBody.KINEMATIC, TrialBody.PHYSICS):
                    yield lambda r=robot, w=what, m=method, b=body, p=people: _row(w, r, m, b, p)
        yield lambda r=robot: _row("arms and crouch", r, "holy", TrialBody.PHYSICS, long)
        yield lambda r=robot: _row("slow clips", r, "whole-body", TrialBody.PHYSICS, slow)


def _row(
    what: str, robot: str, method: str, body: TrialBody, clips: Sequence[Clip]
) -> ImitationRow:
    machine = load_robot(robot)
    results: list[ImitationResult] = []
    tables: list[NDArray[np.float64]] = []
    lags: list[Lag] = []
    for skeletons, seed in clips:
        trial = ImitationTrial(machine, Recorded(iter(skeletons)), method, body, seed)
        results.append(imitate(trial))
        tables += trial.tables()
        lags += trial.lags.values()
    return ImitationRow(
        what=what,
        robot=robot,
        method=method,
        body=body.value,
        clips=len(results),
        seconds=round(sum(one.seconds for one in results), 1),
        fell=sum(one.falls > 0 for one in results),
        arms=judged(tables),
        lag_s=best_lag(lags, 0.01),
        held_back_s=round(sum(one.held_back for one in results) * 0.01, 1),
        latency_ticks=max((one.latency_ticks for one in results), default=0),
        rates={"stayed up": Rate.among(not one.falls for one in results)},
    )
