"""TOML into frozen records; every complaint names file, line and key."""

import re
import tomllib
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from olympian.errors import OlympianError, unknown
from olympian.robot.files.toml_lines import Keys, toml_lines

Record = TypeVar("Record", bound=msgspec.Struct)
MAX_BYTES = 16 * 2**20
MAX_NUMBER = 1e12
"""As for XML: nothing on a robot is larger in SI units."""
MAX_DEPTH = 30
"""Tables within tables; a robot needs five."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all tables: immutable, and strict about its keys."""


def read_toml(path: Path, kind: type[Record]) -> Record:
    """The file as a `kind`, checked down to the last key and number."""
    text = _read(path)
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise OlympianError(f"{path}: not valid TOML: nested too deeply") from error
    except ValueError as error:
        raise OlympianError(_not_toml(path, text, str(error))) from error
    for keys, number in _numbers(path, data):
        if not isfinite(number) or abs(number) > MAX_NUMBER:
            raise complaint(path, keys, f"{number} is not a number between ±{MAX_NUMBER:g}")
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _explained(path, data, kind, str(error)) from error


def complaint(path: Path, keys: Keys, problem: str) -> OlympianError:
    """An error about the value at `keys` of a TOML file, with its line."""
    try:
        lines = toml_lines(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        lines = {}
    above = (keys[:length] for length in range(len(keys), 0, -1))
    line = next((lines[part] for part in above if part in lines), 1)
    name = f"{'.'.join(map(str, keys))}: " if keys else ""
    return OlympianError(" ".join(f"{path}:{line}: {name}{problem}".split()))


def _read(path: Path) -> str:
    try:
        if (size := path.stat().st_size) > MAX_BYTES:
            raise OlympianError(f"{path}: {size} bytes is too large for a configuration")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise OlympianError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise OlympianError(f"{path}:{line}: not UTF-8 text: {error.reason}") from error
    except ValueError as error:
        raise OlympianError(f"{str(path)!r}: cannot be read: {error}") from error


def _not_toml(path: Path, text: str, message: str) -> str:
    """The reader's sentence, its line moved to where people look for it."""
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    if place is None:
        return f"{path}: not valid TOML: {' '.join(message.split())}"
    line = place.group(1) or text.count("\n") + 1
    return f"{path}:{line}: not valid TOML: {' '.join(message[: place.start()].split())}"


def _numbers(path: Path, data: dict[str, Any]) -> Iterator[tuple[Keys, float]]:
    """Every number in the file and the way to it."""
    waiting: list[tuple[Keys, object]] = [((), data)]
    while waiting:
        keys, value = waiting.pop()
        if len(keys) > MAX_DEPTH:
            raise OlympianError(f"{path}: {keys[0]}: nested more than {MAX_DEPTH} deep")
        if isinstance(value, dict):
            waiting += [((*keys, key), item) for key, item in value.items()]
        elif isinstance(value, list):
            waiting += [((*keys, index), item) for index, item in enumerate(value)]
        elif isinstance(value, int | float) and not isinstance(value, bool):
            # an int may be too long to be a float
            fits = isinstance(value, float) or abs(value) <= MAX_NUMBER
            yield keys, float(value) if fits else float("inf")


def _explained(path: Path, data: dict[str, Any], kind: type, message: str) -> OlympianError:
    """The validator's message with the key, the line and the alternatives it leaves out."""
    problem, _, where = message.partition(" - at `$")
    keys = _keys(data, kind, message, where.rstrip("`"))
    if field := re.search(r"unknown field `(.+)`", problem):
        fields = msgspec.structs.fields(_type_at(kind, keys))
        name = field.group(1)
        sentence = str(unknown("key", name, [known.name for known in fields]))
        return complaint(path, (*keys, name), sentence)
    if problem.startswith("Invalid enum value"):
        choices = ", ".join(map(str, get_args(_type_at(kind, keys))))
        return complaint(path, keys, f"{problem}; choose from {choices}")
    return complaint(path, keys, problem)


def _keys(data: dict[str, Any], kind: type, message: str, where: str) -> Keys:
    """The way to the culprit. The validator writes `[...]` for 'some key of this table'.

    Which one it is shows when the table is left with one key at a time.
    """
    keys: list[str | int] = []
    here: Any = data
    for part in re.findall(r"\[\.\.\.\]|\[\d+\]|[^.\[\]]+", where):
        key: str | int = int(part[1:-1]) if re.fullmatch(r"\[\d+\]", part) else part
        if part == "[...]":
            key = next((one for one in here if _fails(data, kind, keys, one, message)), "")
            if not key:
                break
        keys.append(key)
        here = here[key]
    return tuple(keys)


def _fails(data: dict[str, Any], kind: type, keys: list[str | int], key: str, message: str) -> bool:
    """Does the same complaint come when the table at `keys` holds nothing but `key`?"""
    reduced: dict[Any, Any] = dict(data)
    here = reduced
    for step in keys[:-1]:
        here[step] = dict(here[step])
        here = here[step]
    here[keys[-1]] = {key: here[keys[-1]][key]}
    try:
        msgspec.convert(reduced, kind)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


def _type_at(kind: Any, keys: Keys) -> Any:
    """What a `kind` holds at `keys`."""
    for key in keys:
        if get_origin(kind) is dict:
            kind = get_args(kind)[1]
        elif get_origin(kind) is list:
            kind = get_args(kind)[0]
        else:
            fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
            kind = fields[str(key)]
        options = [option for option in get_args(kind) if option is not NoneType]
        if NoneType in get_args(kind) and len(options) == 1:
            kind = options[0]
    return kind
