"""Arms that would be stuck at the body go round it."""

from collections.abc import Callable

import numpy as np

from olympian.geometry import Vec
from olympian.motion.imitate.arms.spread import spreads
from olympian.motion.imitate.mapping import Mask
from olympian.robot import Robot

__all__ = ["Detour"]

STUCK = 0.25
"""Seconds for which an arm makes no way before it looks for another one."""
CREEP = 0.15
"""rad/s below which it makes none: to and fro is no way either."""
THERE = 0.1
"""rad from the way point, or from the target, at which the detour ends."""


class Detour:
    """Takes an arm out of the way that is held back though its target is free."""

    def __init__(self, robot: Robot, clear: Callable[[Vec], bool]) -> None:
        """Args: clear: does a posture leave all links apart?"""
        self._clear = clear
        self._arms = spreads(robot)
        self.reset()

    def reset(self) -> None:
        """No arm is stuck."""
        self._while = [0.0 for _ in self._arms]
        self._before: list[Vec | None] = [None for _ in self._arms]
        self._way = [0 for _ in self._arms]
        """Way out that each arm is on, counted from 1; 0 goes straight"""

    @property
    def under_way(self) -> tuple[int, ...]:
        """Arms that are on a detour, by their place in `robot.arms`."""
        return tuple(index for index, way in enumerate(self._way) if way)

    def step(self, target: Vec, q: Vec, held: Mask, dt: float) -> Vec:
        """The target, or a way point for arms that are stuck.

        Args:
            q: where the joints were sent last.
            held: joints that did not go on then, lest the robot touches itself.
        """
        via = np.array(target)
        for index, arm in enumerate(self._arms):
            places = arm.places
            far = np.abs(target[places] - q[places]).max() > THERE
            if not (far and (held[places].any() or self._way[index])):
                self._while[index], self._before[index] = 0.0, None
            elif self._gets_nowhere(index, q[places], dt) and self._clear(target):
                # no way there either: try the next one, and in the end straight again
                self._way[index] = (self._way[index] + 1) % (len(arm.ways) + 1)
            self._pass_by(index, via, q, far)
        return via

    def _gets_nowhere(self, index: int, q: Vec, dt: float) -> bool:
        """Is an arm, at the end of a while, where it was at its beginning?"""
        self._while[index] += dt
        if self._while[index] < STUCK and self._before[index] is not None:
            return False
        before, self._before[index] = self._before[index], np.array(q)
        self._while[index] = 0.0
        return before is not None and bool(np.abs(q - before).max() < CREEP * STUCK)

    def _pass_by(self, index: int, via: Vec, q: Vec, far: bool) -> None:
        """Put the way point of one arm into `via`, unless it is there."""
        if not self._way[index]:
            return
        arm = self._arms[index]
        joint, angle = arm.ways[self._way[index] - 1]
        if not far or abs(angle - q[joint]) < THERE:
            self._way[index] = 0
            return
        via[arm.places] = q[arm.places]
        via[joint] = angle
