"""Doctor, limits, step responses and identification, on virtual servos in simulated time."""

from math import degrees, radians
from pathlib import Path

import numpy as np
import pytest

from olympian.dynamixel import Bus
from olympian.errors import OlympianError
from olympian.lab.servos.bench_servo import BenchServo
from olympian.lab.servos.doctor import examine_bus, examine_port
from olympian.lab.servos.identify import identify, record_horn
from olympian.lab.servos.limits import find_limits
from olympian.lab.servos.step_response import plot_steps, respond, usual_settings
from olympian.robot import (
    calibration_target,
    limits_deg,
    load_robot,
    store_calibration,
    zero_deg,
)
from olympian.robot.files.edit_toml import with_zeros
from olympian.virtual import LineFaults, VirtualBench, VirtualRobot, VirtualServos


def opener(bench: VirtualBench, bus: str):
    """Opens one bus of it at a rate."""

    def connect(baud: int, protocol: int) -> Bus:
        port = bench.port(bus)
        port.baud = baud
        return Bus(port, protocol)

    return connect


def told(bench: VirtualBench, robot=None, **options) -> list[str]:
    """What the doctor says is bad or odd."""
    findings = examine_bus(opener(bench, "bus"), "bus", robot, everywhere=False, **options)
    return [finding.what for finding in findings if finding.severity != "good"]


def test_a_robot_that_is_well_has_nothing() -> None:
    virtual = VirtualRobot("bioloid")
    assert told(virtual, virtual.robot) == []
    virtual.close()


def test_each_trouble_has_its_finding() -> None:
    robot = load_robot("bioloid")
    virtual = VirtualRobot(
        robot, faults=LineFaults(twins={6: 5}, deaths={18: 0.0}), return_delay=250
    )
    by_id = {device.id: device for device in virtual.lines["bus"].devices}
    by_id[1].memory["cw_angle_limit"] = by_id[1].memory["ccw_angle_limit"] = 0
    virtual.simulation.actors[0].servos.set_supply(8.0)
    lines = told(virtual, robot)
    for expected in (
        "left_ankle_roll (id 18) does not answer",
        "right_elbow (id 5): answers are garbled: two servos have this id",
        "left_elbow (id 6) does not answer",
        "right_shoulder_pitch (id 1) turns like a wheel",
        "left_shoulder_pitch (id 2) has only 8.0 V",
        "left_shoulder_pitch (id 2) waits 500 µs before it answers",
    ):
        assert any(expected in line for line in lines), expected
    virtual.close()


def test_strangers_and_wrong_models_are_told() -> None:
    robot = load_robot("fumanoid")
    virtual = VirtualRobot("bioloid")
    lines = told(virtual, robot)
    assert any("(id 2) is a ax-12a, robot.toml says rx-28" in line for line in lines)
    assert any("neck_yaw (id 19) does not answer" in line for line in lines)
    virtual.close()


def test_servos_at_another_rate_are_found() -> None:
    bench = VirtualServos({3: "mx-28"}, 2, 57_600)
    seen: list[str] = []
    findings = examine_bus(opener(bench, "bus"), "", None, tell=seen.append)
    assert any(finding.what == "1 at 57600 baud in protocol 2: ids 3" for finding in findings)
    empty = VirtualServos({3: "ax-12a"}, faults=LineFaults(dropouts=1.0))
    assert told(empty) == ["nobody answers at any rate, in any protocol"]
    (missing,) = examine_port("/dev/nowhere")
    assert "there is no port '/dev/nowhere'" in missing.what


def test_limits_are_where_the_joint_stops() -> None:
    virtual = VirtualRobot("bioloid")
    robot, joint = virtual.robot, "left_shoulder_roll"
    servo = robot.servos[joint]
    horn = BenchServo(Bus(virtual.port(), 1), servo.id, joint)
    before = horn.get("torque_limit")
    found = find_limits(horn)
    low, high = limits_deg(servo, (found.low, found.high), None)
    row = robot.joint_index[joint]
    assert degrees(robot.upper[row]) - 8.0 < high < degrees(robot.upper[row])
    assert low > degrees(robot.lower[row])
    assert found.free == (False, False)
    assert horn.get("torque_enable") == 0
    assert horn.get("torque_limit") == before
    virtual.close()


def test_an_aborted_search_leaves_the_motor_off(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = VirtualServos({1: "ax-12a"}, return_delay=0)
    horn = BenchServo(Bus(bench.port(), 1), 1)
    calls = iter(range(10))

    def wait(seconds: float) -> None:
        if next(calls) == 5:
            raise KeyboardInterrupt
        bench.advance(bench.t + seconds)

    monkeypatch.setattr(horn, "wait", wait)
    with pytest.raises(KeyboardInterrupt):
        find_limits(horn)
    assert horn.get("torque_enable") == 0
    assert horn.get("torque_limit") == 1023


@pytest.mark.parametrize(("model", "protocol"), [("ax-12a", 1), ("mx-64", 2)])
def test_a_step_is_judged_and_registers_are_put_back(
    model: str, protocol: int, tmp_path: Path
) -> None:
    bench = VirtualServos({1: model}, protocol, return_delay=0)
    horn = BenchServo(Bus(bench.port(), protocol), 1)
    chosen = usual_settings(horn)[:2]
    names = [horn.layout.settings[name].name for name in chosen[0]]
    before = [horn.get(name) for name in names]
    soft, stiff = sorted(respond(horn, chosen, radians(15.0)), key=lambda one: -(one.rise_s or 9))
    assert 0.02 < stiff.rise_s <= soft.rise_s < 0.5
    assert stiff.error_deg < 1.0
    assert stiff.step_deg == pytest.approx(15.0)
    assert [horn.get(name) for name in names] == before
    assert horn.get("torque_enable") == 0
    plot_steps(model, [soft, stiff], tmp_path / "steps.svg")
    assert (tmp_path / "steps.svg").read_text().startswith("<?xml")


def test_friction_and_inertia_are_found_again() -> None:
    bench = VirtualServos({1: "ax-12a"}, return_delay=0)
    horn = BenchServo(Bus(bench.port(), 1), 1)
    found = identify(horn.spec, record_horn(horn))
    assert found.friction == pytest.approx(horn.spec.friction, rel=0.25)
    assert found.inertia == pytest.approx(4.0 * horn.spec.armature, rel=0.1)  # with its flywheel
    assert 0.0 <= found.delay_s < 0.006
    assert found.error_deg < 0.3 < found.before_deg


def test_a_calibration_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    robot = load_robot("bioloid")
    servo = robot.servos["left_knee"]
    zero = zero_deg(servo, radians(20.0), radians(5.0))
    assert zero == pytest.approx(15.0)
    mine = tmp_path / "mine"
    with pytest.raises(OlympianError, match="leaves the joint's limits"):
        store_calibration("bioloid", mine, {}, {"left_knee": (-3.0, 3.0)})
    assert not list(tmp_path.iterdir()), "no copy that is no robot"
    file = store_calibration("bioloid", mine, {"left_knee": zero}, {"left_elbow": (-100.0, 90.0)})
    changed = load_robot(file)
    assert changed.servos["left_knee"].zero_deg == 15.0
    row = changed.joint_index["left_elbow"]
    assert np.degrees([changed.lower[row], changed.upper[row]]) == pytest.approx([-100.0, 90.0])
    assert changed.servos["right_knee"] == robot.servos["right_knee"]
    assert "# Odd ids right, even left." in file.read_text()
    store_calibration(str(mine), None, {"left_knee": -3.0}, {"left_elbow": (-90.0, 80.0)})
    assert load_robot(file).servos["left_knee"].zero_deg == -3.0
    assert file.read_text().count("[limits_deg]") == 1
    before = file.read_text()
    with pytest.raises(OlympianError, match="leaves the joint's limits"):
        store_calibration(str(file), None, {}, {"left_knee": (-3.0, 3.0)})  # ready is outside
    assert file.read_text() == before
    assert sorted(path.name for path in file.parent.iterdir()) == ["bioloid.urdf", "robot.toml"]


def test_only_ones_own_robot_is_calibrated(tmp_path: Path) -> None:
    with pytest.raises(OlympianError, match=r"a robot of the library.*--out FOLDER"):
        calibration_target("bioloid", None)
    with pytest.raises(OlympianError, match="exists already"):
        calibration_target("bioloid", tmp_path)
    with pytest.raises(OlympianError, match="has no line 'knee"):
        with_zeros("[servos]\n[servos.knee]\nid = 1\n", {"knee": 1.0})
