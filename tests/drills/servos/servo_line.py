"""A line with the simplest servos on a simulated clock, for what no real line does on demand."""

from collections import deque
from collections.abc import Iterable

from olympian.dynamixel import BROADCAST, Instruction, Packet, Status, codec, fast_blocks

I = Instruction  # noqa: E741
REACTION = 20e-6


class ServoLine:
    """A port whose servos have 256 bytes of memory, and answer when they should or were told to.

    Chains break where a servo is silent, as on a real line. Whoever sends while another does so
    spoils both.
    """

    def __init__(
        self,
        protocol: int,
        ids: Iterable[int],
        baud: int = 1_000_000,
        latency: float = 1e-3,
        return_delay: float = 500e-6,
        echo: bool = False,
    ) -> None:
        self.baud, self.latency, self.return_delay, self.echo = baud, latency, return_delay, echo
        self.codec = codec(protocol)
        self.memory = {id: bytearray((12, 0, 24, id, *range(4, 256))) for id in ids}
        self.silent: set[int] = set()
        self.lateness: deque[float] = deque()
        """Seconds by which the next answers come too late to the master, one each."""
        self.asked: list[Packet] = []
        self.collisions = 0
        self._decoder = self.codec.packets()
        self._time = 0.0
        self._free_at = self._sent_until = self._last_arrival = 0.0
        self._coming: list[tuple[float, bytes]] = []

    def write(self, data: bytes) -> None:
        begin = max(self._time, self._sent_until if self._alone() else self._time)
        if not self._alone():
            self.collisions += 1
            self._coming = [(at, bytes(len(a))) for at, a in self._coming if at < self._time]
            return
        if self.echo:
            self._coming.append((begin + self.latency, data))
        self._free_at = self._sent_until = begin + len(data) * self._byte
        for packet in self._decoder.feed(data):
            self.asked.append(packet)
            self._obey(packet)

    def read(self, at_most: int, until: float) -> bytes:
        assert at_most >= 1
        self._coming.sort(key=lambda item: item[0])
        if self._coming and self._coming[0][0] <= max(until, self._time):
            at, data = self._coming.pop(0)
            self._time = max(self._time, at)
            return data
        self._time = max(self._time, until)
        return b""

    def now(self) -> float:
        return self._time

    def sleep_until(self, t: float) -> None:
        self._time = max(self._time, t)

    def discard(self) -> None:
        self._coming = [item for item in self._coming if item[0] > self._time]

    def close(self) -> None:
        self._coming = []

    @property
    def _byte(self) -> float:
        return 10.0 / self.baud

    def _alone(self) -> bool:
        """Only the master has been talking."""
        return self._time >= self._free_at or self._free_at == self._sent_until

    def _answer(self, data: bytes) -> None:
        self._free_at += self.return_delay + REACTION + len(data) * self._byte
        late = self.lateness.popleft() if self.lateness else 0.0
        arrival = self._free_at + self.latency + late
        self._last_arrival = max(self._last_arrival, arrival)  # nothing overtakes on a line
        self._coming.append((self._last_arrival, data))

    def _obey(self, packet: Packet) -> None:
        wide = self.codec.number == 2
        head = [*packet.parameters[: 4 if wide else 2]]
        address, size = (head[0], head[2] if wide else head[1]) if len(head) > 1 else (0, 0)
        where, rest = (slice(address, address + size), packet.parameters[len(head) :])
        match packet.instruction:
            case I.PING:
                self._status(packet.id, bytes((12, 0, 24)) if wide else b"")
            case I.READ if packet.id in self.memory:
                self._status(packet.id, bytes(self.memory[packet.id][where]))
            case I.WRITE | I.REG_WRITE | I.ACTION | I.REBOOT | I.FACTORY_RESET:
                data = packet.parameters[2 if wide else 1 :]
                if packet.instruction == I.WRITE:
                    self._store(packet.id, address, data)
                self._status(packet.id, b"")
            case I.SYNC_WRITE:
                for at in range(0, len(rest), size + 1):
                    self._store(rest[at], address, rest[at + 1 : at + 1 + size])
            case I.SYNC_READ:
                all(self._status(id, bytes(self.memory[id][where])) for id in rest)
            case I.FAST_SYNC_READ:
                self._fast([Status(id, 0, bytes(self.memory[id][where])) for id in rest])
            case I.BULK_READ:
                all(self._status(id, data) for id, data in self._bulk(packet.parameters))

    def _store(self, id: int, address: int, data: bytes) -> None:
        if id in self.memory:
            self.memory[id][address : address + len(data)] = data

    def _status(self, id: int, data: bytes) -> bool:
        there = id in self.memory and id not in self.silent and id != BROADCAST
        if there:
            self._answer(self.codec.encode_status(Status(id, 0, data)))
        return there

    def _fast(self, statuses: list[Status]) -> None:
        silent = [i for i, status in enumerate(statuses) if status.id in self.silent]
        blocks = fast_blocks(statuses)[: silent[0] if silent else None]
        if blocks:
            self._answer(b"".join(blocks))

    def _bulk(self, parameters: bytes) -> list[tuple[int, bytes]]:
        if self.codec.number == 1:
            items = [parameters[i : i + 3] for i in range(1, len(parameters), 3)]
            return [(id, bytes(self.memory[id][at : at + size])) for size, id, at in items]
        items = [parameters[i : i + 5] for i in range(0, len(parameters), 5)]
        return [(p[0], bytes(self.memory[p[0]][p[1] : p[1] + p[3]])) for p in items]
