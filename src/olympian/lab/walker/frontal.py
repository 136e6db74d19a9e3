"""The simplest walker seen from the front: it sways from leg to leg at a given step period.

Thesis chapter 8. The angle between stance leg and ground is `beta`; upright is 90°. Gravity pulls
away from upright, l·β̈ = −g·cos β (8.1 as corrected), and the feet stand `alpha` apart.
"""

from dataclasses import dataclass
from enum import Enum
from math import atan2, cos, isfinite, pi, sin, sqrt

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, Vec
from olympian.lab.walker.integrate import Event, Solution, find_root, integrate

MOST_TIME_CONSTANTS = 12.0
"""Longest period in units of sqrt(l/g): beyond, the working point is a rounding error away from
upright, and no floating-point number tells them apart."""


class Strike(Enum):
    """How a sway ends."""

    ON_TIME = "on time"
    """the legs change roles when the period is over"""
    DELAYED = "delayed"
    """too much energy: when the period is over, the new leg does not reach the ground yet"""
    PREMATURE = "premature"
    """too little: the body lands on the leg that is still short"""
    TOPPLED = "toppled"
    """it went over the stance foot, or lies on the ground"""


@dataclass(frozen=True)
class FrontalSwing:
    """One swing phase: energy at its start, how and at which angle it ended, its curve."""

    energy: float
    strike: Strike
    beta: float
    flight: Solution
    clearance: float

    @property
    def peak_to_peak(self) -> float:
        """Range of the stance angle, rad."""
        betas = self.flight.y[:, 0]
        return float(betas.max() - betas.min())


@dataclass(frozen=True)
class WorkingPoint:
    """Energy and heel-strike angle that repeat themselves, and how errors go on from there."""

    energy: float
    beta: float
    slope: float
    """What becomes of a small error of energy in one step; beyond ±1 it grows."""


@dataclass(frozen=True)
class FrontalWalker:
    """A point mass on two massless legs, `alpha` rad apart; roles change every `period` s."""

    alpha: float
    period: float
    mass: float = 1.0
    length: float = 0.2

    def __post_init__(self) -> None:
        """Refuse what the model cannot mean."""
        for name in ("mass", "length", "period"):
            value = getattr(self, name)
            if not (isfinite(value) and value > 0.0):
                raise OlympianError(f"{name} is {value:g}; it must be a number above 0")
        if not 0.0 < self.alpha < pi / 2:
            raise OlympianError(
                f"alpha is {self.alpha:g} rad; the legs stand between 0 and π/2 = 1.5708 rad apart"
            )
        most = MOST_TIME_CONSTANTS * sqrt(self.length / GRAVITY)
        if self.period > most:
            raise OlympianError(
                f"period is {self.period:g} s; legs of {self.length:g} m fall in far less, "
                f"choose at most {most:.3g} s"
            )

    @property
    def upright(self) -> float:
        """Potential energy over the stance foot, J; a sway with more than this topples."""
        return self.mass * GRAVITY * self.length

    @property
    def beta_start(self) -> float:
        """Stance angle with both legs long on the ground, rad."""
        return (pi - self.alpha) / 2

    @property
    def rest(self) -> float:
        """Energy at rest on both feet, J."""
        return self.upright * cos(self.alpha / 2)

    def fly(self, energy: float, clearance: float | None = None) -> FrontalSwing:
        """One swing phase that starts with `energy` J.

        Args: clearance: by how many metres the swing leg is shortened; None: it never touches.
        """
        start = np.array([self.beta_start, self._speed(energy)])
        flight = integrate(self._rate, start, self.period, self._contact(clearance))
        if flight.ended:
            topples = clearance is None or flight.last[0] > self.beta_start
            strike = Strike.TOPPLED if topples else Strike.PREMATURE
        elif flight.last[0] > self.beta_start:
            flight, strike = self._wait(flight)
        else:
            strike = Strike.ON_TIME
        return FrontalSwing(energy, strike, float(flight.last[0]), flight, clearance or 0.0)

    def after_strike(self, energy: float, beta: float) -> float:
        """Energy after the heel strike (8.5): the body is raised, the speed along the leg lost."""
        return self.rest + (energy - self.upright * sin(beta)) * cos(self.alpha) ** 2

    def steady_energy(self, beta: float) -> float:
        """Energy that a strike at `beta` gives back unchanged (8.7 as corrected)."""
        raised = self.rest - self.upright * sin(beta) * cos(self.alpha) ** 2
        return raised / sin(self.alpha) ** 2

    def working_point(self) -> WorkingPoint:
        """Where flight and heel strike agree (figure 8.4); there is always exactly one.

        More energy means a later return and so a steeper strike, which gives less energy back.
        """
        energy = find_root(self._gain, self.rest, self.upright)
        return WorkingPoint(energy, self.free_angle(energy), self._slope(energy))

    def least_angle(self, clearance: float) -> float:
        """Stance angle at which the shortened leg touches the ground, rad."""
        short = self.length - clearance
        return atan2(short * sin(self.alpha), self.length - short * cos(self.alpha))

    def least_clearance(self, beta: float) -> float:
        """By how much the swing leg must be shorter for the body to come down to `beta`, m."""
        return self.length * (1.0 - sin(beta) / sin(self.alpha + beta))

    def free_angle(self, energy: float) -> float:
        """Stance angle when the period is over and nothing is in the way (figure 8.3b), rad."""
        start = np.array([self.beta_start, self._speed(energy)])
        return float(integrate(self._rate, start, self.period, lambda _t, state: state[0]).last[0])

    def _speed(self, energy: float) -> float:
        """Angular speed at the start, rad/s."""
        kinetic = max(0.0, energy - self.rest)
        return sqrt(2 * kinetic / self.mass) / self.length

    def _rate(self, _: float, state: Vec) -> Vec:
        return np.array([state[1], -GRAVITY / self.length * cos(state[0])])

    def _contact(self, clearance: float | None) -> Event:
        least = 0.0 if clearance is None else self.least_angle(clearance)
        return lambda _t, state: min(pi / 2 - state[0], state[0] - least)

    def _wait(self, flight: Solution) -> tuple[Solution, Strike]:
        """The rest of a delayed step: both legs long, until the new one reaches the ground."""
        start = self.beta_start
        later = integrate(
            self._rate,
            flight.last,
            MOST_TIME_CONSTANTS * sqrt(self.length / GRAVITY),
            lambda _t, state: min(pi / 2 - state[0], state[0] - start),
        )
        t = np.concatenate([flight.t, flight.t[-1] + later.t[1:]])
        y = np.concatenate([flight.y, later.y[1:]])
        fell = not later.ended or later.last[0] > (start + pi / 2) / 2
        return Solution(t, y, True), Strike.TOPPLED if fell else Strike.DELAYED

    def _gain(self, energy: float) -> float:
        return self.after_strike(energy, self.free_angle(energy)) - energy

    def _slope(self, energy: float) -> float:
        h = 1e-6 * (energy - self.rest)
        return 1.0 + (self._gain(energy + h) - self._gain(energy - h)) / (2 * h)
