"""How fast and how right edges and ball are found, beside OpenCV tuned on other frames.

Every method gets the same grey frames. Timings: short blocks of calls, one block per contender in
turn, so that a busy machine slows all of them alike, in time of the thread. Peers are tuned on
frames whose seed is below 1000 and scored on seeds from 1000 on.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.lab.vision.row import BenchRow
from olympian.lab.vision.score import (
    any_borders,
    is_hit,
    line_borders,
    near,
    pixels_of,
    share_near,
)
from olympian.lab.vision.shape_peers import (
    CANNY,
    CIRCLES,
    CIRCLES_ALT,
    HOUGH_LINES,
    LSD,
    Peer,
    opencv,
)
from olympian.vision.camera import Horizon, read_dataset
from olympian.vision.shape import (
    BallFinder,
    BallOptions,
    GradientGrid,
    GridOptions,
    below_horizon,
    whole,
)
from olympian.vision.synthetic import draw, random_scene
from olympian.vision.truth import Disc, Truth

__all__ = ["Case", "camera_cases", "measure", "race_balls", "synthetic_cases"]

TUNE, HELD = 0, 1000
"""First seeds of the frames for tuning and for scoring."""
ROUNDS, BLOCK = 8, 3
"""Blocks per frame and contender, and timed calls in a block."""
SLOW_S, SLOW_ROUNDS = 4e-3, 1
"""Calls that take longer are not worth more than a block."""
TUNED_CELL = 12
"""Pixels of the full frame: recall 0.975 on frames for tuning, 0.957 with the 16 of the thesis. In
quarter resolution 16 reach 0.959 already, and are faster."""
QUARTER_THRESHOLD = 40
"""Edges are steeper between every other pixel: as many lines as with 32, and less else."""
CLEAR = 0.8
"""Part of a ball that must be in sight for it to count."""
NEAR_PX, NEAR_QUARTER_PX = 2, 3
"""How far an edge may be from a border, in full and in quarter resolution."""

Grey = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Case:
    """A grey frame, what it shows, and its first row below the horizon."""

    grey: Grey
    truth: Truth
    horizon: int

    @cached_property
    def lines(self) -> NDArray[np.bool_]:
        """Borders of lines."""
        return line_borders(self.truth.things)

    @cached_property
    def borders(self) -> dict[int, NDArray[np.bool_]]:
        """Pixels within so many pixels of any border."""
        any_border = any_borders(self.truth.things)
        return {distance: near(any_border, distance) for distance in (NEAR_PX, NEAR_QUARTER_PX)}


@dataclass
class _Contender:
    """Something to be timed and scored."""

    method: str
    given: str
    run: Callable[[Case], Any]
    read: Callable[[Any, Case], Any]
    near_px: int = NEAR_PX
    times: dict[int, list[float]] = field(default_factory=dict)


def synthetic_cases(
    first: int, count: int, width: int = 640, height: int = 480, ball: bool | None = None
) -> list[Case]:
    """Drawn frames with seeds from `first` on."""
    cases = []
    for seed in range(first, first + count):
        scene = random_scene(seed, width, height, ball)
        picture = draw(scene)
        cases.append(Case(_grey(picture.frame), picture.truth, scene.view.horizon_row()))
    return cases


def camera_cases(folder: Path) -> list[Case]:
    """Frames of the simulated camera, as `olympian vision dataset` writes them."""
    cases = []
    for frame, truth, lens in read_dataset(folder):
        top = Horizon(lens).top(truth.T_field_camera[:3, :3])
        cases.append(Case(_grey(frame), truth, int(np.clip(top, 0, len(frame)))))
    return cases


def measure(
    tune_folder: Path | None = None,
    held_folder: Path | None = None,
    frames: int = 30,
    rounds: int = ROUNDS,
    tune_frames: int = 10,
    progress: Callable[[float], None] = lambda _: None,
) -> list[BenchRow]:
    """Rows for edges and ball on drawn frames and, where folders are given, on camera frames.

    Args:
        progress: called with the share done, 0…1.
    """
    tune, held = synthetic_cases(TUNE, tune_frames), synthetic_cases(HELD, frames)
    rows = _edges(tune, held, "synthetic 640x480", rounds)
    progress(0.3)
    tune = synthetic_cases(TUNE, tune_frames, 512, 512, True)
    held = synthetic_cases(HELD, 2 * frames, 512, 512, True)
    rows += race_balls(tune, held, "synthetic 512x512", rounds)
    progress(0.6)
    if tune_folder is not None and held_folder is not None:
        tune, held = camera_cases(tune_folder), camera_cases(held_folder)
        rows += _edges(tune[:tune_frames], held, "camera 640x480", rounds)
        progress(0.8)
        rows += race_balls(_clear(tune)[:tune_frames], _clear(held), "camera 640x480", rounds)
    progress(1.0)
    return rows


def _clear(cases: Sequence[Case]) -> list[Case]:
    return [c for c in cases if c.truth.ball is not None and c.truth.ball.visible >= CLEAR]


def _grey(frame: NDArray[np.uint8]) -> Grey:
    cv2 = opencv()
    return np.ascontiguousarray(cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY))


def _edges(tune: list[Case], held: list[Case], source: str, rounds: int) -> list[BenchRow]:
    """Our grid and its peers, in full, in quarter resolution and below the horizon."""
    quarter = GridOptions(quarter=True, threshold=QUARTER_THRESHOLD)
    contenders = [
        _ours("GVG, cells of the thesis", "full", GridOptions(), _all),
        _ours("GVG", "full", GridOptions(cell=TUNED_CELL), _all),
        _ours("GVG", "quarter", quarter, _all),
        _ours("GVG", "quarter, below horizon", quarter, _below),
    ]
    for peer in (CANNY, HOUGH_LINES, LSD):
        setting = max(peer.settings, key=lambda setting: _harmony(peer, setting, tune))
        contenders.append(_theirs(peer, setting, "full", lambda case: case.grey))
        if peer is CANNY:
            contenders.append(_theirs(peer, setting, "quarter", _quartered))
            reduced = "quarter, below horizon"
            contenders.append(_theirs(peer, setting, reduced, _quartered_below))
    _race(contenders, held, rounds)
    return [_row("edges", c, source, *_score_edges(c, held)) for c in contenders]


def _all(case: Case) -> NDArray[np.int64]:
    return whole(case.grey.shape[1], case.grey.shape[0])


def _below(case: Case) -> NDArray[np.int64]:
    return below_horizon(_all(case), case.horizon)


def _ours(
    method: str, given: str, options: GridOptions, spans: Callable[[Case], NDArray[np.int64]]
) -> _Contender:
    grid, known = GradientGrid(options), {}

    def run(case: Case) -> Any:
        if id(case) not in known:  # where the horizon is, the robot knows without the frame
            known[id(case)] = spans(case)
        return grid.find(case.grey, known[id(case)])

    distance = NEAR_QUARTER_PX if options.quarter else NEAR_PX
    return _Contender(
        method,
        given,
        run,
        lambda found, case: pixels_of(found.polylines(), case.grey.shape),
        distance,
    )


def _quartered(case: Case) -> Grey:
    return np.ascontiguousarray(case.grey[::2, ::2])


def _quartered_below(case: Case) -> Grey:
    return np.ascontiguousarray(case.grey[case.horizon // 2 * 2 :: 2, ::2])


def _theirs(
    peer: Peer, setting: tuple[Any, ...], given: str, reduce: Callable[[Case], Grey]
) -> _Contender:
    """A peer; reducing its input is not timed."""
    function, known = peer.build(*setting), {}

    def run(case: Case) -> Any:
        if id(case) not in known:
            known[id(case)] = reduce(case)
        return function(known[id(case)])

    def read(found: Any, case: Case) -> NDArray[np.bool_]:
        answer = peer.read(found)
        if isinstance(answer, list):
            return pixels_of(answer, case.grey.shape)
        if given == "full":
            return answer
        drawn = np.zeros(case.grey.shape, dtype=bool)
        top = case.horizon // 2 * 2 if "horizon" in given else 0
        rows, columns = np.nonzero(answer)
        drawn[top + 2 * rows, 2 * columns] = True
        return drawn

    return _Contender(peer.name, given, run, read, NEAR_PX if given == "full" else NEAR_QUARTER_PX)


def _harmony(peer: Peer, setting: tuple[Any, ...], cases: list[Case]) -> float:
    """Harmonic mean of recall and precision, which is what peers are tuned for."""
    contender = _theirs(peer, setting, "full", lambda case: case.grey)
    recall, precision = _score_edges(contender, cases)
    return 2 * recall * precision / max(recall + precision, 1e-9)


def _score_edges(contender: _Contender, cases: list[Case]) -> tuple[float, float]:
    """Share of borders of lines that were found, and of what was found that is a border."""
    hit = wanted = right = drawn = 0
    for case in cases:
        found = contender.read(contender.run(case), case)
        one, two = share_near(case.lines, found, contender.near_px)
        hit, wanted = hit + one, wanted + two
        right += int((found & case.borders[contender.near_px]).sum())
        drawn += int(found.sum())
    return hit / max(wanted, 1), right / max(drawn, 1)


def race_balls(tune: list[Case], held: list[Case], source: str, rounds: int) -> list[BenchRow]:
    """Our finder, the plain thesis and OpenCV's circles, on frames with a ball in sight."""
    if not all(any(case.truth.ball for case in cases) for cases in (tune, held)):
        raise OlympianError(f"{source}: no ball in sight; take more frames")
    contenders = [
        _finder("orientation histogram + vote", BallOptions()),
        _finder("orientation histogram, thesis", BallOptions(vote=False, bar=9, zeros=2)),
    ]
    for peer in (CIRCLES, CIRCLES_ALT):
        setting = max(peer.settings, key=lambda setting: _score_balls(_circle(peer, setting), tune))
        contenders.append(_circle(peer, setting))
    _race(contenders, held, rounds)
    return [_row("ball", c, source, *_score_balls(c, held)) for c in contenders]


def _finder(method: str, options: BallOptions) -> _Contender:
    finder = BallFinder(options)
    return _Contender(method, "full", lambda case: finder.find(case.grey), lambda found, _: found)


def _circle(peer: Peer, setting: tuple[Any, ...]) -> _Contender:
    function = peer.build(*setting)
    return _Contender(
        peer.name, "full", lambda case: function(case.grey), lambda found, _: peer.read(found)
    )


def _score_balls(contender: _Contender, cases: list[Case]) -> tuple[float, float]:
    """Share of balls that were hit, and of answers that hit."""
    hits = answers = 0
    for case in cases:
        found: Disc | None = contender.read(contender.run(case), case)
        answers += found is not None
        hits += found is not None and case.truth.ball is not None and is_hit(found, case.truth.ball)
    return hits / max(len(cases), 1), hits / max(answers, 1)


def _race(contenders: Sequence[_Contender], cases: list[Case], rounds: int) -> None:
    """Times every contender on every frame, in short blocks that take turns."""
    gc.disable()
    try:
        for index, case in enumerate(cases):
            for done in range(rounds):
                for contender in contenders:
                    times = contender.times.setdefault(index, [])
                    if done < SLOW_ROUNDS or min(times) < SLOW_S:
                        times += _block(contender, case)
    finally:
        gc.enable()


def _block(contender: _Contender, case: Case) -> list[float]:
    """Times of a few calls, after one that is not timed: the caches are full of others' things."""
    contender.run(case)
    times = []
    for _ in range(BLOCK):
        start = thread_time()
        contender.run(case)
        times.append(thread_time() - start)
    return times


def _row(
    task: str, contender: _Contender, source: str, recall: float, precision: float
) -> BenchRow:
    shortest = [min(times) for times in contender.times.values()]
    middle = [float(np.median(times)) for times in contender.times.values()]
    return BenchRow(
        task,
        contender.method,
        f"{source}, {contender.given}",
        1e6 * float(np.mean(shortest)),
        1e6 * float(np.mean(middle)),
        recall,
        precision,
    )
