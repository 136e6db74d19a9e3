"""The eyes of a walking robot, judged by the referee of its matches."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import thread_time

import numpy as np

from olympian.arena.football.match import Glimpse, Match
from olympian.arena.football.match_score import BALL_TASKS, TASKS, Tally, score
from olympian.seeds import JUDGING, Seeds
from olympian.vision import GAMES, Eyes
from olympian.vision.camera import Lens
from olympian.vision.on_ground import OnGround

FIELDS = ("2010", "modern")
MATCH_S = 10.0
"""Seconds of one match; one of them is spent on standing."""


@dataclass(frozen=True)
class ClosedLoopRow:
    """One thing to be seen on one field."""

    task: str
    field: str
    recall: float
    """Share of what is in sight that was found."""
    precision: float
    """Share of what was found that is there."""
    error_px: float
    """Median of those that were found."""
    error_m: float
    """The same on the field, with the camera where the robot believes it to be."""
    error_m_eyes: float
    """The same with the camera where it is: what the eyes alone are off by."""
    us_median: float
    """Of the whole pipeline on a picture, in one thread."""
    wanted: int
    """Things in sight in all pictures; of lines points, 5 cm apart."""
    seeds: str


def measure(
    matches: int,
    seed: int,
    progress: Callable[[float], None] = lambda _: None,
    seeds: Seeds | None = None,
) -> list[ClosedLoopRow]:
    """Play so many matches on each field.

    Args: seeds: of the matches; by default judging seeds from `seed` on.
    """
    chosen, rows = seeds or JUDGING.take(matches, seed), []
    for done, field in enumerate(FIELDS):

        def tell(share: float, done: int = done) -> None:
            progress((done + share) / len(FIELDS))

        rows += _rows(field, chosen, tell)
    return rows


def _rows(field: str, seeds: Seeds, progress: Callable[[float], None]) -> list[ClosedLoopRow]:
    """All tasks on one field."""
    glimpses, times = list[Glimpse](), list[float]()
    by_shape, shape_times = list[Glimpse](), list[float]()
    lens: Lens | None = None
    for index, one in enumerate(seeds):
        match = Match(field, one)
        glimpses_of_match = list(match.glimpses(MATCH_S))
        lens = match.lens
        match.close()
        glimpses += glimpses_of_match
        times += seconds_of(glimpses_of_match, lens, field)
        for glimpse, seconds in seen_by_shape(glimpses_of_match, lens, field):
            by_shape.append(glimpse)
            shape_times.append(seconds)
        progress((index + 1) / seeds.count)
    assert lens is not None, "there is a match"
    tallies, us = score(glimpses, field, lens), 1e6 * float(np.median(times))
    rows = [_row(task, field, tallies[task], us, str(seeds)) for task in TASKS]
    tallies, us = score(by_shape, field, lens), 1e6 * float(np.median(shape_times))
    return rows + [
        _row(f"{task}, by shape", field, tallies[task], us, str(seeds)) for task in BALL_TASKS
    ]


def seconds_of(glimpses: Iterable[Glimpse], lens: Lens, field: str) -> list[float]:
    """What each picture costs the eyes: seen once more, by eyes that have nothing else to do."""
    eyes = Eyes(lens, None, *GAMES[field], level=True)
    on_ground = OnGround(lens, eyes.table, eyes.ball_radius)
    times = []
    for glimpse in glimpses:
        seen, start = glimpse.seen, thread_time()
        found = eyes.see(glimpse.frame, seen.T_place_camera)
        on_ground(found, seen.t, seen.place)
        times.append(thread_time() - start)
    return times


def seen_by_shape(
    glimpses: Iterable[Glimpse], lens: Lens, field: str
) -> Iterator[tuple[Glimpse, float]]:
    """The same pictures for eyes without the network: the ball is what is round, or its colour.

    With what each picture costs them. Lines, posts and robots are the same.
    """
    eyes = Eyes(lens, None, *GAMES[field], level=True, by_shape=True)
    on_ground = OnGround(lens, eyes.table, eyes.ball_radius)
    for glimpse in glimpses:
        seen, start = glimpse.seen, thread_time()
        found = eyes.see(glimpse.frame, seen.T_place_camera)
        ball = on_ground(found, seen.t, seen.place).ball
        yield replace(glimpse, seen=replace(seen, ball=ball)), thread_time() - start


def _row(task: str, field: str, tally: Tally, us: float, seeds: str) -> ClosedLoopRow:
    px, own, true = (
        float(np.median(some)) if some else float("nan")
        for some in (tally.px, tally.own_m, tally.true_m)
    )
    return ClosedLoopRow(
        task, field, tally.recall, tally.precision, px, own, true, us, tally.wanted, seeds
    )
