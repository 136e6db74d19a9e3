"""What a master does on a bus, each as a plan: it yields questions and is sent their answers.

A plan does not wait by itself. So one program serves one bus, or several at once.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from olympian.dynamixel.half_duplex import HalfDuplex
from olympian.dynamixel.packet import HIGHEST_ID, Instruction, Status
from olympian.dynamixel.transaction import Transaction, Transactions

__all__ = ["Batch", "Found", "Plan", "Plans"]

IDENTITY_BYTES = {1: 3, 2: 7}
"""From address 0: the model's number first, the firmware's version last."""
SCAN_OVERLAP = 1e-3
"""Seconds between questions of a scan, which waits for nobody; generous, because it is rare."""


class Batch(NamedTuple):
    """Questions that are asked one after the other before the plan goes on."""

    transactions: Sequence[Transaction]
    overlap: float | None = None
    """See `BusTiming.overlap`."""


Result = TypeVar("Result")
Plan: TypeAlias = Generator[Batch, dict[int, Status], Result]


class Found(NamedTuple):
    """A device that answered. Its model is unknown if it answers pings only."""

    id: int
    model_number: int | None = None
    firmware: int | None = None


class Plans:
    """The plans of one bus."""

    def __init__(self, wire: HalfDuplex, transactions: Transactions, retries: int) -> None:
        self._wire, self._make, self._retries = wire, transactions, retries

    def ask(
        self, id: int, instruction: int, parameters: bytes = b"", size: int = 0
    ) -> Plan[Status | None]:
        """Any question to one servo. Args: size: bytes of data in its answer."""
        transaction = self._make.one(id, instruction, parameters, size)
        got = yield from self._gather([id], lambda _: [transaction])
        return got.get(id)

    def tell(self, transaction: Transaction) -> Plan[None]:
        """What nobody answers."""
        yield Batch([transaction])

    def ping(self, id: int) -> Plan[Found | None]:
        """Who has this id."""
        if (yield from self.ask(id, Instruction.PING, size=self._ping_bytes)) is None:
            return None
        return (yield from self._identify(id))

    def scan(self, ids: Iterable[int] = range(HIGHEST_ID + 1)) -> Plan[list[Found]]:
        """Who is there. A late answer to something else says so as well, so none is ruled out."""
        make = [self._make.one(id, Instruction.PING, size=self._ping_bytes) for id in ids]
        there = yield Batch(make, SCAN_OVERLAP)
        self._wire.statistics.timeouts -= len(make) - len(there)  # nobody was expected
        found = []
        for id in sorted(there):
            found.append((yield from self._identify(id)))
        return found

    def read(self, id: int, address: int, size: int) -> Plan[bytes | None]:
        """Registers of one servo."""
        got = yield from self._gather([id], lambda _: [self._make.read(id, address, size)])
        return self._data(got).get(id)

    def poll(self, address: int, size: int, ids: Iterable[int]) -> Plan[dict[int, bytes]]:
        """The same registers of many servos, one question each."""
        poll = self._make.poll
        got = yield from self._gather(
            list(ids),
            lambda missing: poll(address, size, tuple(missing)),
            self._wire.timing.overlap,
        )
        return self._data(got)

    def sync_read(self, address: int, size: int, ids: Iterable[int]) -> Plan[dict[int, bytes]]:
        """The same registers of many servos with one question; polled where protocol 1 has none."""
        if self._make.codec.number == 1:
            return (yield from self.poll(address, size, ids))
        ask = self._make.sync_read
        got = yield from self._gather(
            list(ids), lambda missing: [ask(address, size, tuple(missing))]
        )
        return self._data(got)

    def fast_sync_read(self, address: int, size: int, ids: Iterable[int]) -> Plan[dict[int, bytes]]:
        """The same with one answer, in which each servo has its block."""
        ask = self._make.fast_sync_read
        got = yield from self._gather(
            list(ids), lambda missing: [ask(address, size, tuple(missing))]
        )
        return self._data(got)

    def bulk_read(
        self, wanted: Mapping[int, tuple[int, int]], fast: bool = False
    ) -> Plan[dict[int, bytes]]:
        """Different registers of many servos. Args: wanted: address and size by id."""
        got = yield from self._gather(
            list(wanted),
            lambda missing: [self._make.bulk_read({id: wanted[id] for id in missing}, fast)],
        )
        return self._data(got)

    def write(
        self, id: int, address: int, data: bytes, instruction: int = Instruction.WRITE
    ) -> Plan[bool]:
        """Registers of one servo; True if it says that it did so. A broadcast is always True."""
        transaction = self._make.write(id, instruction, address, data)
        return (yield from self._obeyed(transaction))

    def command(self, id: int, instruction: int, parameters: bytes = b"") -> Plan[bool]:
        """An instruction without registers; True if the servo says that it obeys."""
        return (yield from self._obeyed(self._make.one(id, instruction, parameters)))

    def sync_write(self, address: int, data: Mapping[int, bytes]) -> Plan[None]:
        """The same registers of many servos; none of them answers."""
        if data:
            size = len(next(iter(data.values())))
            yield Batch([self._make.sync_write(address, size, data)])

    @property
    def _ping_bytes(self) -> int:
        return 0 if self._make.codec.number == 1 else 3

    def _identify(self, id: int) -> Plan[Found]:
        size = IDENTITY_BYTES[self._make.codec.number]
        data = yield from self.read(id, 0, size)
        return Found(id, data[0] | data[1] << 8, data[-1]) if data else Found(id)

    def _obeyed(self, transaction: Transaction) -> Plan[bool]:
        ids = list(transaction.answers)
        if not ids:
            yield Batch([transaction])
            return True
        got = yield from self._gather(ids, lambda _: [transaction])
        return bool(got) and not self._make.codec.refused(got[ids[0]].error)

    def _gather(
        self,
        ids: list[int],
        ask: Callable[[list[int]], list[Transaction]],
        overlap: float | None = None,
    ) -> Plan[dict[int, Status]]:
        """The answers of these ids; those that are missing are asked again, and without hurry.

        In a chain everybody behind a silent servo is silent too. So the first that is missing is
        the culprit, and is asked last.
        """
        got = yield from self._ask(ask(ids), overlap)
        for _ in range(self._retries):
            missing = [
                id for id in ids if id not in got or self._make.codec.misheard(got[id].error)
            ]
            if not missing:
                break
            self._wire.statistics.retries += 1
            got |= yield from self._ask(ask(missing[1:] + missing[:1]))
        return got

    def _ask(
        self, transactions: list[Transaction], overlap: float | None = None
    ) -> Plan[dict[int, Status]]:
        if self._wire.owed and any(map(self._wire.doubts, transactions)):
            ids = [id for transaction in transactions for id in transaction.answers]
            if not (yield from self._fence(ids)):
                return {}
        return (yield Batch(transactions, overlap))

    def _fence(self, ids: list[int]) -> Plan[bool]:
        """Make sure that no owed answer can be taken for a new one.

        Somebody is asked for so many bytes that the answer cannot be an owed one. When it has come,
        everything older has come before it.
        """
        for id in sorted(ids, key=lambda id: id in self._wire.owed):
            owed = self._wire.owed.get(id, ())
            size = next(size for size in range(1, len(owed) + 2) if size not in owed)
            if (yield Batch([self._make.read(id, 0, size)])):
                return True
        return False

    def _data(self, got: Mapping[int, Status]) -> dict[int, bytes]:
        return {id: status.parameters for id, status in got.items() if status.parameters}
