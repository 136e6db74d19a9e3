"""A real line: what is wrong with it is said in one sentence."""

import os
import pty
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from olympian.dynamixel import Bus, SerialPort, serial_port
from olympian.errors import OlympianError


@pytest.fixture
def line() -> Iterator[tuple[int, str]]:
    wire, end = pty.openpty()
    tty.setraw(wire)
    path = os.ttyname(end)
    os.close(end)
    yield wire, path
    with suppress(OSError):  # the test may have pulled the plug
        os.close(wire)


@pytest.mark.parametrize("awake", [False, True])
def test_bytes_go_both_ways(line: tuple[int, str], awake: bool) -> None:
    wire, path = line
    port = SerialPort(path, 1_000_000, awake=awake)
    port.write(b"\xff\xff\x01\x11\x13\x0d")
    assert os.read(wire, 100) == b"\xff\xff\x01\x11\x13\x0d", "nothing is a control character"
    os.write(wire, b"\x04\x0a\x03")
    assert port.read(100, port.now() + 1.0) == b"\x04\x0a\x03"
    os.write(wire, b"old")
    port.discard()
    begin = port.now()
    assert port.read(100, begin + 2e-3) == b""
    assert port.now() >= begin + 2e-3
    port.close()
    port.close()


def test_a_line_has_one_master(line: tuple[int, str]) -> None:
    port = SerialPort(line[1])
    with pytest.raises(OlympianError, match=f"'{line[1]}' is in use by another program"):
        SerialPort(line[1])
    port.close()


def test_a_cable_that_is_pulled_is_named(line: tuple[int, str]) -> None:
    wire, path = line
    bus = Bus(SerialPort(path), 1)
    os.close(wire)
    with pytest.raises(OlympianError, match=f"'{path}' has gone"):
        bus.read(1, 36, 2)
    bus.close()


def test_a_line_that_was_hung_up_is_gone(line: tuple[int, str]) -> None:
    """As when a USB adapter is unplugged: its device is ready for ever, and has nothing."""
    port = SerialPort(line[1])
    ended, other = os.pipe()
    os.close(other)
    os.dup2(ended, port.fileno())
    os.close(ended)
    with pytest.raises(OlympianError, match=f"'{line[1]}' has gone"):
        port.read(100, port.now() + 1.0)
    port.close()


def test_a_missing_port_is_named_with_those_that_are_there() -> None:
    with pytest.raises(OlympianError, match=r"no serial port '/dev/ttyNONE'; (there is|no USB)"):
        SerialPort("/dev/ttyNONE")


def test_a_file_is_no_line(tmp_path: Path) -> None:
    file = tmp_path / "ttyUSB0"
    file.touch()
    with pytest.raises(OlympianError, match="cannot be opened at 1000000 baud"):
        SerialPort(file)


@pytest.mark.parametrize(("kept", "latency"), [("16\n", 1e-3), (None, 16e-3)])
def test_the_adapter_is_asked_not_to_keep_bytes(
    line: tuple[int, str],
    kept: str | None,
    latency: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the driver has a timer it becomes 1 ms, elsewhere the worst is assumed."""
    monkeypatch.setattr(serial_port, "TTY_CLASS", tmp_path)
    if kept is not None:
        timer = tmp_path / Path(line[1]).name / "device" / "latency_timer"
        timer.parent.mkdir(parents=True)
        timer.write_text(kept)
    port = SerialPort(line[1])
    assert port.latency == latency
    port.close()
