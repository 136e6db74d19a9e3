"""What the sensors say about the fall, against how it usually is at this part of a step.

A stiff robot that follows positions never moves like the ideal pendulum, and offsets of its joints
look like errors too. What it usually does at this part of a step on this side is learnt while it
walks; only what differs from that is answered. Velocities are the gyro's: encoders count in ticks
far too coarse to differentiate.
"""

from math import cos, exp, sin
from typing import NamedTuple

from olympian.compiled import piece
from olympian.motion.walk.pendulum import Point

BINS = 16
"""Parts of a step for each of which the usual deviation is known."""
LEARNT = 2
"""Steps after which what is usual at a part of a step is known."""
LEARN = 0.1
"""Share of what is seen that goes into what is usual, once a step."""
SHOVE = (0.015, 0.015, 0.08, 0.08, 0.03, 0.03)
"""Deviations in place, velocity and tilt beyond which it is a shove: no more is learnt from one."""

ACROSS = (0, 1, 0, 1, 1, 0)
"""Which of these are sideways."""


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


@piece
def feel(habit, look, stance, share, planned, rate, delay_ticks, dt, usual, known):
    """`Feeling` of this tick.

    Args:
        habit: of the rules.
        stance: 0 left, 1 right.
        share: of the step's time.
        planned: place of the centre of mass when the reading was made, by the plan.
        delay_ticks: from a goal to the reading that shows it; the deviation is carried on over them
            by the pendulum, whose rate is given.
        usual, known: (2, BINS, 6) and (2, BINS) of what is learnt.
    """
    com, velocity = over_sole(look, stance)
    part = min(int(share * BINS), BINS - 1)
    away = (com[0] - planned[0], com[1] - planned[1])
    seen = away + velocity + look.tilt
    x, y, vx, vy, roll, pitch = _unusual(habit, usual[stance, part], known[stance, part], seen)
    known[stance, part] += 1
    grown = exp(rate * delay_ticks * dt)
    divergent = (grown * (x + vx / rate), grown * (y + vy / rate))
    return Feeling((x, y), (vx, vy), (roll, pitch), divergent, com)


@piece
def _unusual(habit, usual, known, seen):
    """What is seen without what is usual, which learns from it."""
    x, y, vx, vy, roll, pitch = seen
    off = (
        x - usual[0], y - usual[1], vx - usual[2], vy - usual[3], roll - usual[4], pitch - usual[5]
    )  # fmt: skip
    for k in range(6):
        if known < LEARNT:
            usual[k] += off[k] / (known + 1)
        else:
            eager = max(1.0, habit.eager[ACROSS[k]] / (known + 1.0))
            most = eager * SHOVE[k]
            usual[k] += min(eager * LEARN, 1.0) * min(max(off[k], -most), most)
    return off


@piece
def over_sole(look, stance):
    """Centre of mass over the standing sole and its velocity by tilting, in the sole's heading."""
    x, y, yaw = look.soles[stance]
    c, s = cos(yaw), sin(yaw)
    dx, dy = look.com[0] - x, look.com[1] - y
    wx, wy, _ = look.spin
    roll_rate, pitch_rate = c * wx + s * wy, c * wy - s * wx
    height = look.lift[stance]
    return (c * dx + s * dy, c * dy - s * dx), (pitch_rate * height, -roll_rate * height)
