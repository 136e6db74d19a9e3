"""Buses as ptys in real time: cables that are pulled, several at once, and the page."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from olympian.cli.main import main
from olympian.dynamixel import PROTOCOL_1, PROTOCOL_2, Packet, SerialPort
from olympian.errors import OlympianError
from olympian.virtual import LineFaults, Service, VirtualRobot, VirtualServos

PING = PROTOCOL_1.encode(Packet(1, 1))


def service_of(folder: Path, **options) -> Service:
    return Service(VirtualServos({1: "ax-12a"}, return_delay=0, **options), folder)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = service_of(tmp_path)
    yield service
    service.close()


def answered(service: Service, port: SerialPort) -> bytes:
    """What comes back to a ping."""
    port.write(PING)
    service.run(0.1)
    return port.read(99, port.now())


def test_bytes_go_over_the_pty_and_back(service: Service) -> None:
    port = SerialPort(service.ends["bus"].path, 1_000_000)
    assert answered(service, port).hex() == "ffff010200fc"
    port.close()


def test_the_rate_is_what_the_program_has_set_even_an_odd_one(service: Service) -> None:
    for rate in (57_600, 1_000_000, 1_234_567):
        port = SerialPort(service.ends["bus"].path, rate)
        assert service.ends["bus"].baud == rate
        port.close()


def test_a_pulled_cable_hangs_up_and_comes_back_under_the_same_path(tmp_path: Path) -> None:
    service = service_of(tmp_path, faults=LineFaults(unplugged=((0.3, 0.5),)))
    path = service.ends["bus"].path
    port = SerialPort(path, 1_000_000)
    assert answered(service, port)
    service.run(0.3)
    assert not path.exists()
    with pytest.raises(OlympianError, match="has gone"):
        answered(service, port)
    port.close()
    service.run(0.3)
    again = SerialPort(path, 1_000_000)
    assert answered(service, again)
    again.close()
    service.close()
    assert not os.path.lexists(path)


def test_a_computer_that_is_too_slow_says_so(service: Service) -> None:
    step = service.bench.body.step

    def tire() -> None:
        """A step of 1 ms that takes 3."""
        begun = monotonic()
        while monotonic() - begun < 0.003:
            pass
        step()

    service.bench.body.step = tire
    service.run(0.5)
    assert service.real_time_factor < 0.9
    assert service.lost > 0.05


def test_every_bus_of_a_robot_is_a_port(tmp_path: Path) -> None:
    service = Service(VirtualRobot("wolfgang", latency=0.0), tmp_path)
    assert list(service.ends) == ["left_arm", "right_arm", "left_leg", "right_leg"]
    ping = {id: PROTOCOL_2.encode(Packet(id, 1)) for id in (2, 1, 8, 7)}
    ports = [SerialPort(end.path, 2_000_000) for end in service.ends.values()]
    for port, data in zip(ports, ping.values(), strict=True):
        port.write(data)
    service.run(0.1)
    decoded = [PROTOCOL_2.statuses().feed(port.read(99, port.now()))[0].id for port in ports]
    assert decoded == list(ping)
    for port in ports:
        port.close()
    service.close()
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--faults", "dropout=1"), "did you mean 'dropouts'"),
        (("--servos", "ax-12a:1", "--page"), "--page and --vision need a robot"),
        (("--servos", "ax-13:1"), "unknown model of servo 'ax-13', did you mean 'ax-18a'"),
        (("--robot", "atlas"), "unknown model of servo 'hydraulic'"),
        (
            ("--servos", "mx-28:1", "--protocol", "2", "--faults", "death=9@1"),
            "no device has the id 9",
        ),
        (("--servos", "ax-12a:1", "--protocol", "2"), "ax-12a speaks protocol 1, not 2"),
        (("--folder", "/dev/null/x", "--servos", "ax-12a:1"), "cannot be made"),
    ],
)
def test_mistakes_are_told_in_one_line(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], message: str
) -> None:
    assert main(["servo", "virtual", *options]) == 2
    told = capsys.readouterr().err.strip()
    assert message in told
    assert len(told.splitlines()) == 1


def test_the_page_shows_the_robot_that_another_program_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--page", "--port", "8391", "--seconds", "0.3", "--folder", str(tmp_path))
    assert main(["servo", "virtual", *words]) == 0
    told = capsys.readouterr()
    assert told.out.split() == ["bus", str(tmp_path / "bus")]
    assert "bioloid on http://127.0.0.1:8391" in told.err
