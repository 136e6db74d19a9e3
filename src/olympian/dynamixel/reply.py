"""Answers to one question, read quickly where they come as they should.

The decoder gets whatever is not exactly that: noise, stuffed bytes, refusals, old answers.
"""

from olympian.dynamixel.decoder import Decoder
from olympian.dynamixel.packet import ChainReader, Reader, Status

__all__ = ["ChainReply", "SingleReply"]


class SingleReply:
    """Reads one answer, if it comes in one piece."""

    def __init__(self, reader: Reader, decoder: Decoder[Status]) -> None:
        self._reader, self._decoder = reader, decoder

    def feed(self, data: bytes) -> list[Status]:
        """The answers that these bytes complete."""
        status = None if self._decoder.kept else self._reader(data)
        return [status] if status else self._decoder.feed(data)

    def finish(self) -> list[Status]:
        """What is found if nothing comes any more."""
        return self._decoder.finish()


class ChainReply:
    """Reads all answers at once, when as many bytes have come as they have."""

    def __init__(self, reader: ChainReader, size: int, decoder: Decoder[Status]) -> None:
        """Args: size: bytes of all answers."""
        self._reader, self._size, self._decoder = reader, size, decoder
        self._rest = b""

    def feed(self, data: bytes) -> list[Status]:
        """The answers that these bytes complete."""
        data = self._rest + data
        if len(data) < self._size:
            self._rest = data
            return []
        self._rest = b""
        found = [] if self._decoder.kept else self._reader(data)
        return found or self._decoder.feed(data)

    def finish(self) -> list[Status]:
        """What is found if nothing comes any more."""
        return self._decoder.feed(self._rest) + self._decoder.finish()
