"""What a driver may ask for besides modes and orders: a place to go to, and where to look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import radians

import numpy as np

from olympian.cockpit.errand import RUN, Errand
from olympian.cockpit.lookout import Lookout
from olympian.cockpit.numbers import read_numbers
from olympian.decision.head import head_of
from olympian.decision.modes import ModeMachine
from olympian.decision.navigate import Goal
from olympian.errors import OlympianError, unknown

__all__ = ["PLACE", "POINT", "Ask", "Helm"]

PLACE, POINT = ("x", "y", "θ°"), ("x", "y", "z")


@dataclass(frozen=True)
class Ask:
    """Something to ask for."""

    meaning: str
    numbers: tuple[str, ...] = ()
    """Names of the numbers that it takes: metres and degrees in the frame the robot drives in."""


GO = {
    "go_to": Ask("go to a place round all that is known to stand there", PLACE),
    "cancel": Ask("forget where to go, and stop"),
}
LOOK = {
    "look_ahead": Ask("turn the head ahead"),
    "look_at": Ask("turn the head to a point, z above the floor, and follow it", POINT),
    "search": Ask("turn the head over the whole field, again and again"),
}


class Helm:
    """Goals and gazes by name, as keys and fields ask for them."""

    def __init__(
        self, machine: ModeMachine, errand: Errand | None, lookout: Lookout | None
    ) -> None:
        """Args:
        errand: None for a robot that has no walk.
        lookout: None for one whose head does not turn.
        """
        self._machine = machine
        self.errand, self.lookout = errand, lookout

    @property
    def commands(self) -> Mapping[str, Ask]:
        """What this robot can be asked for."""
        return {**(GO if self.errand else {}), **(LOOK if self.lookout else {})}

    def take_over(self) -> None:
        """A driver steers by hand: the goal is forgotten."""
        if self.errand is not None:
            self.errand.cancel("taken over on the way to")

    def obey(self, command: str, words: Sequence[str] = ()) -> None:
        """Do it; `words` are the numbers, where it takes some.

        Raises: OlympianError: it cannot be done, and nothing has changed.
        """
        if command not in GO | LOOK:
            raise unknown("command", command, GO | LOOK)
        if command in GO:
            self._go(self._able_to_go(), command, words)
        else:
            self._look(self._able_to_look(), command, words)

    def _go(self, errand: Errand, command: str, words: Sequence[str]) -> None:
        if command == "cancel":
            errand.cancel()
        else:
            x, y, yaw_deg = read_numbers(PLACE, words)
            errand.go_to(Goal(x, y, radians(yaw_deg)))

    def _look(self, lookout: Lookout, command: str, words: Sequence[str]) -> None:
        if command == "look_ahead":
            lookout.ahead()
        elif command == "look_at":
            lookout.look_at(np.array(read_numbers(POINT, words)))
        else:
            lookout.search()

    def _able_to_go(self) -> Errand:
        if self.errand is None:
            self._machine.commands(RUN)  # says what it lacks
            raise OlympianError("this robot does not know where it is: it cannot go to a place")
        return self.errand

    def _able_to_look(self) -> Lookout:
        if self.lookout is None:
            robot = self._machine.body.robot
            head_of(robot)  # says why it cannot
            raise OlympianError(f"robot '{robot.name}' cannot look around")
        return self.lookout
