"""One straight line in joint space, travelled by a law of time."""

from dataclasses import dataclass
from enum import Enum
from math import inf, sqrt

import numpy as np
from numpy.typing import ArrayLike

from olympian.errors import OlympianError, unknown
from olympian.geometry import Vec, frozen
from olympian.motion.trajectory.trajectory import WAYPOINTS, Sample, check_time, sample_evenly

Progress = tuple[float, float, float]
"""Share of the way, and its first and second derivative by the share of the time."""


class Policy(Enum):
    """How a move spends its time. All joints share the law, so all arrive together."""

    CONSTANT_VELOCITY = "constant_velocity"
    """Even speed: the gentlest speed, but a jerk at both ends."""
    CONSTANT_ACCELERATION = "constant_acceleration"
    """Speed up for half the time, brake for the other half (HOly): the gentlest acceleration."""
    QUINTIC = "quintic"
    """Starts and ends without speed and without acceleration: no sudden force anywhere."""

    @staticmethod
    def named(name: str) -> "Policy":
        """The policy called `name`."""
        if name not in {policy.value for policy in Policy}:
            raise unknown("policy", name, (policy.value for policy in Policy))
        return Policy(name)

    @property
    def peak_speed(self) -> float:
        """Highest speed of a move of length one that takes time one."""
        return _PEAKS[self][0]

    @property
    def peak_acceleration(self) -> float:
        """Highest acceleration of a move of length one that takes time one."""
        return _PEAKS[self][1]

    def progress(self, share: float) -> Progress:
        """Share of the way done, with derivatives, after a share 0…1 of the time."""
        if self is Policy.CONSTANT_VELOCITY:
            return share, 1.0, 0.0
        if self is Policy.CONSTANT_ACCELERATION:
            return _speed_up_and_brake(share)
        return _quintic(share)


_PEAKS = {
    Policy.CONSTANT_VELOCITY: (1.0, inf),
    Policy.CONSTANT_ACCELERATION: (2.0, 4.0),
    Policy.QUINTIC: (15 / 8, 10 / sqrt(3)),
}


def _speed_up_and_brake(share: float) -> Progress:
    if share < 0.5:
        return 2 * share**2, 4 * share, 4.0
    left = 1 - share
    return 1 - 2 * left**2, 4 * left, -4.0


def _quintic(share: float) -> Progress:
    """The one polynomial of degree five with speed and acceleration zero at 0 and 1."""
    left = 1 - share
    return (
        share**3 * (10 + share * (6 * share - 15)),
        30 * (share * left) ** 2,
        60 * share * left * (left - share),
    )


@dataclass(frozen=True, eq=False)
class Move:
    """From one posture straight to another; every joint starts and arrives with the others.

    A straight line in joint space is a slightly curved one in space (HOly III-B1).
    """

    policy: Policy
    q_start: Vec
    q_goal: Vec
    duration: float
    """Seconds; zero only where nothing has to move."""

    def __post_init__(self) -> None:
        start, goal = _ends(self.q_start, self.q_goal)
        object.__setattr__(self, "q_start", start)
        object.__setattr__(self, "q_goal", goal)
        if not 0.0 <= self.duration < np.inf:
            raise OlympianError(f"a move lasts a finite time, zero or more, not {self.duration} s")
        if self.duration == 0.0 and (start != goal).any():
            raise OlympianError("a move needs time: give a duration above zero")

    @staticmethod
    def within(
        policy: Policy,
        q_start: ArrayLike,
        q_goal: ArrayLike,
        *,
        duration: float | None = None,
        acceleration: ArrayLike | None = None,
        top_speed: ArrayLike | None = None,
    ) -> "Move":
        """The quickest move that keeps to everything given; at least one thing must be.

        Args:
            duration: least time in seconds; exactly this long unless a limit below needs more.
            acceleration: most rad/s² of any joint, or of each (n,).
            top_speed: most rad/s of any joint, or of each (n,).
        """
        start, goal = _ends(q_start, q_goal)
        distance = np.abs(goal - start)
        needs = [] if duration is None else [duration]
        if top_speed is not None:
            limit = _positive(top_speed, "top speed")
            needs.append(policy.peak_speed * _longest(distance, limit))
        if acceleration is not None:
            limit = _positive(acceleration, "acceleration")
            if np.isinf(policy.peak_acceleration):
                raise OlympianError(
                    f"{policy.value} jerks at both ends, so no acceleration limits it;"
                    " give duration or top_speed"
                )
            needs.append(float(np.sqrt(policy.peak_acceleration * _longest(distance, limit))))
        if not needs:
            raise OlympianError("nothing says how fast: give duration, acceleration or top_speed")
        # A NaN among the durations must reach the check in the constructor, which max() may hide.
        return Move(policy, start, goal, float(np.max(needs)))

    @property
    def speeds(self) -> Vec:
        """(n,) highest speed of each joint, as `JointGoal.speed` takes it; zero where it stays.

        With constant velocity this is 2012's normalisation: one goal written with these speeds and
        a wait of `duration` is the whole move, and the servos do the rest.
        """
        if self.duration == 0.0:
            return frozen(np.zeros_like(self.q_start))
        distance = np.abs(self.q_goal - self.q_start)
        return frozen(self.policy.peak_speed * distance / self.duration)

    def at(self, t: float) -> Sample:
        """Where the joints are `t` seconds after the start; at rest before it and from the end on.

        The jerk with which constant velocity starts and stops has no finite acceleration: it is
        not in `ddq`.
        """
        check_time(t)
        if t < 0.0 or t >= self.duration:
            rest = np.zeros_like(self.q_start)
            return Sample(self.q_start if t < 0.0 else self.q_goal, rest, rest)
        way, speed, acceleration = self.policy.progress(t / self.duration)
        line = self.q_goal - self.q_start
        return Sample(
            self.q_start + way * line,
            speed / self.duration * line,
            acceleration / self.duration**2 * line,
        )

    def waypoints(self, n: int = WAYPOINTS) -> tuple[Vec, Vec]:
        """Times (n,) and postures (n, dof), evenly in time, both ends included."""
        return sample_evenly(self, n)


def constant_acceleration(q_start: ArrayLike, q_goal: ArrayLike, acceleration: ArrayLike) -> Move:
    """HOly's move: t = 2·sqrt(Δq/a) for the joint that needs longest, and all in that time."""
    return Move.within(Policy.CONSTANT_ACCELERATION, q_start, q_goal, acceleration=acceleration)


def quintic(
    q_start: ArrayLike,
    q_goal: ArrayLike,
    *,
    duration: float | None = None,
    acceleration: ArrayLike | None = None,
) -> Move:
    """The move without sudden forces, in a given time or as quick as the acceleration allows."""
    return Move.within(
        Policy.QUINTIC, q_start, q_goal, duration=duration, acceleration=acceleration
    )


def _longest(distance: Vec, limit: Vec) -> float:
    """Most of `distance` per `limit`: what the slowest joint needs; infinite where out of range."""
    if limit.ndim and limit.shape != distance.shape:
        raise OlympianError(
            f"{limit.size} limits for {distance.size} joints: give one, or one each"
        )
    with np.errstate(over="ignore"):
        return float(np.max(distance / limit, initial=0.0))


def _positive(limit: ArrayLike, name: str) -> Vec:
    values = np.asarray(limit, dtype=float)
    if not (np.isfinite(values) & (values > 0.0)).all():
        raise OlympianError(f"{name} must be finite and above zero, not {limit}")
    return values


def _ends(q_start: ArrayLike, q_goal: ArrayLike) -> tuple[Vec, Vec]:
    """Start and goal, finite and of equal length."""
    start, goal = _posture(q_start, "start"), _posture(q_goal, "goal")
    if start.shape != goal.shape:
        raise OlympianError(f"a move from {start.size} joints to {goal.size}: give as many")
    return start, goal


def _posture(q: ArrayLike, name: str) -> Vec:
    values = frozen(q)
    if values.ndim != 1:
        raise OlympianError(
            f"the {name} of a move is a list of angles, not of shape {values.shape}"
        )
    if not np.isfinite(values).all():
        index = int(np.flatnonzero(~np.isfinite(values))[0])
        raise OlympianError(f"the {name} of a move has angle {values[index]} at joint {index}")
    return values
