"""Bits of a machine word, counted by one instruction."""

from typing import Any

from numba import types
from numba.extending import intrinsic

__all__ = ["bits_set"]

wide: Any = intrinsic
"""Checkers take the first argument, Numba's typing context, for one of the caller's."""


@wide
def bits_set(_context: Any, _word: Any) -> Any:
    """How many bits of a 64-bit word are set."""
    signature = types.int64(types.int64)

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return signature, generate
