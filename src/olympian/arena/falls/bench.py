"""The falls of one robot under its control module: noticed, softened, and got up from."""

from collections.abc import Callable
from statistics import median

import msgspec

from olympian.arena.falls.alarms import drive_and_listen
from olympian.arena.falls.drop import DropRun, run_drop
from olympian.arena.falls.enough import JUST_ENOUGH, just_enough
from olympian.arena.falls.faller import heedless
from olympian.arena.falls.guarded import Guarded, guarded
from olympian.arena.falls.shove import KnockDown
from olympian.arena.falls.trial import FallTally, FallTrial
from olympian.motion.walks import make_walk
from olympian.records import Twist
from olympian.robot import Robot, load_robot
from olympian.seeds import JUDGING

__all__ = ["FallsReport", "measure"]

RECOVER = 20.0
"""Seconds after the shove within which it must stand again."""
STAY = 2.0
"""Seconds it must then stay up, walking ahead for the most part of them."""
CALM, RUN = 600.0, 60.0
"""Seconds of driving without shoves for false alarms, and of one run."""


class FallsReport(msgspec.Struct, frozen=True, kw_only=True):
    """All shoves of one robot."""

    robot: str
    trials: int
    fell: int
    detected_before_impact: int
    protected_before_impact: int
    recovered: int
    """Of those that fell: stood again without help, walked on and stayed up."""
    lead_time_s_median: float | None
    peak_impact_ratio: float | None
    acceleration_ratio: float | None
    recover_time_s_median: float | None
    """From the shove to being at the driver's service."""
    needless_alarms: int
    """In shoves after which the robot without the module did not go down."""
    false_alarms: int
    """In ten minutes of random driving."""
    calm_falls: int
    """In the same drive."""
    just_enough_ns: float
    seeds: str
    """Of the shoves; the drive goes on from the first, a seed a minute."""
    versions: str = ""


def measure(
    source: str,
    trials: int,
    first: int,
    progress: Callable[[float], None],
    calm_s: float = CALM,
    versions: str = "",
) -> FallsReport:
    """So many shoves, each with and without the module, then a drive without any."""
    robot = load_robot(source)
    enough = JUST_ENOUGH.get(robot.name) or just_enough(robot, 0.3 * robot.tree.mass)
    top_speed = make_walk(robot).top_speed
    runs = round(calm_s / RUN)
    falls, times, recovered = list[FallTrial](), list[float](), 0
    seeds, calm = JUDGING.take(trials, first), JUDGING.take(runs, first)
    for index, seed in enumerate(seeds):
        shove = KnockDown.of(seed, top_speed, enough)
        trial, up_after = _shoved(robot, shove)
        falls.append(trial)
        if trial.fell and up_after is not None:
            recovered += 1
            times.append(up_after)
        progress((index + 1) / (trials + runs))
    drives = []
    for index, seed in enumerate(calm):
        drives.append(drive_and_listen(robot, seed, RUN, 0.0, guarded))
        progress((trials + index + 1) / (trials + runs))
    tally = FallTally.of(falls)
    return FallsReport(
        robot=robot.name,
        trials=trials,
        fell=tally.fell,
        detected_before_impact=tally.detected_before_impact,
        protected_before_impact=tally.protected_before_impact,
        recovered=recovered,
        lead_time_s_median=tally.lead_time_s_median,
        peak_impact_ratio=tally.peak_impact_ratio,
        acceleration_ratio=tally.acceleration_ratio,
        recover_time_s_median=round(median(times), 2) if times else None,
        needless_alarms=tally.needless_alarms,
        false_alarms=sum(drive.false_alarm for drive in drives),
        calm_falls=sum(drive.fell_at is not None for drive in drives),
        just_enough_ns=enough,
        seeds=str(seeds),
        versions=versions,
    )


def _shoved(robot: Robot, shove: KnockDown) -> tuple[FallTrial, float | None]:
    """Both runs of a shove, and how long it took the guarded robot to be up for good."""
    bare = run_drop(robot, shove, heedless)
    run = DropRun(robot, shove, guarded)
    run.prepare()
    shoved_at = run.simulation.t
    while not run.over:
        run.tick()
    drop = run.drop()
    trial = FallTrial(shove, bare, drop)
    return trial, _recovery(run, shoved_at) if drop.fell else None


def _recovery(run: DropRun, shoved_at: float) -> float | None:
    """Seconds from the shove until it could be driven again, if it then could."""
    program = run.faller
    assert isinstance(program, Guarded)
    program.command(Twist())
    while program.up_at is None:
        run.tick()
        if run.simulation.t > shoved_at + RECOVER:
            return None
    up_at = program.up_at
    program.command(program.rover.walk.top_speed.at(0.4))
    while run.simulation.t < up_at + STAY:
        run.tick()
    still_up = run.simulation.true_pose(run.simulation.robots[0].torso)[2, 2] > 0.8
    return up_at - shoved_at if still_up else None
