"""A localiser goes on an outing that was recorded: where it believes the robot was."""

from dataclasses import dataclass
from functools import cache
from time import thread_time
from typing import Protocol

import numpy as np

from olympian.arena.localisation.logbook import Logbook
from olympian.backend import Simulation
from olympian.decision.localise import Certainty, Localisation
from olympian.geometry import Place, Vec
from olympian.records import Odometry, RobotState, Semantic
from olympian.robot import load_robot
from olympian.state import Estimator
from olympian.vision import Seen

__all__ = ["BelievedTrack", "FieldLocaliser", "OdometryAlone", "replay"]


class FieldLocaliser(Protocol):
    """Anything that finds a robot on a field."""

    @property
    def localisation(self) -> Localisation:
        """Where it is, and how surely."""
        ...

    def lose(self) -> None:
        """It falls, or is picked up."""
        ...

    def step(self, state: RobotState, dt: float) -> Place:
        """Where it is after one more tick."""
        ...

    def watch(self, seen: Seen, state: Semantic) -> None:
        """What was seen in that tick, and what the robot was about."""
        ...


@dataclass(frozen=True, eq=False)
class BelievedTrack:
    """What was believed, tick by tick."""

    places: Vec
    """(n, 3)"""
    certainty: tuple[Certainty, ...]
    reasons: tuple[str, ...]
    update_us: Vec
    """Processor time for each picture."""


def replay(log: Logbook, localiser: FieldLocaliser) -> BelievedTrack:
    """Feed it the whole outing."""
    template, told = _template(), {one.tick: one.seen for one in log.told}
    places, words, reasons, times = np.empty((len(log.t), 3)), [], [], []
    seen = Seen()
    for tick in range(len(log.t)):
        if log.lost_feet[tick]:
            localiser.lose()
        places[tick] = localiser.step(log.state(tick, template), log.dt)
        words.append(localiser.localisation.certainty)
        reasons.append(localiser.localisation.reason)
        seen = told.get(tick, seen)
        about = Semantic.PICKED_UP if log.carried[tick] else Semantic.WALKING
        begin = thread_time()
        localiser.watch(seen, about)
        if tick in told:
            times.append(thread_time() - begin)
    return BelievedTrack(places, tuple(words), tuple(reasons), 1e6 * np.array(times))


class OdometryAlone:
    """Believes its steps and its gyro, and looks at nothing."""

    def __init__(self, start: Place) -> None:
        self._start = start
        self._localisation = Localisation(0.0, start, np.zeros((3, 3)), Certainty.SURE)

    @property
    def localisation(self) -> Localisation:
        """Where the feet have carried it; always sure."""
        return self._localisation

    def lose(self) -> None:
        """The odometry knows."""

    def step(self, state: RobotState, dt: float) -> Place:  # noqa: ARG002
        """Where the feet have carried it."""
        way: Odometry = state.odometry
        place = self._start.then(way.place)
        self._localisation = Localisation(state.t, place, way.covariance, Certainty.SURE)
        return place

    def watch(self, seen: Seen, state: Semantic) -> None:
        """It does not."""


@cache
def _template() -> RobotState:
    """What the states of a replay have in all that no localiser looks at."""
    simulation = Simulation(load_robot("fumanoid"))
    actor = simulation.actors[0]
    state = Estimator(actor.robot).step(actor.read(), actor.dt)
    simulation.close()
    return state
