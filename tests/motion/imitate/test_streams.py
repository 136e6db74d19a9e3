"""Every dialect brings the same person; errors name the file and the line."""

import json
import os
import socket
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mediapipe_stream
from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy, frozen
from olympian.motion.imitate import (
    Intake,
    LiveLines,
    Skeleton,
    Trouble,
    Troubles,
    UdpStream,
    open_lines,
    open_stream,
    stream_names,
)
from olympian.motion.imitate.body.trunk import body_pose, trunk_of
from olympian.motion.imitate.holy import forearms
from olympian.motion.imitate.skeleton import JOINTS
from olympian.motion.imitate.source.alignment import Hand, align
from olympian.motion.imitate.source.bvh import read_bvh
from olympian.motion.imitate.source.json_line import read_line, write_line

DATA = Path(__file__).parents[2] / "data/imitate"


def played(name: str) -> list[Skeleton]:
    return open_stream(DATA / name, Troubles()).remaining()


def leg_length(person: Skeleton) -> float:
    return float(np.linalg.norm(person.vector("left_hip", "left_foot")))


def angle_deg(first, second) -> float:
    return float(np.degrees(np.arccos(np.clip(first @ second, -1.0, 1.0))))


@pytest.mark.parametrize(
    "name",
    [
        "wave_nite.jsonl",
        "wave_mediapipe.jsonl",
        "wave_biovision.bvh",
        "wave_mixamo.bvh",
        "wave_cmu_z_up.bvh",
    ],
)
def test_all_dialects_bring_the_same_person(name: str) -> None:
    ours, theirs = played("wave_ours.jsonl"), played(name)
    assert len(ours) == len(theirs) == 60
    for one, other in zip(ours, theirs, strict=True):
        assert one.t - ours[0].t == pytest.approx(other.t - theirs[0].t, abs=1e-3)
        for side, direction in forearms(one).items():
            assert angle_deg(direction, forearms(other)[side]) < 1.5, f"{side} at {one.t}"
        assert leg_length(other) == pytest.approx(leg_length(one), rel=0.02)


@pytest.mark.parametrize("name", ["wave_ours.jsonl", "wave_mediapipe.jsonl", "wave_mixamo.bvh"])
def test_a_head_that_looks_ahead_does_so_in_every_dialect(name: str) -> None:
    person = played(name)[0]
    R_world_trunk = trunk_of(person)
    assert R_world_trunk is not None
    body = body_pose(person, R_world_trunk)
    assert body.gaze == pytest.approx((0.0, 0.0), abs=0.03)


def test_an_unmirrored_camera_shows_the_same_person() -> None:
    """OpenNI can mirror its pictures; left and right are the person's own either way."""
    lines = (DATA / "wave_nite.jsonl").read_text().splitlines()
    flipped = []
    for line in map(json.loads, lines):
        joints = {name: [-x, *rest] for name, (x, *rest) in line["joints"].items()}
        flipped.append(json.dumps({**line, "joints": joints}))
    person = open_lines(flipped, "flipped", Troubles()).remaining()
    for one, other in zip(played("wave_ours.jsonl"), person, strict=True):
        for side, direction in forearms(one).items():
            assert angle_deg(direction, forearms(other)[side]) < 0.5


@given(
    yaw=st.floats(-3.1, 3.1),
    up=st.sampled_from(["x", "y", "z", "-x", "-y", "-z"]),
    metres=st.sampled_from([1.0, 0.01, 0.001, 0.0254, 0.0254 / 0.45]),
)
def test_axes_and_units_are_found_whatever_they_are(yaw: float, up: str, metres: float) -> None:
    person = played("wave_ours.jsonl")[0]
    sign = -1.0 if up.startswith("-") else 1.0
    index = "xyz".index(up[-1])
    # a right-handed frame whose axis `index` is up or down
    order = [(index + 1) % 3, (index + 2) % 3, index]
    R = np.zeros((3, 3))
    R[order, [0, 1, 2]] = (1.0, sign, sign)
    turned = person.places @ (R @ R_from_rpy(0, 0, yaw)).T / metres
    raw = Skeleton(0.0, frozen(turned), person.confidence)
    found = align(raw)
    assert found is not None
    assert found.scale == pytest.approx(metres)
    seen = found(raw)
    for side, direction in forearms(person).items():
        assert angle_deg(direction, forearms(seen)[side]) < 0.1


def test_a_unit_nobody_uses_is_guessed_and_said() -> None:
    person = played("wave_ours.jsonl")[0]
    raw = Skeleton(0.0, frozen(person.places * 123456.0), person.confidence)
    troubles = Troubles()
    seen = Intake(troubles, hand=Hand.RIGHT).skeleton(raw, 0.0)
    assert seen is not None
    assert np.linalg.norm(seen.at("neck") - seen.midway("left_hip", "right_hip")) < 1.0
    assert troubles.counts[Trouble.WIDE] == 1


def test_a_line_of_ours_comes_back() -> None:
    person = played("wave_ours.jsonl")[3]
    again = read_line(write_line(person))
    assert isinstance(again, Skeleton)
    np.testing.assert_allclose(again.places, person.places, atol=1e-3)
    assert again.gaze is not None
    np.testing.assert_allclose(again.gaze, person.gaze, atol=1e-3)


def test_streams_by_name_and_unknown_ones() -> None:
    assert {"wave", "crouch", "box", "dance"} <= set(stream_names())
    with pytest.raises(OlympianError, match=r"wawe.*did you mean 'wave'"):
        open_stream("wawe", Troubles())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "not JSON"),
        ("[1]", "object"),
        ('{"t": 1}', "neither joints nor landmarks"),
        ('{"joints": {}}', "t is missing"),
        ('{"t": 1, "joints": {"tail": [0, 0, 0]}}', "unknown joint 'tail'"),
        ('{"t": 1, "joints": {"head": 3}}', "head is no"),
        ('{"t": 1, "landmarks": [[0, 0, 0]]}', "1 landmarks instead of"),
        ('{"stream": "kinect"}', "kinect"),
    ],
)
def test_a_line_that_is_no_skeleton_says_why(line: str, says: str) -> None:
    with pytest.raises(OlympianError, match=says):
        read_line(line)


def test_a_file_without_a_skeleton_names_its_first_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("\n{}\n")
    with pytest.raises(OlympianError, match=r"bad\.jsonl.*bad\.jsonl:2: "):
        open_stream(file, Troubles())


@given(text=st.text(max_size=60))
def test_no_line_whatever_breaks_the_reader(text: str) -> None:
    troubles = Troubles()
    intake = Intake(troubles)
    assert intake.line(text, 0.0) is None


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("CHANNELS 6 Xposition", "CHANNELS 6 Wposition", r":5: channel 'Wposition'"),
        ("ROOT Hips", "ROOF Hips", r":2: 'ROOF' instead of ROOT"),
        ("Frames: 60", "Frames: many", r":\d+: the number of frames is 'many'"),
        ("Frames: 60", "Frames: 61", r":\d+: the file ends too early"),
        ("JOINT LeftUpArm", "JOINT Tentacle", "no left_shoulder among its joints"),
    ],
)
def test_a_broken_bvh_file_names_the_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = (DATA / "wave_biovision.bvh").read_text()
    assert old in text
    file = tmp_path / "broken.bvh"
    file.write_text(text.replace(old, new))
    with pytest.raises(OlympianError, match=says):
        open_stream(file, Troubles())


def test_rotations_are_done_in_the_order_of_the_channels(tmp_path: Path) -> None:
    head = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    tail = "End Site\n{\nOFFSET 0 0 1\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n90 0 90\n"
    file = tmp_path / "turn.bvh"
    file.write_text(head + tail)
    places, _ = read_bvh(file).solve()
    # about y first: z goes to x; then about z: x goes to y
    np.testing.assert_allclose(places[0, 1], [0.0, 1.0, 0.0], atol=1e-12)


def test_packets_come_through_udp_and_bad_ones_are_counted() -> None:
    troubles = Troubles()
    stream = UdpStream(0, Intake(troubles))
    lines = (DATA / "wave_nite.jsonl").read_bytes().splitlines()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for packet in (lines[0], b"nonsense", b"\xff\xfe", lines[1] + b"\n" + lines[2]):
            sender.sendto(packet, ("127.0.0.1", stream.port))
    seen = stream.take(0.0)
    stream.close()
    assert [round(one.t, 3) for one in seen] == [round(json.loads(x)["t"], 3) for x in lines[:3]]
    assert troubles.counts[Trouble.MALFORMED] == 2
    assert len(troubles.news()) == 1


def test_a_port_that_is_taken_is_said() -> None:
    stream = UdpStream(0, Intake(Troubles()))
    with pytest.raises(OlympianError, match=f"cannot listen on 127.0.0.1:{stream.port}"):
        UdpStream(stream.port, Intake(Troubles()))
    stream.close()


def test_a_pipe_is_read_as_it_comes() -> None:
    """A silent pipe takes no time; a line comes when its end has come."""
    header, first, second, *_ = (DATA / "wave_ours.jsonl").read_bytes().splitlines(keepends=True)
    end, start = os.pipe()
    with os.fdopen(end) as pipe, os.fdopen(start, "wb", buffering=0) as feed:
        live = LiveLines(pipe, Intake(Troubles()))
        assert live.take(0.0) == []
        feed.write(header + first + second[:40])
        assert len(live.take(0.0)) == 1
        feed.write(second[40:-1])
        assert live.take(0.0) == []
        feed.close()
        assert len(live.take(0.0)) == 1
        assert live.ended


def test_a_recording_is_played_by_its_own_clock() -> None:
    stream = open_stream(DATA / "wave_ours.jsonl", Troubles())
    assert len(stream.take(0.0)) == 1
    assert len(stream.take(0.21)) == 3
    assert not stream.ended
    stream.remaining()
    assert stream.ended


def test_joints_are_those_of_nite() -> None:
    assert len(JOINTS) == len(set(JOINTS)) == 15


def test_the_mediapipe_program_writes_what_the_reader_reads(tmp_path: Path) -> None:
    """Landmarks as MediaPipe's objects go in; the same person comes out as from our own file."""
    rows = (DATA / "wave_mediapipe.jsonl").read_text().splitlines()
    lines = [json.dumps(mediapipe_stream.HEADER)]
    for row in map(json.loads, rows):
        marks = [
            SimpleNamespace(**dict(zip(("x", "y", "z", "visibility"), mark, strict=True)))
            for mark in row["landmarks"]
        ]
        lines.append(mediapipe_stream.line(row["t"], marks))
    path = tmp_path / "written.jsonl"
    path.write_text("\n".join(lines) + "\n")
    ours, theirs = played("wave_mediapipe.jsonl"), open_stream(path, Troubles()).remaining()
    assert len(ours) == len(theirs) > 10
    for first, second in zip(ours, theirs, strict=True):
        assert np.allclose(first.places, second.places, atol=2e-4, equal_nan=True)


def test_what_mediapipe_itself_made_of_a_photograph_is_a_person() -> None:
    """Ten frames that `tools/mediapipe_stream.py` wrote of NASA's portrait of Eileen Collins."""
    people = played("astronaut_mediapipe.jsonl")
    assert len(people) == 10
    for person in people:
        head, left, right = (person.at(f"{j}") for j in ("head", "left_shoulder", "right_shoulder"))
        assert head[2] > max(left[2], right[2]) + 0.1
        assert 0.2 < left[1] - right[1] < 0.5, "she faces the camera: her left is to the left"
        assert person.confidence[JOINTS.index("left_foot")] < 0.2, "legs are out of the picture"
