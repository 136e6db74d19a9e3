"""What packets cost the processor in each cycle: ours and the SDK's, with no line between."""

from collections.abc import Callable, Sequence
from importlib import import_module
from time import perf_counter
from typing import Any

import msgspec

from olympian.dynamixel import Status, codec
from olympian.dynamixel.transaction import Transactions
from olympian.errors import OlympianError
from olympian.install_hint import install_hint
from olympian.lab.bus.case import BusCase

__all__ = ["HandlingRow", "measure_handling"]

IDS = tuple(range(1, 19))
CASES = (
    BusCase("protocol 1, one by one", "ax-12a", 1, len(IDS)),
    BusCase("protocol 2, sync read", "mx-28", 2, len(IDS), read="sync_read"),
)
Cycle = Callable[[], list[Sequence[int]]]
"""One sync write of 18 goals, then 18 positions, both as the bytes of registers."""


class HandlingRow(msgspec.Struct, frozen=True):
    """Least time of a cycle of 18 servos, by turns in one run."""

    packets: str
    codec_us: float
    sdk_us: float
    times_faster: float


class MemoryPort:
    """A port for the SDK's packet handlers: the answers to all questions are there at once."""

    is_using = False

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self._answers, self._rest = answers, b""

    def clearPort(self) -> None:  # noqa: N802  the SDK's names
        """Forget what came."""
        self._rest = b""

    def writePort(self, packet: list[int]) -> int:  # noqa: N802
        """Ask."""
        self._rest = self._answers.get(bytes(packet), b"")
        return len(packet)

    def readPort(self, length: int) -> bytes:  # noqa: N802
        """What was answered."""
        data, self._rest = self._rest[:length], self._rest[length:]
        return data

    def setPacketTimeout(self, _: int) -> None:  # noqa: N802
        """Nothing is late here."""

    def isPacketTimeout(self) -> bool:  # noqa: N802
        """Nothing is late here."""
        return False


def measure_handling(rounds: int) -> list[HandlingRow]:
    """One row for each protocol.

    Raises:
        OlympianError: the SDK is not installed, or somebody read something else than was answered.
    """
    return [_measured(case, rounds) for case in CASES]


def _measured(case: BusCase, rounds: int) -> HandlingRow:
    values = [bytes((id, 2, *bytes(case.position[1] - 2))) for id in IDS]
    ours, sdk = _ours(case, values), _sdk(case, values)
    least = [1.0, 1.0]
    for _ in range(rounds):
        for which, cycle in enumerate((ours, sdk)):
            begin = perf_counter()
            found = cycle()
            least[which] = min(least[which], perf_counter() - begin)
            if list(map(bytes, found)) != values:
                raise OlympianError(f"{case.name}: {found} came instead of {values}")
    return HandlingRow(case.name, 1e6 * least[0], 1e6 * least[1], least[1] / least[0])


def _questions(case: BusCase) -> list[Any]:
    make = Transactions(case.protocol)
    if case.read == "poll":
        return make.poll(*case.position, IDS)
    return [make.sync_read(*case.position, IDS)]


def _answers(case: BusCase, values: list[bytes]) -> list[bytes]:
    """To each question."""
    each = [
        codec(case.protocol).encode_status(Status(id, 0, value))
        for id, value in zip(IDS, values, strict=True)
    ]
    return each if case.read == "poll" else [b"".join(each)]


def _ours(case: BusCase, values: list[bytes]) -> Cycle:
    make: Any = Transactions(case.protocol)
    answers = _answers(case, values)
    (address, size), goals = case.goal, dict(zip(IDS, values, strict=True))
    position = case.position

    def poll() -> list[Sequence[int]]:
        make.sync_write(address, size, goals)
        questions = make.poll(*position, IDS)
        pairs = zip(questions, answers, strict=True)
        return [question.reader(answer).parameters for question, answer in pairs]

    def sync_read() -> list[Sequence[int]]:
        make.sync_write(address, size, goals)
        read = make.sync_read(*position, IDS).chain_reader(IDS, position[1])
        return [value for _, _, value in read(answers[0])]

    return poll if case.read == "poll" else sync_read


def _sdk(case: BusCase, values: list[bytes]) -> Cycle:
    try:
        sdk = import_module("dynamixel_sdk")
    except ImportError as error:
        hint = install_hint("dev")
        raise OlympianError(f"'dynamixel_sdk' is not installed; this needs {hint}") from error
    questions = [question.data for question in _questions(case)]
    port = MemoryPort(dict(zip(questions, _answers(case, values), strict=True)))
    handler, (address, size) = sdk.PacketHandler(float(case.protocol)), case.goal
    goals = [list(value) for value in values]
    group = sdk.GroupSyncRead(port, handler, *case.position)
    for id in IDS:
        group.addParam(id)

    def write() -> None:
        writer = sdk.GroupSyncWrite(port, handler, address, size)
        for id, goal in zip(IDS, goals, strict=True):
            writer.addParam(id, goal)
        writer.txPacket()

    def poll() -> list[Sequence[int]]:
        write()
        return [handler.readTxRx(port, id, *case.position)[0] for id in IDS]

    def sync_read() -> list[Sequence[int]]:
        write()
        group.txRxPacket()
        return [group.data_dict[id] for id in IDS]

    return poll if case.read == "poll" else sync_read
