"""How well a robot knows its place on a field, beside other filters and its odometry."""

from collections.abc import Callable
from functools import partial
from math import inf

import msgspec

from olympian.arena.crew import ALONE, Crew, run_all
from olympian.arena.localisation import plain_kernels
from olympian.arena.localisation.logbook import Logbook
from olympian.arena.localisation.outing import Outing, record
from olympian.arena.localisation.replay import FieldLocaliser, OdometryAlone, replay
from olympian.arena.localisation.score import LocalisationScore, score
from olympian.arena.localisation.unscented import UnscentedLocaliser
from olympian.decision.localise import ParticleFilter, PitchLocaliser, PitchMap
from olympian.geometry import Place
from olympian.robot import load_robot
from olympian.seeds import JUDGING
from olympian.world import MODERN

__all__ = ["LocalisationReport", "measure", "outings"]

OURS = "particles"
CARRIED_S = 25.0
"""Mean seconds from one time that it is carried to the next."""


class LocalisationReport(msgspec.Struct, frozen=True):
    """All outings; the first is the one that counts."""

    robot: str
    error_m_median: float
    error_m_p95: float
    error_deg_median: float
    error_deg_p95: float
    update_us: float
    flips: int
    """On all outings on which it looks around."""
    recovery_s_median: float | None
    recovery_s_worst: float | None
    rows: list[LocalisationScore]
    seeds: str
    versions: str = ""


def outings(robot: str, seconds: float, first: int) -> dict[str, Outing]:
    """What is recorded, by name; judging seeds from `first` on."""
    seeds = list(JUDGING.take(4, first))
    carried = partial(Outing, felled=inf, kidnapped=CARRIED_S)
    third = seconds / 3
    return {
        "modern, shoved and felled": Outing(seeds[0], seconds=seconds, robot=robot),
        "modern, carried elsewhere": carried(seeds[1], seconds=0.4 * seconds, robot=robot),
        "2010, shoved and felled": Outing(seeds[2], "2010", seconds=third, robot=robot),
        "modern, looks ahead only": Outing(seeds[3], seconds=third, robot=robot, look=None),
    }


def measure(
    robot: str,
    seconds: float,
    seed: int,
    progress: Callable[[float], None],
    versions: str = "",
    crew: Crew = ALONE,
) -> LocalisationReport:
    """Record all outings, then send every localiser on each."""
    UnscentedLocaliser(MODERN, Place())  # says what is missing before anything is recorded
    plan = outings(robot, seconds, seed)
    logs = run_all(crew, record, list(plan.values()), progress)
    rows = [row for name, log in zip(plan, logs, strict=True) for row in compare(log, name)]
    counts, carried, *rest = (row for row in rows if row.localiser == OURS)
    return LocalisationReport(
        robot=load_robot(robot).name,
        error_m_median=counts.error_m_median,
        error_m_p95=counts.error_m_p95,
        error_deg_median=counts.error_deg_median,
        error_deg_p95=counts.error_deg_p95,
        update_us=counts.update_us,
        flips=sum(one.flips for one in (counts, carried, rest[0])),
        recovery_s_median=carried.recovery_s_median,
        recovery_s_worst=carried.recovery_s_worst,
        rows=rows,
        seeds=str(JUDGING.take(4, seed)),
        versions=versions,
    )


def compare(log: Logbook, name: str) -> list[LocalisationScore]:
    """Every localiser on the same outing; the compiled one goes twice, since it loads kernels."""
    replay(log, PitchLocaliser(log.pitch, log.start))
    plain = ParticleFilter(PitchMap.of(log.pitch), kernels=plain_kernels)
    runners: dict[str, FieldLocaliser] = {
        OURS: PitchLocaliser(log.pitch, log.start),
        "particles in NumPy": PitchLocaliser(log.pitch, log.start, particles=plain),
        "unscented Kalman filter": UnscentedLocaliser(log.pitch, log.start),
        "odometry alone": OdometryAlone(log.start),
    }
    return [score(log, replay(log, runner), name, who) for who, runner in runners.items()]
