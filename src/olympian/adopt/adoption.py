"""From a model file to a robot that stands and walks, stage by stage, within a time."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from msgspec.structs import replace

from olympian.adopt.adoption_file import AdoptionFile, read_adoption, write_adoption
from olympian.adopt.adoption_report import REPORT, write_adoption_report
from olympian.adopt.first_steps import FirstSteps, first_steps
from olympian.adopt.import_model import ImportedModel
from olympian.adopt.trials import SIMULATED_S, judge_stand, judge_walk
from olympian.adopt.walk_search import search_walk, seconds_to_finish
from olympian.adopt.write_import import write_import
from olympian.arena.crew import Crew
from olympian.errors import OlympianError
from olympian.lab.missing import missing
from olympian.motion.number_set import write_numbers
from olympian.motion.walk import read_walk, walk_path
from olympian.robot import Robot, load_robot
from olympian.seeds import JUDGING, TUNING

__all__ = ["Adoption"]

STANDS, STANDS_S = 3, 20.0
"""Specimens and seconds of the first look at its stance."""
WALKING = 1.5
"""How much longer a simulated second of walking takes than one of standing."""


@dataclass
class Adoption:
    """What is done for one robot; each stage is kept when it ends, and is not done again."""

    model: Path
    folder: Path
    crew: Crew
    minutes: float
    trials: int
    seed: int
    about: Mapping[str, str]
    """What files that are found should say of this run."""
    tell: Callable[[str], None]
    make: Callable[[], ImportedModel]
    """Reads the model; called once, at the very beginning."""

    def run(self, force: bool = False) -> AdoptionFile:
        """All stages that are left. Args: force: begin anew over an earlier adoption."""
        known = None if force else read_adoption(self.folder)
        if known is not None and known.model != str(self.model.resolve()):
            raise OlympianError(
                f"{self.folder} holds an adoption of {known.model}; choose another --name, or"
                " --force to begin anew"
            )
        self._end = monotonic() + 60.0 * self.minutes - (known.spent_s if known else 0.0)
        self._now = known or self._import(force)
        robot = load_robot(self.folder / "robot.toml")
        for stage in (self._stand, self._begin_to_walk, self._search, self._judge):
            with self._kept():
                stage(robot)
        files = write_adoption_report(self.folder, self._now, robot, self._walks(robot))
        self.tell(f"wrote {self.folder / REPORT / 'index.html'} with {files} files")
        return self._now

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """The time is counted whatever happens, and what is known is in the folder."""
        begun = monotonic()
        try:
            yield
        finally:
            spent = self._now.spent_s + monotonic() - begun
            self._now = replace(self._now, spent_s=round(spent, 1))
            write_adoption(self.folder, self._now)

    def _import(self, force: bool) -> AdoptionFile:
        begun, found = monotonic(), self.make()
        for left in ("walk.toml", "walk.study"):
            if (self.folder / left).exists() and not force:
                raise OlympianError(f"{self.folder / left} exists already; say --force")
            (self.folder / left).unlink(missing_ok=True)
        write_import(found, self.folder, force)
        robot = load_robot(self.folder / "robot.toml")
        for note in found.notes:
            self.tell(f"found: {note}")
        return AdoptionFile(
            model=str(self.model.resolve()),
            notes=found.notes,
            missing=tuple(missing(robot)),
            spent_s=round(monotonic() - begun, 1),
        )

    def _stand(self, robot: Robot) -> None:
        if self._now.stood is not None or not robot.feet:
            return
        begun = monotonic()
        row = judge_stand(self._source, TUNING.take(STANDS), self.crew, STANDS_S)
        pace = (monotonic() - begun) / (STANDS * STANDS_S)
        self.tell(f"{row.what}: {row.rate}")
        self._now = replace(self._now, stood=row.rate, pace=round(pace, 5))

    def _begin_to_walk(self, robot: Robot) -> None:
        if self._now.first_walk:
            return
        steps = self._first_steps(robot)
        if isinstance(steps, FirstSteps) and steps.walks:
            write_numbers(walk_path(robot), steps.config, str(steps))
        self._now = replace(self._now, first_walk=str(steps))
        self.tell(f"first walk: {steps}")

    def _first_steps(self, robot: Robot) -> FirstSteps | str:
        try:
            return first_steps(robot)
        except OlympianError as error:
            return f"none: {error}"

    def _search(self, robot: Robot) -> None:
        if self._now.tuned or self._now.first_walk.startswith("none"):
            return
        pace = WALKING * self._now.pace
        until = self._end - pace * self.trials * SIMULATED_S
        self.tell(
            f"searches for a better walk for {max(0.0, until - monotonic()) / 60.0:.1f} min,"
            f" {seconds_to_finish(pace) / 60.0:.1f} of them for finals and proof"
        )
        try:
            done, said = search_walk(
                robot, self.folder, self.crew, until, pace, self.about, self.tell, self.seed
            )
        except OlympianError as error:
            done, said = 0, f"no walk holds yet: {error}"
        self._now = replace(self._now, candidates=done, tuned=said)
        self.tell(f"walk: {said}")

    def _judge(self, robot: Robot) -> None:
        seeds = JUDGING.take(self.trials, self.seed)
        if self._now.judged or not robot.feet:
            return
        rows = (judge_stand(self._source, seeds, self.crew),)
        if self._walks(robot):
            rows += judge_walk(self._source, read_walk(robot), seeds, self.crew)
        for row in rows:
            self.tell(f"{row.what}: {row.rate} {row.figure}")
        self._now = replace(self._now, judged=rows, seeds=str(seeds))

    def _walks(self, robot: Robot) -> bool:
        return walk_path(robot).is_file()

    @property
    def _source(self) -> str:
        return str((self.folder / "robot.toml").resolve())
