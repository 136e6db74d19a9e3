"""Datagrams in and out: over UDP, or whatever looks like it."""

import socket
from collections import deque
from typing import Protocol

from olympian.errors import OlympianError

__all__ = ["Address", "Datagrams", "JoinedDatagrams", "SharedDatagrams", "UdpDatagrams"]

Address = tuple[str, int]
LOCALHOST, LOCAL_BROADCAST = "127.0.0.1", "127.255.255.255"
LONGEST = 2048
"""Bytes of a datagram that are read: more than any that is meant for robots."""
KEPT = 256
"""Datagrams that one reader of a shared socket may leave unread."""


class Datagrams(Protocol):
    """A socket that never waits."""

    def receive(self) -> tuple[bytes, Address] | None:
        """The next datagram and who sent it; None: there is none now."""
        ...

    def send(self, data: bytes, to: Address) -> bool:
        """Send one; False: it could not be sent."""
        ...

    def close(self) -> None:
        """Let go of it; harmless when called twice."""
        ...


class UdpDatagrams:
    """A UDP socket on an address of this machine."""

    def __init__(self, host: str = LOCALHOST, port: int = 0, *, shared: bool = False) -> None:
        """Listen there.

        Args:
            host: 0.0.0.0 hears the whole network.
            port: 0 lets the system choose.
            shared: others on this machine may listen there as well: for broadcasts.

        Raises: OlympianError: the port is in use, or the address is none of this machine.
        """
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        if shared:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((host, port))
        except (OSError, OverflowError) as error:
            self._socket.close()
            raise OlympianError(f"cannot listen on {host}:{port}: {error}") from error

    @property
    def address(self) -> Address:
        """Where it listens."""
        host, port = self._socket.getsockname()
        return str(host), int(port)

    def receive(self) -> tuple[bytes, Address] | None:
        """The next datagram and who sent it; None: there is none now."""
        try:
            data, (host, port) = self._socket.recvfrom(LONGEST)
        except OSError:  # nothing there, or somebody to whom it was sent is gone
            return None
        return data, (host, port)

    def send(self, data: bytes, to: Address) -> bool:
        """Send one; False: the network is down, or its buffers are full."""
        try:
            return self._socket.sendto(data, to) == len(data)
        except (OSError, OverflowError):
            return False

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()


class JoinedDatagrams:
    """Two sockets as one: what comes to either is heard, and the first one speaks."""

    def __init__(self, first: Datagrams, second: Datagrams) -> None:
        self._first, self._second = first, second

    def receive(self) -> tuple[bytes, Address] | None:
        """The next datagram of either."""
        return self._first.receive() or self._second.receive()

    def send(self, data: bytes, to: Address) -> bool:
        """Send one from the first."""
        return self._first.send(data, to)

    def close(self) -> None:
        """Let go of both."""
        self._first.close()
        self._second.close()


class SharedDatagrams:
    """One socket for several robots of a program: each reader gets everything that comes."""

    def __init__(self, inner: Datagrams) -> None:
        self._inner = inner
        self._readers: list[_Reader] = []

    def reader(self) -> Datagrams:
        """Another one that gets all from now on. Closing it leaves the socket open."""
        self._readers.append(_Reader(self))
        return self._readers[-1]

    def close(self) -> None:
        """Let go of the socket."""
        self._inner.close()

    def _pump(self) -> None:
        for _ in range(KEPT):
            if (got := self._inner.receive()) is None:
                return
            for one in self._readers:
                one.waiting.append(got)


class _Reader:
    def __init__(self, shared: SharedDatagrams) -> None:
        self._shared = shared
        self.waiting: deque[tuple[bytes, Address]] = deque(maxlen=KEPT)

    def receive(self) -> tuple[bytes, Address] | None:
        if not self.waiting:
            self._shared._pump()
        return self.waiting.popleft() if self.waiting else None

    def send(self, data: bytes, to: Address) -> bool:
        return self._shared._inner.send(data, to)

    def close(self) -> None:
        if self in self._shared._readers:
            self._shared._readers.remove(self)
