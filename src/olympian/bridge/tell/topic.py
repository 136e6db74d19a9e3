"""What is told under which name, and who tells it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from olympian.backend import Backend
from olympian.geometry import Mat4
from olympian.records import JointGoal, RobotState, Situation
from olympian.robot import Robot
from olympian.world import World

__all__ = ["Outgoing", "Teller", "ToldRobot", "Topic"]


@dataclass(frozen=True)
class Topic:
    """A name, and the type of its messages."""

    name: str
    type: str
    latched: bool = False
    """Is the last message meant for those who come later, too?"""


class Outgoing(NamedTuple):
    """A message that is about to leave."""

    topic: Topic
    data: bytes


class Lines(Protocol):
    """A log that readers take new lines from."""

    @property
    def written(self) -> int:
        """Lines so far."""
        ...

    def since(self, written: int) -> Iterable[str]:
        """Lines after the first `written` ones."""
        ...


class ToldRobot(Protocol):
    """What tellers need to know of a robot: any assembled one has it."""

    robot: Robot
    body: Backend
    world: World
    state: RobotState | None
    after_tick: list[Callable[[], None]]

    @property
    def sent(self) -> JointGoal | None:
        """What went to the servos last."""
        ...

    @property
    def known_situation(self) -> Situation | None:
        """What it is about; None where nobody looks after it."""
        ...

    @property
    def lines(self) -> Lines | None:
        """Its log; None where it keeps none."""
        ...

    @property
    def T_world_place(self) -> Mat4:  # noqa: N802
        """The frame of its place."""
        ...


class Teller(Protocol):
    """Turns one part of what is known into messages, tick by tick."""

    @property
    def topics(self) -> Sequence[Topic]:
        """What it may tell."""
        ...

    def step(self, told: ToldRobot, state: RobotState, t_ns: int) -> Iterable[Outgoing]:
        """What there is to tell after this tick."""
        ...
