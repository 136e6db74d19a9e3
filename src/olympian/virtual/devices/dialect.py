"""What the two protocols say differently: errors, and how parameters are packed."""

from collections.abc import Sequence
from struct import unpack_from
from typing import NamedTuple

from olympian.dynamixel import Instruction, Packet
from olympian.virtual.devices.memory import DeviceRefusal

__all__ = ["DeviceDialect", "ReadOrder", "dialect"]

ALERT = 0x80
"""Bit of protocol 2's error that says: look at the hardware error."""


class ReadOrder(NamedTuple):
    """What one device is asked in a packet for several."""

    id: int
    address: int
    size: int


class DeviceDialect:
    """One protocol as devices speak it."""

    def __init__(
        self, number: int, word: int, longest_read: int, refusals: dict[DeviceRefusal, int]
    ) -> None:
        """Args: word: bytes of an address and of a length."""
        self.number, self.longest_read = number, longest_read
        self._word = word
        self._refusals = refusals

    def error(self, refusal: DeviceRefusal | None, faults: int) -> int:
        """The error byte of a status: protocol 1 adds bits, protocol 2 has a number and a bit."""
        number = 0 if refusal is None else self._refusals[refusal]
        return number | faults if self.number == 1 else number | (ALERT if faults else 0)

    def place(self, parameters: bytes) -> tuple[int, bytes] | None:
        """The address in front, and the rest; None where there is none."""
        if len(parameters) < self._word:
            return None
        return self._number(parameters, 0), parameters[self._word :]

    def span(self, parameters: bytes) -> tuple[int, int] | None:
        """Address and length, if that is all there is."""
        if len(parameters) != 2 * self._word:
            return None
        return self._number(parameters, 0), self._number(parameters, self._word)

    def sync_writes(self, parameters: bytes) -> list[tuple[int, int, bytes]]:
        """(id, address, data) of every device; none if the packet is not whole."""
        head = self.span(parameters[: 2 * self._word])
        if head is None:
            return []
        (address, size), rest = head, parameters[2 * self._word :]
        if len(rest) % (size + 1):
            return []
        starts = range(0, len(rest), size + 1)
        return [(rest[at], address, rest[at + 1 : at + 1 + size]) for at in starts]

    def bulk_writes(self, parameters: bytes) -> list[tuple[int, int, bytes]]:
        """(id, address, data) of every device; protocol 1 has no such instruction."""
        writes, at = [], 0
        while at + 5 <= len(parameters):
            id, address, size = unpack_from("<BHH", parameters, at)
            writes.append((id, address, parameters[at + 5 : at + 5 + size]))
            at += 5 + size
        return writes if at == len(parameters) else []

    def reads(self, packet: Packet) -> list[ReadOrder]:
        """Who answers a read of many, in turn."""
        if packet.instruction in (Instruction.SYNC_READ, Instruction.FAST_SYNC_READ):
            return self._sync_reads(packet.parameters) if self.number == 2 else []
        if self.number == 2:
            return _orders("<BHH", packet.parameters)
        return [
            ReadOrder(id, address, size)
            for size, id, address in _triples(packet.parameters[1:])
            if packet.parameters[0] == 0
        ]

    def _sync_reads(self, parameters: bytes) -> list[ReadOrder]:
        head = self.span(parameters[:4])
        return [] if head is None else [ReadOrder(id, *head) for id in parameters[4:]]

    def _number(self, data: bytes, at: int) -> int:
        return int.from_bytes(data[at : at + self._word], "little")


def _orders(form: str, parameters: bytes) -> list[ReadOrder]:
    if len(parameters) % 5:
        return []
    return [ReadOrder(*unpack_from(form, parameters, at)) for at in range(0, len(parameters), 5)]


def _triples(parameters: bytes) -> Sequence[tuple[int, int, int]]:
    if len(parameters) % 3:
        return []
    return [unpack_from("<BBB", parameters, at) for at in range(0, len(parameters), 3)]


_DIALECTS = {
    1: DeviceDialect(
        1,
        1,
        253,
        {
            DeviceRefusal.ACCESS: 0x08,
            DeviceRefusal.LENGTH: 0x08,
            DeviceRefusal.RANGE: 0x08,
            DeviceRefusal.LIMIT: 0x02,
            DeviceRefusal.INSTRUCTION: 0x40,
            DeviceRefusal.CHECKSUM: 0x10,
        },
    ),
    2: DeviceDialect(
        2,
        2,
        1000,
        {
            DeviceRefusal.ACCESS: 7,
            DeviceRefusal.LENGTH: 5,
            DeviceRefusal.RANGE: 4,
            DeviceRefusal.LIMIT: 6,
            DeviceRefusal.INSTRUCTION: 2,
            DeviceRefusal.CHECKSUM: 3,
        },
    ),
}


def dialect(protocol: int) -> DeviceDialect:
    """How devices speak protocol 1 or 2."""
    return _DIALECTS[protocol]
