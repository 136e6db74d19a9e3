"""Parameters of a mode and the commands that turn them."""

from collections.abc import Iterable, Mapping

from olympian.decision.modes.parameter import Parameter

__all__ = ["Knobs"]


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
