"""Frames of the simulated camera for the benches of the eyes, and all their rows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

__all__ = ["measure"]

ROBOT = "fumanoid"
FIELDS = ("2010", "modern")
TUNE_FRAMES = 30
HELD_OUT = 1000
"""Seeds of frames that are scored lie from here on; those that anything learns from, below."""


def measure(
    frames: int, rounds: int, seed: int, progress: Callable[[float], None] = lambda _: None
) -> list[Any]:
    """Colour, shape and whole pipeline; on drawn frames, and on the camera's of both fields."""
    from olympian.lab.vision import bench_colour, bench_eyes, bench_shape

    rows: list[Any] = []
    with _folders(frames, seed, lambda share: progress(0.3 * share)) as folders:
        kinds = [
            bench_colour.synthetic_frames(),
            _colour_frames("camera, field 2010", folders["2010"]),
        ]
        rows += bench_colour.measure(kinds, rounds)
        progress(0.5)
        rows += bench_shape.measure(*folders["modern"], frames, rounds)
        progress(0.8)
        for field in FIELDS:
            rows += bench_eyes.measure(field, *folders[field], rounds)
    progress(1.0)
    return rows


@contextmanager
def _folders(
    frames: int, seed: int, progress: Callable[[float], None]
) -> Iterator[dict[str, tuple[Path, Path]]]:
    """For each field a folder of frames to tune on and one to score, while in use."""
    from olympian.arena.football import football_frames, lens_of
    from olympian.robot import load_robot
    from olympian.vision.camera.dataset_writer import write_dataset

    robot = load_robot(ROBOT)
    lens = lens_of(robot, "pinhole")
    with TemporaryDirectory(prefix="olympian-") as place:
        folders = {}
        for done, field in enumerate(FIELDS):
            pair = []
            for kind, count, first in (("tune", TUNE_FRAMES, 0), ("held", frames, HELD_OUT)):
                folder = Path(place) / f"{field}-{kind}"
                chosen = first + seed % HELD_OUT
                taken = football_frames(robot, field, lens, count, chosen, "")
                write_dataset(folder, taken, lens, field=field, robot=ROBOT, seed=chosen)
                pair.append(folder)
                progress((2 * done + len(pair)) / (2 * len(FIELDS)))
            folders[field] = (pair[0], pair[1])
        yield folders


def _colour_frames(name: str, folders: tuple[Path, Path]) -> Any:
    from olympian.lab.vision.bench_colour import ColourFrames
    from olympian.vision.camera import read_dataset

    tune, held = (
        [(one.frame, one.truth.colours) for one in read_dataset(folder)] for folder in folders
    )
    return ColourFrames(name, tune, held[:8])
