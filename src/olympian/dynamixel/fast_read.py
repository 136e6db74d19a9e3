"""Fast reads of protocol 2: many servos answer in one packet, each with a block of its own.

The packet has the broadcast id and is not stuffed. A block is error, id, data and the CRC of all
that the packet holds up to there. So the last CRC is that of the packet, and where a servo is
silent, the blocks before it can be trusted all the same.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from struct import pack

from olympian.dynamixel.crc import crc16, crc_table
from olympian.dynamixel.packet import BROADCAST, Instruction, Status
from olympian.dynamixel.protocol_2 import HEADER

__all__ = ["FastReply", "fast_blocks"]

AROUND = 4
"""Bytes of a block beside its data."""


def fast_blocks(statuses: Sequence[Status]) -> list[bytes]:
    """What each servo puts on the line, one after the other; the first begins the packet."""
    start, _ = _start(tuple(len(status.parameters) for status in statuses))
    blocks, crc = [], 0
    for id, error, data in statuses:
        block = b"%b%c%c%b" % (start, error, id, data)
        crc = crc16(block, crc)
        tail = pack("<H", crc)
        blocks.append(block + tail)
        crc, start = crc16(tail, crc), b""
    return blocks


@lru_cache
def _start(sizes: tuple[int, ...]) -> tuple[bytes, int]:
    """How a packet with these blocks begins, and the remainder of that."""
    length = 1 + sum(size + AROUND for size in sizes)
    start = HEADER + pack("<BHB", BROADCAST, length, Instruction.STATUS)
    return start, crc16(start)


class FastReply:
    """Reads one such packet as it comes: a `Decoder` that knows whose answer it waits for."""

    def __init__(self, sizes: Mapping[int, int]) -> None:
        """Args: sizes: bytes that were asked of each id, in the order of the question."""
        self._due = list(sizes.items())
        self._start, self._crc = _start(tuple(sizes.values()))
        self._rest, self._begun = b"", False
        self.broken = 0

    def feed(self, data: bytes) -> list[Status]:
        """The servos whose blocks these bytes complete."""
        self._rest += data
        if not self._begun and not self._begin():
            return []
        statuses = []
        while self._due and len(self._rest) >= self._due[0][1] + AROUND:
            if (status := self._block(*self._due.pop(0))) is None:
                self.broken += 1
                self._due = []  # behind a wrong block nothing can be checked
            else:
                statuses.append(status)
        if not self._due:
            self._rest = b""
        return statuses

    def finish(self) -> list[Status]:
        """Nothing more can be found in what has come."""
        return []

    def _begin(self) -> bool:
        at = self._rest.find(self._start)
        self._begun = at >= 0
        if self._begun:
            self._rest = self._rest[at + len(self._start) :]
        else:
            self._rest = self._rest[-len(self._start) :]
        return self._begun

    def _block(self, id: int, size: int) -> Status | None:
        block, self._rest = self._rest[: size + AROUND], self._rest[size + AROUND :]
        crc = crc16(block[:-2], self._crc)
        if block[-2] | block[-1] << 8 != crc or block[1] != id:
            return None
        self._crc = crc_table()[crc ^ (block[-2] << 8 | block[-1])]
        return Status(id, block[0], block[2:-2])
