"""The three methods behind which a simulated, a real and a recorded robot look alike."""

from typing import Protocol, runtime_checkable

from olympian.records import JointGoal, Sensors
from olympian.robot import Robot
from olympian.servo import ServoBank

__all__ = ["Backend"]


@runtime_checkable
class Backend(Protocol):
    """A body to read from and write to.

    One tick is `read` then `write`. Time passes inside `write`: a simulator advances its physics,
    hardware waits for the next tick, a recording moves on. Nothing above can tell which it is.
    """

    robot: Robot
    dt: float
    """Length of a tick in seconds."""

    @property
    def servos(self) -> ServoBank | None:
        """The servos with their registers, or None where joints simply go where they are told."""
        ...

    def read(self) -> Sensors:
        """What the robot feels now."""
        ...

    def write(self, goal: JointGoal) -> None:
        """Do all that a goal says (angles, torques, registers, power) and let one tick pass."""
        ...

    def close(self) -> None:
        """Let go of the body; harmless when called twice."""
        ...
