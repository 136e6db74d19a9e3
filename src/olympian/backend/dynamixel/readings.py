"""What the servos said last, and what of it is too wild to be believed."""

from math import nan

import numpy as np

from olympian.backend.dynamixel.layout import HornMotion
from olympian.backend.dynamixel.scale import Scale
from olympian.geometry import Vec

SLACK = 1.5
"""Times the no-load speed that a horn may turn: hands and falls turn it as well."""
JITTER = 20.0
"""Ticks by which two readings may differ however short the time between them."""
INSIST = 3
"""So often a servo has to say the same before a jump is believed: then it was turned unseen."""
TURNS = 0.15
"""rad/s below which a speed is the flicker of a tick."""
OLDEST_S = 0.05
"""Age of a reading up to which its speed tells where the horn is now."""
LOST = 1000
"""Questions in a row as which a lost bus counts."""
FAULTS = 1 | 2 | 4 | 32
"""Bits of a status that speak of the servo: voltage, angle, heat, overload; not of the packet."""


class Readings:
    """The latest of every servo, in joint order and in the servos' own sense."""

    def __init__(self, scale: Scale) -> None:
        count = len(scale.tick)
        self._scale = scale
        self.ticks: Vec = np.full(count, nan)
        """NaN before the first answer."""
        self.speed: Vec = np.zeros(count)
        self.load: Vec = np.zeros(count)
        self.temperature_c: Vec = np.full(count, nan)
        self.voltage: Vec = np.full(count, nan)
        self.fault = np.zeros(count, dtype=np.uint8)
        self.answered = np.zeros(count, dtype=np.bool_)
        """Did it answer when it was asked last?"""
        self.limp = np.zeros(count, dtype=np.bool_)
        """Did it say, when it was looked at closely last, that its motor is off?"""
        self.returned = np.zeros(count, dtype=np.bool_)
        """Did it answer after a long silence? Who has seen to that clears it."""
        self.silent = np.zeros(count, dtype=np.int64)
        """Questions in a row without an answer."""
        self.wild = 0
        """Positions that were dropped."""
        self._since: Vec = np.full(count, nan)
        self._claim: Vec = np.full(count, nan)
        self._insisted = np.zeros(count, dtype=np.int64)

    def take(self, row: int, motion: HornMotion, error: int, t: float) -> None:
        """An answer of one servo, if it can be true."""
        self.silent[row] = 0
        self.fault[row] = error & FAULTS
        self.answered[row] = self._believable(row, float(motion.ticks), t)
        if not self.answered[row]:
            self.wild += 1
            return
        self.ticks[row], self._since[row] = motion.ticks, t
        self.speed[row], self.load[row] = motion.speed, motion.load
        self._insisted[row] = 0

    def at(self, t: float) -> Vec:
        """Where the horns are now: those that turn have gone on since they were asked."""
        age = np.minimum(t - self._since, OLDEST_S)
        turned = np.where(np.abs(self.speed) > TURNS, self.speed * age / self._scale.tick, 0.0)
        moved = np.where(self.answered, self.ticks + turned, self.ticks)
        return np.clip(moved, 0.0, self._scale.top)

    def speed_at(self, t: float) -> Vec:
        """How fast they turn, as far as that is known still."""
        return np.where(t - self._since <= OLDEST_S, self.speed, 0.0)

    def miss(self, row: int) -> None:
        """It did not answer."""
        self.answered[row] = False
        self.silent[row] += 1

    def forget(self, rows: list[int]) -> None:
        """Their bus is gone: where they are when it comes back is news."""
        self.answered[rows] = False
        self.silent[rows] = LOST
        self._since[rows] = nan

    def _believable(self, row: int, ticks: float, t: float) -> bool:
        """Inside the range, and within reach of where it was; or said again and again."""
        if not 0.0 <= ticks <= self._scale.top[row]:
            return False
        if np.isnan(self._since[row]):
            return True
        reach = SLACK * self._scale.fastest[row] * (t - self._since[row]) + JITTER
        if abs(ticks - self.ticks[row]) <= reach:
            return True
        same = abs(ticks - self._claim[row]) <= JITTER
        self._claim[row] = ticks
        self._insisted[row] = self._insisted[row] + 1 if same else 1
        return bool(self._insisted[row] >= INSIST)
