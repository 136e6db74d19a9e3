"""Edge traces of a frame: chains of edge representers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from olympian.geometry import Vec
from olympian.vision.shape.grid.representer_kernel import BIT, COUNT, EX, EY, X, Y


@dataclass(frozen=True, eq=False)
class Traces:
    """Chains of edge representers; the brighter side of every edge is on the same hand."""

    chains: NDArray[np.int64]
    """(n, 7), chain after chain: x and y (1/16 px), edge vector x and y, pixels, cell row and
    column. Columns are named in `representer_kernel`."""
    starts: NDArray[np.int64]
    """(traces + 1,): chain k is rows starts[k] to starts[k + 1] − 1."""
    corners: Vec
    """(n + 2 · traces, 2) pixels: for each trace where its first edge begins, its representers, and
    where its last edge ends."""

    def __len__(self) -> int:
        return len(self.starts) - 1

    def points(self) -> Vec:
        """Positions (n, 2) of all representers, pixels."""
        return self.chains[:, [X, Y]] / BIT

    def directions(self) -> Vec:
        """Unit vectors (n, 2) along the edges."""
        vectors = self.chains[:, [EX, EY]].astype(float)
        return vectors / np.hypot(vectors[:, 0], vectors[:, 1])[:, None]

    def counts(self) -> NDArray[np.int64]:
        """Edge pixels (n,) behind each representer."""
        return self.chains[:, COUNT]

    def polylines(self, least: int = 1) -> list[Vec]:
        """Corners (k + 2, 2) of each trace with at least so many representers, pixels."""
        lines, begin = [], 0
        for length in np.diff(self.starts).tolist():
            if length >= least:
                lines.append(self.corners[begin : begin + length + 2])
            begin += length + 2
        return lines
