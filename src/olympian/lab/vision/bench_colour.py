"""Five colour classes: table and regions in one pass, beside OpenCV with identical regions.

The classes are boxes on the grid of the table, fitted to labels of other frames than those that are
scored, so that `inRange` says exactly the same. All contenders take turns, frame by frame. Times
are those of the thread: what other programs take meanwhile does not count.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.lab.vision.colour_peers import PlainOpenCV, Stats, TunedOpenCV
from olympian.lab.vision.row import BenchRow
from olympian.vision.colour import (
    ColourBox,
    ColourScan,
    ColourTable,
    GridRule,
    Regions,
    box_table,
    count_labels,
    fit_boxes,
    score_classes,
)
from olympian.vision.truth import Colour

__all__ = ["CLASSES", "ColourFrames", "measure", "synthetic_frames"]

Frame = NDArray[np.uint8]
Pair = tuple[Frame, Frame]
"""An RGB frame and the `Colour` of each pixel."""
CLASSES = (Colour.RED, Colour.YELLOW, Colour.BLUE, Colour.WHITE, Colour.GREEN)
TASK = "five colour classes"
ROUNDS = 12
TUNE_FRAMES = 24
"""Drawn frames to fit classes to; in fewer some colour may be missing."""


@dataclass(frozen=True)
class ColourFrames:
    """Labelled frames of one kind: some to fit classes and peers to, others to score."""

    name: str
    tune: Sequence[Pair]
    held: Sequence[Pair]


@dataclass
class _Contender:
    method: str
    prepare: Callable[[Frame], object]
    run: Callable[..., object]
    """What is timed, given what was prepared."""
    scored: bool = False
    best: dict[int, list[float]] = field(default_factory=dict)


def synthetic_frames(count: int = 8) -> ColourFrames:
    """Drawn frames with a ball: seeds from 0 to fit, from 1000 to score."""
    from olympian.vision.synthetic import draw, random_scene

    def some(first: int, count: int) -> list[Pair]:
        pictures = [draw(random_scene(first + k, ball=True)) for k in range(count)]
        return [(picture.frame, picture.truth.colours) for picture in pictures]

    return ColourFrames("synthetic", some(0, TUNE_FRAMES), some(1000, count))


def measure(
    frames: Sequence[ColourFrames] | None = None,
    rounds: int = ROUNDS,
    progress: Callable[[float], None] = lambda _: None,
) -> list[BenchRow]:
    """Rows for every kind of frames, 8-connectivity and 4-connectivity."""
    kinds = [synthetic_frames()] if frames is None else list(frames)
    rows: list[BenchRow] = []
    for done, kind in enumerate(kinds):
        boxes = _boxes(kind)
        for part, connectivity in enumerate((8, 4)):
            rows += _race(kind, boxes, connectivity, rounds)
            progress((done + (part + 1) / 2) / len(kinds))
    return rows


def _boxes(kind: ColourFrames) -> list[ColourBox]:
    votes = count_labels(kind.tune, len(Colour) - 1)
    rest = [code for code in Colour if code not in CLASSES]
    names = [code.name.lower() for code in CLASSES]
    return fit_boxes(names, votes[list(CLASSES)], votes[rest].sum(axis=0))


def _race(
    kind: ColourFrames, boxes: list[ColourBox], connectivity: int, rounds: int
) -> list[BenchRow]:
    table, held = box_table(boxes), [frame for frame, _ in kind.held]
    plain = PlainOpenCV(boxes, connectivity)
    tuned = TunedOpenCV(boxes, connectivity, [frame for frame, _ in kind.tune[:4]])
    for frame in held:
        _check(ColourScan(table, connectivity)(frame).regions, plain(frame))
        _check(ColourScan(table, connectivity)(frame).regions, tuned(frame))
    contenders = _contenders(table, connectivity, plain, tuned)
    for _ in range(rounds):
        for number, frame in enumerate(held):
            for contender in contenders:
                _time(contender, number, frame)
    height, width = held[0].shape[:2]
    where = f"{kind.name}, {len(held)} frames {width}×{height}, {connectivity}-connectivity"
    score = _score(table, kind)
    return [_row(contender, where, score) for contender in contenders]


def _contenders(
    table: ColourTable, connectivity: int, plain: PlainOpenCV, tuned: TunedOpenCV
) -> list[_Contender]:
    def same(frame: Frame) -> Frame:
        return frame

    scan, limited = ColourScan(table, connectivity), ColourScan(table, connectivity, limit=16)
    grid = ColourScan(table, connectivity, grid=GridRule(), field="green")
    codes: dict[tuple[int, ...], Frame] = {}

    def classify(frame: Frame) -> Frame:
        out = codes.setdefault(frame.shape[:2], np.zeros(frame.shape[:2], dtype=np.uint8))
        return table.classify(frame, out)

    peer = "cv2 inRange+connectedComponentsWithStats"
    return [
        _Contender("olympian table+regions", same, scan, scored=True),
        _Contender("olympian table+regions, room for 16", same, limited),
        _Contender("olympian table+regions+grid+border", same, grid),
        _Contender("olympian table", same, classify),
        _Contender("olympian regions of classes", classify, scan.codes),
        _Contender(peer, same, plain, scored=True),
        _Contender(f"{peer}, tuned", same, tuned, scored=True),
        _Contender("cv2 COLOR_RGB2YCrCb", same, tuned.convert),
        _Contender("cv2 inRange ×5", tuned.convert, tuned.masks),
        _Contender(
            "cv2 connectedComponentsWithStats ×5, tuned",
            lambda frame: tuned.masks(tuned.convert(frame)), tuned.regions,
        ),
    ]  # fmt: skip


def _time(contender: _Contender, number: int, frame: Frame) -> None:
    prepared = contender.prepare(frame)
    contender.run(prepared)  # wakes up caches that the others have emptied
    start = thread_time()
    contender.run(prepared)
    contender.best.setdefault(number, []).append(thread_time() - start)


def _row(contender: _Contender, where: str, score: tuple[float | None, float | None]) -> BenchRow:
    """Each frame at its fastest, and at its median; then the mean over frames."""
    times = list(contender.best.values())
    fastest = 1e6 * float(np.mean([min(some) for some in times]))
    median = 1e6 * float(np.mean([np.median(some) for some in times]))
    recall, precision = score if contender.scored else (None, None)
    return BenchRow(TASK, contender.method, where, fastest, median, recall, precision)


def _score(table: ColourTable, kind: ColourFrames) -> tuple[float | None, float | None]:
    """Recall and precision of pixels, averaged over the classes that the frames show."""
    codes = np.zeros(len(Colour), dtype=np.uint8)
    codes[list(CLASSES)] = np.arange(1, len(CLASSES) + 1)
    pairs = [(table.classify(frame), codes[labels]) for frame, labels in kind.held]
    scores = [score for score in score_classes(table.names, pairs) if score.pixels]
    recalls = [score.recall for score in scores if score.recall is not None]
    precisions = [score.precision for score in scores if score.precision is not None]
    return float(np.mean(recalls)), float(np.mean(precisions))


def _check(regions: Regions, stats: list[Stats]) -> None:
    """The race is worth nothing unless both find the same regions, to the pixel."""
    theirs = []
    for code, (boxes, centres) in enumerate(stats, start=1):
        for (x, y, width, height, area), centre in zip(boxes[1:], centres[1:], strict=True):
            sums = round(centre[0] * area), round(centre[1] * area)
            theirs.append((code, area, *sums, x, y, x + width - 1, y + height - 1))
    ours = sorted(map(tuple, regions.rows.tolist()))
    if ours != sorted(tuple(map(int, row)) for row in theirs):
        raise OlympianError(f"{len(ours)} regions are not the {len(theirs)} of OpenCV")
