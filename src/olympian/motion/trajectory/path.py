"""Several trajectories one after the other."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import ArrayLike

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.motion.trajectory.move import Move, Policy
from olympian.motion.trajectory.trajectory import (
    WAYPOINTS,
    Sample,
    Trajectory,
    check_time,
    sample_evenly,
)


@dataclass(frozen=True, eq=False)
class Path:
    """Trajectories played in order, each from where the one before ended; it rests in between."""

    parts: tuple[Trajectory, ...]

    def __post_init__(self) -> None:
        if not self.parts:
            raise OlympianError("a path needs at least one move")
        for index, (before, after) in enumerate(pairwise(self.parts)):
            if not np.array_equal(before.q_goal, after.q_start):
                raise OlympianError(
                    f"part {index + 1} of a path does not start where part {index} ends"
                )

    @staticmethod
    def through(
        postures: Iterable[ArrayLike],
        policy: Policy = Policy.CONSTANT_ACCELERATION,
        *,
        duration: float | None = None,
        acceleration: ArrayLike | None = None,
        top_speed: ArrayLike | None = None,
    ) -> "Path":
        """The path that comes to rest in each posture; limits as in `Move.within`, per move."""
        stops = list(postures)
        if len(stops) < 2:
            raise OlympianError(f"a path leads through at least 2 postures, not {len(stops)}")
        return Path(
            tuple(
                Move.within(
                    policy,
                    start,
                    goal,
                    duration=duration,
                    acceleration=acceleration,
                    top_speed=top_speed,
                )
                for start, goal in pairwise(stops)
            )
        )

    @cached_property
    def ends(self) -> tuple[float, ...]:
        """Seconds from the start of the path to the end of each part."""
        return tuple(accumulate(part.duration for part in self.parts))

    @property
    def duration(self) -> float:
        """Seconds from the first posture to the last."""
        return self.ends[-1]

    @property
    def q_start(self) -> Vec:
        """The posture it leaves."""
        return self.parts[0].q_start

    @property
    def q_goal(self) -> Vec:
        """The posture it ends in."""
        return self.parts[-1].q_goal

    def at(self, t: float) -> Sample:
        """Where the joints are `t` seconds after the start; at rest before it and from the end on.

        Where two parts meet, the one that begins counts.
        """
        check_time(t)
        index = min(bisect_right(self.ends, t), len(self.parts) - 1)
        if t >= self.duration:
            return self.parts[-1].at(np.inf)
        return self.parts[index].at(t - (self.ends[index - 1] if index else 0.0))

    def waypoints(self, n: int = WAYPOINTS) -> tuple[Vec, Vec]:
        """Times (n,) and postures (n, dof), evenly in time: they need not hit inner postures."""
        return sample_evenly(self, n)
