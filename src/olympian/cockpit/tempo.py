"""How time passes on a page: at its own pace, slower, not at all, or tick by tick."""

__all__ = ["Tempo"]


class Tempo:
    """Set by a driver, asked by the run before each tick."""

    def __init__(self) -> None:
        self.factor = 1.0
        """Simulated seconds per second, at most."""
        self.paused = False
        self.back = 0.0
        """Seconds before now that are shown while time stands still."""
        self._steps = 0

    def pause(self, paused: bool) -> None:
        """Stop time, or let it go on from where it is."""
        self.paused, self._steps, self.back = paused, 0, 0.0

    def step(self) -> None:
        """One more tick, and stand still again."""
        self.pause(True)
        self._steps += 1

    def look_back(self, seconds: float) -> None:
        """Show how it was; time has to stand still for that."""
        if self.paused:
            self.back = seconds

    def passes(self) -> bool:
        """May one tick pass now?"""
        if not self.paused:
            return True
        if self._steps:
            self._steps -= 1
            return True
        return False
