"""How this room compiles: kernels for loops, kernels for single calls, and pieces of both."""

from collections.abc import Callable
from typing import Any

from numba import njit

__all__ = ["called", "compiled", "direct", "inlined"]

_EXACT = {"cache": True, "fastmath": False, "error_model": "numpy"}
"""Cached on disk, exact arithmetic. NumPy's error model gives infinity where Python would raise,
which keeps loops free of checks."""

compiled = njit(nogil=True, **_EXACT)
"""Kernel that runs long enough to let other threads work meanwhile."""

called = njit(**_EXACT)
"""Kernel for one call of a microsecond: handing the interpreter lock back and forth would cost
a good part of that."""

inlined = njit(nogil=True, forceinline=True, **_EXACT)
"""Piece of a kernel. Numba passes tuples through memory, so a call costs more than its contents."""


def direct(kernel: Any, signature: str) -> Callable[..., Any]:
    """The machine code of a kernel for one signature, without looking up types at each call.

    Numba's look-up costs as much as solving a leg. Without it nothing checks the arguments: arrays
    must have the number of dimensions and the item type that the signature says.
    """
    kernel.compile(signature)
    return kernel.overloads[kernel.signatures[0]].entry_point
