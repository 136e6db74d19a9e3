"""Who sends goals and reads positions: our bus, and the official SDK as well as we know how."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol

from olympian.dynamixel import Bus, SerialPort, in_parallel
from olympian.lab.bus.case import BAUD, LATENCY, BusCase

__all__ = ["Master", "OlympianMaster", "SdkMaster"]


class Master(Protocol):
    """One program at the ends of all lines."""

    def cycle(self) -> int:
        """All goals out, all positions in; says how many came."""
        ...

    def close(self) -> None:
        """Let go of the lines."""
        ...


class OlympianMaster:
    """Ours."""

    def __init__(self, case: BusCase, paths: Mapping[str, str]) -> None:
        self._case = case
        address, size = case.goal
        self._goals = address, bytes((0, 2, *bytes(size - 2)))
        self._buses = {
            name: Bus(SerialPort(path, BAUD, LATENCY, case.awake), case.protocol, case.timing)
            for name, path in paths.items()
        }

    def cycle(self) -> int:
        """All goals out, all positions in; says how many came."""
        work, (address, goal) = [], self._goals
        for name, bus in self._buses.items():
            ids = self._case.lines[name]
            bus.sync_write(address, dict.fromkeys(ids, goal))
            work.append((bus, getattr(bus.plans, self._case.read)(*self._case.position, ids)))
        return sum(map(len, in_parallel(work)))

    def close(self) -> None:
        """Let go of the lines."""
        for bus in self._buses.values():
            bus.close()


class SdkMaster:
    """The SDK's own classes. Of several buses all are asked before the first is heard."""

    def __init__(self, case: BusCase, paths: Mapping[str, str]) -> None:
        self._case, self._sdk = case, import_module("dynamixel_sdk")
        self._handler = self._sdk.PacketHandler(float(case.protocol))
        self._ports = {name: self._open(path) for name, path in paths.items()}
        self._readers = {
            name: self._reader(port, case.lines[name]) for name, port in self._ports.items()
        }

    def cycle(self) -> int:
        """All goals out, all positions in; says how many came."""
        for name, port in self._ports.items():
            self._write(port, self._case.lines[name])
        if self._case.read == "poll":
            return sum(self._poll(port, self._case.lines[n]) for n, port in self._ports.items())
        for reader in self._readers.values():
            reader.fastSyncReadTxPacket() if self._fast else reader.txPacket()
        return sum(self._hear(name, reader) for name, reader in self._readers.items())

    def close(self) -> None:
        """Let go of the lines."""
        for port in self._ports.values():
            port.closePort()

    @property
    def _fast(self) -> bool:
        return self._case.read == "fast_sync_read"

    def _open(self, path: str) -> Any:
        port = self._sdk.PortHandler(path)
        port.setBaudRate(BAUD)
        return port

    def _reader(self, port: Any, ids: tuple[int, ...]) -> Any:
        group = self._sdk.GroupSyncRead(port, self._handler, *self._case.position)
        for id in ids:
            group.addParam(id)
        return group

    def _write(self, port: Any, ids: tuple[int, ...]) -> None:
        address, size = self._case.goal
        group = self._sdk.GroupSyncWrite(port, self._handler, address, size)
        for id in ids:
            group.addParam(id, [0, 2, *bytes(size - 2)])
        group.txPacket()

    def _poll(self, port: Any, ids: tuple[int, ...]) -> int:
        address, size = self._case.position
        # not read2ByteTxRx, which raises an IndexError where a servo answers without data
        answers = [self._handler.readTxRx(port, id, address, size)[0] for id in ids]
        return sum(len(data) == size for data in answers)

    def _hear(self, name: str, reader: Any) -> int:
        result = reader.fastSyncReadRxPacket() if self._fast else reader.rxPacket()
        return len(self._case.lines[name]) if result == self._sdk.COMM_SUCCESS else 0
