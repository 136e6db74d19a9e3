"""Where skeletons come from: recordings, pipes, the network."""

import os
import select
import socket
from collections.abc import Iterator
from typing import Protocol, TextIO

from olympian.errors import OlympianError
from olympian.motion.imitate.skeleton import Skeleton
from olympian.motion.imitate.source.flood import MOST_BYTES
from olympian.motion.imitate.source.intake import Intake
from olympian.motion.imitate.source.json_line import LONGEST_LINE

__all__ = ["LiveLines", "Recorded", "Stream", "UdpStream"]

LOCALHOST = "127.0.0.1"
PACKET = 65_535
MOST_PACKETS = 512
"""Taken in one tick: more than the system keeps of short ones, so that the newest is among them."""
MOST_RECORDED = 32
"""Frames of a recording in one tick: a camera of 1000 Hz brings 20 in the longest ones."""


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

    def __init__(self, skeletons: Iterator[Skeleton | None]) -> None:
        """Args: skeletons: None for each line that holds none."""
        self._skeletons = skeletons
        self.ended = False
        """Is the recording over?"""
        self._next = self._read()
        self._start = 0.0 if self._next is None else self._next.t

    def take(self, now: float) -> list[Skeleton]:
        """What the clock has come to; of a flood of lines the rest comes in the next ticks."""
        due = []
        for _ in range(MOST_RECORDED):
            if self._next is not None:
                if self._next.t - self._start > now + 1e-9:
                    break
                due.append(self._next)
            self._next = self._read()
        return due

    def remaining(self) -> list[Skeleton]:
        """All the rest, for those who do not play it."""
        rest = [] if self._next is None else [self._next]
        rest += (skeleton for skeleton in self._skeletons if skeleton is not None)
        self._next, self.ended = None, True
        return rest

    def _read(self) -> Skeleton | None:
        try:
            return next(self._skeletons)
        except StopIteration:
            self.ended = True
            return None

    def close(self) -> None:
        """Nothing is held."""


class LiveLines:
    """Lines of a pipe as they come; a silent pipe does not stop the robot, nor does a flood."""

    ended = False

    def __init__(self, pipe: TextIO, intake: Intake) -> None:
        """Args: pipe: read below Python's buffers; nobody else may read from it."""
        self._intake = intake
        self._pipe = pipe.fileno()
        self._begun = b""
        """A line whose end has not come yet."""

    def take(self, now: float) -> list[Skeleton]:
        """The newest of what came."""
        data, _, self._begun = (self._begun + self._waiting()).rpartition(b"\n")
        if self.ended:
            data, self._begun = b"\n".join(filter(None, (data, self._begun))), b""
        # longer ones are no lines; what is kept says so once their end has come
        self._begun = self._begun[: LONGEST_LINE + 1]
        return self._intake.lines(data, now)

    def close(self) -> None:
        """The pipe is not ours."""

    def _waiting(self) -> bytes:
        """What can be read without waiting, up to a cap."""
        waiting = b""
        while not self.ended and len(waiting) < MOST_BYTES:
            if not select.select([self._pipe], [], [], 0.0)[0]:
                break
            try:
                part = os.read(self._pipe, MOST_BYTES)
            except OSError:  # its other end is gone
                part = b""
            self.ended = not part
            waiting += part
        return waiting


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
        """The newest of what came."""
        packets, size = [], 0
        while len(packets) < MOST_PACKETS and size < MOST_BYTES:
            try:
                packets.append(self._socket.recv(PACKET))
            except OSError:  # nothing there, or a sender that is gone
                break
            size += len(packets[-1])
        return self._intake.lines(b"\n".join(packet.strip() for packet in packets), now)

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()
