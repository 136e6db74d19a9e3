"""Kinematic and recorded bodies behind the same four methods."""

from pathlib import Path

import numpy as np
import pytest

from olympian.backend import Backend, KinematicBackend, Recording, ReplayBackend, Simulation
from olympian.errors import OlympianError
from olympian.records import JointGoal
from olympian.robot import Robot, load_robot


@pytest.fixture(scope="module")
def robot() -> Robot:
    return load_robot("fumanoid")


@pytest.fixture(scope="module")
def recording(robot: Robot) -> Recording:
    simulation = Simulation(robot, seed=4)
    actor, felt = simulation.actors[0], []
    for _ in range(20):
        felt.append(actor.read())
        actor.write(JointGoal.all(robot.ready))
    return Recording(robot.name, robot.joint_names, actor.dt, tuple(felt))


def test_kinematic_goals_become_positions(robot: Robot) -> None:
    backend = KinematicBackend(robot)
    assert isinstance(backend, Backend)
    q = robot.joint_vector({"neck_yaw": 0.5}, robot.ready)
    backend.write(JointGoal.all(q))
    sensors = backend.read()
    assert np.allclose(sensors.q, q)
    assert sensors.t == pytest.approx(backend.dt)
    assert sensors.dq[robot.joint_index["neck_yaw"]] == pytest.approx(0.5 / backend.dt)


def test_kinematic_joints_obey_speed_mask_and_torque(robot: Robot) -> None:
    backend = KinematicBackend(robot)
    q = robot.ready + 0.1
    mask = np.ones(robot.dof, dtype=bool)
    mask[robot.joint_index["neck_pitch"]] = False
    goal = JointGoal(q, mask, np.full(robot.dof, 2.0))
    backend.write(goal.switching(False, robot.indices(["neck_yaw"])))
    moved = backend.read().q - robot.ready
    expected = np.full(robot.dof, 2.0 * backend.dt)
    expected[robot.indices(["neck_yaw", "neck_pitch"])] = 0.0
    assert np.allclose(moved, expected)


def test_a_recording_survives_the_disk_and_plays_back(
    robot: Robot, recording: Recording, tmp_path: Path
) -> None:
    path = tmp_path / "run.npz"
    recording.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["run.npz"]
    replay = ReplayBackend(robot, Recording.load(path))
    assert isinstance(replay, Backend)
    assert replay.dt == pytest.approx(0.01)
    for expected in recording.records:
        assert not replay.finished
        sensors = replay.read()
        assert np.array_equal(sensors.q, expected.q)
        assert np.array_equal(sensors.imu.gyro, expected.imu.gyro)
        assert np.array_equal(sensors.foot_pressure, expected.foot_pressure)
        replay.write(JointGoal.all(robot.ready))
    assert replay.finished
    assert len(replay.goals) == len(recording.records)
    assert replay.read().t == recording.records[-1].t


def test_a_recording_of_another_robot_is_refused(recording: Recording) -> None:
    with pytest.raises(OlympianError, match="fumanoid"):
        ReplayBackend(load_robot("bioloid"), recording)


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 broken"])
def test_a_broken_recording_is_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(OlympianError, match=r"bad\.npz") as caught:
        Recording.load(path)
    assert "\n" not in str(caught.value)


def test_an_archive_that_lacks_columns_says_which(tmp_path: Path) -> None:
    path = tmp_path / "thin.npz"
    np.savez(path, robot="x", joint_names=["a"], t=[0.0], gyro=np.zeros((1, 3)))
    with pytest.raises(OlympianError, match="it lacks accelerometer, dq, dt, fault"):
        Recording.load(path)


def test_nothing_is_left_when_a_recording_cannot_be_written(
    recording: Recording, tmp_path: Path
) -> None:
    with pytest.raises(OlympianError, match="cannot be written"):
        recording.save(tmp_path / "no" / "such" / "folder.npz")
    assert list(tmp_path.iterdir()) == []
