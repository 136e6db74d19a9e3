"""Whole sessions of `olympian servo calibrate`: a terminal, a pty with a robot, and a hand."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import degrees
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from olympian.robot import load_robot
from olympian.virtual import Service, VirtualRobot

PATIENCE_S = 60.0
STIFF, DAMPED = 10.0, 0.3
"""Of the hand, N m/rad and N m s/rad: stronger than the gear's friction, weaker than a motor."""
HARD = 60.0
"""Of a stop, N m/rad: for a motor with a third of its torque it gives way by half a degree."""
HOME = -0.1
"""Where the hand sets the zero of the elbow, rad."""
INSIDE = 0.035
"""Kept away from a stop, rad."""
CODE = "import sys; from olympian.cli.main import main; sys.exit(main(sys.argv[1:]))"


@dataclass
class Bench:
    """A robot on a port that holds itself up, and a hand at one joint."""

    virtual: VirtualRobot
    port: str
    hand: tuple[str, float] | None = None
    """Joint, and where it is turned to, rad."""
    stops: tuple[str, float, float] | None = None
    """Joint, and brackets that stop it, rad."""

    def push(self) -> None:
        """What hand and brackets do in a step of physics: forces, and no more."""
        data = self.virtual.simulation.data
        data.qfrc_applied[:] = 0.0
        if self.hand is not None:
            joint, to = self.hand
            turns = data.qvel[self._joint(joint).dofadr[0]]
            self._press(joint, STIFF * (to - self.angle(joint)) - DAMPED * turns)
        if self.stops is not None:
            joint, low, high = self.stops
            q = self.angle(joint)
            self._press(joint, HARD * (min(max(q, low), high) - q))

    def _press(self, joint: str, torque: float) -> None:
        self.virtual.simulation.data.qfrc_applied[self._joint(joint).dofadr[0]] += torque

    def _joint(self, joint: str):
        model = self.virtual.simulation.model
        names = [model.joint(index).name for index in range(model.njnt)]
        return model.joint(next(name for name in names if name.endswith(joint)))

    def angle(self, joint: str) -> float:
        """Where it truly is, rad."""
        return float(self.virtual.simulation.data.qpos[self._joint(joint).qposadr[0]])

    def register(self, joint: str, name: str) -> int:
        """What its servo holds."""
        id = self.virtual.robot.servos[joint].id
        return next(
            device.memory[name] for device in self.virtual.lines["bus"].devices if device.id == id
        )

    def speed(self, joint: str) -> float:
        """rad/s."""
        return float(self.virtual.simulation.data.qvel[self._joint(joint).dofadr[0]])

    def driven(self, joint: str) -> bool:
        """Is its motor on?"""
        on = self.virtual.simulation.actors[0].servos.torque_on
        return bool(on[self.virtual.robot.joint_index[joint]])

    def turn(self, joint: str, to: float) -> None:
        """By hand, until it is there."""
        self.hand = joint, to
        until(lambda: abs(self.angle(joint) - to) < 0.02 and abs(self.speed(joint)) < 0.01)


def until(there) -> None:
    end = monotonic() + PATIENCE_S
    while not there():
        assert monotonic() < end, "it takes too long"
        sleep(0.01)


class Session:
    """The command on a terminal of its own."""

    def __init__(self, *words: object) -> None:
        self._master, terminal = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, "servo", "calibrate", *map(str, words)],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
            # whoever runs the tests in the background ignores Ctrl-C, and would pass that on
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(terminal)
        self.said = ""

    def hear(self, pattern: str) -> None:
        """Read on until it says so."""
        end = monotonic() + PATIENCE_S
        while not re.search(pattern, self.said):
            assert monotonic() < end, self.said
            self._read()

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def ended(self) -> int:
        """Its exit code, when it has said all."""
        while self._read():
            pass
        os.close(self._master)
        return self.process.wait(PATIENCE_S)

    def _read(self) -> bool:
        try:
            data = os.read(self._master, 4096)
        except OSError:  # the other end of a terminal that is closed
            data = b""
        self.said += data.decode(errors="replace")
        return bool(data)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    virtual = VirtualRobot("bioloid", seed=1)
    service = Service(virtual, tmp_path_factory.mktemp("ports"))
    one = Bench(virtual, str(service.ends["bus"].path))
    virtual.simulation.after_step.append(one.push)
    thread = Thread(target=service.run)
    thread.start()
    yield one
    service.stopped = True
    thread.join()
    service.close()
    virtual.close()


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the robot that the sessions make, one after the other."""
    return tmp_path_factory.mktemp("robots") / "mine"


def test_homes_that_a_hand_sets_are_stored_and_what_is_skipped_is_not(
    bench: Bench, mine: Path
) -> None:
    joints = ("left_elbow", "right_elbow", "left_shoulder_roll")
    only = [word for joint in joints for word in ("--joint", joint)]
    session = Session("--robot", "bioloid", "--out", mine, "--port", bench.port, *only)
    session.hear("left_elbow: turn it to its zero pose")
    assert not bench.driven("left_elbow")
    assert bench.driven("right_elbow")
    bench.turn("left_elbow", HOME)
    there = bench.angle("left_elbow")
    session.press("\r")
    session.hear("right_elbow: turn it")
    session.press("s\r")
    session.hear("left_shoulder_roll: turn it")
    session.press("q\r")
    assert session.ended() == 0, session.said
    bench.hand = None
    before, after = (load_robot(robot).servos for robot in ("bioloid", mine))
    changed = {joint for joint in before if before[joint] != after[joint]}
    assert changed == {"left_elbow"}
    # its angle is zero where the hand held it
    servo, was = after["left_elbow"], before["left_elbow"]
    assert servo.zero_deg == pytest.approx(was.sign * degrees(there) + was.zero_deg, abs=0.6)


def test_ctrl_c_lets_go_and_leaves_the_file_whole(bench: Bench, mine: Path) -> None:
    before = (mine / "robot.toml").read_bytes()
    session = Session(
        *("--robot", mine, "--port", bench.port, "--no-home", "--limits"),
        *("--joint", "left_elbow"),
    )
    session.hear("looks for its stops")
    until(lambda: bench.register("left_elbow", "torque_limit") < 500)
    start = bench.angle("left_elbow")
    until(lambda: abs(bench.angle("left_elbow") - start) > 0.2)
    assert bench.driven("left_elbow")
    session.process.send_signal(signal.SIGINT)
    assert session.ended() == 130
    assert not bench.driven("left_elbow")
    assert bench.register("left_elbow", "torque_limit") == 1023
    assert (mine / "robot.toml").read_bytes() == before
    assert "Traceback" not in session.said


def test_stops_are_found_by_driving_there(bench: Bench, mine: Path) -> None:
    low, high = -0.7, 0.1
    bench.stops = "left_elbow", low, high
    before = (mine / "robot.toml").read_text()
    session = Session(
        *("--robot", mine, "--port", bench.port, "--no-home", "--limits"),
        *("--joint", "left_elbow"),
    )
    assert session.ended() == 0, session.said
    bench.stops = None
    robot = load_robot(mine)
    row, moved = robot.joint_index["left_elbow"], -HOME  # by the zero that was set before
    assert robot.lower[row] == pytest.approx(low + INSIDE + moved, abs=0.045)
    assert robot.upper[row] == pytest.approx(high - INSIDE + moved, abs=0.045)
    assert not bench.driven("left_elbow")
    after = (mine / "robot.toml").read_text().splitlines()
    assert set(before.splitlines()) <= set(after)  # comments as well
