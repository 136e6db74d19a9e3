"""The driving test: five goals in a room full of things, steered like a wheeled robot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import hypot

import msgspec

from olympian.arena.control.course import DriveCourse
from olympian.arena.control.specimen import specimen
from olympian.arena.crew import ALONE, Crew, run_all
from olympian.arena.falls import FallReferee
from olympian.arena.walking import WalkConditions
from olympian.backend import CameraOptions, SimulationOptions
from olympian.decision.navigate import Goal, ObstacleMap
from olympian.decision.navigate.reckoning import Reckoning
from olympian.decision.navigate.sighting import FloorEdge
from olympian.geometry import Place
from olympian.humanoid import Humanoid
from olympian.robot import Robot, load_robot
from olympian.seeds import JUDGING
from olympian.statistics import Rate, Spread

PICTURE = (80, 60)
"""Pixels of the camera: 0.75° each, and 4 ms to draw."""
EYES = SimulationOptions(camera=CameraOptions(rate=4.0, delay=0.0, noise=0.0, by="rays"))
"""A glance every other step; rays draw the same picture on every machine."""
PER_GOAL = 60.0
"""Seconds after which a goal is given up."""
NEAR = 0.3
"""Metres from the goal, as a referee sees it, within which one that says it has arrived has."""
SETTLE = 1.0
"""Seconds of standing before the first goal."""


class DriveTrial(msgspec.Struct, frozen=True):
    """One robot in one room."""

    seed: int
    goals: int
    arrived: int
    """By its own belief."""
    reached: int
    """And truly near."""
    falls: int
    """By the true pose."""
    recovered: int
    """Falls after which it stood again and went 0.2 m, by the true pose."""
    time_s: float
    """For all goals."""
    way_m: float
    """That it went, by a referee's tape."""
    odometry_error_percent: float
    """Of the way: where its steps alone would have it at the end against where it is."""
    place_error_m: float
    """At the end, by all its senses: steps, gyro and camera."""
    note: str = ""


class DriveReport(msgspec.Struct, frozen=True):
    """All rooms."""

    robot: str
    trials: int
    goals: int
    arrived: int
    """By their own belief."""
    reached: int
    """And truly within 0.3 m."""
    falls: int
    recovered: int
    time_s: float
    """Median for a whole course."""
    time_s_p95: float
    odometry_error_percent: float
    """Median: steps alone, which the camera puts right on the way."""
    odometry_error_percent_p95: float
    place_error_m: float
    """Median at the end of a course, by all its senses."""
    place_error_m_p95: float
    rates: dict[str, Rate]
    rooms: list[DriveTrial]
    seeds: str
    versions: str = ""


def measure(
    robot: str,
    trials: int,
    seed: int,
    progress: Callable[[float], None],
    versions: str = "",
    crew: Crew = ALONE,
    walk: str | None = None,
) -> DriveReport:
    """Drive through so many rooms, each with another specimen.

    Args: walk: by name or file; None for the best.
    """
    seeds = JUDGING.take(trials, seed)
    rooms = run_all(crew, partial(drive_trial, robot, walk=walk), list(seeds), progress)
    goals, falls = sum(room.goals for room in rooms), sum(room.falls for room in rooms)
    counts = {
        "arrived": sum(room.arrived for room in rooms),
        "reached": sum(room.reached for room in rooms),
    }
    recovered = sum(room.recovered for room in rooms)
    return DriveReport(
        robot=load_robot(robot).name,
        trials=trials,
        goals=goals,
        arrived=counts["arrived"],
        reached=counts["reached"],
        falls=falls,
        recovered=recovered,
        **_spreads(rooms),
        rates={name: Rate.of(count, goals) for name, count in counts.items()}
        | {"recovered": Rate.of(recovered, falls)},
        rooms=rooms,
        seeds=str(seeds),
        versions=versions,
    )


def _spreads(rooms: Sequence[DriveTrial]) -> dict[str, float]:
    """Medians, and the 95th percentile of each: large is bad."""
    found = {}
    for name in ("time_s", "odometry_error_percent", "place_error_m"):
        spread = Spread.of(getattr(room, name) for room in rooms)
        assert spread is not None, "there is at least one room"
        found |= {name: spread.median, f"{name}_p95": spread.p95}
    return found


def drive_trial(source: str, seed: int, walk: str | None = None) -> DriveTrial:
    """One specimen through one room."""
    robot = load_robot(source)
    conditions = WalkConditions.of(seed, robot)
    course = DriveCourse.of(seed, conditions.friction)
    robot = _with_small_pictures(robot)
    finder = None
    if robot.camera is not None:
        finder = Reckoning(ObstacleMap(course.obstacles, course.room), FloorEdge(robot))
    humanoid = specimen(robot, course.world, conditions, options=EYES, localiser=finder, walk=walk)
    if humanoid.head is not None:
        humanoid.look_around()
    believed = humanoid.run(SETTLE)
    drive = _Drive(humanoid)
    reached, notes = 0, list[str]()
    for number, goal in enumerate(course.goals, 1):
        said = drive.to(goal)
        reached += not said
        notes += [f"goal {number}: {said}"] if said else []
    believed = humanoid.state or believed
    astray = _apart(believed.odometry.place, drive.place)
    humanoid.simulation.close()
    return DriveTrial(
        seed=seed,
        goals=len(course.goals),
        arrived=drive.arrived,
        reached=reached,
        falls=drive.referee.falls,
        recovered=drive.referee.recovered,
        time_s=round(humanoid.simulation.t - SETTLE, 2),
        way_m=round(drive.way, 2),
        odometry_error_percent=round(100.0 * astray / max(drive.way, 1e-9), 2),
        place_error_m=round(_apart(believed.place, drive.place), 3),
        note="; ".join(notes),
    )


def _with_small_pictures(robot: Robot) -> Robot:
    """The same robot with a camera that is quick to draw: a wall's foot needs no more pixels."""
    if robot.camera is None:
        return robot
    width, height = PICTURE
    return replace(robot, camera=msgspec.structs.replace(robot.camera, width=width, height=height))


def missed(goal: Goal, place: Place) -> str:
    """How far off a robot is that says it has arrived; empty where it truly has."""
    off = hypot(goal.x - place.x, goal.y - place.y)
    return "" if off <= NEAR else f"{off:.2f} m off"


def _apart(a: Place, b: Place) -> float:
    return hypot(a.x - b.x, a.y - b.y)


class _Drive:
    """Ticks, and what a referee notes meanwhile."""

    def __init__(self, humanoid: Humanoid) -> None:
        self._humanoid = humanoid
        self.referee = FallReferee(humanoid.simulation)
        self.arrived = 0
        self.way = 0.0
        self._origin = humanoid.simulation.true_place()
        self.place = Place()
        self._marked = self.place

    def to(self, goal: Goal) -> str:
        """Go there; why it is not there, if it is not."""
        command = self._humanoid.go_to(*goal)
        until = self._humanoid.simulation.t + PER_GOAL
        while command.running:
            self._tick()
            if self._humanoid.simulation.t > until:
                return f"not there after {PER_GOAL:g} s ({self._humanoid.situation.state.value})"
        if not command.done:
            return command.reason
        self.arrived += 1
        return missed(goal, self.place)

    def _tick(self) -> None:
        self._humanoid.tick()
        self.referee.look()
        self.place = self._origin.inverse().then(self._humanoid.simulation.true_place())
        stride = hypot(self.place.x - self._marked.x, self.place.y - self._marked.y)
        if stride > 0.05:  # sway is no way
            self.way += stride
            self._marked = self.place
