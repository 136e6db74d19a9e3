"""The network that knows balls: 16 × 16 pixels in; how likely, where exactly and how large out."""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.geometry import Vec
from olympian.vision.ball.network_kernel import SIDE, judge

Weights: TypeAlias = list[NDArray[np.float32]]
FIRST, SECOND, HIDDEN = 12, 16, 48
SHAPES: tuple[tuple[int, ...], ...] = (
    (4, 4, 3, FIRST),
    (FIRST,),
    (3, 3, FIRST, SECOND),
    (SECOND,),
    (5 * 5 * SECOND, HIDDEN),
    (HIDDEN,),
    (HIDDEN, 4),
    (4,),
)
"""Two convolutions, of stride 2 and 1, and two full layers, each with what it adds."""
FILE = "weights.npz"


class BallNetwork:
    """Judges places of a picture; owns the memory it needs."""

    def __init__(self, weights: Sequence[NDArray[np.float32]] | None = None) -> None:
        """Args: weights: by default those that come with the package."""
        weights = read_weights() if weights is None else weights
        if tuple(one.shape for one in weights) != SHAPES:
            raise OlympianError(f"weights of shapes {[one.shape for one in weights]}; not {SHAPES}")
        self._weights = tuple(np.ascontiguousarray(one, dtype=np.float32) for one in weights)
        rooms = ((SIDE, SIDE, 3), (7, 7, FIRST), (5, 5, SECOND), (HIDDEN,), (4,))
        self._room = tuple(np.zeros(shape, dtype=np.float32) for shape in rooms)

    def __call__(self, frame: NDArray[np.uint8], places: Vec) -> Vec:
        """(n, 4) how likely each place shows a ball, and its x, y and radius then.

        Args: places: (n, 4) anything, x, y and radius.
        """
        told = np.empty((len(places), 4))
        judge(frame, places, self._weights, self._room, told)
        return told


def read_weights() -> Weights:
    """Those that come with the package, as `olympian vision train-ball` has made them."""
    with (resources.files("olympian.vision.ball") / FILE).open("rb") as file:
        stored = np.load(file)
        return [stored[str(k)].astype(np.float32) for k in range(len(SHAPES))]


def write_weights(path: Path, weights: Sequence[NDArray[np.float32]]) -> None:
    """Half precision is enough: what is lost is far below a patch's noise."""
    halves: dict[str, Any] = {str(k): one.astype(np.float16) for k, one in enumerate(weights)}
    with path.open("wb") as file:
        np.savez_compressed(file, **halves)
