"""What every trajectory can be asked."""

from math import isnan
from typing import NamedTuple, Protocol

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec, frozen

WAYPOINTS = 100
"""HOly's number: with the seven of MoveIt the robot shook, with a hundred it moved smoothly."""


class Sample(NamedTuple):
    """Joint angles, speeds and accelerations at one instant."""

    q: Vec
    dq: Vec
    ddq: Vec


class Trajectory(Protocol):
    """A motion of all joints over time, at rest before it starts and after it ends."""

    @property
    def duration(self) -> float:
        """Seconds from start to goal."""
        ...

    @property
    def q_start(self) -> Vec:
        """The posture it leaves."""
        ...

    @property
    def q_goal(self) -> Vec:
        """The posture it ends in."""
        ...

    def at(self, t: float) -> Sample:
        """Where the joints are `t` seconds after the start."""
        ...

    def waypoints(self, n: int = WAYPOINTS) -> tuple[Vec, Vec]:
        """Times (n,) and postures (n, dof), evenly in time, both ends included."""
        ...


def sample_evenly(trajectory: Trajectory, n: int) -> tuple[Vec, Vec]:
    """Times (n,) and postures (n, dof) from the start to the goal."""
    if n < 2:
        raise OlympianError(f"a trajectory has at least 2 waypoints, its ends; {n} were asked for")
    times = np.linspace(0.0, trajectory.duration, n)
    return frozen(times), frozen([trajectory.at(float(t)).q for t in times])


def check_time(t: float) -> None:
    """Refuse what is no time; before the start and after the end are fine."""
    if isnan(t):
        raise OlympianError("a trajectory was asked for t = nan; give seconds since its start")
