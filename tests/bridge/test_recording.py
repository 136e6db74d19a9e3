"""A recording is an MCAP file that others' tools read, whatever became of its program."""

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from io import BytesIO
from itertools import pairwise
from math import radians, tan
from pathlib import Path

import numpy as np
import pytest
from mcap.reader import make_reader
from PIL import Image
from rosbags.highlevel import AnyReader

from olympian import Humanoid
from olympian.backend import CameraOptions, Simulation, SimulationOptions
from olympian.bridge import McapReader, PictureTeller, RecordedRun
from olympian.bridge.ros import unpack
from olympian.errors import OlympianError

PROGRAM = """
import sys, time
from olympian import Humanoid
robot = Humanoid("bioloid", seed=1)
robot.record(sys.argv[1])
began = time.monotonic()
while True:
    robot.tick()
    print(f"{robot.state.t:.2f} {time.monotonic() - began:.2f}", flush=True)
"""


def test_rosbags_and_mcap_read_what_we_wrote(fall: Path) -> None:
    ours = Counter(message.topic for message in McapReader(fall).messages())
    with fall.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        theirs = Counter(channel.topic for _, channel, _ in reader.iter_messages())
        summary = reader.get_summary()
    assert ours == theirs
    assert summary is not None
    assert summary.statistics is not None
    assert summary.statistics.message_count == ours.total()
    run = RecordedRun.read(fall)
    felt = {tick.t_ns: tick.sensors for tick in run.ticks}
    with AnyReader([fall]) as bag:
        frames = set()
        for connection, t_ns, raw in bag.messages():
            message = bag.deserialize(raw, connection.msgtype)
            if connection.topic == "/joint_states":
                assert tuple(message.name) == run.joint_names
                assert np.array_equal(message.position, felt[t_ns].q)
                assert np.array_equal(message.effort, felt[t_ns].load)
                assert message.header.stamp.sec * 10**9 + message.header.stamp.nanosec == t_ns
            elif connection.topic == "/imu/data":
                pull = message.linear_acceleration
                imu = felt[t_ns].imu
                assert imu is not None
                assert [pull.x, pull.y, pull.z] == imu.accelerometer.tolist()
            elif connection.topic == "/foot/left_leg/wrench":
                pressure = felt[t_ns].foot_pressure
                assert pressure is not None
                assert message.wrench.force.z == pytest.approx(pressure[0].sum())
            elif connection.topic in ("/tf", "/tf_static"):
                frames |= {(one.header.frame_id, one.child_frame_id) for one in message.transforms}
    children = [child for _, child in frames]
    assert len(children) == len(set(children)), "a frame has two parents"
    assert ("map", "odom") in frames
    assert {"left_sole", "right_sole"} <= {*children} or any("sole" in one for one in children)


def test_transforms_are_those_of_the_model(fall: Path) -> None:
    run = RecordedRun.read(fall)
    robot = Humanoid("fumanoid").robot
    poses: dict[str, np.ndarray] = {}
    with AnyReader([fall]) as bag:
        wanted = [c for c in bag.connections if c.topic in ("/tf", "/tf_static")]
        for connection, t_ns, raw in bag.messages(connections=wanted):
            if t_ns > run.ticks[-1].t_ns - 3 * 10**8:
                break
            for one in bag.deserialize(raw, connection.msgtype).transforms:
                poses[one.child_frame_id] = matrix(one.transform)
                parents[one.child_frame_id] = one.header.frame_id
            last = t_ns
    q = next(tick.sensors.q for tick in run.ticks if tick.t_ns == last)
    for foot in robot.feet:
        T = np.eye(4)
        link = foot.link
        while link != robot.torso:
            T, link = poses[link] @ T, parents[link]
        assert np.allclose(T, robot.forward(foot.link, q), atol=1e-9)


parents: dict[str, str] = {}


def matrix(transform: object) -> np.ndarray:
    place, turn = transform.translation, transform.rotation  # type: ignore[attr-defined]
    x, y, z, w = turn.x, turn.y, turn.z, turn.w
    T = np.eye(4)
    T[:3, 3] = place.x, place.y, place.z
    T[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return T


def test_kill_9_costs_at_most_a_second(tmp_path: Path) -> None:
    path = tmp_path / "killed.mcap"
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = [(0.0, 0.0)]
    for line in process.stdout:
        t, wall = map(float, line.split())
        said.append((t, wall))
        if wall > 1.8:
            os.kill(process.pid, signal.SIGKILL)
            break
    process.wait()
    process.stdout.close()
    run = RecordedRun.read(path)
    assert run.truncated
    kept = run.ticks[-1].sensors.t
    lost_from = next(wall for t, wall in said if t >= kept - 1e-9)
    assert said[-1][1] - lost_from < 1.0


def test_a_file_that_is_cut_anywhere_keeps_what_was_before(fall: Path, tmp_path: Path) -> None:
    whole = fall.read_bytes()
    everything = [(one.topic, one.t_ns) for one in McapReader(fall).messages()]
    chance, longest = random.Random(0), 0
    for cut in sorted(chance.sample(range(8, len(whole)), 12)):
        path = tmp_path / "cut.mcap"
        path.write_bytes(whole[:cut])
        reader = McapReader(path)
        kept = [(one.topic, one.t_ns) for one in reader.messages()]
        assert kept == everything[: len(kept)]
        assert len(kept) >= longest
        longest = len(kept)
    assert longest > 0


def test_a_file_that_is_spoilt_is_refused_in_one_line(fall: Path, tmp_path: Path) -> None:
    chance, whole, path = random.Random(1), fall.read_bytes(), tmp_path / "spoilt.mcap"
    refused = 0
    for _ in range(40):
        data = bytearray(whole)
        data[chance.randrange(len(data) // 2)] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        said = refusal(path)
        refused += bool(said)
        assert "\n" not in said
        assert not said or str(path) in said
    assert refused > 20, "chunks have checksums"


def refusal(path: Path) -> str:
    try:
        RecordedRun.read(path)
    except OlympianError as error:
        return str(error)
    return ""


def test_time_goes_on_when_the_robot_begins_anew(tmp_path: Path) -> None:
    robot = Humanoid("bioloid")
    with robot.record(tmp_path / "twice.mcap"):
        robot.run(0.3)
        robot.reset()
        robot.run(0.3)
    times = [tick.t_ns for tick in RecordedRun.read(tmp_path / "twice.mcap").ticks]
    assert len(times) == 60
    assert all(after > before for before, after in pairwise(times))


def test_a_place_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    robot = Humanoid("bioloid")
    with pytest.raises(OlympianError, match="cannot be written"):
        robot.record(tmp_path / "no" / "run.mcap")
    robot.run(0.02)
    assert not robot.after_tick


def test_pictures_are_recorded_where_there_are_some(tmp_path: Path) -> None:
    robot = Humanoid("bioloid")
    with pytest.raises(OlympianError, match="takes no pictures"):
        robot.record(tmp_path / "run.mcap", camera=True)
    options = SimulationOptions(camera=CameraOptions(by="rays", delay=0.0))
    seeing = Humanoid("bioloid", Simulation([robot.robot], options=options).actors[0], eyes=False)
    with seeing.record(tmp_path / "run.mcap", camera=True):
        seeing.tick()
    with AnyReader([tmp_path / "run.mcap"]) as bag:
        found = {c.topic: bag.deserialize(raw, c.msgtype) for c, _, raw in bag.messages()}
    picture = Image.open(BytesIO(found["/camera/image_raw/compressed"].data.tobytes()))
    camera = robot.robot.camera
    assert camera is not None
    lens = found["/camera/camera_info"]
    assert seeing.state is not None
    frame = seeing.state.sensors.camera
    assert frame is not None
    raw, _ = PictureTeller(robot.robot).step(seeing, seeing.state, 0)
    image = unpack(raw.topic.type, raw.data)
    assert image["encoding"] == "rgb8"
    assert np.array_equal(image["data"].reshape(frame.rgb.shape), frame.rgb)
    assert picture.size == (lens.width, lens.height) == (camera.width, camera.height)
    assert lens.k[4] == pytest.approx(camera.height / 2 / tan(radians(camera.fov_y_deg) / 2))
