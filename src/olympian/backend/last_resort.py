"""What is left when a loop cannot go on: hold, then relax."""

from olympian.backend.protocol import Backend
from olympian.breaker import Breaker
from olympian.records import JointGoal

__all__ = ["HOLD_S", "LastResort"]

HOLD_S = 1.0
"""Seconds: a body that sways comes to rest in that time, and a hand can reach it; held any longer
in a posture that nobody controls, servos heat up."""


class LastResort:
    """Holds a body where it was sent last, and after a while lets go of it."""

    def __init__(self, backend: Backend, breaker: Breaker) -> None:
        self._backend, self._breaker = backend, breaker
        self._sent: JointGoal | None = None
        self.reset()

    def reset(self) -> None:
        """Nothing to hold on to."""
        self._held = 0.0
        self._relaxed = False

    def go_on(self, goal: JointGoal) -> None:
        """All is well: this is where the joints are sent."""
        self._sent, self._held = goal, 0.0

    def hold(self) -> JointGoal | None:
        """The goal of this tick; None where nothing was ever sent."""
        self._held += self._backend.dt
        if self.over and not self._relaxed:
            switch = self._backend.torque
            self._relaxed = self._breaker.attempt("torque switch", switch, False, None)
        return None if self._sent is None else JointGoal.all(self._sent.q)

    @property
    def over(self) -> bool:
        """Has it held for long enough?"""
        return self._held > HOLD_S
