"""The feedbacks of the walk: each turns what is felt into one change of the plan.

Switched off, each of them changes nothing. Numbers in brackets are of the FUmanoids thesis.
"""

from math import exp, hypot, radians
from typing import NamedTuple

import numpy as np

from olympian.motion.walk.config import WalkConfig
from olympian.motion.walk.pendulum import Pendulum, PendulumState, Point
from olympian.motion.walk.senses import Feeling

__all__ = ["NOTHING_GIVEN", "Catch", "Give", "Sway", "catch", "hip", "level", "press", "stretch"]

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


def catch(
    config: WalkConfig, pendulum: Pendulum, plan: PendulumState, feeling: Feeling, left: float
) -> Catch:
    """Where and when the foot lands instead, `left` seconds before the landing."""
    x = y = hurry = 0.0
    halt, rule = False, config.capture
    if rule.on:
        grown = exp(rule.growth * pendulum.rate * left)
        error_x, error_y = feeling.divergent
        along = 0 if error_x > 0.0 else 1
        wish_x = grown * _trusted(error_x, rule.gain[along], rule.certain[0])
        wish_y = grown * _trusted(error_y, rule.gain[2], rule.certain[1])
        x, y = _within(wish_x, rule.reach[0]), _within(wish_y, rule.reach[1])
        halt = hypot(error_x, error_y) > rule.halt
        hurry = max(rule.hurry[along] * abs(wish_x - x), rule.hurry[2] * abs(wish_y - y))
    if config.energy.on:
        x += config.energy.gain * _energy_error(pendulum, plan, feeling)
    if config.symmetry.on:
        # the standing foot is so much further behind the body: the other one goes as far ahead
        x += 2.0 * config.symmetry.gain * feeling.place[0]
    return Catch((x, y), hurry, halt)


def press(config: WalkConfig, feeling: Feeling, height: float) -> tuple[float, float]:
    """Roll and pitch of the standing sole against the fall, rad: the ankle's torque (7.5.2)."""
    roll = pitch = 0.0
    if config.ankle.on:
        ahead, side = config.ankle.gain
        most = radians(config.ankle.most_deg)
        per_metre = radians(100.0)
        pitch += _within(ahead * per_metre * feeling.divergent[0], most)
        roll -= _within(side * per_metre * feeling.divergent[1], most)
    if config.posture.on:
        roll_part, pitch_part = _tilt_law(config.posture.ankle, feeling, height)
        roll += roll_part
        pitch += pitch_part
    return roll, pitch


def hip(config: WalkConfig, feeling: Feeling, height: float) -> tuple[float, float]:
    """Roll and pitch by which the torso is turned back over its legs, rad."""
    if not config.posture.on:
        return 0.0, 0.0
    roll, pitch = _tilt_law(config.posture.hip, feeling, height)
    return -roll, -pitch


def level(
    config: WalkConfig,
    feeling: Feeling,
    height: float,
    stance: int,
    give: tuple[Give, Give],
    dt: float,
) -> tuple[Give, Give]:
    """For each leg: how far the body is off its plan, as the leg takes it into account.

    The leg in the air follows what is felt, so that its foot comes down flat and in its place; the
    leg on the ground lets go of it.

    Args: height: of the centre of mass, by which its velocity is a rate of the pitch.
    """
    rule = config.level
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


def stretch(config: WalkConfig, plan: PendulumState, feeling: Feeling, height: float) -> float:
    """Metres by which the standing leg grows: energy for a body that lags (7.5.4)."""
    if not config.length.on:
        return 0.0
    lag = -feeling.place[0] / height
    upright = plan.place[0] / height
    # near upright and after it, where a longer leg pushes ahead (7.30, 7.31)
    past = 1.0 / (1.0 + exp(-config.length.steepness * upright))
    return _within(config.length.gain * lag * past, config.length.most)


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


def _trusted(error: float, gain: float, certain: float) -> float:
    """A share of a small error, which may be noise, and all that goes beyond."""
    small = _within(error, certain)
    return gain * small + max(gain, 1.0) * (error - small)


def _energy_error(pendulum: Pendulum, plan: PendulumState, feeling: Feeling) -> float:
    """Twice the specific orbital energy ahead that is too much, (m/s)²."""
    w2 = pendulum.rate**2
    x, v = plan.place[0], plan.velocity[0]
    planned = v * abs(v) - w2 * x * abs(x)
    x, v = x + feeling.place[0], v + feeling.velocity[0]
    return v * abs(v) - w2 * x * abs(x) - planned


def _tilt_law(
    gains: tuple[float, float, float, float], feeling: Feeling, height: float
) -> tuple[float, float]:
    by_pitch, by_pitch_rate, by_roll, by_roll_rate = gains
    roll, pitch = feeling.tilt
    return (
        by_roll * roll - by_roll_rate * feeling.velocity[1] / height,
        by_pitch * pitch + by_pitch_rate * feeling.velocity[0] / height,
    )


def _within(value: float, most: float) -> float:
    return -most if value < -most else most if value > most else value
