"""Random driving, as by somebody who plays with a joystick."""

from dataclasses import dataclass

import numpy as np

from olympian.motion.walk import WalkConfig
from olympian.records import Twist

__all__ = ["RandomDrive"]

LASTS = (2.0, 6.0)
"""Seconds between two changes of mind."""
STOPS = 0.15
"""Share of commands that say: stand."""


@dataclass(frozen=True)
class RandomDrive:
    """A command for each second: a call gives the `Twist` at that time."""

    until: tuple[float, ...]
    """When each command ends; the last lasts for ever."""
    twists: tuple[Twist, ...]

    @staticmethod
    def of(seed: int, config: WalkConfig, seconds: float) -> "RandomDrive":
        """Twists all over the ellipsoid whose half axes are the walk's limits."""
        chance = np.random.default_rng([seed, 5])
        until: list[float] = []
        twists: list[Twist] = []
        while not until or until[-1] < seconds:
            until.append((until[-1] if until else 0.0) + chance.uniform(*LASTS))
            stick = _stick(chance)
            twists.append(Twist() if chance.uniform() < STOPS else _twist(stick, config))
        return RandomDrive(tuple(until), tuple(twists))

    def __call__(self, t: float) -> Twist:
        """The command at `t`."""
        index = int(np.searchsorted(self.until, t, side="right"))
        return self.twists[min(index, len(self.twists) - 1)]


def _stick(chance: np.random.Generator) -> np.ndarray:
    """(3,) uniform in the unit ball."""
    direction = chance.standard_normal(3)
    return direction / np.linalg.norm(direction) * chance.uniform() ** (1 / 3)


def _twist(stick: np.ndarray, config: WalkConfig) -> Twist:
    limits = config.limits
    forward, left, turn = (float(value) for value in stick * np.array(limits.top_speed))
    return Twist(forward * (limits.backward if forward < 0 else 1.0), left, turn)
