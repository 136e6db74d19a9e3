"""The official SDK's own packet handlers over a pty: the same bytes out, the same values in."""

import os
import pty
import tty
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from dynamixel_sdk import COMM_SUCCESS, GroupSyncRead, PacketHandler, PortHandler

from olympian.dynamixel import (
    BROADCAST,
    PROTOCOL_1,
    PROTOCOL_2,
    Codec,
    Instruction,
    Packet,
    Status,
    fast_blocks,
)

I = Instruction  # noqa: E741


class Desk:
    """The SDK at one end of a pty, the bare bytes at the other."""

    def __init__(self) -> None:
        self.wire, self._end = pty.openpty()
        tty.setraw(self.wire)
        self.port = PortHandler(os.ttyname(self._end))
        assert self.port.openPort()

    def sent(self, call: Callable[[PortHandler], Any]) -> bytes:
        """What the SDK puts on the line; it does not wait for answers here."""
        call(self.port)
        self.port.is_using = False
        return os.read(self.wire, 4096)

    def close(self) -> None:
        self.port.closePort()
        os.close(self.wire)
        os.close(self._end)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


ONE, TWO = PacketHandler(1.0), PacketHandler(2.0)
GOALS = [3, 0x10, 0x02, 9, 0xFF, 0x03]
CASES: list[tuple[str, Codec, Callable[[PortHandler], Any], Packet]] = [
    (name, PROTOCOL_1, call, Packet(id, number, bytes(data)))
    for name, call, id, number, data in (
        ("read", lambda p: ONE.readTx(p, 1, 43, 1), 1, I.READ, [43, 1]),
        ("write", lambda p: ONE.write2ByteTxOnly(p, 5, 30, 512), 5, I.WRITE, [30, 0, 2]),
        ("reg write", lambda p: ONE.regWriteTxOnly(p, 5, 30, 1, [7]), 5, I.REG_WRITE, [30, 7]),
        ("action", lambda p: ONE.action(p, BROADCAST), BROADCAST, I.ACTION, []),
        (
            "sync write",
            lambda p: ONE.syncWriteTxOnly(p, 30, 2, GOALS, 6),
            BROADCAST,
            I.SYNC_WRITE,
            [30, 2, *GOALS],
        ),
        (
            "bulk read",
            lambda p: ONE.bulkReadTx(p, [2, 1, 36, 1, 4, 43], 6),
            BROADCAST,
            I.BULK_READ,
            [0, 2, 1, 36, 1, 4, 43],
        ),
    )
] + [
    (name, PROTOCOL_2, call, Packet(id, number, bytes(data)))
    for name, call, id, number, data in (
        ("read", lambda p: TWO.readTx(p, 1, 132, 4), 1, I.READ, [132, 0, 4, 0]),
        (
            "write",
            lambda p: TWO.write4ByteTxOnly(p, 5, 116, 0x01020304),
            5,
            I.WRITE,
            [116, 0, 4, 3, 2, 1],
        ),
        ("action", lambda p: TWO.action(p, BROADCAST), BROADCAST, I.ACTION, []),
        ("reboot", lambda p: TWO.reboot(p, BROADCAST), BROADCAST, I.REBOOT, []),
        (
            "factory reset",
            lambda p: TWO.factoryReset(p, BROADCAST, 2),
            BROADCAST,
            I.FACTORY_RESET,
            [2],
        ),
        (
            "sync write",
            lambda p: TWO.syncWriteTxOnly(p, 116, 2, GOALS, 6),
            BROADCAST,
            I.SYNC_WRITE,
            [116, 0, 2, 0, *GOALS],
        ),
        (
            "sync read",
            lambda p: TWO.syncReadTx(p, 132, 4, [1, 2], 2, False),
            BROADCAST,
            I.SYNC_READ,
            [132, 0, 4, 0, 1, 2],
        ),
        (
            "fast sync read",
            lambda p: TWO.syncReadTx(p, 132, 4, [1, 2], 2, True),
            BROADCAST,
            I.FAST_SYNC_READ,
            [132, 0, 4, 0, 1, 2],
        ),
        (
            "bulk read",
            lambda p: TWO.bulkReadTx(p, [1, 132, 0, 4, 0], 5, False),
            BROADCAST,
            I.BULK_READ,
            [1, 132, 0, 4, 0],
        ),
    )
]


@pytest.mark.parametrize(
    ("name", "protocol", "call", "packet"), CASES, ids=[f"{c[1].number}-{c[0]}" for c in CASES]
)
def test_the_sdk_sends_the_same_bytes(
    desk: Desk,
    name: str,  # noqa: ARG001
    protocol: Codec,
    call: Callable[[PortHandler], Any],
    packet: Packet,
) -> None:
    assert desk.sent(call) == protocol.encode(packet)


def test_the_sdk_forgets_to_stuff(desk: Desk) -> None:
    """Its bytes are wrong here: a header inside a packet goes out as it is."""
    data = [0xFF, 0xFF, 0xFD, 0x00]
    sent = desk.sent(lambda port: TWO.writeTxOnly(port, 1, 116, 4, data))
    packet = Packet(1, Instruction.WRITE, bytes((116, 0, *data)))
    assert sent != PROTOCOL_2.encode(packet)
    assert PROTOCOL_2.packets().feed(PROTOCOL_2.encode(packet)) == [packet]


@pytest.mark.parametrize(
    ("handler", "protocol", "values"),
    [
        (ONE, PROTOCOL_1, b"\xff\x03"),
        (TWO, PROTOCOL_2, b"\xff\xff\xfd\x00"),
        (TWO, PROTOCOL_2, b"\x00\x08\x00\x00"),
    ],
    ids=["protocol 1", "protocol 2, stuffed", "protocol 2"],
)
def test_the_sdk_reads_our_answers(
    desk: Desk, handler: Any, protocol: Codec, values: bytes
) -> None:
    assert handler.readTx(desk.port, 3, 36, len(values)) == COMM_SUCCESS
    os.write(desk.wire, protocol.encode_status(Status(3, 0x20, values)))
    assert handler.readRx(desk.port, 3, len(values)) == ([*values], COMM_SUCCESS, 0x20)


def test_the_sdk_reads_our_fast_answers(desk: Desk) -> None:
    group = GroupSyncRead(desk.port, TWO, 132, 4)
    values = {3: 166, 7: 0xFDFFFF, 4: 1023}
    for id in values:
        group.addParam(id)
    assert group.fastSyncReadTxPacket() == COMM_SUCCESS
    statuses = [Status(id, 0, value.to_bytes(4, "little")) for id, value in values.items()]
    os.write(desk.wire, b"".join(fast_blocks(statuses)))
    assert group.fastSyncReadRxPacket() == COMM_SUCCESS
    assert {id: group.getData(id, 132, 4) for id in values} == values
