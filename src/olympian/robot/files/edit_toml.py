"""Numbers of a `robot.toml` replaced; all the rest, comments too, stays as people wrote it."""

import re
import tomllib
from collections.abc import Mapping

from olympian.errors import OlympianError

LIMITS = "limits_deg"
COMMENT = "# Lowest and highest angle of joints, as found on the robot."


def with_zeros(text: str, zeros: Mapping[str, float]) -> str:
    """The text with these values of `zero_deg` in `[servos]`.

    Raises: OlympianError: a servo is not written as `NAME = { … }` in one line.
    """
    lines, inside = text.splitlines(), False
    left = dict(zeros)
    for number, line in enumerate(lines):
        if line.lstrip().startswith("["):
            inside = line.split("#")[0].strip() == "[servos]"
        name = _key(line)
        if inside and name in left:
            lines[number] = _with_value(line, "zero_deg", f"{left.pop(name):.2f}")
    if left:
        raise OlympianError(
            f"[servos] has no line '{next(iter(left))} = {{ … }}' to write zero_deg into"
        )
    return _checked(text, "\n".join(lines) + "\n", {("servos", n): v for n, v in zeros.items()})


def with_limits(text: str, limits: Mapping[str, tuple[float, float]]) -> str:
    """The text with these joints in `[limits_deg]`, which is added where there is none."""
    rows = {
        name: f"{_quoted(name)} = [{low:.2f}, {high:.2f}]" for name, (low, high) in limits.items()
    }
    lines, header = text.splitlines(), -1
    inside = False
    for number, line in enumerate(lines):
        if line.lstrip().startswith("["):
            inside = line.split("#")[0].strip() == f"[{LIMITS}]"
            header = number if inside else header
        elif inside and (name := _key(line)) in rows:
            lines[number] = rows.pop(name)
    if header < 0:
        lines += ["", COMMENT, f"[{LIMITS}]"]
        header = len(lines) - 1
    lines[header + 1 : header + 1] = rows.values()
    return _checked(text, "\n".join(lines) + "\n", {})


def _key(line: str) -> str:
    """The key of a line, without its quotes; empty for a line without any."""
    found = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""", line)
    return next((part for part in found.groups() if part), "") if found else ""


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name) else f'"{name}"'


def _with_value(line: str, key: str, value: str) -> str:
    """An inline table with one value replaced or added."""
    pattern = rf"\b{key}\s*=\s*[^,}}]*?(\s*[,}}])"
    if re.search(pattern, line):
        return re.sub(pattern, rf"{key} = {value}\1", line, count=1)
    return re.sub(r"\s*\}", f", {key} = {value} }}", line, count=1)


def _checked(before: str, after: str, zeros: Mapping[tuple[str, str], float]) -> str:
    """The new text, if it says what it should and nothing else has changed."""
    try:
        old, new = tomllib.loads(before), tomllib.loads(after)
    except tomllib.TOMLDecodeError as error:
        raise OlympianError(f"robot.toml cannot be edited by a program: {error}") from error
    for (table, name), value in zeros.items():
        old[table][name]["zero_deg"] = float(f"{value:.2f}")
    old.pop(LIMITS, None)
    if old != {key: value for key, value in new.items() if key != LIMITS}:
        raise OlympianError("robot.toml cannot be edited by a program: write the numbers by hand")
    return after
