"""How this room compiles: kernels for loops, kernels for single calls, and pieces of both."""

import sys
from collections.abc import Callable
from functools import cache
from threading import Timer
from typing import Any

from numba import njit

__all__ = ["bare", "called", "compiled", "direct", "inlined", "piece"]

PATIENCE = 1.5
"""Seconds of silence that nobody minds."""
_EXACT: dict[str, Any] = {"cache": True, "fastmath": False, "error_model": "numpy"}
"""Cached on disk, exact arithmetic. NumPy's error model gives infinity where Python would raise,
which keeps loops free of checks."""
_UNCOUNTED: dict[str, Any] = _EXACT | {"_nrt": False}
"""Without Numba's runtime: no allocation, and no counting of references to arrays."""

compiled = njit(nogil=True, **_EXACT)
"""Kernel that runs long enough to let other threads work meanwhile."""

called = njit(**_UNCOUNTED)
"""Kernel for one call of a microsecond that allocates nothing: handing back the interpreter lock,
or counting references to its arguments, would cost a good part of that."""

inlined = njit(nogil=True, forceinline=True, **_EXACT)
"""Part of a kernel. Numba passes tuples through memory, so a call costs more than its contents."""

piece = njit(nogil=True, forceinline=True, **_UNCOUNTED)
"""The same for parts that allocate nothing: they need not count references to the arrays they are
given, which in a kernel of many pieces costs more than the arithmetic."""

bare = njit(nogil=True, **_UNCOUNTED)
"""A piece too large to be repeated wherever it is used."""


def direct(kernel: Any, signature: Any) -> Callable[..., Any]:
    """The machine code of a kernel for one signature, without looking up types at each call.

    Numba's look-up costs as much as solving a leg. Without it nothing checks the arguments: arrays
    must have the number of dimensions and the item type that the signature says.
    """
    notice = Timer(PATIENCE, _say_why_it_takes_so_long)
    notice.daemon = True
    notice.start()
    try:
        return kernel.compile(signature)
    finally:
        notice.cancel()


@cache  # once per run is enough
def _say_why_it_takes_so_long() -> None:
    print("olympian: compiling, once; kept on disk from then on", file=sys.stderr)
