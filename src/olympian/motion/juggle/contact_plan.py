"""Where the next ball is met: heights by chance, tilts by chance or so that the ball comes back."""

from dataclasses import dataclass
from enum import Enum
from math import sqrt

import numpy as np

from olympian.errors import unknown
from olympian.geometry import GRAVITY, Vec2, Vec3
from olympian.motion.juggle.bounce import Bounce
from olympian.motion.juggle.contact import Contact, Tilt, meeting, under
from olympian.motion.juggle.flight import Flight, rise
from olympian.motion.juggle.stance import JugglingStance

__all__ = ["ContactPlan", "Steering", "parse_steering"]

LEAST_FALL = 0.25
"""Metres the ball falls at least before it is met: the foot needs that time to get there."""
SCATTER = 0.3
"""Share of the reach over which returned balls are spread."""


class Steering(Enum):
    """Who chooses the tilt."""

    CHANCE = "chance"
    """as published: nobody"""
    RETURN = "return"
    """the law of the bounce: the ball comes back to near the middle"""


def parse_steering(name: str) -> Steering:
    """The steering of this name."""
    if name not in [one.value for one in Steering]:
        raise unknown("plan", name, [one.value for one in Steering])
    return Steering(name)


@dataclass(frozen=True)
class ContactPlan:
    """Draws the next contact for a ball that has just left the paddle."""

    stance: JugglingStance
    steering: Steering
    radius: float
    """Of the ball."""
    bounce: Bounce = Bounce.MIRROR

    def next(self, flight: Flight, rng: np.random.Generator) -> Contact | None:
        """Contact of this flight's end, or None if the ball does not rise high enough.

        The height of the one after is not known yet; the way back is planned for the mean.
        """
        low, high = self.stance.heights_m
        highest = flight.apex - self.radius - LEAST_FALL
        ball = meeting(flight, rng.uniform(low, max(low, min(high, highest))), self.radius)
        if ball is None:
            return None
        tilt = self._tilt(ball, rng)
        place = self.stance.reachable(under(ball.place, tilt, self.radius))
        return Contact(ball.t, place, tilt)

    def _tilt(self, ball: Flight, rng: np.random.Generator) -> Tilt:
        most = self.stance.tilt_rad
        if self.steering is Steering.CHANCE:
            roll, pitch = rng.uniform(-most, most, 2)
            return float(roll), float(pitch)
        spread = SCATTER * np.array(self.stance.reach_m)
        target = np.array(self.stance.middle_m) + rng.uniform(-spread, spread)
        tilt = self.bounce.tilt(ball.velocity, self._returning(ball, target))
        roll, pitch = np.clip(tilt, -most, most)
        return float(roll), float(pitch)

    def _returning(self, ball: Flight, target: Vec2) -> Vec3:
        """Velocity as large as the ball's that brings it to `target` at the mean height."""
        speed = float(np.linalg.norm(ball.velocity))
        lower = ball.place[2] - self.radius - sum(self.stance.heights_m) / 2
        airborne = (speed + rise(speed**2 / (2 * GRAVITY) + lower)) / GRAVITY
        across = (target - ball.place[:2]) / airborne
        # a slow ball far away could not be sent so far; as steep as 60° it is sent at most
        across *= min(1.0, 0.5 * speed / max(float(np.linalg.norm(across)), 1e-9))
        return np.array([*across, sqrt(speed**2 - float(across @ across))])
