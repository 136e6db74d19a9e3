"""`olympian servo`: registers over a real pty, and one line for every mistake."""

import json
from collections.abc import Callable, Iterator
from math import radians
from pathlib import Path
from threading import Thread

import pytest

from olympian.cli.main import main
from olympian.virtual import Service, VirtualRobot, VirtualServos

Servo = Callable[..., tuple[int, str, str]]


@pytest.fixture
def servo(capsys: pytest.CaptureFixture[str]) -> Servo:
    def run(*words: object) -> tuple[int, str, str]:
        code = main(["servo", *map(str, words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def port(tmp_path: Path) -> Iterator[str]:
    """A pty with two servos on it, one of them fresh from its box."""
    service = Service(VirtualServos({1: "ax-12a", 12: "ax-12a"}, return_delay=0), tmp_path)
    thread = Thread(target=service.run)
    thread.start()
    yield str(service.ends["bus"].path)
    service.stopped = True
    thread.join()
    service.close()


def test_a_servo_is_found_numbered_read_and_written(servo: Servo, port: str) -> None:
    at = ("--port", port)
    code, out, _ = servo("scan", *at, "--baud", 1_000_000, "--protocol", 1, "--json")
    assert code == 0
    assert [(row["id"], row["model"]) for row in json.loads(out)["found"]] == [
        (1, "ax-12a"),
        (12, "ax-12a"),
    ]
    assert servo("set-id", 1, 12, *at)[0] == 2
    assert servo("set-id", 1, 5, *at)[0] == 0
    code, out, _ = servo("write", 5, "led", 1, *at)
    assert (code, out) == (0, "id 5: led = 1\n")
    code, out, _ = servo("read", 5, "led", "present_temperature", *at, "--json")
    rows = {row["name"]: row for row in json.loads(out)["registers"]}
    assert rows["led"]["raw"] == 1
    assert rows["present_temperature"]["value"] == 25.0
    assert rows["present_temperature"]["unit"] == "°C"


MISTAKES = {
    ("read", 1): "which port? --port PATH; ",
    ("read", 1, "--port", "/dev/nowhere"): "there is no serial port '/dev/nowhere'",
    ("read", 9, "--port", "PORT"): "nobody answers as id 9 on",
    ("read", 1, "present_positon", "--port", "PORT"): "did you mean 'present_position'?",
    ("write", 1, "led", 7, "--port", "PORT"): "register 'led' takes 0 to 1, not 7",
    ("write", 1, "moving", 1, "--port", "PORT"): "'moving' of ax-12a can only be read",
    ("set-id", 1, 12, "--port", "PORT"): "id 12 is taken",
    ("tune", 1, "--gains", "3,4", "--port", "PORT"): "--gains 3,4: give P,I,D",
    ("calibrate", "--robot", "bioloid", "--port", "PORT"): "--out FOLDER makes it yours",
    ("calibrate", "--robot", "bioloid", "--pose", "zer"): "did you mean 'zero'?",
    ("monitor", "--robot", "bioloid", "--port", "/dev/nowhere"): "no serial port '/dev/nowhere'",
    ("identify", 1, "--recording", "/dev/null"): "is no recording of a servo",
}


def test_a_mistake_is_one_line_and_code_2(servo: Servo, port: str) -> None:
    for words, expected in MISTAKES.items():
        code, out, err = servo(*(port if word == "PORT" else word for word in words))
        assert (code, out) == (2, ""), words
        assert err.count("\n") == 1, err
        assert err.startswith("olympian: error: ")
        assert expected in err


def test_real_bodies_need_a_port_and_simulated_ones_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words, expected in (
        (["hcm", "show", "--backend", "dynamixel"], "bus 'bus' has no port"),
        (["drive", "--port", "/dev/ttyUSB0"], "a serial port moves nothing in a simulation"),
        (["play", "--port", "70000"], "--port 70000 is not a port"),
        (["play", "--port", "a=/x", "--port", "/y"], "each port has its name, as in BUS=PATH"),
        (["hcm", "show", "--backend", "dynamixel", "--push", "1:2"], "--push is for simulated"),
    ):
        assert main(words) == 2
        err = capsys.readouterr().err
        assert expected in err
        assert err.count("\n") == 1


def test_four_buses_are_named_on_the_command_line(servo: Servo, tmp_path: Path) -> None:
    virtual = VirtualRobot("wolfgang", seed=1)
    service = Service(virtual, tmp_path)
    thread = Thread(target=service.run)
    thread.start()
    ports = [word for name in service.ends for word in ("--port", f"{name}={tmp_path / name}")]
    code, out, err = servo("monitor", "--robot", "wolfgang", *ports, "--json")
    service.stopped = True
    thread.join()
    service.close()
    virtual.close()
    assert code == 0, err
    rows = {row["joint"]: row for row in json.loads(out)}
    assert len(rows) == 20
    assert not any(row["trouble"] for row in rows.values())
    ready = dict(zip(virtual.robot.joint_names, virtual.robot.ready.tolist(), strict=True))
    assert all(abs(radians(row["angle_deg"]) - ready[name]) < 0.1 for name, row in rows.items())
    assert "nan" not in err
