"""Torques that keep joints on their way: inverse dynamics, and a spring and damper on the rest."""

from collections import deque
from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec
from olympian.motion.juggle.computed_torque import ComputedTorque

__all__ = ["DriveOptions", "JointDrive"]

MOST = 100.0
"""rad/s² of a wanted way that is believed: a way that is planned anew may jump."""
TURNING = 0.1
"""rad/s at which a joint surely turns, so that dry friction opposes it in full."""


@dataclass(frozen=True)
class DriveOptions:
    """How hard errors are undone, per unit of inertia."""

    spring: float
    """1/s²"""
    damper: float
    """1/s; twice the root of `spring` does not swing."""
    trust: float
    """Share of each new speed in the filtered one: a tick of the encoders is 3 mrad/s of speed, and
    a robot's inertia makes tens of N m of it."""


class JointDrive:
    """Computed torque: every joint behaves as if it alone hung on a spring, whatever it carries.

    Servos of Atlas take torques. Their own angle control would be too soft here: the ankle that
    carries the robot gives 2,250 N m/rad, and gravity alone takes 2,020 of it.
    """

    def __init__(
        self,
        dynamics: ComputedTorque,
        friction: Vec,
        dt: float,
        delay_ticks: int,
        options: DriveOptions,
    ) -> None:
        """Args: friction: dry friction of the joints, N m; delay_ticks: until a torque acts."""
        self._dynamics, self._friction, self._dt = dynamics, friction, dt
        self._delay, self._options = delay_ticks, options

    def reset(self, q: Vec) -> None:
        """At rest at `q`."""
        self._ways = deque([(q, np.zeros_like(q))] * (self._delay + 1), maxlen=self._delay + 1)
        self._q_measured = q
        self._dq_measured = np.zeros_like(q)

    def step(self, q_goal: Vec, q_measured: Vec) -> Vec:
        """(n,) N m for the tick in which they will act.

        Args:
            q_goal: where joints should be `delay_ticks` from now.
            q_measured: where they are now.
        """
        last_goal, last_speed = self._ways[-1]
        speed = (q_goal - last_goal) / self._dt
        acceleration = np.clip((speed - last_speed) / self._dt, -MOST, MOST)
        self._ways.append((q_goal, speed))
        q_now, dq_now = self._ways[0]
        raw = (q_measured - self._q_measured) / self._dt
        self._q_measured = q_measured
        self._dq_measured += self._options.trust * (raw - self._dq_measured)
        dq_measured = self._dq_measured
        undo = self._options.spring * (q_now - q_measured)
        undo += self._options.damper * (dq_now - dq_measured)
        torque = self._dynamics.torque(q_measured, dq_measured, acceleration + undo)
        return torque + self._friction * np.clip(speed / TURNING, -1.0, 1.0)
