"""Messages as bytes (CDR, little-endian), the form in which ROS 2 sends and stores them."""

import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from olympian.bridge.ros.types import PRIMITIVES, MessageField, MessageType, message_type
from olympian.errors import OlympianError

__all__ = ["CdrWriter", "pack", "unpack"]

HEADER = b"\x00\x01\x00\x00"
"""Plain CDR, little-endian."""
DTYPES = {"b": "<i1", "B": "<u1", "i": "<i4", "I": "<u4", "d": "<f8", "?": "?"}
EMPTY: Mapping[str, Any] = {}


def pack(name: str, values: Mapping[str, Any] = EMPTY) -> bytes:
    """A message of a type; fields that are not given are zero or empty."""
    writer = CdrWriter()
    writer.write(message_type(name), values)
    return bytes(writer.data)


class CdrWriter:
    """Writes one message and remembers where its numbers are."""

    def __init__(self) -> None:
        self.data = bytearray(HEADER)
        self.places: dict[str, tuple[int, int]] = {}
        """Offset of the first number, and how many there are, by path: `header.stamp.sec`."""

    def write(self, kind: MessageType, values: Mapping[str, Any], path: str = "") -> None:
        """Append a message. Args: path: of this message, for `places`."""
        for field in kind.fields:
            self._field(field, values.get(field.name), f"{path}{field.name}")

    def _field(self, field: MessageField, value: Any, path: str) -> None:
        if field.count is None:
            self._one(field, value, path)
            return
        if field.code:
            self._numbers(field, value, path)
            return
        elements = () if value is None else value
        if not field.count:
            self._put("I", len(elements))
        for index, element in enumerate(elements):
            self._one(field, element, f"{path}.{index}")

    def _one(self, field: MessageField, value: Any, path: str) -> None:
        if field.is_message:
            self.write(message_type(field.kind), EMPTY if value is None else value, f"{path}.")
        elif field.kind == "string":
            text = ("" if value is None else value).encode()
            self._put("I", len(text) + 1)
            self.data += text + b"\0"
        else:
            self._put(field.code, value or 0)
            self.places[path] = len(self.data) - struct.calcsize(field.code), 1

    def _numbers(self, field: MessageField, value: Any, path: str) -> None:
        raw = b"" if value is None else value
        if not isinstance(raw, bytes | bytearray):
            raw = np.ascontiguousarray(raw, dtype=DTYPES[field.code]).tobytes()
        size = struct.calcsize(field.code)
        count = len(raw) // size
        if not field.count:
            self._put("I", count)
        elif value is None:
            raw, count = bytes(size * field.count), field.count
        elif count != field.count:
            raise OlympianError(f"message field '{path}' has {count} numbers, not {field.count}")
        if count:
            self._align(PRIMITIVES[field.kind][2])
        self.places[path] = len(self.data), count
        self.data += raw

    def _put(self, code: str, value: Any) -> None:
        self._align(struct.calcsize(code))
        self.data += struct.pack(f"<{code}", value)

    def _align(self, size: int) -> None:
        self.data += bytes(-(len(self.data) - len(HEADER)) % size)


def unpack(name: str, data: bytes) -> dict[str, Any]:
    """The fields of a message; numbers of arrays come as NumPy arrays.

    Raises: OlympianError: the bytes are no such message.
    """
    try:
        return _Reader(data).read(message_type(name))
    except (struct.error, ValueError, IndexError, UnicodeDecodeError) as error:
        raise OlympianError(f"{len(data)} bytes are no {name}: {error}") from error


class _Reader:
    """Reads one message."""

    def __init__(self, data: bytes) -> None:
        if data[:2] != HEADER[:2]:
            raise ValueError("they are not plain little-endian CDR")
        self._data, self._at = memoryview(data)[len(HEADER) :], 0

    def read(self, kind: MessageType) -> dict[str, Any]:
        return {field.name: self._field(field) for field in kind.fields}

    def _field(self, field: MessageField) -> Any:
        if field.count is None:
            return self._one(field)
        count = field.count or self._take("I")
        if field.code:
            return self._numbers(field, count)
        if count > len(self._data):
            raise ValueError(f"{count} elements in {len(self._data)} bytes")
        return [self._one(field) for _ in range(count)]

    def _one(self, field: MessageField) -> Any:
        if field.is_message:
            return self.read(message_type(field.kind))
        if field.kind == "string":
            size = self._take("I")
            text = bytes(self._data[self._at : self._at + size])
            if len(text) < size or not text.endswith(b"\0"):
                raise ValueError("a text is cut off")
            self._at += size
            return text[:-1].decode()
        return self._take(field.code)

    def _numbers(self, field: MessageField, count: int) -> np.ndarray:
        if count:
            self._align(PRIMITIVES[field.kind][2])
        found = np.frombuffer(self._data, DTYPES[field.code], count, self._at)
        self._at += found.nbytes
        return found

    def _take(self, code: str) -> Any:
        self._align(struct.calcsize(code))
        (value,) = struct.unpack_from(f"<{code}", self._data, self._at)
        self._at += struct.calcsize(code)
        return value

    def _align(self, size: int) -> None:
        self._at += -self._at % size
