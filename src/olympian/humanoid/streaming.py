"""A robot's run as others see it live."""

import time
from typing import TYPE_CHECKING, Self

from olympian.backend import Actor
from olympian.bridge import (
    Broadcast,
    FoxgloveServer,
    Inbox,
    PictureTeller,
    RosNode,
    SmallPictureTeller,
    topics_of,
)
from olympian.humanoid.recorder import tellers_of
from olympian.robot.files.write_urdf import write_urdf

if TYPE_CHECKING:
    from olympian.humanoid.bare import BareHumanoid

__all__ = ["RosStreaming", "Streaming"]


class Streaming:
    """A Foxglove server for one robot, until it is closed; `with` closes it."""

    def __init__(self, robot: "BareHumanoid", port: int, host: str = "127.0.0.1") -> None:
        """Raises: OlympianError: the port is taken, or foxglove-sdk is not installed."""
        tellers = tellers_of(robot, SmallPictureTeller(robot.robot) if has_eyes(robot) else None)
        self._inbox = inbox_of(robot)
        try:
            self._server = FoxgloveServer(
                f"olympian: {robot.robot.name}",
                topics_of(tellers),
                write_urdf(robot.robot.tree),
                self._inbox,
                lambda: _numbers(robot),
                host,
                port,
            )
        except BaseException:
            self._leave()
            raise
        self.address = self._server.address
        """What to type into Foxglove or Lichtblick."""
        self._broadcast = Broadcast(robot, tellers, self._server, time.time_ns())

    def close(self) -> None:
        """Send everybody away; harmless when called twice."""
        self._leave()
        self._broadcast.close()
        self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _leave(self) -> None:
        if self._inbox is not None:
            self._inbox.close()


class RosStreaming:
    """A robot as a node of ROS 2, until it is closed; `with` closes it."""

    def __init__(self, robot: "BareHumanoid", domain: int, everywhere: bool = False) -> None:
        """Raises: OlympianError: cyclonedds is not installed, or cannot listen."""
        tellers = tellers_of(robot, PictureTeller(robot.robot) if has_eyes(robot) else None)
        self._inbox = inbox_of(robot)
        try:
            self._node = RosNode(topics_of(tellers), self._inbox, domain, everywhere)
        except BaseException:
            self._leave()
            raise
        # others look at their own clocks: stamps that begin at 0 would be ages old
        self._broadcast = Broadcast(robot, tellers, self._node, time.time_ns())

    def close(self) -> None:
        """Leave; harmless when called twice."""
        self._leave()
        self._broadcast.close()
        self._node.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _leave(self) -> None:
        if self._inbox is not None:
            self._inbox.close()


def inbox_of(robot: "BareHumanoid") -> Inbox | None:
    """Where commands go; None for a robot without a control module: it takes none."""
    from olympian.humanoid.humanoid import Humanoid

    return Inbox(robot) if isinstance(robot, Humanoid) else None


def has_eyes(robot: "BareHumanoid") -> bool:
    """Do pictures come with its sensors, as far as one can know before the first tick?"""
    found: object = robot.body
    while found is not None and not isinstance(found, Actor):
        found = getattr(found, "inner", None)
    simulated = isinstance(found, Actor) and found.simulation.options.camera is not None
    return simulated and robot.robot.camera is not None


def _numbers(robot: "BareHumanoid") -> dict[str, float]:
    """Numbers of all modes, as `MODE/NUMBER`."""
    from olympian.humanoid.humanoid import Humanoid

    if not isinstance(robot, Humanoid):
        return {}
    machine = robot.machine
    return {
        f"{mode}/{one.name}": one.value
        for mode in machine.modes
        for one in machine.parameters_of(mode)
    }
