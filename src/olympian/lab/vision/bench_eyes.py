"""The whole way from a frame to objects, lines and ball, stage by stage."""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import thread_time

from olympian.geometry import Mat4
from olympian.lab.vision.race import times_us
from olympian.lab.vision.score import BenchRow, is_hit
from olympian.statistics import Rate
from olympian.vision import GAMES, BallDisc, Colour, Eyes
from olympian.vision.camera import Labelled, read_dataset
from olympian.vision.colour import ColourTable, count_labels, table_from_votes

ROUNDS = 15
CLEAR = 0.8
"""Part of a ball that must be in sight for it to count."""


def table_of(frames: list[Labelled]) -> ColourTable:
    """A colour table from labelled frames: these must not be scored later."""
    votes = count_labels([(one.frame, one.truth.colours) for one in frames], len(Colour) - 1)
    names = [colour.name.lower() for colour in list(Colour)[1:]]
    return table_from_votes(names, votes[1:], votes[0])


def measure(
    field: str,
    tune_folder: Path,
    held_folder: Path,
    rounds: int = ROUNDS,
    own: Sequence[Mat4] = (),
    seeds: str = "",
    progress: Callable[[float], None] = lambda _: None,
) -> list[BenchRow]:
    """Time of whole frames, and how many of the balls in them are seen.

    Args:
        field: of the frames, which says how large its ball is.
        own: for each frame the place of the camera as the robot itself knows it: a second row.
        seeds: of the frames that are scored.
    """
    held = list(read_dataset(held_folder))
    eyes = Eyes(held[0].camera, table_of(list(read_dataset(tune_folder))), *GAMES[field])
    poses = {"true camera pose": [one.truth.T_field_camera for one in held]}
    if len(own):
        poses["camera pose by joints and IMU"] = list(own)
    rows = []
    for name, places in poses.items():
        where = f"{_frames(held)}, field {field}, {name}"
        rows.append(_row(eyes, held, places, rounds, where, seeds))
        progress(len(rows) / len(poses))
    return rows


def _frames(held: list[Labelled]) -> str:
    height, width = held[0].frame.shape[:2]
    return f"camera {width}x{height}, {len(held)} frames"


def _row(
    eyes: Eyes, held: list[Labelled], places: list[Mat4], rounds: int, where: str, seeds: str
) -> BenchRow:
    times, balls, answers = [], [], 0
    for (frame, truth, _), place in zip(held, places, strict=True):
        seen = eyes.see(frame, place)
        answers += seen.ball is not None
        if truth.ball is not None and truth.ball.visible >= CLEAR:
            balls.append(seen.ball is not None and is_hit(seen.ball, truth.ball))
        elif truth.ball is not None and _partly(seen.ball, truth.ball):
            answers -= 1  # of a ball that is half hidden, which need not be seen
        times.append([_time(eyes, frame, place) for _ in range(rounds)])
    return BenchRow(
        "whole pipeline",
        "olympian colour+regions+grid+GVG+lines+objects+ball",
        where,
        *times_us(times),
        sum(balls) / max(len(balls), 1),
        sum(balls) / max(answers, 1),
        Rate.among(balls),
        seeds,
    )


def _partly(found: BallDisc | None, ball: BallDisc) -> bool:
    return found is not None and is_hit(found, ball)


def _time(eyes: Eyes, *arguments: object) -> float:
    start = thread_time()
    eyes.see(*arguments)  # pyright: ignore[reportArgumentType]
    return thread_time() - start
