"""The commands that run beside a robot's loop: one for the legs, others for what is left."""

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from olympian.humanoid.command import Command

if TYPE_CHECKING:
    from olympian.humanoid.humanoid import Humanoid

__all__ = ["RunningCommands"]

Task = Generator[None, None, None]


class RunningCommands:
    """A new command for the legs ends the one before; those beside it go on."""

    def __init__(self, robot: "Humanoid", write: Callable[[str], None]) -> None:
        """Args: write: a line into the robot's log."""
        self._robot, self._write = robot, write
        self._legs: Command | None = None
        self._beside: list[Command] = []

    def move(self, what: str, task: Task) -> Command:
        """Begin a command for the legs."""
        self.end_legs(f"{what} came instead")
        self._legs = self._command(what, task)
        return self._begin(self._legs)

    def add(self, what: str, task: Task) -> Command:
        """Begin a command that leaves the legs alone."""
        command = self._command(what, task)
        self._beside.append(command)
        return self._begin(command)

    def step(self) -> None:
        """One tick of all of them."""
        for command in (*self._beside, *([] if self._legs is None else [self._legs])):
            command.step()
            self._tell(command)

    def end_legs(self, why: str) -> None:
        """The legs, and the way that navigation was leading them, are free."""
        if self._legs is not None:
            self._legs.cancel(why)
            self._tell(self._legs)
        if self._robot.navigation is not None:
            self._robot.navigation.cancel()

    def end_all(self, why: str) -> None:
        """None is left."""
        self.end_legs(why)
        for command in tuple(self._beside):
            command.cancel(why)
            self._tell(command)

    def _command(self, what: str, task: Task) -> Command:
        return Command(what, task, self._robot.tick, self._robot.body.dt)

    def _begin(self, command: Command) -> Command:
        self._robot.hcm.wake()
        command.step()
        self._tell(command)
        return command

    def _tell(self, command: Command) -> None:
        """What came of a command goes into the log."""
        if command.running:
            return
        if command is self._legs:
            self._legs = None
        else:
            self._beside.remove(command)
        self._write(str(command))
