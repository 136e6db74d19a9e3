"""Answers to one question, read quickly where they come as they should.

The decoder gets whatever is not exactly that: noise, stuffed bytes, refusals, old answers.
"""

from collections.abc import Callable, Mapping

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
    """Reads answers one after the other, as many at once as have come."""

    def __init__(
        self,
        reader: Callable[[tuple[int, ...], int], ChainReader],
        answers: Mapping[int, int],
        answer_bytes: int,
        decoder: Decoder[Status],
    ) -> None:
        """Args: answers, answer_bytes: of the transaction."""
        self._reader, self._decoder = reader, decoder
        self._ids, self._size = tuple(answers), next(iter(answers.values()))
        self._whole = answer_bytes // len(answers)
        self._rest = b""

    def feed(self, data: bytes) -> list[Status]:
        """The answers that these bytes complete."""
        if not self._ids or self._decoder.kept:
            return self._decoder.feed(self._take_rest() + data)
        data = self._rest + data
        count = min(len(data) // self._whole, len(self._ids))
        ids, end = self._ids[:count], count * self._whole
        found = self._reader(ids, self._size)(data[:end]) if count else []
        if count and not found:
            self._ids = ()
            return self._decoder.feed(data)
        self._ids, self._rest = self._ids[count:], data[end:]
        return found

    def finish(self) -> list[Status]:
        """What is found if nothing comes any more."""
        return self._decoder.feed(self._take_rest()) + self._decoder.finish()

    def _take_rest(self) -> bytes:
        rest, self._rest = self._rest, b""
        return rest
