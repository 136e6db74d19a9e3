"""Both protocols behind one interface: pure functions that both ends of a bus share."""

from collections.abc import Sequence
from typing import Protocol

from olympian.dynamixel.decoder import Decoder
from olympian.dynamixel.packet import ChainReader, Packet, Reader, Status
from olympian.dynamixel.protocol_1 import Protocol1
from olympian.dynamixel.protocol_2 import Protocol2
from olympian.errors import OlympianError

__all__ = ["PROTOCOL_1", "PROTOCOL_2", "Codec", "codec"]


class Codec(Protocol):
    """One protocol: how packets become bytes, and bytes packets."""

    number: int

    def encode(self, packet: Packet) -> bytes:
        """The bytes of what a master asks."""
        ...

    def encode_status(self, status: Status) -> bytes:
        """The bytes of what a servo answers."""
        ...

    def packets(self) -> Decoder[Packet]:
        """For a servo's end."""
        ...

    def statuses(self) -> Decoder[Status]:
        """For the master's end."""
        ...

    def reader(self, id: int, size: int) -> Reader:
        """Reads an answer with `size` bytes of data, much quicker than a decoder."""
        ...

    def chain_reader(self, ids: Sequence[int], size: int) -> ChainReader:
        """Reads answers with `size` bytes of data each, much quicker than a decoder."""
        ...

    def misheard(self, error: int) -> bool:
        """The servo got a damaged packet and did nothing: ask again."""
        ...

    def refused(self, error: int) -> bool:
        """The servo did not do what it was asked; other errors tell of its health."""
        ...


PROTOCOL_1: Codec = Protocol1()
PROTOCOL_2: Codec = Protocol2()


def codec(number: int) -> Codec:
    """The protocol of this number."""
    for known in (PROTOCOL_1, PROTOCOL_2):
        if known.number == number:
            return known
    raise OlympianError(f"there is no Dynamixel protocol {number}; choose 1 or 2")
