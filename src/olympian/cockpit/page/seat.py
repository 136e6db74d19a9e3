"""Who drives: one browser at a time; the others watch, and may ask for the seat."""

from collections.abc import Sequence

__all__ = ["DriverSeat"]

PATIENCE = 20.0
"""Seconds after which a driver who does not answer has given the seat away."""


class DriverSeat:
    """Browsers by number. The first one has it; it goes on only when it is given or left."""

    def __init__(self) -> None:
        self.driver: int | None = None
        self.asking: int | None = None
        """Who would like to have it."""
        self._asked_at = 0.0

    def enter(self, visitor: int) -> None:
        """Somebody came."""
        if self.driver is None:
            self.driver = visitor

    def leave(self, visitor: int) -> None:
        """Somebody went: who asked for the seat has it then; else it is free to be asked for."""
        if self.asking == visitor:
            self.asking = None
        if self.driver == visitor:
            self.driver, self.asking = self.asking, None

    def ask(self, visitor: int, now: float) -> None:
        """A watcher would like to drive."""
        if self.driver is None:
            self.driver = visitor
        elif self.driver != visitor and self.asking is None:
            self.asking, self._asked_at = visitor, now

    def give(self, visitor: int) -> None:
        """The driver hands it over to who asked for it."""
        if visitor == self.driver and self.asking is not None:
            self.driver, self.asking = self.asking, None

    def keep(self, visitor: int) -> None:
        """The driver keeps it; or who asked does not want it any more."""
        if visitor in (self.driver, self.asking):
            self.asking = None

    def step(self, now: float) -> bool:
        """Has it changed hands because nobody answered? Call now and then."""
        if self.asking is None or now - self._asked_at < PATIENCE:
            return False
        self.driver, self.asking = self.asking, None
        return True

    def words(self, visitor: int, visitors: Sequence[int]) -> dict[str, object]:
        """How it looks to one of them."""
        return {
            "drives": visitor == self.driver,
            "free": self.driver is None,
            "asked": visitor == self.driver and self.asking is not None,
            "asking": visitor == self.asking,
            "watchers": sum(one != self.driver for one in visitors),
        }
