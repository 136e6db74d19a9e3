"""What stands behind the colon of a parameter: a plain value, a look-up or a reference."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Given", "Lookup", "Reference", "Value", "read_value", "show_value"]

Value: TypeAlias = bool | int | float | str | None

WHOLE = re.compile(r"-?\d+")
HEXADECIMAL = re.compile(r"-?0x[0-9a-fA-F]+")
DECIMAL = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE]-?\d+)?")
WORDS: Mapping[str, Value] = {
    spelled: value
    for word, value in (("true", True), ("false", False), ("null", None))
    for spelled in (word, word.capitalize(), word.upper())
}
"""Words that are values. YAML's `yes` and `off` are not: they become so where a truth is asked."""


@dataclass(frozen=True)
class Lookup:
    """`%name`: the value comes from the parameters the program was started with."""

    name: str

    def __str__(self) -> str:
        return f"%{self.name}"


@dataclass(frozen=True)
class Reference:
    """`*name`: the value comes from whoever uses the subtree."""

    name: str

    def __str__(self) -> str:
        return f"*{self.name}"


Given: TypeAlias = Value | Lookup | Reference


def read_value(raw: str) -> Given:
    """The value meant by a word: quotes make it a string, whatever it looks like."""
    if raw[0] == '"':
        return re.sub(r"\\(.)", r"\1", raw[1:-1])
    if raw[0] == "'":
        return raw[1:-1]
    if raw[0] == "%" and len(raw) > 1:
        return Lookup(raw[1:])
    if raw[0] == "*" and len(raw) > 1:
        return Reference(raw[1:])
    return _plain(raw)


def _plain(raw: str) -> Value:
    if raw in WORDS:
        return WORDS[raw]
    if WHOLE.fullmatch(raw):
        return int(raw)
    if HEXADECIMAL.fullmatch(raw):
        return int(raw, 16)
    return float(raw) if DECIMAL.fullmatch(raw) else raw


PLAIN_WORD = re.compile(r"(?!//)[^\s,+:\"'%*](?:(?!//)[^\s,+:])*")
"""A string that can stand without quotes, unless it looks like another value."""


def show_value(value: Given) -> str:
    """The value as it would be written in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, str) and (not PLAIN_WORD.fullmatch(value) or _plain(value) != value):
        escaped = re.sub(r'(["\\])', r"\\\1", value)
        return f'"{escaped}"'
    return str(value).replace("e+", "e")  # a plus would begin the next parameter
