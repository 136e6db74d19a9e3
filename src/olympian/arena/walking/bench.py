"""The benchmark of a walk: which measures there are, and one run through those asked for."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from olympian.arena.crew import Crew
from olympian.arena.walking.bars import Protocol
from olympian.arena.walking.contender import WalkContender
from olympian.arena.walking.course import Course, Finding
from olympian.arena.walking.floors import ramp, tiles
from olympian.arena.walking.pushes import open_loop_push, push
from olympian.arena.walking.report import RunConditions, WalkReport, values, worst
from olympian.arena.walking.speeds import low_voltage, speed, tracking
from olympian.arena.walking.strain import strain
from olympian.arena.walking.task import PHYSICS_DT
from olympian.arena.walking.travel import hour, odometry
from olympian.arena.walking.trial import engine_us
from olympian.backend import SimulationOptions
from olympian.errors import OlympianError, unknown
from olympian.motion.walks import DYNAMIC
from olympian.robot import load_robot
from olympian.seeds import JUDGING, Seeds
from olympian.statistics import Rate

Findings = dict[str, Finding]


@dataclass(frozen=True)
class Measure:
    """One figure of the report."""

    key: str
    run: Callable[[Course], Finding | Findings]
    share: float
    """Of the whole run's time, roughly."""


MEASURES = {
    "forward": Measure("forward_m_s", partial(speed, name="forward"), 1.0),
    "backward": Measure("backward_m_s", partial(speed, name="backward"), 1.0),
    "sideways": Measure("sideways_m_s", partial(speed, name="sideways"), 1.0),
    "turn": Measure("turn_rad_s", partial(speed, name="turn"), 1.0),
    "tracking": Measure("tracking_error", tracking, 4.0),
    "push": Measure("push_ns", push, 20.0),
    "open_loop_push": Measure("open_loop_push_ns", open_loop_push, 15.0),
    "tiles": Measure("tiles_mm", tiles, 2.0),
    "ramp": Measure("ramp_deg", ramp, 3.0),
    "low_voltage": Measure("low_voltage_m_s", low_voltage, 1.0),
    "odometry": Measure("odometry_error_percent", odometry, 1.0),
    "hour": Measure("hour_falls", hour, 8.0),
    "strain": Measure("strain", strain, 2.0),
}


ENGINE_ONLY = ("open_loop_push",)
"""What only a walk that is made of feedbacks can do."""


def choose_measures(names: Iterable[str], kind: str = DYNAMIC) -> tuple[str, ...]:
    """The measures asked for, in the order of the report; all of that kind if none is named."""
    asked = list(names)
    for name in asked:
        if name not in MEASURES:
            raise unknown("measure", name, MEASURES)
    own = [name for name in MEASURES if kind == DYNAMIC or name not in ENGINE_ONLY]
    return tuple(name for name in MEASURES if name in (asked or own))


@dataclass(frozen=True)
class WalkBench:
    """Which robot walks with which parameter set, and how often."""

    source: str
    """Library name or file of the robot."""
    measures: tuple[str, ...]
    trials: int
    crew: Crew
    first: int = 0
    """Judging seeds to leave out before the first."""
    walk: str | Path | None = None
    """By name or file; the dynamic walk with the set of the library if None."""
    push: float | None = None
    """N s, to judge pushes of this strength only."""

    def run(self, versions: str, progress: Callable[[float], None]) -> WalkReport:
        """Measure; the engine's time first, while no other process disturbs it."""
        if self.trials < 1:
            raise OlympianError(f"trials: {self.trials} is not at least 1")
        if self.push is not None and not any("push" in name for name in self.measures):
            asked = ", ".join(self.measures)
            raise OlympianError(
                f"push {self.push:g} N s: neither push nor open_loop_push in {asked}"
            )
        robot = load_robot(self.source)
        contender = WalkContender.of(robot, self.walk)
        protocol = Protocol.of(robot, contender.top_speed, contender.kind)
        if self.push is not None:
            protocol = protocol.pushed_by(self.push)
        seeds = JUDGING.take(self.trials, self.first)
        took = engine_us(robot, contender.source, protocol.pace, seeds.first)
        bar = _Bar(progress, sum(MEASURES[name].share for name in self.measures))
        course = Course(self.source, contender, protocol, tuple(seeds), self.crew, bar.inside)
        found = {name: bar.measure(MEASURES[name], course) for name in self.measures}
        return WalkReport(
            robot=robot.name,
            kind=contender.kind,
            trials=self.trials,
            engine_us=took,
            **_figures(found, protocol),
            successes={name: item.successes for name, item in _flat(found)},
            falls={name: item.falls for name, item in _flat(found)},
            rates={
                name: Rate.of(item.successes, item.successes + item.falls)
                for name, item in _flat(found)
            },
            tails={name: item.tail for name, item in _flat(found) if item.tail is not None},
            held={name: item.held for name, item in _flat(found) if item.held},
            rungs={name: item.rungs for name, item in _flat(found) if item.rungs},
            conditions=self._conditions(contender, protocol, seeds, versions),
        )

    def _conditions(
        self, contender: WalkContender, protocol: Protocol, seeds: Seeds, versions: str
    ) -> RunConditions:
        options = SimulationOptions(physics_dt=PHYSICS_DT)
        return RunConditions(
            versions=versions,
            walk=contender.file,
            walk_sha256=contender.sha256,
            seeds=str(seeds),
            physics_dt=options.physics_dt,
            tick_dt=options.tick_dt,
            latency_ticks=options.latency_ticks,
            pace_m_s=protocol.pace,
        )


def measure(
    robot: str,
    trials: int,
    seed: int,
    progress: Callable[[float], None],
    versions: str,
    crew: Crew,
    walk: str | Path | None = None,
    only: str = "",
    push: float | None = None,
) -> WalkReport:
    """The measures that `only` names with commas between; all if it names none."""
    kind = WalkContender.of(load_robot(robot), walk).kind
    names = choose_measures(filter(None, (name.strip() for name in only.split(","))), kind)
    return WalkBench(robot, names, trials, crew, seed, walk, push).run(versions, progress)


class _Bar:
    """Turns progress within measures into that of the whole run."""

    def __init__(self, progress: Callable[[float], None], whole: float) -> None:
        self._progress, self._whole = progress, whole
        self._done = self._share = 0.0

    def inside(self, share: float) -> None:
        """Told within a measure, 0…1."""
        self._progress((self._done + share * self._share) / self._whole)

    def measure(self, measure: Measure, course: Course) -> Finding | Findings:
        """Run one measure as its share of the whole."""
        self._share = measure.share
        found = measure.run(course)
        self._done += measure.share
        self._share = 0.0
        self.inside(0.0)
        return found


def _flat(found: dict[str, Finding | Findings]) -> list[tuple[str, Finding]]:
    """All findings; the parts of a measure as `push left`."""
    flat: list[tuple[str, Finding]] = []
    for name, item in found.items():
        parts = {name: item} if isinstance(item, Finding) else item
        flat += [(name if key == name else f"{name} {key}", part) for key, part in parts.items()]
    return flat


def _figures(found: dict[str, Finding | Findings], protocol: Protocol) -> dict[str, Any]:
    """Fields of the report."""
    figures: dict[str, Any] = {}
    for name, item in found.items():
        figures[MEASURES[name].key] = item.value if isinstance(item, Finding) else values(item)
    if "tracking" in found:
        figures["tracking"] = figures["tracking_error"]
        figures["tracking_error"] = max(figures["tracking"].values())
    if "strain" in found:
        figures |= figures.pop("strain")
    if "ramp" in found:
        figures["ramp"] = figures["ramp_deg"]
        figures["ramp_deg"] = worst(figures["ramp"])
    if {"push", "open_loop_push"} <= set(found):
        least = worst(figures["open_loop_push_ns"]) or 0.0
        # without feedback it failed at the first level: it survives less than that
        figures["push_ratio"] = (worst(figures["push_ns"]) or 0.0) / max(least, protocol.push_step)
    return figures
