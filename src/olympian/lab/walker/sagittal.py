"""The simplest walker seen from the side: energies, heel strike and the passive walk down a ramp.

Thesis 7.4, with the corrections of the project. `theta` is the angle between stance leg and
ground, as in 7.12: it grows past 90° as the walker goes on. On a slope it is still measured from
the horizontal, and the legs open by `alpha` at every heel strike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, isfinite, pi, sin, sqrt

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, Vec
from olympian.lab.walker.integrate import Solution, find_root, integrate

LONGEST = 60.0
"""Time constants sqrt(l/g) after which a step that has not ended is taken as one that never will:
the walker hangs at upright."""


@dataclass(frozen=True)
class Stride:
    """One step: its motion, kinetic energy after the strike that began it, whether it got over."""

    flight: Solution
    kinetic: float
    complete: bool


@dataclass(frozen=True)
class SagittalWalker:
    """A point mass on massless legs that open by `alpha` rad, on a ramp falling by `slope` rad."""

    alpha: float
    slope: float = 0.0
    mass: float = 1.0
    length: float = 0.2

    def __post_init__(self) -> None:
        """Refuse what the model cannot mean."""
        for name in ("mass", "length"):
            value = getattr(self, name)
            if not (isfinite(value) and value > 0.0):
                raise OlympianError(f"{name} is {value:g}; it must be a number above 0")
        if not 0.0 < self.alpha < pi / 2:
            raise OlympianError(f"alpha is {self.alpha:g} rad; legs open between 0 and π/2 rad")
        if not 0.0 <= self.slope < self.alpha / 2:
            raise OlympianError(
                f"slope is {self.slope:g} rad; choose from 0 to below half of alpha, "
                f"{self.alpha / 2:g} rad: steeper, the walker never rises over its foot"
            )

    @property
    def theta_start(self) -> float:
        """Stance angle just after a heel strike, rad."""
        return (pi - self.alpha) / 2 + self.slope

    @property
    def theta_strike(self) -> float:
        """Stance angle at which the other foot, `alpha` ahead, meets the ramp, rad."""
        return (pi + self.alpha) / 2 + self.slope

    def kinetic(self, speed: float) -> float:
        """Kinetic energy at `speed` m/s (7.2), J."""
        return self.mass * speed**2 / 2

    @property
    def barrier(self) -> float:
        """Kinetic energy that the way up to the top of the step costs (7.5, 7.25, 7.26), J."""
        return self.mass * GRAVITY * self.length * (1.0 - cos(self.alpha / 2 - self.slope))

    @property
    def drop(self) -> float:
        """Potential energy a whole step gives (7.20, 7.21 as corrected), J."""
        rise = 2 * self.length * sin(self.alpha / 2) * sin(self.slope)
        return self.mass * GRAVITY * rise

    def after_strike(self, kinetic: float) -> float:
        """Kinetic energy after a heel strike (7.6 to 7.8): what pointed along the leg is lost."""
        return kinetic * cos(self.alpha) ** 2

    @property
    def steady_kinetic(self) -> float:
        """Kinetic energy after a strike that repeats itself (7.24 as corrected), J."""
        return self.drop * cos(self.alpha) ** 2 / sin(self.alpha) ** 2

    @property
    def walks(self) -> bool:
        """Whether the steady state carries over the top of a step (7.27 as corrected)."""
        return self.steady_kinetic > self.barrier

    def least_slope(self) -> float:
        """Shallowest ramp that keeps this walker going, rad (7.27 solved for γ)."""

        def surplus(slope: float) -> float:
            walker = SagittalWalker(self.alpha, slope, self.mass, self.length)
            return walker.steady_kinetic - walker.barrier

        return find_root(surplus, 0.0, self.alpha / 2 * (1 - 1e-12))

    def step(self, kinetic: float) -> Stride:
        """One step from just after a heel strike: to the next, or back to where it began."""
        speed = sqrt(2 * kinetic / self.mass) / self.length
        duration = LONGEST * sqrt(self.length / GRAVITY)
        start, strike = self.theta_start, self.theta_strike
        flight = integrate(
            self._rate,
            np.array([start, speed]),
            duration,
            lambda _t, state: min(strike - state[0], state[0] - start + 1e-12),
        )
        complete = flight.ended and flight.last[0] > (start + strike) / 2
        return Stride(flight, kinetic, complete)

    def strides(self, kinetic: float) -> Iterator[Stride]:
        """Step after step, ending with one that does not get over the top."""
        while True:
            stride = self.step(kinetic)
            yield stride
            if not stride.complete:
                return
            kinetic = self.after_strike(self.kinetic(self.length * float(stride.flight.last[1])))

    def _rate(self, _: float, state: Vec) -> Vec:
        return np.array([state[1], -GRAVITY / self.length * cos(state[0])])
