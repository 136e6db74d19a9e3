"""What a robot knows by each way of looking about, in the same matches."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from olympian.arena.crew import ALONE, Crew, run_all
from olympian.arena.gaze.gaze_match import LOOKS, GazeMatch, Known
from olympian.seeds import JUDGING, Seeds

__all__ = ["GazeRow", "measure"]

KNOWN_M = 0.3
"""Metres up to which a thing is known."""


@dataclass(frozen=True)
class GazeTask:
    """One match and one way to look about in it."""

    field: str
    seed: int
    looks: str
    seconds: float


@dataclass(frozen=True)
class GazeRow:
    """All matches of one way to look; errors at every tick, metres."""

    looks: str
    ball_m_median: float
    """Of a ball that is on the field within 5 m; one that it knows nothing of is 5 m off."""
    ball_m_p95: float
    ball_known: float
    """Share of these ticks in which it is known to 0.3 m."""
    place_m_median: float
    place_m_p95: float
    robots_known: float
    """Share of the robots within 3 m that are known to 0.3 m."""
    ticks: int
    seeds: str


def measure(
    matches: int,
    seconds: float,
    seed: int,
    progress: Callable[[float], None] = lambda _: None,
    crew: Crew = ALONE,
    field: str = "modern",
    seeds: Seeds | None = None,
) -> list[GazeRow]:
    """Play every match once for each way to look.

    Args: seeds: of the matches; by default judging seeds from `seed` on.
    """
    chosen = seeds or JUDGING.take(matches, seed)
    tasks = [GazeTask(field, one, looks, seconds) for one in chosen for looks in LOOKS]
    played = run_all(crew, play, tasks, progress)
    return [
        row(
            looks,
            [
                known
                for task, ticks in zip(tasks, played, strict=True)
                for known in ticks
                if task.looks == looks
            ],
            str(chosen),
        )
        for looks in LOOKS
    ]


def play(task: GazeTask, progress: Callable[[float], None] = lambda _: None) -> list[Known]:
    """One match."""
    match = GazeMatch(task.field, task.seed, task.looks)
    try:
        found = match.play(task.seconds)
    finally:
        match.close()
    progress(1.0)
    return found


def row(looks: str, ticks: list[Known], seeds: str) -> GazeRow:
    """The figures of one way to look."""
    ball = np.array([one.ball for one in ticks])
    ball = ball[~np.isnan(ball)]
    place = np.array([one.place for one in ticks])
    robots = np.array([off for one in ticks for off in one.robots])
    return GazeRow(
        looks,
        *_percentiles(ball),
        _share(ball),
        *_percentiles(place),
        _share(robots),
        len(ticks),
        seeds,
    )


def _percentiles(off: np.ndarray) -> tuple[float, float]:
    if not len(off):
        return float("nan"), float("nan")
    median, p95 = np.percentile(off, (50, 95)).tolist()
    return round(median, 3), round(p95, 3)


def _share(off: np.ndarray) -> float:
    return round(float((off < KNOWN_M).mean()), 3) if len(off) else float("nan")
