"""The walk pattern: what the legs do in a step if nothing is ever measured (thesis 7.3)."""

from dataclasses import dataclass
from math import exp, pi, sin

from olympian.lab.walker.biped import Goals


@dataclass(frozen=True)
class BipedGait:
    """Numbers of a step; lengths in m, angles in rad, times in s."""

    period: float = 0.30
    opening: float = 0.40
    """between the legs at heel strike"""
    lift: float = 0.03
    """by how much the swing leg is shortened midway"""
    extend: float = 0.0045
    """by how much the stance leg grows while it is near upright: the walk energizer (7.4.1)"""
    swing_share: float = 0.65
    """part of the period in which the swing leg comes ahead: rapid, then it waits (7.5.1)"""
    start_speed: float = 0.51

    def reference(self, t: float) -> float:
        """Stance angle that the clock expects: rises evenly through the step (7.28), rad."""
        return self.opening * (min(t / self.period, 1.0) - 0.5)

    def goals(self, t: float, opening_before: float) -> Goals:
        """Goals `t` seconds into a step whose legs were open by `opening_before` when it began."""
        s = t / self.period
        swing = _smooth(s / self.swing_share)
        return Goals(
            opening=opening_before + (self.opening - opening_before) * swing,
            swing_length=-self.lift * sin(pi * min(s / 0.95, 1.0)) ** 2,
            stance_length=self.extend * _smooth(s),
        )


def sigmoid(x: float) -> float:
    """0 far below zero, 1 far above (7.30)."""
    return 1.0 / (1.0 + exp(-x)) if x > -700.0 else 0.0


def _smooth(s: float) -> float:
    """0 to 1 and level at both ends."""
    s = min(1.0, max(0.0, s))
    return s * s * (3.0 - 2.0 * s)
