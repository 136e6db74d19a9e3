"""Frames of the simulated camera for the benches of the eyes, and all their rows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from olympian.robot import Robot

ROBOT = "fumanoid"
FIELDS = ("2010", "modern")
TUNE_FRAMES = 30


def measure(
    frames: int,
    rounds: int,
    seed: int,
    progress: Callable[[float], None] = lambda _: None,
    *,
    closed_loop: bool = False,
    matches: int = 20,
) -> list[Any]:
    """Colour, shape and whole pipeline; on drawn frames, and on the camera's of both fields.

    Args:
        seed: of the judging seeds, the first; what anything learns from has tuning seeds.
        closed_loop: what walking robots see in so many matches on each field instead.
    """
    if closed_loop:
        from olympian.arena.football import measure_closed_loop

        return list(measure_closed_loop(matches, seed, progress))
    from olympian.lab.vision import bench_colour, bench_eyes, bench_shape

    rows: list[Any] = []
    with _folders(frames, seed, lambda share: progress(0.3 * share)) as folders:
        kinds = [bench_colour.synthetic_frames(seed=seed), _colour_frames(folders["2010"])]
        rows += bench_colour.measure(kinds, rounds)
        progress(0.5)
        modern = folders["modern"]
        rows += bench_shape.measure(
            modern.tune, modern.held, frames, rounds, seed=seed, camera_seeds=modern.seeds
        )
        progress(0.8)
        for field, some in folders.items():
            rows += bench_eyes.measure(
                field, some.tune, some.held, rounds, own=some.own, seeds=some.seeds
            )
    progress(1.0)
    return rows


@dataclass(frozen=True)
class _CameraFrames:
    """Folders of frames of one field, and where the robot believes that it took those to score."""

    tune: Path
    held: Path
    own: tuple[Any, ...]
    seeds: str


@contextmanager
def _folders(
    frames: int, seed: int, progress: Callable[[float], None]
) -> Iterator[dict[str, _CameraFrames]]:
    """Frames of each field to tune on and to score, while in use."""
    from olympian.arena.football import own_poses
    from olympian.robot import load_robot
    from olympian.seeds import JUDGING, TUNING

    robot, judged = load_robot(ROBOT), JUDGING.take(1, seed)
    with TemporaryDirectory(prefix="olympian-") as place:
        found = {}
        for done, field in enumerate(FIELDS):
            tune, held = (Path(place) / f"{field}-{kind}" for kind in ("tune", "held"))
            _write(robot, field, tune, TUNE_FRAMES, TUNING.first)
            progress((done + 0.5) / len(FIELDS))
            _write(robot, field, held, frames, judged.first)
            progress((done + 1) / len(FIELDS))
            own = tuple(own_poses(robot, field, frames, judged.first))
            found[field] = _CameraFrames(tune, held, own, str(judged))
        yield found


def _write(robot: "Robot", field: str, folder: Path, count: int, seed: int) -> None:
    from olympian.arena.football import football_frames, lens_of
    from olympian.vision.camera import write_dataset

    lens = lens_of(robot, "pinhole")
    taken = football_frames(robot, field, lens, count, seed)
    write_dataset(folder, taken, lens, field=field, robot=robot.name, seed=seed)


def _colour_frames(some: _CameraFrames) -> Any:
    from olympian.lab.vision.bench_colour import ColourFrames
    from olympian.vision.camera import read_dataset

    tune, held = (
        [(one.frame, one.truth.colours) for one in read_dataset(folder)]
        for folder in (some.tune, some.held)
    )
    return ColourFrames("camera, field 2010", tune, held[:8], some.seeds)
