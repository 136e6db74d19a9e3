"""Recordings of living people, cut into clips: where they stand and are slow, and all the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.motion.imitate import PLACE, SUFFIXES, Skeleton, Troubles, open_stream
from olympian.motion.imitate.source import align

__all__ = ["Clips", "cut", "read_recordings"]

Clip = list[Skeleton]

LEAST, MOST = 4.0, 10.0
"""Seconds of a clip."""
PELVIS_M, PELVIS_SPEED = 0.5, 0.6
"""m and m/s, over a quarter of a second: half of what a person walks."""
FOOT_M, DOWN_M = 0.4, 0.08
"""A foot that is lower than this above its ground stands; it steps if it stands further apart."""
AIR_M = 0.15
"""m of the lower foot above the ground from which a person jumps, or has climbed somewhere."""
HZ = 20.0
SPEED_OVER = 5
"""Samples over which speed is taken."""
GROUND = 5.0
"""Percentile of the lower foot's height that is the ground."""


@dataclass(frozen=True)
class Clips:
    """One recording in pieces, each of which faces ahead at its start."""

    slow: list[Clip]
    """Somebody who stands and is slow"""
    fast: list[Clip]
    """Whatever is left: walks, jumps, steps, quick ones, legs out of sight"""


def read_recordings(folder: Path) -> dict[str, list[Skeleton]]:
    """All recordings of a folder, by file name.

    Raises:
        OlympianError: naming a folder or file that holds none.
    """
    if not folder.is_dir():
        raise OlympianError(f"{folder}: no such folder of recordings")
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise OlympianError(f"{folder}: no recording in it; they end with {', '.join(SUFFIXES)}")
    return {path.name: open_stream(path, Troubles()).remaining() for path in paths}


def cut(skeletons: Sequence[Skeleton], slower: float = 1.0) -> Clips:
    """Clips of a recording; the slow ones are as long as the rule allows, up to `MOST`.

    Args:
        slower: time by which it is stretched first: 3 is slow motion, a third of the speed.
    """
    timed = sorted((one for one in skeletons if np.isfinite(one.t)), key=lambda one: one.t)
    stretched = [replace(one, t=slower * (one.t - timed[0].t)) for one in timed]
    course = _Course(stretched)
    slow = list(_slow(course))
    marks = [0, *(mark for span in slow for mark in span), len(course.t)]
    fast = [piece for a, b in zip(marks[::2], marks[1::2], strict=True) for piece in _pieces(a, b)]
    return Clips(
        [_clip(stretched, course, span) for span in slow],
        [_clip(stretched, course, span) for span in fast],
    )


class _Course:
    """Pelvis and feet of a recording at even times."""

    def __init__(self, skeletons: Sequence[Skeleton]) -> None:
        times = np.array([one.t for one in skeletons])
        places = np.array([one.places for one in skeletons])
        self.t = np.arange(0.0, times[-1] + 1e-9, 1.0 / HZ)
        # the sample before each time: between two places there may be a gap
        rows = places[np.searchsorted(times, self.t, side="right") - 1]
        self._pelvis = rows[:, [PLACE["left_hip"], PLACE["right_hip"]]].mean(axis=1)
        self._feet = rows[:, [PLACE["left_foot"], PLACE["right_foot"]]]
        lower = self._feet[:, :, 2].min(axis=1)
        seen = lower[np.isfinite(lower)]
        self._ground = float(np.percentile(seen, GROUND)) if len(seen) else np.nan

    def stands(self, start: int, end: int) -> bool:
        """Does the person stand in one place there, and move slowly? Never if it is not seen."""
        pelvis, feet = self._pelvis[start:end], self._feet[start:end]
        speed = np.linalg.norm(pelvis[SPEED_OVER:] - pelvis[:-SPEED_OVER], axis=1) * HZ / SPEED_OVER
        height = feet[:, :, 2] - self._ground
        strides = [_spread(feet[height[:, k] < DOWN_M, k]) for k in (0, 1)]
        return bool(
            np.isfinite(height).all()
            and _spread(pelvis) <= PELVIS_M
            and speed.max() <= PELVIS_SPEED
            and height.min(axis=1).max() <= AIR_M
            and max(strides) <= FOOT_M
        )


def _slow(course: _Course) -> Iterator[tuple[int, int]]:
    """Spans of samples in which the person stands, one after another."""
    least, most = round(LEAST * HZ), round(MOST * HZ)
    start = 0
    while start + least <= len(course.t):
        end = start + least
        if not course.stands(start, end):
            start += 1
            continue
        while end < min(start + most, len(course.t)) and course.stands(start, end + 1):
            end += 1
        yield start, end
        start = end


def _pieces(start: int, end: int) -> Iterator[tuple[int, int]]:
    """A span in equal pieces no longer than `MOST`; less than a second is no clip."""
    if end - start < HZ:
        return
    count = int(np.ceil((end - start) / (MOST * HZ)))
    marks = np.linspace(start, end, count + 1).round().astype(int)
    yield from zip(marks[:-1].tolist(), marks[1:].tolist(), strict=True)


def _clip(skeletons: Sequence[Skeleton], course: _Course, span: tuple[int, int]) -> Clip:
    start, end = course.t[span[0]], course.t[span[1] - 1]
    inside = [one for one in skeletons if start <= one.t <= end]
    alignment = align(inside[0], "m", "z")
    turned = inside if alignment is None else [alignment(one) for one in inside]
    return [replace(one, t=one.t - inside[0].t) for one in turned]


def _spread(places: Vec) -> float:
    """m of the diagonal of the box, seen from above, that holds all places."""
    return float(np.linalg.norm(np.ptp(places[:, :2], axis=0))) if len(places) else 0.0
