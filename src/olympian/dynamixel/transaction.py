"""What is sent at once, and who has to answer it how."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from struct import pack
from typing import NamedTuple

from olympian.dynamixel.packet import BROADCAST, ChainReader, Instruction, Packet, Reader
from olympian.dynamixel.protocol import Codec, codec
from olympian.errors import OlympianError

__all__ = ["Transaction", "Transactions"]

NOBODY: Mapping[int, int] = {}
SYNC_WRITE = int(Instruction.SYNC_WRITE)
"""A plain number: enumerations take their time."""
STATUS_BYTES = {1: 6, 2: 11}
"""Of a status without data, by protocol."""
FAST_START, FAST_BLOCK = 8, 4
"""Bytes of a fast reply before its blocks, and of a block beside its data."""


class Transaction(NamedTuple):
    """One packet of the master, and the answers to it."""

    data: bytes
    answers: Mapping[int, int] = NOBODY
    """Bytes of data that each id has to answer, in the order in which they speak."""
    answer_bytes: int = 0
    """Bytes on the wire of all these answers."""
    reader: Reader | None = None
    """Of the answer, where there is one."""
    chain_reader: Callable[[tuple[int, ...], int], ChainReader] | None = None
    """Of some of the answers, where all have the same size: by ids and that size."""
    fast: bool = False
    """All servos answer in one packet."""


class Transactions:
    """Makes the transactions of one protocol. Those that come again every cycle are made once."""

    def __init__(self, protocol: int) -> None:
        self.codec: Codec = codec(protocol)
        self._word = "<H" if protocol == 2 else "B"
        self._status_bytes = STATUS_BYTES[protocol]
        self._places = lru_cache(self._new_places)
        self._reader = cache(self.codec.reader)
        self._chain_reader = lru_cache(self.codec.chain_reader)
        self.read = cache(self._read)
        self.poll = cache(self._poll)
        self.sync_read = cache(self._sync_read)
        self.fast_sync_read = cache(self._fast_sync_read)

    def one(self, id: int, instruction: int, parameters: bytes = b"", size: int = 0) -> Transaction:
        """Args: size: bytes of data in the answer; a broadcast has none at all."""
        data = self.codec.encode(Packet(id, instruction, parameters))
        return self._answered(data, NOBODY if id == BROADCAST else {id: size})

    def write(self, id: int, instruction: int, address: int, data: bytes) -> Transaction:
        """A write, or a registered one."""
        return self.one(id, instruction, self._number(address) + data)

    def sync_write(self, address: int, size: int, data: Mapping[int, bytes]) -> Transaction:
        """The same registers of many servos, each with its own values."""
        parts = self._places(address, size, tuple(data))
        parts[2::2] = data.values()
        parameters = b"".join(parts)
        if len(parameters) != len(parts[0]) + (size + 1) * len(data):
            raise OlympianError(f"a sync write has {size} bytes for each servo, not {data}")
        return Transaction(self.codec.encode(Packet(BROADCAST, SYNC_WRITE, parameters)))

    def bulk_read(self, wanted: Mapping[int, tuple[int, int]], fast: bool = False) -> Transaction:
        """Registers of many servos. Args: wanted: address and size by id."""
        number = Instruction.FAST_BULK_READ if fast else Instruction.BULK_READ
        parameters = b"".join(self._bulk_item(id, *where) for id, where in wanted.items())
        if self.codec.number == 1:
            parameters = b"\x00" + parameters
        sizes = {id: size for id, (_, size) in wanted.items()}
        return self._chain(number, parameters, sizes, fast)

    def _new_places(self, address: int, size: int, ids: tuple[int, ...]) -> list[bytes]:
        """Where to, then each id, and behind it a place for its values."""
        where = self._number(address) + self._number(size)
        return [where, *(part for id in ids for part in (bytes((id,)), b""))]

    def _read(self, id: int, address: int, size: int) -> Transaction:
        where = self._number(address) + self._number(size)
        return self.one(id, Instruction.READ, where, size)

    def _poll(self, address: int, size: int, ids: tuple[int, ...]) -> list[Transaction]:
        return [self.read(id, address, size) for id in ids]

    def _sync_read(self, address: int, size: int, ids: tuple[int, ...]) -> Transaction:
        where = self._number(address) + self._number(size)
        return self._chain(Instruction.SYNC_READ, where + bytes(ids), dict.fromkeys(ids, size))

    def _fast_sync_read(self, address: int, size: int, ids: tuple[int, ...]) -> Transaction:
        where, sizes = self._number(address) + self._number(size), dict.fromkeys(ids, size)
        return self._chain(Instruction.FAST_SYNC_READ, where + bytes(ids), sizes, fast=True)

    def _chain(
        self, number: int, parameters: bytes, sizes: Mapping[int, int], fast: bool = False
    ) -> Transaction:
        """Broadcast, and yet answered: by one after the other."""
        data = self.codec.encode(Packet(BROADCAST, number, parameters))
        return self._answered(data, sizes, fast)

    def _answered(self, data: bytes, sizes: Mapping[int, int], fast: bool = False) -> Transaction:
        each = FAST_BLOCK if fast else self._status_bytes
        count = sum(sizes.values()) + each * len(sizes) + (FAST_START if fast else 0)
        if len(sizes) == 1 and not fast:
            return Transaction(data, sizes, count, self._reader(*next(iter(sizes.items()))))
        if len(set(sizes.values())) == 1 and not fast:
            return Transaction(data, sizes, count, None, self._chain_reader)
        return Transaction(data, sizes, count, fast=fast)

    def _bulk_item(self, id: int, address: int, size: int) -> bytes:
        if self.codec.number == 1:
            return bytes((size, id, address))
        return pack("<BHH", id, address, size)

    def _number(self, value: int) -> bytes:
        return pack(self._word, value)
