"""The second layer: what every mode has, a small state machine over movements and steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from olympian.decision.modes.body import Body
from olympian.decision.modes.parameter import Parameter
from olympian.errors import unknown
from olympian.goal import Urgency
from olympian.motion.step import Gait
from olympian.records import RobotState


@dataclass(frozen=True)
class Stock:
    """What a mode may rely on."""

    movements: tuple[str, ...] = ()
    gaits: Mapping[str, Gait] = field(default_factory=dict)
    runs: bool = False
    """Has it a walk that is led by a velocity?"""


class Mode:
    """One action at a time. A command given in mid action is kept, and the last one counts."""

    name: ClassVar[str]
    idle: ClassVar[str] = "idle"
    """Name of the state in which nothing is under way."""
    movements: ClassVar[tuple[str, ...]] = ()
    """Movements without which the mode is not offered."""
    gaits: ClassVar[tuple[str, ...]] = ()
    """Gaits without which the mode is not offered."""
    urgency: ClassVar[Urgency] = Urgency.ANIMATION
    """How urgently its actions ask for joints."""
    freezing: ClassVar[str] = "stop at this instant, or go on"
    """What `freeze` means in this mode."""

    def __init__(self, body: Body, stock: Stock) -> None:
        self.body = body
        self.stock = stock
        self.state = self.idle
        self._kept: str | None = None

    @classmethod
    def missing(cls, stock: Stock) -> tuple[str, ...]:
        """What a robot lacks for this mode, in words."""
        sets = [f"movement '{name}'" for name in cls.movements if name not in stock.movements]
        gaits = [f"gait '{name}'" for name in cls.gaits if name not in stock.gaits]
        return (*sets, *gaits)

    @property
    def commands(self) -> Mapping[str, str]:
        """What can be pressed in this mode, and what it does."""
        return {}

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Numbers a driver may turn."""
        return ()

    def tune(self, name: str, value: float) -> None:  # noqa: ARG002
        """Give one of its numbers another value, kept within the number's ends."""
        raise unknown(f"number of mode '{self.name}'", name, [one.name for one in self.parameters])

    @property
    def in_action(self) -> bool:
        """Is something under way or kept, so that the mode cannot be left?"""
        return self.body.busy or self._kept is not None

    @property
    def action(self) -> str:
        """What is under way, in words."""
        return self.state

    @property
    def over(self) -> bool:
        """Has the mode done its work, so that the robot goes back to standing?"""
        return False

    def enter(self) -> None:
        """Begin afresh."""
        self.drop()

    def drop(self) -> None:
        """Forget what was under way and what was kept."""
        self.state, self._kept = self.idle, None

    def leave(self) -> None:
        """Come to an end as soon as it is safe; `in_action` tells when."""
        self._kept = None

    def press(self, command: str) -> str:
        """Obey one of `commands`; what there is to say about it."""
        if self.in_action:
            self._kept = command
            return f"{command} when {self.action} has ended"
        return self.begin(command)

    def release(self, command: str) -> str:  # noqa: ARG002
        """A key was let go: only driving cares."""
        return ""

    def freeze(self) -> str:
        """Stop at this instant, or go on from there; what there is to say about it."""
        self.body.frozen = not self.body.frozen
        return "frozen" if self.body.frozen else "goes on"

    def begin(self, command: str) -> str:
        """Start the action of a command, with nothing else under way.

        Modes with commands say how; one without has none to begin.
        """
        raise unknown(f"command of mode '{self.name}'", command, self.commands)

    def step(self, state: RobotState) -> str | None:  # noqa: ARG002
        """Go on to what comes next; what there is to say about it, or None where nothing did."""
        if self.body.busy:
            return None
        broke_off = self.body.failed and self.state != self.idle
        self.state = self.idle
        if self._kept is not None:
            kept, self._kept = self._kept, None
            return self.begin(kept)
        return self.body.reason if broke_off else None
