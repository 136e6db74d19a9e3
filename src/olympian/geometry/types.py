"""Array shapes by name, and arrays nobody can change behind your back."""

from collections.abc import Sequence
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Vec: TypeAlias = NDArray[np.float64]
Vec2: TypeAlias = NDArray[np.float64]
Vec3: TypeAlias = NDArray[np.float64]
Mat3: TypeAlias = NDArray[np.float64]
Mat4: TypeAlias = NDArray[np.float64]

Array = TypeVar("Array", bound=NDArray[Any])

GRAVITY = 9.81
"""m/s², the value MuJoCo and the papers use."""


def frozen(values: ArrayLike | Sequence[float], shape: tuple[int, ...] | None = None) -> Vec:
    """Read-only float64 copy of `values`, so that a record stays what it was.

    Args:
        shape: checked when given; -1 stands for any length.
    """
    array = np.array(values, dtype=np.float64)
    if shape is not None and (
        array.ndim != len(shape)
        or any(want not in (-1, have) for want, have in zip(shape, array.shape, strict=True))
    ):
        raise ValueError(f"expected an array of shape {shape}, got {array.shape}")
    return sealed(array)


def sealed(array: Array) -> Array:
    """The same array, read-only from now on: for one that was just made and nobody else has."""
    array.setflags(write=False)
    return array
