"""Race and sprint: how far and how fast it walks straight ahead."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from olympian.arena.event import Event, EventBar, Outcome, Score, Trial, mean
from olympian.arena.film import FilmView
from olympian.arena.programs import SETTLE, stepping, waiting
from olympian.arena.stage import Stage
from olympian.motion import SkillStatus
from olympian.motion.walk import DynamicWalk
from olympian.motion.walks import DYNAMIC, make_walk
from olympian.records import Twist
from olympian.robot import Robot

DISTANCE = 2.0
PATIENCE = 3.0
"""How often the time of the slowest that would do nobody waits any longer."""
FINISH = 10.0
"""Seconds to come to a stop."""


class RaceTrial(Trial, frozen=True, kw_only=True):
    """One run; distances are of the torso, along its true heading at the start and across."""

    distance_m: float
    drift_m: float
    """Positive to the left."""


class RaceScore(Score, frozen=True, kw_only=True):
    """Means over the runs that got there."""

    distance_m: float | None
    time_s: float | None
    speed_m_s: float | None
    """Start and stop included."""
    drift_m_per_m: float | None
    """Mean of the size, left or right."""
    worst_drift_m_per_m: float | None

    def figures(self) -> str:
        """Speed and drift."""
        if self.speed_m_s is None:
            return "nobody arrived"
        return (
            f"{self.speed_m_s:.3f} m/s, drift {self.drift_m_per_m:.3f} m per m"
            f" (worst {self.worst_drift_m_per_m:.3f})"
        )


@dataclass(frozen=True)
class Runner:
    """Who races: on which stage, how it is told to go and to stop, and when it stands again."""

    stage: Stage
    go: Callable[[], None]
    stop: Callable[[], None]
    stands: Callable[[], bool]


class Race(Event):
    """Walks until the torso is 2 m ahead, stops and stands; the gyro holds its heading."""

    name = "race"
    title = "2 m straight ahead, start and stop included, heading held by the gyro"
    bar = EventBar(
        must="95 % without a fall, ≥ 0.08 m/s, mean drift ≤ 0.05 m per m",
        aim="100 %, 0.12 m/s, 0.02 m per m",
        share=0.95,
    )
    view = FilmView(distance=0.8, azimuth_deg=60.0)
    gaits = ("race",)
    slowest = 0.08
    """m/s that are asked for."""
    most_drift = 0.05
    """Metres sideways per metre ahead."""

    def runner(self, robot: Robot, seed: int, film: bool) -> Runner:
        """Who races, at the moment of the first command."""
        stage, stepper = stepping(robot, "race", seed, self.view, film)
        return Runner(
            stage,
            go=lambda: stepper.walk(stepper.gait.length),
            stop=stepper.stop,
            stands=lambda: stepper.status is SkillStatus.DONE,
        )

    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:  # noqa: ARG002
        """One run."""
        runner = self.runner(robot, seed, film)
        stage, limit = runner.stage, PATIENCE * DISTANCE / self.slowest
        runner.go()
        arrived = stage.until(lambda: stage.witness.moved[0] >= DISTANCE, limit)
        runner.stop()
        stopped = stage.until(runner.stands, FINISH)
        time, (ahead, left, _) = stage.witness.time, stage.witness.moved
        stage.stand(SETTLE)
        return stage.outcome(
            stage.trial(
                RaceTrial,
                arrived and stopped and not stage.fell,
                time,
                "" if arrived or stage.fell else f"not there after {limit:g} s",
                distance_m=round(float(ahead), 4),
                drift_m=round(float(left), 4),
            )
        )

    def score(self, trials: Sequence[Trial]) -> RaceScore:
        """Speed and drift of those that arrived."""
        runs = [trial for trial in trials if isinstance(trial, RaceTrial) and trial.success]
        speed = mean(run.distance_m / run.time_s for run in runs)
        drifts = [abs(run.drift_m) / run.distance_m for run in runs]
        drift = mean(drifts, 4)
        straight = drift is not None and drift <= self.most_drift
        tally = self.tally(trials)
        tally["reached"] &= (speed or 0.0) >= self.slowest and straight
        return RaceScore(
            **tally,
            distance_m=mean(run.distance_m for run in runs),
            time_s=mean((run.time_s for run in runs), 2),
            speed_m_s=speed,
            drift_m_per_m=drift,
            worst_drift_m_per_m=round(max(drifts), 4) if drifts else None,
        )


class Sprint(Race):
    """As fast as the walk's own limits allow; drift is told but not judged."""

    name = "sprint"
    title = "2 m straight ahead with the dynamic walk at its top speed, start and stop included"
    bar = EventBar(
        must="95 % without a fall, ≥ 0.15 m/s",
        aim="0.40 m/s",
        share=0.95,
    )
    view = FilmView(distance=1.2, azimuth_deg=60.0)
    gaits = ()
    walks = (DYNAMIC,)
    slowest = 0.15
    most_drift = inf

    def runner(self, robot: Robot, seed: int, film: bool) -> Runner:
        """Who races, at the moment of the first command."""
        stage = waiting(robot, make_walk(robot, DYNAMIC), seed, self.view, film)
        legs = stage.program(DynamicWalk)
        return Runner(
            stage,
            go=lambda: legs.command(legs.top_speed.at(1.0)),
            stop=lambda: legs.command(Twist()),
            stands=lambda: legs.status is SkillStatus.DONE,
        )
