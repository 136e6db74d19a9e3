"""What stands behind the colon of a parameter: a plain value, a look-up or a reference."""

import re
from dataclasses import dataclass
from typing import TypeAlias

from olympian.decision.dsd.yaml_value import YamlValue, quoted, read_yaml, show_yaml
from olympian.errors import OlympianError

Value: TypeAlias = YamlValue


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
    """The value meant by a word, as YAML's readers take it; quotes make it a string."""
    if raw[0] == "%" and len(raw) > 1:
        return Lookup(raw[1:])
    if raw[0] == "*" and len(raw) > 1:
        return Reference(raw[1:])
    return read_yaml(raw)


PLAIN_WORD = re.compile(r"(?!//)[^\s,+:\"'%*](?:(?!//)[^\s,+:])*")
"""A string that can stand without quotes, unless it looks like another value."""


def show_value(value: Given) -> str:
    """The value as it would be written in a file."""
    if isinstance(value, Lookup | Reference):
        return str(value)
    if isinstance(value, str):
        return value if _stands_alone(value) else quoted(value)
    return show_yaml(value)


def _stands_alone(text: str) -> bool:
    if not PLAIN_WORD.fullmatch(text) or not text.isprintable():
        return False
    try:
        return read_yaml(text) == text
    except OlympianError:
        return False
