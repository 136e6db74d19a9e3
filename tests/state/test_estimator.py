"""Estimates from noisy sensors, held against the truth of the simulation."""

from dataclasses import replace

import numpy as np
import pytest

from olympian.backend import KinematicBackend, Simulation
from olympian.geometry import GRAVITY, R_from_rpy, T_from, Vec3, pose_error
from olympian.loop import Loop
from olympian.motion import Hold
from olympian.records import Imu
from olympian.robot import Robot, load_robot
from olympian.state import AttitudeFilter, ContactSwitch, Estimator
from olympian.world import parse_world


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("fumanoid")


def angle_between(R: np.ndarray, R_other: np.ndarray) -> float:
    return pose_error(T_from(R=R), T_from(R=R_other))[1]


@pytest.mark.parametrize("rpy", [(0.3, -0.2, 0.0), (0.0, 1.4, 0.0), (3.0, 0.1, 0.0)])
def test_the_first_reading_gives_the_tilt(rpy: tuple[float, float, float]) -> None:
    R_world_torso = R_from_rpy(*rpy)
    imu = Imu(np.zeros(3), R_world_torso.T @ (0, 0, GRAVITY))
    attitude, _ = AttitudeFilter(np.eye(3)).step(imu, 0.01)
    assert np.allclose(attitude[2], R_world_torso[2], atol=1e-3)


def test_gyro_is_followed_at_once_and_gravity_in_the_long_run() -> None:
    attitude = AttitudeFilter(np.eye(3))
    rate = np.array([0.0, 0.0, 0.5])
    for tick in range(100):
        attitude.step(Imu(rate, lively_up(tick)), 0.01)
    assert angle_between(attitude.R_world_torso, R_from_rpy(0, 0, 0.5)) < 1e-6
    for tick in range(20_000):
        attitude.step(Imu(np.array([0.02, -0.01, 0.0]), lively_up(tick)), 0.01)
    assert np.arccos(attitude.R_world_torso[2, 2]) < np.radians(0.3)


def lively_up(tick: int) -> Vec3:
    """An accelerometer at rest; no real one says the same twice."""
    return np.array([0.0, 0.0, GRAVITY + 1e-9 * (tick % 2)])


def test_a_dead_sensor_does_not_turn_the_world_over() -> None:
    attitude = AttitudeFilter(np.eye(3))
    attitude.step(Imu(np.zeros(3), lively_up(0)), 0.01)
    frozen_in_motion = Imu(np.array([0.0, 2.0, 0.0]), lively_up(1))
    for _ in range(300):
        _, rate = attitude.step(frozen_in_motion, 0.01, dead=True)
    assert np.arccos(attitude.R_world_torso[2, 2]) < 0.2
    assert not rate.any()


def test_a_turned_imu_mount_is_undone() -> None:
    R_torso_imu = R_from_rpy(0, np.pi / 2, 0.3)
    filter_ = AttitudeFilter(R_torso_imu)
    imu = Imu(np.zeros(3), R_torso_imu.T @ (0, 0, GRAVITY))
    R_world_torso, _ = filter_.step(imu, 0.01)
    assert np.allclose(R_world_torso[2], (0, 0, 1), atol=1e-9)


def test_not_a_number_does_not_poison_the_attitude() -> None:
    filter_ = AttitudeFilter(np.eye(3))
    good = Imu(np.zeros(3), np.array([0, 0, GRAVITY]))
    filter_.step(good, 0.01)
    filter_.step(Imu(np.full(3, np.nan), np.full(3, np.inf)), 0.01)
    R_world_torso, _ = filter_.step(good, 0.01)
    assert np.allclose(R_world_torso, np.eye(3), atol=1e-6)


def test_contacts_do_not_flicker() -> None:
    switch = ContactSwitch(1, mass=10.0)
    weight = 10.0 * GRAVITY
    loads = [0.0, 0.09, 0.13, 0.09, 0.07, 0.05, 0.09]
    down = [bool(switch.step(np.array([load * weight]))[0]) for load in loads]
    assert down == [False, False, True, True, True, False, False]


@pytest.mark.parametrize("world", ["flat", "ramp"])
def test_a_standing_robot_knows_its_tilt_and_that_it_is_safe(robot: Robot, world: str) -> None:
    simulation = Simulation(robot, parse_world(world), seed=8)
    state = Loop(simulation.actors[0], Hold(robot.ready)).run(3.0)
    truth = simulation.true_pose(robot.torso)[:3, :3]
    tilt_error = np.arccos(np.clip(state.R_world_torso[2] @ truth[2], -1, 1))
    assert np.degrees(tilt_error) < 2.5
    assert state.contacts.all()
    assert 0.02 < state.support_margin < 0.1
    assert state.centre_of_pressure is not None


def test_a_robot_in_the_air_has_no_support(robot: Robot) -> None:
    sensors = KinematicBackend(robot).read()
    unloaded = replace(sensors, foot_pressure=np.zeros_like(sensors.foot_pressure))
    state = Estimator(robot).step(unloaded, 0.01)
    assert not state.contacts.any()
    assert state.support_margin == -np.inf
    assert state.centre_of_pressure is None


def test_the_loop_passes_goals_on(robot: Robot) -> None:
    backend = KinematicBackend(robot)
    q = robot.joint_vector({"neck_yaw": 0.2}, robot.ready)
    state = Loop(backend, Hold(q)).run(1.0)
    assert np.allclose(state.q, q, atol=1e-9)
