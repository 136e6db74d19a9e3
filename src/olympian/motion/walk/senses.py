"""What the sensors say about the fall, against how it usually is at this part of a step."""

from math import cos, exp, sin
from typing import NamedTuple

import numpy as np
from numba import njit

from olympian.motion.walk.look import Look
from olympian.motion.walk.pendulum import Pendulum, PendulumState, Point

__all__ = ["Feeling", "Senses", "over_sole"]

BINS = 16
"""Parts of a step for each of which the usual deviation is known."""
LEARN = 0.1
"""Share of what is seen that goes into what is usual, once a step."""
LEARNT = 2
"""Steps after which what is usual at a part of a step is known."""
UNUSUAL = (0.015, 0.015, 0.08, 0.08, 0.03, 0.03)
"""Deviations beyond are shoves: no more than this is learnt from one."""


class Feeling(NamedTuple):
    """Deviations from the usual, in the level frame of the standing sole; SI."""

    place: Point
    """Of the centre of mass."""
    velocity: Point
    """Of the centre of mass, from the gyro: the body turns about the sole."""
    tilt: Point
    """Roll and pitch of the torso."""
    divergent: Point
    """Of the divergent component."""
    com: Point
    """The centre of mass itself, as measured."""

    @staticmethod
    def none() -> "Feeling":
        """All as it should be."""
        zero = (0.0, 0.0)
        return Feeling(zero, zero, zero, zero, zero)


class Senses:
    """Deviation of the body from its plan, with the usual deviation taken out.

    A stiff robot that follows positions never moves like the ideal pendulum, and offsets of its
    joints look like errors too. What it usually does at this part of a step on this side is learnt
    while it walks; only what differs from that is answered. Velocities are the gyro's: encoders
    count in ticks far too coarse to differentiate.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Nothing seen, nothing learnt."""
        self._plans: list[Point] = []
        self._stance = -1
        self._usual = np.zeros((2, BINS, 6))
        self._known = np.zeros((2, BINS))

    def trust_the_plan(self) -> None:
        """What is felt from now on is no habit: nothing is taken for usual at first sight."""
        self._known[:] = LEARNT

    def see(
        self,
        look: Look,
        stance: int,
        pendulum: Pendulum,
        plan: PendulumState,
        share: float,
        delay_ticks: float,
        dt: float,
    ) -> Feeling:
        """How the body deviates now.

        Args:
            stance: 0 left, 1 right.
            plan: of the centre of mass for this tick, in the frame of the standing sole.
            share: of the step's time.
            delay_ticks: from a goal to the reading that shows it; the deviation is carried on
                over it.
        """
        if stance != self._stance:
            self._stance, self._plans = stance, []
        self._plans.append(plan.place)
        back = min(round(delay_ticks), len(self._plans) - 1)
        com, velocity = over_sole(look, stance)
        planned = self._plans[-1 - back]
        index = min(int(share * BINS), BINS - 1)
        seen = (com[0] - planned[0], com[1] - planned[1], *velocity, *look.tilt)
        x, y, vx, vy, roll, pitch = _unusual(
            self._usual[stance, index], self._known[stance], index, seen
        )
        carried, w = exp(pendulum.rate * delay_ticks * dt), pendulum.rate
        divergent = (carried * (x + vx / w), carried * (y + vy / w))
        return Feeling((x, y), (vx, vy), (roll, pitch), divergent, com)


@njit(cache=True, nogil=True)
def _unusual(usual, known, index, seen):
    """What is seen without what is usual, which learns from it."""
    off = np.empty(6)
    for k in range(6):
        off[k] = seen[k] - usual[k]
        if known[index] < LEARNT:
            usual[k] += off[k] / (known[index] + 1)
        else:
            usual[k] += LEARN * min(max(off[k], -UNUSUAL[k]), UNUSUAL[k])
    known[index] += 1
    return off[0], off[1], off[2], off[3], off[4], off[5]


def over_sole(look: Look, stance: int) -> tuple[Point, Point]:
    """Centre of mass over the standing sole and its velocity by tilting, in the sole's heading."""
    x, y, yaw = look.soles[stance]
    c, s = cos(yaw), sin(yaw)
    dx, dy = look.com[0] - x, look.com[1] - y
    wx, wy, _ = look.spin
    roll_rate, pitch_rate = c * wx + s * wy, c * wy - s * wx
    height = look.lift[stance]
    return (c * dx + s * dy, c * dy - s * dx), (pitch_rate * height, -roll_rate * height)
