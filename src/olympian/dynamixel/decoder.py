"""Cuts a stream of bytes into packets, however it was split and whatever noise is between them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Decoder", "Framing"]

Item = TypeVar("Item")


class Framing(ABC):
    """How a packet is recognised: its header, where its length stands, whether its sum is right."""

    header: bytes
    shortest: int
    """Bytes after which the length of a packet is known."""

    @abstractmethod
    def size(self, data: bytes, start: int) -> int:
        """Bytes of the packet that begins at `start`; 0 if no packet begins like this."""

    @abstractmethod
    def body(self, packet: bytes) -> bytes | None:
        """Id, instruction or error, and parameters; None if the checksum says otherwise."""


class Decoder(Generic[Item]):
    """Packets out of a stream. Never raises, and never keeps more than one packet's bytes.

    A candidate that fails is not dropped as a whole: the search goes on behind its first byte, so
    noise that looks like a header costs time, but no packet.
    """

    def __init__(self, framing: Framing, parse: Callable[[bytes], Item | None]) -> None:
        """Args: parse: an item of the body; None for packets of another kind, which are dropped."""
        self._framing, self._parse = framing, parse
        self.garbage = 0
        """Bytes so far that belong to no packet."""
        self.broken = 0
        """Candidates so far whose checksum was wrong."""
        self.reset()

    def reset(self) -> None:
        """Forget a packet that has begun. The counters stay."""
        self._rest = b""

    @property
    def kept(self) -> int:
        """Bytes of a packet that has begun."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[Item]:
        """The packets that these bytes complete."""
        return self._cut(self._rest + data, more=True)

    def finish(self) -> list[Item]:
        """What is found if nothing comes any more: behind noise that promised a long packet."""
        return self._cut(self._rest, more=False)

    def _cut(self, data: bytes, more: bool) -> list[Item]:
        framing, items, here = self._framing, [], 0
        while True:
            start = data.find(framing.header, here)
            if start < 0:
                start = self._possible_header(data, here) if more else len(data)
                break
            left = len(data) - start
            size = framing.size(data, start) if left >= framing.shortest else framing.shortest
            if size > left and more:
                break
            if 0 < size <= left and (body := framing.body(data[start : start + size])):
                self.garbage += start - here
                here = start + size
                if (item := self._parse(body)) is not None:
                    items.append(item)
            else:
                self.broken += 0 < size <= left
                self.garbage += start + 1 - here
                here = start + 1
        self.garbage += start - here
        self._rest = data[start:]
        return items

    def _possible_header(self, data: bytes, here: int) -> int:
        """Where the last bytes begin that the next ones may complete to a header."""
        header = self._framing.header
        for length in range(min(len(header) - 1, len(data) - here), 0, -1):
            if data.endswith(header[:length]):
                return len(data) - length
        return len(data)
