"""Many guesses of one place: moved by odometry, weighed by what is seen, drawn anew."""

from dataclasses import dataclass
from math import exp, sqrt
from typing import Any, Protocol

import numpy as np

from olympian.decision.localise import particle_kernel
from olympian.decision.localise.evidence import Evidence
from olympian.decision.localise.pitch_map import CELL, FAR, PitchMap
from olympian.geometry import Place, Vec, frozen

__all__ = ["COUNT", "Belief", "ParticleFilter", "ParticleKernels"]

COUNT = 300
TILT, TILT_LASTS = 0.02, 20.0
"""rad of roll and pitch that the inertial sensor does not show, and seconds for which they last."""
HIGHEST = 3.0
"""The most that a point which fits nowhere costs: 2.4 standard deviations; it may be wrong."""
ASKEW = 0.3
"""Sine of the angle up to which a line runs along an axis."""
NEAR, TURNED = 0.6, 0.5
"""Metres and rad around a particle within which others mean the same place."""
AGREE = 0.3
"""Share of the evidence of a picture that is believed: pictures err alike."""


class ParticleKernels(Protocol):
    """What is done to all particles: compiled, or plainly."""

    move_kernel: Any
    cost_kernel: Any
    draw_kernel: Any
    belief_kernel: Any


@dataclass(frozen=True, eq=False)
class Belief:
    """Where most particles are, and how far all of them spread around it."""

    place: Place
    covariance: Vec
    """(3, 3) of x, y and yaw, m and rad."""
    share: float
    """Of the particles that are there."""


class ParticleFilter:
    """Particles on a field: x, y, yaw, and the tilt that the inertial sensor does not show."""

    def __init__(
        self,
        field: PitchMap,
        count: int = COUNT,
        seed: int = 0,
        kernels: ParticleKernels = particle_kernel,  # pyright: ignore[reportArgumentType]
    ) -> None:
        self.field, self._kernels, self._seed = field, kernels, seed
        self.particles = np.zeros((count, 5))
        self.weights = np.full(count, 1.0 / count)
        self._costs, self._drawn = np.empty(count), np.empty((count, 5))
        self._frame = np.array([*field.corner, CELL, FAR])
        self._rule = np.array([HIGHEST, ASKEW, field.pitch.circle_radius])
        self.reset(Place(), (0.0, 0.0, 0.0))

    def reset(self, place: Place, spread: tuple[float, float, float]) -> None:
        """All at one place. Args: spread: standard deviations of x, y and yaw."""
        self.chance = np.random.default_rng([self._seed, 70])
        count = len(self.particles)
        self.particles[:] = self.chance.standard_normal((count, 5)) * [*spread, TILT, TILT]
        self.particles[:, :3] += place
        self.weights[:] = 1.0 / count

    def move(self, moved: Place, covariance: Vec, dt: float) -> None:
        """Follow the odometry. Args: covariance: (3, 3) of `moved`, in the robot's own axes."""
        keeps = exp(-dt / TILT_LASTS)
        stirs = TILT * sqrt(1.0 - keeps * keeps)
        root = np.linalg.cholesky(covariance)
        noise = self.chance.standard_normal(self.particles.shape)
        self._kernels.move_kernel(self.particles, np.array(moved), root, noise, keeps, stirs)

    def weigh(self, evidence: Evidence) -> float:
        """Believe those more where what is seen fits; the share of it that fits the best one."""
        if not len(evidence):
            return 0.0
        self._costs[:] = self.costs(evidence, self.particles)
        most = HIGHEST * float(evidence.points[:, 3].sum())
        fit = 1.0 - float(self._costs.min()) / most
        self._costs *= AGREE
        first = self.chance.random()
        self._kernels.draw_kernel(self.particles, self.weights, self._costs, first, self._drawn)
        return fit

    def costs(self, evidence: Evidence, particles: Vec) -> Vec:
        """(n,) how badly what is seen fits each of (n, 5) particles."""
        costs = np.empty(len(particles))
        self._kernels.cost_kernel(
            particles,
            evidence.points,
            evidence.layers,
            evidence.ways,
            evidence.eye,
            self.field.distance,
            self._frame,
            self._rule,
            costs,
        )
        return costs

    def tilted(self, places: Vec) -> Vec:
        """(n, 5) particles at places (n, 3), with tilts that are believed."""
        some = self.chance.integers(len(self.particles), size=len(places))
        return np.column_stack([places, self.particles[some, 3:]])

    def mix(self, particles: Vec, weights: Vec) -> None:
        """Put (n, 5) guesses where particles count least. Args: weights: 1 is an average one."""
        if len(particles):
            worst = np.argpartition(self.weights, len(particles) - 1)[: len(particles)]
            self.particles[worst] = particles
            self.weights[worst] = weights / len(self.weights)
            self.weights /= self.weights.sum()

    def belief(self) -> Belief:
        """The place that most of them mean."""
        mean, covariance = np.empty(3), np.empty((3, 3))
        near = (NEAR, TURNED)
        share = self._kernels.belief_kernel(self.particles, self.weights, near, mean, covariance)
        return Belief(Place(*mean.tolist()), frozen(covariance), share)
