"""A host that speaks to virtual devices by register names, and sees each status as it came."""

from olympian.dynamixel import (
    BROADCAST,
    Instruction,
    Packet,
    Status,
    codec,
    control_table,
)
from olympian.virtual import VirtualBench

PATIENCE = 0.05
"""Simulated seconds after which there is no answer."""


class ServoHost:
    """One program at the end of one bus."""

    def __init__(self, bench: VirtualBench, model: str, protocol: int, bus: str | None = None):
        self.bench, self.port = bench, bench.port(bus)
        self.codec, self.table = codec(protocol), control_table(model, protocol)
        self._statuses = self.codec.statuses()
        self._word = protocol

    def ask(self, id: int, instruction: int, parameters: bytes = b"") -> Status | None:
        """The first answer to a packet."""
        self.send(self.codec.encode(Packet(id, instruction, parameters)))
        return next(iter(self.answers(1)), None)

    def send(self, data: bytes) -> None:
        """Bytes as they are."""
        self.port.write(data)

    def answers(self, most: int = 99) -> list[Status]:
        """All statuses that come before it loses patience."""
        until, found = self.port.now() + PATIENCE, []
        while len(found) < most and (data := self.port.read(4096, until)):
            found += self._statuses.feed(data)
        return found

    def read(self, name: str, id: int = 1) -> int | None:
        """A register's number; None without an answer."""
        register = self.table[name]
        parameters = self.number(register.address) + self.number(register.size)
        status = self.ask(id, Instruction.READ, parameters)
        return (
            None if status is None or not status.parameters else register.decode(status.parameters)
        )

    def write(self, name: str, value: int, id: int = 1) -> int | None:
        """The error of writing a register, whether or not the number is in range."""
        status = self.ask(id, Instruction.WRITE, self.written(name, value))
        return None if status is None else status.error

    def tell_all(self, name: str, value: int) -> None:
        """Broadcast a write, which nobody answers."""
        self.ask(BROADCAST, Instruction.WRITE, self.written(name, value))

    def written(self, name: str, value: int) -> bytes:
        """Parameters that write a register."""
        return self.number(self.table[name].address) + self.table[name].pack(value)

    def number(self, value: int) -> bytes:
        """An address or length as this protocol packs it."""
        return value.to_bytes(self._word, "little")

    def wait(self, seconds: float) -> None:
        """Let simulated time pass."""
        self.port.sleep_until(self.port.now() + seconds)
