"""Sway after sway: transients, convergence, and foot clearance by the peak-to-peak rule (8.3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from olympian.lab.walker.frontal import FrontalSwing, FrontalWalker, Strike, WorkingPoint

CLOSE = 0.01
"""Share of the working point's kinetic energy that counts as having arrived."""
STAY = 10
"""Steps in a row that have to be this close."""
MOST_STEPS = 400
STUCK = 1e-6
"""A pair of steps that changes the energy by a smaller share of it repeats itself."""


@dataclass(frozen=True)
class ClearanceRule:
    """Foot clearance as a share of the sway (8.3.2): little energy, little lift, little pumping."""

    gain: float
    """metres of clearance per radian of peak-to-peak stance angle"""
    least: float
    """clearance to start with, m: without any, nothing ever moves"""
    smoothing: float = 0.5
    """how much of the last value is kept: a low pass against rushed changes"""

    @staticmethod
    def around(walker: FrontalWalker, point: WorkingPoint, margin: float = 1.5) -> "ClearanceRule":
        """The rule that gives `margin` times the clearance which the working point needs."""
        needed = walker.least_clearance(point.beta)
        range_ = walker.fly(point.energy).peak_to_peak
        return ClearanceRule(margin * needed / range_, 0.2 * needed)

    def next(self, last: FrontalSwing) -> float:
        """Clearance for the sway after `last`, m."""
        wished = max(self.least, self.gain * last.peak_to_peak)
        return self.smoothing * last.clearance + (1 - self.smoothing) * wished


@dataclass(frozen=True)
class Convergence:
    """Whether steps from rest arrive at the working point."""

    converges: bool
    sways: tuple[FrontalSwing, ...]

    @property
    def steps(self) -> int | None:
        """Steps until it had arrived, if it did within those simulated."""
        arrived = self.converges and len(self.sways) < MOST_STEPS
        return len(self.sways) - STAY if arrived else None

    @property
    def toppled(self) -> bool:
        """Whether the walker went over its stance foot or to the ground on the way."""
        return self.sways[-1].strike is Strike.TOPPLED


def sway(
    walker: FrontalWalker,
    energy: float,
    count: int,
    clearance: float | ClearanceRule | None = None,
) -> list[FrontalSwing]:
    """`count` sways from `energy` on, fewer if it topples.

    Args: clearance: metres, a rule, or None for a swing foot that never touches too early.
    """
    return list(islice(_sways(walker, energy, clearance), count))


def converge(
    walker: FrontalWalker,
    point: WorkingPoint,
    clearance: float | ClearanceRule | None = None,
) -> Convergence:
    """Start at rest on both feet and step until it has arrived, toppled or repeats itself.

    To arrive is not enough where errors grow from there: such a walker only passes by. One that
    still is on its way after the last step converges if it has come nearer since halfway.
    """
    kinetic, done, errors = point.energy - walker.rest, [], []
    for last in islice(_sways(walker, walker.rest, clearance), MOST_STEPS):
        done.append(last)
        errors.append(abs(last.energy - point.energy) / kinetic)
        if len(done) >= STAY and max(errors[-STAY:]) < CLOSE:
            settles = clearance is not None or abs(point.slope) < 1.0
            return Convergence(settles, tuple(done))
        repeats = len(done) > 2 and abs(last.energy - done[-3].energy) < STUCK * kinetic
        if repeats and errors[-1] > CLOSE:
            return Convergence(False, tuple(done))
    half = MOST_STEPS // 2
    nearer = len(done) == MOST_STEPS and max(errors[-2:]) < 0.9 * max(errors[half - 2 : half])
    return Convergence(nearer and abs(point.slope) < 1.0, tuple(done))


def _sways(
    walker: FrontalWalker, energy: float, clearance: float | ClearanceRule | None
) -> Iterator[FrontalSwing]:
    """Sway after sway until it topples."""
    lift = clearance.least if isinstance(clearance, ClearanceRule) else clearance
    while True:
        last = walker.fly(energy, lift)
        yield last
        if last.strike is Strike.TOPPLED:
            return
        energy = walker.after_strike(energy, last.beta)
        if isinstance(clearance, ClearanceRule):
            lift = clearance.next(last)
