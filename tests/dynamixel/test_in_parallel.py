"""Several buses in one thread."""

import os
import pty
import threading
import tty
from collections.abc import Iterator
from time import monotonic, sleep

import pytest

from drills.servos.servo_line import ServoLine
from olympian.dynamixel import PROTOCOL_2, Bus, BusTiming, SerialPort, Status, in_parallel

IDS = {"left": (1, 2, 3), "right": (4, 5), "head": (6,)}


class SharedClock(ServoLine):
    """Lines of one simulated robot: time that passes for one passes for all."""

    clock = 0.0

    @property
    def _time(self) -> float:
        return SharedClock.clock

    @_time.setter
    def _time(self, t: float) -> None:
        SharedClock.clock = t


@pytest.mark.parametrize("protocol", [1, 2])
def test_buses_cost_the_time_of_the_slowest(protocol: int) -> None:
    SharedClock.clock = 0.0
    buses = {name: Bus(SharedClock(protocol, ids), protocol) for name, ids in IDS.items()}

    begin = SharedClock.clock
    alone = buses["left"].sync_read(36, 2, IDS["left"])
    slowest = SharedClock.clock - begin
    begin = SharedClock.clock
    work = [(bus, bus.plans.sync_read(36, 2, IDS[name])) for name, bus in buses.items()]
    found = in_parallel(work)

    assert found[0] == alone
    assert [set(part) for part in found] == [set(ids) for ids in IDS.values()]
    assert SharedClock.clock - begin < 1.2 * slowest


def test_a_silent_servo_on_one_bus_costs_no_answer_of_another() -> None:
    SharedClock.clock = 0.0
    lines = [SharedClock(1, (1, 2)), SharedClock(1, (3, 4))]
    lines[0].silent = {1}
    buses = [Bus(line, 1) for line in lines]
    found = in_parallel(
        [
            (bus, bus.plans.poll(36, 2, ids))
            for bus, ids in zip(buses, ((1, 2), (3, 4)), strict=True)
        ]
    )
    assert [set(part) for part in found] == [{2}, {3, 4}]


class SlowServo:
    """Answers everything on a real pty, after a while."""

    def __init__(self, delay: float) -> None:
        self._wire, self._end = pty.openpty()
        tty.setraw(self._wire)
        self.path, self._delay = os.ttyname(self._end), delay
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        decoder = PROTOCOL_2.packets()
        while (data := os.read(self._wire, 4096)) != b"end":
            for packet in decoder.feed(data):
                sleep(self._delay)
                os.write(self._wire, PROTOCOL_2.encode_status(Status(packet.id, 0, b"\x01\x02")))

    def close(self) -> None:
        os.write(self._end, b"end")
        self._thread.join()
        os.close(self._wire)
        os.close(self._end)


@pytest.fixture
def servos() -> Iterator[list[SlowServo]]:
    servos = [SlowServo(0.1) for _ in range(3)]
    yield servos
    for servo in servos:
        servo.close()


def test_real_lines_are_waited_for_together(servos: list[SlowServo]) -> None:
    buses = [Bus(SerialPort(servo.path), 2, BusTiming(patience=1.0)) for servo in servos]
    begin = monotonic()
    assert in_parallel([(bus, bus.plans.read(1, 36, 2)) for bus in buses]) == [b"\x01\x02"] * 3
    assert monotonic() - begin < 0.2, "three times 100 ms are 300"
    begin = monotonic()
    polled = in_parallel([(bus, bus.plans.poll(36, 2, (1, 2))) for bus in buses])
    assert polled == [{1: b"\x01\x02", 2: b"\x01\x02"}] * 3
    assert monotonic() - begin < 0.4, "one after the other, each question costs 100 ms"
    for bus in buses:
        bus.close()
