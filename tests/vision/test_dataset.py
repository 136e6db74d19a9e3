"""Datasets of the simulated camera: the same bytes for the same seed, whole or not at all."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from drills.gl import needs_gl
from olympian.arena.football import football_frames, lens_of
from olympian.cli.vision.dataset import register
from olympian.errors import OlympianError
from olympian.geometry import frozen
from olympian.robot import Robot, load_robot
from olympian.vision import Truth
from olympian.vision.camera import (
    FishEye,
    Pinhole,
    read_dataset,
)
from olympian.vision.camera.dataset import HEAD, read_head
from olympian.vision.camera.dataset_writer import check_folder, write_dataset


@pytest.fixture(scope="module")
def robot() -> Robot:
    """The smallest pictures we have: 320 × 240."""
    return load_robot("bioloid")


@needs_gl
def test_the_same_seed_gives_the_same_bytes(robot: Robot, tmp_path: Path) -> None:
    lens = lens_of(robot, "pinhole")

    def write(name: str, seed: int, count: int) -> dict[str, bytes]:
        frames = football_frames(robot, "2010", lens, count, seed)
        write_dataset(tmp_path / name, frames, lens, field="2010", robot="bioloid", seed=seed)
        return {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()}

    first, again, other = write("a", 7, 1), write("b", 7, 2), write("c", 8, 1)
    assert all(again[name] == content for name, content in first.items() if name != HEAD)
    assert read_head(tmp_path / "a").frames == read_head(tmp_path / "b").frames[:1]
    assert first["0000.png"] != other["0000.png"]
    assert again["0000.png"] != again["0001.png"]


def frames_without_graphics(count: int) -> list[tuple[np.ndarray, Truth, dict[str, float]]]:
    chance = np.random.default_rng(0)
    made = []
    for index in range(count):
        labels = chance.integers(0, 7, (2, 6, 8), dtype=np.uint8)
        T = frozen(np.eye(4) + index)
        truth = Truth(labels[0], labels[1], None, T, (0.5, index), ((1.0, 2.0, 3.0),))
        frame = chance.integers(0, 256, (6, 8, 3), dtype=np.uint8)
        made.append((frame, truth, {"gain": 1.0}))
    return made


@pytest.mark.parametrize("lens", [Pinhole.of_view(8, 6, 45.0), FishEye.of_circle(8, 6, 170.0, 3.0)])
def test_what_is_written_is_read_again(tmp_path: Path, lens: Pinhole | FishEye) -> None:
    made = frames_without_graphics(3)
    write_dataset(tmp_path / "d", made, lens, field="modern", robot="x", seed=0)
    read = list(read_dataset(tmp_path / "d"))
    assert len(read) == 3
    for (frame, truth, _), back in zip(made, read, strict=True):
        assert np.array_equal(back.frame, frame)
        assert np.array_equal(back.truth.things, truth.things)
        assert np.array_equal(back.truth.colours, truth.colours)
        assert np.array_equal(back.truth.T_field_camera, truth.T_field_camera)
        assert (back.truth.ball_at, back.truth.robots_at) == (truth.ball_at, truth.robots_at)
        assert back.camera == lens


def test_a_folder_is_never_overwritten_by_accident(tmp_path: Path) -> None:
    lens = Pinhole.of_view(8, 6, 45.0)
    about = {"field": "modern", "robot": "x", "seed": 0}
    folder = tmp_path / "d"
    write_dataset(folder, frames_without_graphics(2), lens, **about)
    with pytest.raises(OlympianError, match="--force"):
        write_dataset(folder, frames_without_graphics(1), lens, **about)
    write_dataset(folder, frames_without_graphics(1), lens, **about, force=True)
    assert len(read_head(folder).frames) == 1
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(OlympianError, match=r"letter\.txt"):
        check_folder(tmp_path / "mine", force=True)
    with pytest.raises(OlympianError, match="is a file"):
        check_folder(tmp_path / "mine" / "letter.txt", force=True)


def test_a_failure_on_the_way_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    lens = Pinhole.of_view(8, 6, 45.0)
    about = {"field": "modern", "robot": "x", "seed": 0}
    write_dataset(tmp_path / "d", frames_without_graphics(2), lens, **about)

    def broken() -> object:
        yield from frames_without_graphics(1)
        raise OlympianError("the lamp went out")

    with pytest.raises(OlympianError, match="lamp"):
        write_dataset(tmp_path / "d", broken(), lens, **about, force=True)  # pyright: ignore
    assert len(list(read_dataset(tmp_path / "d"))) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["d"]


@pytest.mark.parametrize(
    ("old", "new", "culprit"),
    [
        (b'"format"', b'"formal"', "formal"),
        (b"olympian frames 1", b"olympian frames 9", "frames 9"),
        (b'"pinhole"', b'"keyhole"', "pinhole"),
        (b'"0001"', b'"0009"', r"0009\.png"),
        (b"{", b"[", HEAD),
    ],
)
def test_a_bad_dataset_names_the_culprit(
    tmp_path: Path, old: bytes, new: bytes, culprit: str
) -> None:
    lens = Pinhole.of_view(8, 6, 45.0)
    write_dataset(
        tmp_path / "d", frames_without_graphics(2), lens, field="modern", robot="x", seed=0
    )
    head = tmp_path / "d" / HEAD
    head.write_bytes(head.read_bytes().replace(old, new, 1))
    with pytest.raises(OlympianError, match=culprit) as caught:
        list(read_dataset(tmp_path / "d"))
    assert "\n" not in str(caught.value)


def test_labels_of_another_size_are_refused(tmp_path: Path) -> None:
    lens = Pinhole.of_view(8, 6, 45.0)
    write_dataset(
        tmp_path / "d", frames_without_graphics(1), lens, field="modern", robot="x", seed=0
    )
    from PIL import Image

    Image.fromarray(np.zeros((3, 3), dtype=np.uint8)).save(tmp_path / "d" / "0000.things.png")
    with pytest.raises(OlympianError, match=r"0000\.things\.png"):
        next(read_dataset(tmp_path / "d"))
    Image.fromarray(np.full((6, 8), 9, dtype=np.uint8)).save(tmp_path / "d" / "0000.things.png")
    with pytest.raises(OlympianError, match="label 9 is not a Thing"):
        next(read_dataset(tmp_path / "d"))
    Image.fromarray(np.zeros((6, 9, 3), dtype=np.uint8)).save(tmp_path / "d" / "0000.png")
    with pytest.raises(OlympianError, match=r"0000\.png: is 9 × 6"):
        next(read_dataset(tmp_path / "d"))
    with pytest.raises(OlympianError, match="is not a dataset"):
        read_dataset(tmp_path)


@pytest.fixture
def app() -> typer.Typer:
    vision = typer.Typer()
    vision.callback()(lambda: None)
    register(vision)
    return vision


@needs_gl
def test_the_command_writes_a_dataset(app: typer.Typer, tmp_path: Path) -> None:
    words = ["dataset", "--out", str(tmp_path / "d"), "--frames", "2", "--robot", "bioloid"]
    done = CliRunner().invoke(app, [*words, "--ball", "orange", "--seed", "5", "--json"])
    assert done.exit_code == 0, done.output
    assert '"frames": 2' in done.stdout
    assert len(list(islice(read_dataset(tmp_path / "d"), 3))) == 2


@pytest.mark.parametrize(
    ("words", "culprit"),
    [
        (["--field", "1998"], "2010, modern"),
        (["--lens", "kaleidoscope"], "fisheye, pinhole"),
        (["--robot", "nobody"], "nobody"),
        (["--ball", "square"], "orange, patched"),
    ],
)
def test_bad_input_names_the_alternatives(
    app: typer.Typer, tmp_path: Path, words: list[str], culprit: str
) -> None:
    done = CliRunner().invoke(app, ["dataset", "--out", str(tmp_path / "d"), *words])
    assert isinstance(done.exception, OlympianError)
    assert culprit in str(done.exception)
    assert not (tmp_path / "d").exists()
