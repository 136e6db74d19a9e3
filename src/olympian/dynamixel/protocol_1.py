"""Protocol 1, of AX, RX and MX servos: FF FF ID LEN INST P… and the inverted sum of it all."""

import struct
from collections.abc import Sequence

from olympian.dynamixel.decoder import Decoder, Framing
from olympian.dynamixel.packet import BROADCAST, ChainReader, Packet, Reader, Status
from olympian.errors import OlympianError

__all__ = ["Protocol1"]

HEADER = b"\xff\xff"
MOST_PARAMETERS = 253
"""The length is one byte and counts two more."""
LOWEST_NON_ERROR = 0x80
"""Seven bits are errors: a larger byte in their place is no status."""
SUM = 0xFD
"""Of a whole packet: FF and FF of the header, and all that follows is FF."""
CHECKSUM = 0x10
REFUSED = 0x02 | 0x08 | CHECKSUM | 0x40
"""Beyond an angle limit, out of range, damaged, unknown; the others are voltage, heat and load."""


class _Framing(Framing):
    header = HEADER
    shortest = 4

    def size(self, data: bytes, start: int) -> int:
        length = data[start + 3]
        return length + 4 if length >= 2 and data[start + 2] <= BROADCAST else 0

    def body(self, packet: bytes) -> bytes | None:
        return packet[2:-1] if sum(packet) & 0xFF == SUM else None


class Protocol1:
    """Encodes and decodes protocol 1; holds nothing."""

    number = 1

    def encode(self, packet: Packet) -> bytes:
        """The bytes of what a master asks."""
        return _encoded(*packet)

    def encode_status(self, status: Status) -> bytes:
        """The bytes of what a servo answers."""
        return _encoded(*status)

    def packets(self) -> Decoder[Packet]:
        """For a servo's end. It sees the answers of other servos as packets: they look alike."""
        return Decoder(_FRAMING, _packet)

    def statuses(self) -> Decoder[Status]:
        """For the master's end."""
        return Decoder(_FRAMING, _status)

    def reader(self, id: int, size: int) -> Reader:
        """Reads an answer with `size` bytes of data, much quicker than a decoder.

        It is read in one look: only its error and its data are not known before.
        """
        start, new = b"%b%c%c" % (HEADER, id, size + 2), tuple.__new__
        fields = struct.Struct(f"4sB{size}sx").unpack

        def read(data: bytes) -> Status | None:
            try:
                begin, error, values = fields(data)
            except struct.error:  # of another length
                return None
            if begin == start and sum(data) & 0xFF == SUM:
                return new(Status, (id, error, values))
            return None

        return read

    def chain_reader(self, ids: Sequence[int], size: int) -> ChainReader:
        """Reads answers with `size` bytes of data each; only MX servos have such chains."""
        readers, whole = [self.reader(id, size) for id in ids], size + 6

        def read(data: bytes) -> list[Status]:
            parts = [data[at : at + whole] for at in range(0, len(data), whole)]
            found = [one(part) for one, part in zip(readers, parts, strict=False)]
            read = [status for status in found if status]
            return read if len(read) == len(parts) == len(readers) else []

        return read

    def misheard(self, error: int) -> bool:
        """The servo got a damaged packet and did nothing: ask again."""
        return bool(error & CHECKSUM)

    def refused(self, error: int) -> bool:
        """The servo did not do what it was asked; other errors tell of its health."""
        return bool(error & REFUSED)


_FRAMING = _Framing()


def _encoded(id: int, instruction: int, parameters: bytes) -> bytes:
    if len(parameters) > MOST_PARAMETERS:
        raise OlympianError(
            f"{len(parameters)} parameters do not fit a packet of protocol 1; "
            f"{MOST_PARAMETERS} do: write to fewer servos at once"
        )
    body = bytes((id, len(parameters) + 2, instruction)) + parameters
    return b"%b%b%c" % (HEADER, body, ~sum(body) & 0xFF)


def _packet(body: bytes) -> Packet:
    return Packet(body[0], body[2], body[3:])


def _status(body: bytes) -> Status | None:
    if body[0] == BROADCAST or body[2] >= LOWEST_NON_ERROR:
        return None
    return Status(body[0], body[2], body[3:])
