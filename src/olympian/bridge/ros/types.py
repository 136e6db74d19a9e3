"""Message types of ROS 2: their fields, their definitions as text, and their hashes."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from olympian.errors import unknown

__all__ = ["MessageField", "MessageType", "message_type", "type_names"]

FILE = Path(__file__).with_name("definitions.txt")
PRIMITIVES = {
    "int8": (2, "b", 1), "uint8": (3, "B", 1), "int32": (6, "i", 4), "uint32": (7, "I", 4),
    "float64": (11, "d", 8), "bool": (15, "?", 1), "byte": (16, "B", 1), "string": (17, "", 4),
}  # fmt: skip
"""Number in type descriptions, letter of `struct`, and bytes it is aligned to."""
NESTED = 1
"""Number of a message within a message."""
FIXED, UNBOUNDED = 48, 144
"""Added to the number of a type for arrays of it."""
RULE = "=" * 80


@dataclass(frozen=True, slots=True)
class MessageField:
    """A named value of a message."""

    name: str
    kind: str
    """A primitive, or the full name of a message."""
    count: int | None
    """Elements of an array; 0: as many as there are; None: it is no array."""

    @property
    def code(self) -> str:
        """Letter of `struct`; empty for strings and messages."""
        return PRIMITIVES[self.kind][1] if self.kind in PRIMITIVES else ""

    @property
    def is_message(self) -> bool:
        """Has it fields of its own?"""
        return self.kind not in PRIMITIVES

    @property
    def text(self) -> str:
        """As it stands in a definition."""
        brackets = "" if self.count is None else f"[{self.count or ''}]"
        return f"{self.kind.replace('/msg/', '/')}{brackets} {self.name}"


@dataclass(frozen=True)
class MessageType:
    """A type of message by its full name, as in `sensor_msgs/msg/Imu`."""

    name: str
    fields: tuple[MessageField, ...]

    @property
    def nested(self) -> tuple["MessageType", ...]:
        """All messages within it, at any depth, each once."""
        found: dict[str, MessageType] = {}
        for field in self.fields:
            if field.is_message and field.kind not in found:
                inner = message_type(field.kind)
                found |= {one.name: one for one in (inner, *inner.nested)}
        return tuple(found.values())

    @property
    def definition(self) -> str:
        """Its definition and those of all messages in it, as recordings hold them (`ros2msg`)."""
        parts = [_lines(self)]
        parts += [f"{RULE}\nMSG: {_short(one.name)}\n{_lines(one)}" for one in self.nested]
        return "".join(parts)

    @property
    def hash(self) -> str:
        """`RIHS01_…`: by which nodes see that they mean the same type (REP 2016)."""
        described = {
            "type_description": _description(self),
            "referenced_type_descriptions": [
                _description(one) for one in sorted(self.nested, key=lambda one: one.name)
            ],
        }
        return f"RIHS01_{hashlib.sha256(json.dumps(described).encode()).hexdigest()}"


def type_names() -> tuple[str, ...]:
    """All types there are."""
    return tuple(_types())


@cache
def message_type(name: str) -> MessageType:
    """A type by its full name. Raises: OlympianError: there is none."""
    if name not in _types():
        raise unknown("message type", name, _types())
    return _types()[name]


@cache
def _types() -> dict[str, MessageType]:
    found: dict[str, MessageType] = {}
    for name, lines in _blocks():
        found[name] = MessageType(name, tuple(_field(line) for line in lines))
    return found


def _blocks() -> Iterator[tuple[str, list[str]]]:
    name, lines = "", []
    for line in FILE.read_text().splitlines():
        if line.startswith("#"):
            continue
        if line.startswith(" "):
            lines.append(line.strip())
            continue
        if name:
            yield name, lines
        name, lines = line, []
    yield name, lines


def _field(line: str) -> MessageField:
    kind, name = line.split()
    kind, bracket, count = kind.partition("[")
    if "/" in kind:
        kind = kind.replace("/", "/msg/")
    number = None if not bracket else int(count.rstrip("]") or 0)
    return MessageField(name, kind, number)


def _short(name: str) -> str:
    return name.replace("/msg/", "/")


def _lines(one: MessageType) -> str:
    return "".join(f"{field.text}\n" for field in one.fields)


def _description(one: MessageType) -> dict[str, Any]:
    fields = []
    for field in one.fields:
        number = NESTED if field.is_message else PRIMITIVES[field.kind][0]
        if field.count is not None:
            number += FIXED if field.count else UNBOUNDED
        kind = {
            "type_id": number,
            "capacity": field.count or 0,
            "string_capacity": 0,
            "nested_type_name": field.kind if field.is_message else "",
        }
        fields.append({"name": field.name, "type": kind})
    return {"type_name": one.name, "fields": fields}
