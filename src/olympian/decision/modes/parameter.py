"""Numbers that a driver may turn while the robot moves, and the commands that turn them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Parameter:
    """One of HOly's online parameters (III-D1): what it is now, and how far it may go."""

    name: str
    label: str
    """In plain words."""
    value: float
    low: float
    high: float
    step: float
    """How much one key press changes it."""
    unit: str
    scale: float = 1.0
    """Shown value per SI value: 1000 shows metres as millimetres."""

    def turned(self, steps: int) -> "Parameter":
        """The same, so many steps further, and never beyond its ends."""
        return self.at(self.value + steps * self.step)

    def at(self, value: float) -> "Parameter":
        """The same at another value, and never beyond its ends."""
        return replace(self, value=min(self.high, max(self.low, value)))

    @property
    def text(self) -> str:
        """As people read it: `step length 30 mm`."""
        shown = self.scale * self.value
        digits = 0 if shown >= 100 else 1
        number = f"{shown:.{digits}f}".removesuffix(".0")
        gap = "" if self.unit.startswith("°") else " "
        return f"{self.label} {number}{gap}{self.unit}".rstrip()


class Knobs:
    """Numbers by name, each turned a step up or down by commands."""

    def __init__(
        self, parameters: Iterable[Parameter], commands: Mapping[str, tuple[str, int]]
    ) -> None:
        """Args: commands: name of the parameter and how many steps, by command."""
        self._by_name = {one.name: one for one in parameters}
        self._commands = commands

    def __contains__(self, command: str) -> bool:
        return command in self._commands

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """As they are now."""
        return tuple(self._by_name.values())

    @property
    def values(self) -> tuple[float, ...]:
        """Their values, in the same order."""
        return tuple(one.value for one in self.parameters)

    def turn(self, command: str) -> str:
        """Obey a command; what its parameter is now, in words."""
        name, steps = self._commands[command]
        self._by_name[name] = self._by_name[name].turned(steps)
        return self._by_name[name].text

    def put(self, name: str, value: float) -> None:
        """Another value, kept within the parameter's ends."""
        self._by_name[name] = self._by_name[name].at(value)
