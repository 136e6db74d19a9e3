"""Robots without cells under the soles, or without inertial sensor: that is no fault."""

from dataclasses import replace

import numpy as np
import pytest

from olympian.backend import KinematicBackend, Simulation
from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy
from olympian.humanoid import Humanoid
from olympian.motion.calibrate import Calibrate
from olympian.records import JointGoal, Semantic, Support, Twist
from olympian.robot import Robot, load_robot
from olympian.state import Estimator

BIOLOID = load_robot("bioloid")


def lacking(*senses: str) -> Robot:
    return replace(BIOLOID, lacks=frozenset(senses))


def walked(robot: Robot, ahead: float, seconds: float) -> tuple[Humanoid, float]:
    """A robot that has walked, and how far."""
    one = Humanoid(robot, seed=1)
    one.walk(Twist(forward=ahead), lasts=seconds).run(seconds + 3.0)
    return one, float(one.simulation.true_pose("torso")[0, 3])


def faults(robot: Humanoid) -> list[str]:
    return [line for line in robot.log.since(0) if "fault" in line or "hardware problem" in line]


def test_a_robot_without_cells_walks_by_plan_and_joints_and_nothing_is_stale() -> None:
    robot, way = walked(lacking("soles"), 0.15, 3.0)
    assert robot.state.sensors.foot_pressure is None
    assert robot.state.centre_of_pressure is None
    assert robot.situation.state is Semantic.CONTROLLABLE
    assert faults(robot) == []
    assert way > 0.25
    assert robot.place.x == pytest.approx(way, rel=0.2)
    assert robot.state.contacts.all()
    assert robot.state.attitude_known
    assert [line for line in robot.log.since(0) if "no cells under its soles" in line]


def test_a_robot_without_inertial_sensor_walks_statically_and_says_so_once() -> None:
    robot, way = walked(lacking("imu", "soles"), 0.05, 6.0)
    assert robot.state.sensors.imu is None
    assert not robot.state.attitude_known
    assert robot.machine.body.top_speed.ahead < 0.1  # that of the static walk
    assert faults(robot) == []
    assert way > 0.08
    said = [line for line in robot.log.since(0) if "falls are not noticed" in line]
    assert len(said) == 1
    robot.play("cheer").run(2.0)
    assert robot.situation.state is Semantic.ANIMATION_RUNNING
    assert robot.simulation.true_pose("torso")[2, 2] > 0.95


def test_one_that_bends_far_without_inertial_sensor_is_not_taken_to_fall() -> None:
    robot = Humanoid(lacking("imu"), seed=1)
    robot.run(0.5)
    bent = BIOLOID.joint_vector({"left_hip_pitch": -1.2, "right_hip_pitch": -1.2}, BIOLOID.ready)
    sensors = replace(robot.body.read(), q=bent)
    state = Estimator(lacking("imu")).step(sensors, 0.01)
    assert state.toppling is None


def test_the_plan_tells_which_foot_carries_and_without_one_the_lower_does() -> None:
    robot = lacking("soles")
    sensors = replace(KinematicBackend(robot).read(), foot_pressure=None)
    weight = 9.81 * robot.tree.mass
    left, right = np.array([True, False]), np.array([False, True])
    estimator = Estimator(robot)
    for grounded in (left, right):
        planned = replace(JointGoal.all(robot.ready), support=Support(grounded, np.zeros(3)))
        for _ in range(5):
            state = estimator.step(sensors, 0.01, planned)
        assert state.contacts.tolist() == grounded.tolist()
        assert state.loads == pytest.approx(weight * grounded, rel=0.01)
    for _ in range(5):
        state = estimator.step(sensors, 0.01, JointGoal.all(robot.ready))
    assert state.contacts.all()
    raised = BIOLOID.joint_vector({"left_knee": 1.4, "left_hip_pitch": -0.6}, BIOLOID.ready)
    state = estimator.step(replace(sensors, q=raised), 0.01, JointGoal.all(raised))
    assert state.contacts.tolist() == [False, True]


def test_one_that_lies_stands_on_nothing() -> None:
    robot = lacking("soles")
    estimator, sensors = Estimator(robot), Simulation(robot).actors[0].read()
    up = R_from_rpy(0.0, np.pi / 2, 0.0).T @ np.array([0.0, 0.0, 9.81])
    state = estimator.step(replace(sensors, imu=replace(sensors.imu, accelerometer=up)), 0.01)
    assert not state.contacts.any()
    assert state.support_margin == -np.inf


def test_what_needs_a_sensor_that_is_not_there_says_so() -> None:
    with pytest.raises(OlympianError, match=r"lacks imu and soles.*servo calibrate"):
        Calibrate(lacking("imu", "soles"))
