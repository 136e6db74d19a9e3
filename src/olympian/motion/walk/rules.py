"""A configuration as compiled code reads it: the same names, in one block of memory."""

from typing import Any, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.motion.walk.config import WalkConfig

Rules: TypeAlias = NDArray[np.void]
"""(1,) tables, switches and numbers of a `WalkConfig`: in a kernel `rules[0].capture.gain[2]`.

An array of one, because Numba takes fifteen microseconds to find the memory of a bare record.
"""


def rules_of(config: WalkConfig) -> Rules:
    """All of it but words; a length that is not given is NaN."""
    fields, values = _record(config)
    return np.array([values], dtype=np.dtype(fields, align=True))


def _record(table: msgspec.Struct) -> tuple[list[tuple[Any, ...]], tuple[Any, ...]]:
    """Fields of a NumPy record, and what is in them."""
    fields, values = [], []
    for name in table.__struct_fields__:
        value = getattr(table, name)
        if isinstance(value, msgspec.Struct):
            inner, value = _record(value)
            fields.append((name, np.dtype(inner, align=True)))
        elif isinstance(value, tuple):
            fields.append((name, np.float64, len(value)))
        elif isinstance(value, bool):
            fields.append((name, np.bool_))
        elif isinstance(value, (int, float)) or value is None:
            fields.append((name, np.float64))
            value = np.nan if value is None else value
        else:
            continue
        values.append(value)
    return fields, tuple(values)
