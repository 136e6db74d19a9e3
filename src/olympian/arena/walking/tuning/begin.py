"""With what a study begins: the set to improve, and everything that follows from it."""

from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from olympian.arena.walking.tuning.build import Build
from olympian.arena.walking.tuning.exercise import choose_exercises
from olympian.arena.walking.tuning.first_walk import first_walk
from olympian.arena.walking.tuning.header import WalkHeader
from olympian.arena.walking.tuning.space import search_space
from olympian.arena.walking.tuning.study import read_study
from olympian.motion.walk import DynamicWalk, WalkConfig, read_walk, walk_path
from olympian.robot import Robot

__all__ = ["begin", "start_set"]


def start_set(robot: Robot, study: Path, source: Path | None) -> tuple[WalkConfig, str]:
    """The set to begin with, and where it comes from.

    A file, if one is given; else what the study was begun with; else the robot's own; else a
    careful walk from the robot's size.
    """
    if source is not None:
        return read_walk(robot, source), str(source)
    if study.is_file() and study.stat().st_size:
        return read_study(study).header.start, f"{study}, begun before"
    if walk_path(robot).is_file():
        return read_walk(robot), f"the set of {robot.name}"
    return first_walk(Build.of(robot)), f"sizes of {robot.name}, which has no walk yet"


def begin(
    robot: Robot,
    start: WalkConfig,
    scenarios: Iterable[str] = (),
    rounds: int = 1,
    seed: int = 0,
    population: int = 16,
    spread: float = 0.1,
) -> WalkHeader:
    """What a new study is about; refuses a robot or a set that cannot walk at all."""
    DynamicWalk(robot, start)
    return WalkHeader(
        identity=uuid4().hex,
        robot=robot.name,
        start=start,
        space=search_space(Build.of(robot), start),
        exercises=choose_exercises(scenarios),
        rounds=rounds,
        seed=seed,
        population=population,
        spread=spread,
    )
