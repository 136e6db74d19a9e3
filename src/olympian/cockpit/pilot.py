"""A driver's keys become modes and commands."""

from olympian.cockpit.keys import MODE_KEYS, Binding, bindings, named
from olympian.decision.hcm import Orders
from olympian.decision.modes import ModeMachine
from olympian.errors import OlympianError

__all__ = ["Pilot"]

NEXT_MODE = "m"


class Pilot:
    """Presses and releases on behalf of a keyboard; what goes wrong becomes the message."""

    def __init__(self, machine: ModeMachine, orders: Orders) -> None:
        self.machine = machine
        self.orders = orders

    def down(self, key: str) -> None:
        """A key went down, or a terminal sent it."""
        key = named(key)
        try:
            if key == NEXT_MODE:
                self.machine.select(self._next_mode())
            else:
                self._obey(key)
        except OlympianError as error:
            self.machine.message = str(error)

    def up(self, key: str) -> None:
        """A key was let go."""
        bound = self._find(named(key))
        if bound is not None and bound.kind == "command":
            self.machine.release(bound.command)

    def _obey(self, key: str) -> None:
        bound = self._find(key)
        if bound is None and key in MODE_KEYS.values():
            self.machine.select(next(mode for mode, own in MODE_KEYS.items() if own == key))
        elif bound is None and self.machine.asked:
            self.machine.message = f"key '{key}' not done: {self.machine.asked} is next"
        elif bound is None:
            self.machine.message = f"key '{key}' means nothing in mode {self.machine.mode}"
        elif bound.kind == "mode":
            self.machine.select(bound.command)
        elif bound.kind == "order":
            self.machine.message = self.orders.press(bound.command)
        else:
            self.machine.press(bound.command)

    def _find(self, key: str) -> Binding | None:
        return next((bound for bound in self.bindings() if bound.key == key), None)

    def bindings(self) -> tuple[Binding, ...]:
        """Keys that do something now."""
        return bindings(self.machine, self.orders)

    def _next_mode(self) -> str:
        """The one after the present one."""
        tour = self.machine.modes
        return tour[(tour.index(self.machine.asked or self.machine.mode) + 1) % len(tour)]
