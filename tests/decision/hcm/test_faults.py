"""Faults act on what they would really change, and can be repaired."""

from dataclasses import fields

import numpy as np
import pytest

from drills.fault import Drill, walking
from olympian.backend import Backend, Fault, FaultyBackend, KinematicBackend, Recording, Simulation
from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.records import JointGoal, RobotState, ServoFault
from olympian.robot import Robot, load_robot

KNEE = "left_knee"


@pytest.fixture(scope="module")
def bioloid() -> Robot:
    return load_robot("bioloid")


class Sway:
    """Moves elbows and shoulders to and fro; the legs stand."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._arms = robot.indices([name for limb in robot.arms for name in limb.chain.joint_names])

    def step(self, state: RobotState, dt: float) -> JointGoal:  # noqa: ARG002
        q = np.array(self._robot.ready)
        q[self._arms] += 0.3 * np.sin(2.0 * np.pi * state.t)
        return JointGoal.all(q)


def readings(drill: Drill, name: str, joint: str, seconds: float) -> Vec:
    """What was read of one joint, tick by tick."""
    index, seen = drill.body.robot.joint_index[joint], []
    for _ in range(round(seconds / drill.body.dt)):
        drill.tick()
        assert drill.state is not None
        seen.append(getattr(drill.state.sensors, name)[index])
    return np.array(seen)


def true_angle(drill: Drill, joint: str) -> float:
    return float(drill.simulation.data.joint(f"robot0/{joint}").qpos[0])


def test_without_faults_it_is_the_body_itself(bioloid: Robot) -> None:
    plain, wrapped = Simulation(bioloid, seed=3).actors[0], Simulation(bioloid, seed=3).actors[0]
    faulty = FaultyBackend(wrapped)
    assert isinstance(faulty, Backend)
    for _ in range(20):
        ours, theirs = faulty.read(), plain.read()
        for field in fields(ours):
            if field.name not in ("imu", "camera", "answered"):
                assert np.array_equal(getattr(ours, field.name), getattr(theirs, field.name))
        assert np.array_equal(ours.imu.gyro, theirs.imu.gyro)
        assert ours.answered is None
        for body in (faulty, plain):
            body.write(JointGoal.all(bioloid.ready))


def test_a_missing_servo_keeps_its_last_goal_and_its_last_answer(bioloid: Robot) -> None:
    drill = Drill(bioloid, Sway(bioloid))
    drill.run(1.2)
    fault = Fault.servo_missing("left_elbow")
    drill.body.inject(fault)
    seen = readings(drill, "q", "left_elbow", 0.3)
    held = true_angle(drill, "left_elbow")
    seen = np.append(seen, readings(drill, "q", "left_elbow", 1.0))
    assert len(set(seen)) == 1
    assert np.ptp(readings(drill, "q", "right_elbow", 1.0)) > 0.3
    assert true_angle(drill, "left_elbow") == pytest.approx(held, abs=0.02)
    assert drill.state is not None
    answered = drill.state.sensors.answered
    assert answered is not None
    assert np.flatnonzero(~answered).tolist() == [bioloid.joint_index["left_elbow"]]
    drill.body.clear(fault)
    assert np.ptp(readings(drill, "q", "left_elbow", 1.0)) > 0.3
    assert drill.state.sensors.answered is None


def test_a_servo_without_power_is_limp_until_it_is_switched_on(bioloid: Robot) -> None:
    drill = Drill(bioloid, Sway(bioloid))
    drill.run(0.5)
    fault = Fault.servo_unpowered("left_elbow")
    drill.body.inject(fault)
    drill.switch_on()
    bank = drill.body.servos
    assert bank is not None
    off = [bioloid.joint_names[index] for index in np.flatnonzero(~bank.torque_on)]
    assert off == ["left_elbow"]
    drill.run(0.2)
    drill.body.clear(fault)
    assert not readings(drill, "torque_on", "left_elbow", 0.1)[-1]
    drill.switch_on()
    assert readings(drill, "torque_on", "left_elbow", 0.1)[-1]
    assert np.ptp(readings(drill, "q", "left_elbow", 1.0)) > 0.3


def test_a_lost_bus_is_a_whole_limb(bioloid: Robot) -> None:
    drill = Drill(bioloid)
    drill.run(0.1)
    drill.body.inject(Fault.bus_lost("left_leg"))
    drill.run(0.05)
    assert drill.state is not None
    answered = drill.state.sensors.answered
    assert answered is not None
    silent = {bioloid.joint_names[index] for index in np.flatnonzero(~answered)}
    assert silent == set(bioloid.limb("left_leg").chain.joint_names)
    assert not drill.watch.fell


def test_a_repeating_driver_does_not_tell(bioloid: Robot) -> None:
    drill = Drill(bioloid, Sway(bioloid))
    drill.run(0.3)
    drill.body.inject(Fault.servo_repeats("left_elbow"))
    assert len(set(readings(drill, "q", "left_elbow", 0.5))) == 1
    assert drill.state is not None
    assert drill.state.sensors.answered is None


def test_frozen_imu_and_stuck_foot_repeat_themselves_and_nothing_else(bioloid: Robot) -> None:
    drill = walking(bioloid)
    drill.run(1.0)
    drill.body.inject(Fault.imu_frozen())
    drill.body.inject(Fault.pressure_stuck("left_leg"))
    drill.tick()
    assert drill.state is not None
    before = drill.state.sensors
    drill.run(0.1)
    after = drill.state.sensors
    assert after.imu is before.imu
    assert np.array_equal(after.foot_pressure[0], before.foot_pressure[0])
    assert not np.array_equal(after.foot_pressure[1], before.foot_pressure[1])
    assert not np.array_equal(after.q, before.q)


def test_an_overload_trips_the_firmware_until_its_cause_is_gone(bioloid: Robot) -> None:
    drill = Drill(bioloid)
    drill.run(0.2)
    fault = Fault.overload("left_elbow")
    drill.body.inject(fault)
    assert readings(drill, "fault", "left_elbow", 0.05)[-1] == ServoFault.OVERLOAD
    bank = drill.body.servos
    assert bank is not None
    index = bioloid.joint_index["left_elbow"]
    assert not bank.torque_on[index]
    assert bank.registers.read("torque_limit")[index] == 0
    drill.switch_on()
    assert readings(drill, "fault", "left_elbow", 0.05)[-1] == ServoFault.OVERLOAD
    drill.body.clear(fault)
    assert readings(drill, "fault", "left_elbow", 0.5)[-1] == ServoFault.OVERLOAD
    drill.switch_on()
    assert readings(drill, "fault", "left_elbow", 0.05)[-1] == 0
    assert bank.torque_on.all()


@pytest.mark.parametrize(("temperature_c", "trips"), [(None, True), (67.0, False)])
def test_heat_is_left_to_the_firmware(
    bioloid: Robot, temperature_c: float | None, trips: bool
) -> None:
    drill = Drill(bioloid)
    drill.run(0.2)
    fault = Fault.overheating("left_elbow", temperature_c)
    drill.body.inject(fault)
    assert readings(drill, "temperature_c", "left_elbow", 0.1)[-1] in (66.0, 67.0, 69.0, 70.0)
    assert readings(drill, "torque_on", "left_elbow", 0.1)[-1] != trips
    drill.body.clear(fault)
    drill.switch_on()
    assert readings(drill, "temperature_c", "left_elbow", 0.1)[-1] < 30.0
    assert readings(drill, "torque_on", "left_elbow", 0.1)[-1]


def test_a_low_battery_weakens_every_motor_and_comes_back(bioloid: Robot) -> None:
    drill = Drill(bioloid)
    bank = drill.body.servos
    assert bank is not None
    strong = bank.stall
    first, second = Fault.voltage_low(9.0), Fault.voltage_low(8.0)
    drill.body.inject(first)
    drill.body.inject(second)
    assert set(readings(drill, "voltage", KNEE, 0.05)) == {8.0}
    assert np.all(bank.stall < 0.75 * strong)
    drill.body.clear(first)
    drill.body.clear(second)
    assert set(readings(drill, "voltage", KNEE, 0.05)) == {11.1}
    assert np.array_equal(bank.stall, strong)


def test_faults_name_what_does_not_exist(bioloid: Robot) -> None:
    body = FaultyBackend(Simulation(bioloid).actors[0])
    for fault, message in (
        (Fault.servo_missing("left_kne"), "unknown joint 'left_kne', did you mean 'left_knee'"),
        (Fault.bus_lost("tail"), "unknown limb 'tail'"),
        (Fault.pressure_stuck("left_arm"), "unknown foot 'left_arm'"),
        (Fault.voltage_low(-1.0), "some volts, not -1.0"),
    ):
        with pytest.raises(OlympianError, match=message):
            body.inject(fault)
    assert body.faults == ()
    with pytest.raises(OlympianError, match="unknown fault 'IMU frozen'"):
        body.clear(Fault.imu_frozen())


def test_bodies_without_servos_or_battery_say_so(bioloid: Robot) -> None:
    with pytest.raises(OlympianError, match="no servos to which it could happen"):
        FaultyBackend(KinematicBackend(bioloid)).inject(Fault.overload(KNEE))
    atlas = FaultyBackend(Simulation(load_robot("atlas")).actors[0])
    with pytest.raises(OlympianError, match="hangs on the battery"):
        atlas.inject(Fault.voltage_low(10.0))


def test_silence_survives_the_disk(bioloid: Robot, tmp_path) -> None:
    body = FaultyBackend(Simulation(bioloid).actors[0])
    records = []
    for tick in range(4):
        if tick == 2:
            body.inject(Fault.servo_missing(KNEE))
        records.append(body.read())
        body.write(JointGoal.all(bioloid.ready))
    path = tmp_path / "run.npz"
    Recording("bioloid", bioloid.joint_names, body.dt, tuple(records)).save(path)
    answered = [record.answered for record in Recording.load(path).records]
    assert answered[:2] == [None, None]
    assert np.array_equal(answered[3], records[3].answered)
