"""The four stabilisers of the thesis (7.5), each a small change to the walk pattern."""

from dataclasses import dataclass, replace
from math import cos, pi

from olympian.geometry import GRAVITY
from olympian.lab.walker.biped import BipedReading, Goals
from olympian.lab.walker.biped_gait import BipedGait, sigmoid
from olympian.lab.walker.biped_model import BipedModel
from olympian.lab.walker.stance import Sole


class Stabiliser:
    """Changes goals while a step lasts, may say when it ends; this one does neither: open loop."""

    def adjust(self, goals: Goals, reading: BipedReading, t: float) -> Goals:  # noqa: ARG002
        """Goals `t` seconds into the step."""
        return goals

    def over(self, reading: BipedReading, t: float, due: bool) -> bool:  # noqa: ARG002
        """Whether the step ends now; `due`: the clock, or the stabiliser before, says so."""
        return due


@dataclass
class ContactSync(Stabiliser):
    """Foot contact sets the time (7.5.1): the next step waits for the heel strike, or comes early.

    A contact counts once the swing foot has had the time to come ahead, and the body is over.
    """

    gait: BipedGait
    earliest: float = 0.6
    """share of the period before which a contact is only a scuffed foot"""

    def over(self, reading: BipedReading, t: float, due: bool) -> bool:  # noqa: ARG002
        """When the swing foot is down and the body has come over."""
        landed = reading.swing_contact and t > self.earliest * self.gait.period
        return landed and reading.theta > 0.0


@dataclass
class AnkleTorque(Stabiliser):
    """The stance sole drives the body after the clock: τ = k·(θ_ref − θ) (7.28), never tipping."""

    gait: BipedGait
    build: BipedModel
    stiffness: float = 15.0
    """N m/rad"""

    def adjust(self, goals: Goals, reading: BipedReading, t: float) -> Goals:
        """The pattern with its ankle driven."""
        build, wish = self.build, self.stiffness * (self.gait.reference(t) - reading.theta)
        sole = Sole(build.sole_front, build.sole_back)
        least, most = sole.limits(build.mass, build.leg, reading.theta + pi / 2, reading.speed)
        return replace(goals, ankle_torque=min(most, max(least, wish)))


@dataclass
class StepByEnergy(Stabiliser):
    """Step length takes away what energy there is too much (7.5.3, figure 7.11).

    A strike keeps cos²α of the kinetic energy (7.7). At mid-stance the energy of this step is
    known; the opening is the one after whose strike the wished energy is left.
    """

    gait: BipedGait
    build: BipedModel
    wished_speed: float = 0.25
    """of the hip when upright, m/s"""
    smoothing: float = 0.02
    """share of each new reading in the average: about a third of a step to forget"""
    _energy: float | None = None

    def adjust(self, goals: Goals, reading: BipedReading, t: float) -> Goals:
        """The pattern with another opening at its end."""
        share = self._wished_opening(reading) / self.gait.opening
        s = min(1.0, t / (self.gait.swing_share * self.gait.period))
        if goals.opening <= 0.0:
            return goals
        return replace(goals, opening=goals.opening * (1.0 + s * (share - 1.0)))

    def _wished_opening(self, reading: BipedReading) -> float:
        leg = self.build.leg
        now = (leg * reading.speed) ** 2 / 2 + GRAVITY * leg * (cos(reading.theta) - 1.0)
        last = now if self._energy is None else self._energy
        self._energy = last + self.smoothing * (now - last)
        return _opening_for(self._energy, self.wished_speed**2 / 2, leg, self.gait.opening)


@dataclass
class StepBySymmetry(Stabiliser):
    """The swing leg is always the mirror image of the stance leg: opening = 2·θ (7.29)."""

    def adjust(self, goals: Goals, reading: BipedReading, t: float) -> Goals:  # noqa: ARG002
        """The pattern with its swing leg mirrored."""
        return replace(goals, opening=2 * reading.theta)


@dataclass
class LegLengthControl(Stabiliser):
    """The stance leg is longer before upright when ahead of the clock, shorter when behind (7.31).

    So a body that is late is lifted on its way through upright, and gains energy.
    """

    gait: BipedGait
    error_gain: float = 0.25
    """m/rad"""
    edge: float = 10.0
    """1/rad: how sharply the change fades at upright"""
    most: float = 0.02

    def adjust(self, goals: Goals, reading: BipedReading, t: float) -> Goals:
        """The pattern with another stance leg."""
        error = reading.theta - self.gait.reference(t)
        change = self.error_gain * error * (1.0 - sigmoid(self.edge * reading.theta))
        change = min(self.most, max(-self.most, change))
        return replace(goals, stance_length=goals.stance_length + change)


def _opening_for(energy: float, wished: float, leg: float, usual: float) -> float:
    """Opening whose strike leaves `wished` when upright again; energies per kg over upright."""
    low, high = 0.5 * usual, 1.5 * usual
    for _ in range(30):
        middle = (low + high) / 2
        fall = GRAVITY * leg * (1 - cos(middle / 2))
        left = (energy + fall) * cos(middle) ** 2 - fall
        low, high = (middle, high) if left > wished else (low, middle)
    return low
