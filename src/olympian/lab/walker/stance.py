"""Two ways to give a walker energy within a step: a leg that changes length, a driven sole.

Thesis 7.4.1 and 7.4.2. With θ from the ground (7.12) the equation of motion is
l·θ̈ + 2·l̇·θ̇ + g·cos θ = τ/(m·l): 7.14 to 7.16 as corrected, with the ankle's torque τ added.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from olympian.geometry import GRAVITY, Vec
from olympian.lab.walker.integrate import Solution, integrate


@dataclass(frozen=True)
class LegLength:
    """A leg that goes from one length to another within a given time, smoothly (quintic)."""

    before: float
    after: float
    begin: float = 0.0
    duration: float = 1.0

    def at(self, t: float) -> tuple[float, float, float]:
        """Length, its speed and its acceleration: m, m/s, m/s²."""
        s, change = (t - self.begin) / self.duration, self.after - self.before
        s = min(1.0, max(0.0, s))
        return (
            self.before + change * s**3 * (10 - 15 * s + 6 * s**2),
            change / self.duration * 30 * s**2 * (1 - s) ** 2,
            change / self.duration**2 * 60 * s * (1 - s) * (1 - 2 * s),
        )


@dataclass(frozen=True)
class Sole:
    """A massless foot plane: how far it reaches before and behind the ankle, m."""

    front: float
    back: float

    def limits(self, mass: float, length: float, theta: float, speed: float) -> tuple[float, float]:
        """Least and largest ankle torque that leave the sole flat (7.19), N m.

        The sole presses with N = (m·g·cos φ − m·l·φ̇²)·cos φ, φ being the leg's angle from upright;
        the torque cannot exceed that force at the sole's edge. A torque that drives the walker on
        lifts the toes, so the rear edge bears it; one that brakes is borne by the front edge.
        """
        lean = theta - pi / 2
        press = mass * (GRAVITY * cos(lean) - length * speed**2) * cos(lean)
        press = max(0.0, press)
        return -press * self.front, press * self.back


@dataclass(frozen=True)
class StancePhase:
    """One stance phase with whatever drives it; torque as a function of (t, theta, speed)."""

    mass: float
    leg: LegLength
    torque: Callable[[float, float, float], float] = lambda _t, _theta, _speed: 0.0

    def run(self, theta: float, speed: float, duration: float, until: float = pi) -> Solution:
        """States (θ, θ̇, work done by leg and ankle) until time is over or θ reaches `until`."""
        return integrate(
            self._rate,
            np.array([theta, speed, 0.0]),
            duration,
            lambda _t, state: min(until - state[0], state[0]),
        )

    def energy(self, t: float, state: Vec) -> float:
        """Kinetic and potential energy (7.11, 7.12), J."""
        length, stretch, _ = self.leg.at(t)
        kinetic = self.mass * ((length * state[1]) ** 2 + stretch**2) / 2
        return float(kinetic + self.mass * GRAVITY * length * sin(state[0]))

    def push(self, t: float, state: Vec) -> float:
        """Force along the leg, N: what carries the body, less what its path bends away."""
        length, _, jolt = self.leg.at(t)
        return float(self.mass * (jolt - length * state[1] ** 2 + GRAVITY * sin(state[0])))

    def _rate(self, t: float, state: Vec) -> Vec:
        theta, speed = float(state[0]), float(state[1])
        length, stretch, _ = self.leg.at(t)
        torque = self.torque(t, theta, speed)
        turn = torque / (self.mass * length) - 2 * stretch * speed - GRAVITY * cos(theta)
        power = self.push(t, state) * stretch + torque * speed
        return np.array([speed, turn / length, power])
