"""A message whose texts and lengths stay: only its numbers are written anew."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from olympian.bridge.ros.cdr import HEADER, CdrWriter
from olympian.bridge.ros.types import message_type

__all__ = ["Template"]

SECOND = 1_000_000_000
"""ns"""


class Template:
    """Packed once; after that a tick costs some copies of numbers."""

    def __init__(self, name: str, values: Mapping[str, Any]) -> None:
        writer = CdrWriter()
        writer.write(message_type(name), values)
        self._places = writer.places
        # numbers of CDR are aligned from behind its header, NumPy wants them aligned in memory
        whole = np.zeros((len(writer.data) + 4 + 7) // 8 * 8, np.uint8)
        whole[4 : 4 + len(writer.data)] = np.frombuffer(bytes(writer.data), np.uint8)
        self._bytes = whole[4 : 4 + len(writer.data)]
        self._body = whole[4 + len(HEADER) :]
        stamps = [path for path in self._places if path.endswith("stamp.sec")]
        self._words = self._body.view(np.uint32)
        rows = [(self._places[path][0] - len(HEADER)) // 4 for path in stamps]
        self._sec = np.array(rows, dtype=np.intp)
        self._nanosec = self._sec + 1

    def floats(self, *paths: str) -> NDArray[np.intp]:
        """Rows of these float64 numbers in `numbers`, in this order."""
        rows: list[int] = []
        for path in paths:
            start, count = self._places[path]
            first = (start - len(HEADER)) // 8
            rows += range(first, first + count)
        return np.array(rows, dtype=np.intp)

    @property
    def numbers(self) -> NDArray[np.float64]:
        """The message as float64, to write into where `floats` says."""
        return self._body.view(np.float64)

    def view(self, path: str, dtype: type[np.generic] = np.float64) -> NDArray[Any]:
        """An array of the message, to write into."""
        start, count = self._places[path]
        start -= len(HEADER)
        size = np.dtype(dtype).itemsize
        return self._body[start : start + count * size].view(dtype)

    def stamped(self, t_ns: int) -> bytes:
        """The message at this time."""
        self._words[self._sec], self._words[self._nanosec] = divmod(t_ns, SECOND)
        return self._bytes.tobytes()
