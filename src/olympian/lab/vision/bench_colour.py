"""Five colour classes: table and regions in one pass, beside OpenCV with identical regions.

The classes are boxes on the grid of the table, fitted to labels of other frames than those that are
scored, so that `inRange` says exactly the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.lab.vision.colour_peers import PlainOpenCV, Stats, TunedOpenCV
from olympian.lab.vision.race import Contender, race, row_of
from olympian.lab.vision.score import BenchRow
from olympian.seeds import JUDGING, TUNING, Seeds
from olympian.vision import Colour
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

Frame = NDArray[np.uint8]
Pair = tuple[Frame, Frame]
"""An RGB frame and the `Colour` of each pixel."""
CLASSES = (Colour.RED, Colour.YELLOW, Colour.BLUE, Colour.WHITE, Colour.GREEN)
TASK = "five colour classes"
OURS, PEER = "olympian table+regions", "cv2 inRange+connectedComponentsWithStats"
TUNED_PEER = f"{PEER}, tuned"
SCORED = (OURS, PEER, TUNED_PEER)
"""Methods that do all of the task, and so have its recall and precision."""
ROUNDS = 12
TUNE_FRAMES = 24
"""Drawn frames to fit classes to; in fewer some colour may be missing."""


@dataclass(frozen=True)
class ColourFrames:
    """Labelled frames of one kind: some to fit classes and peers to, others to score."""

    name: str
    tune: Sequence[Pair]
    held: Sequence[Pair]
    seeds: str
    """Of those that are scored."""


def synthetic_frames(count: int = 8, seed: int = 0) -> ColourFrames:
    """Drawn frames with a ball, to fit on tuning seeds and to score on judging seeds.

    Args: seed: of the judging seeds, the first.
    """
    from olympian.vision.synthetic import draw, random_scene

    def some(seeds: Seeds) -> list[Pair]:
        pictures = [draw(random_scene(one, ball=True)) for one in seeds]
        return [(picture.frame, picture.truth.colours) for picture in pictures]

    held = JUDGING.take(count, seed)
    return ColourFrames("synthetic", some(TUNING.take(TUNE_FRAMES)), some(held), str(held))


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
    race(contenders, held, rounds)
    height, width = held[0].shape[:2]
    where = f"{kind.name}, {len(held)} frames {width}×{height}, {connectivity}-connectivity"
    score, none = _score(table, kind), (None, None)
    return [
        row_of(TASK, one, where, *(score if one.method in SCORED else none), kind.seeds)
        for one in contenders
    ]


def _contenders(
    table: ColourTable, connectivity: int, plain: PlainOpenCV, tuned: TunedOpenCV
) -> list[Contender]:
    scan, limited = ColourScan(table, connectivity), ColourScan(table, connectivity, limit=16)
    grid = ColourScan(table, connectivity, grid=GridRule(), field="green")
    codes: dict[tuple[int, ...], Frame] = {}

    def classify(frame: Frame) -> Frame:
        out = codes.setdefault(frame.shape[:2], np.zeros(frame.shape[:2], dtype=np.uint8))
        return table.classify(frame, out)

    convert, masks = tuned.convert, tuned.masks
    return [
        Contender(OURS, scan),
        Contender(f"{OURS}, room for 16", limited),
        Contender(f"{OURS}+grid+border", grid),
        Contender("olympian table", classify),
        Contender("olympian regions of classes", scan.codes, classify),
        Contender(PEER, plain),
        Contender(TUNED_PEER, tuned),
        Contender("cv2 COLOR_RGB2YCrCb", convert),
        Contender("cv2 inRange ×5", masks, convert),
        Contender(
            "cv2 connectedComponentsWithStats ×5, tuned",
            tuned.regions, lambda frame: masks(convert(frame)),
        ),
    ]  # fmt: skip


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
