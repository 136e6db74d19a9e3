"""OpenCV at the same jobs: edges, line segments and circles, one thread."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.install_hint import install_hint
from olympian.vision import BallDisc

Grey = NDArray[np.uint8]
SMALLEST_PX, LARGEST_PX = 5, 80
"""Radii of balls: the octaves our own finder looks at."""


@dataclass(frozen=True)
class Peer:
    """One OpenCV method and the settings it may be tuned to."""

    name: str
    settings: tuple[tuple[Any, ...], ...]
    build: Callable[..., Callable[[Grey], Any]]
    """Settings to a function from a grey frame to OpenCV's own answer: this is timed."""
    read: Callable[[Any], Any]
    """That answer as a mask, polylines or a disc: this is not."""


def opencv() -> Any:
    """OpenCV on one thread."""
    try:
        import cv2  # a peer for benchmarks only
    except ImportError:
        raise OlympianError(f"opencv is not installed: {install_hint('bench')}") from None
    cv2.setNumThreads(1)
    return cv2


def _canny(low: int, high: int) -> Callable[[Grey], Any]:
    cv2 = opencv()
    return lambda grey: cv2.Canny(grey, low, high)


def _hough_lines(low: int, high: int, votes: int, length: int, gap: int) -> Callable[[Grey], Any]:
    cv2 = opencv()
    return lambda grey: cv2.HoughLinesP(
        cv2.Canny(grey, low, high), 1, np.pi / 180, votes, minLineLength=length, maxLineGap=gap
    )


def _lsd(scale: float) -> Callable[[Grey], Any]:
    cv2 = opencv()
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD, scale)
    return lambda grey: detector.detect(grey)[0]


def _circles(way: str, dp: float, edge: float, votes: float) -> Callable[[Grey], Any]:
    cv2 = opencv()
    method = getattr(cv2, way)
    return lambda grey: cv2.HoughCircles(
        cv2.GaussianBlur(grey, (5, 5), 0), method, dp, 20, param1=edge, param2=votes,
        minRadius=SMALLEST_PX, maxRadius=LARGEST_PX,
    )  # fmt: skip


def _segments(found: Any) -> list[Vec]:
    return [] if found is None else list(np.asarray(found, dtype=float).reshape(-1, 2, 2))


def _disc(found: Any) -> BallDisc | None:
    """The circle OpenCV names first, which is the one with most votes."""
    if found is None or np.size(found) == 0:
        return None
    x, y, radius = np.asarray(found, dtype=float).reshape(-1, np.shape(found)[-1])[0, :3]
    return BallDisc(float(x), float(y), float(radius), 1.0)


_EDGES = tuple((low, factor * low) for low in (50, 80, 120) for factor in (2, 3))

CANNY = Peer("cv2.Canny", _EDGES, _canny, lambda found: np.asarray(found) > 0)
HOUGH_LINES = Peer(
    "cv2.Canny + HoughLinesP",
    tuple(
        (low, 2 * low, votes, length, gap)
        for low in (50, 80)
        for votes in (15, 30)
        for length, gap in ((8, 3), (16, 8))
    ),
    _hough_lines,
    _segments,
)
LSD = Peer("cv2.LSD", ((0.8,), (1.0,)), _lsd, _segments)
CIRCLES = Peer(
    "cv2.HoughCircles",
    tuple(
        ("HOUGH_GRADIENT", dp, edge, votes)
        for dp in (1.0, 1.5, 2.0)
        for edge in (60, 120)
        for votes in (15, 25, 40)
    ),
    _circles,
    _disc,
)
CIRCLES_ALT = Peer(
    "cv2.HoughCircles ALT",
    tuple(
        ("HOUGH_GRADIENT_ALT", dp, edge, votes)
        for dp in (1.5, 2.0)
        for edge in (60, 120)
        for votes in (0.75, 0.85)
    ),
    _circles,
    _disc,
)
