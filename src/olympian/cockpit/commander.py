"""What a driver may ask for besides modes and orders: a place to go to, and where to look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, radians

import numpy as np

from olympian.decision.head import HeadControl
from olympian.decision.modes import RunMode
from olympian.decision.navigate import Goal, Navigation
from olympian.errors import OlympianError, unknown
from olympian.humanoid import Humanoid


def read_number(name: str, text: str) -> float:
    """One number; a comma is a decimal point on many keyboards."""
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        raise OlympianError(f"{name} '{text.strip()}' is not a number, as in 1.5") from None
    if not isfinite(value):
        raise OlympianError(f"{name} '{text.strip()}' is not finite")
    return value


def read_numbers(names: Sequence[str], words: Sequence[str]) -> list[float]:
    """As many numbers as there are names."""
    if len(words) != len(names):
        said = " ".join(words)
        raise OlympianError(f"'{said}' is not {len(names)} numbers: {' '.join(names)}")
    return [read_number(name, word) for name, word in zip(names, words, strict=True)]


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


class Commander:
    """Goals and gazes by name, as keys and fields ask for them."""

    def __init__(self, humanoid: Humanoid) -> None:
        self._humanoid = humanoid
        self.navigation, self.head = humanoid.navigation, humanoid.head

    @property
    def commands(self) -> Mapping[str, Ask]:
        """What this robot can be asked for."""
        return {**(GO if self.navigation else {}), **(LOOK if self.head else {})}

    def take_over(self) -> None:
        """A driver steers by hand: the goal is forgotten."""
        if self.navigation is not None:
            self.navigation.cancel("taken over on the way to")

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

    def _go(self, navigation: Navigation, command: str, words: Sequence[str]) -> None:
        if command == "cancel":
            navigation.cancel()
        else:
            x, y, yaw_deg = read_numbers(PLACE, words)
            navigation.go_to(Goal(x, y, radians(yaw_deg)))

    def _look(self, head: HeadControl, command: str, words: Sequence[str]) -> None:
        if command == "look_ahead":
            head.ahead()
        elif command == "look_at":
            head.look_at(np.array(read_numbers(POINT, words)))
        else:
            head.search()

    def _able_to_go(self) -> Navigation:
        if self.navigation is None:
            self._humanoid.machine.commands(RunMode.name)  # says what it lacks
            raise OlympianError("this robot does not know where it is: it cannot go to a place")
        return self.navigation

    def _able_to_look(self) -> HeadControl:
        if self.head is None:
            return HeadControl(self._humanoid.robot)  # says why it cannot
        return self.head
