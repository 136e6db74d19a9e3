"""The dead-man's switch: a command that nobody renews comes to rest."""

from math import isfinite

from olympian.decision.navigate.ramp import Acceleration, checked, ramped
from olympian.errors import OlympianError
from olympian.motion.top_speed import TopSpeed
from olympian.records import Twist

__all__ = ["TwistGate"]

TIMEOUT = 0.5
"""Seconds: a key that repeats does so ten times in it, and a robot goes a step at most."""


class TwistGate:
    """Commands come in when they like; what goes out is finite, within limits and smooth."""

    def __init__(self, top: TopSpeed, acceleration: Acceleration, timeout: float = TIMEOUT) -> None:
        """Args: timeout: seconds after which a command must have been renewed."""
        if not (isfinite(timeout) and timeout > 0.0):
            raise OlympianError(f"timeout {timeout} s must be above 0")
        self._top, self._acceleration, self._timeout = top, checked(acceleration), timeout
        self.reset()

    def reset(self) -> None:
        """At rest, with no command."""
        self.reason = ""
        """Why it does not go as asked, if it does not."""
        self.twist = Twist()
        """What went out last."""
        self.wish = Twist()
        """The command in force, within the limits of speed."""
        self._age = 0.0

    def command(self, twist: Twist) -> None:
        """Take or renew a command; what is no number means to stop."""
        self.wish, self.reason = self._top.admit(twist)
        self._age = 0.0

    def step(self, dt: float) -> Twist:
        """What may go to the walk now."""
        if not (isfinite(dt) and dt >= 0.0):
            # without a clock nobody knows how old the command is
            self.reset()
            self.reason = f"time step {dt} s is no time"
            return self.twist
        self._age += dt
        if self._age > self._timeout and self.wish != Twist():
            self.wish = Twist()
            self.reason = f"no command for {self._timeout:g} s"
        self.twist = ramped(self.twist, self.wish, self._acceleration, dt)
        return self.twist
