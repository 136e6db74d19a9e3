"""Torque goals: what the winding gives, who takes them, and how a joint gets its angle back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drills.servos.servo import shuffled_servos
from olympian.backend import KinematicBackend, Simulation
from olympian.errors import OlympianError
from olympian.goal import Clamp, GoalLimiter
from olympian.lab.bench_servo import ServoRig, hanging_arm, rotor_with_brake
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.records import JointGoal, RobotState, ServoFault
from olympian.robot import Robot, load_robot
from olympian.servo import ServoBank, current_controlled, servo, servo_names
from olympian.servo.bus_kernel import write_goals, write_torques
from olympian.servo.kernel import step_servos
from twins import servo as servo_twin

CURRENT = tuple(name for name in current_controlled() if servo(name).stall)
"""Those with a datasheet of their own."""
ANY = np.array([0.0])


@pytest.fixture(scope="module")
def wolfgang() -> Robot:
    return load_robot("wolfgang")


def push(rig: ServoRig, torque: float) -> None:
    rig.bank.set_goal(ANY, torque=np.array([torque]))


@pytest.mark.parametrize("seed", range(6))
def test_kernel_and_twin_agree_bit_for_bit(seed: int) -> None:
    rng = np.random.default_rng(seed + 400)
    compiled = shuffled_servos(seed)
    plain, count = compiled.copy(), len(compiled)
    volts, q = np.empty(count), rng.uniform(-0.5, 0.5, count)
    for _ in range(40):
        torque = rng.choice([0.1, 3.0, 1e3], count) * rng.normal(size=count)
        pushing, turning = rng.random((2, count)) < 0.3
        for table, room in ((compiled, (write_torques, write_goals)), (plain, TWINS)):
            room[0](table, torque, pushing)
            room[1](table, q, np.full(count, np.inf), turning)
        for _ in range(10):
            dq = rng.choice([0.0, 0.01, 3.0], count) * rng.normal(size=count)
            q = q + 0.002 * dq
            step_servos(compiled, q, dq, 0.002, volts)
            assert np.array_equal(volts, servo_twin.step(plain, q, dq, 0.002))
    assert 0 < (compiled["mode"] != 0).sum() < count
    for field in compiled.dtype.names or ():
        assert np.array_equal(compiled[field], plain[field]), field


TWINS = (servo_twin.write_torques, servo_twin.write_goals)


@pytest.mark.parametrize("name", CURRENT)
@pytest.mark.parametrize("share", [-0.6, 0.2, 0.5])
def test_a_turning_horn_gets_the_torque_it_was_promised(name: str, share: float) -> None:
    """On a dynamometer that lets it turn at a quarter of its speed, back-EMF and all."""
    spec = servo(name)
    torque = share * spec.stall
    brake = (abs(torque) - spec.friction) / (0.25 * spec.no_load)
    rig = rotor_with_brake(spec, brake)
    rig.start(0.0)
    push(rig, torque)
    speed = rig.run(1.5, lambda data: data.qvel[0])[-1]
    measured = brake * speed + np.copysign(spec.friction, speed)
    assert measured == pytest.approx(torque, rel=0.01)


def test_no_torque_outruns_the_supply() -> None:
    spec = servo("mx-106")
    rig = rotor_with_brake(spec)
    rig.start(0.0)
    push(rig, 3.0)
    speeds = rig.run(1.5, lambda data: data.qvel[0])
    assert speeds[-1] == pytest.approx(spec.no_load, rel=0.03)


def test_the_torque_limit_holds_for_torques_too() -> None:
    spec = servo("mx-64")
    bank = ServoBank(["joint"], [spec], [-1], [0.3])
    bank.registers.write("torque_limit", 256)
    bank.set_goal(ANY, torque=np.array([-7.0]))
    volts = bank.step(ANY, ANY, 0.001)
    assert volts[0] == pytest.approx(-256 / 1023 * spec.voltage)
    assert bank.load()[0] == pytest.approx(-256 / 1023)


@pytest.mark.parametrize("sign", [1, -1])
def test_torques_are_in_the_joints_sense(sign: int) -> None:
    bank = ServoBank(["joint"], [servo("mx-106")], [sign], [0.4])
    bank.set_goal(ANY, torque=np.array([2.0]))
    volts = bank.step(ANY, ANY, 0.001)
    given = bank.motor_constant * volts / bank.resistance
    assert given[0] == pytest.approx(2.0, abs=10.2 / 1023)


def test_an_arm_is_carried_by_the_torque_of_its_weight_and_drops_without() -> None:
    for torque, falls in ((-2.0, False), (0.0, True)):
        rig = hanging_arm(servo("mx-64"), 2.0)
        rig.start(0.0)
        push(rig, torque)
        rig.run(0.5, lambda data: data.qpos[0])
        assert (rig.data.qpos[0] > 0.5) == falls
        assert falls or abs(rig.data.qpos[0]) < 0.01


def test_an_angle_takes_over_without_a_jump() -> None:
    rig = hanging_arm(servo("mx-64"), 1.0)
    rig.start(0.0)
    push(rig, 0.0)
    rig.run(0.3, lambda data: data.qpos[0])
    there = float(rig.data.qpos[0])
    assert there > 0.2
    rig.bank.set_goal([0.0], speed=np.array([0.5]))
    rig.bank.step(rig.data.qpos, rig.data.qvel, 0.001)
    assert abs(rig.bank.load()[0]) < 0.1
    rig.run(3.0, lambda data: data.qpos[0])
    assert abs(rig.data.qpos[0]) < 0.1 < there


def test_a_stalled_torque_below_the_limit_is_no_overload_and_a_full_one_is() -> None:
    for torque, fault in ((3.0, ServoFault.NONE), (1e3, ServoFault.OVERLOAD)):
        bank = ServoBank(["joint"], [servo("mx-106")], [1], [0.0])
        bank.set_goal(ANY, torque=np.array([torque]))
        for _ in range(1100):
            bank.step(ANY, ANY, 0.001)
        assert bank.fault[0] == fault


@pytest.mark.parametrize("name", sorted(set(servo_names()) - set(current_controlled())))
def test_servos_without_a_current_sensor_refuse(name: str) -> None:
    bank = ServoBank(["left_knee"], [servo(name)], [1], [0.0])
    with pytest.raises(OlympianError, match=rf"'left_knee'.*{name}.*mx-64, mx-106, xh540"):
        bank.set_goal(ANY, torque=np.array([0.1]))
    bank.set_goal(ANY, torque=np.array([np.nan]))


def test_an_infinite_torque_never_reaches_a_winding() -> None:
    bank = ServoBank(["joint"], [servo("mx-64")], [1], [0.0])
    with pytest.raises(OlympianError, match="torque of joint 'joint' is inf"):
        bank.set_goal(ANY, torque=np.array([np.inf]))


def test_a_kinematic_body_refuses(wolfgang: Robot) -> None:
    with pytest.raises(OlympianError, match="feels no torque"):
        KinematicBackend(wolfgang).write(torque_goal(wolfgang, {"HeadPan": 1.0}))


def torque_goal(robot: Robot, torques: dict[str, float]) -> JointGoal:
    """The ready pose, but for the joints that push."""
    torque = np.full(robot.dof, np.nan)
    torque[robot.indices(list(torques))] = list(torques.values())
    return JointGoal(robot.ready, np.ones(robot.dof, dtype=np.bool_), torque=torque)


wild = st.one_of(st.floats(-50, 50), st.just(np.nan), st.just(np.inf), st.just(-np.inf))


@given(st.lists(st.lists(wild, min_size=20, max_size=20), min_size=1, max_size=4))
def test_limited_torques_are_finite_or_nan_and_within_the_servo(torques: list[list[float]]) -> None:
    robot = load_robot("wolfgang")
    bank = ServoBank.of(robot)
    limiter = GoalLimiter(robot, bank.no_load, bank.stall)
    for torque in torques:
        goal = JointGoal(robot.ready, np.ones(robot.dof, dtype=np.bool_), torque=np.array(torque))
        safe = limiter.step(goal, robot.ready, 0.01)
        assert safe.torque is not None
        assert not np.isinf(safe.torque).any()
        assert not np.any(np.abs(safe.torque) > bank.stall)
        assert np.isfinite(safe.q).all()
        assert np.array_equal(safe.mask, ~np.isinf(torque))
        bank.set_goal(safe.q, safe.mask, safe.speed, safe.torque)


def test_the_limiter_counts_what_it_clamped(wolfgang: Robot) -> None:
    bank = ServoBank.of(wolfgang)
    limiter = GoalLimiter(wolfgang, bank.no_load, bank.stall)
    limiter.step(torque_goal(wolfgang, {"LKnee": 99.0, "RKnee": np.inf}), wolfgang.ready, 0.01)
    assert limiter.clamped == {"LKnee": Clamp.TOO_STRONG, "RKnee": Clamp.NOT_FINITE}
    assert limiter.counts == {Clamp.TOO_STRONG: 1, Clamp.NOT_FINITE: 1}


def test_after_a_push_the_limiter_starts_from_where_the_joint_is(wolfgang: Robot) -> None:
    limiter = GoalLimiter(wolfgang, np.full(wolfgang.dof, 1.0))
    moved = wolfgang.joint_vector({"HeadPan": 1.0}, wolfgang.ready)
    limiter.step(torque_goal(wolfgang, {"HeadPan": 0.5}), moved, 0.01)
    back = limiter.step(JointGoal.all(wolfgang.ready), moved, 0.01)
    assert back.q[wolfgang.joint_index["HeadPan"]] == pytest.approx(1.0 - 1.5 * 0.01)


class Shove:
    """Holds the ready pose, but for joints that push for the first half second."""

    def __init__(self, robot: Robot, torques: dict[str, float]) -> None:
        self._pushing, self._hold = torque_goal(robot, torques), Hold(robot.ready)

    def step(self, state: RobotState, dt: float) -> JointGoal | None:
        return self._pushing if state.t < 0.5 else self._hold.step(state, dt)


def test_a_simulated_robot_swings_an_arm_by_torque_and_takes_it_back(wolfgang: Robot) -> None:
    """Legs stay led against sag meanwhile: the robot stands and its knees keep their angle."""
    elbow, knee = (wolfgang.joint_index[name] for name in ("LElbow", "LKnee"))
    loop = Loop(Simulation(wolfgang).actors[0], Shove(wolfgang, {"LElbow": 0.6}))
    swung = loop.run(0.5)
    assert swung.q[elbow] - wolfgang.ready[elbow] > 0.3
    assert abs(swung.q[knee] - wolfgang.ready[knee]) < np.radians(1.0)
    rest = loop.run(1.5)
    assert abs(rest.q[elbow] - wolfgang.ready[elbow]) < np.radians(2.0)
    assert rest.support_margin > 0.02
