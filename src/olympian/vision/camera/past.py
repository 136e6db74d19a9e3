"""States of the last moments: pictures come later than they were taken."""

from collections import deque
from math import isnan

from olympian.records import RobotState

__all__ = ["PastStates"]

KEPT = 0.5
"""Seconds: cameras are faster than that."""


class PastStates:
    """Remembers what was estimated; engine with `step`."""

    def __init__(self) -> None:
        self._states: deque[RobotState] = deque()

    def step(self, state: RobotState) -> None:
        """One more tick."""
        self._states.append(state)
        while self._states[0].t < state.t - KEPT:
            self._states.popleft()

    def at(self, t: float) -> RobotState:
        """What was estimated nearest to this time; the last state if it is not a number."""
        if isnan(t):
            return self._states[-1]
        return min(self._states, key=lambda state: abs(state.t - t))
