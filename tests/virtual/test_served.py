"""The official SDK, unmodified, drives virtual servos over a real pty in another process."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from dynamixel_sdk import (
    COMM_SUCCESS,
    GroupBulkRead,
    GroupBulkWrite,
    GroupSyncRead,
    GroupSyncWrite,
    PacketHandler,
    PortHandler,
)

from drills.served import served
from olympian.dynamixel import control_table

AX, MX, XM = (1, 2, 3), (5, 6), (11, 12, 13)
SERVOS = "ax-12a:1-3,mx-28:5-6,xm430-w350:11-13"
OLD, NEW = PacketHandler(1.0), PacketHandler(2.0)
TRIES = 5
"""Other tests may have the processor when an answer should come."""
MISHEARD = 0x10
"""Checksum error of protocol 1: the SDK asked again while the first answer was under way."""


@pytest.fixture(scope="module")
def port() -> Iterator[PortHandler]:
    with served("--servos", SERVOS, "--latency-ms", "0") as paths:
        port = PortHandler(paths["bus"])
        assert port.openPort()
        assert port.setBaudRate(1_000_000)
        yield port
        port.closePort()


def tried(call: Callable[[], tuple[Any, int, int]]) -> tuple[Any, int]:
    """Value and error of a call that answers, sooner or later."""
    for _ in range(TRIES):
        value, result, error = call()
        if result == COMM_SUCCESS and error != MISHEARD:
            return value, error
    raise AssertionError(OLD.getTxRxResult(result))


def written(call: Callable[[], tuple[int, int]]) -> int:
    """Error byte of a write."""
    return tried(lambda: (None, *call()))[1]


def read_all(group: Any) -> None:
    """Ask until everybody has answered."""
    assert any(group.txRxPacket() == COMM_SUCCESS for _ in range(TRIES))


@pytest.mark.parametrize(
    ("handler", "ids", "number"), [(OLD, AX, 12), (OLD, MX, 29), (NEW, XM, 1020)]
)
def test_pings_find_models(port: PortHandler, handler, ids: tuple[int, ...], number: int) -> None:
    assert [tried(lambda id=id: handler.ping(port, id)) for id in ids] == [(number, 0)] * len(ids)


def test_a_broadcast_ping_finds_all_of_protocol_2(port: PortHandler) -> None:
    for _ in range(TRIES):
        found, result = NEW.broadcastPing(port)
        if result == COMM_SUCCESS and len(found) == len(XM):
            break
    assert found == {id: [1020, 45] for id in XM}


def test_registers_are_read_and_written_in_all_sizes(port: PortHandler) -> None:
    assert written(lambda: OLD.write1ByteTxRx(port, 1, 25, 1)) == 0
    assert tried(lambda: OLD.read1ByteTxRx(port, 1, 25)) == (1, 0)
    assert written(lambda: OLD.write2ByteTxRx(port, 1, 32, 300)) == 0
    assert tried(lambda: OLD.read2ByteTxRx(port, 1, 32)) == (300, 0)
    assert written(lambda: NEW.write4ByteTxRx(port, 11, 112, 200)) == 0
    assert tried(lambda: NEW.read4ByteTxRx(port, 11, 112)) == (200, 0)
    assert written(lambda: OLD.write1ByteTxRx(port, 1, 25, 9)) == 8
    assert written(lambda: NEW.write4ByteTxRx(port, 11, 132, 9)) == 7


def test_a_sync_write_moves_servos_of_protocol_1(port: PortHandler) -> None:
    goals = dict(zip(AX, (300, 512, 700), strict=True))
    group = GroupSyncWrite(port, OLD, 30, 4)
    for id, goal in goals.items():
        assert group.addParam(id, [goal & 255, goal >> 8, 0, 0])
    assert group.txPacket() == COMM_SUCCESS
    assert_reached({id: (lambda id=id: OLD.read2ByteTxRx(port, id, 36)) for id in AX}, goals, 3)


def test_sync_and_bulk_reads_and_writes_of_protocol_2(port: PortHandler) -> None:
    goals = dict(zip(XM, (1800, 2048, 2300), strict=True))
    for id in XM:
        assert written(lambda id=id: NEW.write1ByteTxRx(port, id, 64, 1)) == 0
    group = GroupSyncWrite(port, NEW, 116, 4)
    for id, goal in goals.items():
        group.addParam(id, control_table("xm430-w350").encode("goal_position", goal))
    assert group.txPacket() == COMM_SUCCESS
    positions = GroupSyncRead(port, NEW, 132, 4)
    for id in XM:
        positions.addParam(id)
    until = time.monotonic() + 10.0
    while time.monotonic() < until:
        read_all(positions)
        found = [positions.getData(id, 132, 4) for id in XM]
        if found == pytest.approx(list(goals.values()), abs=20):
            break
    assert found == pytest.approx(list(goals.values()), abs=20)
    write = GroupBulkWrite(port, NEW)
    write.addParam(11, 65, 1, [1])
    write.addParam(13, 112, 4, [7, 0, 0, 0])
    assert write.txPacket() == COMM_SUCCESS
    read = GroupBulkRead(port, NEW)
    for id, address, size in ((11, 65, 1), (12, 144, 2), (13, 112, 4)):
        read.addParam(id, address, size)
    read_all(read)
    assert [read.getData(*one) for one in ((11, 65, 1), (12, 144, 2), (13, 112, 4))] == [1, 148, 7]


def test_a_bulk_read_of_protocol_1_asks_mx_servos(port: PortHandler) -> None:
    """By its packet handler: its class GroupBulkRead passes one argument too many in 4.1.0."""
    wanted = ((5, 36, 2), (6, 43, 1))
    asked = [number for id, address, size in wanted for number in (size, id, address)]

    def ask() -> tuple[Any, int, int]:
        OLD.bulkReadTx(port, asked, len(asked))
        got = [OLD.readRx(port, id, size) for id, _, size in wanted]
        return [data for data, *_ in got], max(abs(result) for _, result, _ in got), 0

    assert tried(ask)[0] == [[0, 8], [25]]


def test_registered_writes_and_resets(port: PortHandler) -> None:
    assert tried(lambda: (None, *OLD.regWriteTxRx(port, 2, 25, 1, [1])))[1] == 0
    assert tried(lambda: OLD.read1ByteTxRx(port, 2, 25)) == (0, 0)
    assert OLD.action(port, 254) == COMM_SUCCESS
    assert tried(lambda: OLD.read1ByteTxRx(port, 2, 25)) == (1, 0)
    assert written(lambda: NEW.write1ByteTxRx(port, 12, 65, 1)) == 0
    assert written(lambda: NEW.reboot(port, 12)) == 0
    time.sleep(0.2)
    assert tried(lambda: NEW.read1ByteTxRx(port, 12, 65)) == (0, 0)
    assert written(lambda: NEW.write1ByteTxRx(port, 13, 64, 0)) == 0
    assert written(lambda: NEW.write2ByteTxRx(port, 13, 36, 500)) == 0
    assert written(lambda: NEW.factoryReset(port, 13, 2)) == 0
    time.sleep(0.2)
    assert tried(lambda: NEW.read2ByteTxRx(port, 13, 36)) == (885, 0)


def test_at_another_baud_rate_nobody_hears(port: PortHandler) -> None:
    assert port.setBaudRate(115_200)
    assert OLD.ping(port, 1)[1] != COMM_SUCCESS
    assert port.setBaudRate(1_000_000)
    assert tried(lambda: OLD.ping(port, 1)) == (12, 0)


def assert_reached(reads: dict[int, Any], goals: dict[int, int], within: int) -> None:
    """Every servo comes to its goal in good time."""
    until = time.monotonic() + 10.0
    while time.monotonic() < until:
        found = {id: tried(read)[0] for id, read in reads.items()}
        if found == pytest.approx(goals, abs=within):
            return
    raise AssertionError(f"{found} instead of {goals}")
