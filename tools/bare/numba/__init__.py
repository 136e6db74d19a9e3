"""Stands in for Numba on a training machine that lacks it: kernels run as plain Python.

Training asks a few kernels for one robot, once, at its start. Numba's 60 MB would not fit on such a
machine beside Warp. Nothing else should ever import this.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np


def njit(function: Callable[..., Any] | None = None, **_: Any) -> Any:
    """A kernel as it is written; rows of tables become records with attributes."""
    if function is None:
        return njit

    @wraps(function)
    def plain(*given: Any) -> Any:
        seen = [
            one.view(np.recarray) if isinstance(one, np.ndarray) and one.dtype.names else one
            for one in given
        ]
        return function(*seen)

    vars(plain)["compile"] = lambda _signature: plain
    return plain


class _Whatever:
    """A type of Numba, or a call of one: nothing looks at it here."""

    def __call__(self, *_: Any, **__: Any) -> "_Whatever":
        return self

    def __getattr__(self, _: str) -> "_Whatever":
        return self

    def __getitem__(self, _: Any) -> "_Whatever":
        return self


def __getattr__(_: str) -> _Whatever:
    return _Whatever()


config = _Whatever()
