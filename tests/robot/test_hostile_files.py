"""Files made to break their readers give one line, and names in them lead nowhere."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from olympian.backend.recording import COLUMNS, IMU_COLUMNS, Recording
from olympian.cli.main import main
from olympian.decision.dsd.reader import read_tree
from olympian.errors import OlympianError
from olympian.files import plain_name, read_text
from olympian.motion.pose.read import read_poses
from olympian.robot import load_robot
from olympian.robot.config import RobotConfig
from olympian.robot.files.toml import read_toml
from olympian.vision.camera.dataset import read_dataset
from olympian.vision.camera.source import read_picture
from olympian.vision.colour.table.file import read_table

READERS: dict[str, Callable[[Path], object]] = {
    "robot.toml": lambda path: read_toml(path, RobotConfig),
    "table.toml": read_table,
    "tree.dsd": read_tree,
    "poses.csv": lambda path: read_poses(path, load_robot("bioloid")),
    "robot.urdf": lambda path: load_robot(path),
    "dataset.json": lambda path: list(read_dataset(path.parent)),
    "run.npz": Recording.load,
    "frame.png": read_picture,
}
JUNK = {
    "brackets": b"[" * 60_000,
    "braces": b"{" * 60_000,
    "deep": b"a = " + b"[" * 5_000 + b"]" * 5_000,
    "dots": b".".join([b"a"] * 5_000) + b" = 1",
    "digits": b"a = " + b"9" * 5_000,
    "bytes": bytes(range(256)) * 40,
    "nothing": b"",
}


def one_line(read: Callable[[Path], object], path: Path, says: str | None = None) -> None:
    with pytest.raises(OlympianError, match=says) as caught:
        read(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("name", READERS)
def test_junk_is_one_line_in_every_reader(tmp_path: Path, name: str, junk: str) -> None:
    path = tmp_path / name
    path.write_bytes(JUNK[junk])
    one_line(READERS[name], path)


def nested(depth: int) -> str:
    return "-->A\n$D\n" + "".join("    " * n + "YES --> $D\n" for n in range(1, depth))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (nested(1_000), "too deep"),
        ("-->A\n@Act + x:" + "9" * 5_000, ":2: 'x' is longer than"),
        (
            "".join(f"#S{n}\n$D\n    A --> #S{n + 1}\n    B --> #S{n + 1}\n" for n in range(40))
            + "#S40\n@X\n-->A\n$D\n    A --> #S0\n",
            "more than 100000 nodes",
        ),
    ],
)
def test_hostile_trees_of_decisions(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "tree.dsd"
    path.write_text(text)
    one_line(read_tree, path, says)


def columns(**other: Any) -> dict[str, Any]:
    return {
        **{name: np.zeros((3, 2)) for name in COLUMNS},
        **{name: np.zeros((3, 3)) for name in IMU_COLUMNS},
        **{"t": np.zeros(3), "robot": "x", "joint_names": np.array(["a", "b"]), "dt": 0.01},
        "foot_pressure": np.zeros((3, 2, 4)),
        **other,
    }


def archive(header: bytes) -> bytes:
    """A recording whose only column says of itself what `header` says."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as parts:
        size = len(header).to_bytes(2, "little")
        parts.writestr("t.npy", b"\x93NUMPY\x01\x00" + size + header)
    return data.getvalue()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dt", "abc"),
        ("dt", np.inf),
        ("t", np.float64(1.0)),
        ("t", np.array(["a", "b", "c"])),
        ("q", np.full((3, 2), "x")),
        ("joint_names", "a"),
        ("foot_pressure", np.zeros(1)),
        ("foot_pressure", np.zeros((3, 2, 5))),
    ],
)
def test_a_recording_of_wrong_columns_is_one_line(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "run.npz"
    np.savez(path, **columns())
    assert len(Recording.load(path).records) == 3
    np.savez(path, **columns(**{name: value}))
    one_line(Recording.load, path)


@pytest.mark.parametrize(
    "header",
    [
        b"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999,), }\n",
        b"(" * 9_000,
        b"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }\n",
    ],
)
def test_a_recording_that_lies_about_its_size_is_one_line(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "run.npz"
    path.write_bytes(archive(header))
    one_line(Recording.load, path, "not a recording")


def test_a_single_array_is_no_recording(tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    one_line(Recording.load, path, "not a recording")


def dataset(folder: Path, name: str) -> Path:
    lens = {"kind": "pinhole", "width": 8, "height": 8, "focal": [8, 8], "centre": [4, 4]}
    entry = {
        **{"name": name, "T_field_camera": np.eye(4).tolist(), "ball": None, "ball_at": None},
        **{"robots_at": [], "conditions": {}},
    }
    head = {
        **{"format": "olympian frames 1", "field": "f", "robot": "r", "seed": 0},
        **{"lens": lens | {"distortion": [0] * 5}, "frames": [entry]},
    }
    folder.mkdir()
    (folder / "dataset.json").write_text(json.dumps(head))
    return folder


def test_frames_of_a_dataset_lie_in_its_folder(tmp_path: Path) -> None:
    for end in ("png", "things.png", "colours.png"):
        Image.new("RGB" if end == "png" else "L", (8, 8)).save(tmp_path / f"evil.{end}")
    folder = dataset(tmp_path / "set", "../evil")
    one_line(lambda path: list(read_dataset(path)), folder, "frame '../evil' has a slash")


def test_labels_that_would_fill_the_memory_are_one_line(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "set", "0")
    Image.new("RGB", (8, 8)).save(folder / "0.png")
    Image.new("1", (13_400, 13_400)).save(folder / "0.things.png")
    one_line(lambda path: list(read_dataset(path)), folder, "cannot be read as labels")


@pytest.mark.parametrize(
    "name", ["", " ", ".", "..", "a/../../../evil", "a\\b", "a\0b", "a\nb", "a" * 101, "/etc/x"]
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    with pytest.raises(OlympianError, match=r"robot .* files are named after it") as caught:
        plain_name(name, "robot")
    assert str(caught.value).isprintable()


@settings(max_examples=50, deadline=None)
@given(name=st.text(max_size=120))
def test_a_plain_name_is_a_file_of_its_folder(tmp_path_factory, name: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    try:
        plain = plain_name(name, "robot")
    except OlympianError:
        return
    path = (folder / f"{plain}.toml").resolve()
    assert path.parent == folder.resolve()


EVIL = '<robot name="a/../../../evil"><link name="torso"/></robot>'


def test_a_robot_that_is_called_like_a_path_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    urdf = tmp_path / "evil.urdf"
    urdf.write_text(EVIL)
    for words in (("tune", "walk", "--trials", "1", "--robot", urdf), ("robot", "show", urdf)):
        assert main([str(word) for word in words]) == 2
        assert "evil.urdf: robot 'a/../../../evil' has a slash in it" in capsys.readouterr().err
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "robot.toml").write_text('name = "../evil"\nmodel = "m.urdf"\ntorso = "torso"\n')
    (folder / "m.urdf").write_text(EVIL.replace("a/../../../evil", "good"))
    one_line(load_robot, folder, "robot '../evil' has a slash")


def test_a_file_has_a_size_and_is_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfgood\n")
    assert read_text(path) == "good\n"
    one_line(lambda path: read_text(path, most=4), path, "larger than 4 bytes")
    path.write_bytes(b"good\n\xff")
    one_line(read_text, path, ":2: is not UTF-8 text")
    one_line(read_text, tmp_path / "none", "cannot be read")
