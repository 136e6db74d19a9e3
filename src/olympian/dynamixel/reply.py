"""Answers to one question, read quickly where they come as they should."""

from olympian.dynamixel.decoder import Decoder
from olympian.dynamixel.packet import Reader, Status

__all__ = ["Reply"]


class Reply:
    """Reads all answers at once, when as many bytes have come as they have.

    The decoder gets whatever is not exactly that: noise, stuffed bytes, refusals, old answers.
    """

    def __init__(self, reader: Reader, awaited: int, decoder: Decoder[Status]) -> None:
        """Args: awaited: bytes that are kept until so many are there."""
        self._reader, self._awaited, self._decoder = reader, awaited, decoder
        self._rest = b""

    def feed(self, data: bytes) -> list[Status]:
        """The answers that these bytes complete."""
        data = self._rest + data
        if len(data) < self._awaited:
            self._rest = data
            return []
        self._rest = b""
        found = [] if self._decoder.kept else self._reader(data)
        return found or self._decoder.feed(data)

    def finish(self) -> list[Status]:
        """What is found if nothing comes any more."""
        return self._decoder.feed(self._rest) + self._decoder.finish()
