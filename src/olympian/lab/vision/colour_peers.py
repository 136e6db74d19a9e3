"""OpenCV at the same job: classes by `inRange`, regions by `connectedComponentsWithStats`."""

from collections.abc import Sequence
from importlib import import_module
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.install_hint import install_hint
from olympian.vision.colour import ColourBox

Frame = NDArray[np.uint8]
Stats = tuple[NDArray[np.int32], NDArray[np.float64]]
"""Boxes and areas, and centroids, of one class; the first row is the background."""
REPEATS = 5
"""Runs per way of labelling when the fastest is chosen."""


def opencv() -> Any:
    """OpenCV on one thread."""
    try:
        cv2 = import_module("cv2")
    except ImportError as error:
        raise OlympianError(
            f"'cv2' is not installed; this benchmark needs {install_hint('bench')}"
        ) from error
    cv2.setNumThreads(1)
    return cv2


class PlainOpenCV:
    """As users write it: defaults, and new arrays for every result."""

    def __init__(self, boxes: Sequence[ColourBox], connectivity: int) -> None:
        self.cv2, self.connectivity = opencv(), connectivity
        self.bounds = [(box.lower, box.upper) for box in boxes]

    def __call__(self, frame: Frame) -> list[Stats]:
        """Regions of each class."""
        return self.regions(self.masks(self.convert(frame)))

    def convert(self, frame: Frame) -> Frame:
        """YCrCb of a frame."""
        return self.cv2.cvtColor(frame, self.cv2.COLOR_RGB2YCrCb)

    def masks(self, ycrcb: Frame) -> list[Frame]:
        """One mask per class."""
        return [self.cv2.inRange(ycrcb, lower, upper) for lower, upper in self.bounds]

    def regions(self, masks: list[Frame]) -> list[Stats]:
        """Regions of each mask."""
        label = self.cv2.connectedComponentsWithStats
        return [label(mask, connectivity=self.connectivity)[2:] for mask in masks]


class TunedOpenCV(PlainOpenCV):
    """As fast as we could make it: results into the same memory every time, the label type and
    algorithm that were fastest on other frames."""

    def __init__(self, boxes: Sequence[ColourBox], connectivity: int, tune: list[Frame]) -> None:
        super().__init__(boxes, connectivity)
        shape = tune[0].shape
        self._ycrcb = np.zeros(shape, dtype=np.uint8)
        self._masks = [np.zeros(shape[:2], dtype=np.uint8) for _ in boxes]
        cv2 = self.cv2
        ways = [
            (algorithm, kind, np.zeros(shape[:2], dtype=item))
            for algorithm in (cv2.CCL_DEFAULT, cv2.CCL_SAUF, cv2.CCL_BBDT, cv2.CCL_SPAGHETTI)
            for kind, item in ((cv2.CV_32S, np.int32), (cv2.CV_16U, np.uint16))
        ]
        self._way = min(ways, key=lambda way: self._time(way, tune))

    def convert(self, frame: Frame) -> Frame:
        return self.cv2.cvtColor(frame, self.cv2.COLOR_RGB2YCrCb, dst=self._ycrcb)

    def masks(self, ycrcb: Frame) -> list[Frame]:
        for (lower, upper), mask in zip(self.bounds, self._masks, strict=True):
            self.cv2.inRange(ycrcb, lower, upper, dst=mask)
        return self._masks

    def regions(self, masks: list[Frame]) -> list[Stats]:
        algorithm, kind, labels = self._way
        label = self.cv2.connectedComponentsWithStatsWithAlgorithm
        arguments = (self.connectivity, kind, algorithm)
        return [label(mask, *arguments, labels=labels)[2:] for mask in masks]

    def _time(self, way: tuple[int, int, Any], tune: list[Frame]) -> float:
        """Seconds for the regions of all frames, each at its fastest."""
        self._way, total = way, 0.0
        for frame in tune:
            masks, times = self.masks(self.convert(frame)), []
            for _ in range(REPEATS):
                start = thread_time()
                self.regions(masks)
                times.append(thread_time() - start)
            total += min(times)
        return total
