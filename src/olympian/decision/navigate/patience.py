"""Knowing when it gets nowhere."""

from math import inf

__all__ = ["Patience"]

SECONDS = 15.0
"""Longer than a robot takes to get up again after a fall."""
GAIN = 0.03
"""Metres of way that count as progress: more than the place is uncertain."""


class Patience:
    """Watches a number that should fall, and the time since it last did."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.reset()

    def reset(self) -> None:
        """Start to wait."""
        self._best, self._waited = inf, 0.0

    def lost(self, left: float, dt: float) -> bool:
        """Has nothing got better for too long? Args: left: way that is left, in metres."""
        self._waited += dt
        if left < self._best - GAIN:
            self._best, self._waited = left, 0.0
        return self._waited > self.seconds
