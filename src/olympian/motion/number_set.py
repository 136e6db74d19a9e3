"""Sets of numbers in files that are tuned: each number has a dotted key."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import msgspec

from olympian.errors import OlympianError, unknown
from olympian.files import whole_file
from olympian.robot.files import Table

__all__ = ["NumberSet", "write_numbers"]


class NumberSet(Table, frozen=True, kw_only=True):
    """Tables of numbers; a copy has some of them replaced."""

    def value(self, key: str) -> Any:
        """The value at a dotted key such as `pattern.lift` or `capture.gain.0`."""
        found: Any = self
        for part in key.split("."):
            found = _item(found, part) if isinstance(found, tuple) else _member(found, part)
        return found

    def changed(self, values: Mapping[str, Any]) -> Self:
        """A copy with the values at dotted keys replaced, checked like a file."""
        tree: Any = msgspec.to_builtins(self)
        for key, value in values.items():
            self.value(key)
            tree = _with(tree, key.split("."), value)
        try:
            return msgspec.convert(tree, type(self))
        except msgspec.ValidationError as error:
            raise OlympianError(f"parameters {', '.join(values)}: {error}") from error


def write_numbers(path: Path, numbers: NumberSet, provenance: str) -> None:
    """Write a set that says where it comes from; whole or not at all."""
    lines = [f"# {line}".rstrip() for line in provenance.splitlines()]
    with whole_file(path) as part:
        part.write_text("\n".join([*lines, *_body(numbers)]) + "\n", encoding="utf-8")


def _with(tree: Any, path: list[str], value: Any) -> Any:
    """A copy of nested tables and lists with the value at `path` replaced."""
    if not path:
        return value
    name, *rest = path
    if isinstance(tree, dict):
        return {**tree, name: _with(tree[name], rest, value)}
    items = list(tree)
    items[int(name)] = _with(items[int(name)], rest, value)
    return items


def _member(table: Any, name: str) -> Any:
    names = table.__struct_fields__ if isinstance(table, msgspec.Struct) else ()
    if name not in names:
        raise unknown("parameter", name, names)
    return getattr(table, name)


def _item(values: tuple[Any, ...], place: str) -> Any:
    places = [str(index) for index in range(len(values))]
    if place not in places:
        raise unknown("place in a parameter", place, places)
    return values[int(place)]


def _body(numbers: NumberSet) -> list[str]:
    tree, lines = msgspec.to_builtins(numbers), list[str]()
    lines += [f"{key} = {_value(value)}" for key, value in tree.items() if _plain(value)]
    for name, table in tree.items():
        if _plain(table) or not table:
            continue
        lines += ["", f"[{name}]"]
        lines += [f"{k} = {_value(v)}" for k, v in table.items() if v is not None and _plain(v)]
        for key, inner in table.items():
            if isinstance(inner, dict):
                lines += ["", f"[{name}.{key}]"]
                lines += [f"{k} = {_value(v)}" for k, v in inner.items() if v is not None]
    return lines


def _plain(value: object) -> bool:
    return not isinstance(value, dict)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(round(value, 6))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, str):
        return msgspec.json.encode(value).decode()
    return str(value)
