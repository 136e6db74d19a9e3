"""Where a joint stops: driven there slowly and weakly, until it does not move any more."""

from math import radians
from typing import NamedTuple

from olympian.motion.skill import SkillStatus

__all__ = ["WEAK", "FoundLimits", "LimitSearch"]

SPEED = 0.5
"""rad/s: a hand can follow."""
WEAK = 0.35
"""Share of its torque: more than its own friction and limb need, less than breaks a bracket."""
PUSHES = 0.1
"""Share of full duty with which a motor pushes that is held up, and not just off."""
LAG = radians(7.0)
"""By which a horn that is blocked stays behind its goal."""
AHEAD = 1.5 * LAG
"""By which a goal may be ahead of the horn: a stop that gives way is not run over."""
BLOCKED_S = 0.25
INSIDE = radians(2.0)
"""Kept away from the stop, so that no goal ever pushes against it."""
NARROWEST = radians(10.0)
"""A joint that moves less was blocked by something else."""


class FoundLimits(NamedTuple):
    """Where a joint stops, rad in the sense in which it was driven."""

    low: float
    high: float
    free: tuple[bool, bool]
    """Was there no stop, but the end of the servo's own range?"""


class LimitSearch:
    """Drives one joint to both its stops and back; whoever has the servo sends where it says."""

    def __init__(self, low: float, high: float) -> None:
        """Args: low, high: how far the servo turns, rad."""
        self._ends = low, high
        self.reset()

    def reset(self) -> None:
        """Begin anew, from wherever the joint is then."""
        self._goal: float | None = None
        self._start = self._blocked = 0.0
        self._stops: list[tuple[float, bool]] = []
        self.found: FoundLimits | None = None
        """Once it is done."""
        self.reason = ""
        """Why it failed."""

    @property
    def begun(self) -> bool:
        """Was it sent anywhere?"""
        return self._goal is not None

    @property
    def status(self) -> SkillStatus:
        """Done when the joint is back where it was."""
        if self.reason:
            return SkillStatus.FAILED
        return SkillStatus.RUNNING if self.found is None else SkillStatus.DONE

    def step(self, angle: float, load: float, dt: float) -> float:
        """Where to send the joint now, with no more than `WEAK` of its torque.

        Args:
            angle: where it is, rad.
            load: share of full duty with which its motor pushes.
        """
        if self._goal is None:
            self._goal = self._start = angle
        elif self.status is SkillStatus.RUNNING:
            way = SPEED * dt
            if len(self._stops) == 2:
                self._return(way)
            else:
                self._push(angle, abs(load), way, dt)
        return self._goal

    def _push(self, angle: float, load: float, way: float, dt: float) -> None:
        """On towards the stop, and see whether it is there."""
        assert self._goal is not None, "a search that pushes has begun"
        direction, end = (+1, self._ends[1]) if self._stops else (-1, self._ends[0])
        behind = direction * (self._goal - angle)
        self._blocked = self._blocked + dt if behind > LAG else 0.0
        if self._goal == end and behind < LAG:
            self._stop_at(angle, free=True)
        elif self._blocked <= BLOCKED_S:
            goal = angle + direction * (min(behind, AHEAD) + way)
            self._goal = max(goal, end) if direction < 0 else min(goal, end)
        elif load < PUSHES:
            self.reason = "does not follow, and does not push: is its motor on?"
        else:
            self._stop_at(angle, free=False)

    def _stop_at(self, angle: float, free: bool) -> None:
        self._goal, self._blocked = angle, 0.0
        self._stops.append((angle, free))

    def _return(self, way: float) -> None:
        """Slowly back; then it is known."""
        assert self._goal is not None, "a search that returns has begun"
        self._goal += min(max(self._start - self._goal, -way), way)
        if self._goal != self._start:
            return
        (low, low_free), (high, high_free) = self._stops
        if high - low < NARROWEST:
            self.reason = "hardly moves: is something in its way?"
            return
        low, high = low + (not low_free) * INSIDE, high - (not high_free) * INSIDE
        self.found = FoundLimits(low, high, (low_free, high_free))
