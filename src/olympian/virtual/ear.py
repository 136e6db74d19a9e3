"""Devices that listen alike: what they hear, and who takes which turn to answer."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from olympian.dynamixel import (
    BROADCAST,
    Instruction,
    Packet,
    Status,
    codec,
    fast_blocks,
)
from olympian.virtual.devices import Device, DeviceRefusal, ReadOrder, dialect

__all__ = ["BusTurn", "Ear", "Talk"]

HEADERS = {1: b"\xff\xff", 2: b"\xff\xff\xfd\x00"}
SILENCE = 0.1
"""Seconds without a byte after which a packet that has begun is given up."""
ROLL_CALL = 3e-3
"""Seconds of id after id in which devices answer a broadcast ping of protocol 2."""
FRAME, LONGEST_REPLY = 4, 1000
"""Bytes around each answer in a fast one, and what no device would fill for all."""
WRITES = (Instruction.SYNC_WRITE, Instruction.BULK_WRITE)
READS = (Instruction.SYNC_READ, Instruction.BULK_READ)
FAST_READS = (Instruction.FAST_SYNC_READ, Instruction.FAST_BULK_READ)


class BusTurn(NamedTuple):
    """One device's turn to talk."""

    delay: float
    """Seconds after what was heard last."""
    say: Callable[[float], bytes | None]
    """The bytes at that time; None: it stays silent, and who waits for it does too."""


Talk = Iterator[BusTurn]
"""Turns that follow each other; the next is asked for when the last one has been heard."""


class Ear:
    """All devices of a line with the same baud rate and protocol share one decoder."""

    def __init__(self, baud: int, protocol: int, devices: Sequence[Device]) -> None:
        self.baud, self._header = baud, HEADERS[protocol]
        self._dialect, self._codec = dialect(protocol), codec(protocol)
        self._decoder = self._codec.packets()
        self._devices: dict[int, list[Device]] = {}
        for device in devices:
            for id in {device.id, device.shadow_id}:
                self._devices.setdefault(id, []).append(device)
        self._all = tuple(devices)
        self._last = 0.0

    def hear(self, data: bytes, t: float) -> list[Talk]:
        """Who answers to these bytes, of which the last came at `t`. Broken packets are refused."""
        if t - self._last > SILENCE:
            self._decoder.reset()
        self._last = t
        broken = self._decoder.broken
        packets = self._decoder.feed(data)
        talks = [talk for packet in packets for talk in self._answers(packet, t)]
        if self._decoder.broken > broken and not packets:
            talks += self._complaints(data, t)
        return talks

    def pieces(self, data: bytes) -> list[bytes]:
        """The same bytes, cut where packets seem to begin, so that each is heard at its end."""
        parts = data.split(self._header)
        found = [self._header + part for part in parts[1:]]
        return [parts[0], *found] if parts[0] else found

    def _answers(self, packet: Packet, t: float) -> Iterator[Talk]:
        if packet.instruction in WRITES:
            self._write_many(packet, t)
        elif packet.instruction in READS:
            yield self._read_many(packet)
        elif packet.instruction in FAST_READS:
            yield self._read_fast(packet)
        else:
            yield from self._answer_one(packet, t)

    def _answer_one(self, packet: Packet, t: float) -> Iterator[Talk]:
        for device in self._for(packet.id, t):
            delay = device.delay(packet) + (packet.id == BROADCAST) * device.id * ROLL_CALL
            if status := device.answer(packet, t):
                yield iter((BusTurn(delay, _saying(self._codec.encode_status(status))),))

    def _complaints(self, data: bytes, t: float) -> Iterator[Talk]:
        """Who would have been meant answers that the checksum was wrong."""
        at = len(self._header)
        id = data[at] if data.startswith(self._header) and len(data) > at else BROADCAST
        for device in self._devices.get(id, ()):
            status = device.complain(DeviceRefusal.CHECKSUM) if device.deaf_until <= t else None
            if status and device.id == id:
                delay = device.delay(Packet(id, 0))
                yield iter((BusTurn(delay, _saying(self._codec.encode_status(status))),))

    def _write_many(self, packet: Packet, t: float) -> None:
        sync = packet.instruction == Instruction.SYNC_WRITE
        cut = self._dialect.sync_writes if sync else self._dialect.bulk_writes
        if packet.id != BROADCAST or (self._dialect.number == 1 and not sync):
            return
        for id, address, data in cut(packet.parameters):
            for device in self._for(id, t):
                device.write(address, data, t)

    def _read_many(self, packet: Packet) -> Talk:
        """Each device waits for the answer of the one before: after a silent one comes none."""
        for order in self._orders(packet):
            devices = self._devices.get(order.id, ())
            if not devices or not devices[0].knows_bulk_reads:
                return
            yield BusTurn(devices[0].delay(packet), lambda t, order=order: self._say(order, t))

    def _read_fast(self, packet: Packet) -> Talk:
        """All answers in one packet, which ends at the first silent device."""
        orders = self._orders(packet)
        if orders and (first := self._devices.get(orders[0].id)):
            yield BusTurn(first[0].delay(packet), lambda t: self._say_fast(orders, t))

    def _orders(self, packet: Packet) -> list[ReadOrder]:
        return self._dialect.reads(packet) if packet.id == BROADCAST else []

    def _say(self, order: ReadOrder, t: float) -> bytes | None:
        """What is on the line while all devices with this id answer at once."""
        statuses = [device.read(order.address, order.size, t) for device in self._for(order.id, t)]
        said = [self._codec.encode_status(status) for status in statuses if status]
        return reduce(_wired_and, said) if said else None

    def _say_fast(self, orders: Sequence[ReadOrder], t: float) -> bytes | None:
        statuses: list[Status] = []
        if sum(order.size + FRAME for order in orders) > LONGEST_REPLY:
            return None
        for order in orders:
            device = next(iter(self._for(order.id, t)), None)
            status = device and device.read(order.address, order.size, t)
            if not status or len(status.parameters) != order.size:
                break
            statuses.append(status)
        silent = [Status(order.id, 0, bytes(order.size)) for order in orders[len(statuses) :]]
        said = fast_blocks([*statuses, *silent])[: len(statuses)]
        return b"".join(said) or None

    def _for(self, id: int, t: float) -> list[Device]:
        """Who hears a packet with this id."""
        devices = self._all if id == BROADCAST else self._devices.get(id, ())
        return [device for device in devices if device.deaf_until <= t]


def _saying(data: bytes) -> Callable[[float], bytes]:
    return lambda _: data


def _wired_and(one: bytes, other: bytes) -> bytes:
    """What two drivers make of a line where a zero wins."""
    return bytes(a & b for a, b in zip(one, other, strict=False))
