"""What all events of the Olympics have in common."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from olympian.arena.film import FilmView
from olympian.arena.trial import Outcome, Score, Trial
from olympian.errors import OlympianError
from olympian.motion.animate import movement_names
from olympian.motion.step import gait_names
from olympian.motion.walks import walk_names
from olympian.robot import Robot


class EventBar(msgspec.Struct, frozen=True):
    """What is asked of an event, in words and as the share of trials that must succeed."""

    must: str
    aim: str
    share: float


class Event(ABC):
    """One discipline: runs a trial from its seed, and scores many."""

    name: str
    title: str
    """A sentence for the report: the task and what counts as success."""
    bar: EventBar
    view: FilmView = FilmView()
    movements: tuple[str, ...] = ()
    gaits: tuple[str, ...] = ()
    walks: tuple[str, ...] = ()
    """What a robot must have in its library to take part."""
    parts: int = 1
    """Trials of each seed: several tasks for the same specimen, each from a fresh start."""

    @abstractmethod
    def run(self, robot: Robot, seed: int, film: bool = False, part: int = 0) -> Outcome:
        """One trial.

        Args:
            seed: of everything random in it.
            part: which of the event's `parts`.
        """

    @abstractmethod
    def score(self, trials: Sequence[Trial]) -> Score:
        """All trials in a few figures."""

    def check(self, robot: Robot) -> None:
        """Refuse a robot that lacks a movement, a gait or a walk.

        Raises:
            OlympianError: names the first that is missing, and what there is.
        """
        for kind, needed, there in (
            ("gait", self.gaits, gait_names(robot.name)),
            ("walk", self.walks, walk_names(robot)),
            ("movement", self.movements, movement_names(robot.name)),
        ):
            for name in needed:
                if name not in there:
                    raise OlympianError(
                        f"event '{self.name}' needs {kind} '{name}', which robot '{robot.name}'"
                        f" does not have; it has {', '.join(there) or 'none'}"
                    )
