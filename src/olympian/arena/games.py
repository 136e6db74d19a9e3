"""Events by name, and all their trials on one process or several: the results are the same."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from olympian.arena.crew import processes
from olympian.arena.event import Event, Outcome, Score
from olympian.arena.events import (
    Fight,
    Freeze,
    Getup,
    Moves,
    Race,
    Sidestep,
    Sprint,
    StairsDown,
    StairsUp,
    Turn,
)
from olympian.arena.events.fight import LOW, STANCE
from olympian.errors import OlympianError, unknown
from olympian.robot import Robot, load_robot
from olympian.seeds import Seeds

_ALL: tuple[Event, ...] = (
    Race(),
    Sprint(),
    Freeze(),
    Turn(),
    Sidestep(),
    StairsUp(),
    StairsDown(),
    Getup("getup_front", ("front",)),
    Getup("getup_back", ("back",)),
    Getup("getup_side", ("left", "right")),
    Fight("fight", STANCE, "that holds its guard", 0.8, "95 %"),
    Fight("fight_low", LOW, "that holds its arms low", 0.5, "80 %"),
    Fight("fight_copy", None, "that fights back", 0.0, "50 %"),
    Moves(),
)
_ASIDE: tuple[Event, ...] = (
    StairsUp("stairs_up_50", height=0.05),
    StairsDown("stairs_down_50", height=0.05),
)
"""Aims: run only when asked for by name."""
OLYMPICS = tuple(event.name for event in _ALL)
"""All events of the Olympics, in the order of the scoreboard."""
EVENTS: dict[str, Event] = {event.name: event for event in (*_ALL, *_ASIDE)}
"""Everything that can be asked for."""
GROUPS = {
    "all": OLYMPICS,
    "stairs": ("stairs_up", "stairs_down"),
    "stairs_50": ("stairs_up_50", "stairs_down_50"),
    "fights": ("fight", "fight_low", "fight_copy"),
    "getup": ("getup_front", "getup_back", "getup_side"),
}


def choose_events(names: Iterable[str]) -> tuple[str, ...]:
    """The events that `names` and groups stand for, in the order of the scoreboard."""
    chosen: set[str] = set()
    for name in names:
        if name not in EVENTS and name not in GROUPS:
            raise unknown("event", name, (*EVENTS, *GROUPS))
        chosen |= set(GROUPS.get(name, (name,)))
    if not chosen:
        raise OlympianError(f"no events given; choose from {', '.join((*EVENTS, *GROUPS))}")
    return tuple(name for name in EVENTS if name in chosen)


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
