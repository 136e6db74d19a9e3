"""The parts of the Dynamixel backend by themselves."""

import os
import signal
import subprocess
import sys
import time
from select import select

import numpy as np
import pytest

from olympian.backend.dynamixel import SerialImu
from olympian.backend.dynamixel.easing import Easing
from olympian.backend.dynamixel.layout import HornMotion, ServoLayout
from olympian.backend.dynamixel.readings import Readings
from olympian.backend.dynamixel.scale import Scale
from olympian.backend.dynamixel.torque_off import torque_off
from olympian.dynamixel import SerialPort, control_table
from olympian.robot import load_robot
from olympian.servo import ServoBank, servo


@pytest.fixture(scope="module")
def scale() -> Scale:
    robot = load_robot("bioloid")
    return Scale(robot, ServoBank.of(robot).specs)


def test_ticks_and_angles_are_each_other(scale: Scale) -> None:
    robot = load_robot("bioloid")
    bank = ServoBank.of(robot)
    for q in (robot.ready, robot.lower, robot.upper):
        bank.set_goal(q)
        assert np.array_equal(scale.ticks(q), bank.registers.read("goal_ticks"))
        assert np.allclose(scale.angles(bank.registers.read("goal_ticks")), bank.goal)


@pytest.mark.parametrize(
    ("name", "protocol"), [("ax-12a", 1), ("mx-64", 1), ("mx-64", 2), ("xh540-w270", 2)]
)
def test_goals_and_settings_mean_the_same_to_model_and_servo(name: str, protocol: int) -> None:
    spec, table = servo(name), control_table(name, protocol)
    layout = ServoLayout(spec, table)
    data = layout.goal_bytes(700, 200)
    goal, speed = table["goal_position"], layout._speed
    start = layout.goal.address
    cut = {one.name: data[one.address - start : one.end - start] for one in (goal, speed)}
    assert goal.decode(cut["goal_position"]) == 700
    meant = speed.to_si(speed.decode(cut[speed.name]))
    assert meant == pytest.approx(200 * spec.speed_unit, abs=speed.unit.scale)
    assert layout.goal_bytes(700, 0).count(0) >= 2  # as fast as it can
    assert layout.raw_setting("torque_limit", 1023) == layout.settings["torque_limit"].high
    if spec.controller == "pid":
        factory = layout.settings["p_gain"].default
        assert layout.raw_setting("p_gain", spec.gains[0]) == pytest.approx(factory, rel=0.12)
    else:
        assert layout.raw_setting("slope_cw", 32) == 32


def test_a_jump_is_dropped_until_it_is_insisted_on(scale: Scale) -> None:
    readings = Readings(scale)
    readings.take(0, HornMotion(500, 0.0, 0.0), 0, 0.0)
    readings.take(0, HornMotion(505, 0.0, 0.0), 0, 0.01)
    readings.take(0, HornMotion(900, 0.0, 0.0), 0, 0.02)
    assert readings.ticks[0] == 505
    assert readings.wild == 1
    assert not readings.answered[0]
    readings.take(0, HornMotion(507, 0.0, 0.0), 0, 0.03)
    assert readings.ticks[0] == 507
    assert readings.answered[0]
    for t in (0.04, 0.05, 0.06):
        readings.take(0, HornMotion(900, 0.0, 0.0), 0, t)
    assert readings.ticks[0] == 900
    readings.take(0, HornMotion(5000, 0.0, 0.0), 0, 0.07)
    assert readings.ticks[0] == 900


def test_easing_catches_up_with_a_goal_that_runs_away(scale: Scale) -> None:
    easing, count = Easing(scale), len(scale.tick)
    easing.start(np.ones(count, dtype=np.bool_), np.full(count, 300.0), weak=True)
    sent, told = np.full(count, 300.0), np.full(count, 600.0)
    for tick in range(400):
        told = told + 0.5
        now = easing.step(told, 0.01)
        assert np.abs(now - sent).max() < 20 or tick > 0
        if easing.easing.any():
            assert np.abs(now - sent).max() * scale.tick[0] / 0.01 < 5.0
            assert (easing.share < 0.5).all()
        sent = now
    assert easing.over
    assert np.array_equal(sent, told)


class Wire:
    """A port on which lines come."""

    baud, latency = 115_200, 0.0

    def __init__(self) -> None:
        self.data = b""

    def read(self, at_most: int, _until: float) -> bytes:
        data, self.data = self.data[:at_most], self.data[at_most:]
        return data

    def now(self) -> float:
        return 0.0


def test_a_serial_imu_is_the_mean_of_its_good_lines() -> None:
    wire = Wire()
    sensor = SerialImu(wire)
    assert sensor.imu().accelerometer[2] == pytest.approx(9.81, abs=0.01)
    wire.data = b"garbage\n0.0,1,2,3,0,0,9\n0.01,3,2,1,0,0,11\nnan,1,1,1,1,1,1\n0.02,1,2"
    imu = sensor.imu()
    assert imu.gyro.tolist() == [2.0, 2.0, 2.0]
    assert imu.accelerometer.tolist() == [0.0, 0.0, 10.0]
    assert sensor.dropped == 2
    assert sensor.imu() is imu  # nothing new: it repeats itself, and is stale
    wire.data = b",3,0,0,9\n0.03,1e9,0,0,0,0,0\n"
    assert sensor.imu().gyro.tolist() == [1.0, 2.0, 3.0]
    assert sensor.dropped == 3


PROGRAM = """
import sys, time
from olympian.backend.dynamixel.watchdog import Watchdog
from olympian.dynamixel import SerialPort
port = SerialPort(sys.argv[1])
dog = Watchdog({port.fileno(): 1})
dog.feed()
print("ready", flush=True)
time.sleep(60)
"""


def test_servos_are_let_go_when_the_program_is_killed() -> None:
    master, slave = os.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, os.ttyname(slave)], stdout=subprocess.PIPE
    )
    try:
        assert program.stdout.readline() == b"ready\n"
        assert not select([master], [], [], 0)[0]
        program.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        heard = b""
        while torque_off(1) not in heard and time.monotonic() < killed + 2.0:
            if select([master], [], [], 0.1)[0]:
                heard += os.read(master, 100)
        assert time.monotonic() - killed < 0.5
        assert torque_off(1) in heard
    finally:
        program.kill()
        program.wait()
        program.stdout.close()
        os.close(master)
        os.close(slave)


def test_a_program_that_ends_well_is_not_followed_by_its_guardian() -> None:
    from olympian.backend.dynamixel.watchdog import Watchdog

    master, slave = os.openpty()
    port = SerialPort(os.ttyname(slave))
    dog = Watchdog({port.fileno(): 1})
    dog.feed()
    dog.close()
    dog.close()
    assert not select([master], [], [], 0)[0]
    port.close()
    os.close(master)
    os.close(slave)
