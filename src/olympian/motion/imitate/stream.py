"""Where skeletons come from: recordings, pipes, the network."""

import socket
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol, TextIO

from olympian.errors import OlympianError
from olympian.motion.imitate.intake import Intake
from olympian.motion.imitate.skeleton import Skeleton

__all__ = ["LiveLines", "Recorded", "Stream", "UdpStream"]

LOCALHOST = "127.0.0.1"
PACKET = 65_535
MOST_PACKETS = 256
"""Packets taken in one tick: a flood must not stop the robot."""


class Stream(Protocol):
    """A person, as far as is known by now."""

    @property
    def ended(self) -> bool:
        """Will nothing ever come again?"""
        ...

    def take(self, now: float) -> list[Skeleton]:
        """Aligned skeletons that arrived since the last call, `now` seconds after the first one."""
        ...

    def close(self) -> None:
        """Let go of files and sockets; harmless when called twice."""
        ...


class Recorded:
    """Plays skeletons at the pace of their own clock. Those whose time goes back come at once."""

    def __init__(self, skeletons: Iterator[Skeleton]) -> None:
        self._skeletons = skeletons
        self._next = next(skeletons, None)
        self._start = None if self._next is None else self._next.t

    @property
    def ended(self) -> bool:
        """Is the recording over?"""
        return self._next is None

    def take(self, now: float) -> list[Skeleton]:
        """What the clock has come to."""
        due = []
        while self._next is not None and not self._next.t - (self._start or 0.0) > now + 1e-9:
            due.append(self._next)
            self._next = next(self._skeletons, None)
        return due

    def close(self) -> None:
        """Nothing is held."""


class LiveLines:
    """Lines of a pipe as they come, read aside so that a silent pipe does not stop the robot."""

    ended = False

    def __init__(self, lines: TextIO, intake: Intake) -> None:
        self._intake = intake
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        Thread(target=self._read, args=(lines,), daemon=True).start()

    def take(self, now: float) -> list[Skeleton]:
        """All that came."""
        skeletons = []
        while not self.ended:
            try:
                line = self._queue.get_nowait()
            except Empty:
                break
            if line is None:
                self.ended = True
            elif (skeleton := self._intake.line(line, now)) is not None:
                skeletons.append(skeleton)
        return skeletons

    def close(self) -> None:
        """The reader ends with the pipe."""

    def _read(self, lines: TextIO) -> None:
        for line in lines:
            self._queue.put(line)
        self._queue.put(None)


class UdpStream:
    """Packets of one or more lines on a port of this machine."""

    ended = False

    def __init__(self, port: int, intake: Intake) -> None:
        self._intake = intake
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        try:
            self._socket.bind((LOCALHOST, port))
        except (OSError, OverflowError) as error:
            self._socket.close()
            raise OlympianError(f"cannot listen on {LOCALHOST}:{port}: {error}") from error

    @property
    def port(self) -> int:
        """Where it listens; chosen by the system if 0 was asked for."""
        return int(self._socket.getsockname()[1])

    def take(self, now: float) -> list[Skeleton]:
        """All that came."""
        skeletons = []
        for _ in range(MOST_PACKETS):
            try:
                packet = self._socket.recv(PACKET)
            except BlockingIOError:
                break
            lines = (self._intake.line(line, now) for line in packet.splitlines())
            skeletons += [skeleton for skeleton in lines if skeleton is not None]
        return skeletons

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()
