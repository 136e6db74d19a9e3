"""With what a study begins: the set to improve, or a careful one brought to the robot's size."""

from collections.abc import Iterable
from pathlib import Path
from uuid import uuid4

from olympian.arena.walking.tuning.build import Build
from olympian.arena.walking.tuning.exercise import choose_exercises
from olympian.arena.walking.tuning.header import WalkHeader
from olympian.arena.walking.tuning.space import search_space
from olympian.arena.walking.tuning.study import read_study
from olympian.errors import OlympianError
from olympian.motion.walk import DynamicWalk, WalkConfig, read_walk, walk_path
from olympian.robot import Robot
from olympian.robot.files import read_toml

FILE = Path(__file__).with_name("first_walk.toml")
POWERS = {
    "pattern.step_time": 0.5,
    "pattern.torso_height": 1.0,
    "pattern.spacing": 1.0,
    "pattern.lift": 1.0,
    "pattern.bow": 1.0,
    "pattern.lean_by_speed_deg": -0.5,
    "pattern.trim.0": 1.0,
    "pattern.trim.1": 1.0,
    "pattern.drift": 0.5,
    "pattern.arm_swing_deg": -1.0,
    "limits.top_speed.0": 0.5,
    "limits.top_speed.1": 0.5,
    "limits.top_speed.2": -0.5,
    "limits.acceleration.2": -1.0,
    "ankle.gain.0": -1.0,
    "ankle.gain.1": -1.0,
    "length.gain": 1.0,
    "length.most": 1.0,
    "clearance.least": 1.0,
    "capture.reach.0": 1.0,
    "capture.reach.1": 1.0,
    "capture.hurry.0": -0.5,
    "capture.hurry.1": -0.5,
    "capture.hurry.2": -0.5,
    "level.follow": 0.5,
    "level.restore": 0.5,
    "posture.ankle.1": 0.5,
    "posture.ankle.3": 0.5,
    "posture.hip.1": 0.5,
    "posture.hip.3": 0.5,
}
"""How each number with a unit grows with the legs: metres with 1, seconds with 1/2 (Froude)."""


def first_walk(build: Build) -> WalkConfig:
    """A set to begin with, from nothing but the robot's size."""
    try:
        return scaled(read_toml(FILE, WalkConfig), build.leg_scale)
    except OlympianError as error:
        raise OlympianError(
            f"no walk for legs of {build.leg:.3g} m: {error}; give a set with --start"
        ) from error


def scaled(config: WalkConfig, scale: float) -> WalkConfig:
    """The same walk on legs `scale` times as long; what the set leaves open stays open."""
    values = {key: config.value(key) for key in POWERS}
    return config.changed(
        {
            key: round(value * scale ** POWERS[key], 6)
            for key, value in values.items()
            if value is not None
        }
    )


def start_set(robot: Robot, study: Path, source: Path | None) -> tuple[WalkConfig, str]:
    """The set to begin with, and where it comes from.

    A file, if one is given; else what the study was begun with; else the robot's own; else a
    careful walk from the robot's size.
    """
    if source is not None:
        return read_walk(robot, source), str(source)
    if study.is_file() and study.stat().st_size:
        return read_study(study, WalkHeader).header.start, f"{study}, begun before"
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
