"""A robot finds out what is wrong with it, and what that is good for."""

from math import radians

import numpy as np
import pytest

from olympian.arena import EVENTS, Conditions
from olympian.arena.conditions import calibration_of
from olympian.backend import CalibratedBackend, KinematicBackend
from olympian.geometry import R_from_rpy, Vec
from olympian.kinematics import Kinematics
from olympian.motion.calibrate import OneLeg, can_calibrate, fit
from olympian.records import JointGoal
from olympian.robot import Robot, load_robot
from olympian.robot.calibration import Calibration


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("bioloid")


def on_one_leg(robot: Robot, foot: int, q: Vec) -> tuple[Vec, Vec]:
    """Up in the torso and the centre of mass in the sole, with that sole flat on the floor."""
    pose = Kinematics(robot).at(q)
    T_sole_torso = pose.relative(robot.feet[foot].link, robot.torso)
    return T_sole_torso[2, :3], (T_sole_torso[:3, :3] @ pose.com + T_sole_torso[:3, 3])[:2]


def stand(robot: Robot, foot: int, q_believed: Vec, zeros: Vec, skew: Vec) -> OneLeg:
    """What a robot with these errors feels; perfect sensors otherwise."""
    up, com = on_one_leg(robot, foot, q_believed - zeros)
    return OneLeg(foot, q_believed, R_from_rpy(skew[0], skew[1], 0.0).T @ up, com)


def test_a_true_robot_finds_nothing(robot: Robot) -> None:
    stands = [stand(robot, foot, robot.ready, np.zeros(robot.dof), np.zeros(2)) for foot in (0, 1)]
    found = fit(robot, stands)
    assert np.abs(found.zeros).max() < 1e-6
    assert np.abs(found.imu_rpy).max() < 1e-6


def left_over(robot: Robot, foot: int, zeros: Vec) -> tuple[Vec, Vec]:
    """How a stand on one leg with zeros that are off differs: roll and pitch, and the weight."""
    off, right = (on_one_leg(robot, foot, robot.ready - error) for error in (zeros, 0.0 * zeros))
    return (off[0] - right[0])[:2], off[1] - right[1]


def test_corrected_soles_lie_in_one_plane_and_the_weight_is_over_them(robot: Robot) -> None:
    chance = np.random.default_rng(8)
    zeros = chance.normal(0.0, radians(1), robot.dof)
    skew = chance.normal(0.0, radians(1), 2)
    low = robot.ready + chance.uniform(-0.1, 0.1, robot.dof)
    stands = [stand(robot, foot, q, zeros, skew) for q in (robot.ready, low) for foot in (0, 1)]
    before = [left_over(robot, foot, zeros) for foot in (0, 1)]
    after = [left_over(robot, foot, zeros - fit(robot, stands).zeros) for foot in (0, 1)]
    assert np.abs(before[0][0] - before[1][0]).max() > radians(1)
    assert np.abs(after[0][0] - after[1][0]).max() < radians(0.2)
    assert max(np.abs(com).max() for _, com in before) > 0.004
    assert max(np.abs(com).max() for _, com in after) < 0.002


def test_in_physics_with_noise_it_finds_what_makes_robots_fall(robot: Robot) -> None:
    """Seed 3 is a bad one: its sensor sits 2° and 2.6° askew, its soles are 4° out of plane."""
    conditions = Conditions.of(3)
    zeros = np.asarray(conditions.specimen(robot).zero_offset)
    found = calibration_of(robot, conditions)
    after = [left_over(robot, foot, zeros - found.zeros) for foot in (0, 1)]
    assert np.abs(after[0][0] - after[1][0]).max() < radians(0.5)
    assert max(np.abs(com).max() for _, com in after) < 0.004


def test_a_turn_that_falls_without_calibration_succeeds_with_it(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert EVENTS["turn"].run(robot, 3).trial.success
    monkeypatch.setattr("olympian.arena.stage.prepared", lambda actor, _: actor)
    assert EVENTS["turn"].run(robot, 3).trial.fell


def test_a_calibrated_body_is_read_and_told_as_a_true_one(robot: Robot) -> None:
    zeros, skew = np.linspace(-0.02, 0.02, robot.dof), np.array([0.03, -0.02, 0.0])
    raw = KinematicBackend(robot)
    body = CalibratedBackend(raw, Calibration(zeros, skew))
    body.write(JointGoal.all(robot.ready))
    assert raw.read().q == pytest.approx(robot.ready + zeros)
    assert body.read().q == pytest.approx(robot.ready)
    level = R_from_rpy(*skew) @ raw.read().imu.accelerometer
    assert body.read().imu.accelerometer == pytest.approx(level)


def test_robots_without_the_gait_do_not_calibrate(robot: Robot) -> None:
    assert can_calibrate(robot)
    assert not can_calibrate(load_robot("wolfgang"))
