"""The feedbacks of the walk: each turns what is felt into one change of the plan.

Switched off, each of them changes nothing. Numbers in brackets are of the FUmanoids thesis. They
are compiled and take the configuration as the record of `rules_of` it.
"""

from math import exp, hypot, radians
from typing import NamedTuple

import numpy as np

from olympian.compiled import piece
from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.pendulum import Point

Give = tuple[float, float, float, float]
"""Of the body, as one leg sees it: x, y, roll and pitch off the plan."""
NOTHING_GIVEN: tuple[Give, Give] = ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))


class Catch(NamedTuple):
    """How the landing is changed."""

    shift: Point
    """Metres off the plan."""
    hurry: float
    """Seconds that the step is shortened by."""
    halt: bool
    """Should it stop going anywhere until it is caught?"""


@piece
def catch(rules, rate, plan, feeling, left):
    """`Catch`: where and when the foot lands instead, `left` seconds before the landing.

    Args:
        rate: of the pendulum, 1/s.
        plan: `PendulumState` of the centre of mass.
    """
    x = y = hurry = 0.0
    halt, rule = False, rules.capture
    if rule.on:
        grown = exp(rule.growth * rate * left)
        error_x, error_y = feeling.divergent
        along = 0 if error_x > 0.0 else 1
        wish_x = grown * _trusted(error_x, rule.gain[along], rule.certain[along])
        wish_y = grown * _trusted(error_y, rule.gain[2], rule.certain[2])
        x, y = _within(wish_x, rule.reach[0]), _within(wish_y, rule.reach[1])
        halt = hypot(error_x, error_y) > rule.halt
        hurry = max(rule.hurry[along] * abs(wish_x - x), rule.hurry[2] * abs(wish_y - y))
    if rules.energy.on:
        x += rules.energy.gain * _energy_error(rate, plan, feeling)
    if rules.symmetry.on:
        # the standing foot is so much further behind the body: the other one goes as far ahead
        x += 2.0 * rules.symmetry.gain * feeling.place[0]
    return Catch((x, y), hurry, halt)


@piece
def press(rules, feeling, height):
    """Roll and pitch of the standing sole against the fall, rad: the ankle's torque (7.5.2)."""
    roll = pitch = 0.0
    if rules.ankle.on:
        gain, most = rules.ankle.gain, radians(rules.ankle.most_deg)
        per_metre = radians(100.0)
        pitch += _within(gain[0] * per_metre * feeling.divergent[0], most)
        roll -= _within(gain[1] * per_metre * feeling.divergent[1], most)
    if rules.posture.on:
        roll_part, pitch_part = _tilt_law(rules.posture.ankle, feeling, height)
        roll += roll_part
        pitch += pitch_part
    return roll, pitch


@piece
def hip(rules, feeling, height):
    """Roll and pitch by which the torso is turned back over its legs, rad."""
    if not rules.posture.on:
        return 0.0, 0.0
    roll, pitch = _tilt_law(rules.posture.hip, feeling, height)
    return -roll, -pitch


@piece
def level(rules, feeling, height, stance, give, dt):
    """For each leg a `Give`: how far the body is off its plan, as the leg takes it into account.

    The leg in the air follows what is felt, so that its foot comes down flat and in its place; the
    leg on the ground lets go of it.

    Args: height: of the centre of mass, by which its velocity is a rate of the pitch.
    """
    rule = rules.level
    if not rule.on:
        return NOTHING_GIVEN
    keep, follow = exp(-dt / rule.restore), 1 - exp(-dt / rule.follow)
    x, y, roll, pitch = give[stance]
    stands = (keep * x, keep * y, keep * roll, keep * pitch)
    to_come = feeling.tilt[1] + rule.lead * max(feeling.velocity[0], 0.0) / height
    x, y, roll, pitch = give[1 - stance]
    swings = (
        x + follow * (_trusted(feeling.place[0], rule.share, rule.certain) - x),
        y + follow * (rule.share * feeling.place[1] - y),
        roll + follow * (rule.share * feeling.tilt[0] - roll),
        pitch + follow * (_trusted(to_come, rule.share, radians(rule.certain_deg)) - pitch),
    )
    return (stands, swings) if stance == 0 else (swings, stands)


@piece
def stretch(rules, plan, feeling, height):
    """Metres by which the standing leg grows: energy for a body that lags (7.5.4)."""
    rule = rules.length
    if not rule.on:
        return 0.0
    lag = -feeling.place[0] / height
    upright = plan.place[0] / height
    # near upright and after it, where a longer leg pushes ahead (7.30, 7.31)
    past = 1.0 / (1.0 + exp(-rule.steepness * upright))
    return _within(rule.gain * lag * past, rule.most)


class Sway:
    """Peak-to-peak value of the sway, and the lift that follows from it (8.3.2)."""

    def __init__(self) -> None:
        self._low, self._high = np.inf, -np.inf
        self.size: float | None = None
        """Metres, filtered; None before the first full stride."""

    def see(self, sideways: float) -> None:
        """Centre of mass to the left of the middle between the feet."""
        self._low, self._high = min(self._low, sideways), max(self._high, sideways)

    def stride(self, keep: float) -> None:
        """A stride is over."""
        now = max(self._high - self._low, 0.0)
        self.size = now if self.size is None else keep * self.size + (1 - keep) * now
        self._low, self._high = np.inf, -np.inf

    def lift(self, config: WalkConfig) -> float:
        """How high the next foot is lifted."""
        rule, most = config.clearance, config.pattern.lift
        if not rule.on:
            return most
        return min(max(rule.gain * (self.size or 0.0), rule.least), most)


@piece
def _trusted(error, gain, certain):
    """A share of a small error, which may be noise, and all that goes beyond."""
    small = _within(error, certain)
    return gain * small + max(gain, 1.0) * (error - small)


@piece
def _energy_error(rate, plan, feeling):
    """Twice the specific orbital energy ahead that is too much, (m/s)²."""
    w2 = rate**2
    x, v = plan.place[0], plan.velocity[0]
    planned = v * abs(v) - w2 * x * abs(x)
    x, v = x + feeling.place[0], v + feeling.velocity[0]
    return v * abs(v) - w2 * x * abs(x) - planned


@piece
def _tilt_law(gains, feeling, height):
    """Args: gains: by pitch, by its rate, by roll and by its rate."""
    roll, pitch = feeling.tilt
    return (
        gains[2] * roll - gains[3] * feeling.velocity[1] / height,
        gains[0] * pitch + gains[1] * feeling.velocity[0] / height,
    )


@piece
def _within(value, most):
    return -most if value < -most else most if value > most else value
