"""Protocol 2, of X servos and newer firmware: FF FF FD 00 ID LEN LEN INST P… CRC CRC, stuffed."""

from collections.abc import Sequence
from struct import Struct, pack

from olympian.dynamixel.crc import crc16, crc_table
from olympian.dynamixel.decoder import Decoder, Framing
from olympian.dynamixel.packet import BROADCAST, ChainReader, Instruction, Packet, Reader, Status
from olympian.errors import OlympianError

__all__ = ["HEADER", "Protocol2"]

HEADER = b"\xff\xff\xfd\x00"
MARK, STUFFED = b"\xff\xff\xfd", b"\xff\xff\xfd\xfd"
"""Where a header would begin inside a packet, a byte is put in."""
LONGEST = 1024
"""Largest length of a packet, as in the SDK: a wrong one may not stop a decoder for long."""
NUMBER, CRC = 0x7F, 3
"""The part of an error byte beside the alert bit, and what it is for a damaged packet."""


class _Framing(Framing):
    header = HEADER
    shortest = 7

    def size(self, data: bytes, start: int) -> int:
        length = data[start + 5] | data[start + 6] << 8
        return length + 7 if 3 <= length <= LONGEST and data[start + 4] <= BROADCAST else 0

    def body(self, packet: bytes) -> bytes | None:
        if crc16(packet[:-2]) != packet[-2] | packet[-1] << 8:
            return None
        body = packet[4:-2]
        return body.replace(STUFFED, MARK) if STUFFED in body else body


class Protocol2:
    """Encodes and decodes protocol 2; holds nothing."""

    number = 2

    def encode(self, packet: Packet) -> bytes:
        """The bytes of what a master asks."""
        return _encoded(packet.id, b"%c%b" % packet[1:])

    def encode_status(self, status: Status) -> bytes:
        """The bytes of what a servo answers."""
        return _encoded(status.id, b"%c%c%b" % (Instruction.STATUS, *status[1:]))

    def packets(self) -> Decoder[Packet]:
        """For a servo's end. The answers of other servos are packets with `Instruction.STATUS`."""
        return Decoder(_FRAMING, _packet)

    def statuses(self) -> Decoder[Status]:
        """For the master's end; the echo of what it asked is no status, and dropped.

        Answers to fast reads are one packet of many servos: see `FastReply`.
        """
        return Decoder(_FRAMING, _status)

    def reader(self, id: int, size: int) -> Reader:
        """Reads an answer with `size` bytes of data, much quicker than a decoder."""
        chain = self.chain_reader((id,), size)
        return lambda data: next(iter(chain(data)), None)

    def chain_reader(self, ids: Sequence[int], size: int) -> ChainReader:
        """Reads answers with `size` bytes of data each, much quicker than a decoder.

        The remainder of what is the same in every answer is known. From there on an even number of
        bytes goes through the table in pairs; the last pair is the sum, low byte first.
        """
        same, whole = 8 - (size + 1) % 2, size + 11
        starts = [HEADER + pack("<BHB", id, size + 4, Instruction.STATUS) for id in ids]
        servos = [(id, start, crc16(start[:same])) for id, start in zip(ids, starts, strict=True)]
        pairs = Struct(f">{same}x{(whole - same) // 2}H").iter_unpack
        table, total, new = crc_table(), whole * len(servos), tuple.__new__

        def read(data: bytes) -> list[Status]:
            if len(data) != total:
                return []
            found, at = [], 0
            for (id, start, crc), (*content, tail) in zip(servos, pairs(data), strict=True):
                for pair in content:
                    crc = table[crc ^ pair]
                if data[at : at + 8] != start or crc != (tail >> 8 | tail << 8 & 0xFF00):
                    return []
                found.append(new(Status, (id, data[at + 8], data[at + 9 : at + whole - 2])))
                at += whole
            return found

        return read

    def misheard(self, error: int) -> bool:
        """The servo got a damaged packet and did nothing: ask again."""
        return error & NUMBER == CRC

    def refused(self, error: int) -> bool:
        """The servo did not do what it was asked; other errors tell of its health."""
        return bool(error & NUMBER)


_FRAMING = _Framing()


def _encoded(id: int, content: bytes) -> bytes:
    content = content.replace(MARK, STUFFED)
    if len(content) + 2 > LONGEST:
        raise OlympianError(
            f"{len(content)} bytes do not fit a packet of protocol 2; "
            f"{LONGEST - 2} do: write to fewer servos at once"
        )
    packet = HEADER + pack("<BH", id, len(content) + 2) + content
    return packet + pack("<H", crc16(packet))


def _packet(body: bytes) -> Packet:
    return Packet(body[0], body[3], body[4:])


def _status(body: bytes) -> Status | None:
    if body[3] != Instruction.STATUS or len(body) < 5 or body[0] == BROADCAST:
        return None
    return Status(body[0], body[4], body[5:])
