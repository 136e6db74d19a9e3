"""Many kicks of each robot and kind: how far, how exactly, how often it falls, how long."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import degrees
from pathlib import Path
from statistics import median

import msgspec

from olympian.arena.crew import ALONE, Crew, run_all
from olympian.arena.kicks.stride_trial import RunUp, run_walked_kick
from olympian.arena.kicks.trial import KickKind, KickOutcome, run_kick
from olympian.errors import unknown
from olympian.motion.kick import read_kick
from olympian.robot import load_robot
from olympian.seeds import CHOOSING, JUDGING, Seeds
from olympian.statistics import Rate

ROBOTS = ("fumanoid", "wolfgang", "bioloid")
KICKS = 50


class KickRow(msgspec.Struct, frozen=True):
    """Kicks of one robot and one kind."""

    robot: str
    kind: str
    kicks: int
    distance_m: float
    """Median of the ways from where balls lay to where they stopped."""
    distance_p5_m: float
    direction_error_deg: float
    """Median between the aim and where balls went, with what nobody told the robot."""
    told_error_deg: float
    """The same from the direction that it was told."""
    falls: int
    missed: int
    """Balls that hardly moved, and commands that failed."""
    time_s: float
    """Median from the command until it stands and can be told what to do next."""
    hit_s: float | None
    """Median from the command until the ball moves."""
    seeds: str

    @property
    def rates(self) -> dict[str, Rate]:
        """Counts with their intervals."""
        return {name: Rate.of(getattr(self, name), self.kicks) for name in ("falls", "missed")}


@dataclass(frozen=True)
class KickTask:
    """One kick; any process can do it."""

    robot: str
    kind: KickKind | RunUp
    seed: int
    kick: Path | None

    def run(self) -> KickOutcome:
        """What comes of it."""
        robot = load_robot(self.robot)
        if isinstance(self.kind, RunUp):
            return run_walked_kick(robot, self.seed, self.kind)
        config = None if self.kick is None else read_kick(robot, self.kick)
        return run_kick(robot, self.seed, self.kind, config)


def measure(
    robot: Sequence[str] | None = None,
    kind: Sequence[str] | None = None,
    kicks: int = KICKS,
    kick: Path | None = None,
    choosing: bool = False,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
    crew: Crew = ALONE,
) -> list[KickRow]:
    """Rows of these robots and kinds; all robots for none, and all kinds from a stand.

    Args:
        kick: a set to use instead of each robot's own.
        choosing: on seeds that may be looked at often, instead of judging ones.
    """
    seeds = (CHOOSING if choosing else JUDGING).take(kicks, seed)
    cases = [(name, one) for name in robot or ROBOTS for one in _kinds(kind)]
    tasks = [KickTask(name, one, number, kick) for name, one in cases for number in seeds]
    done = run_all(crew, KickTask.run, tasks, progress)
    return [
        _row(name, one, done[index * kicks : (index + 1) * kicks], seeds)
        for index, (name, one) in enumerate(cases)
    ]


def _kinds(names: Sequence[str] | None) -> list[KickKind | RunUp]:
    known = {one.name.lower(): one for one in (*KickKind, *RunUp)}
    for name in names or ():
        if name not in known:
            raise unknown("kind of kick", name, known)
    return [known[name] for name in names] if names else list(KickKind)


def _row(robot: str, kind: KickKind | RunUp, done: Sequence[KickOutcome], seeds: Seeds) -> KickRow:
    ways = sorted(one.distance for one in done)
    hits = [one.hit_at for one in done if one.hit_at is not None]
    told = [180.0 if one.turned is None else abs(degrees(one.turned)) for one in done]
    return KickRow(
        robot=robot,
        kind=kind.name.lower(),
        kicks=len(done),
        distance_m=round(median(ways), 2),
        distance_p5_m=round(ways[len(ways) // 20], 2),
        direction_error_deg=round(median(degrees(one.direction_error) for one in done), 1),
        told_error_deg=round(median(told), 1),
        falls=sum(one.fell for one in done),
        missed=sum(one.turned is None or bool(one.reason) for one in done),
        time_s=round(median(one.seconds for one in done), 2),
        hit_s=round(median(hits), 2) if hits else None,
        seeds=str(seeds),
    )
