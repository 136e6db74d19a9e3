"""A driver's keys become modes and commands."""

from collections.abc import Sequence

from olympian.cockpit.commander import Commander
from olympian.cockpit.keys import ASK_KEYS, MODE_KEYS, Binding, bindings, driving_mode, named
from olympian.decision.hcm import Orders
from olympian.decision.modes import ModeMachine
from olympian.errors import OlympianError

NEXT_MODE = "m"


class Pilot:
    """Presses and releases on behalf of a keyboard; what goes wrong becomes the message."""

    def __init__(
        self, machine: ModeMachine, orders: Orders, commander: Commander | None = None
    ) -> None:
        self.machine = machine
        self.orders = orders
        self.commander = commander

    def down(self, key: str) -> None:
        """A key went down, or a terminal sent it."""
        key = named(key)
        try:
            if key == NEXT_MODE:
                self._select(self._next_mode())
            else:
                self._obey(key)
        except OlympianError as error:
            self.machine.message = str(error)

    def up(self, key: str) -> None:
        """A key was let go."""
        bound = self._find(named(key))
        if bound is not None and bound.kind == "command":
            self.machine.release(bound.command)

    def select(self, mode: str) -> None:
        """Somebody chose a mode."""
        try:
            self._select(mode)
        except OlympianError as error:
            self.machine.message = str(error)

    def press(self, command: str) -> None:
        """Somebody pressed a command of the mode in charge."""
        try:
            self._take_over()
            self.machine.press(command)
        except OlympianError as error:
            self.machine.message = str(error)

    def takes_numbers(self, key: str) -> str:
        """The command behind a key that needs numbers with it; empty for all other keys."""
        bound = self._find(named(key))
        return bound.command if bound is not None and bound.numbers else ""

    def ask(self, command: str, words: Sequence[str] = ()) -> None:
        """Ask the commander for something; `words` are the numbers, where it takes some."""
        try:
            self._ask(command, words)
        except OlympianError as error:
            self.machine.message = str(error)

    def _obey(self, key: str) -> None:
        bound = self._find(key)
        if bound is None and key in MODE_KEYS.values():
            self._select(next(mode for mode, own in MODE_KEYS.items() if own == key))
        elif bound is None and self.commander is not None and key in ASK_KEYS.values():
            self._ask(next(name for name, own in ASK_KEYS.items() if own == key))
        elif bound is None and self.machine.asked:
            self.machine.message = f"key '{key}' not done: {self.machine.asked} is next"
        elif bound is None:
            self.machine.message = f"key '{key}' means nothing in mode {self.machine.mode}"
        elif bound.kind == "mode":
            self._select(bound.command)
        elif bound.kind == "ask":
            self._ask(bound.command)
        elif bound.kind == "drive":
            self._drive(bound.command)
        elif bound.kind == "order":
            self.machine.message = self.orders.press(bound.command)
        else:
            self._take_over()
            self.machine.press(bound.command)

    def _drive(self, command: str) -> None:
        """From standing: the mode that walks, and off it goes, unless a movement has to end."""
        mode = driving_mode(self.machine)
        self._select(mode)
        if self.machine.mode == mode:
            self.machine.press(command)

    def _select(self, mode: str) -> None:
        self._take_over()
        self.machine.select(mode)

    def _ask(self, command: str, words: Sequence[str] = ()) -> None:
        assert self.commander is not None, "without a commander no key asks for anything"
        self.machine.message = ""
        self.commander.obey(command, words)

    def _take_over(self) -> None:
        """Whoever steers by hand does not want to be led any more."""
        if self.commander is not None:
            self.commander.take_over()

    def _find(self, key: str) -> Binding | None:
        return next((bound for bound in self.bindings() if bound.key == key), None)

    def bindings(self) -> tuple[Binding, ...]:
        """Keys that do something now."""
        return bindings(self.machine, self.orders, self.commander)

    def _next_mode(self) -> str:
        """The one after the present one."""
        tour = self.machine.modes
        return tour[(tour.index(self.machine.asked or self.machine.mode) + 1) % len(tour)]
