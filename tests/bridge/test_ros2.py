"""Programs that know nothing of ours read and drive a robot over DDS."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from rosbags.typesys import Stores, get_typestore

from olympian import Humanoid
from olympian.bridge.ros import pack, unpack
from olympian.bridge.ros.dds import DdsNode
from olympian.errors import OlympianError

LISTENER = Path(__file__).parents[1] / "drills" / "ros_listener.py"
DOMAIN = 20 + os.getpid() % 60
"""Others on this machine may test as well."""
STORE = get_typestore(Stores.LATEST)


def test_a_program_that_has_only_cyclonedds_reads_and_drives() -> None:
    robot = Humanoid("bioloid")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    with robot.ros2(DOMAIN):
        robot.run(0.1)  # the model goes out before anybody listens
        process = subprocess.Popen(
            [sys.executable, "-I", str(LISTENER), str(DOMAIN)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        drove = False
        while process.poll() is None:
            robot.tick()
            drove |= robot.machine.mode == "run"
            time.sleep(0.002)
        assert process.stdout is not None
        heard = json.loads(process.stdout.read())
        process.stdout.close()
    robot.close()
    assert drove, "it did not go where it was told"
    assert tuple(heard["names"]) == robot.robot.joint_names
    assert len(heard["position"]) == robot.robot.dof
    assert heard["frame"] == robot.robot.torso
    assert abs(heard["sec"] - time.time()) < 60
    assert heard["model"].startswith("<?xml")
    for topic, kind in (
        ("/joint_states", "sensor_msgs/msg/JointState"),
        ("/imu/data", "sensor_msgs/msg/Imu"),
        ("/odom", "nav_msgs/msg/Odometry"),
        ("/tf", "tf2_msgs/msg/TFMessage"),
        ("/tf_static", "tf2_msgs/msg/TFMessage"),
        ("/robot_description", "std_msgs/msg/String"),
        ("/hcm/state", "diagnostic_msgs/msg/DiagnosticStatus"),
        ("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray"),
    ):
        package, _, name = kind.split("/")
        named, user_data = heard["writers"][f"rt{topic}"]
        assert named == f"{package}::msg::dds_::{name}_"
        assert user_data == f"typehash={STORE.hash_rihs01(kind)};"


def test_what_is_taken_is_obeyed_and_what_is_wrong_is_said() -> None:
    robot = Humanoid("bioloid")
    other = DdsNode(DOMAIN + 1)
    arm = robot.robot.limbs["left_arm"].chain.joint_names[0]
    with robot.ros2(DOMAIN + 1):
        for topic, kind in (
            ("/joint_command", "sensor_msgs/msg/JointState"),
            ("/head_command", "sensor_msgs/msg/JointState"),
            ("/goal_pose", "geometry_msgs/msg/PoseStamped"),
            ("/stop", "std_msgs/msg/Bool"),
        ):
            other.offer(topic, kind)
        robot.run(0.3)
        time.sleep(0.5)
        other.write("/joint_command", joints([arm], [0.3]))
        other.write("/head_command", joints([arm], [0.3]))
        settle(robot)
        assert robot.teleop.wants
        assert any("/head_command not done" in line for line in robot.log.since(0))
        pose = {"position": {"x": 0.5}, "orientation": {"w": 1.0}}
        other.write("/goal_pose", pack("geometry_msgs/msg/PoseStamped", {"pose": pose}))
        settle(robot)
        assert robot.navigation is not None
        assert robot.navigation.goal is not None
        other.write("/joint_command", joints([arm], [float("nan")]))
        other.write("/stop", pack("std_msgs/msg/Bool", {"data": True}))
        settle(robot)
        robot.run(3.0)
        assert any("not finite" in line for line in robot.log.since(0))
        assert robot.situation.state.value == "stopped"
    other.close()


def settle(robot: Humanoid) -> None:
    """Some ticks, with the time that a message takes."""
    for _ in range(20):
        robot.tick()
        time.sleep(0.01)


def joints(names: list[str], angles: list[float]) -> bytes:
    return pack("sensor_msgs/msg/JointState", {"name": names, "position": angles})


def test_what_cyclonedds_writes_is_what_we_write() -> None:
    from olympian.bridge.ros.dds import _class

    fields = {"name": ["a", "bc"], "position": [1.0, 2.0], "header": {"frame_id": "torso"}}
    kind = "sensor_msgs/msg/JointState"
    time_class, header = _class("builtin_interfaces/msg/Time"), _class("std_msgs/msg/Header")
    made = _class(kind)(header(time_class(0, 0), "torso"), ["a", "bc"], [1.0, 2.0], [], [])
    data = made.serialize(use_version_2=False)
    assert data == pack(kind, fields)
    assert unpack(kind, data)["name"] == ["a", "bc"]


def test_a_domain_that_is_none_is_refused() -> None:
    with pytest.raises(OlympianError, match="ROS domain 200 is not between 0 and 101"):
        Humanoid("bioloid").ros2(200)
