"""Tuning a kick: candidates of CMA-ES kick balls off their place, with both feet."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import radians
from pathlib import Path
from uuid import uuid4

import numpy as np

from olympian.arena.crew import Crew
from olympian.arena.kicks.trial import KickKind, KickOutcome, run_kick
from olympian.arena.walking.tuning import (
    Bound,
    Build,
    Marks,
    Study,
    StudyHeader,
    StudySearch,
    Tuned,
    Unit,
    check_result,
    make_folder,
    provenance,
    read_study,
    search_space,
)
from olympian.errors import OlympianError, unknown
from olympian.motion.kick import KickConfig, kick_range, read_kick
from olympian.motion.number_set import write_numbers
from olympian.robot import Robot, load_robot

KICK_SPACE = (
    Bound("times.shift", 0.25, 0.8, Unit.TIME),
    Bound("times.draw", 0.12, 0.45, Unit.TIME),
    Bound("times.back", 0.12, 0.5, Unit.TIME),
    Bound("times.lower", 0.05, 0.25, Unit.TIME),
    Bound("times.settle", 0.2, 0.6, Unit.TIME),
    Bound("swing.speed", 4.0, 12.0, Unit.LEG),
    Bound("swing.seconds.0", 0.1, 0.25, Unit.TIME),
    Bound("swing.seconds.1", 0.08, 0.25, Unit.TIME),
    Bound("swing.lift", 0.1, 0.35, Unit.LEG),
    Bound("swing.pitch_deg", -25.0, 25.0),
    Bound("swing.flick", -2.0, 12.0),
    Bound("swing.outside", 0.0, 1.0),
    Bound("stance.height", 0.85, 0.995, Unit.HEIGHT),
    Bound("stance.over.0", -0.12, 0.12, Unit.LEG),
    Bound("stance.over.1", -0.15, 0.05, Unit.LEG),
    Bound("stance.ahead.0", -0.12, 0.12, Unit.LEG),
    Bound("stance.ahead.1", -0.12, 0.12, Unit.LEG),
    Bound("stance.ahead.2", -0.12, 0.12, Unit.LEG),
    Bound("stance.lean_deg.0", -15.0, 15.0),
    Bound("stance.lean_deg.1", -20.0, 12.0),
    Bound("stance.lean_deg.2", -20.0, 12.0),
    Bound("stance.roll_deg", -8.0, 8.0),
    Bound("stance.arm_deg.0", -60.0, 60.0),
    Bound("stance.arm_deg.2", -60.0, 60.0),
    Bound("balance.weight", 0.0, 1.2),
    Bound("balance.ankle.0", -0.2, 0.8),
    Bound("balance.ankle.2", -0.2, 0.8),
    Bound("reach.room.0", 0.1, 0.3, Unit.LEG),
    Bound("reach.room.1", 0.08, 0.25, Unit.LEG),
    Bound("aim.toes_deg", -15.0, 15.0),
    Bound("aim.outside_deg", -20.0, 25.0),
)
"""What is tuned; balls are kicked as far as these let them."""
FAR, SOON, LATE = 4.0, 1.2, 2.7
"""Metres that are far enough, and seconds below which no kick is too slow and beyond which it is
slow altogether."""
ASTRAY = radians(20.0)
"""From which on a ball went anywhere."""
FEET = 2
"""Kicks for each seed: one with each foot."""
PHYSICS_DT = 0.002
"""s: twice as coarse as the benchmark's, and quick."""
CHANCES = 2
"""Kicks of which all have to fell it before the rest is skipped."""


@dataclass(frozen=True)
class KickHeader(StudyHeader[KickConfig, str]):
    """What the study of a kick is about; its exercises are names of kinds."""

    FORMAT = "olympian kick study 1"


@dataclass(frozen=True)
class KickDrill:
    """One candidate and what it has to kick; any process can run it."""

    robot: str
    config: KickConfig
    kinds: tuple[str, ...]
    seeds: tuple[tuple[int, ...], ...]
    """For each round, one for each kind."""


def begin_kick(
    robot: Robot,
    start: KickConfig,
    kinds: Iterable[str] = (),
    rounds: int = 1,
    seed: int = 0,
    population: int = 12,
    spread: float = 0.1,
) -> KickHeader:
    """What a new study is about; refuses a robot or a set that cannot kick at all."""
    kick_range(robot, config=start)
    known = {one.name.lower(): one for one in KickKind}
    chosen = tuple(dict.fromkeys(kinds)) or tuple(known)
    for name in chosen:
        if name not in known:
            raise unknown("kind of kick", name, known)
    return KickHeader(
        identity=uuid4().hex,
        robot=robot.name,
        start=start,
        space=search_space(Build.of(robot), start, KICK_SPACE),
        exercises=chosen,
        rounds=rounds,
        seed=seed,
        population=population,
        spread=spread,
    )


def start_kick(robot: Robot, study: Path, source: Path | None) -> KickConfig:
    """A file, if one is given; else what the study was begun with; else the robot's own."""
    if source is None and study.is_file() and study.stat().st_size:
        return read_study(study, KickHeader).header.start
    return read_kick(robot, source)


def save_kick(
    path: Path, header: KickHeader, tuned: Tuned[KickConfig], about: Mapping[str, str], force: bool
) -> None:
    """Write the set that won, whole or not at all."""
    check_result(path, header, force)
    make_folder(path)
    text = provenance(header, tuned, about, header.exercises, "kick")
    write_numbers(path, tuned.config, text)


class KickTuning(StudySearch[KickConfig, KickDrill]):
    """Has the candidates of a study kick."""

    def __init__(self, study: Study[KickHeader], robot: str, crew: Crew) -> None:
        super().__init__(study, crew)
        self._robot, self._kinds = robot, study.header.exercises

    @property
    def work(self) -> Callable[[KickDrill], Marks]:
        """In any process."""
        return evaluate_kicks

    def task(self, config: KickConfig, seeds: tuple[tuple[int, ...], ...]) -> KickDrill:
        """The drill of a set."""
        return KickDrill(self._robot, config, self._kinds, seeds)


def kick_loss(outcome: KickOutcome) -> float:
    """0 for a ball that goes far, straight and at once; 1 for a fall, which nothing makes up for.

    Who falls behind a kick is still better than who falls before it.
    """
    near = 1.0 - min(outcome.distance / FAR, 1.0)
    if outcome.fell:
        return 0.8 + 0.2 * near
    if outcome.turned is None or outcome.reason:
        return 0.8
    astray = min(abs(outcome.turned) / ASTRAY, 1.0)
    slow = min(max((outcome.seconds - SOON) / (LATE - SOON), 0.0), 1.0)
    return 0.8 * (0.5 * near + 0.3 * astray + 0.2 * slow)


def evaluate_kicks(drill: KickDrill) -> Marks:
    """Marks of a candidate; the same drill gives the same marks on every machine of a kind."""
    robot = _robot(drill.robot)
    try:
        kick_range(robot, config=drill.config)
    except OlympianError as error:
        return Marks(1.0, problem=str(error))
    losses: dict[str, list[float]] = {kind: [] for kind in drill.kinds}
    done: list[KickOutcome] = []
    for seeds in drill.seeds:
        for name, seed in zip(drill.kinds, seeds, strict=True):
            for foot in range(FEET):
                kind = KickKind[name.upper()]
                each = seed - seed % FEET + foot
                outcome = run_kick(robot, each, kind, drill.config, PHYSICS_DT, follow=False)
                losses[name].append(kick_loss(outcome))
                done.append(outcome)
            if len(done) <= CHANCES and all(one.fell for one in done):
                return _marks(drill, losses, skipped=True)
    return _marks(drill, losses)


def _marks(drill: KickDrill, losses: dict[str, list[float]], skipped: bool = False) -> Marks:
    count = FEET * len(drill.seeds)
    # what was not tried counts as fallen at once
    means = {
        name: float(np.mean([*found, *[1.0] * (count - len(found))]))
        for name, found in losses.items()
    }
    return Marks(float(np.mean(list(means.values()))), means, skipped)


@cache
def _robot(source: str) -> Robot:
    return load_robot(source)
