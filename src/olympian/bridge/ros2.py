"""A robot as a node of ROS 2: what it tells, and what it is told."""

from collections.abc import Sequence

from olympian.bridge.inbox import INPUTS, Inbox
from olympian.bridge.ros.dds import DdsNode
from olympian.bridge.tell import Outgoing, Topic

__all__ = ["RosNode"]

OWN = ("olympian_msgs/", "foxglove_msgs/")
"""Types that no installation of ROS has; they stay in recordings."""
UNTOLD = ("/rosout",)
"""It belongs to nodes of ROS itself, with a quality of service of its own."""


class RosNode:
    """A listener; what comes in goes to the inbox, once a tick."""

    def __init__(
        self, topics: Sequence[Topic], inbox: Inbox | None, domain: int, everywhere: bool = False
    ) -> None:
        """Args:
        inbox: takes commands; None takes none.
        everywhere: may others in the network see it, and drive it?

        Raises: OlympianError: cyclonedds is not installed, or cannot listen.
        """
        self._node, self._inbox = DdsNode(domain, everywhere), inbox
        self._told = {topic for topic in topics if _told(topic)}
        for topic in topics:
            if topic in self._told:
                self._node.offer(topic.name, topic.type, topic.latched)
        if inbox is not None:
            for name, kind in INPUTS.items():
                self._node.take(name, kind)

    def hear(self, t_ns: int, messages: Sequence[Outgoing]) -> None:  # noqa: ARG002
        """Send one tick, and take what has come."""
        for topic, data in messages:
            if topic in self._told:
                self._node.write(topic.name, data)
        if self._inbox is not None:
            for name, fields in self._node.read():
                self._inbox.put(name, fields)

    def close(self) -> None:
        """Leave."""
        self._node.close()


def _told(topic: Topic) -> bool:
    return not topic.type.startswith(OWN) and topic.name not in UNTOLD and _plain(topic.name)


def _plain(name: str) -> bool:
    """Not one of ours that is only for replays."""
    return not name.startswith("/olympian/")
