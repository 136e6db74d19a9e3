"""What is left when a loop cannot go on: hold, then relax."""

from olympian.records import JointGoal

__all__ = ["HOLD_S", "LastResort"]

HOLD_S = 1.0
"""Seconds: a body that sways comes to rest in that time, and a hand can reach it; held any longer
in a posture that nobody controls, servos heat up."""

RELAX_S = 0.1
"""Seconds in which a goal that relaxes reaches the servos, whatever the bus takes."""


class LastResort:
    """Holds a body where it was sent last, and after a while lets go of it."""

    def __init__(self, dt: float) -> None:
        self._dt = dt
        self._sent: JointGoal | None = None
        self.reset()

    def reset(self) -> None:
        """Nothing to hold on to."""
        self._held = 0.0

    def go_on(self, goal: JointGoal) -> None:
        """All is well: this is where the joints are sent."""
        self._sent, self._held = goal, 0.0

    def hold(self) -> JointGoal | None:
        """The goal of this tick; None where nothing was ever sent."""
        self._held += self._dt
        if self._sent is None:
            return None
        goal = JointGoal.all(self._sent.q)
        return goal.switching(False) if self.over else goal

    @property
    def over(self) -> bool:
        """Has it held for long enough?"""
        return self._held > HOLD_S

    @property
    def ended(self) -> bool:
        """Has it also been told to relax for long enough?"""
        return self._held > HOLD_S + RELAX_S
