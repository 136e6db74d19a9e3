"""A robot that is told of: messages of every tick, to all who listen, on one clock."""

from collections.abc import Sequence
from math import nan
from typing import Protocol

from olympian.bridge.ros import pack
from olympian.bridge.tell import Outgoing, Teller, ToldRobot, Topic

__all__ = ["ORDERS", "Broadcast", "Listener"]

ORDERS = Topic("/olympian/orders", "std_msgs/msg/String")
"""What people and programs told the robot, as JSON: what a replay tells it again."""
SECOND = 1_000_000_000


class Listener(Protocol):
    """A file or a connection."""

    def hear(self, t_ns: int, messages: Sequence[Outgoing]) -> None:
        """Take the messages of one tick."""
        ...


class Broadcast:
    """Hangs on to a robot and tells after each tick what its tellers know.

    Time is that of the sensors. When the robot begins anew, it goes on from where it was: within
    one recording no time comes twice.
    """

    def __init__(
        self, told: ToldRobot, tellers: Sequence[Teller], listener: Listener, began_ns: int = 0
    ) -> None:
        """Args: began_ns: what time it is when the sensors say 0."""
        self._told, self._tellers, self._listener = told, tuple(tellers), listener
        self._offset, self._last = began_ns, -1
        self._orders: list[str] = []
        self._t = nan
        told.after_tick.append(self._tick)

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All that is told."""
        return topics_of(self._tellers)

    def order(self, text: str) -> None:
        """Note what the robot was told; it goes out with the tick that obeys it."""
        self._orders.append(text)

    def close(self) -> None:
        """Leave the robot alone; harmless when called twice."""
        if self._tick in self._told.after_tick:
            self._told.after_tick.remove(self._tick)

    def _tick(self) -> None:
        state = self._told.state
        if state is None:
            return
        t_ns = self._offset + round(state.t * SECOND)
        if t_ns <= self._last:
            if state.t == self._t:
                return  # the body does not answer, and nothing is new
            self._offset += self._last - t_ns + 1
            t_ns = self._last + 1
        self._t, self._last = state.t, t_ns
        messages = [Outgoing(ORDERS, pack(ORDERS.type, {"data": one})) for one in self._orders]
        self._orders.clear()
        for teller in self._tellers:
            messages.extend(teller.step(self._told, state, t_ns))
        self._listener.hear(t_ns, messages)


def topics_of(tellers: Sequence[Teller]) -> tuple[Topic, ...]:
    """All that these tell, and the orders."""
    return (ORDERS, *(topic for teller in tellers for topic in teller.topics))
