"""One walk of the biped: pattern, stabilisers and pushes in, the record of it out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec, frozen
from olympian.lab.walker.biped import CONTROL_DT, Biped, BipedReading, Goals
from olympian.lab.walker.biped_gait import BipedGait
from olympian.lab.walker.stabilise import Stabiliser

LONGEST_STEP = 3.0
"""Periods after which a step that still waits has failed: the biped stands, or is about to fall."""


@dataclass(frozen=True)
class Burst:
    """A push on the hip, N, for a while."""

    t: float
    force: float
    duration: float = 0.1

    def at(self, t: float) -> float:
        """Force now, N."""
        return self.force if self.t <= t < self.t + self.duration else 0.0


@dataclass(frozen=True)
class BipedWalk:
    """What happened: one row per control period, one entry per step; m, s, rad, N."""

    t: Vec
    com: Vec
    """(n, 2) ahead, up"""
    hip: Vec
    """(n, 2) ahead, up"""
    feet: Vec
    """(n, 2) left, right, ahead"""
    heights: Vec
    """(n, 2) left, right ankle above the ground"""
    torque: Vec
    lengths: Vec
    """(n, 2) wished change of the left and the right leg"""
    stance: Vec
    """0 left, 1 right"""
    force: Vec
    strikes: Vec
    """times at which steps ended"""
    lag: Vec
    """centre of mass ahead of the middle of the feet at these times"""
    step_lengths: Vec
    """new stance foot ahead of the old one; negative: the order of the feet did not change"""
    fell: bool

    @property
    def steps(self) -> int:
        """Steps taken."""
        return len(self.strikes)

    @property
    def speed(self) -> float:
        """Mean speed ahead, m/s."""
        return float((self.com[-1, 0] - self.com[0, 0]) / (self.t[-1] - self.t[0]))

    @property
    def failed_steps(self) -> int:
        """Steps after which the same foot was still ahead (figure 7.13a)."""
        return int(np.sum(self.step_lengths <= 0.0))

    @property
    def asymmetry(self) -> float:
        """Mean difference of successive steps, as a share of a step (figure 7.13b)."""
        if self.steps < 2:
            return float("nan")
        changes = np.abs(np.diff(self.step_lengths))
        return float(changes.mean() / np.abs(self.step_lengths).mean())

    @property
    def synchronisation_error(self) -> float:
        """Root mean square of the lag at the ends of steps, m: 0 is in step with the legs."""
        return float(np.sqrt(np.mean(self.lag**2))) if self.steps else float("nan")


def walk(
    biped: Biped,
    gait: BipedGait,
    stabilisers: Sequence[Stabiliser],
    steps: int,
    bursts: Sequence[Burst] = (),
) -> BipedWalk:
    """Walk until `steps` are done, or the biped has fallen or stopped."""
    walking = _Walking(biped, gait, stabilisers, bursts)
    while len(walking.marks) < steps and not biped.fallen and not walking.stuck:
        walking.tick()
    rows = [frozen(column) for column in zip(*walking.rows, strict=True)]
    marks = np.array(walking.marks, dtype=float).reshape(-1, 3)
    return BipedWalk(*rows, *(frozen(mark) for mark in marks.T), fell=len(marks) < steps)


class _Walking:
    """The walk as it goes: which leg stands, since when, and what was noted down."""

    def __init__(
        self,
        biped: Biped,
        gait: BipedGait,
        stabilisers: Sequence[Stabiliser],
        bursts: Sequence[Burst],
    ) -> None:
        self._biped, self._gait = biped, gait
        self._stabilisers, self._bursts = stabilisers, bursts
        self._ticks, self._begun, self._stance = 0, 0, 0
        self._opening = -gait.opening
        self.rows: list[tuple[object, ...]] = []
        self.marks: list[tuple[float, float, float]] = []

    @property
    def _within(self) -> float:
        """Seconds since this step began."""
        return (self._ticks - self._begun) * CONTROL_DT

    @property
    def stuck(self) -> bool:
        """Whether this step takes too long to be one."""
        return self._within > LONGEST_STEP * self._gait.period

    def tick(self) -> None:
        """One control period."""
        reading = self._biped.read(self._stance)
        if self._over(reading):
            self._change_legs()
            reading = self._biped.read(self._stance)
        goals = self._gait.goals(self._within, self._opening)
        for stabiliser in self._stabilisers:
            goals = stabiliser.adjust(goals, reading, self._within)
        force = sum(burst.at(self._ticks * CONTROL_DT) for burst in self._bursts)
        self._note(goals, force)
        self._biped.write(self._stance, goals, force)
        self._ticks += 1

    def _over(self, reading: BipedReading) -> bool:
        due = self._within >= self._gait.period
        for stabiliser in self._stabilisers:
            due = stabiliser.over(reading, self._within, due)
        return due

    def _change_legs(self) -> None:
        feet = self._biped.feet[:, 0]
        ahead = feet[1 - self._stance] - feet[self._stance]
        t = self._ticks * CONTROL_DT
        self.marks.append((t, float(self._biped.com[0] - feet.mean()), float(ahead)))
        self._stance, self._begun = 1 - self._stance, self._ticks
        self._opening = self._biped.opening(self._stance)
        self._biped.forget()

    def _note(self, goals: Goals, force: float) -> None:
        biped, lengths = self._biped, (goals.stance_length, goals.swing_length)
        self.rows.append(
            (
                self._ticks * CONTROL_DT,
                biped.com[[0, 2]],
                biped.hip,
                biped.feet[:, 0],
                biped.feet[:, 1],
                goals.ankle_torque,
                lengths if self._stance == 0 else lengths[::-1],
                self._stance,
                force,
            )
        )
