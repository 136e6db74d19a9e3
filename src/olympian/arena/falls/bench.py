"""The falls of one robot under its control module: noticed, softened, and got up from."""

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from olympian.arena.crew import ALONE, Crew, run_all
from olympian.arena.falls.alarms import Calm, drive_and_listen
from olympian.arena.falls.drop import DropRun, KnockDown, run_drop
from olympian.arena.falls.faller import Guarded, guarded, heedless
from olympian.arena.falls.referee import walks_on
from olympian.arena.falls.trial import FallTally, FallTrial, unheeded
from olympian.motion.walks import DYNAMIC, make_walk
from olympian.records import Twist
from olympian.robot import Robot, load_robot
from olympian.seeds import JUDGING
from olympian.statistics import Rate, Spread

JUST_ENOUGH = {"fumanoid": 2.7, "wolfgang": 3.0, "bioloid": 0.9}
"""N s; read off 58 shoves of random strength (seeds 0 to 19), between those survived and those not.
The ladder below measures the same with more trials."""
RISE = 1.15
"""Factor from rung to rung."""
ENOUGH = 0.5
"""Share of shoves, in any direction and doing anything, that knock it over."""


def just_enough(
    robot: Robot, first: float, seeds: Sequence[int] = range(12), walk: str | None = None
) -> float:
    """The lowest rung, N s, at which half of the shoves make the unprotected robot fall.

    Args: first: N s that it surely survives more often than not.
    """
    top_speed = make_walk(robot, walk).top_speed
    level = first
    while True:
        shoves = [
            msgspec.structs.replace(KnockDown.of(seed, top_speed, 1.0), ns=level) for seed in seeds
        ]
        fell = sum(run_drop(robot, shove, partial(heedless, walk=walk)).fell for shove in shoves)
        if fell >= ENOUGH * len(shoves):
            return level
        level *= RISE


RECOVER = 20.0
"""Seconds after the shove within which it must stand again."""
PACE = 0.4
"""Share of the top speed at which it must then walk on."""
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
    """Of those that fell: stood again without help, went 0.2 m and was upright, by truth."""
    lead_time_s_median: float | None
    lead_time_s_p5: float | None
    peak_impact_ratio: float | None
    acceleration_ratio: float | None
    recover_time_s_median: float | None
    recover_time_s_p95: float | None
    """From the shove to being at the driver's service."""
    needless_alarms: int
    """In shoves after which the unprotected twin was not down 2 s after the alarm."""
    calm_s: float
    """Seconds of random driving."""
    calm_alarms: int
    """In them."""
    false_alarms: int
    """Of these, such that the unprotected twin was not down 2 s later."""
    calm_falls: int
    """In the same drive."""
    just_enough_ns: float
    rates: dict[str, Rate]
    seeds: str
    """Of the shoves; the drive goes on from the first, a seed a minute."""
    versions: str = ""


def measure(
    robot: str,
    trials: int,
    seed: int,
    progress: Callable[[float], None],
    versions: str = "",
    crew: Crew = ALONE,
    calm: float = CALM,
    walk: str | None = None,
) -> FallsReport:
    """So many shoves, each with and without the module, then `calm` seconds of driving.

    Args: walk: by name or file; None for the best.
    """
    model = load_robot(robot)
    own = JUST_ENOUGH.get(model.name) if walk in (None, DYNAMIC) else None
    enough = own or just_enough(model, 0.3 * model.tree.mass, walk=walk)
    top_speed = make_walk(model, walk).top_speed
    seeds, minutes = JUDGING.take(trials, seed), JUDGING.take(round(calm / RUN), seed)
    share = trials / (trials + minutes.count)
    shoves = [KnockDown.of(one, top_speed, enough) for one in seeds]
    found = run_all(crew, partial(shoved, model, walk), shoves, lambda done: progress(share * done))
    drives = run_all(
        crew,
        partial(_calm, model, walk),
        list(minutes),
        lambda done: progress(share + (1 - share) * done),
    )
    falls = [trial for trial, _ in found]
    times = [up_after for _, up_after in found if up_after is not None]
    return _report(model.name, falls, times, drives, enough, str(seeds), versions)


def _calm(robot: Robot, walk: str | None, seed: int) -> Calm:
    return drive_and_listen(robot, seed, RUN, 0.0, walk)


def _report(
    robot: str,
    falls: list[FallTrial],
    times: list[float],
    drives: list[Calm],
    enough: float,
    seeds: str,
    versions: str,
) -> FallsReport:
    tally, took = FallTally.of(falls), Spread.of(times, 2)
    counts = {
        "detected_before_impact": tally.detected_before_impact,
        "protected_before_impact": tally.protected_before_impact,
        "recovered": len(times),
    }
    return FallsReport(
        robot=robot,
        trials=len(falls),
        fell=tally.fell,
        **counts,
        lead_time_s_median=tally.lead_time_s_median,
        lead_time_s_p5=tally.lead_time_s_p5,
        peak_impact_ratio=tally.peak_impact_ratio,
        acceleration_ratio=tally.acceleration_ratio,
        recover_time_s_median=took.median if took else None,
        recover_time_s_p95=took.p95 if took else None,
        needless_alarms=tally.needless_alarms,
        calm_s=round(sum(drive.seconds for drive in drives), 1),
        calm_alarms=sum(len(drive.alarms) for drive in drives),
        false_alarms=sum(drive.false_alarms for drive in drives),
        calm_falls=sum(drive.fell_at is not None for drive in drives),
        just_enough_ns=enough,
        rates={name: Rate.of(count, tally.fell) for name, count in counts.items()}
        | {"needless_alarms": Rate.of(tally.needless_alarms, len(falls))},
        seeds=seeds,
        versions=versions,
    )


def shoved(robot: Robot, walk: str | None, shove: KnockDown) -> tuple[FallTrial, float | None]:
    """A shove with and without the module; after how many seconds it walked on, if it fell."""
    run = DropRun(robot, shove, partial(guarded, walk=walk))
    run.prepare()
    shoved_at = run.simulation.t
    while not run.over:
        run.tick()
    drop = run.drop()
    trial = FallTrial(shove, unheeded(robot, shove, run.faller.noticed_at, walk) or drop, drop)
    up_after = _recovery(run, shoved_at) if drop.fell else None
    run.simulation.close()
    return trial, up_after


def _recovery(run: DropRun, shoved_at: float) -> float | None:
    """Seconds from the shove until it could be driven again, if it then walked on."""
    program = run.faller
    assert isinstance(program, Guarded)
    program.command(Twist())
    while program.up_at is None:
        run.tick()
        if run.simulation.t > shoved_at + RECOVER:
            return None
    program.command(program.humanoid.machine.top_speed.at(PACE))
    return program.up_at - shoved_at if walks_on(run.simulation, run.tick) else None
