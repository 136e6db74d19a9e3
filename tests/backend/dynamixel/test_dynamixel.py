"""A robot over virtual buses, in simulated time: what is sent arrives, and nothing jumps."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from olympian.backend import Lie, Start
from olympian.backend.dynamixel import Dynamixel
from olympian.errors import OlympianError
from olympian.humanoid import Humanoid
from olympian.records import JointGoal, Semantic, ServoFault, ServoSettings, Twist
from olympian.robot import Robot, load_robot
from olympian.virtual import LineFaults, VirtualRobot


def bodies(virtual: VirtualRobot, **options) -> Dynamixel:
    ports = {name: virtual.port(name) for name in virtual.robot.buses}
    return Dynamixel(virtual.robot, ports, **options)


def driven(virtual: VirtualRobot) -> dict[str, bool]:
    """Whose motors are on."""
    on = virtual.simulation.actors[0].servos.torque_on
    return dict(zip(virtual.robot.joint_names, on.tolist(), strict=True))


def start(body: Dynamixel) -> None:
    body.read()
    body.write(JointGoal.none(body.robot.ready))


def registers(virtual: VirtualRobot, name: str) -> dict[str, int]:
    """What all servos hold, by joint."""
    robot = virtual.robot
    devices = {device.id: device for line in virtual.lines.values() for device in line.devices}
    return {joint: devices[robot.servos[joint].id].memory[name] for joint in robot.joint_names}


@pytest.fixture(scope="module")
def bioloid() -> Robot:
    return load_robot("bioloid")


@pytest.fixture
def virtual(bioloid: Robot) -> Iterator[VirtualRobot]:
    one = VirtualRobot(bioloid, seed=3)
    yield one
    one.close()


def test_the_start_is_slow_and_weak_wherever_the_robot_lies(bioloid: Robot) -> None:
    q = np.clip(bioloid.ready + 0.6, bioloid.lower, bioloid.upper)
    virtual = VirtualRobot(bioloid, limp=True, start=Start(q=q, lie=Lie.BACK), seed=1)
    speeds: list[float] = []
    limits: set[int] = set()

    def look() -> None:
        speeds.append(float(np.abs(virtual.simulation.data.qvel[6:]).max()))
        limits.update(registers(virtual, "torque_limit").values())

    body = bodies(virtual)
    virtual.advance(1.0)  # it has come to lie
    virtual.simulation.after_step.append(look)
    start(body)
    sensors = body.read()
    assert np.median(np.abs(sensors.q - bioloid.ready)) < 0.05  # it lies on an arm
    assert max(speeds) < 3.0  # a free AX-12A turns at 6 rad/s, and one hangs at the floor
    assert min(limits) < 500
    assert set(registers(virtual, "torque_limit").values()) == {1023}
    virtual.close()


def test_goals_registers_and_power_arrive_and_are_put_back(virtual: VirtualRobot) -> None:
    body, robot = bodies(virtual), virtual.robot
    start(body)
    q = body.read().q
    elbow = robot.joint_index["left_elbow"]
    goal = JointGoal.of(robot, {"left_elbow": -0.6})
    soft = replace(goal, settings=ServoSettings(slope=np.full(robot.dof, 128.0)))
    for _ in range(80):
        body.write(soft)
    assert body.read().q[elbow] == pytest.approx(-0.6, abs=0.1)
    assert abs(body.read().q - q)[[i for i in range(robot.dof) if i != elbow]].max() < 0.1
    assert set(registers(virtual, "cw_compliance_slope").values()) == {128}
    body.write(goal.switching(False, np.array([elbow])))
    assert not driven(virtual)["left_elbow"]
    assert set(registers(virtual, "ccw_compliance_slope").values()) == {32}
    assert not body.read().torque_on[elbow]
    body.write(goal)  # a goal for a motor that is off does not switch it on
    assert not driven(virtual)["left_elbow"]
    body.write(goal.switching(True, np.array([elbow])))
    assert driven(virtual)["left_elbow"]


def test_a_motor_that_comes_on_starts_where_it_is(virtual: VirtualRobot) -> None:
    body, robot = bodies(virtual), virtual.robot
    start(body)
    elbow = robot.joint_index["left_elbow"]
    body.write(JointGoal.of(robot, {}).switching(False, np.array([elbow])))
    for _ in range(50):
        body.write(JointGoal.of(robot, {}))
    far = JointGoal.of(robot, {"left_elbow": -1.5}).switching(True, np.array([elbow]))
    before = body.read().q[elbow]
    body.write(far)
    moved = []
    for _ in range(20):
        body.write(replace(far, power=None))
        moved.append(abs(body.read().dq[elbow]))
    assert before > -1.0
    assert max(moved) < 1.5


def test_readings_are_those_of_the_simulated_robot(virtual: VirtualRobot) -> None:
    body = bodies(virtual)
    start(body)
    sensors = body.read()
    truth = virtual.simulation.actors[0].read()
    assert np.abs(sensors.q - truth.q).max() < 0.02
    assert sensors.voltage == pytest.approx(truth.voltage, abs=0.11)
    assert sensors.temperature_c == pytest.approx(truth.temperature_c, abs=1.0)
    assert sensors.torque_on.all()
    assert not sensors.fault.any()
    assert sensors.foot_pressure.sum() == pytest.approx(truth.foot_pressure.sum(), rel=0.2)
    assert sensors.imu.accelerometer[2] == pytest.approx(9.81, abs=0.5)


def test_four_buses_are_one_robot() -> None:
    virtual = VirtualRobot("wolfgang", seed=1)
    body, robot = bodies(virtual), virtual.robot
    start(body)
    for _ in range(30):
        body.write(JointGoal.of(robot, {"RElbow": 1.0, "HeadPan": 0.3}))
    sensors = body.read()
    turned = robot.indices(["RElbow", "HeadPan"])
    assert sensors.q[turned] == pytest.approx([1.0, 0.3], abs=0.05)
    assert sensors.answered is None
    assert np.abs(sensors.q - virtual.simulation.actors[0].read().q).max() < 0.02
    assert body.statistics.cycle_p99 < 0.008  # in turn they would take longer than a tick
    assert len(body.statistics.buses) == 4
    virtual.close()


def test_a_humanoid_walks_over_its_bus(virtual: VirtualRobot) -> None:
    robot = Humanoid(virtual.robot, bodies(virtual))
    robot.walk(Twist(forward=0.08)).run(2.0)
    assert robot.situation.state is Semantic.WALKING
    assert virtual.simulation.true_pose("torso")[0, 3] > 0.02
    assert virtual.simulation.true_pose("torso")[2, 2] > 0.95


def test_an_overload_is_felt_and_a_switch_ends_it(virtual: VirtualRobot) -> None:
    body, robot = bodies(virtual), virtual.robot
    start(body)
    elbow = np.array([robot.joint_index["left_elbow"]])
    mask = np.zeros(robot.dof, dtype=np.bool_)
    mask[elbow] = True
    stay = JointGoal.of(robot, {})
    virtual.simulation.actors[0].servos.overload(mask)
    for _ in range(20):
        body.write(stay)
    sensors = body.read()
    assert sensors.fault[elbow] & ServoFault.OVERLOAD
    assert not sensors.torque_on[elbow]
    assert np.count_nonzero(sensors.torque_on) == robot.dof - 1
    body.write(stay.switching(True, elbow))
    for _ in range(20):
        body.write(stay)
    sensors = body.read()
    assert not sensors.fault[elbow] & ServoFault.OVERLOAD
    assert sensors.torque_on[elbow]


def test_bad_lines_cost_no_exception_and_no_wild_goal(bioloid: Robot) -> None:
    virtual = VirtualRobot(bioloid, seed=2, faults=LineFaults(dropouts=0.01, bit_errors=0.001))
    body = bodies(virtual)
    robot = Humanoid(bioloid, body)
    robot.walk(Twist(forward=0.05))
    jumps = []
    before = registers(virtual, "goal_position")
    for _ in range(200):
        robot.tick()
        now = registers(virtual, "goal_position")
        jumps.append(max(abs(now[joint] - before[joint]) for joint in now))
        before = now
    assert max(jumps) < 60  # ticks: the limiter lets goals go 31 in a tick
    bus = body.statistics.buses["bus"]
    assert bus.timeouts > 10
    assert bus.broken > 0
    assert np.isfinite(robot.state.q).all()
    virtual.close()


def test_a_cable_that_is_pulled_is_a_fault_and_plugged_again_it_is_over(bioloid: Robot) -> None:
    virtual = VirtualRobot(bioloid, seed=2, faults=LineFaults(unplugged=((1.5, 2.5),)))
    body = bodies(virtual)
    robot = Humanoid(bioloid, body)
    while virtual.t < 2.0:
        robot.tick()
    assert robot.situation.state is Semantic.HARDWARE_PROBLEM
    assert not robot.state.sensors.answered.any()
    while virtual.t < 4.0:
        robot.tick()
    assert robot.situation.state is Semantic.CONTROLLABLE
    assert robot.state.sensors.answered is None
    assert body.statistics.lost == {"bus": 1}
    over = [line for line in robot.log.since(0) if "fault over" in line and "answer" in line]
    assert len(over) == 4  # limbs, not servos: all come back at once
    assert len({line[:9] for line in over}) == 1
    assert virtual.simulation.true_pose("torso")[2, 2] > 0.95
    virtual.close()


def test_a_dead_servo_is_missing_and_the_others_keep_their_pace(bioloid: Robot) -> None:
    virtual = VirtualRobot(bioloid, seed=2, faults=LineFaults(deaths={6: 1.5}))
    body = bodies(virtual)
    robot = Humanoid(bioloid, body)
    while virtual.t < 2.2:
        robot.tick()
    assert robot.health.missing == ("left_elbow",)
    assert body.statistics.late < 10
    virtual.close()


def test_closing_switches_everything_off(virtual: VirtualRobot) -> None:
    body = bodies(virtual)
    start(body)
    assert all(driven(virtual).values())
    assert all(registers(virtual, "moving_speed").values())
    body.close()
    virtual.advance(virtual.t + 0.01)
    assert not any(driven(virtual).values())
    assert not any(registers(virtual, "moving_speed").values())  # others may not know of it
    body.close()


def test_nobody_and_nowhere_are_said_in_one_line(bioloid: Robot) -> None:
    virtual = VirtualRobot(bioloid, faults=LineFaults(dropouts=1.0))
    with pytest.raises(OlympianError, match=r"no servo answers on .* olympian servo doctor"):
        Dynamixel(bioloid, virtual.port())
    with pytest.raises(OlympianError, match="bus 'bus' has no port: give one"):
        Dynamixel(bioloid)
    with pytest.raises(OlympianError, match="there is no serial port '/dev/nowhere'"):
        Dynamixel("bioloid", "/dev/nowhere")
    with pytest.raises(OlympianError, match="unknown bus 'leg'"):
        Dynamixel("wolfgang", {"leg": "/dev/nowhere"})
    with pytest.raises(OlympianError, match="has 4 buses: a port for left_arm, right_arm"):
        Dynamixel("wolfgang", "/dev/nowhere")
    virtual.close()


def test_four_buses_start_softly_together() -> None:
    robot = load_robot("wolfgang")
    q = np.clip(robot.ready + 0.4, robot.lower, robot.upper)
    virtual = VirtualRobot(robot, limp=True, start=Start(q=q, lie=Lie.BACK), seed=1)
    body = bodies(virtual)
    virtual.advance(0.5)  # it has come to lie
    speeds: list[float] = []
    velocity = virtual.simulation.data
    virtual.simulation.after_step.append(
        lambda: speeds.append(float(np.abs(velocity.qvel[6:]).max()))
    )
    body.read()
    truth = virtual.simulation.actors[0]
    assert not truth.servos.torque_on.any()
    start(body)
    assert truth.servos.torque_on.all()
    assert np.median(np.abs(truth.read().q - robot.ready)) < 0.05
    assert max(speeds) < 3.0
    virtual.close()


@pytest.mark.parametrize("joint", ["RElbow", "RKnee"])
def test_torques_reach_servos_with_a_current_sensor(joint: str) -> None:
    virtual = VirtualRobot("wolfgang", seed=1)
    body, robot = bodies(virtual), virtual.robot
    start(body)
    row, truth = robot.joint_index[joint], virtual.simulation.actors[0].servos
    torque = np.full(robot.dof, np.nan)
    torque[row] = 1.0
    push = replace(JointGoal.of(robot, {joint: 0.0}), torque=torque)
    for _ in range(3):
        body.write(push)
    assert registers(virtual, "operating_mode")[joint] == 0
    assert truth.pushing.tolist() == [index == row for index in range(robot.dof)]
    assert truth.torque_on.all()
    assert truth.goal_current[row] == pytest.approx(body.servos.goal_current[row], abs=2)
    hold = JointGoal.of(robot, {joint: float(body.read().q[row])})
    for _ in range(3):
        body.write(hold)
    assert registers(virtual, "operating_mode")[joint] == 3
    assert not truth.pushing.any()
    assert truth.goal[row] == pytest.approx(hold.q[row], abs=0.01)
    virtual.close()


def test_servos_without_a_current_sensor_refuse_torques(virtual: VirtualRobot) -> None:
    body = bodies(virtual)
    start(body)
    torque = np.full(virtual.robot.dof, 0.1)
    goal = replace(JointGoal.all(virtual.robot.ready), torque=torque)
    with pytest.raises(OlympianError, match="cannot be given a torque: its servo ax-12a"):
        body.write(goal)
