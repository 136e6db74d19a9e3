"""How fast and how right edges and ball are found, beside OpenCV tuned on other frames.

Every method gets the same grey frames. Peers are tuned on frames of tuning seeds and scored on
those of judging seeds.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.lab.vision.race import Contender, race, row_of
from olympian.lab.vision.score import (
    BenchRow,
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
from olympian.seeds import JUDGING, TUNING
from olympian.statistics import Rate
from olympian.vision import BallDisc, Truth
from olympian.vision.camera import Horizon, read_dataset
from olympian.vision.shape import (
    BallFinder,
    BallOptions,
    GradientGrid,
    GridOptions,
    below_horizon,
    skip_lines,
    whole,
)
from olympian.vision.synthetic import draw, random_scene

ROUNDS = 8
"""Blocks of calls per frame and contender."""
TUNED_CELL, QUARTER_CELL = 12, 24
"""Pixels of the full frame. Full resolution: recall 0.975 on frames for tuning, 0.957 with the 16
of the thesis. Quarter resolution is for those in a hurry: larger cells, some recall less."""
QUARTER_THRESHOLD = 64
"""Edges are steeper between every other pixel. Drawn and camera frames for tuning, cells of 24:
recall 0.916 and 0.892, precision 0.94 and 0.84; with 48 0.923 and 0.895, but 0.92 and 0.78."""
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


@dataclass(kw_only=True)
class _Seen(Contender):
    """A contender whose answer can be scored."""

    given: str
    """What of a frame it gets."""
    read: Callable[[Any, Case], Any] = lambda found, _: found
    near_px: int = NEAR_PX

    def answer(self, case: Case) -> Any:
        """What it finds: pixels of edges, or a ball."""
        return self.read(self(case), case)


def synthetic_cases(
    seeds: Iterable[int], width: int = 640, height: int = 480, ball: bool | None = None
) -> list[Case]:
    """Drawn frames, one for each seed."""
    cases = []
    for seed in seeds:
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
    seed: int = 0,
    camera_seeds: str = "",
    progress: Callable[[float], None] = lambda _: None,
) -> list[BenchRow]:
    """Rows for edges and ball on drawn frames and, where folders are given, on camera frames.

    Args:
        seed: of the judging seeds, the first of the drawn frames.
        camera_seeds: of the camera frames that are scored.
        progress: called with the share done, 0…1.
    """
    tuned, judged = TUNING.take(tune_frames), JUDGING.take(frames, seed)
    tune, held = synthetic_cases(tuned), synthetic_cases(judged)
    rows = _edges(tune, held, "synthetic 640x480", rounds, str(judged))
    progress(0.3)
    judged = JUDGING.take(2 * frames, seed)
    tune = synthetic_cases(tuned, 512, 512, True)
    held = synthetic_cases(judged, 512, 512, True)
    rows += race_balls(tune, held, "synthetic 512x512", rounds, str(judged))
    progress(0.6)
    if tune_folder is not None and held_folder is not None:
        tune, held = camera_cases(tune_folder), camera_cases(held_folder)
        source = "camera 640x480"
        rows += _edges(tune[:tune_frames], held, source, rounds, camera_seeds)
        progress(0.8)
        tune = _clear(tune)[:tune_frames]
        rows += race_balls(tune, _clear(held), source, rounds, camera_seeds)
    progress(1.0)
    return rows


def _clear(cases: Sequence[Case]) -> list[Case]:
    return [c for c in cases if c.truth.ball is not None and c.truth.ball.visible >= CLEAR]


def _grey(frame: NDArray[np.uint8]) -> Grey:
    cv2 = opencv()
    return np.ascontiguousarray(cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY))


def _edges(
    tune: list[Case], held: list[Case], source: str, rounds: int, seeds: str
) -> list[BenchRow]:
    """Our grid and its peers, in full, in quarter resolution and below the horizon."""
    full = GridOptions(cell=TUNED_CELL)
    quarter = GridOptions(cell=QUARTER_CELL, quarter=True, threshold=QUARTER_THRESHOLD)
    reduced = "quarter, below horizon"
    contenders = [
        _ours("GVG, cells of the thesis", "full", GridOptions(), _all),
        _ours("GVG", "full", full, _all),
        _ours("GVG", "full, lines skipped", full, _all, skip=True),
        _ours("GVG", "quarter", quarter, _all),
        _ours("GVG", reduced, quarter, _below),
        _ours("GVG", f"{reduced}, lines skipped", quarter, _below, skip=True),
    ]
    for peer in (CANNY, HOUGH_LINES, LSD):
        setting = max(peer.settings, key=lambda setting: _harmony(peer, setting, tune))
        contenders.append(_theirs(peer, setting, "full", _full))
        if peer is CANNY:
            contenders.append(_theirs(peer, setting, "quarter", _quartered))
            contenders.append(_theirs(peer, setting, reduced, _quartered_below))
    race(contenders, held, rounds)
    return [
        row_of("edges", c, f"{source}, {c.given}", *_score_edges(c, held), seeds)
        for c in contenders
    ]


def _all(case: Case) -> NDArray[np.int64]:
    return whole(case.grey.shape[1], case.grey.shape[0])


def _below(case: Case) -> NDArray[np.int64]:
    return below_horizon(_all(case), case.horizon)


def _ours(
    method: str,
    given: str,
    options: GridOptions,
    spans: Callable[[Case], NDArray[np.int64]],
    skip: bool = False,
) -> _Seen:
    """Our grid. Where the horizon is, the robot knows; which lines to skip, it draws every time."""
    grid, random = GradientGrid(options), np.random.default_rng(0)

    def run(given: tuple[Grey, NDArray[np.int64]]) -> Any:
        grey, scanned = given
        return grid.find(grey, skip_lines(scanned, random) if skip else scanned)

    return _Seen(
        method,
        run,
        lambda case: (case.grey, spans(case)),
        given=given,
        read=lambda found, case: pixels_of(found.polylines(), case.grey.shape),
        near_px=NEAR_QUARTER_PX if options.quarter else NEAR_PX,
    )


def _full(case: Case) -> Grey:
    return case.grey


def _quartered(case: Case) -> Grey:
    return np.ascontiguousarray(case.grey[::2, ::2])


def _quartered_below(case: Case) -> Grey:
    return np.ascontiguousarray(case.grey[case.horizon // 2 * 2 :: 2, ::2])


def _theirs(
    peer: Peer, setting: tuple[Any, ...], given: str, reduce: Callable[[Case], Grey]
) -> _Seen:
    """A peer; reducing its input is not timed."""

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

    near_px = NEAR_PX if given == "full" else NEAR_QUARTER_PX
    function = peer.build(*setting)
    return _Seen(peer.name, function, reduce, given=given, read=read, near_px=near_px)


def _harmony(peer: Peer, setting: tuple[Any, ...], cases: list[Case]) -> float:
    """Harmonic mean of recall and precision, which is what peers are tuned for."""
    contender = _theirs(peer, setting, "full", _full)
    recall, precision = _score_edges(contender, cases)
    return 2 * recall * precision / max(recall + precision, 1e-9)


def _score_edges(contender: _Seen, cases: list[Case]) -> tuple[float, float]:
    """Share of borders of lines that were found, and of what was found that is a border."""
    hit = wanted = right = drawn = 0
    for case in cases:
        found = contender.answer(case)
        one, two = share_near(case.lines, found, contender.near_px)
        hit, wanted = hit + one, wanted + two
        right += int((found & case.borders[contender.near_px]).sum())
        drawn += int(found.sum())
    return hit / max(wanted, 1), right / max(drawn, 1)


def race_balls(
    tune: list[Case], held: list[Case], source: str, rounds: int, seeds: str
) -> list[BenchRow]:
    """Our finder, the plain thesis and OpenCV's circles, on frames with a ball in sight."""
    if not all(any(case.truth.ball for case in cases) for cases in (tune, held)):
        raise OlympianError(f"{source}: no ball in sight; take more frames")
    contenders = [
        _finder("orientation histogram + vote", BallOptions()),
        _finder("orientation histogram, thesis", BallOptions(vote=False, bar=9, zeros=2)),
    ]
    for peer in (CIRCLES, CIRCLES_ALT):
        setting = max(peer.settings, key=lambda setting: _balls(_circle(peer, setting), tune)[:2])
        contenders.append(_circle(peer, setting))
    race(contenders, held, rounds)
    rows = []
    for one in contenders:
        recall, precision, balls = _balls(one, held)
        where = f"{source}, {one.given}"
        rows.append(row_of("ball", one, where, recall, precision, seeds, balls))
    return rows


def _finder(method: str, options: BallOptions) -> _Seen:
    return _Seen(method, BallFinder(options).find, _full, given="full")


def _circle(peer: Peer, setting: tuple[Any, ...]) -> _Seen:
    read = peer.read
    return _Seen(
        peer.name, peer.build(*setting), _full, given="full", read=lambda found, _: read(found)
    )


def _balls(contender: _Seen, cases: list[Case]) -> tuple[float, float, Rate]:
    """Share of balls that were hit, and of answers that hit; and the balls by number."""
    hits = answers = 0
    for case in cases:
        found: BallDisc | None = contender.answer(case)
        answers += found is not None
        hits += found is not None and case.truth.ball is not None and is_hit(found, case.truth.ball)
    return hits / max(len(cases), 1), hits / max(answers, 1), Rate.of(int(hits), len(cases))
