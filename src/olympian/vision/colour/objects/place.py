"""Places on the field of things seen in a frame."""

from collections.abc import Callable
from math import isfinite

import numpy as np
from numpy.typing import NDArray

ToField = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Pixels (n, 2) → x, y on the ground (n, 2), metres; not-a-number where they show none."""


def place_of(to_field: ToField | None, x: float, y: float) -> tuple[float, float] | None:
    """Ground point that a pixel shows; None without a camera's pose, or above the horizon."""
    if to_field is None:
        return None
    ahead, left = to_field(np.array([[x, y]], dtype=np.float64))[0].tolist()
    return (ahead, left) if isfinite(ahead) and isfinite(left) else None
