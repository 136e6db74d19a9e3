"""All trials of all events, on one process or several: the results are the same."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from olympian.arena.catalogue import EVENTS
from olympian.arena.crew import processes
from olympian.arena.event import Event
from olympian.arena.score import Score
from olympian.arena.trial import Outcome
from olympian.robot import Robot, load_robot
from olympian.seeds import Seeds

__all__ = ["Games", "Result"]


@dataclass(frozen=True, eq=False)
class Result:
    """One event: its score and all that was seen."""

    event: Event
    score: Score
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class _Task:
    """A trial that any process can run."""

    robot: str
    event: str
    seed: int
    part: int
    film: bool


@dataclass(frozen=True)
class Games:
    """Which robot does what how often."""

    robot: str
    """Library name or file; every process loads it for itself."""
    events: tuple[str, ...]
    seeds: Seeds
    """Specimens; each does every part of every event."""
    jobs: int = 1
    film: bool = False
    """Take pictures of the first trial of each event."""

    @property
    def robot_name(self) -> str:
        """As its description says."""
        return _robot(self.robot).name

    def check(self) -> None:
        """Refuse a robot that lacks what an event needs, before anything runs."""
        for name in self.events:
            EVENTS[name].check(_robot(self.robot))

    def run(self, progress: Callable[[str, int, int], None] | None = None) -> list[Result]:
        """Run everything, after a look that the robot can do it.

        Args:
            progress: told after every trial: event, trials done in all, trials in all.
        """
        self.check()
        tasks = self._tasks()
        outcomes: dict[_Task, Outcome] = {}
        with processes(self.jobs) as crew:
            for place, outcome in crew.carry_out(_perform, tasks):
                outcomes[tasks[place]] = outcome
                if progress:
                    progress(tasks[place].event, len(outcomes), len(tasks))
        return [self._result(name, outcomes) for name in self.events]

    def _tasks(self) -> list[_Task]:
        return [
            _Task(self.robot, name, seed, part, self.film and (seed, part) == (self.seeds.first, 0))
            for name in self.events
            for seed in self.seeds
            for part in range(EVENTS[name].parts)
        ]

    def _result(self, name: str, outcomes: dict[_Task, Outcome]) -> Result:
        event = EVENTS[name]
        found = tuple(
            outcomes[task]
            for task in sorted(outcomes, key=lambda task: (task.seed, task.part))
            if task.event == name
        )
        return Result(event, event.score([outcome.trial for outcome in found]), found)


@cache
def _robot(source: str) -> Robot:
    return load_robot(source)


def _perform(task: _Task) -> Outcome:
    return EVENTS[task.event].run(_robot(task.robot), task.seed, task.film, task.part)
